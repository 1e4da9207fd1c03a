#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/part/allocator.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

/// What the allocator asks a switch: heads, each with the output channels that it wants; it picks
/// the first that is available.
template <class Part>
struct HeadsOfASwitch {
  using Mask = typename Part::Mask;
  struct Bits {
    Draw draw(Cycle cycle, DrawPlace place, int index) {
      drawn.emplace_back(cycle, place, index);
      return Draw(bits);
    }
    std::uint32_t bits = 0;
    std::vector<std::tuple<Cycle, DrawPlace, int>> drawn;
  };

  const typename Part::Numbers& channels() const { return numbers; }
  Mask available(int input, const Mask& free, const Mask& /*taken*/) const {
    const auto head = wants.find(input);
    return head == wants.end() ? Mask() : head->second & free;
  }
  int select(int /*input*/, const Mask& outputs, Cycle /*now*/) const { return outputs.first(); }
  void cannot_go(int input) { blocked.push_back(input); }
  void loses(int input, int port) { losers.emplace_back(input, port); }
  void grant(int input, int output, Cycle now) {
    granted.emplace_back(input, output);
    cycles.push_back(now);
    if (consumes) wants.erase(input);
  }
  Mask pending() const {
    Mask result;
    for (const auto& head : wants) result.set(head.first);
    return result;
  }
  Mask input_group(int input) const {
    return full ? Mask::bit(input) : numbers.of_port(numbers.port(input));
  }
  int output_of(int output) const { return full ? output : numbers.first(numbers.port(output)); }
  bool older(int a, int b) const { return ages.at(a) < ages.at(b); }
  void prefer_control(Mask& set) const {
    if ((set & control).any()) set &= control;
  }
  Bits& random() { return bits; }

  typename Part::Numbers numbers = Part::channels();
  std::map<int, Mask> wants;
  std::map<int, int> ages;
  Mask control;
  bool full = false;
  bool consumes = false;  ///< a head that is granted is gone
  Bits bits;
  std::vector<std::pair<int, int>> granted;
  std::vector<Cycle> cycles;
  std::vector<int> blocked;
  std::vector<std::pair<int, int>> losers;
};

template <class Part>
class PartAllocator : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTopPort = Part::kPorts - 1;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  void build(int step = Part::kVcs, SwitchArbiters* arbiters = nullptr) {
    allocator_.build(arena_, heads_.channels(), config_, step, arbiters);
  }
  int in(int port, int vc = 0) const { return heads_.numbers.of(port, vc); }
  void head(int input, std::initializer_list<int> outputs) {
    heads_.wants[input] = set_of<Mask>(outputs);
  }
  /// The grants of one iteration, (input channel, output channel).
  std::vector<std::pair<int, int>> match(const Mask& free = Mask::all(), Cycle now = 5) {
    heads_.granted.clear();
    heads_.blocked.clear();
    heads_.losers.clear();
    lost_ = 0;
    if (allocator_.input_first()) {
      lost_ = allocator_.match_input_first(heads_, heads_.pending(), free, Mask(), now);
    } else {
      allocator_.match_output_first(heads_, heads_.pending(), free, Mask(), first_, now);
    }
    return heads_.granted;
  }
  int output_pointer(int port) const { return allocator_.output_pointer(heads_.channels(), port); }
  int input_pointer(int port) const { return allocator_.input_pointer(heads_.channels(), port); }

  Arena arena_{std::size_t{1} << 14};
  HeadsOfASwitch<Part> heads_;
  SwitchConfig config_;
  Allocator<typename Part::Numbers, Part::kFeatures> allocator_;
  int lost_ = 0;
  bool first_ = true;  ///< iteration of the cycle
};
TYPED_TEST_SUITE(PartAllocator, test::PartTypes);

// Who goes first, round robin: from the pointer on, which is 0 after reset and behind the one
// served after a match.
TYPED_TEST(PartAllocator, TheOutputPointerIsBehindTheOneServed) {
  this->build();
  const int output = this->in(3);
  for (const int port : {1, 4, this->kTopPort}) this->head(this->in(port), {output});
  EXPECT_EQ(this->output_pointer(3), 0);
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(1), output)));
  EXPECT_EQ(this->output_pointer(3), 2);
  EXPECT_EQ(this->lost_, 2);
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(4), output)));
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(this->kTopPort), output)));
  EXPECT_EQ(this->output_pointer(3), 0) << "behind the last port";
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(1), output)));
  for (const int port : {0, 2, this->kTopPort}) EXPECT_EQ(this->output_pointer(port), 0);
}

TYPED_TEST(PartAllocator, TheOneAtThePointerIsServed) {
  this->build();
  this->head(this->in(1), {0});
  this->match();
  ASSERT_EQ(this->output_pointer(0), 2);
  for (const int port : {0, 1, 2, 3}) this->head(this->in(port), {0});
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(2), 0)));
}

TYPED_TEST(PartAllocator, EveryOutputGrantsOne) {
  this->build();
  this->heads_.consumes = true;
  for (const int port : {0, 1}) this->head(this->in(port), {this->in(5)});
  this->head(this->in(2), {this->kTop});
  this->head(this->in(this->kTopPort), {0});
  EXPECT_THAT(this->match(TypeParam::Mask::all(), 9),
              UnorderedElementsAre(Pair(this->in(0), this->in(5)), Pair(this->in(2), this->kTop),
                                   Pair(this->in(this->kTopPort), 0)));
  EXPECT_EQ(this->lost_, 1);
  EXPECT_THAT(this->heads_.cycles, testing::Each(9u));
}

