#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

// One value more than there are ports, so that no port has the number that is all ones.
int entry_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.ports) + 1);
}

const RegisterGroupRegistry::Registration kForwardingTable(
    "forwarding_table",
    {210,
     {{"LFT", entry_bits, Scope::kDestination, ~std::uint32_t{0}, Access::kReadWrite,
       Class::kRouting, Form::kNumber,
       "linear forwarding table: the output port to this node; what is no port, such as all ones, "
       "= there is none",
       "bits_for(ports + 1)"}}});

const RegisterSetRegistry::Registration kSet(
    "forwarding_table", {"an output port for each destination: routing function `up_down`",
                         {"forwarding_table"},
                         /*names_destinations=*/true});

}  // namespace
}  // namespace routing
}  // namespace netloom
