// Networks of the sizes that speed is measured on: their switches run on wide cores, what they send
// lies in the outbox until the quantum ends, and the memory of the next ones is fetched ahead. None
// of this is reached by the small networks that are compared elsewhere, and no result depends on
// it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;

struct LargeNetwork {
  std::string name;
  std::string text;

  friend void PrintTo(const LargeNetwork& network, std::ostream* out) { *out << network.name; }
};

/// `groups`: 0: the most.
std::string dragonfly(int h, int groups, const std::string& function,
                      const std::string& more = "") {
  const std::string size = std::to_string(h);
  return "network: {topology: dragonfly, p: " + size + ", a: " + std::to_string(2 * h) +
         ", h: " + size + (groups == 0 ? "" : ", g: " + std::to_string(groups)) +
         ", latency: {local: 10, global: 100}}\n" + "routing: {function: " + function + "}\n" +
         more +
         "traffic: {load: 0.4, packet_phits: 8}\n"
         "simulation: {warmup: 100, measure: 150}\n";
}

class LargeNetworks : public Program, public testing::WithParamInterface<LargeNetwork> {};
INSTANTIATE_TEST_SUITE_P(
    All, LargeNetworks,
    testing::Values(LargeNetwork{"Minimal", dragonfly(4, 0, "min")},
                    LargeNetwork{"Olm", dragonfly(4, 0, "olm")},
                    LargeNetwork{"WideOlm", dragonfly(6, 17, "olm")},
                    LargeNetwork{"WidePb", dragonfly(6, 17, "pb")},
                    LargeNetwork{
                        "Lia", dragonfly(5, 0, "lia",
                                         "switch: {output_buffer: 32, crossbar: {speedup: 2}}\n")},
                    LargeNetwork{"Worms",
                                 "network: {topology: mesh, k: [20, 20], latency: {mesh: 5}}\n"
                                 "switch: {switching: wormhole, flit_phits: 2, input_buffer: 8}\n"
                                 "routing: {function: dor, vcs: {policy: free, count: 4}}\n"
                                 "traffic: {load: 0.1, packet_phits: 8}\n"
                                 "simulation: {warmup: 150, measure: 250}\n"},
                    // Links of one cycle: only what is coming is fetched ahead.
                    LargeNetwork{"RandomGraph",
                                 "network: {topology: random_regular, switches: 180, ports: 23, "
                                 "degree: 17}\n"
                                 "switch: {input_buffer: 64}\n"
                                 "routing: {function: ecmp, vcs: {policy: davc, count: 4}}\n"
                                 "traffic: {load: 0.5, packet_phits: 16}\n"
                                 "simulation: {warmup: 150, measure: 250}\n"}),
    [](const auto& network) { return network.param.name; });

TEST_P(LargeNetworks, AreTheSameHoweverTheyAreRun) {
  folder.write("large.yaml", GetParam().text);
  const json plain = points("large.yaml", {"simulation.regions=none"});
  EXPECT_GT(plain.at(0).at("packets").at("delivered"), 1000);
  const std::vector<std::vector<std::string>> ways = {
      {"simulation.quantum=1"},
      {"simulation.regions=none", "simulation.specialised=false"},
      {"simulation.regions=none", "simulation.mixed_cores=true", "simulation.quantum=2"},
      {"simulation.regions=7", "simulation.shuffle=11"},
      // A thread of that with short links has so little that nothing is fetched.
      {"simulation.threads=4"}};
  for (const std::vector<std::string>& way : ways) {
    EXPECT_EQ(points("large.yaml", way), plain) << testing::PrintToString(way);
  }
}

}  // namespace
}  // namespace netloom::test
