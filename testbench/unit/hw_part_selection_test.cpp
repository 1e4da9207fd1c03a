#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>
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

/// The switch around a selection: heads that all search from one port, and what they carry.
template <class Part>
struct ChoosingSwitch {
  const typename Part::Numbers& channels() const { return numbers; }
  test::DrawnBits& random() { return bits; }
  int preferred(int /*input*/) const { return preferred_port; }
  std::int32_t credits(int output) const { return behind.at(output); }
  SelectionQuery packet(int input, Cycle now) const {
    SelectionQuery query;
    query.destination = 9;
    query.input_port = numbers.port(input);
    query.cycle = now;
    return query;
  }
  bool routes_itself(int /*input*/) const { return control; }

  typename Part::Numbers numbers = Part::channels();
  test::DrawnBits bits;
  int preferred_port = 0;
  bool control = false;  ///< the head is a control packet of the switches
  std::map<int, int> behind;
};

template <class Part>
class PartSelection : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;
  static constexpr int kTopPort = Part::kPorts - 1;
  static constexpr int kInput = kTop;
  static constexpr Cycle kNow = 12;

  void build(Picking picking, PortSelector* selector = nullptr) {
    selection_.build(picking, PreferredPort(kTopPort), selector);
  }
  /// Of these outputs one is picked.
  int pick(int preferred, const Mask& available) {
    core_.preferred_port = preferred;
    return selection_.select(core_, kInput, available, kNow);
  }
  int first(int port) const { return channels_.first(port); }
  int last(int port) const { return channels_.of(port, Part::kVcs - 1); }

  typename Part::Numbers channels_ = Part::channels();
  ChoosingSwitch<Part> core_;
  Selection<typename Part::Numbers> selection_;
};
TYPED_TEST_SUITE(PartSelection, test::PartTypes);

// Rule 4: the selection function picks one of the outputs that a head may take.
TYPED_TEST(PartSelection, SearchesUpwardsFromThePreferredPortAndAround) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kPreferred);
  EXPECT_EQ(this->selection_.preferred_port(3, 9), this->kTopPort);
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

// Rule 4: … with a new selection in each cycle, and one pointer for all inputs of the switch.
TYPED_TEST(PartSelection, CyclicGoesOnBehindThePortUsedLast) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kCyclic);
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

// Rule 4: who has one candidate only has not chosen.
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

// Rule 4, of other selections.
TYPED_TEST(PartSelection, OtherPickingsHaveNoCyclicPort) {
  using Set = typename TypeParam::Mask;
  for (const Picking picking : {Picking::kPreferred, Picking::kMostCredits, Picking::kRandom}) {
    this->build(picking);
    this->selection_.used(this->channels_, set_of<Set>({0, this->first(4)}), this->first(4));
    EXPECT_EQ(this->selection_.cyclic_port(), 0);
  }
}

// Rule 4, "most credits".
TYPED_TEST(PartSelection, MostCreditsTakesTheLowestOnATie) {
  using Set = typename TypeParam::Mask;
  this->build(Picking::kMostCredits);
  this->core_.behind = {{0, 20}, {1, 3}, {2, 7}, {5, 7}, {this->kTop, 6}};
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
    this->core_.bits.bits = bits;
    return this->pick(0, some);
  };
  EXPECT_EQ(with(0), 1);
  EXPECT_EQ(with(0x55555555), 1);
  EXPECT_EQ(with(0x55555556), 4);
  EXPECT_EQ(with(0xAAAAAAAA), 4);
  EXPECT_EQ(with(0xAAAAAAAB), this->kTop);
  EXPECT_EQ(with(0xFFFFFFFF), this->kTop);
  EXPECT_EQ(this->core_.bits.drawn.back(),
            std::make_tuple(this->kNow, DrawPlace::kSelection, this->kInput));
}

// Rule 4: a selector in RTL picks in the place of the model.
TYPED_TEST(PartSelection, APlansSelectorIsAskedForTheSameOutputs) {
  using Set = typename TypeParam::Mask;
  for (const Picking picking : {Picking::kPreferred, Picking::kCyclic}) {
    HighestSelector selector;
    this->build(picking, &selector);
    this->selection_.used(this->channels_, set_of<Set>({0, this->last(1)}), this->last(1));
    const Set some = set_of<Set>({this->first(1), this->first(2), this->last(3), this->kTop});
    const int own = picking == Picking::kCyclic ? this->first(2) : this->last(3);
    this->core_.control = true;
    EXPECT_EQ(this->pick(3, some), own);
    EXPECT_EQ(selector.asked.words, 0) << "not to be asked";
    this->core_.control = false;
    EXPECT_EQ(this->pick(3, some), this->kTop);
    EXPECT_EQ(selector.asked.input_port, this->kTopPort);
    EXPECT_EQ(selector.asked.cycle, this->kNow);
    EXPECT_EQ(selector.asked.destination, 9u);
    EXPECT_EQ(selector.asked.selected, own);
    EXPECT_EQ(selector.asked.preferred_port, picking == Picking::kCyclic ? 2 : 3);
  }
}

}  // namespace
}  // namespace netloom
