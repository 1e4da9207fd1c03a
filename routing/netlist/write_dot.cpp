#include <fmt/format.h>
#include <fmt/ostream.h>

#include <array>
#include <cstddef>
#include <ostream>
#include <string>

#include "routing/netlist/netlist_writer.h"

namespace netloom {
inline namespace routing {

void write_dot(const Netlist& netlist, std::ostream& out) {
  static constexpr std::array<const char*, 6> kColours = {"gray50",  "black",     "blue3",
                                                          "orange3", "darkgreen", "purple3"};
  const PortMap ports(netlist);
  const auto part = [&netlist](const Endpoint& end) {
    return quoted(end.type == Endpoint::Type::kHost ? netlist.hosts[end.index].name
                                                    : netlist.switches[end.index].name);
  };
  const auto port = [](const Endpoint& end) {
    return end.type == Endpoint::Type::kHost ? std::string() : std::to_string(end.port);
  };
  /// The link in the other direction between the same ports; -1 if there is none.
  const auto opposite = [&](const Link& link) {
    const int back = link.to.type == Endpoint::Type::kHost
                         ? ports.injection(link.to.index)
                         : ports.link_out(link.to.index, link.to.port);
    return back >= 0 && netlist.links[static_cast<std::size_t>(back)].to == link.from ? back : -1;
  };

  fmt::print(out, "digraph {} {{\n  node [shape=box];\n",
             quoted(netlist.topology.empty() ? "netlist" : netlist.topology));
  for (const SwitchInfo& info : netlist.switches) fmt::print(out, "  {};\n", quoted(info.name));
  for (const HostInfo& info : netlist.hosts) {
    fmt::print(out, "  {} [shape=ellipse];\n", quoted(info.name));
  }
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    const int back = opposite(link);
    if (back >= 0 && static_cast<std::size_t>(back) < i) continue;
    const int back_latency =
        back < 0 ? link.latency : netlist.links[static_cast<std::size_t>(back)].latency;
    std::string label;
    if (link.latency != back_latency) {
      label = fmt::format("{}/{}", link.latency, back_latency);
    } else if (link.latency != 1) {
      label = std::to_string(link.latency);
    }
    fmt::print(out, "  {} -> {} [{}color={}, taillabel=\"{}\", headlabel=\"{}\", label=\"{}\"];\n",
               part(link.from), part(link.to), back >= 0 ? "dir=none, " : "",
               kColours[static_cast<std::size_t>(link.kind) % kColours.size()], port(link.from),
               port(link.to), label);
  }
  out << "}\n";
}

}  // namespace routing
}  // namespace netloom
