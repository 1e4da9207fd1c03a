#include <gtest/gtest.h>

#include "routing/base/error.h"
#include "sim/statistics/trend.h"
#include "sim/statistics/warm_up.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

/// Each value for five bins.
RatioSeries by_fives(const std::vector<std::uint64_t>& values) {
  RatioSeries series;
  for (const std::uint64_t value : values) {
    for (int bin = 0; bin < 5; ++bin) series.push_back(value, 1);
  }
  return series;
}

// Sum of squares over squared number: of all but the first 1, 2, 3, 5 and 7 batches 54.5 / 121 =
// 0.451, 10 / 100 = 0.1, 8.89 / 81 = 0.110, 6.86 / 49 = 0.140 and 4.8 / 25 = 0.192.
TEST(WarmUp, Mser5ByHand) {
  const RatioSeries series = by_fives({9, 9, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3});
  EXPECT_EQ(mser5(series), 10u);
  // The newest bins that do not fill a batch do not count.
  RatioSeries longer = series;
  longer.push_back(1000, 1);
  EXPECT_EQ(mser5(longer), 10u);
}

TEST(WarmUp, Mser5OfWhatIsConstantAfterAWhile) {
  EXPECT_EQ(mser5(by_fives({9, 8, 7, 5, 5, 5, 5, 5, 5, 5})), 15u) << "the first of all minima";
  EXPECT_EQ(mser5(by_fives(std::vector<std::uint64_t>(10, 5))), 0u);
}

TEST(WarmUp, Mser5LeavesTheLastFiveBatches) {
  // Of the last two it would be 0; of all it is 12 / 196 = 0.061, of the last five 2.8 / 25 =
  // 0.112.
  EXPECT_EQ(mser5(by_fives({1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 2, 2})), 0u);
}

TEST(WarmUp, Mser5DoesNotKnow) {
  EXPECT_EQ(mser5(by_fives({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1})), std::nullopt)
      << "a minimum in the second half";
  EXPECT_EQ(mser5(by_fives(std::vector<std::uint64_t>(9, 5))), std::nullopt) << "too short";
  EXPECT_EQ(mser5(RatioSeries()), std::nullopt);
  EXPECT_EQ(
      mser5(RatioSeries(std::vector<std::uint64_t>(60, 0), std::vector<std::uint64_t>(60, 0))),
      std::nullopt)
      << "nothing delivered";
}

// Batches without a packet add nothing, wherever they are.
TEST(WarmUp, Mser5OfRatios) {
  RatioSeries series({}, {});
  for (const std::uint64_t value : {9, 9, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3}) {
    for (int bin = 0; bin < 5; ++bin) series.push_back(7 * value, 7);
  }
  EXPECT_EQ(mser5(series), 10u);
  RatioSeries late;
  for (int bin = 0; bin < 10; ++bin) late.push_back(0, 0);
  for (const std::uint64_t value : {9, 9, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3}) {
    for (int bin = 0; bin < 5; ++bin) late.push_back(7 * value, 7);
  }
  EXPECT_EQ(mser5(late), 20u);
}

