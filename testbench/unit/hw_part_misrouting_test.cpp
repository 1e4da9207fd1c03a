#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "hw/switch/part/misrouting.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;

// [RLM-OLM 2013], IV: the filled share of one queue is less than some percent of that of another.
TEST(PartQueueFill, ComparesFilledShares) {
  for (const std::int64_t size : {8, 12}) {
    for (const std::int64_t other_size : {8, 12, 30}) {
      for (std::int64_t phits = 0; phits <= size; ++phits) {
        for (std::int64_t other_phits = 0; other_phits <= other_size; ++other_phits) {
          for (const int percent : {0, 33, 50, 100, 150}) {
            const QueueFill queue{phits, size};
            const auto bound = QueueFill{other_phits, other_size}.bound(percent);
            const bool less = phits * other_size * 100 < percent * other_phits * size;
            ASSERT_EQ(queue.below(bound), less);
            if (bound.nothing_below()) {
              ASSERT_FALSE(less);
            } else {
              ASSERT_EQ(phits < bound.least(size), less)
                  << phits << " of " << size << ", " << percent << " % of " << other_phits << " of "
                  << other_size;
            }
          }
        }
      }
    }
  }
}

/// Rule 4, in-transit adaptive routing: what [RLM-OLM 2013], IV lets a head take. The minimal
/// outputs of input 0 are 1 and 2, and the threshold is half.
template <class Part>
class PartMisrouting : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  PartMisrouting() {
    trigger_.threshold = 50;
    misrouting_.build(arena_, Part::channels(), &trigger_);
    misrouting_.minimal(0) = set_of<Mask>({1, 2});
    misrouting_.minimal(kTop) = set_of<Mask>({kTop});
  }
  QueueFill fill(int output) const {
    const auto found = fills_.find(output);
    return found == fills_.end() ? QueueFill{0, 8} : found->second;
  }
  std::vector<int> permitted(int input, const Mask& outputs) const {
    return members(
        misrouting_.permitted(input, outputs, [this](int output) { return fill(output); }));
  }
  /// Those that wake up.
  std::vector<int> reconsider(const Mask& usable = Mask::all(), const Mask& busy = Mask()) {
    return members(misrouting_.reconsider(
        busy, usable, [this](int input) { return candidates_[input]; },
        [this](int output) { return fill(output); }));
  }

  Arena arena_{std::size_t{1} << 14};
  MisroutingTrigger trigger_;
  Misrouting<typename Part::Numbers> misrouting_;
  std::map<int, QueueFill> fills_;
  std::map<int, Mask> candidates_;
};
using PartTriggerTypes =
    testing::Types<test::PartOf<32, kTrigger, 0>, test::PartOf<64, kManyVcs | kTrigger, 2>,
                   test::PartOf<128, kManyVcs | kTrigger, 3>, test::PartOf<32, kAllFeatures, 1>>;
TYPED_TEST_SUITE(PartMisrouting, PartTriggerTypes);

TYPED_TEST(PartMisrouting, AMinimalOutputIsTakenIfThereIsOne) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {8, 8}}, {2, {8, 8}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({2, 3})), ElementsAre(2));
  EXPECT_THAT(this->permitted(0, set_of<Set>({1, 2})), ElementsAre(1, 2));
  EXPECT_THAT(this->permitted(0, Set()), IsEmpty());
}

// Less than the threshold, and not as much: half of six phits are three.
TYPED_TEST(PartMisrouting, AnotherOnlyIfLessThanTheThresholdWaitsThere) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {6, 8}}, {2, {7, 8}}, {3, {3, 8}}, {4, {2, 8}}, {this->kTop, {0, 8}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4, this->kTop})), ElementsAre(4, this->kTop));
}

TYPED_TEST(PartMisrouting, OfSeveralMinimalOnesTheEmptiestCounts) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {8, 8}}, {2, {4, 8}}, {3, {3, 8}}, {4, {1, 8}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4})), ElementsAre(4));
  this->fills_[1] = {4, 8};
  this->fills_[2] = {8, 8};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4})), ElementsAre(4));
}

// Links of different length have buffers of different size: shares are compared, not phits.
TYPED_TEST(PartMisrouting, SharesOfBuffersOfDifferentSizeAreCompared) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {8, 8}}, {2, {8, 8}}, {3, {7, 16}}, {4, {8, 16}}, {5, {4, 8}}, {6, {3, 8}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4, 5, 6})), ElementsAre(3, 6));
}

// … by one phit of many, too.
TYPED_TEST(PartMisrouting, OfSeveralMinimalOnesTheEmptiestCountsByAPhit) {
  using Set = typename TypeParam::Mask;
  for (const bool first_is_less : {false, true}) {
    this->fills_ = {{1, {200, 400}}, {2, {200, 400}}, {3, {100, 400}}, {4, {99, 400}}};
    this->fills_[first_is_less ? 2 : 1] = {201, 400};
    EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4})), ElementsAre(4)) << "half of 200 phits";
  }
}

