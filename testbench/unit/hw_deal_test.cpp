#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "hw/network/deal.h"

namespace netloom {
namespace {

using testing::ElementsAre;

TEST(Deal, IsEven) {
  const RegionWeights regions{{7, 1, 5, 3, 4, 4}, {0, 1, 2, 3, 4, 5}};
  const std::vector<int> thread_of = deal(regions, 2);
  EXPECT_DOUBLE_EQ(imbalance(regions, thread_of, 2), 1.0);
  EXPECT_EQ(thread_of.front(), 0) << "threads are numbered by their first regions";
}

TEST(Deal, OfEqualRegionsIsInTurn) {
  EXPECT_THAT(deal({{2, 2, 2, 2, 2}, {0, 1, 2, 3, 4}}, 2), ElementsAre(0, 1, 0, 1, 0));
}

TEST(Deal, GivesEachThreadSomething) {
  const RegionWeights regions{{100, 1, 1}, {0, 1, 2}};
  const std::vector<int> thread_of = deal(regions, 3);
  EXPECT_EQ(std::set<int>(thread_of.begin(), thread_of.end()).size(), 3u);
  EXPECT_DOUBLE_EQ(imbalance(regions, thread_of, 3), 300.0 / 102);
}

// Regions 0, 2 and 3 have memory in common.
TEST(Deal, KeepsTogetherWhatSharesMemory) {
  const RegionWeights regions{{1, 5, 2, 2, 1}, {0, 1, 0, 0, 4}};
  EXPECT_EQ(most_threads(regions), 3);
  EXPECT_THAT(deal(regions, 3), ElementsAre(0, 1, 0, 0, 2));
  EXPECT_THAT(deal(regions, 2), ElementsAre(0, 1, 0, 0, 0));
}

}  // namespace
}  // namespace netloom
