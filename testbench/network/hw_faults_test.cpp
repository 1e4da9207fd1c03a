// FT2EI live: links fail under traffic, control packets spread it, registers follow.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "routing/base/random.h"
#include "routing/ft2ei/static_exclusions.h"
#include "routing/ft2ei/tree_faults.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What is excluded where: "s8.p3" -> "[4..7]", several intervals in ascending order.
using Exclusions = std::map<std::string, std::string>;

void add(Exclusions& exclusions, SwitchId id, int port, std::vector<CyclicInterval> intervals) {
  if (intervals.empty()) return;
  std::sort(intervals.begin(), intervals.end(),
            [](const auto& a, const auto& b) { return a.lower < b.lower; });
  std::string text;
  for (const CyclicInterval& each : intervals)
    text += fmt::format("[{}..{}]", each.lower, each.upper);
  exclusions[fmt::format("s{}.p{}", id, port)] = text;
}

/// A k-ary n-tree with the switch of [Fat-Trees 2010]: input queues of five packets of two phits, R
/// = X = L = 1, a crossbar per VC, and uniform traffic.
class FaultyTree {
 public:
  FaultyTree(int k, int n, int exclusion_intervals, double load, std::uint64_t seed)
      : tree(k, n),
        setup(make_netlist("fat_tree", {{"k", std::int64_t{k}}, {"n", std::int64_t{n}}}), "ft2ei"),
        source(tree.hosts(), load, 2, 2, seed) {
    setup.function_parameters = {{"exclusion_intervals", std::int64_t{exclusion_intervals}}};
    setup.vc_policy = "single";
    setup.input_buffers(10);
    setup.config.nic.packet_phits = 2;
    setup.config.switches.crossbar = CrossbarKind::kFull;
    setup.config.switches.control_priority = true;
    setup.config.switches.selection = "sadp";
    setup.config.simulation.seed = seed;
    setup.config.simulation.watchdog = 2000;
    registers_ = exclusion_intervals;
  }

  /// The directed link at an output port fails; with `cable` the other direction too.
  void fail(SwitchId id, int port, Cycle cycle, bool cable = false) {
    const PortMap ports(setup.netlist);
    const auto add_link = [&](const LinkEnd& end) {
      setup.config.faults.push_back({cycle, ports.link_out(end.switch_id, end.port), faults_});
      failed.push_back(end);
    };
    add_link({id, port});
    if (cable) add_link(reverse_link(tree, {id, port}));
    ++faults_;
  }

  /// All links between a switch and others fail.
  void fail_switch(SwitchId id, Cycle cycle) {
    const PortMap ports(setup.netlist);
    const int used = has_up_links(tree, id) ? 2 * tree.k() : tree.k();
    for (int port = tree.stage(id) == 0 ? tree.k() : 0; port < used; ++port) {
      for (const LinkEnd& end : {LinkEnd{id, port}, reverse_link(tree, {id, port})}) {
        setup.config.faults.push_back({cycle, ports.link_out(end.switch_id, end.port), faults_});
        failed.push_back(end);
      }
    }
    ++faults_;
  }

  /// The registers of the static model for all faults, in their order.
  Exclusions expected() const {
    StaticExclusions model(tree, registers_);
    for (const LinkEnd& link : failed) model.add_fault(link);
    Exclusions result;
    for (SwitchId id = 0; id < tree.switches(); ++id) {
      const ExclusionSet* sets = model.up_ports(id);
      for (int up = 0; sets != nullptr && up < tree.k(); ++up) {
        std::vector<CyclicInterval> intervals;
        for (int i = 0; i < registers_; ++i) {
          if (sets[up].enabled(i)) intervals.push_back(sets[up].interval(i));
        }
        add(result, id, tree.k() + up, intervals);
      }
    }
    return result;
  }

  Exclusions registers(Network& network) const {
    Exclusions result;
    for (SwitchId id = 0; id < tree.switches(); ++id) {
      if (!has_up_links(tree, id)) continue;
      const RegisterFile& file = network.registers(id);
      for (int up = 0; up < tree.k(); ++up) {
        std::vector<CyclicInterval> intervals;
        for (int i = 0; i < registers_; ++i) {
          const int index = up * registers_ + i;
          if (file.value("EENABLE", index) == 0) continue;
          intervals.push_back({file.value("ELIB", index), file.value("EUIB", index)});
        }
        add(result, id, tree.k() + up, intervals);
      }
    }
    return result;
  }