TEST(WarmUp, TheLaterOfTwoCuts) {
  const RatioSeries two = by_fives({9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const RatioSeries three = by_fives({9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(find_warm_up({two, three}).cut, 15u);
  EXPECT_EQ(find_warm_up({three, two}).cut, 15u);
  EXPECT_EQ(find_warm_up({two}).cut, 10u);
}

TEST(WarmUp, TheRestIsTenTimesAsLong) {
  std::vector<std::uint64_t> values(21, 1);
  values[0] = values[1] = 9;
  const WarmUp early = find_warm_up({by_fives(values)});
  EXPECT_EQ(early.verdict, WarmUp::Verdict::kTooShort);
  EXPECT_EQ(early.cut, 10u);
  EXPECT_EQ(early.needed, 110u);
  EXPECT_FALSE(early.found());
  values.push_back(1);
  EXPECT_EQ(find_warm_up({by_fives(values)}).verdict, WarmUp::Verdict::kFound) << "110 bins";
  EXPECT_EQ(find_warm_up({by_fives(std::vector<std::uint64_t>(12, 4))}).verdict,
            WarmUp::Verdict::kFound)
      << "nothing to cut off";
}

TEST(WarmUp, MoreThanAThird) {
  EXPECT_EQ(find_warm_up({by_fives({9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1})}).verdict,
            WarmUp::Verdict::kTooShort)
      << "a third";
  const WarmUp more = find_warm_up({by_fives({9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1})});
  EXPECT_EQ(more.verdict, WarmUp::Verdict::kTooLong);
  EXPECT_EQ(more.cut, 25u);
}

TEST(WarmUp, OneOfTwoSeriesIsUnknown) {
  const RatioSeries known = by_fives(std::vector<std::uint64_t>(12, 4));
  const RatioSeries falling = by_fives({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  const WarmUp warm_up = find_warm_up({known, falling});
  EXPECT_EQ(warm_up.verdict, WarmUp::Verdict::kUnknown);
  EXPECT_GT(warm_up.needed, 60u);
  EXPECT_THROW(find_warm_up({}), Error);
  EXPECT_THROW(find_warm_up({known, known.part(0, 55)}), Error);
}

// The deviation of 10 standard deviations at the beginning is e^-1 of it after 1 / (1 - phi) bins:
// of 2,000 bins so few are cut off, but some are.
TEST(WarmUp, CutsOffWhereAProcessComesFromFarAway) {
  int some = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Autoregressive process(seed, 0.95);
    RatioSeries series;
    for (int i = 0; i < 4000; ++i) process.run(series);
    const WarmUp warm_up = find_warm_up({series});
    if (!warm_up.found()) continue;
    EXPECT_LE(11 * warm_up.cut, series.size());
    if (warm_up.cut > 0) ++some;
  }
  EXPECT_GT(some, 50);
}

TEST(Trend, OfALineAndOfAConstant) {
  RatioSeries rising;
  RatioSeries constant;
  for (std::uint64_t bin = 0; bin < 64; ++bin) {
    rising.push_back(100 + 3 * bin, 1);
    constant.push_back(7, 1);
  }
  EXPECT_DOUBLE_EQ(trend_of(rising).per_bin, 3);
  EXPECT_LT(trend_of(rising).p_value, 1e-9);
  EXPECT_TRUE(trend_of(rising).significant());
  EXPECT_EQ(trend_of(constant).per_bin, 0);
  EXPECT_EQ(trend_of(constant).p_value, 1);
  EXPECT_EQ(trend_of(rising.part(0, 31)).p_value, 1) << "too few bins";
}

// Values 1 and 0 by turns, of 32 bins: with places -15.5 … 15.5 the slope is -16 / 2728, what it
// leaves has squares of 8 - 2728 slope^2 = 7.906 and negative correlation. So t of 30 degrees of
// freedom is slope / sqrt(7.906 / 30 / 2728) = -0.597.
TEST(Trend, ByHand) {
  RatioSeries series;
  for (std::uint64_t bin = 0; bin < 32; ++bin) series.push_back(1 - bin % 2, 1);
  EXPECT_NEAR(trend_of(series).per_bin, -8.0 / 2728, 1e-12);
  EXPECT_FALSE(trend_of(series).significant());
}

/// Share of 1,000 runs of so many bins in which a trend is found, where `growth` is added per bin.
double share_with_trend(double phi, int bins, double growth) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Autoregressive process(seed, phi);
    RatioSeries series;
    for (int i = 0; i < bins + 500; ++i) process.run(series);
    RatioSeries grown;
    for (int i = 0; i < bins; ++i) {
      const std::uint64_t value = series.numerators()[static_cast<std::size_t>(i) + 500];
      grown.push_back(value + static_cast<std::uint64_t>(1e6 * growth * i), 1);
    }
    if (trend_of(grown).significant()) ++found;
  }
  return found / 1000.0;
}

TEST(Trend, ErrsAboutAsOftenAsItSays) {
  EXPECT_LT(share_with_trend(0, 640, 0), 0.025);
  EXPECT_LT(share_with_trend(0.9, 640, 0), 0.05) << "a batch is an autocorrelation time";
  EXPECT_LT(share_with_trend(0.99, 640, 0), 0.15) << "a run is three of them";
}

TEST(Trend, IsFound) {
  // Over the run 1, in units of the noise: its standard error is sqrt(12 / 640).
  EXPECT_GT(share_with_trend(0, 640, 1.0 / 640), 0.99);
  EXPECT_GT(share_with_trend(0.9, 6400, 4.0 / 6400), 0.9);
}

}  // namespace
}  // namespace netloom::test
