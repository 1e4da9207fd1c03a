#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/structural/part/arbiter.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::Arbiter;
using structural::ChannelList;
using testing::ElementsAre;

/// An arbiter of a switch with three ports of two VCs.
class StructuralArbiter : public test::StructuralPart {
 protected:
  StructuralArbiter() : StructuralPart(3, 1) {}

  Arbiter make(ArbiterKind kind, int step = 1, ArbiterPlace place = ArbiterPlace::kOutput,
               int number = 2) {
    config_.switches.arbiter = kind;
    return Arbiter(of(), place, number, step);
  }
  /// Picks and matches; who is the older one is told by ages_, per channel.
  int serve(Arbiter& arbiter, const ChannelList& requests) {
    const int winner = pick(arbiter, requests);
    arbiter.matched(winner);
    return winner;
  }
  int pick(const Arbiter& arbiter, const ChannelList& requests) const {
    return arbiter.pick(requests, [this](int a, int b) { return flits_[a].older_than(flits_[b]); });
  }

  Flit flits_[6];
};

TEST_F(StructuralArbiter, ASearchGoesOnFromTheStartAndAround) {
  EXPECT_EQ(structural::first_from({1, 3, 5}, 0), 1);
  EXPECT_EQ(structural::first_from({1, 3, 5}, 3), 3);
  EXPECT_EQ(structural::first_from({1, 3, 5}, 4), 5);
  EXPECT_EQ(structural::first_from({1, 3}, 4), 1);
}

// Round robin: from a pointer on, which is 0 after reset and behind the one served after a match.
TEST_F(StructuralArbiter, RoundRobinLooksFromBehindTheOneServed) {
  Arbiter arbiter = make(ArbiterKind::kRoundRobin);
  EXPECT_EQ(arbiter.pointer(), 0);
  EXPECT_EQ(serve(arbiter, {0, 3, 5}), 0);
  EXPECT_EQ(arbiter.pointer(), 1);
  EXPECT_EQ(serve(arbiter, {0, 3, 5}), 3);
  EXPECT_EQ(serve(arbiter, {0, 3, 4}), 4);
  EXPECT_EQ(serve(arbiter, {0, 5}), 5);
  EXPECT_EQ(arbiter.pointer(), 0) << "behind the last is the first";
  EXPECT_EQ(serve(arbiter, {2, 4}), 2);
}

// At an output the pointer is behind the input port that was served.
TEST_F(StructuralArbiter, RoundRobinAtAnOutputGoesFromPortToPort) {
  Arbiter arbiter = make(ArbiterKind::kRoundRobin, 2);
  EXPECT_EQ(serve(arbiter, {0, 1, 2}), 0);
  EXPECT_EQ(arbiter.pointer(), 2) << "the next port, not the next VC";
  EXPECT_EQ(serve(arbiter, {0, 1, 3}), 3);
  EXPECT_EQ(arbiter.pointer(), 4);
  EXPECT_EQ(serve(arbiter, {1, 4}), 4);
  EXPECT_EQ(arbiter.pointer(), 0);
}

// "An arbiter's state moves only with a match."
TEST_F(StructuralArbiter, PickingMovesNothing) {
  for (const ArbiterKind kind : {ArbiterKind::kRoundRobin, ArbiterKind::kLeastRecentlyServed}) {
    Arbiter arbiter = make(kind);
    arbiter.matched(1);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(pick(arbiter, {1, 2, 4}), 2);
    arbiter.matched(4);
    EXPECT_EQ(pick(arbiter, {1, 2, 4}), kind == ArbiterKind::kRoundRobin ? 1 : 2);
  }
}

// Least recently served: first those that never were, the lower one; then who was longest ago.
TEST_F(StructuralArbiter, LeastRecentlyServed) {
  Arbiter arbiter = make(ArbiterKind::kLeastRecentlyServed);
  EXPECT_EQ(serve(arbiter, {1, 4, 5}), 1);
  EXPECT_EQ(serve(arbiter, {1, 4, 5}), 4);
  EXPECT_EQ(serve(arbiter, {1, 4}), 1) << "longer ago";
  EXPECT_EQ(serve(arbiter, {1, 4}), 4);
  EXPECT_EQ(serve(arbiter, {1, 4, 5}), 5) << "never served";
  EXPECT_EQ(serve(arbiter, {0, 1, 4}), 0);
  EXPECT_EQ(serve(arbiter, {0, 1, 4, 5}), 1);
}

// Age: the oldest packet first, by 16 bits that wrap.
TEST_F(StructuralArbiter, TheOldestPacketGoesFirst) {
  Arbiter arbiter = make(ArbiterKind::kAge);
  flits_[0].tag.generated = 30;
  flits_[3].tag.generated = 10;
  flits_[5].tag.generated = 20;
  EXPECT_EQ(serve(arbiter, {0, 3, 5}), 3);
  EXPECT_EQ(serve(arbiter, {0, 3, 5}), 3) << "nothing moves";
  EXPECT_EQ(serve(arbiter, {0, 5}), 5);
  flits_[0].tag.generated = 0xfff0;
  EXPECT_EQ(serve(arbiter, {0, 3}), 0) << "before the bits wrapped";
}

