#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/switch/part/routing_unit.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A head, the cycle in which its unit takes it up, and that from which its result counts.
using Taken = std::tuple<int, std::uint32_t, std::uint32_t>;

/// The switch around routing units: what they take up.
template <class Part>
struct RoutingSwitch {
  const typename Part::Numbers& channels() const { return numbers; }
  void taken_up(int input, std::uint32_t begin, std::uint32_t end, Cycle now) {
    EXPECT_LE(now, begin);
    taken.emplace_back(input, begin, end);
  }

  typename Part::Numbers numbers = Part::channels();
  std::vector<Taken> taken;
};

template <class Part>
class PartRoutingUnit : public testing::Test {
 protected:
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  void build(int delay, bool shared = false) {
    units_ = RoutingUnitBank<typename Part::Numbers>();
    units_.build(test::lines<typename Part::Mask>(arena_, Part::kPorts), delay, shared);
  }
  int in(int port, int vc = 0) const { return core_.numbers.of(port, vc); }
  /// What is taken up because a head comes.
  std::vector<Taken> come(int input, Cycle now) {
    core_.taken.clear();
    units_.come(core_, input, now);
    return core_.taken;
  }
  std::vector<Taken> serve_together(Cycle now) {
    core_.taken.clear();
    units_.serve_together(core_, now);
    return core_.taken;
  }

  Arena arena_{std::size_t{1} << 14};
  RoutingSwitch<Part> core_;
  RoutingUnitBank<typename Part::Numbers> units_;
};
TYPED_TEST_SUITE(PartRoutingUnit, test::PartTypes);

// Rule 2: the result counts R cycles after the head came to the front.
TYPED_TEST(PartRoutingUnit, ResultCountsAfterTheRoutingDelay) {
  for (const std::uint32_t delay : {0u, 1u, 2u, 7u}) {
    this->build(static_cast<int>(delay));
    EXPECT_EQ(this->units_.delay(), delay);
    EXPECT_THAT(this->come(this->kTop, 0), ElementsAre(Taken{this->kTop, 0, delay}));
    EXPECT_THAT(this->come(0, 50), ElementsAre(Taken{0, 50, 50 + delay}));
  }
}

// Rule 3: heads of a port in one cycle are served one after another, R cycles each.
TYPED_TEST(PartRoutingUnit, HeadsOfACycleAreServedOneAfterAnother) {
  this->build(3);
  const int first = this->in(1), last = this->in(1, TypeParam::kVcs - 1);
  EXPECT_THAT(this->come(first, 10), ElementsAre(Taken{first, 10, 13}));
  EXPECT_THAT(this->come(last, 10), ElementsAre(Taken{last, 13, 16}));
  EXPECT_THAT(this->come(first, 11), ElementsAre(Taken{first, 16, 19}));
}

// Rule 3: first come, first served.
TYPED_TEST(PartRoutingUnit, AHeadWaitsUntilTheUnitIsFreeAndNoLonger) {
  this->build(3);
  EXPECT_THAT(this->come(0, 10), ElementsAre(Taken{0, 10, 13}));
  EXPECT_THAT(this->come(0, 12), ElementsAre(Taken{0, 13, 16}));
  EXPECT_THAT(this->come(0, 16), ElementsAre(Taken{0, 16, 19}));
  EXPECT_THAT(this->come(0, 20), ElementsAre(Taken{0, 20, 23}));
}

// Rule 3 with R = 0: nobody waits for anybody.
TYPED_TEST(PartRoutingUnit, WithoutADelayAllHeadsOfACycleAreRoutedInIt) {
  for (const bool shared : {false, true}) {
    this->build(0, shared);
    for (const int input : {this->kTop, 0, 1}) {
      EXPECT_THAT(this->come(input, 10), ElementsAre(Taken{input, 10, 10}));
    }
    EXPECT_THAT(this->come(0, 11), ElementsAre(Taken{0, 11, 11}));
  }
}

