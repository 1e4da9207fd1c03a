#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Cycles worked out by hand from the timing contract. Unless a case says otherwise: one switch,
/// host i at port i, all link latencies 1, R = 0, X = 1, packets of P = 4 phits. A packet that is
/// generated in cycle c then arrives in c + 1, may be granted in g = c + 1, and a packet granted in
/// g is delivered in g + X + L + P - 1 = g + 5.
class OneSwitch : public testing::Test {
 protected:
  explicit OneSwitch(int hosts = 6)
      : setup(make_netlist("single_switch", {{"hosts", std::int64_t{hosts}}}), "shortest_path"),
        source(static_cast<std::size_t>(hosts)) {
    setup.config.switches.routing_delay = 0;
  }

  void send(NodeId from, NodeId to, Cycle cycle, std::uint32_t phits = 4, bool control = false) {
    Message message;
    message.destination = to;
    message.phits = phits;
    message.control = control;
    source.send(from, cycle, message);
  }

  /// (Source, cycle of delivery) of all packets, by cycle.
  std::vector<std::pair<NodeId, Cycle>> run(Cycle cycles = 1000) {
    TestNetwork network(setup, source);
    network->run(cycles);
    EXPECT_TRUE(network->empty());
    EXPECT_EQ(network->check_conservation().message, "");
    std::vector<std::pair<NodeId, Cycle>> result;
    for (const DeliveredPacket& packet : source.packets) {
      result.emplace_back(packet.source, packet.delivered);
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
    return result;
  }
  /// When the packet from `from` to `to` was delivered, after run().
  Cycle delivered(NodeId from, NodeId to) const {
    for (const DeliveredPacket& packet : source.packets) {
      if (packet.source == from && packet.destination == to) return packet.delivered;
    }
    ADD_FAILURE() << "nothing came from host " << from << " to host " << to;
    return kNever;
  }

  NetworkSetup setup;
  ScriptedSource source;
};

// ---- Routing units.

/// Three heads come in cycle 1 and one in 3; R = 5. With a unit per port their results count from 6
/// and 8, and packets are delivered 5 cycles after that.
TEST_F(OneSwitch, RoutingUnitsOfPortsWorkSideBySide) {
  setup.config.switches.routing_delay = 5;
  for (NodeId i = 0; i < 3; ++i) send(i, (i + 1) % 3, 0);
  send(4, 5, 2);
  EXPECT_THAT(run(),
              testing::UnorderedElementsAre(Pair(0, 11), Pair(1, 11), Pair(2, 11), Pair(4, 13)));
}

/// With one unit the heads of cycle 1 are routed until 6, 11 and 16 by the numbers of their ports,
/// and that of cycle 3 until 21.
TEST_F(OneSwitch, OneRoutingUnitTakesTheHeadsInTurn) {
  setup.config.switches.routing_delay = 5;
  setup.config.switches.routing_units = RoutingUnits::kSwitch;
  for (const NodeId i : {2u, 0u, 1u}) send(i, (i + 1) % 3, 0);
  send(4, 5, 2);
  EXPECT_THAT(run(), ElementsAre(Pair(0, 11), Pair(1, 16), Pair(2, 21), Pair(4, 26)));
}

/// Its work bounds the rate of the switch: one packet per R cycles, whatever the crossbar could do.
TEST_F(OneSwitch, OneRoutingUnitBoundsTheRate) {
  setup.config.switches.routing_delay = 5;
  setup.config.switches.routing_units = RoutingUnits::kSwitch;
  for (Cycle i = 0; i < 10; ++i) {
    for (NodeId host = 0; host < 6; ++host) send(host, (host + 1) % 6, i);
  }
  const auto packets = run();
  ASSERT_EQ(packets.size(), 60u);
  EXPECT_EQ(packets.back().second - packets.front().second, 59u * 5);
}

/// The head comes in cycle 1 and the tail in 4, from which cycle on it may be granted; that of an
/// ordinary packet in 1.
TEST_F(OneSwitch, ControlPacketsAreStoredAndForwardedWhateverElseThereIs) {
  setup.config.simulation.check_invariants = false;
  send(0, 1, 0, 4, true);
  send(2, 3, 0);
  EXPECT_THAT(run(), ElementsAre(Pair(2, 6), Pair(0, 9)));
}

// ---- Two inputs, one output.

TEST_F(OneSwitch, LoserGoesWhenTheWinnersLastPhitHasCrossed) {
  setup.config.switches.routing_delay = 1;
  send(0, 2, 0);
  send(1, 2, 0);
  // Both may be granted in 2. Input 0 wins and holds the output 2 … 5; input 1 is granted in 6.
  EXPECT_THAT(run(), ElementsAre(Pair(0, 7), Pair(1, 11)));
}

TEST_F(OneSwitch, RoundRobinPointerIsPastTheLastWinner) {
  send(0, 2, 0);
  send(0, 2, 20);
  send(1, 2, 20);
  send(0, 2, 40);
  send(1, 2, 40);
  send(3, 2, 40);
  // In 21 the pointer is at 1: 1, then 0. In 41 it is at 1 again: 1, 3, 0.
  EXPECT_THAT(run(), ElementsAre(Pair(0, 6), Pair(1, 26), Pair(0, 30), Pair(1, 46), Pair(3, 50),
                                 Pair(0, 54)));
}

TEST_F(OneSwitch, WithAnOutputBufferTheLinkIsTheBottleneckAllTheSame) {
  setup.output_buffers(16);
  send(0, 2, 0);
  send(1, 2, 0);
  // Grants in 1 and 5; link starts in 2 and 6.
  EXPECT_THAT(run(), ElementsAre(Pair(0, 6), Pair(1, 10)));
}

// ---- Throughput of one stream.

class BackToBack : public OneSwitch,
                   public testing::WithParamInterface<std::pair<int, int>> {};  // R, P

/// The next head is routed while the packet before it crosses: it comes to the front in the grant
/// cycle (or later, when it arrives), counts R later, and finds the crossbar free after P. A
/// backlog therefore goes at one packet per max(P, R) cycles: one phit per cycle unless R > P.
TEST_P(BackToBack, RoutingOverlapsTheCrossing) {
  const auto [routing_delay, phits] = GetParam();
  setup.config.switches.routing_delay = routing_delay;
  setup.config.nic.packet_phits = phits;
  constexpr int kPackets = 10;
  for (int i = 0; i < kPackets; ++i) send(0, 1, 0, static_cast<std::uint32_t>(phits));
  const auto packets = run();
  ASSERT_EQ(packets.size(), static_cast<std::size_t>(kPackets));
  const int interval = std::max(routing_delay, phits);
  for (int i = 0; i < kPackets; ++i) {
    // First grant in 1 + R, delivered X + L + P - 1 later.
    EXPECT_EQ(packets[static_cast<std::size_t>(i)].second,
              static_cast<Cycle>(1 + routing_delay + 1 + 1 + phits - 1 + i * interval))
        << "packet " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(DelayAndPacket, BackToBack,
                         testing::Values(std::pair{0, 1}, std::pair{1, 1}, std::pair{1, 4},
                                         std::pair{2, 1}, std::pair{3, 2}, std::pair{3, 4},
                                         std::pair{4, 4}, std::pair{7, 4}));

TEST_F(OneSwitch, ARoutingUnitTakesOneHeadAtATime) {
  // Two heads on two VCs of one port; flits of one phit arrive in 1 and 2. The first is routed in
  // 1 … 10; the second may be routed from 11 on and counts from 21.
  setup.config.switches.routing_delay = 10;
  setup.config.nic.packet_phits = 1;
  setup.config.nic.injection_vcs = 2;
  send(0, 2, 0, 1);
  send(0, 3, 0, 1);
  run();
  EXPECT_EQ(delivered(0, 2), 11u + 2);
  EXPECT_EQ(delivered(0, 3), 21u + 2);
}

// ---- Speedup.

class Speedup : public OneSwitch, public testing::WithParamInterface<int> {};

/// Host 0 sends A to 2, host 1 sends C to 2 and then D to 3. With R = 3, A and C are granted when
/// they have fully arrived (1 + 3 = 4). A wins. At S = 1 A holds the output 4 … 7, C goes in 8, D's
/// head is at the front from 8 and counts from 11, the input is free from 12: D goes in 12. At
/// S = 2 A crosses in 4 and 5, C in 6 and 7, D counts from 9 and goes in 9.
TEST_P(Speedup, CrossesTwoPhitsPerCycleIntoOutputBuffers) {
  setup.config.switches.routing_delay = 3;
  setup.config.switches.speedup = GetParam();
  setup.output_buffers(16);
  send(0, 2, 0);
  send(1, 2, 0);
  send(1, 3, 0);
  run();
  EXPECT_EQ(delivered(0, 2), 9u);
  EXPECT_EQ(delivered(1, 2), 13u) << "the link to host 2 stays at one phit per cycle";
  EXPECT_EQ(delivered(1, 3), GetParam() == 1 ? 17u : 14u);
}

/// The same with R = 0: A is granted as its head arrives, in 1, and no speedup can move phits that
/// have not arrived; C goes in 5. Then C, long since there, holds the crossbar 5 … 8 at S = 1, 5
/// and 6 at S = 2; D goes in 9 or 7.
TEST_P(Speedup, NeverAheadOfTheArrival) {
  setup.config.switches.speedup = GetParam();
  setup.output_buffers(16);
  send(0, 2, 0);
  send(1, 2, 0);
  send(1, 3, 0);
  run();
  EXPECT_EQ(delivered(0, 2), 6u);
  EXPECT_EQ(delivered(1, 2), 10u);
  EXPECT_EQ(delivered(1, 3), GetParam() == 1 ? 14u : 12u);
}

/// Without output buffers the crossbar's output is the link.
TEST_P(Speedup, IsOfNoUseWithoutOutputBuffers) {
  setup.config.switches.routing_delay = 3;
  setup.config.switches.speedup = GetParam();
  send(0, 2, 0);
  send(1, 2, 0);
  send(1, 3, 0);
  run();
  EXPECT_EQ(delivered(0, 2), 9u);
  EXPECT_EQ(delivered(1, 2), 13u);
  EXPECT_EQ(delivered(1, 3), 17u);
}

INSTANTIATE_TEST_SUITE_P(OneAndTwo, Speedup, testing::Values(1, 2));

// ---- Full crossbar.

class Crossbar : public OneSwitch, public testing::WithParamInterface<CrossbarKind> {};

/// Host 0 blocks output 2 from 1 to 4. Host 1 has a packet to 2 on VC 0 (there since 1) and one to
/// 3 on VC 1 (arriving in 5): both may go in 5. A multiplexed crossbar takes VC 0 and then, from 9,
/// VC 1.
TEST_P(Crossbar, FullMovesTwoVcsOfAPortAtOnce) {
  setup.config.switches.crossbar = GetParam();
  setup.config.nic.injection_vcs = 2;
  setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
  send(0, 2, 0);
  send(1, 2, 0);
  send(1, 3, 0);
  run();
  EXPECT_EQ(delivered(0, 2), 6u);
  EXPECT_EQ(delivered(1, 2), 10u);
  EXPECT_EQ(delivered(1, 3), GetParam() == CrossbarKind::kFull ? 10u : 14u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Crossbar,
                         testing::Values(CrossbarKind::kMultiplexed, CrossbarKind::kFull));

// ---- Wormhole.

class Wormhole : public OneSwitch {
 protected:
  Wormhole() {
    setup.config.switches.switching = Switching::kWormhole;
    setup.config.switches.flit_phits = 2;
    setup.config.nic.packet_phits = 6;
  }
};

TEST_F(Wormhole, FlitsOfTwoVcsInterleaveOnTheLink) {
  setup.config.nic.injection_vcs = 2;
  setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
  send(0, 2, 0, 6);
  send(0, 3, 0, 6);
  run();
  // On the injection link: a b a b a b, two cycles each. The tails start in 8 and 10, arrive in 9
  // and 11, are granted at once and delivered X + L + 1 later.
  EXPECT_EQ(delivered(0, 2), 12u);
  EXPECT_EQ(delivered(0, 3), 14u);
  std::map<NodeId, Cycle> injected;
  for (const DeliveredPacket& packet : source.packets) {
    injected[packet.destination] = packet.injected;
  }
  EXPECT_THAT(injected, ElementsAre(Pair(2, 0), Pair(3, 2)));
}

TEST_F(Wormhole, PacketsNeverMixInAVc) {
  send(0, 2, 0, 6);
  send(1, 2, 0, 6);
  // Grants of input 0 in 1, 3, 5; the VC is free again when its tail has been granted, the output
  // in 7: grants of input 1 in 7, 9, 11. The tail is delivered X + L + 1 after its grant.
  EXPECT_THAT(run(), ElementsAre(Pair(0, 8), Pair(1, 14)));
}

TEST_F(Wormhole, PacketsOnTwoVcsShareAnOutput) {
  setup.vcs(2);
  send(0, 2, 0, 6);
  send(1, 2, 0, 6);
  // Input 0 takes VC 0 and input 1 VC 1; round robin gives them the output in turn: 0 in 1, 5, 9,
  // 1 in 3, 7, 11.
  EXPECT_THAT(run(), ElementsAre(Pair(0, 12), Pair(1, 14)));
}

// ---- Control packets.

class ControlPriority : public OneSwitch, public testing::WithParamInterface<bool> {};

/// Host 0's data packet holds output 2 from 1 to 4. Host 1's waits since 1; host 3's control packet
/// may be routed only when its tail is there, in 4. In 5 the pointer is at 1.
TEST_P(ControlPriority, OvertakesWaitingDataButInterruptsNothing) {
  setup.config.switches.control_priority = GetParam();
  send(0, 2, 0);
  send(1, 2, 0);
  send(3, 2, 0, 4, true);
  const auto packets = run();
  if (GetParam()) {
    EXPECT_THAT(packets, ElementsAre(Pair(0, 6), Pair(3, 10), Pair(1, 14)));
  } else {
    EXPECT_THAT(packets, ElementsAre(Pair(0, 6), Pair(1, 10), Pair(3, 14)));
  }
}

/// The same at the arbiter of an input port: host 1 has data for host 3 on VC 0 (arriving in 1) and
/// a control packet for host 2 on VC 1 (tail in 8), both outputs being blocked until 17 by hosts 4
/// and 5.
TEST_P(ControlPriority, AlsoAmongTheVcsOfAPort) {
  setup.config.switches.control_priority = GetParam();
  setup.config.nic.packet_phits = 16;
  setup.config.smallest_packet = 4;
  setup.config.nic.injection_vcs = 2;
  send(4, 2, 0, 16);
  send(5, 3, 0, 16);
  send(1, 3, 1, 4);
  send(1, 2, 1, 4, true);
  run();
  EXPECT_EQ(delivered(1, 2), GetParam() ? 22u : 26u);
  EXPECT_EQ(delivered(1, 3), GetParam() ? 26u : 22u);
}

/// … and at the arbiter of an output link, behind the crossbar. Three packets for host 2 on one
/// output VC each would need three VCs: hosts 0, 1 and 3 get VCs 0, 1 and 0.
TEST_P(ControlPriority, AlsoAtTheLink) {
  setup.config.switches.control_priority = GetParam();
  setup.config.switches.crossbar = CrossbarKind::kFull;
  setup.config.switches.speedup = 2;
  setup.config.switches.routing_delay = 3;
  setup.output_buffers(4);
  setup.vcs(4);
  send(0, 2, 0);
  send(1, 2, 0);
  send(3, 2, 0, 4, true);
  // The data heads count from 4. Both select VC 0, input 0 gets it; input 1 goes to VC 1 in 5,
  // because VC 0 is taken. Control: tail in 4, counts from 7, VC 2 (0 and 1 are full). Link: host
  // 0's from 5 to 8; in 9 both others are there. Round robin: VC 1 before VC 2.
  const auto packets = run();
  if (GetParam()) {
    EXPECT_THAT(packets, ElementsAre(Pair(0, 9), Pair(3, 13), Pair(1, 17)));
  } else {
    EXPECT_THAT(packets, ElementsAre(Pair(0, 9), Pair(1, 13), Pair(3, 17)));
  }
}

INSTANTIATE_TEST_SUITE_P(OffAndOn, ControlPriority, testing::Bool());

// ---- Arbiters.

/// Hosts 0, 3 and 1 are served in this order, alone; then 0 and 3 contend.
class LeastRecentlyServed : public OneSwitch, public testing::WithParamInterface<ArbiterKind> {};

TEST_P(LeastRecentlyServed, IsWhoWaitedLongestAndNotWhoComesNext) {
  setup.config.switches.arbiter = GetParam();
  send(0, 2, 0);
  send(3, 2, 20);
  send(1, 2, 40);
  send(0, 2, 60);
  send(3, 2, 60);
  const auto packets = run();
  ASSERT_EQ(packets.size(), 5u);
  const NodeId winner = GetParam() == ArbiterKind::kLeastRecentlyServed ? 0 : 3;
  EXPECT_THAT(packets[3], Pair(winner, 66));
  EXPECT_THAT(packets[4], Pair(3 - winner, 70));
}

INSTANTIATE_TEST_SUITE_P(AgainstRoundRobin, LeastRecentlyServed,
                         testing::Values(ArbiterKind::kRoundRobin,
                                         ArbiterKind::kLeastRecentlyServed));

/// Host 0 blocks output 2 from 1 to 8. Of those who wait, host 3 was generated before host 1.
class Age : public OneSwitch, public testing::WithParamInterface<ArbiterKind> {};

TEST_P(Age, TakesTheOldest) {
  setup.config.switches.arbiter = GetParam();
  setup.config.nic.packet_phits = 8;
  setup.config.smallest_packet = 4;
  send(0, 2, 0, 8);
  send(3, 2, 1);
  send(1, 2, 2);
  if (GetParam() == ArbiterKind::kAge) {
    EXPECT_THAT(run(), ElementsAre(Pair(0, 10), Pair(3, 14), Pair(1, 18)));
  } else {
    EXPECT_THAT(run(), ElementsAre(Pair(0, 10), Pair(1, 14), Pair(3, 18)));
  }
}

INSTANTIATE_TEST_SUITE_P(AgainstRoundRobin, Age,
                         testing::Values(ArbiterKind::kRoundRobin, ArbiterKind::kAge));

/// Three hosts with a packet in every cycle share one output.
class Shares : public OneSwitch, public testing::WithParamInterface<ArbiterKind> {};

TEST_P(Shares, AreEqualAtASaturatedOutput) {
  constexpr int kGrants = 3000;
  setup.config.switches.arbiter = GetParam();
  setup.config.nic.packet_phits = 1;
  for (Cycle cycle = 0; cycle < kGrants; ++cycle) {
    for (const NodeId host : {0u, 1u, 3u}) send(host, 2, cycle, 1);
  }
  TestNetwork network(setup, source);
  network->run(kGrants + 3);  // the first is granted in 1 and delivered in 3
  std::array<int, 4> count{};
  for (const DeliveredPacket& packet : source.packets) ++count[packet.source];
  EXPECT_EQ(count[0] + count[1] + count[3], kGrants) << "no cycle is wasted";
  // Random: binomial, p = 1/3; five standard deviations.
  const double bound = GetParam() == ArbiterKind::kRandom ? 5 * std::sqrt(kGrants * 2.0 / 9.0) : 1;
  for (const std::size_t host : {0u, 1u, 3u}) EXPECT_NEAR(count[host], kGrants / 3.0, bound);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Shares,
                         testing::Values(ArbiterKind::kRoundRobin,
                                         ArbiterKind::kLeastRecentlyServed, ArbiterKind::kAge,
                                         ArbiterKind::kRandom));

// ---- Allocators: the matching that a cycle finds.

struct Allocation {
  AllocatorKind allocator;
  int iterations;
  int output_pointer;  ///< of output 3 after cycle 17

  friend void PrintTo(const Allocation& allocation, std::ostream* out) {
    PrintTo(allocation.allocator, out);
    *out << " x " << allocation.iterations;
  }
};

/// Hosts 4 and 5 hold outputs 2 and 3 from 1 to 16 with 16 phits each. Meanwhile hosts 0 and 1 each
/// get a packet for 2 (on VC 0) and one for 3 (on VC 1), so that in 17 all four wait for two free
/// outputs and all pointers are at the lowest requester.
class Allocators : public OneSwitch, public testing::WithParamInterface<Allocation> {
 protected:
  Allocators() {
    setup.config.nic.packet_phits = 16;
    setup.config.smallest_packet = 4;
    setup.config.nic.injection_vcs = 2;
    setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
    setup.config.switches.allocator = GetParam().allocator;
    setup.config.switches.iterations = GetParam().iterations;
    send(4, 2, 0, 16);
    send(5, 3, 0, 16);
    for (const NodeId host : {0u, 1u}) {
      send(host, 2, 1);
      send(host, 3, 1);
    }
  }
};

/// One iteration. Input first: both inputs ask for output 2, which takes input 0. Output first:
/// both outputs offer themselves to input 0, which takes output 2. So one grant in 17. In 18 input
/// 1 gets output 3. In 21 input 0 has nothing but output 3, busy until 21; in 22 both others go.
/// Two iterations: input 1 gets output 3 in 17 too, and both others go in 21.
TEST_P(Allocators, MatchAsManyAsTheirIterationsFind) {
  run();
  if (GetParam().iterations == 1) {
    EXPECT_EQ(delivered(0, 2), 17u + 5);
    EXPECT_EQ(delivered(1, 3), 18u + 5);
    EXPECT_EQ(delivered(0, 3), 22u + 5);
    EXPECT_EQ(delivered(1, 2), 22u + 5);
  } else {
    EXPECT_EQ(delivered(0, 2), 17u + 5);
    EXPECT_EQ(delivered(1, 3), 17u + 5);
    EXPECT_EQ(delivered(0, 3), 21u + 5);
    EXPECT_EQ(delivered(1, 2), 21u + 5);
  }
}

/// The pointer of output 3 after cycle 17: at 0 (past host 5, the last of the six ports) if it
/// granted nothing, at 2 if it granted input 1 in the second iteration; iSLIP moves pointers in the
/// first iteration only.
TEST_P(Allocators, MoveThePointersOfUsedGrants) {
  TestNetwork network(setup, source);
  network->run(18);
  RegisterFile& registers = network->registers(0);
  EXPECT_EQ(registers.value("ROUND_ROBIN_OUT", 2), 1u);
  EXPECT_EQ(registers.value("ROUND_ROBIN_OUT", 3),
            static_cast<std::uint32_t>(GetParam().output_pointer));
  EXPECT_EQ(registers.value("ROUND_ROBIN_IN", 0), 1u) << "past VC 0";
}

INSTANTIATE_TEST_SUITE_P(KindsAndIterations, Allocators,
                         testing::Values(Allocation{AllocatorKind::kSeparableInputFirst, 1, 0},
                                         Allocation{AllocatorKind::kSeparableInputFirst, 2, 2},
                                         Allocation{AllocatorKind::kSeparableOutputFirst, 1, 0},
                                         Allocation{AllocatorKind::kSeparableOutputFirst, 2, 2},
                                         Allocation{AllocatorKind::kIslip, 1, 0},
                                         Allocation{AllocatorKind::kIslip, 2, 0}));

// ---- Two switches and the credits between them.

struct Loop {
  int latency;
  int routing_delay;
  int crossbar_delay;
  int phits;
  bool output_buffer;

  friend void PrintTo(const Loop& loop, std::ostream* out) {
    *out << "L " << loop.latency << " R " << loop.routing_delay << " X " << loop.crossbar_delay
         << " P " << loop.phits << (loop.output_buffer ? " output buffer" : "");
  }
};

class CreditLoop : public testing::TestWithParam<Loop> {
 protected:
  CreditLoop() : setup(line(GetParam().latency), "shortest_path"), source(2) {
    SwitchConfig& switches = setup.config.switches;
    switches.routing_delay = GetParam().routing_delay;
    switches.crossbar_delay = GetParam().crossbar_delay;
    switches.input_buffer = {1000, GetParam().phits};  // host, line: one packet (flit) only
    if (GetParam().output_buffer) switches.output_buffer = {0, 64};
    setup.config.nic.packet_phits = GetParam().phits;
  }

  /// h0 - s0 - s1 - h1.
  static Netlist line(int latency) {
    Netlist netlist;
    netlist.kinds = {"host", "line"};
    netlist.switches = {{"s0", 2}, {"s1", 2}};
    netlist.hosts = {{"h0"}, {"h1"}};
    const auto at = [](std::uint32_t index, int port) {
      return Endpoint{Endpoint::Type::kSwitch, index, port};
    };
    netlist.add_cable({Endpoint::Type::kHost, 0, 0}, at(0, 0), 1, 0);
    netlist.add_cable({Endpoint::Type::kHost, 1, 0}, at(1, 0), 1, 0);
    netlist.add_cable(at(0, 1), at(1, 1), latency, 1);
    return netlist;
  }

  NetworkSetup setup;
  ScriptedSource source;
};

/// s0 spends all credits in the grant of cycle g. The first phit is at s1 in g + X + L, is granted
/// there in g + X + L + R, the last phit leaves P - 1 later and with it the credit, usable at s0
/// another L later: the next grant in g + X + 2L + R + P - 1. With an output buffer at s0 the
/// credits are spent at the start of the link, X later, and X falls out of the loop.
TEST_P(CreditLoop, OnePacketPerRoundTrip) {
  const Loop& loop = GetParam();
  constexpr int kPackets = 12;
  Message message;
  message.destination = 1;
  message.phits = static_cast<std::uint32_t>(loop.phits);
  for (int i = 0; i < kPackets; ++i) source.send(0, 0, message);
  TestNetwork network(setup, source);
  network->run(2000);
  ASSERT_EQ(source.packets.size(), static_cast<std::size_t>(kPackets));
  const int round_trip = (loop.output_buffer ? 0 : loop.crossbar_delay) + 2 * loop.latency +
                         loop.routing_delay + loop.phits - 1;
  const int first =
      2 + loop.latency + 2 * (loop.routing_delay + loop.crossbar_delay) + loop.phits - 1;
  for (int i = 0; i < kPackets; ++i) {
    EXPECT_EQ(source.packets[static_cast<std::size_t>(i)].delivered,
              static_cast<Cycle>(first + i * round_trip))
        << "packet " << i;
  }
}

/// The same with the flits of one packet. Only the head is routed: R counts once.
TEST_P(CreditLoop, OneFlitPerRoundTrip) {
  const Loop& loop = GetParam();
  constexpr int kFlits = 6;
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = loop.phits;
  setup.config.nic.packet_phits = kFlits * loop.phits;
  Message message;
  message.destination = 1;
  message.phits = static_cast<std::uint32_t>(setup.config.nic.packet_phits);
  source.send(0, 0, message);
  TestNetwork network(setup, source);
  network->run(2000);
  ASSERT_EQ(source.packets.size(), 1u);
  const int round_trip =
      (loop.output_buffer ? 0 : loop.crossbar_delay) + 2 * loop.latency + loop.phits - 1;
  // The head's time, its extra R in the first round trip (the others need none), and the rest.
  const int head =
      2 + loop.latency + 2 * (loop.routing_delay + loop.crossbar_delay) + loop.phits - 1;
  EXPECT_EQ(source.packets[0].delivered, static_cast<Cycle>(head + (kFlits - 1) * round_trip));
}

INSTANTIATE_TEST_SUITE_P(Delays, CreditLoop,
                         testing::Values(Loop{1, 1, 1, 4, false}, Loop{1, 0, 1, 1, false},
                                         Loop{8, 1, 1, 4, false}, Loop{3, 3, 5, 2, false},
                                         Loop{1, 1, 1, 4, true}, Loop{8, 3, 2, 4, true}));

// ---- Age over several switches.

/// The parking lot: hosts a and b enter at the first switch, c at the second, all send to d as fast
/// as they can. Round robin gives c half of the link, age a third.
class ParkingLot : public testing::TestWithParam<ArbiterKind> {};

TEST_P(ParkingLot, OnlyAgeIsFairOverTwoSwitches) {
  Netlist netlist;
  netlist.kinds = {"host", "line"};
  netlist.switches = {{"s0", 3}, {"s1", 3}};
  netlist.hosts = {{"a"}, {"b"}, {"c"}, {"d"}};
  const auto at = [](std::uint32_t index, int port) {
    return Endpoint{Endpoint::Type::kSwitch, index, port};
  };
  const auto host = [](std::uint32_t index) { return Endpoint{Endpoint::Type::kHost, index, 0}; };
  netlist.add_cable(host(0), at(0, 0), 1, 0);
  netlist.add_cable(host(1), at(0, 1), 1, 0);
  netlist.add_cable(host(2), at(1, 0), 1, 0);
  netlist.add_cable(host(3), at(1, 1), 1, 0);
  netlist.add_cable(at(0, 2), at(1, 2), 1, 1);
  NetworkSetup setup(netlist, "shortest_path");
  setup.config.nic.packet_phits = 1;
  setup.input_buffers(8);
  setup.config.switches.arbiter = GetParam();
  constexpr Cycle kCycles = 4000;
  ScriptedSource source(4);
  Message message;
  message.destination = 3;
  for (Cycle cycle = 0; cycle < kCycles; ++cycle) {
    for (NodeId from = 0; from < 3; ++from) source.send(from, cycle, message);
  }
  TestNetwork network(setup, source);
  network->run(kCycles);
  std::array<double, 3> share{};
  for (const DeliveredPacket& packet : source.packets) {
    share[packet.source] += 1.0 / static_cast<double>(source.packets.size());
  }
  const bool age = GetParam() == ArbiterKind::kAge;
  EXPECT_NEAR(share[0], age ? 1.0 / 3 : 0.25, 0.005);
  EXPECT_NEAR(share[1], age ? 1.0 / 3 : 0.25, 0.005);
  EXPECT_NEAR(share[2], age ? 1.0 / 3 : 0.5, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Kinds, ParkingLot,
                         testing::Values(ArbiterKind::kRoundRobin,
                                         ArbiterKind::kLeastRecentlyServed, ArbiterKind::kAge));

}  // namespace
}  // namespace netloom::test
