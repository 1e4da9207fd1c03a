#include "testbench/bench/scaling_cases.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace netloom::bench {
namespace {

Case dragonfly(int h, int cycles) {
  return {
      fmt::format("dragonfly_{}", h),
      fmt::format("dragonfly h = {}, `min`, load 0.5", h),
      fmt::format("network: {{topology: dragonfly, h: {}, latency: {{host: 1, local: 10, global: "
                  "100}}}}\n"
                  "switch: {{input_buffer: {{host: 32, local: 32, global: 256}}}}\n"
                  "routing: {{function: min}}\n"
                  "traffic: {{pattern: uniform, load: 0.5, packet_phits: 8}}\n",
                  h),
      2.0 * h * h * (2 * h * h + 1),
      cycles,
      2 * h * h + 1,
      true};
}

Case tree(int k, int latency, int cycles) {
  return {
      fmt::format("tree_{}ary_3_latency_{}", k, latency),
      fmt::format("{}-ary 3-tree, load 0.3, links of {}", k, latency),
      fmt::format("network: {{topology: fat_tree, k: {}, n: 3, latency: {{host: 1, up: {}, down: "
                  "{}}}}}\n"
                  "routing: {{function: interval, selection: sadp}}\n"
                  "traffic: {{pattern: uniform, load: 0.3, packet_phits: 16}}\n",
                  k, latency, latency),
      std::pow(k, 3), cycles};
}

}  // namespace

std::vector<Case> cases() {
  std::vector<Case> list;
  const std::pair<int, int> sizes[] = {{2, 400000}, {3, 100000}, {4, 40000}, {6, 6000},
                                       {8, 2500},   {12, 800},   {16, 2000}, {24, 1000}};
  for (const auto& [h, cycles] : sizes) list.push_back(dragonfly(h, cycles));
  for (const auto& [k, cycles] : {std::pair(8, 200000), std::pair(16, 15000)}) {
    for (const int latency : {1, 8}) list.push_back(tree(k, latency, cycles));
  }
  list.push_back({"torus_32x32", "32x32 torus, `dor`, load 0.1, links of 1",
                  "network: {topology: torus, k: [32, 32]}\n"
                  "switch: {input_buffer: 32}\n"
                  "routing: {function: dor}\n"
                  "traffic: {pattern: uniform, load: 0.1, packet_phits: 8}\n",
                  1024, 20000});
  list.push_back({"random_graph", "RRG(876, 23, 17), `ecmp`, DAVC np, load 0.5, links of 1",
                  "network: {topology: random_regular, switches: 876, ports: 23, degree: 17, "
                  "graph_seed: 1}\n"
                  "switch: {input_buffer: 64}\n"
                  "routing: {function: ecmp, vcs: {policy: davc, davc: np, count: 4}}\n"
                  "traffic: {pattern: uniform, load: 0.5, packet_phits: 16}\n",
                  876 * 6, 3000});
  return list;
}

}  // namespace netloom::bench
