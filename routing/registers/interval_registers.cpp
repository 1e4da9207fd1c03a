#include <cstdint>

#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

int port_count(const SwitchShape& shape) {
  return shape.ports;
}

// LIB and UIB are reset to 0 and MR to all ones, so that a port which nobody programmed matches
// node 0 and no other. No pair of bounds is an empty interval (LIB itself always lies in it); one
// node is the least that a reset can leave open.
const RegisterGroupRegistry::Registration kIntervals(
    "interval",
    {100,
     {{"LIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "lower interval bound: first destination that may leave by this port", "bits_for(hosts)"},
      {"UIB", host_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "upper interval bound: last destination that may leave by this port; LIB > UIB is a cyclic "
       "interval through node 0",
       "bits_for(hosts)"}}});

const RegisterGroupRegistry::Registration kMasks(
    "mask", {110,
             {{"MR", host_bits, Scope::kPort, ~std::uint32_t{0}, Access::kReadWrite,
               Class::kRouting, Form::kBits,
               "mask: the bits of the node number that are compared with the interval, the others "
               "count as 0",
               "bits_for(hosts)"}}});

const RegisterGroupRegistry::Registration kOperands(
    "operand",
    {120,
     {{"OPERAND", one_bit, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, Form::kNumber,
       "node number that is masked and compared: 0 = destination, 1 = source", "1"}}});

const RegisterGroupRegistry::Registration kRestrictions(
    "restrictions",
    {130,
     {{"RRR", port_count, Scope::kPort, 0, Access::kReadWrite, Class::kRouting, Form::kBits,
       "routing restrictions: bit j set = this port is not offered where port j matches",
       "ports"}}});

const RegisterSetRegistry::Registration kInterval(
    "interval", {"one cyclic interval per port: routing function `interval`",
                 {"interval"},
                 /*names_destinations=*/true});

const RegisterSetRegistry::Registration kFir(
    "fir", {"Flexible Interval Routing: interval, mask and restrictions per port: routing function "
            "`destro` with `implementation: fir`",
            {"interval", "mask", "restrictions"},
            /*names_destinations=*/true});

const RegisterSetRegistry::Registration kFirSource(
    "fir_source", {"the same, with ports that compare the source instead of the destination: "
                   "routing function `det_lin` with `implementation: fir`",
                   {"interval", "mask", "operand", "restrictions"},
                   /*names_destinations=*/true});

}  // namespace
}  // namespace routing
}  // namespace netloom