  FatTree tree;
  NetworkSetup setup;
  UniformSource source;
  std::vector<LinkEnd> failed;

 private:
  int registers_ = 1;
  int faults_ = 0;
};

/// Runs until `stop`, lets everything arrive, and checks that nothing is missing.
void run_and_drain(TestNetwork& network, FaultyTree& faulty, Cycle stop) {
  faulty.source.stop = stop;
  network->run(stop);
  EXPECT_TRUE(network.drain(20000));
  const Conservation conservation = network->check_conservation();
  EXPECT_TRUE(conservation.holds) << conservation.message;
}

TEST(LiveFaults, RegistersOfTheThesisFigure) {
  FaultyTree faulty(2, 4, 1, 0.3, 1);
  faulty.fail(18, 1, 500);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 2000);
  const Exclusions figure = {{"s8.p3", "[4..7]"}, {"s12.p3", "[4..7]"}, {"s14.p3", "[4..7]"}};
  EXPECT_EQ(faulty.registers(*network), figure);
  EXPECT_EQ(faulty.expected(), figure);
  const std::vector<FaultRecord> records = network->fault_records();
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].cycle, 500u);
  EXPECT_EQ(records[0].detected, 510u);
  EXPECT_EQ(records[0].updates, 3u);
  EXPECT_EQ(records[0].stranded, 0u);
  EXPECT_THAT(records[0].overlaps, IsEmpty());
  // One up, two down from the last stage, and three from the next: one link has failed.
  EXPECT_EQ(records[0].control_packets, 6u);
}

TEST(LiveFaults, ASecondFaultMergesIntervals) {
  FaultyTree faulty(2, 4, 1, 0.3, 1);
  faulty.fail(18, 1, 500);
  faulty.fail(22, 1, 1500);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 3000);
  // Switches 8 and 12 have both, and with them the victims 8 … 11.
  EXPECT_EQ(faulty.registers(*network)["s8.p3"], "[4..15]");
  EXPECT_EQ(faulty.registers(*network)["s12.p3"], "[4..15]");
  // Switch 10 is behind the link that failed first, the only one by which it could be told.
  Exclusions expected = faulty.expected();
  EXPECT_EQ(expected.erase("s10.p3"), 1u);
  EXPECT_EQ(faulty.registers(*network), expected);
  EXPECT_EQ(network->fault_records()[0].stranded, 0u);
  EXPECT_EQ(network->fault_records()[1].stranded, 1u);
}

/// With whole cables, switch 10 cannot send by the link either, and needs not be told.
TEST(LiveFaults, CablesInOneSubtree) {
  FaultyTree faulty(2, 4, 1, 0.3, 1);
  faulty.fail(18, 1, 500, true);
  faulty.fail(22, 1, 1500, true);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 3000);
  EXPECT_EQ(faulty.registers(*network), faulty.expected());
  EXPECT_EQ(faulty.registers(*network)["s10.p3"], "[0..15]");
  EXPECT_EQ(network->fault_records()[1].stranded, 0u);
}

/// The cables to two of the switches below a switch fail at once. The port by which its own control
/// packets enter the crossbar holds one: the second comes when that has left, a cycle later if it
/// has one phit, and follows it. Each of the three switches on the way sends up to four copies of
/// the first before it turns to the second.
TEST(LiveFaults, TheNextControlPacketEntersWhenTheFirstHasLeft) {
  for (const int phits : {1, 2}) {
    const std::string outcome = in_child([phits] {
      FaultyTree faulty(4, 3, 2, 0.01, 1);
      faulty.setup.config.fault_handling.control_phits = phits;
      faulty.fail(16, 0, 500, true);
      faulty.fail(16, 2, 500, true);
      TestNetwork network(faulty.setup, faulty.source);
      run_and_drain(network, faulty, 2000);
      EXPECT_EQ(faulty.registers(*network), faulty.expected());
      const std::vector<FaultRecord> records = network->fault_records();
      EXPECT_EQ(records.size(), 2u);
      EXPECT_GT(records.at(0).control_packets, 0u);
      EXPECT_EQ(records.at(1).control_packets, records.at(0).control_packets);
      EXPECT_GT(records.at(1).reconfiguration(), records.at(0).reconfiguration());
      EXPECT_LE(records.at(1).reconfiguration().value_or(0),
                records.at(0).reconfiguration().value_or(0) + static_cast<Cycle>(3 * 4 * phits));
      return std::string(testing::Test::HasFailure() ? "failed" : "");
    });
    EXPECT_EQ(outcome, "") << phits;
  }
}

