#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

// Results of small networks, compared to the digit with those in networks.txt.
//
// A change that is meant to change results (and only such a change) writes the file anew:
//     NETLOOM_UPDATE_GOLDEN=1 build/<preset>/testbench/golden/golden_tests
// Look at the difference before you commit it: a line that changed without a reason is a bug.

namespace netloom::test {
namespace {

constexpr Cycle kSending = 3000;
constexpr Cycle kLimit = 50000;

/// Packets to uniformly drawn other hosts, with gaps and sizes drawn from whole numbers only: no
/// result depends on the mathematics library. Sums up every delivery in full.
class GoldenSource : public TrafficSource {
 public:
  GoldenSource(std::uint32_t hosts, std::uint32_t smallest, std::uint32_t largest,
               std::uint32_t mean_gap, bool control)
      : smallest_(smallest), largest_(largest), mean_gap_(mean_gap), control_(control) {
    for (std::uint32_t host = 0; host < hosts; ++host) random_.emplace_back(7, host);
  }

  Cycle first(NodeId host) override { return gap(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    Random& random = random_[host];
    Message message;
    message.destination = random.below(static_cast<std::uint32_t>(random_.size() - 1));
    if (message.destination >= host) ++message.destination;
    message.phits = smallest_ + random.below(largest_ - smallest_ + 1);
    message.control = control_ && random.below(8) == 0;
    injector.send(message, cycle);
    const Cycle next = cycle + gap(host);
    return next < kSending ? next : kNever;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    latency += packet.delivered - packet.generated;
    phits += packet.phits;
    std::uint64_t hash = 0;
    for (const std::uint64_t value :
         {std::uint64_t{packet.source}, std::uint64_t{packet.destination},
          std::uint64_t{packet.number}, std::uint64_t{packet.phits}, packet.generated,
          packet.injected, packet.delivered, static_cast<std::uint64_t>(packet.hops),
          std::uint64_t{packet.control}}) {
      hash = Random::mix(hash + value + 0x9E3779B97F4A7C15u);
    }
    digest += hash;
    return kNever;
  }
  bool reacts() const override { return false; }
  bool sends_control() const override { return control_; }

  std::uint64_t latency = 0;  ///< sum, from generation
  std::uint64_t phits = 0;
  std::uint64_t digest = 0;

 private:
  /// Uniform in 1 … 2 mean - 1.
  Cycle gap(NodeId host) { return 1 + random_[host].below(2 * mean_gap_ - 1); }

  std::uint32_t smallest_, largest_, mean_gap_;
  bool control_;
  std::vector<Random> random_;
};

struct Case {
  std::string name;
  std::function<NetworkSetup()> setup;
  std::uint32_t smallest;  ///< phits of the packets
  std::uint32_t mean_gap;  ///< cycles from message to message at each host
  bool control = false;
};

NetworkSetup fat_tree(int k, int n, const std::string& selection) {
  NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{k}}, {"n", std::int64_t{n}}},
                                  {{"up", 2}, {"down", 3}}),
                     "interval");
  setup.config.switches.selection = selection;
  setup.config.nic.packet_phits = 16;
  return setup;
}

NetworkSetup mesh(const char* function, int latency) {
  NetworkSetup setup(
      make_netlist("mesh", {{"k", std::vector<std::int64_t>{4, 3}}}, {{"mesh", latency}}),
      function);
  return setup;
}

NetworkSetup single_switch(int hosts) {
  return NetworkSetup(make_netlist("single_switch", {{"hosts", std::int64_t{hosts}}}),
                      "shortest_path");
}

