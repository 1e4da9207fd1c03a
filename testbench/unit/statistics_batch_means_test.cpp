#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "routing/base/error.h"
#include "sim/statistics/batch_means.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

/// 32 batches of 16 bins: a bin is 100, 10 more and 10 less by turns, and 1 more or less throughout
/// a batch, by turns as `signs` says.
RatioSeries batches_of(const std::string& signs) {
  RatioSeries series;
  for (std::size_t batch = 0; batch < 32; ++batch) {
    for (int bin = 0; bin < 16; ++bin) {
      const int value =
          100 + (bin % 2 == 0 ? 10 : -10) + (signs[batch % signs.size()] == '+' ? 1 : -1);
      series.push_back(static_cast<std::uint64_t>(value), 1);
    }
  }
  return series;
}

// Batch means are 99 and 101: variance 32 / 31, of their mean 1 / 31. Student's t of 31
// is 2.039513.
TEST(BatchMeans, ByHand) {
  const BatchMeans means = batch_means(batches_of("+-"));
  EXPECT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_EQ(means.mean, 100.0);
  EXPECT_EQ(means.batches, 32u);
  EXPECT_EQ(means.batch_bins, 16u);
  EXPECT_DOUBLE_EQ(means.correlation, -31.0 / 32);
  EXPECT_NEAR(means.standard_error, std::sqrt(1.0 / 31), 1e-12);
  EXPECT_NEAR(means.half_width(0.95).value(), 2.039513 / std::sqrt(31), 1e-6);
  EXPECT_NEAR(means.half_width(0.99).value(), 2.744042 / std::sqrt(31), 1e-6);
  EXPECT_NEAR(means.relative_half_width(0.95).value(), 0.02039513 / std::sqrt(31), 1e-8);
  EXPECT_EQ(means.autocorrelation_time, 1.0);
}

// Of 31 neighbours 16 are alike: a correlation of 1 / 32, so the variance counts 33 / 31 times.
TEST(BatchMeans, CorrelationThatIsLeftInflates) {
  const BatchMeans means = batch_means(batches_of("++--"));
  EXPECT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_DOUBLE_EQ(means.correlation, 1.0 / 32);
  EXPECT_NEAR(means.standard_error, std::sqrt(33.0) / 31, 1e-12);
}

// A quarter of the batches are 1.5 above the mean, the others 0.5 below it: squares and cubes add
// up to 24. Half of the interval is wider than t, where t is y - 2 b y^2 + 4/3 b^2 y^3 - b of it.
TEST(BatchMeans, SkewnessMakesWider) {
  const BatchMeans means = batch_means(batches_of("+---"));
  EXPECT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_NEAR(means.standard_error, std::sqrt(24.0 / 31 / 32), 1e-12);
  EXPECT_NEAR(means.skewness, 24.0 / 32 / std::pow(24.0 / 31, 1.5) * 32 * 32 / (31 * 30), 1e-12);
  const double b = means.skewness / (6 * std::sqrt(32));
  const double y = means.half_width(0.95).value() / means.standard_error;
  EXPECT_GT(y, 2.2);
  EXPECT_LT(y, 2.8);
  EXPECT_NEAR(y - 2 * b * y * y + 4.0 / 3 * b * b * y * y * y - b, 2.039513, 1e-6);
  // To the other side it is the same.
  EXPECT_NEAR(batch_means(batches_of("-+++")).half_width(0.95).value(), *means.half_width(0.95),
              1e-9);
}

// Of 32 batches 24 neighbours of 31 are alike: 17 / 32. What von Neumann's test lets pass is 0.144.
// Of 16, eight of 15 are: 1 / 16, of which it lets 0.2 pass. Student's t of 15 is 2.131450.
TEST(BatchMeans, LongerBatchesWhereThoseAreCorrelated) {
  const BatchMeans means = batch_means(batches_of("++++----"));
  EXPECT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_EQ(means.batches, 16u);
  EXPECT_EQ(means.batch_bins, 32u);
  EXPECT_DOUBLE_EQ(means.correlation, 1.0 / 16);
  EXPECT_NEAR(means.standard_error, std::sqrt(17.0) / 15, 1e-12);
  EXPECT_NEAR(means.half_width(0.95).value(), 2.131450 * std::sqrt(17.0) / 15, 1e-6);
}

// 28 of 31 are alike, and 12 of 15 of half as many: 9 / 16.
TEST(BatchMeans, CorrelatedBatches) {
  const RatioSeries series = batches_of("++++++++--------");
  const BatchMeans means = batch_means(series);
  EXPECT_EQ(means.reason, NoInterval::kCorrelated);
  EXPECT_DOUBLE_EQ(means.correlation, 9.0 / 16);
  EXPECT_EQ(means.half_width(0.95), std::nullopt);
  EXPECT_EQ(means.relative_half_width(0.95), std::nullopt);
  EXPECT_EQ(means.mean, 100.0);
  // Batches that have passed before are not tested again, and 25 / 32 that is left inflates.
  const BatchMeans passed = batch_means(series, 16);
  EXPECT_TRUE(passed.valid());
  EXPECT_EQ(passed.batches, 32u);
  EXPECT_NEAR(passed.standard_error, std::sqrt(57.0 / 7 / 31), 1e-12);
  // Longer ones say nothing of these.
  EXPECT_EQ(batch_means(series, 33).reason, NoInterval::kCorrelated);
}

