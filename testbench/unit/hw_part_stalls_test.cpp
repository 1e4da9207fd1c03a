#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/part/stalls.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

// No rule: outputs stall at random, for tests. Which port stalls in a cycle follows from the seed,
// the switch, the port and the cycle alone, and all VCs of a port stall.
TEST(PartStalls, AreDrawnForEachPortAndCycle) {
  using Numbers = Channels<64, kManyVcs | kStalls>;
  const Numbers channels(16, 2);
  Stalls<Numbers> stalls;
  stalls.build(0.25, 7, 3);
  EXPECT_TRUE(stalls.there());
  int stalled = 0;
  for (Cycle now = 0; now < 1000; ++now) {
    ChannelMask<64> expected;
    for (int port = 0; port < 16; ++port) {
      if (stalls.at(port, now)) expected |= channels.of_port(port);
      stalled += stalls.at(port, now) ? 1 : 0;
    }
    EXPECT_EQ(test::members(stalls.outputs(channels, now)), test::members(expected));
  }
  // 16,000 draws: the standard deviation of their sum is 55.
  EXPECT_NEAR(stalled, 4000, 5 * 55);
}

// No rule.
TEST(PartStalls, DifferFromSwitchToSwitchAndFromSeedToSeed) {
  using Numbers = Channels<32, kStalls>;
  Stalls<Numbers> one, other_switch, other_seed;
  one.build(0.5, 7, 3);
  other_switch.build(0.5, 7, 4);
  other_seed.build(0.5, 8, 3);
  for (const auto* other : {&other_switch, &other_seed}) {
    int same = 0;
    for (Cycle now = 0; now < 1000; ++now) same += one.at(0, now) == other->at(0, now) ? 1 : 0;
    EXPECT_NEAR(same, 500, 5 * 16);
  }
}

// No rule.
TEST(PartStalls, ThereAreNoneWithoutTheFeatureOrAProbability) {
  const Channels<64, kManyVcs> channels(16, 2);
  Stalls<Channels<64, kManyVcs>> without;
  without.build(1, 7, 3);
  EXPECT_FALSE(without.there());
  EXPECT_FALSE(without.at(0, 5));
  EXPECT_TRUE(without.outputs(channels, 5).none());
  Stalls<Channels<64, kStalls>> never;
  never.build(0, 7, 3);
  EXPECT_FALSE(never.there());
}

}  // namespace
}  // namespace netloom
