#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

const RegisterGroupRegistry::Registration kExclusions(
    "exclusion",
    {200,
     {{"ELIB", host_bits, Scope::kExclusion, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "lower bound of an exclusion interval: first destination that may not leave by this port",
       "bits_for(hosts)"},
      {"EUIB", host_bits, Scope::kExclusion, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "upper bound of an exclusion interval: last destination that may not leave by this port; "
       "ELIB > EUIB is a cyclic interval through node 0",
       "bits_for(hosts)"},
      {"EENABLE", one_bit, Scope::kExclusion, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "1 = the exclusion interval is in force", "1"}}});

const RegisterSetRegistry::Registration kFt2ei(
    "ft2ei",
    {"an interval per port, and exclusion intervals at the up ports: routing function `ft2ei`",
     {"interval", "exclusion"},
     /*names_destinations=*/true});

}  // namespace
}  // namespace routing
}  // namespace netloom
