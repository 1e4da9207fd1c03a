#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "routing/base/error.h"
#include "testbench/unit/hw_structural_input_port_support.h"

namespace netloom {
namespace {

using structural::Credit;
using structural::Crossing;
using structural::Head;
using test::packet_to;
using test::send;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;

/// docs/timing.md, rules 1, 5 and 8.
using StructuralInputPort = test::InputPortAlone;

// Rule 1: visible from the cycle on in which the first phit arrives; the tail P - 1 cycles later.
TEST_F(StructuralInputPort, AHeadShowsFromItsFirstPhitOnAndIsCompleteWithItsLast) {
  build();
  send(pins_, 3, packet_to(7, 4, 9), 0);
  run(10);
  EXPECT_EQ(front(0, 2), -1);
  EXPECT_EQ(front(0, 3), 9);
  EXPECT_EQ(head_[0].in_phase(3).flit.destination, 7u);
  EXPECT_EQ(front(0, 9), 9) << "until it is granted";
  EXPECT_THAT(head_[0].cycles_in_phase([](const Head& head) { return head.complete; }),
              ElementsAre(6, 7, 8, 9));
  EXPECT_EQ(front(1, 3), -1) << "the other VC";
}

TEST_F(StructuralInputPort, AFlitOfOnePhitIsCompleteAtOnce) {
  build();
  send(pins_, 2, packet_to(7, 1), 1);
  run(5);
  EXPECT_TRUE(head_[1].in_phase(2).valid);
  EXPECT_TRUE(head_[1].in_phase(2).complete);
}

// Rule 5: a flit that is granted in g leaves phit by phit in g … g + phits - 1.
TEST_F(StructuralInputPort, AGrantedFlitLeavesPhitByPhit) {
  build();
  send(pins_, 1, packet_to(7, 3, 9), 0);
  grant(0, 6, kUnbuffered);
  run(12);
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.phits > 0; }),
              ElementsAre(6, 7, 8));
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.head; }),
              ElementsAre(6));
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.tail; }),
              ElementsAre(8));
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.stays; }),
              ElementsAre(6, 7))
      << "input and output can be granted again in e + 1";
  EXPECT_EQ(crossing_[0].at_end(6).flit.tag.number, 9u);
  for (Cycle cycle = 6; cycle <= 8; ++cycle) {
    EXPECT_EQ(crossing_[0].at_end(cycle).output, kUnbuffered);
  }
}

// Virtual cut-through: the head goes on while the tail is still arriving.
TEST_F(StructuralInputPort, AHeadLeavesWhileItsTailArrives) {
  build();
  send(pins_, 3, packet_to(7, 4), 0);
  grant(0, 3, kUnbuffered);
  run(12);
  EXPECT_THAT(crossed(0, 3), ElementsAre(1, 1, 1, 1));
  EXPECT_THAT(credits(), ElementsAre(6));
}

// Rule 8: the credit leaves when the last phit does, for the VC and the phits of the flit.
TEST_F(StructuralInputPort, TheCreditLeavesWithTheLastPhit) {
  build();
  send(pins_, 1, packet_to(7, 4), 1);
  send(pins_, 5, packet_to(7, 2), 1);
  grant(1, 6, kUnbuffered);
  grant(1, 12, kUnbuffered);
  run(20);
  ASSERT_THAT(credits(), ElementsAre(9, 13));
  EXPECT_THAT(credit_.at_end(9).credits, ElementsAre(Credit{1, 4}));
  EXPECT_THAT(credit_.at_end(13).credits, ElementsAre(Credit{1, 2}));
}

// Rule 5: without an output buffer the link's rate bounds the crossing, at speedup 2 too.
TEST_F(StructuralInputPort, AtSpeedupTwoTheLinkBoundsTheCrossingWithoutABuffer) {
  config_.switches.speedup = 2;
  build();
  send(pins_, 1, packet_to(7, 4), 0);
  grant(0, 8, kUnbuffered);
  run(16);
  EXPECT_THAT(crossed(0, 8), ElementsAre(1, 1, 1, 1));
}

