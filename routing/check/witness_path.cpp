#include "routing/check/witness_path.h"

#include <fmt/format.h>

#include <cstddef>

namespace netloom {
inline namespace routing {

std::string channel_text(const Netlist& netlist, const ChannelName& channel) {
  const Link& link = netlist.links[static_cast<std::size_t>(channel.link)];
  return fmt::format("{}.vc{}", endpoint_name(netlist, link.from), channel.vc);
}

std::string cycle_text(const Netlist& netlist, const std::vector<ChannelName>& cycle) {
  std::string text;
  for (const ChannelName& each : cycle) text += channel_text(netlist, each) + " -> ";
  if (!cycle.empty()) text += channel_text(netlist, cycle.front());
  return text;
}

std::string path_text(const Netlist& netlist, const WitnessPath& path) {
  std::string text = fmt::format("{} to {}:", netlist.hosts[path.source].name,
                                 netlist.hosts[path.destination].name);
  for (std::size_t i = 0; i < path.hops.size(); ++i) {
    text += (i > 0 ? ", " : " ") + channel_text(netlist, path.hops[i]);
  }
  return text;
}

}  // namespace routing
}  // namespace netloom
