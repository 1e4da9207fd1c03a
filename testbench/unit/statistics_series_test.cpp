#include <gtest/gtest.h>

#include <numeric>

#include "routing/base/error.h"
#include "sim/statistics/autocorrelation.h"
#include "sim/statistics/ratio_series.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

using Sums = std::vector<std::uint64_t>;

// 20 / 5 = 4; the mean denominator is 5/4. Residuals: (6 - 2 * 4) / 1.25 ….
TEST(RatioSeries, MeanAndResiduals) {
  const RatioSeries series({6, 0, 4, 10}, {2, 0, 1, 2});
  EXPECT_EQ(series.mean(), 4.0);
  EXPECT_EQ(series.residuals(), (std::vector<double>{-1.6, 0, 0, 1.6}));
}

TEST(RatioSeries, OfBins) {
  const RatioSeries series = RatioSeries::of_bins({1, 2, 6});
  EXPECT_EQ(series.mean(), 3.0);
  EXPECT_EQ(series.residuals(), (std::vector<double>{-2, -1, 3}));
}

TEST(RatioSeries, WithoutAnythingToDivideBy) {
  EXPECT_EQ(RatioSeries().mean(), std::nullopt);
  const RatioSeries nothing({0, 0}, {0, 0});
  EXPECT_EQ(nothing.mean(), std::nullopt);
  EXPECT_TRUE(nothing.residuals().empty());
}

TEST(RatioSeries, PartsMergedBinsAndBatches) {
  const RatioSeries series({6, 0, 4, 10}, {2, 0, 1, 3});
  EXPECT_EQ(series.part(1, 3).numerators(), (Sums{0, 4}));
  EXPECT_EQ(series.part(1, 3).denominators(), (Sums{0, 1}));
  EXPECT_EQ(series.part(4, 4).size(), 0u);
  EXPECT_EQ(series.merged(2).numerators(), (Sums{6, 14}));
  EXPECT_EQ(series.merged(3).numerators(), (Sums{10})) << "the newest bin fills none";
  EXPECT_EQ(series.merged(3).denominators(), (Sums{3}));
  EXPECT_EQ(series.merged(5).size(), 0u);
  EXPECT_EQ(series.batches(3).numerators(), (Sums{6, 0, 14})) << "of 1, 1 and 2 bins";
  EXPECT_EQ(series.batches(3).denominators(), (Sums{2, 0, 4}));
}

TEST(RatioSeries, BatchesHaveAllBins) {
  const RatioSeries series = RatioSeries::of_bins(Sums(1000, 1));
  for (const std::size_t count : {1u, 3u, 32u, 63u, 999u, 1000u}) {
    const Sums lengths = series.batches(count).denominators();
    EXPECT_EQ(lengths.size(), count);
    EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0}), 1000u);
    for (const std::uint64_t length : lengths) {
      EXPECT_GE(length, 1000 / count);
      EXPECT_LE(length, 1000 / count + 1);
    }
  }
}

TEST(RatioSeries, ImpossibleArguments) {
  EXPECT_THROW(RatioSeries({1, 2}, {1}), Error);
  const RatioSeries series = RatioSeries::of_bins({1, 2, 3});
  EXPECT_THROW(series.part(0, 4), Error);
  EXPECT_THROW(series.part(2, 1), Error);
  EXPECT_THROW(series.merged(0), Error);
  EXPECT_THROW(series.batches(0), Error);
  EXPECT_THROW(series.batches(4), Error);
}

// 2 * 1 - 1 * 1 + 1 * 2 = 3 of 4 + 1 + 1 + 4 = 10.
TEST(Autocorrelation, OfNeighbours) {
  EXPECT_DOUBLE_EQ(lag_one_correlation({2, 1, -1, -2}), 0.3);
  EXPECT_DOUBLE_EQ(lag_one_correlation({1, -1, 1, -1}), -0.75);
  EXPECT_DOUBLE_EQ(lag_one_correlation({0, 0, 0}), 0);
  EXPECT_DOUBLE_EQ(lag_one_correlation({}), 0);
}

// Seven differences of 1, sum of squares 42: 1 - 7 / 84 = 0.9167, in units of sqrt(6 / 63) 2.970,
// which a normal variable exceeds with probability 0.00149.
TEST(Autocorrelation, VonNeumannByHand) {
  const std::vector<double> falling = {3.5, 2.5, 1.5, 0.5, -0.5, -1.5, -2.5, -3.5};
  EXPECT_FALSE(passes_von_neumann(falling, 0.2));
  EXPECT_FALSE(passes_von_neumann(falling, 0.0016));
  EXPECT_TRUE(passes_von_neumann(falling, 0.0014));
  // One-sided: correlation that makes the mean better passes. 1 - 28 / 16 = -0.75: -2.430.
  const std::vector<double> alternating = {1, -1, 1, -1, 1, -1, 1, -1};
  EXPECT_TRUE(passes_von_neumann(alternating, 0.2));
  EXPECT_TRUE(passes_von_neumann(alternating, 0.99));
  EXPECT_FALSE(passes_von_neumann(alternating, 0.993));
  EXPECT_TRUE(passes_von_neumann(std::vector<double>(8, 0), 0.2));
  EXPECT_THROW(passes_von_neumann({1, -1, 1, -1, 1, -1, 0}, 0.2), Error);
}

// Of 4,000 series a standard deviation is 0.6 %.
TEST(Autocorrelation, VonNeumannErrsAsOftenAsAsked) {
  int failed = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Autoregressive white(seed, 0);
    RatioSeries series;
    for (int i = 0; i < 40; ++i) white.run(series);
    // It begins far away.
    if (!passes_von_neumann(series.part(1, 40).residuals(), 0.2)) ++failed;
  }
  EXPECT_NEAR(failed / 4000.0, 0.2, 0.03);
}

// Correlations, of eighths: 1, -6, -1, 4, 1. So sums are 1.25, -0.25, -0.5, 0.5, 0.75, and the
// fifth lag is five times the least result, 1.
TEST(Autocorrelation, IntegratedTimeByHand) {
  const std::vector<double> pairs = {1, 1, -1, -1, 1, 1, -1, -1};
  EXPECT_EQ(integrated_autocorrelation_time(pairs, 5), 1.0);
  EXPECT_EQ(integrated_autocorrelation_time(pairs, 4), std::nullopt);
  EXPECT_EQ(integrated_autocorrelation_time(std::vector<double>(4, 0), 0), 1.0);
}

// (1 + phi) / (1 - phi); with a window of five times that and 200,000 values the standard deviation
// of what comes out is a twentieth of it at most.
TEST(Autocorrelation, IntegratedTimeOfAProcess) {
  for (const double phi : {0.0, 0.5, 0.9}) {
    Autoregressive process(7, phi);
    RatioSeries series;
    for (int i = 0; i < 200'000; ++i) process.run(series);
    const double expected = (1 + phi) / (1 - phi);
    const std::vector<double> residuals = series.part(200, series.size()).residuals();
    EXPECT_NEAR(integrated_autocorrelation_time(residuals, 1000).value(), expected, 0.2 * expected)
        << phi;
  }
}

}  // namespace
}  // namespace netloom::test