// Rule 3: each input port has a unit of its own.
TYPED_TEST(PartRoutingUnit, UnitsDoNotWaitForEachOther) {
  this->build(2);
  for (int port = 0; port < TypeParam::kPorts; ++port) {
    EXPECT_THAT(this->come(this->in(port), 5), ElementsAre(Taken{this->in(port), 5, 7}));
  }
  EXPECT_THAT(this->come(this->kTop, 5), ElementsAre(Taken{this->kTop, 7, 9}));
  EXPECT_THAT(this->come(0, 6), ElementsAre(Taken{0, 7, 9}));
  EXPECT_THAT(this->come(this->in(1), 7), ElementsAre(Taken{this->in(1), 7, 9}));
}

/// Units at which heads come together.
template <class Part>
class PartRoutingUnitTogether : public PartRoutingUnit<Part> {};
using PartTogetherTypes =
    testing::Types<test::PartOf<32, kSharedRouting, 0>,
                   test::PartOf<64, kManyVcs | kFullCrossbar | kSharedRouting, 2>,
                   test::PartOf<32, kAllFeatures, 1>>;
TYPED_TEST_SUITE(PartRoutingUnitTogether, PartTogetherTypes);

// Rule 3, `switch.routing_units: switch`: one unit for all, by the numbers of the ports.
TYPED_TEST(PartRoutingUnitTogether, OneForAllServesThemByTheirNumbers) {
  this->build(2, true);
  for (const int input : {this->kTop, 1, this->in(2)}) {
    EXPECT_THAT(this->come(input, 10), IsEmpty()) << "others may come";
  }
  EXPECT_THAT(this->serve_together(10),
              ElementsAre(Taken{1, 10, 12}, Taken{this->in(2), 12, 14}, Taken{this->kTop, 14, 16}));
  EXPECT_THAT(this->come(0, 11), IsEmpty());
  EXPECT_THAT(this->serve_together(11), ElementsAre(Taken{0, 16, 18})) << "who came before is done";
  EXPECT_THAT(this->serve_together(12), IsEmpty());
}

// … and those of a port by the numbers of their VCs, in whatever order they come.
TYPED_TEST(PartRoutingUnitTogether, OneForAllServesThoseOfAPortByTheirVcs) {
  this->build(3, true);
  const int low = this->in(1, 0), high = this->in(1, TypeParam::kVcs - 1);
  this->come(high, 10);
  this->come(low, 10);
  std::vector<Taken> expected = {{low, 10, 13}};
  if (high != low) expected.emplace_back(high, 13, 16);
  EXPECT_EQ(this->serve_together(10), expected);
}

// Rule 3: those of a cycle that come behind flits granted in a full crossbar, by their VCs, and
// after those that arrive.
TYPED_TEST(PartRoutingUnitTogether, BehindGrantedFlitsTheyComeByTheirNumbers) {
  this->build(2);
  const int low = this->in(1), high = this->in(1, TypeParam::kVcs - 1);
  EXPECT_THAT(this->come(high, 10), ElementsAre(Taken{high, 10, 12})) << "it has arrived";
  this->units_.gather();
  EXPECT_THAT(this->come(high, 10), IsEmpty());
  EXPECT_THAT(this->come(low, 10), IsEmpty());
  if (low == high) {
    EXPECT_THAT(this->serve_together(10), ElementsAre(Taken{low, 12, 14}));
  } else {
    EXPECT_THAT(this->serve_together(10), ElementsAre(Taken{low, 12, 14}, Taken{high, 14, 16}));
  }
  EXPECT_THAT(this->come(0, 11), ElementsAre(Taken{0, 11, 13})) << "nothing is granted any more";
}

// A head that is discarded in the cycle in which it has come is not routed.
TYPED_TEST(PartRoutingUnitTogether, WhoHasGoneIsNotServed) {
  this->build(2, true);
  this->come(0, 10);
  this->come(this->kTop, 10);
  this->units_.forget(0);
  EXPECT_THAT(this->serve_together(10), ElementsAre(Taken{this->kTop, 10, 12}));
}

}  // namespace
}  // namespace netloom