// Rule 4: who has no output that is free and has room tries again when that changes.
TYPED_TEST(PartAllocator, WhoCannotGoIsToldAndAsksForNothing) {
  using Mask = typename TypeParam::Mask;
  this->build();
  this->head(this->in(0), {this->in(2)});
  this->head(this->in(1), {this->in(3)});
  this->head(this->in(this->kTopPort), {this->in(2), this->kTop});
  EXPECT_THAT(this->match(Mask::all() - set_of<Mask>({this->in(2)})),
              UnorderedElementsAre(Pair(this->in(1), this->in(3)),
                                   Pair(this->in(this->kTopPort), this->kTop)));
  EXPECT_THAT(this->heads_.blocked, ElementsAre(this->in(0)));
  EXPECT_EQ(this->lost_, 0);
  EXPECT_EQ(this->output_pointer(2), 0);
}

/// Ports with at least two VCs.
template <class Part>
class PartAllocatorVcs : public PartAllocator<Part> {};
using PartVcTypes =
    testing::Types<test::PartOf<32, kManyVcs, 1>, test::PartOf<64, kManyVcs, 2>,
                   test::PartOf<128, kManyVcs, 3>, test::PartOf<32, kAllFeatures, 1>,
                   test::PartOf<128, kAllFeatures, 2>>;
TYPED_TEST_SUITE(PartAllocatorVcs, PartVcTypes);

// Each input has an arbiter that picks one of its VCs, the next one after a match.
TYPED_TEST(PartAllocatorVcs, AnInputTakesItsVcsInTurn) {
  this->build();
  const int port = this->kTopPort, last = TypeParam::kVcs - 1;
  this->head(this->in(port, 0), {0});
  this->head(this->in(port, last), {this->in(1)});
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(port, 0), 0)));
  EXPECT_EQ(this->input_pointer(port), 1);
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(port, last), this->in(1))));
  EXPECT_EQ(this->input_pointer(port), 0) << "behind the last VC";
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(port, 0), 0)));
  EXPECT_EQ(this->input_pointer(0), 0);
}

// Only the VC that was picked asks, although another of the input might have been granted.
TYPED_TEST(PartAllocatorVcs, AnInputThatLosesGetsNothingAndItsPointerStays) {
  this->build();
  this->head(this->in(0), {this->in(4)});
  this->head(this->in(2, 0), {this->in(4)});
  this->head(this->in(2, 1), {this->in(5)});
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(0), this->in(4))));
  EXPECT_EQ(this->input_pointer(0), 1);
  EXPECT_EQ(this->input_pointer(2), 0);
  EXPECT_EQ(this->output_pointer(5), 0);
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(2, 0), this->in(4)))) << "port 0 was served";
}

// … "one of its VCs with a flit that may go".
TYPED_TEST(PartAllocatorVcs, AVcThatCannotGoIsPassedOver) {
  using Mask = typename TypeParam::Mask;
  this->build();
  this->head(this->in(2, 0), {this->in(4)});
  this->head(this->in(2, 1), {this->in(5)});
  EXPECT_THAT(this->match(Mask::all() - Mask::bit(this->in(4))),
              ElementsAre(Pair(this->in(2, 1), this->in(5))));
  EXPECT_THAT(this->heads_.blocked, ElementsAre(this->in(2, 0)));
  EXPECT_EQ(this->input_pointer(2), 2 % TypeParam::kVcs);
}

// A multiplexed crossbar has one output per port, whatever the VCs.
TYPED_TEST(PartAllocatorVcs, VcsOfAnOutputPortShareIt) {
  this->build();
  this->head(this->in(0), {this->in(4, 0)});
  this->head(this->in(1), {this->in(4, TypeParam::kVcs - 1)});
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(0), this->in(4, 0))));
  EXPECT_EQ(this->output_pointer(4), 1);
  EXPECT_THAT(this->match(), ElementsAre(Pair(this->in(1), this->in(4, TypeParam::kVcs - 1))));
}

// The link behind several output buffers has an arbiter of the same kind.
TYPED_TEST(PartAllocatorVcs, TheLinkTakesTheVcsInTurn) {
  using Mask = typename TypeParam::Mask;
  this->build();
  const auto never = [](int, int) { return false; };
  for (const int port : {0, this->kTopPort}) {
    const int low = this->in(port, 0), high = this->in(port, TypeParam::kVcs - 1);
    const Mask able = set_of<Mask>({low, high});
    const auto pick = [&](const Mask& who) {
      return this->allocator_.pick_link(this->heads_, port, who, 5, never);
    };
    EXPECT_EQ(pick(able), low);
    EXPECT_EQ(pick(able), high);
    EXPECT_EQ(pick(able), low);
    EXPECT_EQ(pick(Mask::bit(low)), low);
    EXPECT_EQ(pick(able), high);
  }
}

// ---- Without kAnyAllocator heads sleep when they lose.

using PartSpecialTypes = testing::Types<test::PartOf<32, 0, 0>, test::PartOf<128, kManyVcs, 2>>;
template <class Part>
class PartAllocatorSpecial : public PartAllocator<Part> {};
TYPED_TEST_SUITE(PartAllocatorSpecial, PartSpecialTypes);

TYPED_TEST(PartAllocatorSpecial, WhoLosesIsToldWhere) {
  this->build();
  EXPECT_EQ(this->allocator_.iterations(), 1);
  for (const int port : {0, 1, 2}) this->head(this->in(port), {this->kTop});
  this->match();
  EXPECT_THAT(this->heads_.losers,
              ElementsAre(Pair(this->in(1), this->kTopPort), Pair(this->in(2), this->kTopPort)));
  EXPECT_EQ(this->lost_, 2);
}

// ---- With it.

using GeneralPart = test::PartOf<64, kAllFeatures, 1>;

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