std::vector<Case> cases() {
  std::vector<Case> result;
  result.push_back({"tree_2_3_vct_sadp", [] { return fat_tree(2, 3, "sadp"); }, 16, 40});
  result.push_back({"tree_4_2_vct_cp_deep",
                    [] {
                      NetworkSetup setup = fat_tree(4, 2, "cp");
                      setup.input_buffers(80);
                      setup.config.switches.routing_delay = 3;
                      return setup;
                    },
                    16, 20});
  result.push_back({"tree_2_3_wormhole_random_vcs",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "random");
                      setup.config.switches.switching = Switching::kWormhole;
                      setup.config.switches.flit_phits = 4;
                      setup.input_buffers(8);
                      setup.vcs(3);
                      setup.config.nic.injection_vcs = 2;
                      return setup;
                    },
                    5, 30});
  result.push_back({"tree_2_3_store_and_forward_mc",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "mc");
                      setup.config.switches.switching = Switching::kStoreAndForward;
                      setup.input_buffers(48);
                      return setup;
                    },
                    16, 40});
  result.push_back({"tree_2_3_reorder_random",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "random");
                      setup.config.nic.reorder_buffer = 4;
                      return setup;
                    },
                    16, 25});
  result.push_back({"mesh_4_3_dor_one_phit",
                    [] {
                      NetworkSetup setup = mesh("dor", 1);
                      setup.config.nic.packet_phits = 1;
                      setup.input_buffers(8);
                      return setup;
                    },
                    1, 3});
  result.push_back({"mesh_4_3_dor_wormhole_speedup",
                    [] {
                      NetworkSetup setup = mesh("dor", 2);
                      setup.config.nic.packet_phits = 10;
                      setup.config.switches.switching = Switching::kWormhole;
                      setup.config.switches.flit_phits = 2;
                      setup.config.switches.speedup = 2;
                      setup.config.switches.crossbar = CrossbarKind::kFull;
                      setup.config.switches.allocator = AllocatorKind::kSeparableOutputFirst;
                      setup.config.switches.arbiter = ArbiterKind::kAge;
                      setup.input_buffers(12);
                      setup.output_buffers(6);
                      setup.vcs(2);
                      return setup;
                    },
                    10, 30});
  result.push_back({"mesh_4_3_dor_control_lrs",
                    [] {
                      NetworkSetup setup = mesh("dor", 4);
                      setup.config.nic.packet_phits = 8;
                      setup.config.switches.control_priority = true;
                      setup.config.switches.arbiter = ArbiterKind::kLeastRecentlyServed;
                      setup.config.switches.allocator = AllocatorKind::kIslip;
                      setup.config.switches.iterations = 2;
                      setup.vcs(2);
                      setup.input_buffers(16);
                      return setup;
                    },
                    2, 16, true});
  result.push_back({"switch_16_saturated",
                    [] {
                      NetworkSetup setup = single_switch(16);
                      setup.config.switches.routing_delay = 0;
                      return setup;
                    },
                    4, 4});
  result.push_back({"switch_6_output_queued_random",
                    [] {
                      NetworkSetup setup = single_switch(6);
                      setup.config.switches.speedup = 2;
                      setup.config.switches.crossbar_delay = 2;
                      setup.config.switches.arbiter = ArbiterKind::kRandom;
                      setup.output_buffers(32);
                      return setup;
                    },
                    4, 6});
  result.push_back({"switch_8_virtual_output_queues",
                    [] {
                      NetworkSetup setup = single_switch(8);
                      setup.config.switches.allocator = AllocatorKind::kIslip;
                      setup.config.switches.iterations = 3;
                      setup.config.nic.injection_vcs = 8;
                      setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
                      return setup;
                    },
                    4, 5});
  return result;
}

/// One line: the name, what was delivered, and a hash of every delivery.
std::string run(const Case& golden, bool specialised, bool checks) {
  NetworkSetup setup = golden.setup();
  setup.config.simulation.specialised = specialised;
  setup.config.simulation.check_invariants = checks;
  const auto largest = static_cast<std::uint32_t>(setup.config.nic.packet_phits);
  setup.config.smallest_packet = static_cast<int>(golden.smallest);
  GoldenSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), golden.smallest,
                      largest, golden.mean_gap, golden.control);
  TestNetwork network(setup, source);
  network->run(kSending);
  if (!network.drain(kLimit)) return golden.name + " does not drain";
  const Conservation conservation = network->check_conservation();
  if (!conservation.holds) return golden.name + " " + conservation.message;
  const NetworkCounters counters = network->counters();
  return fmt::format(
      "{} delivered={} phits={} latency={} packet_hops={} flit_hops={} out_of_order={} "
      "digest={:016x}",
      golden.name, counters.delivered, source.phits, source.latency, counters.packet_hops,
      counters.flit_hops, counters.out_of_order, source.digest);
}

TEST(Golden, SmallNetworks) {
  std::vector<std::string> lines;
  for (const Case& golden : cases()) {
    const auto on = [&](bool specialised, bool checks) {
      return in_child([&] { return run(golden, specialised, checks); });
    };
    lines.push_back(on(true, true));
    EXPECT_EQ(on(true, false), lines.back());
    EXPECT_EQ(on(false, true), lines.back());
  }

  if (std::getenv("NETLOOM_UPDATE_GOLDEN") != nullptr) {
    std::ofstream file(NETLOOM_GOLDEN_FILE);
    file << "# Written by golden_tests with NETLOOM_UPDATE_GOLDEN=1; see golden_test.cpp.\n";
    for (const std::string& line : lines) file << line << "\n";
    ASSERT_TRUE(file.good()) << "cannot write " << NETLOOM_GOLDEN_FILE;
  }

  std::ifstream file(NETLOOM_GOLDEN_FILE);
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') expected.push_back(line);
  }
  ASSERT_EQ(expected.size(), lines.size()) << NETLOOM_GOLDEN_FILE;
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], expected[i]);
}

}  // namespace
}  // namespace netloom::test
