// Random traffic at all sockets of a fabric, with its data verified and its references counted.
// CI has a share; thorough.tlm has a million transactions in all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "routing/ft2ei/tree_faults.h"
#include "testbench/support/thorough.h"
#include "testbench/tlm/faults.h"
#include "testbench/tlm/random_traffic.h"

namespace netloom::test {
namespace {

struct TrafficCase {
  std::string name;
  std::function<NetworkSetup()> setup;
  TlmFabricConfig config;
  unsigned int width = 32;
  bool managed = false;  ///< a fabric manager leads ways around what has failed

  bool loses() const { return config.time_out > 0; }
  friend void PrintTo(const TrafficCase& each, std::ostream* out) { *out << each.name; }
};

NetworkSetup with_packets(NetworkSetup setup) {
  setup.config.nic.packet_phits = 9;
  setup.config.simulation.watchdog = 5000;
  return setup;
}

NetworkSetup mesh() {
  NetworkSetup setup(
      make_netlist("mesh",
                   {{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", std::int64_t{2}}},
                   {{"host", 2}, {"mesh", 3}}),
      "dor");
  setup.input_buffers(18);
  return with_packets(std::move(setup));
}

NetworkSetup dragonfly() {
  NetworkSetup setup(
      make_netlist("dragonfly",
                   {{"h", std::int64_t{1}}, {"a", std::int64_t{3}}, {"p", std::int64_t{1}}},
                   {{"host", 1}, {"local", 2}, {"global", 12}}),
      "min");
  setup.vc_policy = "ascending";
  setup.vcs(3);
  setup.config.nic.injection_vcs = 3;
  setup.config.nic.injection_buffer = 27;
  return with_packets(std::move(setup));
}

/// Cables fail one after another, over the whole run, and none is repaired.
NetworkSetup with_faults(NetworkSetup setup) {
  setup = with_fabric_manager(std::move(setup));
  setup.vcs(1);
  setup.config.nic.injection_vcs = 1;
  // Over some 800,000 cycles, and 10,000.
  const std::vector<std::vector<int>> cables = spare_cables(setup.netlist, 5);
  const Cycle spacing = (thorough() ? 720000 : 6400) / cables.size();
  Cycle cycle = 60;
  for (const std::vector<int>& cable : cables) {
    fail(setup, cable, cycle);
    cycle += spacing;
  }
  return setup;
}

NetworkSetup faulty_mesh() {
  NetworkSetup setup(
      make_netlist("mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, {{"host", 2}, {"mesh", 3}}),
      "dor");
  setup.input_buffers(18);
  return with_faults(with_packets(std::move(setup)));
}

NetworkSetup faulty_dragonfly() {
  return with_faults(dragonfly());
}

NetworkSetup faulty_tree() {
  return with_faults(with_packets(
      NetworkSetup(make_netlist("fat_tree", {{"k", std::int64_t{4}}, {"n", std::int64_t{2}}},
                                {{"up", 9}, {"down", 9}}),
                   "interval")));
}

/// Eight hosts; links between the stages fail one after another. Packets on them are lost, and the
/// others find another way, of which switches tell each other.
NetworkSetup flooded_tree() {
  const std::int64_t k = 2, n = 3;
  NetworkSetup setup(make_netlist("fat_tree", {{"k", k}, {"n", n}}, {{"up", 9}, {"down", 9}}),
                     "ft2ei");
  setup.function_parameters = {{"exclusion_intervals", std::int64_t{1}}};
  setup.vc_policy = "single";
  setup.config.switches.crossbar = CrossbarKind::kFull;
  setup.config.switches.control_priority = true;
  setup.config.switches.selection = "sadp";
  const FatTree tree(static_cast<int>(k), static_cast<int>(n));
  const PortMap ports(setup.netlist);
  // A cable of each lower switch, so that all pairs of hosts keep a way.
  int fault = 0;
  for (const SwitchId id : {0u, 5u}) {
    const LinkEnd up{id, static_cast<int>(k)};
    for (const LinkEnd& end : {up, reverse_link(tree, up)}) {
      setup.config.faults.push_back({static_cast<Cycle>(60 + (thorough() ? 300000 : 800) * fault),
                                     ports.link_out(end.switch_id, end.port), fault});
    }
    ++fault;
  }
  return with_packets(std::move(setup));
}

constexpr std::uint64_t kThorough = 1000000;  ///< transactions, of all cases
constexpr std::uint64_t kCases = 18;

template <unsigned int kBusWidth>
void run_traffic(const TrafficCase& test) {
  RandomTraffic traffic;
  traffic.seed = kBusWidth;
  if (thorough()) {
    traffic.rounds = 100;
    traffic.per_thread = 40;
    traffic.transactions = (kThorough + kCases - 1) / kCases;
  } else {
    traffic.rounds = 10;
    traffic.per_thread = 4;
  }
  Platform<kBusWidth> platform(test.setup(), test.config);
  if (test.managed) {
    traffic.between = [&platform](int round) {
      if (round % 4 == 3) write_around_faults(platform.setup, platform.fabric->network());
    };
  }
  RandomInitiators<kBusWidth> initiators(platform, traffic);
  sc_core::sc_start();
  EXPECT_EQ(initiators.complaints(), "");
  EXPECT_GE(initiators.transactions(), traffic.transactions);
  EXPECT_GE(initiators.transactions(), 20 * platform.initiators.size());
  if (test.managed) {
    EXPECT_GE(initiators.parts_with_faults(), thorough() ? 5 : 2);
  }
  EXPECT_EQ(initiators.lost() > 0, test.loses());
  const NetworkCounters counters = platform.fabric->network().counters();
  EXPECT_GT(counters.delivered, 0u);
  EXPECT_EQ(counters.lost > 0, test.loses());
  const Conservation conservation = platform.fabric->network().check_conservation();
  EXPECT_TRUE(conservation.holds) << conservation.message;
  std::uint64_t ended = 0;
  for (std::size_t i = 0; i < platform.checkers.size(); i += 2) {
    ended += platform.checkers[i]->ended();
  }
  EXPECT_EQ(ended, initiators.transactions()) << "each once";
  std::cout << initiators.transactions() << " transactions, " << initiators.lost() << " lost, "
            << counters.delivered << " packets, " << counters.lost << " lost, in "
            << initiators.parts_with_faults() << " of ten parts, " << now() << " ns\n";
}

class RandomTransactions : public testing::TestWithParam<TrafficCase> {};

TEST_P(RandomTransactions, EndOnceWithTheirData) {
  switch (GetParam().width) {
    case 32:
      run_traffic<32>(GetParam());
      break;
    case 64:
      run_traffic<64>(GetParam());
      break;
    default:
      run_traffic<128>(GetParam());
      break;
  }
}

std::vector<TrafficCase> cases() {
  std::vector<TrafficCase> result;
  for (const unsigned int width : {32u, 64u, 128u}) {
    TlmFabricConfig config;
    config.outstanding = 3;
    result.push_back({"Mesh" + std::to_string(width), mesh, config, width});
    config.order = FabricOrder::kPerInitiator;
    config.most_data = 32;
    result.push_back({"Dragonfly" + std::to_string(width), dragonfly, config, width});
    config.time_out = 1500;
    result.push_back({"FloodedTree" + std::to_string(width), flooded_tree, config, width});
    result.push_back({"FaultyTree" + std::to_string(width), faulty_tree, config, width, true});
    result.push_back({"FaultyMesh" + std::to_string(width), faulty_mesh, config, width, true});
    result.push_back(
        {"FaultyDragonfly" + std::to_string(width), faulty_dragonfly, config, width, true});
  }
  EXPECT_EQ(result.size(), kCases);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Over, RandomTransactions, testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace netloom::test
