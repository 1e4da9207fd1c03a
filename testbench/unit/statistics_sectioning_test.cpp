#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "sim/statistics/latency_batches.h"
#include "sim/statistics/sectioning.h"
#include "testbench/support/thorough.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

std::vector<BatchQuantile> by_turns(double a, double b, std::uint64_t packets) {
  std::vector<BatchQuantile> result;
  for (int i = 0; i < 5; ++i) {
    result.push_back({a, packets});
    result.push_back({b, packets});
  }
  return result;
}

// Squares of 10 * 2^2 over 9, over 10.
TEST(Sectioning, ByHand) {
  const QuantileEstimate estimate = quantile_by_sectioning(10, by_turns(8, 12, 1000));
  EXPECT_EQ(estimate.value, 10);
  EXPECT_EQ(estimate.batches, 10u);
  EXPECT_DOUBLE_EQ(estimate.standard_error.value(), std::sqrt(40.0 / 90));
  EXPECT_NEAR(estimate.half_width(0.95).value(), 2.262157 * std::sqrt(40.0 / 90), 1e-6);
}

// Around the run's quantile, not the batches' mean: 5 * 3^2 + 5 * 1^2.
TEST(Sectioning, SpreadIsAroundTheRunsQuantile) {
  EXPECT_DOUBLE_EQ(quantile_by_sectioning(11, by_turns(8, 12, 1000)).standard_error.value(),
                   std::sqrt(50.0 / 90));
}

// 8 five times, then 12 five times: of 9 neighbours 8 are alike, (8 - 1) / 10.
TEST(Sectioning, CorrelationInflates) {
  std::vector<BatchQuantile> batches(5, BatchQuantile{8, 2000});
  batches.resize(10, BatchQuantile{12, 2000});
  const QuantileEstimate estimate = quantile_by_sectioning(10, batches);
  EXPECT_DOUBLE_EQ(estimate.correlation, 0.7);
  EXPECT_NEAR(estimate.standard_error.value(), std::sqrt(40.0 / 90 * 1.7 / 0.3), 1e-12);
}

TEST(Sectioning, NoIntervalOfSmallOrFewBatches) {
  std::vector<BatchQuantile> batches = by_turns(8, 12, 1000);
  batches.pop_back();
  EXPECT_EQ(quantile_by_sectioning(10, batches).standard_error, std::nullopt) << "nine";
  batches.push_back({12, 999});
  EXPECT_EQ(quantile_by_sectioning(10, batches).standard_error, std::nullopt) << "999 packets";
  EXPECT_EQ(quantile_by_sectioning(10, batches).half_width(0.95), std::nullopt);
  EXPECT_EQ(quantile_by_sectioning(10, batches).value, 10);
}

TEST(Sectioning, ConstantBatches) {
  EXPECT_EQ(quantile_by_sectioning(0.1, by_turns(0.1, 0.1, 1000)).half_width(0.95), 0.0);
}

TEST(Sectioning, OfHistograms) {
  std::vector<LatencyHistogram> batches(10);
  EXPECT_FALSE(quantile_by_sectioning(batches, 0.5).has_value()) << "nothing delivered";
  for (std::size_t batch = 0; batch < 10; ++batch) {
    // 1 … 1000 cycles, or 3 … 1002 by turns.
    for (Cycle latency = 1; latency <= 1000; ++latency) batches[batch].add(latency + batch % 2 * 2);
  }
  // Of all 10,000 packets half do not exceed 501; of the batches it is 500 and 502.
  const QuantileEstimate median = quantile_by_sectioning(batches, 0.5).value();
  EXPECT_EQ(median.value, 501);
  EXPECT_DOUBLE_EQ(median.standard_error.value(), std::sqrt(10.0 / 90));
}

// Of exponential latencies of mean 1,000: 1000 ln 2, 1000 ln 20 and 1000 ln 100. Of 100 runs a
// standard deviation of the coverage is 2.2 %, of 2,000 it is 0.5 %.
TEST(Sectioning, Coverage) {
  const int runs = thorough() ? 2000 : 100;
  for (const double share : {0.5, 0.95, 0.99}) {
    const double truth = -1000 * std::log(1 - share);
    int hits = 0;
    for (int run = 0; run < runs; ++run) {
      Random random(static_cast<std::uint64_t>(run), 4);
      std::vector<LatencyHistogram> batches(32);
      for (LatencyHistogram& each : batches) {
        for (int packet = 0; packet < 1000; ++packet) {
          each.add(static_cast<Cycle>(std::ceil(1000 * draw_exponential(random))));
        }
      }
      const QuantileEstimate estimate = quantile_by_sectioning(batches, share).value();
      if (std::abs(estimate.value - truth) <= estimate.half_width(0.95).value()) ++hits;
    }
    RecordProperty("covered_" + std::to_string(share), hits);
    EXPECT_GE(hits, (thorough() ? 0.93 : 0.87) * runs) << share;
    EXPECT_LE(hits, (thorough() ? 0.97 : 1) * runs) << share;
  }
}

// No packet is lost when batches become longer, the last one alone in its pair or not.
TEST(LatencyBatches, BecomeLonger) {
  constexpr Cycle kLonger = LatencyBatches::kShortest * LatencyBatches::kMost;
  LatencyBatches batches;
  for (Cycle after = 0; after < kLonger; after += LatencyBatches::kShortest) {
    batches.add(after, 10 + after % 128, 20);
  }
  EXPECT_EQ(batches.length(), 64u);
  EXPECT_EQ(batches.batches().size(), 128u);
  batches.add(kLonger, 7, 8);
  EXPECT_EQ(batches.length(), 128u);
  ASSERT_EQ(batches.batches().size(), 65u);
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(batches.batches()[i].network.count(), 2u) << i;
    EXPECT_EQ(batches.batches()[i].network.sum(), 84u) << i;
    EXPECT_EQ(batches.batches()[i].generation.sum(), 40u) << i;
  }
  EXPECT_EQ(batches.batches()[64].network.sum(), 7u);
  batches.add(2 * kLonger, 9, 9);
  ASSERT_EQ(batches.batches().size(), 65u);
  EXPECT_EQ(batches.batches()[0].network.sum(), 168u);
  EXPECT_EQ(batches.batches()[32].network.sum(), 7u);
  EXPECT_EQ(batches.batches()[64].network.sum(), 9u);
}

}  // namespace
}  // namespace netloom::test
