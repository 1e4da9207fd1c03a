#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "hw/kernel/channel_mask.h"
#include "hw/switch/part/arbiter.h"
#include "routing/base/random.h"

namespace netloom {
namespace {

using Mask = ChannelMask<64>;
using testing::ElementsAre;

Mask requests(std::initializer_list<int> channels) {
  Mask mask;
  for (const int channel : channels) mask.set(channel);
  return mask;
}

class ArbiterTest : public testing::Test {
 protected:
  /// `ages[i]` is when requester i was generated.
  int pick(const ArbiterBank& bank, int arbiter, const Mask& mask) {
    const auto draw = [this] { return Draw(random_.next()); };
    return bank.pick(arbiter, mask, draw, [this](int a, int b) {
      return ages[static_cast<std::size_t>(a)] < ages[static_cast<std::size_t>(b)];
    });
  }
  /// Grants and uses, `times` times.
  std::vector<int> serve(ArbiterBank& bank, int arbiter, const Mask& mask, int times) {
    std::vector<int> winners;
    for (int i = 0; i < times; ++i) {
      winners.push_back(pick(bank, arbiter, mask));
      bank.used(arbiter, winners.back());
    }
    return winners;
  }

  std::array<int, 64> ages{};
  Random random_{3, 0};
};

TEST_F(ArbiterTest, RoundRobinGoesPastTheWinner) {
  ArbiterBank bank(ArbiterKind::kRoundRobin, 1, 4, 1);
  EXPECT_THAT(serve(bank, 0, requests({0, 1, 3}), 7), ElementsAre(0, 1, 3, 0, 1, 3, 0));
  EXPECT_EQ(bank.pointer(0), 1);
  EXPECT_EQ(pick(bank, 0, requests({0})), 0) << "wraps round";
}

TEST_F(ArbiterTest, RoundRobinMovesOnlyWhenTheGrantIsUsed) {
  ArbiterBank bank(ArbiterKind::kRoundRobin, 1, 4, 1);
  EXPECT_EQ(pick(bank, 0, requests({1, 2})), 1);
  EXPECT_EQ(pick(bank, 0, requests({1, 2})), 1);
  EXPECT_EQ(bank.pointer(0), 0);
  bank.used(0, 1);
  EXPECT_EQ(bank.pointer(0), 2);
  EXPECT_EQ(pick(bank, 0, requests({1, 2})), 2);
}

TEST_F(ArbiterTest, RoundRobinPointerWrapsAfterTheLastRequester) {
  ArbiterBank bank(ArbiterKind::kRoundRobin, 1, 4, 1);
  bank.used(0, 3);
  EXPECT_EQ(bank.pointer(0), 0);
}

TEST_F(ArbiterTest, RoundRobinStepsOverWholePorts) {
  // Four channels a port: a grant to any of port 1 moves the pointer to port 2.
  ArbiterBank bank(ArbiterKind::kRoundRobin, 1, 12, 4);
  bank.used(0, 6);
  EXPECT_EQ(bank.pointer(0), 8);
  EXPECT_EQ(pick(bank, 0, requests({7, 9})), 9);
  bank.used(0, 9);
  EXPECT_EQ(bank.pointer(0), 0) << "after the last port";
}

TEST_F(ArbiterTest, ArbitersOfABankAreIndependent) {
  ArbiterBank bank(ArbiterKind::kRoundRobin, 3, 4, 1);
  bank.used(1, 2);
  EXPECT_EQ(pick(bank, 0, requests({0, 3})), 0);
  EXPECT_EQ(pick(bank, 1, requests({0, 3})), 3);
  EXPECT_EQ(pick(bank, 2, requests({0, 3})), 0);
  ArbiterBank served(ArbiterKind::kLeastRecentlyServed, 2, 4, 1);
  served.used(1, 0);
  EXPECT_EQ(pick(served, 0, requests({0, 3})), 0);
  EXPECT_EQ(pick(served, 1, requests({0, 3})), 3);
}

TEST_F(ArbiterTest, LeastRecentlyServedTakesWhoWaitsLongest) {
  ArbiterBank bank(ArbiterKind::kLeastRecentlyServed, 1, 4, 1);
  EXPECT_EQ(pick(bank, 0, requests({2, 3})), 2) << "none was ever served: the lowest";
  bank.used(0, 0);
  bank.used(0, 3);
  bank.used(0, 1);
  // Round robin would now begin at 2 and take 3.
  EXPECT_EQ(pick(bank, 0, requests({0, 3})), 0);
  EXPECT_EQ(pick(bank, 0, requests({0, 3})), 0) << "state moves only when the grant is used";
  EXPECT_THAT(serve(bank, 0, requests({0, 1, 2, 3}), 6), ElementsAre(2, 0, 3, 1, 2, 0));
}

TEST_F(ArbiterTest, AgeTakesTheOldestWhateverWasServed) {
  ArbiterBank bank(ArbiterKind::kAge, 1, 4, 1);
  ages = {7, 5, 9, 5};
  EXPECT_THAT(serve(bank, 0, requests({0, 1, 2, 3}), 2), ElementsAre(1, 1))
      << "the first of equals";
  EXPECT_EQ(pick(bank, 0, requests({0, 2})), 0);
  EXPECT_EQ(pick(bank, 0, requests({2})), 2);
}

TEST_F(ArbiterTest, RandomIsUniformOverTheRequests) {
  const ArbiterBank bank(ArbiterKind::kRandom, 1, 64, 1);
  constexpr int kDraws = 30000;
  std::array<int, 64> count{};
  for (int i = 0; i < kDraws; ++i) {
    ++count[static_cast<std::size_t>(pick(bank, 0, requests({1, 17, 63})))];
  }
  // Binomial with p = 1/3: five standard deviations.
  const double bound = 5 * std::sqrt(kDraws * 2.0 / 9.0);
  for (const std::size_t requester : {1u, 17u, 63u}) {
    EXPECT_NEAR(count[requester], kDraws / 3.0, bound) << requester;
  }
  EXPECT_EQ(count[1] + count[17] + count[63], kDraws);
}

}  // namespace
}  // namespace netloom