// Ties go to the lower source, then to the lower channel.
TEST_F(StructuralArbiter, OfTheSameAgeTheLowerSourceThenTheLowerChannelGoesFirst) {
  Arbiter arbiter = make(ArbiterKind::kAge);
  flits_[1].set_source(4);
  flits_[2].set_source(3);
  flits_[4].set_source(3);
  EXPECT_EQ(pick(arbiter, {1, 2, 4}), 2);
  EXPECT_EQ(pick(arbiter, {1, 4}), 4);
}

// "The oldest is found by comparing each in turn with the oldest so far": of three ages of which
// each is older than the next, it is the last one that is older than the one before.
TEST_F(StructuralArbiter, AgesThatGoRoundAreComparedInTurn) {
  Arbiter arbiter = make(ArbiterKind::kAge);
  flits_[0].tag.generated = 0;
  flits_[2].tag.generated = 0xa000;  // older than 0: less than 2^15 before it
  flits_[4].tag.generated = 0x5000;  // older than 0xa000, and younger than 0
  EXPECT_EQ(pick(arbiter, {0, 2, 4}), 4);
  EXPECT_EQ(pick(arbiter, {0, 4}), 0);
}

// Random: by the bits that the arbiter's place and number have in the cycle.
TEST_F(StructuralArbiter, DrawsWithTheBitsOfItsPlace) {
  config_.simulation.seed = 11;
  SwitchRandom random(11, plan_.id);
  for (int number = 0; number < 3; ++number) {
    for (const auto& [place, draws] : {std::pair(ArbiterPlace::kInput, DrawPlace::kInputArbiter),
                                       std::pair(ArbiterPlace::kOutput, DrawPlace::kOutputArbiter),
                                       std::pair(ArbiterPlace::kLink, DrawPlace::kLinkArbiter)}) {
      const Arbiter arbiter = make(ArbiterKind::kRandom, 1, place, number);
      const ChannelList requests{0, 1, 2, 3, 4, 5};
      EXPECT_EQ(pick(arbiter, requests), static_cast<int>(random.draw(0, draws, number).below(6)));
      EXPECT_EQ(pick(arbiter, {4}), 4);
    }
  }
}

TEST_F(StructuralArbiter, DrawsAnewInEachCycle) {
  config_.simulation.seed = 11;
  SwitchRandom random(11, plan_.id);
  const Arbiter arbiter = make(ArbiterKind::kRandom);
  std::vector<int> picked, expected;
  around_.in_each(test::Phase::kAllocate, [&](Cycle) {
    picked.push_back(pick(arbiter, {1, 2, 5}));
  });
  run(40);
  for (Cycle cycle = 0; cycle < 40; ++cycle) {
    const int third[] = {1, 2, 5};
    expected.push_back(third[random.draw(cycle, DrawPlace::kOutputArbiter, 2).below(3)]);
  }
  EXPECT_EQ(picked, expected);
  EXPECT_THAT(picked, testing::IsSupersetOf({1, 2, 5}));
}

/// Grants the highest, and notes what it is asked and told.
class HighestFirst : public SwitchArbiters {
 public:
  int grant(const ArbitrationQuery& query) override {
    asked.emplace_back(query.place, query.arbiter, query.requests[0], query.words, query.granted);
    int highest = 63;
    while ((query.requests[0] >> highest & 1) == 0) --highest;
    return highest;
  }
  void used(ArbiterPlace place, int arbiter, int channel) override {
    told.emplace_back(place, arbiter, channel);
  }

  std::vector<std::tuple<ArbiterPlace, int, std::uint64_t, int, int>> asked;
  std::vector<std::tuple<ArbiterPlace, int, int>> told;
};

// RTL of the plan grants in the model's place, knows what the model would, and is told of matches.
TEST_F(StructuralArbiter, RtlGrantsInItsPlace) {
  HighestFirst rtl;
  plan_.arbiters = &rtl;
  Arbiter arbiter = make(ArbiterKind::kRoundRobin, 1, ArbiterPlace::kLink, 2);
  EXPECT_EQ(pick(arbiter, {1, 3, 4}), 4);
  EXPECT_TRUE(rtl.told.empty());
  EXPECT_EQ(serve(arbiter, {1, 3}), 3);
  EXPECT_THAT(rtl.asked, ElementsAre(std::tuple(ArbiterPlace::kLink, 2, 0b11010u, 1, 1),
                                     std::tuple(ArbiterPlace::kLink, 2, 0b1010u, 1, 1)));
  EXPECT_THAT(rtl.told, ElementsAre(std::tuple(ArbiterPlace::kLink, 2, 3)));
  EXPECT_EQ(arbiter.pointer(), 4) << "the model follows the match";
}

}  // namespace
}  // namespace netloom
