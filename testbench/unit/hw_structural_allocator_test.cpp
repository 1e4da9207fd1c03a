#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "testbench/unit/hw_structural_allocator_support.h"

namespace netloom {
namespace {

using structural::Taking;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

/// What all allocators do.
class StructuralAllocator : public test::StructuralAllocation {};

// Rule 4: a head that may take an output that is free and has room goes there, once.
TEST_F(StructuralAllocator, AHeadGoesToAnOutputThatHasRoom) {
  build();
  head(1, {2, 5}).flit.phits = 4;
  room(2, 0, 3);
  run(4);
  EXPECT_THAT(granted(0), ElementsAre(Pair(1, 5)));
  EXPECT_TRUE(grant(1, 0).valid);
  EXPECT_FALSE(grant(1, 0).picked);
  const Taking& taken = taking(5, 0);
  EXPECT_TRUE(taken.valid);
  EXPECT_TRUE(taken.tail);
  EXPECT_FALSE(taken.has_room);
  EXPECT_EQ(taken.phits, 4);
  EXPECT_EQ(taken.reserved, 0);
  for (const int other : {0, 1, 2, 3, 4, 6, 7}) EXPECT_FALSE(taking(other, 0).valid) << other;
  EXPECT_THAT(granted(1), IsEmpty());
  EXPECT_FALSE(taking(5, 1).valid);
  EXPECT_THAT(told_.events, ElementsAre("selected 1 packet 0: 5 0"));
  EXPECT_THAT(told_.allocations, ElementsAre(0, 1, 2, 3));
}

// Wormhole: what is told of the flit that comes is its place in the packet.
TEST_F(StructuralAllocator, AnOutputIsToldOfHeadAndTail) {
  build();
  head(0, {2}).flit.set_tail(false);
  auto& last = head(2, {6});
  last.body = true;
  last.flit.set_head(false);
  run(1);
  EXPECT_FALSE(taking(2, 0).tail);
  EXPECT_TRUE(taking(6, 0).tail);
}

// Rule 4: who gets nothing tries again in a later cycle, with a new selection.
TEST_F(StructuralAllocator, WhoGetsNothingTriesAgain) {
  build();
  head(0, {2, 4});
  room(2, 0, 0);
  room(4, 0, 0);
  room(4, 3, 1);
  run(6);
  EXPECT_THAT(granted(2), IsEmpty());
  EXPECT_THAT(granted(3), ElementsAre(Pair(0, 4)));
}

TEST_F(StructuralAllocator, AHeadWhoseRoutingDoesNotCountYetGetsNothing) {
  build();
  head(0, {2}).ready = false;
  run(3);
  for (Cycle cycle = 0; cycle < 3; ++cycle) EXPECT_THAT(granted(cycle), IsEmpty());
}

// Rule 5: input and output are occupied while a flit crosses, and can be granted in e + 1.
TEST_F(StructuralAllocator, NothingIsGrantedWhereAFlitCrosses) {
  build();
  occupy(1, 2, 0, 2);  // by port 0 to port 1
  head(0, {4});
  head(6, {3});
  head(5, {6});
  run(6);
  EXPECT_THAT(granted(0), ElementsAre(Pair(5, 6)));
  EXPECT_THAT(granted(2), IsEmpty());
  EXPECT_THAT(granted(3), UnorderedElementsAre(Pair(0, 4), Pair(6, 3)));
}

// "A multiplexed crossbar has one input and one output per port, whatever the number of VCs."
TEST_F(StructuralAllocator, AMultiplexedCrossbarHasOneInputAndOutputPerPort) {
  build();
  head(0, {2});
  head(1, {4});  // of the same input port
  head(6, {3});  // to the same output port as the first
  run(4);
  EXPECT_THAT(granted(0), ElementsAre(Pair(0, 2)));
  EXPECT_THAT(granted(1), UnorderedElementsAre(Pair(1, 4), Pair(6, 3)));
}

// "A full one has an input for each input VC and an output for each output VC."
TEST_F(StructuralAllocator, AFullCrossbarHasThemForEachVc) {
  config_.switches.crossbar = CrossbarKind::kFull;
  for (PortShape& port : plan_.ports) port.output_buffer = 16;
  build();
  head(0, {2});
  head(1, {4});
  head(6, {3});
  run(1);
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 2), Pair(1, 4), Pair(6, 3)));
}

// "… without an output buffer an output port still sends one flit at a time."
TEST_F(StructuralAllocator, WithoutABufferAFullCrossbarSendsOneFlitAtATime) {
  config_.switches.crossbar = CrossbarKind::kFull;
  build();
  head(0, {2});
  head(1, {4});
  head(6, {3});
  run(2);
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 2), Pair(1, 4)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(6, 3)));
}

// Rule 4, select_at: routing: the selection function picks once, as soon as there is room behind
// some output, be its crossbar output free or not; the room is reserved.
TEST_F(StructuralAllocator, SelectedAtRoutingAHeadPicksOnceAndWaits) {
  config_.switches.selection_time = SelectionTime::kRouting;
  build();
  occupy(5, 2, 0, 2);
  auto& request = head(0, {2, 6});
  request.flit.phits = 4;
  request.preferred_port = 1;
  run(6);
  EXPECT_THAT(granted(0), IsEmpty());
  EXPECT_TRUE(grant(0, 0).picked);
  EXPECT_FALSE(grant(0, 0).valid);
  EXPECT_EQ(grant(0, 0).output, 2) << "although it is busy, and 6 is not";
  EXPECT_EQ(taking(2, 0).reserved, 4);
  EXPECT_FALSE(taking(2, 0).valid);
  EXPECT_FALSE(grant(0, 1).picked) << "once";
  EXPECT_EQ(taking(2, 1).reserved, 0);
  EXPECT_THAT(granted(3), ElementsAre(Pair(0, 2)));
  EXPECT_TRUE(taking(2, 3).has_room);
  EXPECT_EQ(taking(2, 3).phits, 4);
}

// … and where the output is free, it may go in that cycle.
TEST_F(StructuralAllocator, SelectedAtRoutingAHeadMayGoAtOnce) {
  config_.switches.selection_time = SelectionTime::kRouting;
  build();
  head(0, {2}).flit.phits = 4;
  head(4, {2}).flit.phits = 4;
  head(6, {2}).flit.phits = 9;
  run(3);
  EXPECT_THAT(granted(0), ElementsAre(Pair(0, 2)));
  EXPECT_TRUE(taking(2, 0).valid);
  EXPECT_TRUE(taking(2, 0).has_room);
  EXPECT_EQ(taking(2, 0).reserved, 8) << "of both for which there is room";
  EXPECT_FALSE(grant(6, 0).picked) << "8 phits are left of 16";
  EXPECT_THAT(granted(1), ElementsAre(Pair(4, 2)));
}

// A head that picks leaves the room to others only where there is more.
TEST_F(StructuralAllocator, SelectedAtRoutingNobodyPicksWithoutRoom) {
  config_.switches.selection_time = SelectionTime::kRouting;
  build();
  room(2, 0, 0);
  room(2, 2, 16);
  head(0, {2});
  run(4);
  EXPECT_FALSE(grant(0, 1).picked);
  EXPECT_TRUE(grant(0, 2).picked);
}

}  // namespace
}  // namespace netloom