// Bins of a batch that are alike: the sum over lags does not end within half a batch.
TEST(BatchMeans, ShortBatches) {
  RatioSeries series;
  for (std::uint64_t bin = 0; bin < 512; ++bin) series.push_back(bin / 16 % 2, 1);
  EXPECT_EQ(batch_means(series).reason, NoInterval::kShortBatches);
  EXPECT_EQ(batch_means(series).autocorrelation_time, std::nullopt);
  EXPECT_EQ(batch_means(series).half_width(0.95), std::nullopt);
}

// Independent bins, too, need batches of ten autocorrelation times, which is 16 bins.
TEST(BatchMeans, BatchesThatAreTooShortToSay) {
  Autoregressive white(3, 0);
  RatioSeries series;
  for (int i = 0; i < 511; ++i) white.run(series);
  EXPECT_EQ(batch_means(series).batch_bins, 8u);
  EXPECT_EQ(batch_means(series).reason, NoInterval::kShortBatches);
}

TEST(BatchMeans, NothingAndTooFew) {
  EXPECT_EQ(batch_means(RatioSeries()).reason, NoInterval::kNothing);
  EXPECT_EQ(batch_means(RatioSeries()).mean, std::nullopt);
  RatioSeries series(std::vector<std::uint64_t>(600, 0), std::vector<std::uint64_t>(600, 0));
  EXPECT_EQ(batch_means(series).reason, NoInterval::kNothing);
  EXPECT_EQ(batch_means(series).half_width(0.95), std::nullopt);
  // One packet: its latency is the mean, and nobody knows how good that is.
  series.push_back(17, 1);
  EXPECT_EQ(batch_means(series).mean, 17.0);
  EXPECT_EQ(batch_means(series).reason, NoInterval::kTooFew);
  EXPECT_EQ(batch_means(RatioSeries::of_bins({1, 2, 1, 2})).reason, NoInterval::kTooFew);
}

TEST(BatchMeans, Constant) {
  RatioSeries series;
  for (std::uint64_t bin = 0; bin < 31; ++bin) series.push_back(7 * bin, 3 * bin);
  EXPECT_EQ(batch_means(series).reason, NoInterval::kTooFew);
  series = RatioSeries();
  for (std::uint64_t bin = 1; bin <= 32; ++bin) series.push_back(7 * bin, 3 * bin);
  EXPECT_TRUE(batch_means(series).valid());
  EXPECT_EQ(batch_means(series).half_width(0.95), 0.0);
  EXPECT_EQ(batch_means(series).relative_half_width(0.95), 0.0);
  // One phit more in one bin, and it is not.
  series.push_back(7000001, 3000000);
  EXPECT_EQ(batch_means(series).reason, NoInterval::kShortBatches);
  // Nothing accepted, of what was offered, is a constant, too.
  const RatioSeries zero = RatioSeries::of_bins(std::vector<std::uint64_t>(32, 0));
  EXPECT_EQ(batch_means(zero).mean, 0.0);
  EXPECT_EQ(batch_means(zero).relative_half_width(0.95), 0.0);
}

TEST(BatchMeans, ThirtyTwoToSixtyThreeBatches) {
  for (const std::size_t bins : {32u, 63u, 64u, 1000u, 2047u, 2048u, 99'999u}) {
    const BatchMeans means = batch_means(RatioSeries::of_bins(std::vector<std::uint64_t>(bins, 5)));
    EXPECT_GE(means.batches, 32u) << bins;
    EXPECT_LE(means.batches, 63u) << bins;
    EXPECT_EQ(means.batch_bins, bins / means.batches);
  }
}

// As many packets in every batch, or twice as many in each second one, whose ratio is the same: the
// mean is the ratio of sums, and the jackknife agrees with what residuals say to first order.
TEST(BatchMeans, RatioWithBatchesOfAllSizes) {
  LoneSource source(5, 0.5, 8, 200);
  RatioSeries series;
  for (int i = 0; i < 20'000; ++i) source.run(series);
  const BatchMeans means = batch_means(series);
  ASSERT_TRUE(means.valid()) << text_of(means.reason);
  EXPECT_EQ(means.mean, series.mean());
  double squares = 0;
  for (const double each : series.batches(means.batches).residuals()) squares += each * each;
  const auto n = static_cast<double>(means.batches);
  const double left = std::max(means.correlation, 0.0);
  EXPECT_NEAR(means.standard_error, std::sqrt(squares / (n * (n - 1)) * (1 + left) / (1 - left)),
              0.01 * means.standard_error);
}

// It has (1 + 0.8) / (1 - 0.8) = 9 times the variance of independent values, which are 1 / 0.36.
TEST(BatchMeans, StandardErrorOfCorrelatedValues) {
  double squares = 0;
  int valid = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Autoregressive process(seed, 0.8);
    RatioSeries series;
    for (int i = 0; i < 8292; ++i) process.run(series);
    const BatchMeans means = batch_means(series.part(100, series.size()));
    if (!means.valid()) continue;
    ++valid;
    squares += means.standard_error * means.standard_error;
  }
  EXPECT_GT(valid, 60);
  EXPECT_NEAR(std::sqrt(squares / valid), 1e6 * 5 / std::sqrt(8192.0),
              0.06e6 * 5 / std::sqrt(8192.0));
}

TEST(BatchMeans, ImpossibleConfidence) {
  const BatchMeans means = batch_means(batches_of("+-"));
  EXPECT_THROW(means.half_width(0), Error);
  EXPECT_THROW(means.half_width(1), Error);
}

}  // namespace
}  // namespace netloom::test
