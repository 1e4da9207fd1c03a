#include "routing/netlist/failed_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "routing/base/error.h"
#include "routing/base/number_from.h"

namespace netloom {
inline namespace routing {
namespace {

/// "s18.p1"
Endpoint port_named(const Netlist& netlist, const std::string& name) {
  const std::size_t dot = name.rfind(".p");
  if (dot != std::string::npos) {
    const auto port = number_from<int>(std::string_view(name).substr(dot + 2));
    if (port && *port >= 0) {
      const SwitchId id = switch_named(netlist, name.substr(0, dot));
      const int ports = netlist.switches[id].ports;
      if (*port < ports) return {Endpoint::Type::kSwitch, id, *port};
      throw Error(fmt::format("switch {} has no port {}; allowed: 0 to {}",
                              netlist.switches[id].name, *port, ports - 1));
    }
  }
  throw Error(fmt::format("'{}' is no port of a switch; allowed: a switch and its port, like {}.p0",
                          name, netlist.switches.front().name));
}

}  // namespace

SwitchId switch_named(const Netlist& netlist, const std::string& name) {
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    if (netlist.switches[id].name == name) return id;
  }
  throw Error(fmt::format("'{}' is no switch of the network; allowed: {} to {}", name,
                          netlist.switches.front().name, netlist.switches.back().name));
}

const char* failed_part_name(FailedPart part) {
  switch (part) {
    case FailedPart::kLink:
      return "link";
    case FailedPart::kCable:
      return "cable";
    case FailedPart::kSwitch:
      return "switch";
  }
  return "";
}

std::vector<int> links_of_part(const Netlist& netlist, FailedPart part, const std::string& name) {
  const bool whole = part == FailedPart::kSwitch;
  const Endpoint at = whole ? Endpoint{Endpoint::Type::kSwitch, switch_named(netlist, name), 0}
                            : port_named(netlist, name);
  return links_of_part(netlist, PortMap(netlist), part, at);
}

std::string name_of_part(const Netlist& netlist, FailedPart part, const Endpoint& at) {
  return part == FailedPart::kSwitch ? netlist.switches[at.index].name : endpoint_name(netlist, at);
}

std::vector<int> links_of_part(const Netlist& netlist, const PortMap& ports, FailedPart part,
                               const Endpoint& at) {
  const bool whole = part == FailedPart::kSwitch;
  std::vector<int> links;
  const auto add = [&](int link) {
    if (link < 0) return;
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    if (each.from.type == Endpoint::Type::kSwitch && each.to.type == Endpoint::Type::kSwitch) {
      links.push_back(link);
    }
  };
  const int first = whole ? 0 : at.port;
  const int last = whole ? netlist.switches[at.index].ports - 1 : at.port;
  for (int port = first; port <= last; ++port) {
    add(ports.link_out(at.index, port));
    if (part != FailedPart::kLink) add(ports.link_in(at.index, port));
  }
  if (links.empty()) {
    throw Error(fmt::format("{} has no link to another switch; allowed: links between switches",
                            name_of_part(netlist, part, at)));
  }
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

}  // namespace routing
}  // namespace netloom
