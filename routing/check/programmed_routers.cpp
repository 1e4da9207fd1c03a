#include "routing/check/programmed_routers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "routing/register_file.h"

namespace netloom {

std::vector<std::unique_ptr<SwitchRouter>> programmed_routers(const RoutingContext& context,
                                                              RoutingFunction& routing) {
  const Netlist& netlist = *context.netlist;
  // Widths of routing registers follow from the network; buffers do not matter here.
  SwitchShape shape;
  shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
  for (const int count : context.vcs) shape.vcs = std::max(shape.vcs, count);

  std::vector<std::unique_ptr<SwitchRouter>> routers;
  routers.reserve(netlist.switches.size());
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    routers.push_back(routing.make_router(id));
    const std::vector<RegisterWrite> program = routing.register_program(id);
    if (program.empty()) continue;
    shape.ports = netlist.switches[id].ports;
    routing.complete_shape(id, shape);
    RegisterFile file(routing.register_set(), shape);
    for (const RegisterWrite& write : program) file.write(write);
    routers.back()->registers_written(file);
  }
  return routers;
}

}  // namespace netloom
