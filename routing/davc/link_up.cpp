#include "routing/davc/link_up.h"

#include <cstddef>

namespace netloom {
inline namespace routing {

void bring_links_up(const Netlist& netlist, const std::vector<RegisterFile*>& files,
                    const std::function<void(std::vector<std::uint32_t>& said)>& exchange) {
  using Type = Endpoint::Type;
  const auto between_switches = [](const Link& link) {
    return link.from.type == Type::kSwitch && link.to.type == Type::kSwitch;
  };
  const auto say = [&](SwitchId id, const char* name, int index) {
    return files[id] == nullptr ? 0 : files[id]->value(name, index);
  };
  std::vector<std::uint32_t> said;
  for (const Link& link : netlist.links) {
    if (!between_switches(link)) continue;
    said.push_back(say(link.from.index, "PORT_ID", link.from.port));
    said.push_back(say(link.to.index, "NODE_ID", 0));
  }
  if (exchange) exchange(said);

  std::vector<std::vector<RegisterWrite>> learnt(files.size());
  auto next = said.begin();
  for (const Link& link : netlist.links) {
    if (between_switches(link)) {
      learnt[link.to.index].push_back({"NEIGHBOUR_PORT", link.to.port, *next++});
      learnt[link.from.index].push_back({"NEIGHBOUR_ID", link.from.port, *next++});
    } else if (link.to.type == Type::kSwitch) {
      learnt[link.to.index].push_back({"NEIGHBOUR_PORT", link.to.port, 0});
    }
  }
  for (std::size_t id = 0; id < files.size(); ++id) {
    if (files[id] != nullptr) files[id]->learn(learnt[id]);
  }
}

}  // namespace routing
}  // namespace netloom
