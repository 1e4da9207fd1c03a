#include <gtest/gtest.h>

#include "hw/switch/part/routing_unit.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using Mask = ChannelMask<32>;

class PartRoutingUnit : public testing::Test {
 protected:
  RoutingUnitBank<Mask> bank(int units, int delay) {
    RoutingUnitBank<Mask> result;
    result.build(test::lines<Mask>(arena_, units), delay);
    return result;
  }
  static void expect(const RoutingUnitBank<Mask>::Work& work, std::uint32_t begin,
                     std::uint32_t end) {
    EXPECT_EQ(work.begin, begin);
    EXPECT_EQ(work.end, end);
  }

  Arena arena_{std::size_t{1} << 14};
};

// Rule 2: the result counts R cycles after the head came to the front.
TEST_F(PartRoutingUnit, ResultCountsAfterTheRoutingDelay) {
  for (const int delay : {0, 1, 2, 7}) {
    RoutingUnitBank<Mask> units = bank(1, delay);
    EXPECT_EQ(units.delay(), static_cast<std::uint32_t>(delay));
    expect(units.take(0, 0), 0, static_cast<std::uint32_t>(delay));
    expect(units.take(0, 50), 50, 50 + static_cast<std::uint32_t>(delay));
  }
}

// Rule 3: two heads of a port in one cycle are served one after another, R cycles each.
TEST_F(PartRoutingUnit, TwoHeadsOfACycleAreServedOneAfterAnother) {
  RoutingUnitBank<Mask> units = bank(1, 3);
  expect(units.take(0, 10), 10, 13);
  expect(units.take(0, 10), 13, 16);
  expect(units.take(0, 11), 16, 19);
}

TEST_F(PartRoutingUnit, AHeadWaitsUntilTheUnitIsFreeAndNoLonger) {
  RoutingUnitBank<Mask> units = bank(1, 3);
  expect(units.take(0, 10), 10, 13);
  expect(units.take(0, 12), 13, 16);
  expect(units.take(0, 16), 16, 19);
  expect(units.take(0, 20), 20, 23);
}

// Rule 3 with R = 0: nobody waits for anybody.
TEST_F(PartRoutingUnit, WithoutADelayAllHeadsOfACycleAreRoutedInIt) {
  RoutingUnitBank<Mask> units = bank(1, 0);
  for (int i = 0; i < 3; ++i) expect(units.take(0, 10), 10, 10);
  expect(units.take(0, 11), 11, 11);
}

// Rule 3: each input port has a unit of its own.
TEST_F(PartRoutingUnit, UnitsDoNotWaitForEachOther) {
  constexpr int kUnits = 128;
  RoutingUnitBank<Mask> units = bank(kUnits, 2);
  for (int unit = 0; unit < kUnits; ++unit) expect(units.take(unit, 5), 5, 7);
  expect(units.take(kUnits - 1, 5), 7, 9);
  expect(units.take(0, 6), 7, 9);
  expect(units.take(1, 7), 7, 9);
}

}  // namespace
}  // namespace netloom
