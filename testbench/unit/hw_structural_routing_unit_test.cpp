#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/no_output_error.h"
#include "testbench/unit/hw_structural_routing_unit_support.h"

namespace netloom {
namespace {

using structural::Grant;
using structural::Request;
using test::packet_to;
using testing::ElementsAre;
using testing::IsEmpty;

class StructuralRoutingDelay : public test::RoutingUnitAlone,
                               public testing::WithParamInterface<int> {
 protected:
  Cycle r() const { return static_cast<Cycle>(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Delays, StructuralRoutingDelay, testing::Values(0, 1, 2, 7));

// Rule 2: the result counts R cycles after the head came to the front, until it is granted.
TEST_P(StructuralRoutingDelay, TheResultCountsRCyclesAfterTheHeadHasCome) {
  build(GetParam());
  arrive(1, 3);
  grant(1, 3 + r() + 2);
  run(20);
  EXPECT_THAT(requests_[1].cycles_in_phase([](const Request& request) { return request.ready; }),
              ElementsAre(3 + r(), 4 + r(), 5 + r()));
  EXPECT_FALSE(requests_[1].at_end(5 + r()).ready) << "it has gone";
  EXPECT_THAT(requests_[0].cycles([](const Request& request) { return request.ready; }), IsEmpty());
}

// Rule 2: the routing of a head overlaps with the crossing of the packet before.
TEST_P(StructuralRoutingDelay, AHeadBehindAGrantedFlitIsRoutedFromTheGrantOn) {
  build(GetParam());
  arrive(0, 2);
  grant_before(0, 10, packet_to(7, 4, 5));
  run(24);
  // With R = 0 too the allocator has looked already in the cycle of the grant.
  EXPECT_EQ(ready(0, 11), r() == 0 ? 11 : 10 + r());
  EXPECT_EQ(requests_[0].in_phase(10 + r() + 1).flit.tag.number, 5u);
}

// Rule 3: heads of a port of one cycle are served one after another, R cycles each. A full crossbar
// grants several flits of a port.
TEST_P(StructuralRoutingDelay, HeadsOfACycleAreServedByTheNumbersOfTheirVcs) {
  config_.switches.crossbar = CrossbarKind::kFull;
  build(GetParam());
  for (const int vc : {2, 0, 3}) {
    arrive(vc, 1);
    grant_before(vc, 30);
  }
  run(60);
  EXPECT_EQ(ready(0, 31), r() == 0 ? 31 : 30 + r());
  EXPECT_EQ(ready(2, 31), r() == 0 ? 31 : 30 + 2 * r());
  EXPECT_EQ(ready(3, 31), r() == 0 ? 31 : 30 + 3 * r());
}

class StructuralRoutingUnit : public test::RoutingUnitAlone {};

// What a head may take, and its header, stand in the request from when it has come.
TEST_F(StructuralRoutingUnit, ARequestHasCandidatesAndHeader) {
  plan_.preferred = PreferredPort(2);
  build(2);
  Flit flit = packet_to(7, 4, 5);
  flit.set_source(9);
  flit.set_state(3);
  arrive(1, 3, flit);
  run(8);
  const Request& request = requests_[1].in_phase(5);
  EXPECT_TRUE(request.ready);
  EXPECT_FALSE(request.body);
  EXPECT_FALSE(request.undecided);
  EXPECT_FALSE(request.committed);
  EXPECT_THAT(request.candidates, ElementsAre(1, 6));
  EXPECT_THAT(request.entering, IsEmpty());
  EXPECT_EQ(request.preferred_port, 2);
  EXPECT_EQ(request.flit.tag.number, 5u);
  ASSERT_EQ(router_.asked.size(), 1u) << "one routing for each head";
  EXPECT_EQ(router_.asked[0].destination, 7u);
  EXPECT_EQ(router_.asked[0].source, 9u);
  EXPECT_EQ(router_.asked[0].state, 3u);
  EXPECT_EQ(router_.asked[0].input_port, 1);
  EXPECT_EQ(router_.asked[0].input_vc, 1);
  EXPECT_THAT(told_.events, ElementsAre("at front 5 packet 5: 3", "routed 5 packet 5: 3 5"));
}

// Rule 3: first come, first served.
TEST_F(StructuralRoutingUnit, AHeadWaitsUntilTheUnitIsFreeAndNoLonger) {
  build(3);
  arrive(3, 5);
  arrive(1, 6);
  arrive(0, 7);
  arrive(2, 16);
  run(24);
  EXPECT_EQ(ready(3), 8u);
  EXPECT_EQ(ready(1), 11u);
  EXPECT_EQ(ready(0), 14u);
  EXPECT_EQ(ready(2), 19u);
}

// Rule 3: of those of the same cycle first the one that arrives, then those that come to the front
// behind a granted flit, by the numbers of their VCs (a full crossbar grants several of a port).
TEST_F(StructuralRoutingUnit, ArrivalsGoBeforeHeadsBehindGrantedFlits) {
  config_.switches.crossbar = CrossbarKind::kFull;
  build(2);
  arrive(0, 1);
  arrive(1, 1);
  grant_before(1, 10);
  grant_before(0, 10);
  arrive(3, 10);
  run(24);
  EXPECT_EQ(ready(3), 12u);
  EXPECT_EQ(ready(0, 11), 14u);
  EXPECT_EQ(ready(1, 11), 16u);
}

// Rule 3, routing_units: switch: one unit for the heads of all ports, first come, first served.
TEST_F(StructuralRoutingUnit, TheUnitOfTheSwitchServesAllPortsOneAfterAnother) {
  build_for_all(2);
  arrive(10, 3);
  arrive(0, 4);
  arrive(5, 12);
  run(24);
  EXPECT_EQ(ready(10), 5u);
  EXPECT_EQ(ready(0), 7u);
  EXPECT_EQ(ready(5), 14u);
}

// … those of the same cycle by the numbers of their ports, wherever they come from.
TEST_F(StructuralRoutingUnit, TheUnitOfTheSwitchServesHeadsOfACycleByPort) {
  build_for_all(2);
  arrive(5, 1);
  grant_before(5, 10);
  arrive(8, 10);
  arrive(0, 10);
  run(24);
  EXPECT_EQ(ready(0), 12u);
  EXPECT_EQ(ready(5, 11), 14u);
  EXPECT_EQ(ready(8), 16u);
}

// … and at a port by the numbers of their VCs, wherever they come from.
TEST_F(StructuralRoutingUnit, TheUnitOfTheSwitchServesThoseOfAPortByTheirVcs) {
  build_for_all(2);
  arrive(4, 1);
  grant_before(4, 10);
  arrive(5, 10);
  run(24);
  EXPECT_EQ(ready(4, 11), 12u);
  EXPECT_EQ(ready(5), 14u);
}

TEST_F(StructuralRoutingUnit, WithoutADelayTheUnitOfTheSwitchServesAllAtOnce) {
  build_for_all(0);
  for (const int input : {0, 3, 4, 11}) arrive(input, 5);
  run(8);
  for (const int input : {0, 3, 4, 11}) EXPECT_EQ(ready(input), 5u) << input;
}

// Store-and-forward: the head is routed only when the tail has arrived.
TEST_F(StructuralRoutingUnit, StoreAndForwardWaitsForTheTail) {
  config_.switches.switching = Switching::kStoreAndForward;
  build(2);
  arrive(1, 3, packet_to(7, 4), false);
  arrive(1, 6, packet_to(7, 4), true);
  arrive(2, 5, packet_to(7, 1), true);
  run(12);
  EXPECT_EQ(ready(2), 7u) << "the unit is free while the other's phits arrive";
  EXPECT_EQ(ready(1), 9u);
  EXPECT_THAT(told_.events, ElementsAre("at front 5 packet 0: 3", "at front 6 packet 0: 5",
                                        "routed 6 packet 0: 5 7", "routed 5 packet 0: 7 9"));
}

// Control packets are always treated so.
TEST_F(StructuralRoutingUnit, AControlPacketWaitsForItsTail) {
  build(2);
  Flit control = packet_to(7, 4);
  control.set_control(true);
  arrive(1, 3, control, false);
  arrive(1, 6, control, true);
  arrive(2, 3, packet_to(7, 4), false);
  run(12);
  EXPECT_EQ(ready(2), 5u);
  EXPECT_EQ(ready(1), 8u);
}

// Wormhole: flits behind the head follow by the VC that it has taken; only heads are routed.
TEST_F(StructuralRoutingUnit, FlitsOfAPacketFollowItsHead) {
  config_.switches.switching = Switching::kWormhole;
  build(3);
  Flit head = packet_to(7, 2), body = packet_to(7, 2), tail = packet_to(7, 2);
  head.set_tail(false);
  body.set_head(false);
  body.set_tail(false);
  tail.set_head(false);
  arrive(1, 2, head);
  arrive(2, 3);                 // keeps the unit until 8
  grant_before(1, 6, body, 1);  // body is behind the head
  grant(1, 9, 1);
  arrive(1, 12, tail);  // comes later
  grant_before(1, 14, packet_to(7, 2, 5), 1);
  run(24);
  EXPECT_EQ(ready(1), 5u);
  EXPECT_EQ(ready(1, 7), 7u) << "without the unit";
  EXPECT_TRUE(requests_[1].in_phase(7).body);
  EXPECT_THAT(requests_[1].in_phase(7).candidates, ElementsAre(1));
  EXPECT_FALSE(requests_[1].in_phase(10).ready);
  EXPECT_EQ(ready(1, 10), 12u);
  EXPECT_THAT(requests_[1].in_phase(12).candidates, ElementsAre(1));
  EXPECT_EQ(ready(1, 15), 17u) << "behind the tail the next head is routed";
  EXPECT_FALSE(requests_[1].in_phase(17).body);
  EXPECT_THAT(requests_[1].in_phase(17).candidates, ElementsAre(1, 6));
  EXPECT_EQ(router_.asked.size(), 3u);
}

// Rule 4, select_at: routing: the head has picked its output, and waits for it.
TEST_F(StructuralRoutingUnit, AHeadThatHasPickedHasOneCandidate) {
  build(1);
  arrive(0, 2);
  Grant picked;
  picked.picked = true;
  picked.output = 6;
  grants_[0].in(4, picked);
  grant_before(0, 8);
  run(12);
  EXPECT_FALSE(requests_[0].in_phase(4).committed);
  EXPECT_TRUE(requests_[0].in_phase(5).committed);
  EXPECT_THAT(requests_[0].in_phase(8).candidates, ElementsAre(6));
  EXPECT_TRUE(requests_[0].in_phase(8).ready);
  EXPECT_FALSE(requests_[0].in_phase(9).committed) << "the next one has not";
  EXPECT_THAT(requests_[0].in_phase(9).candidates, ElementsAre(1, 6));
}

// Bubble flow control: by which of them it enters a ring.
TEST_F(StructuralRoutingUnit, ARequestTellsWhichCandidatesEnterARing) {
  plan_.bubble = true;
  router_.entering_ways[7] = {{1, 2}};
  build(1);
  arrive(0, 2);
  run(5);
  EXPECT_THAT(requests_[0].in_phase(3).entering, ElementsAre(6));
}

// With a misrouting trigger candidates are the minimal ones and the others.
TEST_F(StructuralRoutingUnit, ARequestTellsWhichCandidatesAreMinimal) {
  const MisroutingTrigger trigger;
  router_.misrouting = &trigger;
  router_.minimal_ways[7] = {{0, 0}, {1, 2}};
  build(1);
  arrive(0, 2);
  run(5);
  EXPECT_THAT(requests_[0].in_phase(3).minimal, ElementsAre(0, 6));
  EXPECT_THAT(requests_[0].in_phase(3).candidates, ElementsAre(0, 1, 6)) << "each once";
}

// A flit behind the head has no choice: the VC that this has taken stands for the minimal way too.
TEST_F(StructuralRoutingUnit, FlitsBehindTheHeadAreNotMisrouted) {
  const MisroutingTrigger trigger;
  router_.misrouting = &trigger;
  router_.minimal_ways[7] = {{1, 2}};
  config_.switches.switching = Switching::kWormhole;
  build(1);
  Flit head = packet_to(7, 2), tail = packet_to(7, 2);
  head.set_tail(false);
  tail.set_head(false);
  arrive(0, 2, head);
  grant_before(0, 4, tail, 1);
  run(6);
  EXPECT_THAT(requests_[0].in_phase(5).candidates, ElementsAre(1));
  EXPECT_THAT(requests_[0].in_phase(5).minimal, ElementsAre(1));
}

// Rule 2: each flit comes to the front once: when it arrives, or when the one before it is granted.
TEST_F(StructuralRoutingUnit, TellsWhenFlitsComeToTheFront) {
  build(2);
  arrive(0, 2, packet_to(7, 4, 1));
  grant_before(0, 6, packet_to(7, 4, 2));
  run(12);
  EXPECT_THAT(told_.events, ElementsAre("at front 4 packet 1: 2", "routed 4 packet 1: 2 4",
                                        "at front 4 packet 2: 6", "routed 4 packet 2: 6 8"));
}

TEST_F(StructuralRoutingUnit, AHeadWithoutCandidatesEndsTheRun) {
  build(1);
  arrive(2, 3, packet_to(8, 4, 5));
  try {
    run(5);
    ADD_FAILURE() << "nothing leads to host 8";
  } catch (const NoOutputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cycle 3: s0: no output for packet 5 from host 0 "
                                                 "to host 8 at s0.p1.vc2"));
  }
}

}  // namespace
}  // namespace netloom
