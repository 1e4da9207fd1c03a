#include "hw/switch/switch_shape.h"

#include <algorithm>
#include <vector>

namespace netloom {
inline namespace hw {
namespace {

int largest(const std::vector<int>& values, int least) {
  return values.empty() ? least : std::max(least, *std::max_element(values.begin(), values.end()));
}

}  // namespace

SwitchShape switch_shape(const Netlist& netlist, const NetworkConfig& config,
                         const RoutingFunction& routing, SwitchId switch_id) {
  SwitchShape shape;
  shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
  shape.ports = netlist.switches[switch_id].ports;
  shape.vcs = largest(config.switches.vcs, config.nic.injection_vcs);
  shape.input_buffer = largest(config.switches.input_buffer, 1);
  shape.output_buffer = largest(config.switches.output_buffer, 0);
  routing.complete_shape(switch_id, shape);
  return shape;
}

}  // namespace hw
}  // namespace netloom
