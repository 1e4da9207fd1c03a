#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
inline namespace routing {
namespace {

/// Neighbours may have more ports: up to kMaxPorts.
int largest_port_bits(const SwitchShape& /*shape*/) {
  return 8;
}

const RegisterGroupRegistry::Registration kIds(
    "davc", {700,
             {{"NODE_ID", switch_bits, Scope::kSwitch, 0, Access::kReadWrite, Class::kRouting,
               Form::kNumber, "id of this switch that DAVC compares", "bits_for(switches)"},
              {"PORT_ID", port_bits, Scope::kPort, 0, Access::kReadWrite, Class::kRouting,
               Form::kNumber, "id of this port that DAVC compares", "bits_for(ports)"},
              {"NEIGHBOUR_ID", switch_bits, Scope::kPort, 0, Access::kReadOnly, Class::kRouting,
               Form::kNumber,
               "NODE_ID of the switch behind this output port, learnt when the link came up; 0 "
               "behind ports to hosts",
               "bits_for(switches)"},
              {"NEIGHBOUR_PORT", largest_port_bits, Scope::kPort, 0, Access::kReadOnly,
               Class::kRouting, Form::kNumber,
               "PORT_ID with which the sender sends to this input port, learnt when the link came "
               "up; 0 at ports of hosts",
               "8"}}});

const RegisterSetRegistry::Registration kDavc(
    kDavcRegisters, {"what Dynamic Assignment of Virtual Channels compares, beside any of the "
                     "other sets: VC policy `davc`",
                     {"davc"}});

}  // namespace
}  // namespace routing
}  // namespace netloom
