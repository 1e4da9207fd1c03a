#include "routing/registers/register_groups.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int percent_bits(const SwitchShape& /*shape*/) {
  return 8;
}

}  // namespace

std::vector<RegisterInfo> misrouting_registers() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Form = RegisterForm;
  using Scope = RegisterScope;
  using Set = RegisterSet;
  return {
      {"MISROUTE_ENABLE",
       one_bit,
       Scope::kSwitch,
       1,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kMisrouting},
       Form::kNumber,
       "1 = packets may leave the minimal path",
       "1"},
      {"MISROUTE_THRESHOLD",
       percent_bits,
       Scope::kSwitch,
       45,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kMisrouting},
       Form::kNumber,
       "a packet may be misrouted to an output whose occupancy, the share of the buffer behind it "
       "that is filled, is less than so many percent of that of its minimal output",
       "8"},
  };
}

}  // namespace routing
}  // namespace netloom
