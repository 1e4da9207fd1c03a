#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "testbench/unit/hw_structural_allocator_support.h"

namespace netloom {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

/// docs/timing.md, "Who goes first".
class StructuralWhoGoesFirst : public test::StructuralAllocation {
 protected:
  SwitchConfig& config() { return config_.switches; }
};

/// The same with each of the allocators.
class StructuralEachAllocator : public StructuralWhoGoesFirst,
                                public testing::WithParamInterface<AllocatorKind> {
 protected:
  StructuralEachAllocator() {
    config().allocator = GetParam();
    again_ = true;
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, StructuralEachAllocator,
                         testing::Values(AllocatorKind::kSeparableInputFirst,
                                         AllocatorKind::kSeparableOutputFirst,
                                         AllocatorKind::kIslip));

// Round robin: 0 after reset, and behind the one served after a match: at an output the next port.
TEST_P(StructuralEachAllocator, AnOutputServesItsInputsInTurn) {
  build();
  for (const int input : {0, 4, 7}) head(input, {3});
  run(7);
  EXPECT_THAT(served(1, 7), ElementsAre(0, 4, 7, 0, 4, 7, 0));
  EXPECT_EQ(allocator().output_pointer(1), 1);
  EXPECT_EQ(allocator().output_pointer(2), 0) << "nobody was served there";
}

// … at an input the next VC.
TEST_P(StructuralEachAllocator, AnInputServesItsVcsInTurn) {
  build();
  head(4, {2});
  head(5, {6});
  run(6);
  std::vector<int> inputs;
  for (Cycle cycle = 0; cycle < 6; ++cycle) {
    ASSERT_EQ(granted(cycle).size(), 1u);
    inputs.push_back(granted(cycle)[0].first);
  }
  EXPECT_THAT(inputs, ElementsAre(4, 5, 4, 5, 4, 5));
  EXPECT_EQ(allocator().input_pointer(2), 0);
}

TEST_P(StructuralEachAllocator, WhoWasServedLongestAgoGoesFirst) {
  config().arbiter = ArbiterKind::kLeastRecentlyServed;
  build();
  for (const int input : {0, 4, 7}) head(input, {2});
  run(5);
  EXPECT_THAT(served(1, 5), ElementsAre(0, 4, 7, 0, 4));
}

TEST_P(StructuralEachAllocator, TheOldestPacketGoesFirst) {
  config().arbiter = ArbiterKind::kAge;
  again_ = false;
  build();
  head(0, {2}).flit.tag.generated = 30;
  head(4, {2}).flit.tag.generated = 10;
  head(5, {2}).flit.tag.generated = 5;
  head(7, {2}).flit.tag.generated = 20;
  run(4);
  EXPECT_THAT(served(1, 4), ElementsAre(5, 4, 7, 0));
}

// Random: each time by the bits of the output's arbiter.
TEST_P(StructuralEachAllocator, ARandomOneGoesFirst) {
  config().arbiter = ArbiterKind::kRandom;
  build();
  for (const int input : {0, 4, 7}) head(input, {2});
  run(30);
  SwitchRandom random(config_.simulation.seed, plan_.id);
  const int inputs[] = {0, 4, 7};
  std::vector<int> expected;
  for (Cycle cycle = 0; cycle < 30; ++cycle) {
    expected.push_back(inputs[random.draw(cycle, DrawPlace::kOutputArbiter, 2).below(3)]);
  }
  EXPECT_EQ(served(1, 30), expected);
}

// Control packets go before others at every arbiter: those of inputs, and those of outputs.
TEST_P(StructuralEachAllocator, ControlPacketsGoFirstAtEveryArbiter) {
  config().control_priority = true;
  build();
  head(0, {2});
  control_head(6, {2});
  head(4, {6});
  control_head(5, {0});
  run(4);
  EXPECT_THAT(served(1, 4), Each(6));
  EXPECT_THAT(served(0, 4), Each(5));
  EXPECT_THAT(served(3, 4), Each(-1));
}

TEST_P(StructuralEachAllocator, WithoutPriorityControlPacketsTakeTheirTurn) {
  build();
  head(0, {2});
  control_head(6, {2});
  run(4);
  EXPECT_THAT(served(1, 4), ElementsAre(0, 6, 0, 6));
}

// In a full crossbar an output serves input VCs in turn.
TEST_P(StructuralEachAllocator, AFullCrossbarServesInputVcsInTurn) {
  config().crossbar = CrossbarKind::kFull;
  build();
  for (const int input : {0, 1, 4}) head(input, {2});
  run(6);
  EXPECT_THAT(served(1, 6), ElementsAre(0, 1, 4, 0, 1, 4));
}

// … and a multiplexed one serves ports: one with two heads has no more than another.
TEST_P(StructuralEachAllocator, AMultiplexedCrossbarServesPortsInTurn) {
  build();
  for (const int input : {0, 1, 4}) head(input, {2});
  run(6);
  const std::vector<int> all = served(1, 6);
  EXPECT_EQ(std::count(all.begin(), all.end(), 4), 3) << "port 2 has every other cycle";
}

// separable_input_first: an input that is not granted gets nothing, although another of its VCs
// might have; and the state of its arbiter has not moved.
TEST_F(StructuralWhoGoesFirst, InputFirstOnlyThePickedVcAsks) {
  build();
  head(0, {2});
  head(4, {2});  // its input picks it, and the output grants port 0
  head(5, {6});
  run(3);
  EXPECT_THAT(granted(0), ElementsAre(Pair(0, 2)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(4, 2))) << "the pointer of its input has not moved";
  EXPECT_THAT(granted(2), ElementsAre(Pair(5, 6)));
}

// With `iterations` above 1, what is left is matched again in the same way.
TEST_F(StructuralWhoGoesFirst, AnotherIterationMatchesWhatIsLeft) {
  config().iterations = 2;
  build();
  head(0, {2, 6});
  head(4, {2, 6});
  head(6, {2, 6});
  run(2);
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 2), Pair(4, 6)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(6, 2)));
}

