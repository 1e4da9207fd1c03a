#include "routing/registers/register_groups.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {

std::vector<RegisterInfo> ft2ei_registers() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Form = RegisterForm;
  using Scope = RegisterScope;
  using Set = RegisterSet;
  return {
      {"ELIB",
       host_bits,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "lower bound of an exclusion interval: first destination that may not leave by this port",
       "bits_for(hosts)"},
      {"EUIB",
       host_bits,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "upper bound of an exclusion interval: last destination that may not leave by this port; "
       "ELIB > EUIB is a cyclic interval through node 0",
       "bits_for(hosts)"},
      {"EENABLE",
       one_bit,
       Scope::kExclusion,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFt2ei},
       Form::kNumber,
       "1 = the exclusion interval is in force",
       "1"},
  };
}

}  // namespace routing
}  // namespace netloom
