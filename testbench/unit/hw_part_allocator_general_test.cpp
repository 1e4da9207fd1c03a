#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "testbench/unit/hw_part_allocator_support.h"

namespace netloom {
namespace {

using test::PartAllocator;
using test::set_of;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

using GeneralPart = test::PartOf<64, kAllFeatures, 1>;

/// Who goes first, by the rules of the section of that name, with all allocators and arbiters.
class PartAllocatorGeneral : public PartAllocator<GeneralPart> {
 protected:
  void kind(AllocatorKind kind, ArbiterKind arbiter = ArbiterKind::kRoundRobin,
            SwitchArbiters* arbiters = nullptr) {
    config_.allocator = kind;
    config_.arbiter = arbiter;
    build(heads_.full ? 1 : GeneralPart::kVcs, arbiters);
  }
};

TEST_F(PartAllocatorGeneral, DoesWhatTheConfigurationSays) {
  config_.iterations = 3;
  config_.control_priority = true;
  kind(AllocatorKind::kSeparableInputFirst);
  EXPECT_TRUE(allocator_.input_first());
  EXPECT_EQ(allocator_.iterations(), 3);
  EXPECT_TRUE(allocator_.prioritises_control());
  kind(AllocatorKind::kIslip);
  EXPECT_FALSE(allocator_.input_first());
  kind(AllocatorKind::kSeparableOutputFirst);
  EXPECT_FALSE(allocator_.input_first());
}

// A full crossbar has an input for each VC, so that both may go.
TEST_F(PartAllocatorGeneral, InAFullCrossbarVcsOfAPortDoNotShareAnInput) {
  heads_.full = true;
  kind(AllocatorKind::kSeparableInputFirst);
  head(in(2, 0), {in(4, 0)});
  head(in(2, 1), {in(4, 1)});
  EXPECT_THAT(match(), UnorderedElementsAre(Pair(in(2, 0), in(4, 0)), Pair(in(2, 1), in(4, 1))));
}

// … and its output pointers are at the next input VC, not at the next port.
TEST_F(PartAllocatorGeneral, InAFullCrossbarThePointerIsBehindTheVc) {
  heads_.full = true;
  kind(AllocatorKind::kSeparableInputFirst);
  for (const int input : {in(2, 0), in(2, 1), in(3, 0)}) head(input, {in(4, 1)});
  EXPECT_THAT(match(), ElementsAre(Pair(in(2, 0), in(4, 1))));
  EXPECT_THAT(match(), ElementsAre(Pair(in(2, 1), in(4, 1))));
  EXPECT_THAT(match(), ElementsAre(Pair(in(3, 0), in(4, 1))));
}

// Every flit that may go asks; each output grants one, each input takes one of those granted.
TEST_F(PartAllocatorGeneral, OutputFirstAllFlitsAsk) {
  kind(AllocatorKind::kSeparableOutputFirst);
  head(in(0), {in(4)});
  head(in(2, 0), {in(4)});
  head(in(2, 1), {in(5)});
  EXPECT_THAT(match(), UnorderedElementsAre(Pair(in(0), in(4)), Pair(in(2, 1), in(5))));
  EXPECT_EQ(input_pointer(2), 0) << "behind the last VC";
}

// An arbiter's state moves only with a match: not that of an output whose grant was not taken.
TEST_F(PartAllocatorGeneral, OutputFirstAGrantThatIsNotTakenMovesNothing) {
  for (const AllocatorKind allocator :
       {AllocatorKind::kSeparableOutputFirst, AllocatorKind::kIslip}) {
    kind(allocator);
    head(in(2, 0), {in(4)});
    head(in(2, 1), {in(5)});
    EXPECT_THAT(match(), ElementsAre(Pair(in(2, 0), in(4))));
    EXPECT_EQ(output_pointer(4), 3);
    EXPECT_EQ(output_pointer(5), 0);
    EXPECT_EQ(input_pointer(2), 1);
    EXPECT_THAT(match(), ElementsAre(Pair(in(2, 1), in(5))));
  }
}

TEST_F(PartAllocatorGeneral, OutputFirstWhoCannotGoIsTold) {
  kind(AllocatorKind::kSeparableOutputFirst);
  head(in(0), {in(4)});
  head(in(2, 1), {in(5)});
  EXPECT_THAT(match(Mask::all() - Mask::bit(in(4))), ElementsAre(Pair(in(2, 1), in(5))));
  EXPECT_THAT(heads_.blocked, ElementsAre(in(0)));
}

// islip: only what is matched in the first iteration moves the arbiters' state.
TEST_F(PartAllocatorGeneral, OnlyTheFirstIterationOfIslipMovesPointers) {
  for (const AllocatorKind allocator :
       {AllocatorKind::kSeparableOutputFirst, AllocatorKind::kIslip}) {
    kind(allocator);
    head(in(2, 0), {in(4)});
    first_ = false;
    EXPECT_THAT(match(), ElementsAre(Pair(in(2, 0), in(4))));
    const bool moves = allocator != AllocatorKind::kIslip;
    EXPECT_EQ(output_pointer(4), moves ? 3 : 0);
    EXPECT_EQ(input_pointer(2), moves ? 1 : 0);
    first_ = true;
    match();
    EXPECT_EQ(output_pointer(4), 3);
  }
}

// What is left is matched again: the arbiters of a second iteration have moved, input first.
TEST_F(PartAllocatorGeneral, WhatIsLeftIsMatchedAgain) {
  heads_.consumes = true;
  kind(AllocatorKind::kSeparableInputFirst);
  head(in(0), {in(4)});
  head(in(2), {in(4), in(5)});
  EXPECT_THAT(match(), ElementsAre(Pair(in(0), in(4))));
  EXPECT_THAT(match(Mask::all() - Mask::bit(in(4))), ElementsAre(Pair(in(2), in(5))));
  EXPECT_EQ(output_pointer(5), 3);
}

TEST_F(PartAllocatorGeneral, TheOldestGoesFirstAtInputsAndOutputs) {
  heads_.ages = {{in(0), 7}, {in(2, 0), 5}, {in(2, 1), 3}, {in(6), 9}};
  for (const AllocatorKind allocator :
       {AllocatorKind::kSeparableInputFirst, AllocatorKind::kSeparableOutputFirst}) {
    kind(allocator, ArbiterKind::kAge);
    for (const auto& age : heads_.ages) head(age.first, {in(4)});
    for (int i = 0; i < 2; ++i) EXPECT_THAT(match(), ElementsAre(Pair(in(2, 1), in(4))));
  }
}

TEST_F(PartAllocatorGeneral, WhoWasServedLongestAgoGoesFirst) {
  kind(AllocatorKind::kSeparableInputFirst, ArbiterKind::kLeastRecentlyServed);
  for (const int port : {1, 2, 6}) head(in(port), {in(4)});
  std::vector<int> order;
  for (int i = 0; i < 4; ++i) order.push_back(match().front().first);
  EXPECT_THAT(order, ElementsAre(in(1), in(2), in(6), in(1)));
  head(in(0), {in(4)});
  EXPECT_EQ(match().front().first, in(0)) << "never served";
}

// Determinism: who draws has bits of its own, numbered by port or by the first channel.
TEST_F(PartAllocatorGeneral, ArbitersThatDrawHavePlacesOfTheirOwn) {
  kind(AllocatorKind::kSeparableInputFirst, ArbiterKind::kRandom);
  head(in(2, 0), {in(4, 1)});
  head(in(2, 1), {in(4, 1)});
  head(in(6), {in(4, 1)});
  heads_.bits.bits = 0xFFFFFFFF;
  EXPECT_THAT(match(Mask::all(), 33), ElementsAre(Pair(in(6), in(4, 1))));
  EXPECT_THAT(heads_.bits.drawn,
              ElementsAre(std::make_tuple(33u, DrawPlace::kInputArbiter, 2),
                          std::make_tuple(33u, DrawPlace::kOutputArbiter, in(4))));
  heads_.bits.drawn.clear();
  const Mask able = set_of<Mask>({in(5, 0), in(5, 1)});
  EXPECT_EQ(allocator_.pick_link(heads_, 5, able, 34, [](int, int) { return false; }), in(5, 1));
  EXPECT_THAT(heads_.bits.drawn, ElementsAre(std::make_tuple(34u, DrawPlace::kLinkArbiter, 5)));
}

TEST_F(PartAllocatorGeneral, TheLinkTakesTheOldest) {
  kind(AllocatorKind::kSeparableInputFirst, ArbiterKind::kAge);
  const Mask able = set_of<Mask>({in(5, 0), in(5, 1)});
  const auto second_is_older = [&](int a, int b) { return a == in(5, 1) && b == in(5, 0); };
  EXPECT_EQ(allocator_.pick_link(heads_, 5, able, 5, second_is_older), in(5, 1));
}

// switch.control_priority: at every arbiter.
TEST_F(PartAllocatorGeneral, ControlPacketsGoFirstAtEveryArbiter) {
  for (const AllocatorKind allocator :
       {AllocatorKind::kSeparableInputFirst, AllocatorKind::kSeparableOutputFirst}) {
    kind(allocator);
    heads_.wants.clear();
    heads_.control = set_of<Mask>({in(2, 1)});
    head(in(2, 0), {in(3)});
    head(in(2, 1), {in(4)});
    EXPECT_THAT(match(), ElementsAre(Pair(in(2, 1), in(4)))) << "at the input";
    heads_.wants.clear();
    heads_.control = set_of<Mask>({in(6)});
    head(in(0), {in(5)});
    head(in(6), {in(5)});
    EXPECT_THAT(match(), ElementsAre(Pair(in(6), in(5)))) << "at the output";
  }
}

/// Grants the highest that asks, and remembers whom it was told to be used.
class HighestArbiters : public SwitchArbiters {
 public:
  int grant(const ArbitrationQuery& query) override {
    asked.emplace_back(query.place, query.arbiter, query.granted);
    for (int channel = 64 * query.words - 1; channel >= 0; --channel) {
      if (query.requests[channel / 64] >> channel % 64 & 1) return channel;
    }
    return -1;
  }
  void used(ArbiterPlace place, int arbiter, int channel) override {
    told.emplace_back(place, arbiter, channel);
  }

  std::vector<std::tuple<ArbiterPlace, int, int>> asked, told;
};

TEST_F(PartAllocatorGeneral, ThePlansArbitersDecideInTheModelsPlace) {
  HighestArbiters arbiters;
  kind(AllocatorKind::kSeparableInputFirst, ArbiterKind::kRoundRobin, &arbiters);
  head(in(2, 0), {in(4)});
  head(in(2, 1), {in(4)});
  head(in(0), {in(4)});
  EXPECT_THAT(match(), ElementsAre(Pair(in(2, 1), in(4))));
  EXPECT_THAT(arbiters.asked, ElementsAre(std::make_tuple(ArbiterPlace::kInput, 0, in(0)),
                                          std::make_tuple(ArbiterPlace::kInput, 2, in(2, 0)),
                                          std::make_tuple(ArbiterPlace::kOutput, in(4), in(0))));
  EXPECT_THAT(arbiters.told,
              UnorderedElementsAre(std::make_tuple(ArbiterPlace::kInput, 2, in(2, 1)),
                                   std::make_tuple(ArbiterPlace::kOutput, in(4), in(2, 1))));
}

}  // namespace
}  // namespace netloom
