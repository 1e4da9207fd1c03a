#include "routing/topology/fat_tree.h"

#include <memory>

#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

NetworkSize FatTree::size() const {
  // Each switch has k cables below it, to hosts or to switches.
  return {hosts(), switches(), std::uint64_t{2} * switches() * static_cast<std::uint64_t>(k())};
}

Netlist FatTree::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "fat_tree";
  netlist.parameters = {{"k", std::int64_t{k()}}, {"n", std::int64_t{n()}}};
  const int host = netlist.kind("host");
  const int up = netlist.kind("up");
  const int down = netlist.kind("down");
  const int host_latency = latency_of(latency, "host");
  const int up_latency = latency_of(latency, "up");
  const int down_latency = latency_of(latency, "down");

  for (SwitchId id = 0; id < switches(); ++id) {
    add_switch(netlist, stage(id) + 1 == n() ? k() : 2 * k());
  }
  add_hosts(netlist, hosts());
  netlist.links.reserve(size().links);
  for (NodeId p = 0; p < hosts(); ++p) {
    netlist.add_cable(host_end(p), switch_end(switch_of(p), digit(p, 0)), host_latency, host);
  }
  for (int s = 0; s + 1 < n(); ++s) {
    for (std::uint32_t o = 0; o < switches_per_stage(); ++o) {
      for (int j = 0; j < k(); ++j) {
        const Endpoint below = switch_end(switch_number(s, o), k() + j);
        const Endpoint above = switch_end(switch_number(s + 1, with_digit(o, s, j)), digit(o, s));
        netlist.links.push_back({below, above, up_latency, up});
        netlist.links.push_back({above, below, down_latency, down});
      }
    }
  }
  return netlist;
}

namespace {

const TopologyRegistry::Registration kFatTree(
    "fat_tree", {"k-ary n-tree: k^n hosts below n stages of switches with k links down and k up",
                 {declare_integer("k", "links down, and up, per switch", 2, kMaxPorts / 2),
                  declare_integer("n", "stages of switches", 1, KaryLabels::kMaxStages)},
                 {"host", "up", "down"},
                 [](const ParameterMap& parameters) {
                   return std::make_unique<FatTree>(
                       static_cast<int>(integer_parameter(parameters, "k")),
                       static_cast<int>(integer_parameter(parameters, "n")));
                 },
                 {},
                 "interval"});

}  // namespace
}  // namespace routing
}  // namespace netloom
