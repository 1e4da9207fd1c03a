#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/unit/hw_part_allocator_support.h"

namespace netloom {
namespace {

using test::PartAllocator;
using test::set_of;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

/// Who goes first, by the rules of the section of that name, in every core.
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
  using Set = typename TypeParam::Mask;
  this->build();
  this->head(this->in(0), {this->in(2)});
  this->head(this->in(1), {this->in(3)});
  this->head(this->in(this->kTopPort), {this->in(2), this->kTop});
  EXPECT_THAT(this->match(Set::all() - set_of<Set>({this->in(2)})),
              UnorderedElementsAre(Pair(this->in(1), this->in(3)),
                                   Pair(this->in(this->kTopPort), this->kTop)));
  EXPECT_THAT(this->heads_.blocked, ElementsAre(this->in(0)));
  EXPECT_EQ(this->lost_, 0);
  EXPECT_EQ(this->output_pointer(2), 0);
}

/// Who goes first among ports with at least two VCs.
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
  using Set = typename TypeParam::Mask;
  this->build();
  this->head(this->in(2, 0), {this->in(4)});
  this->head(this->in(2, 1), {this->in(5)});
  EXPECT_THAT(this->match(Set::all() - Set::bit(this->in(4))),
              ElementsAre(Pair(this->in(2, 1), this->in(5))));
  EXPECT_THAT(this->heads_.blocked, ElementsAre(this->in(2, 0)));
  EXPECT_EQ(this->input_pointer(2), 2 % TypeParam::kVcs);
}

// … from the pointer on, and around.
TYPED_TEST(PartAllocatorVcs, BehindTheLastVcAnInputLooksAtTheFirst) {
  using Set = typename TypeParam::Mask;
  this->build();
  this->head(this->in(2, 0), {this->in(4)});
  this->match();
  ASSERT_EQ(this->input_pointer(2), 1);
  this->head(this->in(2, 1), {this->in(5)});
  EXPECT_THAT(this->match(Set::all() - Set::bit(this->in(5))),
              ElementsAre(Pair(this->in(2, 0), this->in(4))));
  EXPECT_THAT(this->heads_.blocked, ElementsAre(this->in(2, 1)));
}

// … wherever the pointer is, and whichever VCs have a flit.
TYPED_TEST(PartAllocatorVcs, OfTwoVcsTheFirstFromThePointerOnIsTaken) {
  constexpr int kVcs = TypeParam::kVcs;
  this->build();
  this->heads_.consumes = true;
  const auto serve = [&](std::initializer_list<int> vcs) {
    this->heads_.wants.clear();
    for (const int vc : vcs) this->head(this->in(2, vc), {this->in(4)});
    const auto granted = this->match();
    return granted.empty() ? -1 : this->heads_.channels().vc(granted.front().first);
  };
  for (int pointer = 0; pointer < kVcs; ++pointer) {
    for (int low = 0; low < kVcs; ++low) {
      for (int high = low + 1; high < kVcs; ++high) {
        ASSERT_EQ(serve({(pointer + kVcs - 1) % kVcs}), (pointer + kVcs - 1) % kVcs);
        ASSERT_EQ(this->input_pointer(2), pointer);
        EXPECT_EQ(serve({low, high}), low < pointer && pointer <= high ? high : low)
            << "VCs " << low << " and " << high << ", pointer " << pointer;
      }
    }
  }
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
  using Set = typename TypeParam::Mask;
  this->build();
  const auto never = [](int, int) { return false; };
  for (const int port : {0, this->kTopPort}) {
    const int low = this->in(port, 0), high = this->in(port, TypeParam::kVcs - 1);
    const Set able = set_of<Set>({low, high});
    const auto pick = [&](const Set& who) {
      return this->allocator_.pick_link(this->heads_, port, who, 5, never);
    };
    EXPECT_EQ(pick(able), low);
    EXPECT_EQ(pick(able), high);
    EXPECT_EQ(pick(able), low);
    EXPECT_EQ(pick(Set::bit(low)), low);
    EXPECT_EQ(pick(able), high);
  }
}

using PartSpecialTypes = testing::Types<test::PartOf<32, 0, 0>, test::PartOf<128, kManyVcs, 2>>;
template <class Part>
class PartAllocatorSpecial : public PartAllocator<Part> {};
TYPED_TEST_SUITE(PartAllocatorSpecial, PartSpecialTypes);

// No rule, an optimisation: in cores without kAnyAllocator heads sleep when they lose.
TYPED_TEST(PartAllocatorSpecial, WhoLosesIsToldWhere) {
  this->build();
  EXPECT_EQ(this->allocator_.iterations(), 1);
  for (const int port : {0, 1, 2}) this->head(this->in(port), {this->kTop});
  this->match();
  EXPECT_THAT(this->heads_.losers,
              ElementsAre(Pair(this->in(1), this->kTopPort), Pair(this->in(2), this->kTopPort)));
  EXPECT_EQ(this->lost_, 2);
}

}  // namespace
}  // namespace netloom
