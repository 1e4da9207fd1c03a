#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "testbench/unit/hw_part_fault_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::PartFaultHandler;
using test::Posted;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// The rules of docs/live_faults.md, "Cycle by cycle", by their numbers.
TYPED_TEST_SUITE(PartFaultHandler, test::FaultParts);

// Cycle by cycle, 1: no flit is granted to the output from f on.
TYPED_TEST(PartFaultHandler, AnOutputMovesNothingFromTheFaultOn) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  this->work_until(29);
  EXPECT_TRUE(this->handler_.dead_outputs().none());
  this->handler_.work(this->core_, 30);
  EXPECT_EQ(members(this->handler_.dead_outputs()), members(this->ports({0})));
}

// 1: a flit whose last phit would arrive in f or later is cut.
TYPED_TEST(PartFaultHandler, WhatWouldArriveInTheCycleOfTheFaultIsCut) {
  const auto is_cut = [&](int port, Cycle granted) {
    Flit flit = packet_of(4, 1);
    this->handler_.before_send(this->core_, flit, this->last_of(2), this->last_of(port), granted);
    return flit.cut();
  };
  // X + L + phits - 1 = 2 + 3 + 3 = 8 cycles.
  EXPECT_FALSE(is_cut(0, 21));
  EXPECT_TRUE(is_cut(0, 22));
  EXPECT_TRUE(is_cut(0, 30));
  EXPECT_FALSE(is_cut(1, 30)) << "another link";
}

// What has a cycle is in it, whatever the quantum.
TYPED_TEST(PartFaultHandler, TheNextActionIsAnEventOfItsQuantum) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  this->core_.quantum_end = 30;
  this->handler_.schedule(this->core_);
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  this->core_.quantum_end = 31;
  this->handler_.schedule(this->core_);
  EXPECT_THAT(this->core_.times.events(30), ElementsAre(Posted{EventKind::kFault, 0, 0}));
}

// 2: until then packets wait before the link.
TYPED_TEST(PartFaultHandler, BeforeDetectionAFailedOutputIsACandidateLikeOthers) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  this->work_until(39);
  this->head(this->last_of(2), this->ports({0, 3}));
  EXPECT_EQ(this->candidate_list(this->last_of(2)), members(this->ports({0, 3})));
  this->head(this->last_of(3), this->ports({0}));
  EXPECT_TRUE(this->has_way_);
  EXPECT_EQ(this->core_.counters.deviated, 0u);
}

// 2: from f + F on the output is no candidate of heads that have been routed before or after.
TYPED_TEST(PartFaultHandler, AFailedOutputIsNoCandidateFromDetectionOn) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->last_of(2), other = this->last_of(3);
  this->head(input, this->ports({0, 1}));
  this->head(other, this->ports({1}));
  this->work_until(39);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({0, 1})));
  this->handler_.work(this->core_, 40);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({1})));
  EXPECT_EQ(this->candidate_list(other), members(this->ports({1})));
  EXPECT_THAT(members(this->core_.wakeup.awake()), ElementsAre(input)) << "it looks anew";
  this->head(this->last_of(1), this->ports({0, 3}));
  EXPECT_TRUE(this->has_way_);
  EXPECT_EQ(this->candidate_list(this->last_of(1)), members(this->ports({3})));
  EXPECT_EQ(this->core_.counters.deviated, 0u);
}

// 2: a head that has none left is deviated in that cycle: by another down link, not the one by
// which it came.
TYPED_TEST(PartFaultHandler, AHeadWithoutAWayLeavesByAnotherDownLink) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->last_of(2);
  Flit& flit = this->head(input, this->ports({0}));
  this->work_until(40);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({1})));
  EXPECT_TRUE(flit.deviated());
  EXPECT_EQ(this->core_.counters.deviated, 0u) << "it may yet be dropped";
  this->handler_.before_send(this->core_, flit, input, this->last_of(1), 41);
  EXPECT_EQ(this->core_.counters.deviated, 1u);
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  Flit& again = this->head(this->last_of(3), this->ports({0}), 41, true);
  this->handler_.before_send(this->core_, again, this->last_of(3), this->last_of(1), 45);
  EXPECT_EQ(this->core_.counters.deviated, 1u) << "for the first time only";
  this->head(this->last_of(1), this->ports({0}));
  EXPECT_EQ(this->candidate_list(this->last_of(1)), members(this->ports({1})))
      << "there is no other down link";
}

// What has been deviated goes up again by another port.
TYPED_TEST(PartFaultHandler, ADeviatedPacketGoesUpByAnotherPort) {
  const int input = this->last_of(2);
  this->head(input, this->ports({2, 3}), 1, true);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({3})));
  this->head(input, this->ports({2}), 1, true);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({2}))) << "it is the only one";
  this->head(input, this->ports({2, 3}));
  EXPECT_EQ(this->candidate_list(input), members(this->ports({2, 3})));
}