// A buffer may have room for a single phit.
TYPED_TEST(PartMisrouting, ABufferOfOnePhitIsTakenWhenItIsEmpty) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {8, 8}}, {2, {8, 8}}, {3, {0, 1}}, {4, {1, 1}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3, 4})), ElementsAre(3));
}

TYPED_TEST(PartMisrouting, NothingIsLessThanNothing) {
  using Set = typename TypeParam::Mask;
  this->fills_ = {{1, {0, 8}}, {2, {8, 8}}};
  EXPECT_THAT(this->permitted(0, set_of<Set>({3})), IsEmpty());
  this->fills_[1] = {8, 8};
  this->trigger_.threshold = 0;
  EXPECT_THAT(this->permitted(0, set_of<Set>({3})), IsEmpty());
  this->trigger_.threshold = 50;
  this->trigger_.enabled = false;
  EXPECT_THAT(this->permitted(0, set_of<Set>({3})), IsEmpty());
}

TYPED_TEST(PartMisrouting, OnlyWhoHasAnotherWayIsHeldBack) {
  using Set = typename TypeParam::Mask;
  EXPECT_FALSE(this->misrouting_.hold_back(0, set_of<Set>({1, 2})));
  EXPECT_FALSE(this->misrouting_.any_held_back());
  EXPECT_TRUE(this->misrouting_.hold_back(0, set_of<Set>({1, 2, this->kTop})));
  EXPECT_THAT(members(this->misrouting_.let_go()), ElementsAre(0));
  EXPECT_FALSE(this->misrouting_.any_held_back());
}

/// No rule, an optimisation: who is held back looks again when it may go. The head of input 0 is
/// held back before two full minimal outputs; half as much waits behind its third one.
template <class Part>
class PartHeldBack : public PartMisrouting<Part> {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kOther = Part::kPorts * Part::kVcs - 1;

  PartHeldBack() {
    this->fills_ = {{1, {8, 8}}, {2, {8, 8}}, {kOther, {4, 8}}};
    this->candidates_[0] = set_of<Mask>({1, 2, kOther});
    this->misrouting_.hold_back(0, this->candidates_[0]);
  }
};
TYPED_TEST_SUITE(PartHeldBack, PartTriggerTypes);

TYPED_TEST(PartHeldBack, LooksAgainWhenItMayGoAnotherWay) {
  EXPECT_THAT(this->reconsider(), IsEmpty()) << "nothing has changed";
  this->fills_[this->kOther] = {3, 8};
  this->misrouting_.relieved(TypeParam::Mask::bit(this->kOther));
  EXPECT_THAT(this->reconsider(), ElementsAre(0));
  EXPECT_FALSE(this->misrouting_.any_held_back());
}

TYPED_TEST(PartHeldBack, LooksAgainWhenAMinimalOutputCanBeTaken) {
  this->misrouting_.relieved(TypeParam::Mask::bit(1));
  EXPECT_THAT(this->reconsider(), ElementsAre(0));
}

TYPED_TEST(PartHeldBack, LooksAgainWhenMoreWaitsOnTheMinimalWay) {
  this->fills_[1] = this->fills_[2] = {9, 8};
  this->misrouting_.filled(2);
  EXPECT_THAT(this->reconsider(), ElementsAre(0));
}

TYPED_TEST(PartHeldBack, IsHeldBackAsLongAsAsMuchWaitsThere) {
  this->misrouting_.relieved(TypeParam::Mask::bit(this->kOther));
  EXPECT_THAT(this->reconsider(), IsEmpty());
  this->fills_[this->kOther] = {0, 8};
  EXPECT_THAT(this->reconsider(), IsEmpty()) << "that it was relieved has been looked at";
  this->misrouting_.relieved(TypeParam::Mask::bit(7));
  EXPECT_THAT(this->reconsider(), IsEmpty()) << "of others";
  EXPECT_TRUE(this->misrouting_.any_held_back());
}

// What was granted in a cycle makes queues longer, for which there is no event.
TYPED_TEST(PartHeldBack, OnlyWhereMoreWaitsItMayGoWithoutAnEvent) {
  EXPECT_FALSE(this->misrouting_.may_let_go());
  this->misrouting_.filled(this->kOther);
  EXPECT_TRUE(this->misrouting_.may_let_go());
  EXPECT_THAT(this->reconsider(), IsEmpty());
  EXPECT_FALSE(this->misrouting_.may_let_go()) << "that has been looked at";
  this->misrouting_.filled(this->kOther);
  this->misrouting_.let_go();
  EXPECT_FALSE(this->misrouting_.may_let_go()) << "nobody is held back";
}

TYPED_TEST(PartHeldBack, DoesNotLookAtWhatCannotBeTaken) {
  using Set = typename TypeParam::Mask;
  this->fills_[this->kOther] = {0, 8};
  this->misrouting_.relieved(TypeParam::Mask::bit(this->kOther));
  EXPECT_THAT(this->reconsider(set_of<Set>({3})), IsEmpty());
  this->misrouting_.relieved(TypeParam::Mask::bit(this->kOther));
  EXPECT_THAT(this->reconsider(set_of<Set>({this->kOther})), ElementsAre(0));
}