TEST(LiveFaults, LostDestinationsAreToldToTheStageBelow) {
  FaultyTree faulty(2, 4, 1, 0.3, 1);
  faulty.fail(18, 1, 500);
  faulty.fail(16, 1, 1500);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 3000);
  const Exclusions registers = faulty.registers(*network);
  EXPECT_EQ(registers, faulty.expected());
  for (const int id : {8, 12, 14}) {
    EXPECT_EQ(registers.at(fmt::format("s{}.p2", id)), "[4..7]");
    EXPECT_EQ(registers.at(fmt::format("s{}.p3", id)), "[4..7]");
  }
  for (const int id : {0, 1, 4, 5, 6, 7}) {
    EXPECT_EQ(registers.at(fmt::format("s{}.p2", id)), "[4..7]");
  }
  EXPECT_EQ(registers.size(), 12u);
}

/// A switch fails with all its links: at the last stage, and at one below, whose neighbours above
/// and below all notice. What the switch itself cannot tell nobody needs to know.
TEST(LiveFaults, ASwitchFails) {
  const struct {
    int k, n;
    SwitchId id;
  } kCases[] = {{2, 3, 8}, {2, 3, 5}, {2, 4, 18}, {4, 3, 33}, {4, 3, 21}, {3, 3, 10}};
  for (const auto& each : kCases) {
    const std::string outcome = in_child([each] {
      FaultyTree faulty(each.k, each.n, 1, 0.4, 1);
      faulty.fail_switch(each.id, 700);
      TestNetwork network(faulty.setup, faulty.source);
      run_and_drain(network, faulty, 3000);
      const NetworkCounters counters = network->counters();
      EXPECT_EQ(network->fault_records().at(0).stranded, 0u);
      EXPECT_FALSE(faulty.expected().empty());
      EXPECT_EQ(faulty.registers(*network), faulty.expected());
      EXPECT_EQ(counters.generated, counters.delivered + counters.lost);
      return std::string(testing::Test::HasFailure() ? "failed" : "");
    });
    EXPECT_EQ(outcome, "") << each.k << "-ary " << each.n << "-tree, switch " << each.id;
  }
}

TEST(LiveFaults, AnUpLinkIsExcludedByItsSwitch) {
  FaultyTree faulty(2, 3, 1, 0.4, 1);
  faulty.fail(4, 3, 300);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 1000);
  EXPECT_EQ(faulty.registers(*network), (Exclusions{{"s4.p3", "[0..7]"}}));
  EXPECT_EQ(network->fault_records()[0].control_packets, 0u);
  EXPECT_EQ(network->fault_records()[0].reconfiguration(), 1u);
}

/// The last packets before the fault: one is on the wire, one waits before it.
TEST(LiveFaults, OnlyWhatIsOnTheWireIsLostAndTheDetourIsTwoHops) {
  const std::string outcome = in_child([] {
    FaultyTree faulty(2, 3, 1, 0.5, 1);
    // Down link 0 of the last stage's switch 8, to switch 4.
    faulty.fail(8, 0, 400);
    TestNetwork network(faulty.setup, faulty.source);
    run_and_drain(network, faulty, 1000);
    const NetworkCounters counters = network->counters();
    EXPECT_LE(counters.cut, 2u);
    EXPECT_EQ(counters.dropped, 0u);
    EXPECT_EQ(counters.lost, counters.cut);
    return std::string(testing::Test::HasFailure() ? "failed" : "");
  });
  EXPECT_EQ(outcome, "");
}

TEST(LiveFaults, WithoutEmergencyPathsPacketsAreDroppedAndCounted) {
  FaultyTree faulty(4, 3, 1, 0.9, 1);
  faulty.setup.config.fault_handling.emergency_path = false;
  faulty.fail(32, 0, 1000);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 3000);
  const NetworkCounters counters = network->counters();
  EXPECT_GT(counters.dropped, 0u);
  EXPECT_EQ(counters.deviated, 0u);
  EXPECT_EQ(counters.generated, counters.delivered + counters.lost);
  EXPECT_EQ(faulty.registers(*network), faulty.expected());
}

/// Hops of a packet of the fault-free tree.
int minimal_hops(const FatTree& tree, NodeId a, NodeId b) {
  int stage = 0;
  while (a / tree.power(stage) / static_cast<std::uint32_t>(tree.k()) !=
         b / tree.power(stage) / static_cast<std::uint32_t>(tree.k())) {
    ++stage;
  }
  return 2 * stage + 1;
}

