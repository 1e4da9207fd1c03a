#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int percent_bits(const SwitchShape& /*shape*/) {
  return 8;
}

const RegisterGroupRegistry::Registration kTrigger(
    "misrouting",
    {300,
     {{"MISROUTE_ENABLE", one_bit, Scope::kSwitch, 1, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "1 = packets may leave the minimal path", "1"},
      {"MISROUTE_THRESHOLD", percent_bits, Scope::kSwitch, 45, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "a packet may be misrouted to an output whose occupancy, the share of the buffer behind it "
       "that is filled, is less than so many percent of that of its minimal output",
       "8"}}});

const RegisterSetRegistry::Registration kMisrouting(
    "misrouting", {"the trigger of in-transit misrouting in dragonflies: routing functions "
                   "`par62`, `rlm` and `olm`",
                   {"misrouting"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
