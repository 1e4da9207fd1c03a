#include "routing/topology/graph_builder.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/netlist/latency.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

SwitchId GraphBuilder::add_switch(const std::string& place, const std::string& name, int hosts) {
  const auto id = static_cast<SwitchId>(netlist_.switches.size());
  switches_.emplace(name, id);
  netlist_.switches.push_back({name, hosts});
  hosts_.push_back(hosts);
  switch_places_.push_back(place);
  return id;
}

std::optional<SwitchId> GraphBuilder::find_switch(const std::string& name) const {
  const auto it = switches_.find(name);
  if (it == switches_.end()) return std::nullopt;
  return it->second;
}

void GraphBuilder::add_cable(const std::string& place, SwitchId a, SwitchId b, int latency,
                             const std::string& kind) {
  if (a == b) {
    throw Error(
        fmt::format("{}: a cable from switch '{}' to itself", place, netlist_.switches[a].name));
  }
  if (kind == "host") throw Error(place + ": the kind 'host' is for links to and from hosts only");
  const Endpoint end_a = next_port(place, a);
  const Endpoint end_b = next_port(place, b);
  const std::size_t kinds = netlist_.kinds.size();
  const int kind_index = netlist_.kind(kind);
  if (netlist_.kinds.size() > kinds) kind_places_.push_back(place);
  cables_.push_back({end_a, end_b, latency, kind_index});
}

Endpoint GraphBuilder::next_port(const std::string& place, SwitchId id) {
  SwitchInfo& info = netlist_.switches[id];
  if (info.ports >= kMaxPorts) {
    throw Error(fmt::format("{}: switch '{}' has more than {} ports, its hosts' included", place,
                            info.name, kMaxPorts));
  }
  return switch_end(id, info.ports++);
}

Netlist GraphBuilder::finish() {
  std::uint64_t hosts = 0;
  for (const int count : hosts_) hosts += static_cast<std::uint64_t>(count);
  check_size(file_, hosts, netlist_.switches.size(), 0);
  add_hosts(netlist_, hosts);
  // The links of the hosts are the last: the lines of the cables are found by their order.
  for (const Cable& cable : cables_) {
    netlist_.add_cable(cable.a, cable.b, cable.latency, cable.kind);
  }
  NodeId host = 0;
  for (SwitchId id = 0; id < hosts_.size(); ++id) {
    for (int port = 0; port < hosts_[id]; ++port) {
      netlist_.add_cable(host_end(host++), switch_end(id, port), kLatencyOfKind, 0);
    }
  }

  Netlist complete = netlist_;
  for (Link& link : complete.links) link.latency = 1;
  const std::optional<NetlistProblem> problem = find_problem(complete);
  if (!problem) return std::move(netlist_);
  std::string place = file_;
  // Kind 0 is "host", which comes from no line.
  if (problem->part == NetlistProblem::Part::kKind) place = kind_places_[problem->index - 1];
  if (problem->part == NetlistProblem::Part::kSwitch) place = switch_places_[problem->index];
  throw Error(place + ": " + problem->message);
}

int parse_latency(const std::string& place, std::string_view text) {
  const std::optional<int> cycles = parse_number(text);
  if (!cycles || *cycles < 1 || *cycles > kLongestLatency) {
    throw Error(fmt::format("{}: '{}' is not a latency; allowed: 1 to {} cycles", place, text,
                            kLongestLatency));
  }
  return *cycles;
}

}  // namespace routing
}  // namespace netloom
