// Dragonflies with Valiant and source-adaptive routing.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

struct Function {
  std::string name;
  ParameterMap parameters;
};

void PrintTo(const Function& function, std::ostream* out) {
  *out << function.name;
  for (const auto& [name, value] : function.parameters) *out << " " << std::get<std::string>(value);
}

/// A dragonfly with h = 2: 72 hosts, 9 groups.
class SourceAdaptive : public testing::TestWithParam<Function> {
 protected:
  static constexpr NodeId kHosts = 72;

  static NetworkSetup setup(const Function& function, Switching switching) {
    NetworkSetup setup(
        make_netlist("dragonfly", {{"h", std::int64_t{2}}}, {{"local", 4}, {"global", 9}}),
        function.name);
    setup.function_parameters = function.parameters;
    setup.vc_policy = "ascending";
    const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function.name);
    const auto vcs =
        entry.vcs(resolve_parameters(entry.parameters, function.parameters, function.name));
    for (std::size_t kind = 0; kind < setup.netlist.kinds.size(); ++kind) {
      const auto found = vcs.find(setup.netlist.kinds[kind]);
      if (found != vcs.end()) setup.config.switches.vcs[kind] = found->second;
    }
    setup.config.simulation.watchdog = 1000;
    setup.config.switches.switching = switching;
    if (switching == Switching::kWormhole) {
      setup.config.nic.packet_phits = 12;
      setup.config.switches.flit_phits = 4;
    }
    return setup;
  }

  /// Every host sends packets to random others as fast as it can, to buffers of one flit.
  static std::string drain(const Function& function, Switching switching) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup(function, switching);
      network_setup.input_buffers(4);
      ScriptedSource source(kHosts);
      Random random(11, 0);
      for (NodeId host = 0; host < kHosts; ++host) {
        for (int i = 0; i < 40; ++i) {
          Message message;
          message.destination = (host + 1 + random.below(kHosts - 1)) % kHosts;
          message.phits = static_cast<std::uint32_t>(network_setup.config.nic.packet_phits);
          source.send(host, 0, message);
        }
      }
      TestNetwork network(network_setup, source);
      network->run(1);
      if (!network.drain(200000) || network->counters().delivered != kHosts * 40) {
        return "not everything was delivered";
      }
      return network->check_conservation().message;
    });
  }

  /// What a run under load delivers, and when.
  static std::string outcome(const Function& function, Switching switching,
                             const SimulationConfig& simulation) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup(function, switching);
      network_setup.input_buffers(48);
      network_setup.config.simulation = simulation;
      network_setup.config.simulation.seed = 3;
      const int phits = network_setup.config.nic.packet_phits;
      UniformSource source(kHosts, 0.5, phits, phits, 3);
      TestNetwork network(network_setup, source);
      network->run(1500);
      const std::string broken = network->check_conservation().message;
      if (!broken.empty()) return "ERROR: " + broken;
      return fmt::format("{} packets, {:x}", network->counters().delivered, source.digest);
    });
  }
};

TEST_P(SourceAdaptive, EverythingArrivesWithTheSmallestBuffers) {
  EXPECT_EQ(drain(GetParam(), Switching::kVirtualCutThrough), "");
  EXPECT_EQ(drain(GetParam(), Switching::kWormhole), "");
}

TEST_P(SourceAdaptive, NothingDependsOnQuantumOrderOrCore) {
  for (const Switching switching : {Switching::kVirtualCutThrough, Switching::kWormhole}) {
    SimulationConfig one;
    one.quantum = 1;
    const std::string reference = outcome(GetParam(), switching, one);
    EXPECT_THAT(reference, testing::MatchesRegex("[1-9][0-9]+ packets, .*"));
    SimulationConfig most;  // as many cycles as the network allows
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
    most.shuffle = 17;
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
    most.idle_skipping = false;
    most.specialised = false;
    EXPECT_EQ(outcome(GetParam(), switching, most), reference);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SourceAdaptive,
                         testing::Values(Function{"val", {}},
                                         Function{"val", {{"path_a", std::string("LGL")}}},
                                         Function{"val", {{"path_a", std::string("LG-")}}},
                                         Function{"val", {{"path_a", std::string("-GL")}}},
                                         Function{"val", {{"path_a", std::string("-G-")}}},
                                         Function{"ugal_l", {}}, Function{"ugal_g", {}},
                                         Function{"pb", {}}, Function{"par", {}}));

class SourceAdaptiveQuantum : public SourceAdaptive {};

// The broadcast of PB takes one local link; UGAL-G sees the cycle before.
TEST_F(SourceAdaptiveQuantum, IsNoLongerThanWhatTheSwitchesTellEachOtherTakes) {
  const auto quantum = [](const std::string& function, int asked) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup({function, ParameterMap()}, Switching::kVirtualCutThrough);
      network_setup.config.simulation.quantum = asked;
      ScriptedSource source(kHosts);
      TestNetwork network(network_setup, source);
      return std::to_string(network->quantum());
    });
  };
  EXPECT_EQ(quantum("val", 0), "4");
  EXPECT_EQ(quantum("pb", 0), "4");
  EXPECT_EQ(quantum("ugal_g", 0), "1");
  EXPECT_THAT(quantum("ugal_g", 2), testing::HasSubstr("this network allows 1 to 1"));
  EXPECT_THAT(quantum("pb", 5), testing::HasSubstr("this network allows 1 to 4"));
}

// A decision costs nothing where routing takes a cycle or more, and one cycle where it takes none.
TEST_F(SourceAdaptiveQuantum, ADecisionTakesOneCycleAtLeast) {
  const auto latency = [](const std::string& function, int routing_delay) {
    return in_child([&]() -> std::string {
      NetworkSetup network_setup = setup({function, ParameterMap()}, Switching::kVirtualCutThrough);
      network_setup.config.switches.routing_delay = routing_delay;
      ScriptedSource source(kHosts);
      Message message;
      message.destination = 1;  // at the same switch
      message.phits = 4;
      source.send(0, 10, message);
      TestNetwork network(network_setup, source);
      network->run(100);
      return std::to_string(source.packets.at(0).delivered - source.packets.at(0).generated);
    });
  };
  // Two links of one cycle, X = 1, and the tail.
  EXPECT_EQ(latency("min", 0), "6");
  EXPECT_EQ(latency("val", 0), "7");
  EXPECT_EQ(latency("min", 1), "7");
  EXPECT_EQ(latency("val", 1), "7");
  EXPECT_EQ(latency("min", 3), "9");
  EXPECT_EQ(latency("val", 3), "9");
}

}  // namespace
}  // namespace netloom::test
