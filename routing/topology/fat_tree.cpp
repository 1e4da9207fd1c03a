#include "routing/topology/fat_tree.h"

#include <algorithm>
#include <memory>
#include <string>

#include "routing/error.h"
#include "routing/topology/parts.h"

namespace netloom {
namespace {

constexpr int kMaxArity = kMaxPorts / 2;
constexpr int kMaxStages = 24;  // 2^24 hosts with the smallest arity

}  // namespace

FatTree::FatTree(int k, int n) : k_(k), n_(n) {
  const std::string where =
      "topology fat_tree: k = " + std::to_string(k) + ", n = " + std::to_string(n);
  if (k < 2 || k > kMaxArity) throw Error(where + ": k must be 2 to " + std::to_string(kMaxArity));
  if (n < 1 || n > kMaxStages)
    throw Error(where + ": n must be 1 to " + std::to_string(kMaxStages));
  std::uint64_t power = 1;
  for (int i = 0; i < n; ++i) {
    // Checked in each step, so that no product overflows: 2^24 * 128 * 24 < 2^64.
    check_size(where, power * static_cast<std::uint64_t>(k), power * static_cast<std::uint64_t>(n),
               static_cast<std::uint64_t>(2 * k));
    power_.push_back(static_cast<std::uint32_t>(power));
    power *= static_cast<std::uint64_t>(k);
  }
}

Netlist FatTree::netlist(const LatencyMap& latency) const {
  Netlist netlist;
  netlist.topology = "fat_tree";
  netlist.parameters = {{"k", std::int64_t{k_}}, {"n", std::int64_t{n_}}};
  const int host = netlist.kind("host");
  const int up = netlist.kind("up");
  const int down = netlist.kind("down");
  const int host_latency = latency_of(latency, "host");
  const int up_latency = latency_of(latency, "up");
  const int down_latency = latency_of(latency, "down");

  for (SwitchId id = 0; id < switches(); ++id) {
    add_switch(netlist, stage(id) + 1 == n_ ? k_ : 2 * k_);
  }
  add_hosts(netlist, hosts());
  // Each switch has k cables below it, to hosts or to switches.
  netlist.links.reserve(std::size_t{2} * switches() * static_cast<std::size_t>(k_));
  for (NodeId p = 0; p < hosts(); ++p) {
    netlist.add_cable(host_end(p), switch_end(switch_of(p), digit(p, 0)), host_latency, host);
  }
  for (int s = 0; s + 1 < n_; ++s) {
    for (std::uint32_t o = 0; o < switches_per_stage(); ++o) {
      for (int j = 0; j < k_; ++j) {
        const Endpoint below = switch_end(switch_number(s, o), k_ + j);
        const Endpoint above = switch_end(switch_number(s + 1, with_digit(o, s, j)), digit(o, s));
        netlist.links.push_back({below, above, up_latency, up});
        netlist.links.push_back({above, below, down_latency, down});
      }
    }
  }
  return netlist;
}

namespace {

const TopologyRegistry::Registration kRegistration(
    "fat_tree",
    {"k-ary n-tree: k^n hosts below n stages of switches with k links down and k up",
     {{"k",
       Parameter::Type::kInteger,
       "links down, and up, per switch",
       std::nullopt,
       2,
       kMaxArity,
       {}},
      {"n", Parameter::Type::kInteger, "stages of switches", std::nullopt, 1, kMaxStages, {}}},
     {"host", "up", "down"},
     [](const ParameterMap& parameters) {
       return std::make_unique<FatTree>(static_cast<int>(integer_parameter(parameters, "k")),
                                        static_cast<int>(integer_parameter(parameters, "n")));
     }});

}  // namespace
}  // namespace netloom