class HopSource : public UniformSource {
 public:
  HopSource(const FatTree& tree, double load, std::uint64_t seed)
      : UniformSource(tree.hosts(), load, 2, 2, seed), tree_(tree) {}
  Cycle delivered(const DeliveredPacket& packet) override {
    const int more = packet.hops - minimal_hops(tree_, packet.source, packet.destination);
    if (packet.deviated) {
      ++deviated;
      detours.insert(more);
    } else if (more != 0) {
      ++longer;
    }
    return UniformSource::delivered(packet);
  }
  int deviated = 0, longer = 0;
  std::set<int> detours;

 private:
  const FatTree& tree_;
};

TEST(LiveFaults, DeviatedPacketsTakeTwoHopsMore) {
  FaultyTree faulty(4, 3, 1, 0.9, 1);
  faulty.fail(32, 0, 1000);
  HopSource source(faulty.tree, 0.9, 3);
  TestNetwork network(faulty.setup, source);
  source.stop = 3000;
  network->run(3000);
  ASSERT_TRUE(network.drain(20000));
  EXPECT_GT(source.deviated, 0);
  EXPECT_EQ(static_cast<std::uint64_t>(source.deviated), network->counters().deviated);
  EXPECT_THAT(source.detours, ElementsAre(2));
  EXPECT_EQ(source.longer, 0);
  EXPECT_EQ(network->counters().dropped, 0u);
}

/// [Fat-Trees 2010], Figure 3.8: both switches tell each other, and each way is broken.
TEST(LiveFaults, AFaultDuringAReconfigurationIsReported) {
  FaultyTree faulty(2, 3, 1, 0.1, 1);
  faulty.fail(6, 1, 500);
  faulty.fail(8, 0, 500);
  // Switch 6 must go up by switch 8 for this to happen.
  faulty.setup.config.switches.selection = "ff";
  TestNetwork network(faulty.setup, faulty.source);
  faulty.source.stop = 2000;
  network->run(6000);
  const std::vector<FaultRecord> records = network->fault_records();
  ASSERT_EQ(records.size(), 2u);
  EXPECT_THAT(records[0].overlaps, ElementsAre(1));
  EXPECT_THAT(records[1].overlaps, ElementsAre(0));
  EXPECT_GT(records[0].stranded + records[1].stranded, 0u);
  EXPECT_NE(faulty.registers(*network), faulty.expected());
}

/// [Fat-Trees 2010], Figure 3.9: the same two, one after the other.
TEST(LiveFaults, AfterAReconfigurationTheNextFaultIsSpreadAroundTheFirst) {
  FaultyTree faulty(2, 3, 1, 0.1, 1);
  faulty.fail(8, 0, 500);
  faulty.fail(6, 1, 1500);
  TestNetwork network(faulty.setup, faulty.source);
  run_and_drain(network, faulty, 3000);
  EXPECT_EQ(faulty.registers(*network), faulty.expected());
  for (const FaultRecord& record : network->fault_records()) {
    EXPECT_EQ(record.stranded, 0u);
    EXPECT_THAT(record.overlaps, IsEmpty());
  }
}

std::uint64_t cycles_without(bool priority, std::uint64_t seed) {
  const std::string result = in_child([=] {
    FaultyTree faulty(4, 3, 1, 0.95, seed);
    faulty.setup.config.switches.control_priority = priority;
    faulty.fail(16, 2, 3000);
    TestNetwork network(faulty.setup, faulty.source);
    network->run(8000);
    return std::to_string(network->fault_records()[0].reconfiguration().value_or(99999));
  });
  return std::stoull(result);
}

TEST(LiveFaults, WithoutPriorityReconfigurationTakesLonger) {
  std::uint64_t with = 0;
  std::uint64_t without = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    with += cycles_without(true, seed);
    without += cycles_without(false, seed);
  }
  EXPECT_GT(without, with);
}

