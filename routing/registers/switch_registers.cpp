#include <cstdint>

#include "routing/base/bits.h"
#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int vc_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.vcs));
}

// A counter of credits reaches from none to a whole empty buffer, hence one value more than the
// buffer has phits.
int credit_bits(const SwitchShape& shape) {
  return bits_for(static_cast<std::uint64_t>(shape.input_buffer) + 1);
}

// What every switch has.
const RegisterGroupRegistry::Registration kIdentity(
    "identity", {0,
                 {{"SWITCH_ID", switch_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kIdentity,
                   Form::kNumber, "number of this switch in the netlist", "bits_for(switches)"}},
                 /*every_switch=*/true});

const RegisterGroupRegistry::Registration kState(
    "state",
    {900,
     {{"CREDITS", credit_bits, Scope::kPortVc, 0, Access::kReadOnly, Class::kCredits, Form::kNumber,
       "phits free in the input buffer behind this output port and VC",
       "bits_for(input_buffer + 1)"},
      {"ROUND_ROBIN_IN", vc_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration,
       Form::kNumber, "VC of this input port that its arbiter looks at first", "bits_for(vcs)"},
      {"ROUND_ROBIN_OUT", port_bits, Scope::kPort, 0, Access::kReadOnly, Class::kArbitration,
       Form::kNumber, "input port that the arbiter of this output port looks at first",
       "bits_for(ports)"},
      {"CYCLIC_PORT", port_bits, Scope::kSwitch, 0, Access::kReadOnly, Class::kArbitration,
       Form::kNumber, "output port at which the cyclic selection (cp) begins its next search",
       "bits_for(ports)"}},
     /*every_switch=*/true});

const RegisterSetRegistry::Registration kNone(kNoRegisters, {"no routing registers", {}});

}  // namespace
}  // namespace routing
}  // namespace netloom
