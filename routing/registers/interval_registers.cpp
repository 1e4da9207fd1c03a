#include "routing/registers/register_groups.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int port_count(const SwitchShape& shape) {
  return shape.ports;
}

}  // namespace

std::vector<RegisterInfo> interval_registers() {
  using Access = RegisterAccess;
  using Class = RegisterClass;
  using Form = RegisterForm;
  using Scope = RegisterScope;
  using Set = RegisterSet;
  // LIB and UIB are reset to 0 and MR to all ones, so that a port which nobody programmed matches
  // node 0 and no other. No pair of bounds is an empty interval (LIB itself always lies in it); one
  // node is the least that a reset can leave open.
  const std::vector<Set> intervals = {Set::kInterval, Set::kFir, Set::kFirSource, Set::kFt2ei};
  const std::vector<Set> fir = {Set::kFir, Set::kFirSource};
  return {
      {"LIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, intervals,
       Form::kNumber, "lower interval bound: first destination that may leave by this port",
       "bits_for(hosts)"},
      {"UIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, intervals,
       Form::kNumber,
       "upper interval bound: last destination that may leave by this port; LIB > UIB is a cyclic "
       "interval through node 0",
       "bits_for(hosts)"},
      {"MR", host_bits, Scope::kPort, ~std::uint32_t{0}, Access::kReadWrite, Class::kRouting, fir,
       Form::kBits,
       "mask: the bits of the node number that are compared with the interval, the others count as "
       "0",
       "bits_for(hosts)"},
      {"OPERAND",
       one_bit,
       Scope::kPort,
       0,
       Access::kReadWrite,
       Class::kRouting,
       {Set::kFirSource},
       Form::kNumber,
       "node number that is masked and compared: 0 = destination, 1 = source",
       "1"},
      {"RRR", port_count, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, fir, Form::kBits,
       "routing restrictions: bit j set = this port is not offered where port j matches", "ports"},
  };
}

}  // namespace routing
}  // namespace netloom