/// How SystemC runs the switches, and how far each runs by itself, changes nothing.
TEST(LiveFaults, HowTheSimulationIsRunDoesNotMatter) {
  const auto run = [](std::uint64_t shuffle, int quantum, bool idle_skipping) {
    return in_child([=] {
      FaultyTree faulty(4, 3, 2, 0.7, 5);
      faulty.setup.netlist =
          make_netlist("fat_tree", {{"k", std::int64_t{4}}, {"n", std::int64_t{3}}},
                       {{"up", 4}, {"down", 4}, {"host", 2}});
      faulty.fail(16, 2, 701, true);
      faulty.fail(40, 1, 1903);
      faulty.setup.config.simulation.shuffle = shuffle;
      faulty.setup.config.simulation.quantum = quantum;
      faulty.setup.config.simulation.idle_skipping = idle_skipping;
      TestNetwork network(faulty.setup, faulty.source);
      network->run(4000);
      std::string text = fmt::format("{} {} {}", faulty.source.digest(),
                                     network->counters().deviated, network->counters().lost);
      for (const FaultRecord& record : network->fault_records()) {
        text += fmt::format(" {}/{}", record.updated.value_or(0), record.control_packets);
      }
      return text;
    });
  };
  const std::string reference = run(0, 1, false);
  EXPECT_THAT(reference, testing::Not(HasSubstr("ERROR")));
  EXPECT_EQ(run(0, 4, true), reference);
  EXPECT_EQ(run(7, 4, true), reference);
  EXPECT_EQ(run(9, 2, false), reference);
}

/// Nor does it where control packets are so short that the next one of a switch enters the crossbar
/// in the very next cycle, and one comes to a switch in the cycle in which another is processed.
TEST(LiveFaults, ControlPacketsOfOnePhitDoNotDependOnIdleSkipping) {
  const auto run = [](bool idle_skipping, std::uint64_t seed) {
    return in_child([=] {
      FaultyTree faulty(4, 3, 3, 0.9, seed);
      faulty.setup.config.fault_handling.control_phits = 1;
      for (SwitchId id = 16; id < 32; ++id) {
        for (const int port : {0, 1}) faulty.fail(id, port, 600 + 40 * (id - 16), true);
      }
      faulty.setup.config.simulation.idle_skipping = idle_skipping;
      TestNetwork network(faulty.setup, faulty.source);
      network->run(2500);
      return fmt::format("{} {} {}", faulty.source.digest(), network->counters().deviated,
                         network->counters().lost);
    });
  };
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const std::string reference = run(false, seed);
    EXPECT_THAT(reference, testing::Not(HasSubstr("ERROR")));
    EXPECT_EQ(run(true, seed), reference);
  }
}

/// Numbers of faults stand for themselves, however large.
TEST(LiveFaults, TheNumberOfAFaultComesBackWithItsRecord) {
  for (const int number : {65535, 65536, 70000}) {
    const std::string outcome = in_child([number] {
      FaultyTree faulty(2, 4, 1, 0.3, 1);
      faulty.fail(18, 1, 500);
      faulty.setup.config.faults[0].fault = number;
      TestNetwork network(faulty.setup, faulty.source);
      run_and_drain(network, faulty, 2000);
      const std::vector<FaultRecord> records = network->fault_records();
      return fmt::format("{}: {} {} {}", records.size(), records[0].fault, records[0].updates,
                         records[0].control_packets);
    });
    EXPECT_EQ(outcome, fmt::format("1: {} 3 6", number));
  }
}

/// What is kept of a fault does not grow with the number of the others.
TEST(LiveFaults, OfManyFaultsAtOnceSomeAreListedAndTheOthersCounted) {
  FaultyTree faulty(4, 3, 1, 0.1, 1);
  for (SwitchId id = 16; id < 48; ++id) {
    for (int port = 0; port < 4; ++port) faulty.fail(id, port, 500);
  }
  TestNetwork network(faulty.setup, faulty.source);
  network->run(505);
  const std::vector<FaultRecord> records = network->fault_records();
  ASSERT_EQ(records.size(), 128u);
  for (const FaultRecord& record : records) {
    EXPECT_EQ(record.overlaps.size(), 100u);
    EXPECT_EQ(record.overlaps_left_out, 27u);
  }
  EXPECT_EQ(records[0].overlaps.front(), 1);
  EXPECT_EQ(records[0].overlaps.back(), 100);
  EXPECT_EQ(records[127].overlaps.back(), 99);
}