// 2: without emergency paths it is dropped, and leaves its buffer like one that is granted.
TYPED_TEST(PartFaultHandler, ADroppedPacketLeavesItsBuffer) {
  this->handling_.emergency_path = false;
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int there = this->last_of(2), arriving = this->last_of(3);
  const Flit lost = this->head(there, this->ports({0}), 20);
  this->head(arriving, this->ports({0}), 39);
  this->work_until(40);
  EXPECT_THAT(this->core_.told.gone,
              ElementsAre(std::make_pair(there, Cycle{43}), std::make_pair(arriving, Cycle{43})))
      << "a phit in each cycle";
  EXPECT_THAT(this->core_.times.events(47), Contains(Posted{EventKind::kCredit, there, 4}));
  EXPECT_EQ(this->core_.counters.dropped, 2u);
  EXPECT_EQ(this->core_.counters.cut, 0u);
  EXPECT_EQ(this->core_.counters.lost_fingerprint, 2 * lost.fingerprint());
  EXPECT_EQ(this->core_.told.losses.size(), 2u);
  EXPECT_FALSE(this->core_.inputs.ready().test(there));
  EXPECT_FALSE(this->core_.wakeup.awake().test(there));
  EXPECT_EQ(members(this->core_.crossbar.inputs_busy()),
            members(this->core_.input_group(there) | this->core_.input_group(arriving)));
  EXPECT_TRUE(this->core_.crossbar.outputs_busy().none());
  this->step(44);
  EXPECT_TRUE(this->core_.crossbar.inputs_busy().none());
  EXPECT_EQ(this->core_.told.gone.size(), 2u);
}

// 2: not before its routing counts, nor before its input of the crossbar is free.
TYPED_TEST(PartFaultHandler, ADroppedPacketWaitsForItsTurn) {
  this->handling_.emergency_path = false;
  this->unit_.output_will_fail(0, this->in_cycle(0));
  this->step(0);
  const int first = this->last_of(2), routing = this->last_of(3);
  this->head(first, this->ports({0}), 1);
  EXPECT_FALSE(this->has_way_);
  this->head(routing, this->ports({0}), 1);
  this->core_.inputs.leave(routing);
  this->core_.crossbar.take(this->core_.input_group(first), {}, 6, this->core_.calendar);
  for (Cycle now = 1; now <= 6; ++now) this->step(now);
  EXPECT_THAT(this->core_.told.gone, IsEmpty());
  this->step(7);
  EXPECT_THAT(this->core_.told.gone, ElementsAre(std::make_pair(first, Cycle{10})));
  this->core_.inputs.set_ready(routing);
  this->step(8);
  EXPECT_THAT(this->core_.told.gone,
              ElementsAre(std::make_pair(first, Cycle{10}), std::make_pair(routing, Cycle{11})));
}

// 2: of the VCs of a port the lowest goes first.
TYPED_TEST(PartFaultHandler, APortDropsOnePacketAtATime) {
  const int vcs = this->core_.numbers.vcs();
  if (vcs == 1) return;
  this->handling_.emergency_path = false;
  this->unit_.output_will_fail(0, this->in_cycle(0));
  this->step(0);
  for (int vc = 1; vc >= 0; --vc) {
    this->head(this->core_.numbers.of(2, vc), this->ports({0}), 1);
  }
  for (Cycle now = 1; now <= 9; ++now) this->step(now);
  EXPECT_THAT(this->core_.told.gone,
              ElementsAre(std::make_pair(this->core_.numbers.of(2, 0), Cycle{4}),
                          std::make_pair(this->core_.numbers.of(2, 1), Cycle{8})));
}

// 1: what arrives of a cut flit takes its place until it comes to the front or cycle f has come.
TYPED_TEST(PartFaultHandler, RemainsOfACutFlitAreNoLongerThereWhenTheInputFails) {
  this->unit_.input_will_fail(1, this->in_cycle(30));
  Flit cut = packet_of(4, 28);
  cut.set_cut(true);
  const int input = this->last_of(1), other_port = this->last_of(2);
  this->front(input, cut);
  this->front(other_port, cut);
  EXPECT_FALSE(this->handler_.is_remains(input, cut));
  this->work_until(29);
  EXPECT_THAT(this->core_.told.gone, IsEmpty());
  this->handler_.work(this->core_, 30);
  EXPECT_THAT(this->core_.told.gone, ElementsAre(std::make_pair(input, Cycle{31})));
  EXPECT_EQ(this->core_.counters.cut, 1u);
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  EXPECT_TRUE(this->handler_.is_remains(input, cut)) << "what comes to the front later";
  EXPECT_FALSE(this->handler_.is_remains(other_port, cut));
  EXPECT_FALSE(this->handler_.is_remains(input, packet_of(4, 20))) << "it has arrived whole";
}

// 1: only what is cut is lost with the link.
TYPED_TEST(PartFaultHandler, AFlitThatHasArrivedWholeOutlivesItsLink) {
  this->unit_.input_will_fail(1, this->in_cycle(30));
  this->front(this->last_of(1), packet_of(4, 20));
  this->work_until(30);
  EXPECT_TRUE(this->core_.inputs.occupied().test(this->last_of(1)));
  EXPECT_THAT(this->core_.told.gone, IsEmpty());
}

// A link that never worked is known from the start (LinkFault::cycle 0).
TYPED_TEST(PartFaultHandler, ALinkThatNeverWorkedIsKnownAtOnce) {
  this->unit_.output_will_fail(0, this->in_cycle(0));
  this->handler_.work(this->core_, 0);
  this->head(this->last_of(2), this->ports({0, 1}));
  EXPECT_EQ(this->candidate_list(this->last_of(2)), members(this->ports({1})));
  EXPECT_EQ(this->unit_.next(), FaultWork::kNoCycle) << "the registers are programmed for it";
}

}  // namespace
}  // namespace netloom
