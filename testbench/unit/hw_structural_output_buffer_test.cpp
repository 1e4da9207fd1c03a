#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "routing/base/error.h"
#include "testbench/unit/hw_structural_output_port_support.h"

namespace netloom {
namespace {

using test::packet_to;
using testing::ElementsAre;
using testing::IsEmpty;

/// An output port with output buffers.
class StructuralOutputBuffer : public test::StructuralOutput {
 protected:
  std::vector<Cycle> sending() {
    return pins_.cycles([](const structural::LinkPins& pins) { return pins.flit_valid; });
  }
};

// Rule 4: with an output buffer room is its space. Rule 6: the space was taken at the grant, and is
// free again in the cycle after its last phit has started on the link; the credits are taken when
// the link starts.
TEST_F(StructuralOutputBuffer, SpaceIsTakenAtTheGrantAndCreditsWhenTheLinkStarts) {
  build_with_buffer(8);
  grant(1, 4, packet_to(7, 3));
  cross(1, 6, packet_to(7, 3));  // X = 2
  run(12);
  EXPECT_TRUE(state_[1].at_end(0).buffered);
  EXPECT_EQ(state_[1].at_end(0).capacity, 16 + 8);
  EXPECT_EQ(room(1, 4), 8);
  EXPECT_EQ(room(1, 5), 5);
  EXPECT_EQ(credits(1, 5), 16);
  EXPECT_THAT(sending(), ElementsAre(6, 7, 8));
  EXPECT_EQ(credits(1, 6), 13);
  EXPECT_EQ(room(1, 8), 5) << "the last phit starts on the link";
  EXPECT_EQ(room(1, 9), 8);
  EXPECT_EQ(credits(1, 9), 13);
  EXPECT_EQ(room(0, 8), 8);
}

// What waits behind an output: in its buffer, and without a credit.
TEST_F(StructuralOutputBuffer, WhatWaitsIsInTheBufferOrWithoutCredit) {
  build_with_buffer(8);
  grant_and_cross(0, 4, packet_to(7, 3));
  credit(0, 12, 3);
  run(14);
  EXPECT_EQ(waiting(0, 4), 0);
  EXPECT_EQ(waiting(0, 5), 6) << "its room in the buffer, and behind the link, which has started";
  EXPECT_EQ(waiting(0, 8), 3);
  EXPECT_EQ(waiting(0, 12), 0);
}

// Rule 6: an idle link starts in the cycle in which the first phit comes. Rule 7: one phit a cycle.
TEST_F(StructuralOutputBuffer, AnIdleLinkStartsWithTheFirstPhit) {
  build_with_buffer(8);
  grant_and_cross(0, 4, packet_to(7, 3, 9));
  run(12);
  EXPECT_THAT(sending(), ElementsAre(5, 6, 7));
  EXPECT_THAT(heads(), ElementsAre(5));
  EXPECT_THAT(tails(), ElementsAre(7));
  EXPECT_EQ(pins_.at_end(5).flit_data.tag.number, 9u);
  EXPECT_TRUE(pins_.at_end(6).flit_first);
  EXPECT_TRUE(pins_.at_end(7).flit_last);
  EXPECT_THAT(told_.events, ElementsAre("sent 2 packet 9: 5"));
  EXPECT_EQ(of().counters.link_flits, 1u);
  EXPECT_EQ(port_->sent(0), 3u);
}

// Rule 5 with S = 2: the crossbar is faster than the link.
TEST_F(StructuralOutputBuffer, ALinkSendsOnePhitACycleWhateverTheSpeedup) {
  build_with_buffer(16);
  grant_and_cross(0, 4, packet_to(7, 4, 1), 2);
  grant_and_cross(0, 6, packet_to(7, 4, 2), 2);
  run(16);
  EXPECT_THAT(sending(), ElementsAre(5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_THAT(heads(), ElementsAre(5, 9));
  EXPECT_THAT(started(), ElementsAre(1, 2));
  EXPECT_EQ(room(0, 8), 8);
  EXPECT_EQ(room(0, 9), 12) << "the first has left";
  EXPECT_EQ(room(0, 13), 16);
}

// Rule 6: the flit waits for the link, which is busy for `phits` cycles per flit (rule 7).
TEST_F(StructuralOutputBuffer, AFlitWaitsUntilTheLinkIsFree) {
  build_with_buffer(8);
  grant_and_cross(0, 4, packet_to(7, 4, 1));
  grant_and_cross(1, 5, packet_to(7, 2, 2));
  run(14);
  EXPECT_THAT(sending(), ElementsAre(5, 6, 7, 8, 9, 10));
  EXPECT_THAT(started(), ElementsAre(1, 2));
  EXPECT_EQ(pins_.at_end(9).flit_vc, 1);
  EXPECT_EQ(credits(1, 8), 16);
  EXPECT_EQ(credits(1, 9), 14) << "its credits are taken when it starts";
}

// … and for credits for all of it; a credit can be used in the cycle in which it comes.
TEST_F(StructuralOutputBuffer, AFlitWaitsForCreditsForAllOfIt) {
  shape(kPort).credits = 4;
  build_with_buffer(12);
  grant_and_cross(0, 4, packet_to(7, 4, 1));
  grant_and_cross(0, 8, packet_to(7, 4, 2));
  credit(0, 14, 3);
  credit(0, 17, 1);
  run(24);
  EXPECT_THAT(heads(), ElementsAre(5, 17));
  EXPECT_EQ(room(0, 16), 8) << "it still takes its space";
  EXPECT_EQ(port_->credits(0), 0);
}

// A VC without credits keeps none from the link.
TEST_F(StructuralOutputBuffer, AnotherVcGoesWhileOneWaitsForCredits) {
  shape(kPort).credits = 4;
  build_with_buffer(12);
  grant_and_cross(0, 4, packet_to(7, 4, 1));
  grant_and_cross(0, 8, packet_to(7, 4, 2));
  grant_and_cross(1, 12, packet_to(7, 4, 3));
  run(20);
  EXPECT_THAT(heads(), ElementsAre(5, 13));
  EXPECT_THAT(started(), ElementsAre(1, 3));
  ASSERT_EQ(port_->buffered_flits(0).size(), 1u);
  EXPECT_EQ(port_->buffered_flits(0).front()->tag.number, 2u);
  EXPECT_TRUE(port_->buffered_flits(1).empty());
}

// "Who goes first": the arbiter of the link is of the same kind as the others; its pointer is
// behind the VC that was served.
TEST_F(StructuralOutputBuffer, VcsTakeTheLinkInTurn) {
  build_with_buffer(16);
  for (std::uint32_t i = 0; i < 3; ++i) {
    for (const int vc : {0, 1}) {
      grant_and_cross(vc, 4 + 2 * i, packet_to(7, 2, i + 10 * static_cast<std::uint32_t>(vc)));
    }
  }
  run(20);
  EXPECT_THAT(started(), ElementsAre(0, 10, 1, 11, 2, 12));
  EXPECT_THAT(heads(), ElementsAre(5, 7, 9, 11, 13, 15));
}

TEST_F(StructuralOutputBuffer, TheOldestTakesTheLinkWhereAgeDecides) {
  config_.switches.arbiter = ArbiterKind::kAge;
  build_with_buffer(16);
  Flit young = packet_to(7, 2, 1), old = packet_to(7, 2, 2), oldest = packet_to(7, 2, 3);
  young.tag.generated = 30;
  old.tag.generated = 20;
  oldest.tag.generated = 10;
  grant_and_cross(0, 4, packet_to(7, 2, 0));
  grant_and_cross(0, 6, young);
  grant_and_cross(1, 4, old);
  grant_and_cross(1, 6, oldest);
  run(20);
  EXPECT_THAT(started(), ElementsAre(0, 2, 3, 1)) << "first the one without any before it";
}

// Control packets go before others at every arbiter, but interrupt nothing.
TEST_F(StructuralOutputBuffer, ControlPacketsGoFirstButInterruptNothing) {
  config_.switches.control_priority = true;
  build_with_buffer(16);
  Flit control = packet_to(7, 2, 9);
  control.set_control(true);
  grant_and_cross(0, 4, packet_to(7, 4, 1));
  grant_and_cross(0, 8, control);
  grant_and_cross(1, 4, packet_to(7, 2, 2));
  run(20);
  EXPECT_THAT(started(), ElementsAre(1, 9, 2)) << "although it is the turn of VC 1";
  EXPECT_THAT(heads(), ElementsAre(5, 9, 11));
}

TEST_F(StructuralOutputBuffer, ControlPacketsWaitForTheirTurnWithoutPriority) {
  build_with_buffer(16);
  Flit control = packet_to(7, 2, 9);
  control.set_control(true);
  grant_and_cross(0, 4, packet_to(7, 4, 1));
  grant_and_cross(0, 8, control);
  grant_and_cross(1, 4, packet_to(7, 2, 2));
  run(20);
  EXPECT_THAT(started(), ElementsAre(1, 2, 9));
}

// Random stalls for tests: a port that is stalled starts nothing.
TEST_F(StructuralOutputBuffer, AStalledPortStartsNothing) {
  config_.simulation.stall_probability = 1;
  build_with_buffer(8);
  grant_and_cross(0, 4, packet_to(7, 3));
  run(12);
  EXPECT_THAT(sending(), IsEmpty());
  EXPECT_EQ(room(0, 11), 5);
  EXPECT_FALSE(port_->link_busy());
}

// A link to a host needs no credits, but is as fast as any other.
TEST_F(StructuralOutputBuffer, ALinkToAHostNeedsNoCredits) {
  shape(kPort).output_buffer = 8;
  build_to_host();
  grant_and_cross(0, 4, packet_to(7, 4, 1), 2);
  grant_and_cross(1, 4, packet_to(7, 4, 2), 2);
  run(16);
  EXPECT_THAT(sending(), ElementsAre(5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_EQ(room(0, 5), 4) << "its space is bounded";
  EXPECT_EQ(port_->credits(0), 0) << "none is taken";
  EXPECT_EQ(room(0, 9), 8);
  EXPECT_EQ(port_->sent(0), 4u);
}

// Rule 4, select_at: routing: space that is reserved is not there for others.
TEST_F(StructuralOutputBuffer, AReservationTakesSpaceUntilItsGrant) {
  build_with_buffer(8);
  reserve(0, 3, 4);
  grant(0, 6, packet_to(7, 4), true);
  run(9);
  EXPECT_EQ(room(0, 3), 8);
  EXPECT_EQ(room(0, 4), 4);
  EXPECT_EQ(room(0, 7), 4) << "once";
  EXPECT_EQ(credits(0, 7), 16);
}

// For whether a switch is at rest: busy as long as phits of the buffer are to be sent.
TEST_F(StructuralOutputBuffer, TellsWhetherTheLinkIsBusy) {
  build_with_buffer(8);
  grant_and_cross(0, 4, packet_to(7, 3));
  std::vector<Cycle> busy;
  around_.in_each(test::Phase::kEnd, [&](Cycle now) {
    if (port_->link_busy()) busy.push_back(now);
  });
  run(10);
  EXPECT_THAT(busy, ElementsAre(5, 6, 7)) << "a cycle for each phit";
}

/// What comes out of the crossbar is flits, phit by phit.
class StructuralOutputBufferPhits : public StructuralOutputBuffer {
 protected:
  /// In this cycle, for VC 0.
  void come(Cycle cycle, bool head, bool tail, int phits = 1) {
    structural::Crossing crossing;
    crossing.phits = phits;
    crossing.output = of().channel(kPort, 0);
    crossing.head = head;
    crossing.tail = tail;
    if (head) crossing.flit = packet_to(7, 3);
    crossing_[0].in(cycle, crossing);
  }
  void expect_failure(Cycle cycle, const std::string& message) {
    run(cycle);
    try {
      run(cycle + 1);
      ADD_FAILURE() << "nothing was found";
    } catch (const BrokenInvariant& error) {
      EXPECT_EQ(error.what(), "cycle " + std::to_string(cycle) + ": s0: " + message);
    }
  }
  static constexpr const char* kNoFlit =
      "phits come out of the crossbar that are no flit, for s0.p1.vc0";
};

TEST_F(StructuralOutputBufferPhits, TheFirstAloneIsSentNoFurther) {
  build_with_buffer(8);
  grant(0, 3, packet_to(7, 3));
  come(4, true, false);
  expect_failure(5, "the link sends a phit that has not come out of the crossbar, of s0.p1.vc0");
}

TEST_F(StructuralOutputBufferPhits, ATailThatComesEarlyEndsTheRun) {
  build_with_buffer(8);
  come(4, true, false);
  come(5, false, true);
  expect_failure(5, kNoFlit);
}

TEST_F(StructuralOutputBufferPhits, APhitTooManyEndsTheRun) {
  build_with_buffer(8);
  come(4, true, false, 2);
  come(5, false, true, 2);
  expect_failure(5, kNoFlit);
}

TEST_F(StructuralOutputBufferPhits, APhitOfNoFlitEndsTheRun) {
  build_with_buffer(8);
  come(4, false, false);
  expect_failure(4, kNoFlit);
}

TEST_F(StructuralOutputBufferPhits, AFlitWithinAnotherEndsTheRun) {
  build_with_buffer(8);
  come(4, true, false);
  come(5, true, false);
  expect_failure(5, kNoFlit);
}

}  // namespace
}  // namespace netloom
