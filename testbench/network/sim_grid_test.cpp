// Meshes and tori through the `netloom` program: latency and throughput against theory, and the
// order of packets.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class GridProgram : public Program {
 protected:
  /// Single-cycle switches of 8 x 8, one-flit packets, 4 VCs of 8 flits.
  std::string single_cycle(const std::string& topology, const std::string& routing) const {
    return fmt::format(
        "network: {{topology: {0}, k: [8, 8]}}\n"
        "switch: {{input_buffer: 8}}\n"
        "routing: {{{1}, selection: mc, vcs: {{policy: free, count: {{{0}: 4}}}}}}\n"
        "traffic: {{pattern: uniform, packet_phits: 1, load: 1}}\n"
        "simulation: {{warmup: 1000, measure: 4000}}\n",
        topology, routing);
  }

  json points(const std::string& configuration, const std::vector<std::string>& set) const {
    folder.write("g.yaml", configuration);
    std::vector<std::string> arguments = {"run", "g.yaml", "--json", "r.json"};
    for (const std::string& each : set) arguments.insert(arguments.end(), {"--set", each});
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"];
  }
};

/// Mean distance of two different switches of 8 x 8.
constexpr double kMeshHops = 2 * (64.0 - 1) / (3 * 8) * 64 / 63;
constexpr double kTorusHops = 2 * 8.0 / 4 * 64 / 63;

// d hops of R + X + L = 3 cycles, the first switch's R + X, and the links of both hosts.
TEST_F(GridProgram, ZeroLoadLatencyIsThatOfTheDistances) {
  for (const auto& [topology, routing, hops] :
       std::vector<std::tuple<std::string, std::string, double>>{
           {"mesh", "function: dor", kMeshHops},
           {"torus", "function: dor, rings: dateline", kTorusHops},
           {"torus", "function: dor, rings: bubble", kTorusHops}}) {
    const json point = points(single_cycle(topology, routing),
                              {"traffic.load=0.005", "simulation.measure=200000"})[0];
    const double latency = point["latency"]["network"]["mean"];
    EXPECT_NEAR(latency, 3 * hops + 4, 0.15) << topology << ' ' << routing;
  }
}

// Half of the packets cross the middle. The 8 links of a mesh (16 of a torus) each way carry at
// most one flit in a cycle; what nobody sends to himself raises the share that crosses to 32/63.
TEST_F(GridProgram, SaturatesBelowTheBisectionBound) {
  const double mesh_bound = 8 / (32 * 32.0 / 63);
  const double torus_bound = 16 / (32 * 32.0 / 63);
  for (const auto& [topology, routing, bound, share] :
       std::vector<std::tuple<std::string, std::string, double, double>>{
           {"mesh", "function: dor", mesh_bound, 0.75},
           {"torus", "function: dor, rings: dateline", torus_bound, 0.5},
           {"torus", "function: dor, rings: bubble", torus_bound, 0.5},
           {"mesh", "function: adaptive", mesh_bound, 0.6},
           {"torus", "function: adaptive", torus_bound, 0.5}}) {
    const double accepted = points(single_cycle(topology, routing), {})[0]["accepted_load"];
    EXPECT_LE(accepted, bound) << topology << ' ' << routing;
    EXPECT_GE(accepted, share * bound) << topology << ' ' << routing;
  }
}

TEST_F(GridProgram, OnlyOodetAndAdaptiveRoutingDeliverOutOfOrder) {
  for (const char* topology : {"mesh", "torus"}) {
    const std::string configuration = fmt::format(
        "network: {{topology: {0}, k: [4, 4]}}\n"
        "switch: {{crossbar: {{kind: full}}, input_buffer: 16, output_buffer: 16, "
        "routing_delay: {{base: 20}}}}\n"
        "routing: {{function: dor}}\n"
        "traffic: {{pattern: uniform, packet_phits: 8, load: [0.1, 0.9]}}\n"
        "simulation: {{warmup: 500, measure: 4000}}\n",
        topology);
    for (const auto& [policy, vcs, in_order] :
         std::vector<std::tuple<std::string, int, bool>>{{"single", 1, true},
                                                         {"iodet", 2, true},
                                                         {"iodet", 3, true},
                                                         {"dbbm", 2, true},
                                                         {"voqsw", 5, true},
                                                         {"voqnet", 16, true},
                                                         {"free", 2, false}}) {
      const json results = points(
          configuration,
          {fmt::format("routing.vcs={{policy: {}, count: {{{}: {}}}}}", policy, topology, vcs)});
      for (const json& point : results) {
        const int out_of_order = point["packets"]["out_of_order"];
        if (in_order) {
          EXPECT_EQ(out_of_order, 0) << topology << ' ' << policy;
        } else if (point["load"] == 0.9) {
          EXPECT_GT(out_of_order, 0) << topology << ' ' << policy;
        }
      }
    }
    const json adaptive = points(configuration, {"routing={function: adaptive}"});
    EXPECT_GT(adaptive[1]["packets"]["out_of_order"].get<int>(), 0) << topology;
  }
}

TEST_F(GridProgram, ChiensDelayIsResolved) {
  folder.write("g.yaml",
               "network: {topology: mesh, k: [4, 4]}\n"
               "switch: {routing_delay: {base: 20}}\n"
               "routing: {function: adaptive}\n"
               "traffic: {load: 0.1}\n");
  const Result result = run({"run", "g.yaml", "--print-config"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("options: 3"));
}

TEST_F(GridProgram, CheckAndCostOfATorus) {
  folder.write("g.yaml",
               "network: {topology: torus, k: [8, 8]}\n"
               "routing: {function: dor, vcs: {policy: iodet, count: {torus: 2}}}\n"
               "traffic: {load: 0.1}\n");
  const Result check = run({"check", "g.yaml"});
  EXPECT_EQ(check.status, 0) << check.errors;
  EXPECT_THAT(check.output, HasSubstr("no cycle but 64 rings"));
  const Result cost = run({"cost", "g.yaml"});
  EXPECT_EQ(cost.status, 0) << cost.errors;
  EXPECT_THAT(cost.output, HasSubstr("wherever it is: 40 crosspoints"));
}

}  // namespace
}  // namespace netloom::test