TEST(LiveFaults, WhatCannotBeIsRefused) {
  const auto message = [](void (*change)(FaultyTree&)) {
    return in_child([=]() -> std::string {
      FaultyTree faulty(2, 3, 1, 0.1, 1);
      faulty.fail(8, 0, 500);
      change(faulty);
      TestNetwork network(faulty.setup, faulty.source);
      return "accepted";
    });
  };
  EXPECT_THAT(message([](FaultyTree& faulty) { faulty.setup.output_buffers(8); }),
              HasSubstr("switch.output_buffer"));
  EXPECT_THAT(message([](FaultyTree& faulty) {
                faulty.setup.config.switches.switching = Switching::kWormhole;
                faulty.setup.config.switches.flit_phits = 1;
              }),
              HasSubstr("allowed with faults: vct, store_and_forward"));
  EXPECT_THAT(message([](FaultyTree& faulty) { faulty.setup.config.nic.reorder_buffer = 20; }),
              HasSubstr("nic.reorder_buffer"));
  EXPECT_THAT(message([](FaultyTree& faulty) { faulty.setup.config.faults[0].link = 0; }),
              HasSubstr("links between switches"));
  EXPECT_THAT(message([](FaultyTree& faulty) { faulty.setup.config.faults[0].fault = -1; }),
              HasSubstr("faults: number -1, link "));
  EXPECT_THAT(message([](FaultyTree& faulty) {
                faulty.setup.function = "interval";
                faulty.setup.function_parameters.clear();
              }),
              HasSubstr("this routing function does not tolerate any; allowed: none"));
  EXPECT_THAT(message([](FaultyTree& faulty) { faulty.setup.config.fault_handling.detection = 0; }),
              HasSubstr("fault_handling.detection"));
}

/// Random networks, loads and fault places; one to k-1 faults one after another.
class RandomFaults : public testing::TestWithParam<int> {};

std::string random_run(std::uint64_t seed) {
  Random random(seed, 0);
  constexpr int kShapes[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}, {4, 3}};
  const auto& shape = kShapes[random.below(7)];
  const int k = shape[0];
  const int n = shape[1];
  const int registers = 1 + static_cast<int>(random.below(3));
  const double load = 0.05 + 0.9 * random.uniform();
  FaultyTree faulty(k, n, registers, load, seed);
  const int count = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(k - 1)));
  const bool cable = random.below(3) == 0;
  Cycle cycle = 300 + random.below(300);
  for (int i = 0; i < count; ++i) {
    LinkEnd link;
    do {
      link.switch_id = random.below(faulty.tree.switches());
      link.port = static_cast<int>(random.below(
          static_cast<std::uint32_t>(has_up_links(faulty.tree, link.switch_id) ? 2 * k : k)));
    } while ((link.port < k && faulty.tree.stage(link.switch_id) == 0) ||
             std::count(faulty.failed.begin(), faulty.failed.end(), link) != 0);
    faulty.fail(link.switch_id, link.port, cycle, cable);
    cycle += 1500 + random.below(500);
  }
  const std::string what = fmt::format("seed {}: {}-ary {}-tree, n_ei {}, load {:.2f}, {} {}", seed,
                                       k, n, registers, load, count, cable ? "cables" : "links");
  TestNetwork network(faulty.setup, faulty.source);
  faulty.source.stop = cycle;
  network->run(cycle);
  if (!network.drain(30000)) return what + ": packets are stuck";
  const Conservation conservation = network->check_conservation();
  if (!conservation.holds) return what + ": " + conservation.message;
  std::uint64_t stranded = 0;
  for (const FaultRecord& record : network->fault_records()) {
    if (!record.overlaps.empty()) return what + ": reconfigurations overlap";
    stranded += record.stranded;
  }
  // Cables always allow all switches to be told, a single link too; see
  // ASecondFaultMergesIntervals.
  if (stranded != 0 && (cable || count == 1)) return what + ": control packets are stranded";
  if (stranded == 0 && faulty.registers(*network) != faulty.expected()) {
    return what + ": other registers";
  }
  const NetworkCounters counters = network->counters();
  if (counters.dropped != 0) return what + fmt::format(": {} dropped", counters.dropped);
  // A wire of one cycle and a crossbar of one hold two packets of two phits.
  const auto links = faulty.setup.config.faults.size();
  if (counters.cut > 2 * links) return what + fmt::format(": {} cut", counters.cut);
  return "";
}

TEST_P(RandomFaults, EndAsTheStaticModelAndLoseNothing) {
  for (int i = 0; i < 50; ++i) {
    const auto seed = static_cast<std::uint64_t>(GetParam() * 50 + i);
    EXPECT_EQ(in_child([seed] { return random_run(seed); }), "");
  }
}

INSTANTIATE_TEST_SUITE_P(LiveFaults, RandomFaults, testing::Range(0, thorough() ? 20 : 5));

}  // namespace
}  // namespace netloom::test
