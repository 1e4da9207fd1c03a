#include "routing/check/programmed_routers.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "routing/davc/link_up.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

std::vector<std::unique_ptr<SwitchRouter>> programmed_routers(const RoutingContext& context,
                                                              RoutingFunction& routing) {
  const Netlist& netlist = *context.netlist;
  // Widths of routing registers follow from the network; buffers do not matter here.
  SwitchShape shape;
  shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
  for (const int count : context.vcs) shape.vcs = std::max(shape.vcs, count);

  std::vector<std::unique_ptr<SwitchRouter>> routers;
  std::vector<std::unique_ptr<RegisterFile>> with_davc;  // they learn from each other
  routers.reserve(netlist.switches.size());
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    routers.push_back(routing.make_router(id));
    const std::vector<RegisterWrite> program = routing.register_program(id);
    if (program.empty()) continue;
    shape.ports = netlist.switches[id].ports;
    routing.complete_shape(id, shape);
    auto file = std::make_unique<RegisterFile>(routing.register_set(), shape);
    for (const RegisterWrite& write : program) file->write(write);
    routers.back()->registers_written(*file);
    if (shape.davc) with_davc.push_back(std::move(file));
  }
  if (with_davc.empty()) return routers;

  std::vector<RegisterFile*> files;
  for (const auto& file : with_davc) files.push_back(file.get());
  bring_links_up(netlist, files);
  for (SwitchId id = 0; id < files.size(); ++id) routers[id]->registers_written(*files[id]);
  return routers;
}

}  // namespace routing
}  // namespace netloom
