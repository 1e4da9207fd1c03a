#include "routing/davc/link_up.h"

#include <cstddef>

namespace netloom {
inline namespace routing {

void bring_links_up(const Netlist& netlist, const std::vector<RegisterFile*>& files) {
  using Type = Endpoint::Type;
  std::vector<std::vector<RegisterWrite>> learnt(files.size());
  for (const Link& link : netlist.links) {
    const bool from_switch = link.from.type == Type::kSwitch;
    const bool to_switch = link.to.type == Type::kSwitch;
    if (to_switch) {
      const std::uint32_t port =
          from_switch ? files[link.from.index]->value("PORT_ID", link.from.port) : 0;
      learnt[link.to.index].push_back({"NEIGHBOUR_PORT", link.to.port, port});
    }
    if (from_switch && to_switch) {
      learnt[link.from.index].push_back(
          {"NEIGHBOUR_ID", link.from.port, files[link.to.index]->value("NODE_ID", 0)});
    }
  }
  for (std::size_t id = 0; id < files.size(); ++id) files[id]->learn(learnt[id]);
}

}  // namespace routing
}  // namespace netloom