// Rule 5: e = g + ceil(phits / S) - 1.
TEST_F(StructuralInputPort, AtSpeedupTwoTwoPhitsCrossInACycle) {
  config_.switches.speedup = 2;
  build();
  send(pins_, 1, packet_to(7, 5), 0);
  grant(0, 8, kBuffered);
  run(16);
  EXPECT_THAT(crossed(0, 8), ElementsAre(2, 2, 1));
  EXPECT_THAT(credits(), ElementsAre(10));
}

// At speedup 1 a buffer changes nothing.
TEST_F(StructuralInputPort, AtSpeedupOneOnePhitCrossesIntoABuffer) {
  build();
  send(pins_, 1, packet_to(7, 3), 0);
  grant(0, 8, kBuffered);
  run(16);
  EXPECT_THAT(crossed(0, 8), ElementsAre(1, 1, 1));
}

/// How many cycles after its first phit a flit of six phits is granted.
class StructuralInputPortSpeedup : public StructuralInputPort,
                                   public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Grants, StructuralInputPortSpeedup, testing::Range(0, 8));

// Rule 5: e = max(g + ceil(phits / S) - 1, arrival + phits - 1), and no phit before it has arrived.
TEST_P(StructuralInputPortSpeedup, NoPhitCrossesBeforeItHasArrived) {
  config_.switches.speedup = 2;
  build();
  constexpr int kArrival = 2, kPhits = 6;
  const int granted = kArrival + GetParam();
  send(pins_, kArrival, packet_to(7, kPhits), 0);
  grant(0, static_cast<Cycle>(granted), kBuffered);
  run(20);
  int sum = 0;
  for (int cycle = granted; cycle < 20; ++cycle) {
    const int phits = crossing_[0].at_end(static_cast<Cycle>(cycle)).phits;
    EXPECT_LE(phits, 2);
    sum += phits;
    EXPECT_LE(sum, std::min(cycle - kArrival + 1, kPhits)) << "in cycle " << cycle;
  }
  EXPECT_EQ(sum, kPhits);
  const int last = std::max(granted + kPhits / 2 - 1, kArrival + kPhits - 1);
  EXPECT_THAT(credits(), ElementsAre(last));
  EXPECT_THAT(crossing_[0].cycles([](const Crossing& value) { return value.tail; }),
              ElementsAre(last));
  EXPECT_THAT(told_.events, IsSupersetOf({"granted 2 packet 0: 1 " + std::to_string(granted) + ' ' +
                                              std::to_string(last),
                                          "released 2 packet 0: " + std::to_string(last)}));
}

// Rule 2: a head is at the front as soon as the flit before it has been granted.
TEST_F(StructuralInputPort, TheNextHeadShowsWithTheGrantOfTheOneBefore) {
  build();
  send(pins_, 1, packet_to(7, 4, 1), 0);
  send(pins_, 5, packet_to(8, 4, 2), 0);
  grant(0, 6, kUnbuffered);
  run(12);
  EXPECT_EQ(front(0, 6), 1);
  EXPECT_EQ(front_after_grants(0, 6), 2) << "while the other's phits still cross";
  EXPECT_EQ(front(0, 7), 2);
  EXPECT_FALSE(head_[0].in_phase(7).complete);
  EXPECT_TRUE(head_[0].in_phase(8).complete);
}

TEST_F(StructuralInputPort, NothingIsAtTheFrontBehindTheLastFlit) {
  build();
  send(pins_, 1, packet_to(7, 4, 1), 0);
  grant(0, 2, kUnbuffered);
  send(pins_, 8, packet_to(8, 4, 2), 0);
  run(12);
  EXPECT_EQ(front(0, 2), 1);
  EXPECT_EQ(front_after_grants(0, 2), -1);
  EXPECT_EQ(front(0, 7), -1);
  EXPECT_EQ(front(0, 8), 2);
}

// Rule 5: granted again in e + 1, without a gap, first in, first out.
TEST_F(StructuralInputPort, FlitsOfAVcFollowEachOtherWithoutAGap) {
  build();
  for (std::uint32_t i = 0; i < 3; ++i) {
    send(pins_, 1 + 2 * i, packet_to(7, 2, i), 0);
    grant(0, 4 + 2 * i, kUnbuffered);
  }
  run(14);
  EXPECT_THAT(crossed(0, 4), ElementsAre(1, 1, 1, 1, 1, 1));
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(crossing_[0].at_end(4 + 2 * i).flit.tag.number, i);
  }
  EXPECT_THAT(credits(), ElementsAre(5, 7, 9));
}