// separable_output_first: every flit that may go asks, so that another VC of the input may win.
TEST_F(StructuralWhoGoesFirst, OutputFirstEveryVcAsks) {
  config().allocator = AllocatorKind::kSeparableOutputFirst;
  build();
  head(0, {2});
  head(4, {2});
  head(5, {6});
  run(2);
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 2), Pair(5, 6)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(4, 2)));
}

// … and each input takes one of those that were granted.
// … by the pointer of its arbiter, which is 0 at first: whichever output has granted which VC.
TEST_F(StructuralWhoGoesFirst, OutputFirstAnInputLooksAtItsVcsFromThePointerOn) {
  config().allocator = AllocatorKind::kSeparableOutputFirst;
  build();
  head(2, {4});
  head(3, {0});
  run(2);
  EXPECT_THAT(granted(0), ElementsAre(Pair(2, 4)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(3, 0)));
}

TEST_F(StructuralWhoGoesFirst, OutputFirstAGrantThatIsNotTakenMovesNothing) {
  config().allocator = AllocatorKind::kSeparableOutputFirst;
  again_ = true;
  build();
  head(2, {4});
  head(3, {6});
  run(3);
  EXPECT_THAT(granted(0), ElementsAre(Pair(2, 4)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(3, 6)));
  EXPECT_THAT(granted(2), ElementsAre(Pair(2, 4)));
}

TEST_F(StructuralWhoGoesFirst, OutputFirstThePointerOfAnOutputThatIsNotTakenStays) {
  config().allocator = AllocatorKind::kSeparableOutputFirst;
  build();
  head(2, {4});
  head(3, {6});
  run(1);
  EXPECT_THAT(granted(0), ElementsAre(Pair(2, 4)));
  EXPECT_EQ(allocator().output_pointer(2), 2);
  EXPECT_EQ(allocator().output_pointer(3), 0) << "it has granted port 1, which took the other";
  EXPECT_EQ(allocator().input_pointer(1), 1);
}

/// Two iterations; the second one serves port 2 at output 3.
class StructuralIterations : public StructuralWhoGoesFirst,
                             public testing::WithParamInterface<AllocatorKind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, StructuralIterations,
                         testing::Values(AllocatorKind::kSeparableOutputFirst,
                                         AllocatorKind::kIslip));

// islip: only what is matched in the first iteration moves the arbiters' state.
TEST_P(StructuralIterations, WithIslipOnlyTheFirstMovesPointers) {
  config().allocator = GetParam();
  config().iterations = 2;
  build();
  head(0, {2, 6});
  head(4, {2, 6});
  run(1);
  EXPECT_THAT(granted(0), UnorderedElementsAre(Pair(0, 2), Pair(4, 6)));
  EXPECT_EQ(allocator().output_pointer(1), 1);
  const bool islip = GetParam() == AllocatorKind::kIslip;
  EXPECT_EQ(allocator().output_pointer(3), islip ? 0 : 3);
  EXPECT_EQ(allocator().input_pointer(2), islip ? 0 : 1);
}

// The selection function picks before anybody asks: who loses at that output does not ask another.
TEST_F(StructuralWhoGoesFirst, WhoLosesAsksNoOtherInTheIteration) {
  build();
  head(0, {2, 6});
  head(4, {2, 6});
  run(2);
  EXPECT_THAT(granted(0), ElementsAre(Pair(0, 2)));
  EXPECT_THAT(granted(1), ElementsAre(Pair(4, 2)));
}

}  // namespace
}  // namespace netloom
