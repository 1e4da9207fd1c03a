#include "routing/registers/register_groups.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {

std::vector<RegisterInfo> ugal_registers() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Form = RegisterForm;
  using Scope = RegisterScope;
  using Set = RegisterSet;
  const std::vector<Set> piggyback = {Set::kPiggyback, Set::kPbAcor};
  return {
      {"UGAL_THRESHOLD",
       half_word_bits,
       Scope::kSwitch,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kUgal, Set::kPiggyback, Set::kPbAcor, Set::kTpr, Set::kLia},
       Form::kNumber,
       "T in phits, two's complement: a packet goes minimally if Q_MIN <= 2 Q_VLB + T",
       "16"},
      {"PB_FACTOR", half_word_bits, Scope::kSwitch, 120, Access::kReadWrite, Class::kRouting,
       piggyback, Form::kNumber,
       "F in percent: a global link is saturated if its queue is longer than F of the mean of the "
       "switch's global links, and Z",
       "16"},
      {"PB_OFFSET", half_word_bits, Scope::kSwitch, 5, Access::kReadWrite, Class::kRouting,
       piggyback, Form::kNumber, "Z in phits: see PB_FACTOR", "16"},
  };
}

}  // namespace routing
}  // namespace netloom
