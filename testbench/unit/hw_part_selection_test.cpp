#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "hw/switch/part/selection.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::set_of;
using testing::ElementsAre;

/// Takes the highest channel, and remembers what it was asked and told.
class HighestSelector : public PortSelector {
 public:
  int select(const SelectionQuery& query) override {
    asked = query;
    int highest = kNone;
    for (int word = 0; word < query.words; ++word) {
      for (int bit = 0; bit < 64; ++bit) {
        if (query.qualifying[word] >> bit & 1) highest = 64 * word + bit;
      }
    }
    return highest;
  }
  void used(int port) override { used_ports.push_back(port); }

  SelectionQuery asked;
  std::vector<int> used_ports;
};

template <class Part>
class PartSelection : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;
  static constexpr int kTopPort = Part::kPorts - 1;

  void build(Picking picking, PortSelector* selector = nullptr) {
    selection_.build(picking, PreferredPort(kTopPort), selector);
  }
  /// Rule 4: of these outputs one is picked.
  int pick(int preferred, const Mask& available) {
    if (selection_.prefers()) return selection_.by_preference(channels_, preferred, available);
    return selection_.otherwise(
        channels_, preferred, available, [this](int output) { return room_[output]; },
        [this] {
          ++draws_;
          return Draw(bits_);
        });
  }
  int first(int port) const { return channels_.first(port); }
  int last(int port) const { return channels_.of(port, Part::kVcs - 1); }

  typename Part::Numbers channels_ = Part::channels();
  Selection<typename Part::Numbers> selection_;
  std::map<int, int> room_;
  std::uint32_t bits_ = 0;
  int draws_ = 0;
};
TYPED_TEST_SUITE(PartSelection, test::PartTypes);

TYPED_TEST(PartSelection, SearchesUpwardsFromThePreferredPortAndAround) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kPreferred);
  EXPECT_EQ(this->selection_.preferred_port(3, 9), this->kTopPort);
  EXPECT_TRUE(this->selection_.prefers());
  const Set some = set_of<Set>({this->last(1), this->first(4), this->last(6)});
  EXPECT_EQ(this->pick(0, some), this->last(1));
  EXPECT_EQ(this->pick(1, some), this->last(1));
  EXPECT_EQ(this->pick(2, some), this->first(4));
  EXPECT_EQ(this->pick(4, some), this->first(4)) << "from its first VC on";
  EXPECT_EQ(this->pick(5, some), this->last(6));
  EXPECT_EQ(this->pick(7, some), this->last(1)) << "around";
  EXPECT_EQ(this->pick(this->kTopPort, set_of<Set>({0, this->kTop})), this->kTop);
  EXPECT_EQ(this->selection_.search_from(5), 5);
}

TYPED_TEST(PartSelection, CyclicGoesOnBehindThePortUsedLast) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kCyclic);
  EXPECT_FALSE(this->selection_.prefers());
  const Set some = set_of<Set>({this->first(0), this->first(2), this->last(2), this->kTop});
  EXPECT_EQ(this->pick(3, some), this->first(0)) << "whatever is preferred";
  EXPECT_EQ(this->pick(3, some), this->first(0)) << "picking alone moves nothing";
  this->selection_.used(this->channels_, some, this->first(0));
  EXPECT_EQ(this->selection_.cyclic_port(), 1);
  EXPECT_EQ(this->pick(3, some), this->first(2));
  this->selection_.used(this->channels_, some, this->last(2));
  EXPECT_EQ(this->pick(3, some), this->kTop);
  EXPECT_EQ(this->selection_.search_from(3), 3);
  this->selection_.used(this->channels_, some, this->kTop);
  EXPECT_EQ(this->selection_.cyclic_port(), 0) << "behind the last port";
}

// Who has one candidate only has not chosen.
TYPED_TEST(PartSelection, CyclicDoesNotMoveForAHeadWithoutAChoice) {
  using Set = typename TypeParam::Mask;
  HighestSelector selector;
  this->build(Picking::kCyclic, &selector);
  this->selection_.used(this->channels_, Set::bit(this->first(4)), this->first(4));
  EXPECT_EQ(this->selection_.cyclic_port(), 0);
  EXPECT_TRUE(selector.used_ports.empty());
  this->selection_.used(this->channels_, set_of<Set>({0, this->last(4)}), this->last(4));
  EXPECT_EQ(this->selection_.cyclic_port(), 5);
  EXPECT_THAT(selector.used_ports, ElementsAre(4));
}

TYPED_TEST(PartSelection, OtherPickingsHaveNoCyclicPort) {
  using Set = typename TypeParam::Mask;
  for (const Picking picking : {Picking::kPreferred, Picking::kMostCredits, Picking::kRandom}) {
    this->build(picking);
    this->selection_.used(this->channels_, set_of<Set>({0, this->first(4)}), this->first(4));
    EXPECT_EQ(this->selection_.cyclic_port(), 0);
  }
}

TYPED_TEST(PartSelection, MostCreditsTakesTheLowestOnATie) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kMostCredits);
  this->room_ = {{0, 20}, {1, 3}, {2, 7}, {5, 7}, {this->kTop, 6}};
  EXPECT_EQ(this->pick(5, set_of<Set>({1, 2, 5, this->kTop})), 2);
  EXPECT_EQ(this->pick(5, set_of<Set>({1, this->kTop})), this->kTop);
  EXPECT_EQ(this->pick(5, set_of<Set>({1})), 1);
}

// Determinism: of n candidates in the order of their channels, bits b pick number b n / 2^32.
TYPED_TEST(PartSelection, RandomPicksByTheBits) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kRandom);
  const Set some = set_of<Set>({1, 4, this->kTop});
  const auto with = [&](std::uint32_t bits) {
    this->bits_ = bits;
    return this->pick(0, some);
  };
  EXPECT_EQ(with(0), 1);
  EXPECT_EQ(with(0x55555555), 1);
  EXPECT_EQ(with(0x55555556), 4);
  EXPECT_EQ(with(0xAAAAAAAA), 4);
  EXPECT_EQ(with(0xAAAAAAAB), this->kTop);
  EXPECT_EQ(with(0xFFFFFFFF), this->kTop);
}

TYPED_TEST(PartSelection, APlansSelectorIsAskedForTheSameOutputs) {
  using Set = typename TypeParam::Mask;
  for (const Picking picking : {Picking::kPreferred, Picking::kCyclic}) {
    HighestSelector selector;
    this->build(picking, &selector);
    EXPECT_FALSE(this->selection_.prefers());
    EXPECT_TRUE(this->selection_.asks_selector());
    this->selection_.used(this->channels_, set_of<Set>({0, this->last(1)}), this->last(1));
    const Set some = set_of<Set>({this->first(1), this->first(2), this->last(3), this->kTop});
    const int own = picking == Picking::kCyclic ? this->first(2) : this->last(3);
    SelectionQuery query;
    query.destination = 9;
    EXPECT_EQ(this->selection_.by_selector(this->channels_, 3, some, query, false), own);
    EXPECT_EQ(selector.asked.words, 0) << "not to be asked";
    EXPECT_EQ(this->selection_.by_selector(this->channels_, 3, some, query, true), this->kTop);
    EXPECT_EQ(selector.asked.destination, 9u);
    EXPECT_EQ(selector.asked.selected, own);
    EXPECT_EQ(selector.asked.preferred_port, picking == Picking::kCyclic ? 2 : 3);
  }
}

}  // namespace
}  // namespace netloom