// Wormhole: flits of different VCs alternate on a link; each VC is a FIFO of its own.
TEST_F(StructuralInputPort, VcsDoNotWaitForEachOther) {
  build();
  send(pins_, 1, packet_to(7, 2, 1), 0);
  send(pins_, 3, packet_to(7, 2, 2), 1);
  send(pins_, 5, packet_to(7, 2, 3), 0);
  grant(1, 6, kUnbuffered);
  run(12);
  EXPECT_EQ(front(0, 10), 1);
  EXPECT_EQ(front(1, 5), 2);
  EXPECT_EQ(front(1, 7), -1);
  EXPECT_THAT(crossed(1, 6), ElementsAre(1, 1));
  EXPECT_THAT(crossed(0, 6), IsEmpty());
  EXPECT_THAT(credit_.at_end(7).credits, ElementsAre(Credit{1, 2}));
}

// "A multiplexed crossbar …": a full one has an input for each input VC.
TEST_F(StructuralInputPort, VcsCrossAtTheSameTimeThroughAFullCrossbar) {
  config_.switches.crossbar = CrossbarKind::kFull;
  build();
  send(pins_, 1, packet_to(7, 2, 1), 0);
  send(pins_, 3, packet_to(7, 2, 2), 1);
  grant(0, 6, 0);
  grant(1, 6, 1);
  run(12);
  EXPECT_THAT(crossed(0, 6), ElementsAre(1, 1));
  EXPECT_THAT(crossed(1, 6), ElementsAre(1, 1));
  EXPECT_EQ(crossing_[0].at_end(7).output, 0);
  EXPECT_EQ(crossing_[1].at_end(7).output, 1);
  EXPECT_THAT(credit_.at_end(7).credits, ElementsAre(Credit{0, 2}, Credit{1, 2}));
}

// Credits guarantee room: with 16 phits full is in order, and one more flit is not.
TEST_F(StructuralInputPort, ABufferThatOverflowsEndsTheRun) {
  build();
  for (Cycle i = 0; i < 4; ++i) send(pins_, 1 + 4 * i, packet_to(7, 4), 1);
  send(pins_, 17, packet_to(7, 4), 0);
  send(pins_, 21, packet_to(7, 1), 1);
  run(21);
  try {
    run(22);
    ADD_FAILURE() << "a flit too many";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cycle 21: s0: buffer overrun at s0.p1.vc1"));
  }
}

TEST_F(StructuralInputPort, AGapBetweenThePhitsOfAFlitEndsTheRun) {
  build();
  send(pins_, 3, packet_to(7, 2), 1);
  structural::LinkPins pins;
  pins.flit_valid = pins.flit_head = pins.flit_first = pins.flit_last = true;
  pins.flit_data = packet_to(7, 2);
  pins_.in(5, pins);
  run(6);
  try {
    run(7);
    ADD_FAILURE() << "the second phit did not come";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("cycle 6: s0: a cycle without a phit within a flit at s0.p1"));
  }
}

TEST_F(StructuralInputPort, APhitOfAFlitThatHasNotBegunEndsTheRun) {
  build();
  structural::LinkPins pins;
  pins.flit_valid = true;
  pins.flit_vc = 1;
  pins_.in(3, pins);
  try {
    run(4);
    ADD_FAILURE() << "a phit of no flit";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("s0: a phit without the first one of its flit at "
                                                 "s0.p1.vc1"));
  }
}

// A flit takes its room until its last phit has left.
TEST_F(StructuralInputPort, AFlitThatCrossesStillTakesItsRoom) {
  shape(kPort).input_buffer = 4;
  build();
  send(pins_, 1, packet_to(7, 4), 0);
  grant(0, 5, kUnbuffered);
  send(pins_, 8, packet_to(7, 1), 0);
  run(8);
  EXPECT_THROW(run(9), BrokenInvariant);
}

}  // namespace
}  // namespace netloom
