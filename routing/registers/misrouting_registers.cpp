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

const RegisterGroupRegistry::Registration kRestriction(
    "misrouting_restriction",
    {301,
     {{"MISROUTE_FACTOR", half_word_bits, Scope::kSwitch, 150, Access::kReadWrite, Class::kRouting,
       Form::kNumber,
       "a packet whose minimal output is a global link may be misrouted only while the phits "
       "behind "
       "that one are more than so many percent of the mean of those behind the same VC of the "
       "switch's global links, and MISROUTE_OFFSET; 0 = whatever waits there",
       "16"},
      {"MISROUTE_OFFSET", half_word_bits, Scope::kSwitch, 40, Access::kReadWrite, Class::kRouting,
       Form::kNumber, "phits: see MISROUTE_FACTOR", "16"}}});

const RegisterSetRegistry::Registration kMisrouting(
    "misrouting", {"the trigger of in-transit misrouting in dragonflies: routing functions "
                   "`par62`, `rlm` and `olm`",
                   {"misrouting"}});

const RegisterSetRegistry::Registration kRestrictedMisrouting(
    "restricted_misrouting",
    {"the same, where global links are left only while they are congested: with "
     "`routing.congestion_factor`",
     {"misrouting", "misrouting_restriction"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