// While another flit of its port crosses, it cannot go; it looks when that has ended.
TYPED_TEST(PartHeldBack, LooksAgainAfterItsCrossbarInputWasBusy) {
  using Set = typename TypeParam::Mask;
  EXPECT_THAT(this->reconsider(Set::all(), set_of<Set>({1})), IsEmpty());
  EXPECT_THAT(this->reconsider(Set::all(), set_of<Set>({0})), ElementsAre(0));
  EXPECT_FALSE(this->misrouting_.any_held_back());
}

// Rule 4 without a trigger: all candidates are alike.
TEST(PartMisroutingWithout, ATriggerThereIsNone) {
  Arena arena(std::size_t{1} << 12);
  using Numbers = Channels<64, kTrigger>;
  Misrouting<Numbers> misrouting;
  misrouting.build(arena, Numbers(64, 0), nullptr);
  EXPECT_FALSE(misrouting.there());
}

/// Rule 4, in-transit adaptive routing, with the restriction of the authors' simulator: ports 1 to 3 have global links, which are left only
/// while the phits behind them are more than 150 percent of the mean of all three, and 10. The only
/// minimal output of input 0 is one VC of port 1; nothing waits behind another output, of port 4.
template <class Part>
class PartRestricted : public PartMisrouting<Part> {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kVc = Part::kVcs - 1;
  static int output(int port, int vc = kVc) { return port * Part::kVcs + vc; }

  PartRestricted() {
    this->trigger_.links = {1, 2, 3};
    this->trigger_.factor = 150;
    this->trigger_.offset = 10;
    this->misrouting_.build(this->arena_, Part::channels(), &this->trigger_);
    this->misrouting_.minimal(0) = Mask::bit(output(1));
    this->candidates_[0] = Mask::bit(output(1)) | Mask::bit(output(4));
    for (const int port : {1, 2, 3, 4}) this->fills_[output(port)] = {0, 40};
  }
  void fill_links(int first, int second, int third) {
    this->fills_[output(1)].phits = first;
    this->fills_[output(2)].phits = second;
    this->fills_[output(3)].phits = third;
  }
  bool leaves() const { return !this->permitted(0, Mask::bit(output(4))).empty(); }
};
TYPED_TEST_SUITE(PartRestricted, PartTriggerTypes);

TYPED_TEST(PartRestricted, AGlobalLinkIsLeftOnlyWhileItIsCongestedAgainstTheOthers) {
  this->fill_links(30, 5, 4);  // 1.5 * 13 + 10 = 29.5
  EXPECT_TRUE(this->leaves());
  this->fill_links(30, 5, 5);  // 30
  EXPECT_FALSE(this->leaves());
  this->fill_links(40, 40, 40);
  EXPECT_FALSE(this->leaves());
  this->fill_links(10, 0, 0);
  EXPECT_FALSE(this->leaves());
}

TYPED_TEST(PartRestricted, OnlyThePacketsOwnVcCounts) {
  if (TypeParam::kVcs == 1) return;  // there is no other
  this->fill_links(30, 5, 4);
  for (const int port : {1, 2, 3}) this->fills_[this->output(port, 0)] = {40, 40};
  EXPECT_TRUE(this->leaves());
}

TYPED_TEST(PartRestricted, OtherMinimalOutputsAreLeftAsWithoutIt) {
  this->misrouting_.minimal(0) = TypeParam::Mask::bit(this->output(5));
  this->fills_[this->output(5)] = {1, 40};
  this->fill_links(40, 40, 40);
  EXPECT_TRUE(this->leaves());
}

TYPED_TEST(PartRestricted, ItsRegistersCountWhenTheyAreWritten) {
  this->fill_links(30, 30, 30);
  this->trigger_.factor = 66;
  EXPECT_TRUE(this->leaves()) << "19.8 and 10";
  this->trigger_.offset = 11;
  EXPECT_FALSE(this->leaves());
  this->trigger_.factor = 0;
  EXPECT_TRUE(this->leaves()) << "there is no restriction";
}

// Not only what the head waits for lets it go: any global link behind which less waits does.
TYPED_TEST(PartRestricted, LooksAgainWhenTheMeanFalls) {
  this->fill_links(30, 5, 5);
  this->misrouting_.hold_back(0, this->candidates_[0]);
  EXPECT_THAT(this->reconsider(), IsEmpty());
  this->fill_links(30, 5, 4);
  this->misrouting_.relieved(TypeParam::Mask::bit(this->output(3)));
  EXPECT_THAT(this->reconsider(TypeParam::Mask::bit(this->output(4))), ElementsAre(0))
      << "that output cannot be taken itself";
}

}  // namespace
}  // namespace netloom
