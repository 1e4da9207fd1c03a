#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "hw/network/overlaps.h"
#include "routing/base/random.h"

namespace netloom {
namespace {

std::vector<std::size_t> all_others(const std::vector<CycleSpan>& spans, std::size_t index) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const bool overlap = spans[i].begin <= spans[index].end && spans[index].begin <= spans[i].end;
    if (i != index && overlap) result.push_back(i);
  }
  return result;
}

TEST(Overlaps, AreThoseOfAllPairs) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed, 0);
    std::vector<CycleSpan> spans(1 + random.below(40));
    for (CycleSpan& span : spans) {
      span.begin = random.below(100);
      span.end = span.begin + random.below(20);
    }
    const std::vector<Overlaps> found = overlaps_of(spans, spans.size());
    ASSERT_EQ(found.size(), spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i) {
      EXPECT_EQ(found[i].first, all_others(spans, i)) << "seed " << seed << ", span " << i;
      EXPECT_EQ(found[i].count, found[i].first.size()) << "seed " << seed << ", span " << i;
    }
  }
}

TEST(Overlaps, OfManyThoseThatBeginFirst) {
  const std::vector<CycleSpan> spans = {{9, 9}, {5, 9}, {1, 1}, {7, 8}, {3, 20}, {6, 12}};
  const std::vector<Overlaps> found = overlaps_of(spans, 2);
  EXPECT_EQ(found[0].first, (std::vector<std::size_t>{1, 4}));  // and 5
  EXPECT_EQ(found[0].count, 3u);
  EXPECT_EQ(found[4].first, (std::vector<std::size_t>{1, 5}));  // and 3, 0
  EXPECT_EQ(found[4].count, 4u);
  EXPECT_TRUE(found[2].first.empty());
  EXPECT_EQ(found[2].count, 0u);
}

TEST(Overlaps, MemoryDoesNotGrowWithTheirNumber) {
  constexpr std::size_t kSpans = 200000;
  std::size_t listed = 0;
  for (const Overlaps& each : overlaps_of(std::vector<CycleSpan>(kSpans, {7, 30}), 10)) {
    EXPECT_EQ(each.count, kSpans - 1);
    listed += each.first.capacity();
  }
  EXPECT_LE(listed, kSpans * 16);
}

}  // namespace
}  // namespace netloom
