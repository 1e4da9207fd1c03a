#include <gtest/gtest.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/statistics/paired_comparison.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

// Differences 1 … 8: mean 4.5, variance 6, standard error sqrt(6 / 8), t = 3 sqrt(3).
TEST(PairedComparison, ByHand) {
  const PairedDifference difference =
      paired_difference({10, 10, 10, 10, 20, 20, 20, 20}, {11, 12, 13, 14, 25, 26, 27, 28});
  EXPECT_EQ(difference.pairs, 8u);
  EXPECT_DOUBLE_EQ(difference.mean_of_first, 15);
  EXPECT_DOUBLE_EQ(difference.mean, 4.5);
  EXPECT_DOUBLE_EQ(difference.standard_error, std::sqrt(0.75));
  EXPECT_NEAR(difference.half_width(0.95), 2.364624 * std::sqrt(0.75), 1e-6);
  EXPECT_NEAR(difference.half_width(0.99), 3.499483 * std::sqrt(0.75), 1e-6);
  // The tail of t of 7 degrees of freedom, in closed form, with tan(a) = t / sqrt(7):
  // 1 - 2 / pi (a + sin(a) (cos(a) + 2/3 cos^3(a) + 8/15 cos^5(a))).
  const double a = std::atan(3 * std::sqrt(3.0 / 7));
  const double c = std::cos(a);
  EXPECT_NEAR(difference.p_value,
              1 - 2 / std::acos(-1.0) *
                      (a + std::sin(a) * (c + 2.0 / 3 * c * c * c + 8.0 / 15 * std::pow(c, 5))),
              1e-12);
}

TEST(PairedComparison, EqualPairsAndEqualDifferences) {
  const std::vector<double> ones(8, 1.0);
  const PairedDifference same = paired_difference(ones, ones);
  EXPECT_EQ(same.mean, 0);
  EXPECT_EQ(same.p_value, 1);
  EXPECT_EQ(same.half_width(0.95), 0);
  const PairedDifference shifted = paired_difference(ones, std::vector<double>(8, 1.1));
  EXPECT_EQ(shifted.p_value, 0);
  EXPECT_EQ(shifted.half_width(0.95), 0);
}

// Whole cycles: that all seeds have the same difference does not make it known to less than one.
TEST(PairedComparison, OfSteps) {
  const std::vector<double> ones(8, 1.0);
  const auto by = [&ones](double difference) {
    return paired_difference(ones, std::vector<double>(8, 1 + difference), 1);
  };
  EXPECT_NEAR(by(0).half_width(0.95), 1, 1e-9);
  EXPECT_EQ(by(0).p_value, 1);
  EXPECT_NEAR(by(1).p_value, 0.05, 1e-9);
  EXPECT_LT(by(2).p_value, 0.005);
  EXPECT_GT(by(2).p_value, 0.001);
  // What seeds differ by counts where it is more.
  const std::vector<double> other = {1, 5, 1, 5, 1, 5, 1, 5};
  EXPECT_EQ(paired_difference(ones, other, 1).standard_error,
            paired_difference(ones, other).standard_error);
}

TEST(PairedComparison, AtLeastEightPairs) {
  EXPECT_THROW(paired_difference(std::vector<double>(7, 1), std::vector<double>(7, 1)), Error);
  EXPECT_THROW(paired_difference(std::vector<double>(8, 1), std::vector<double>(9, 1)), Error);
}

// In ascending order 0.005 * 4, 0.01 * 3, 0.03 * 2, 0.04 * 1, none less than the one before.
TEST(PairedComparison, Holm) {
  const std::vector<double> adjusted = holm({0.01, 0.04, 0.03, 0.005});
  ASSERT_EQ(adjusted.size(), 4u);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.03);
  EXPECT_DOUBLE_EQ(adjusted[1], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[2], 0.06);
  EXPECT_DOUBLE_EQ(adjusted[3], 0.02);
  EXPECT_EQ(holm({0.7, 0.8}), (std::vector<double>{1, 1}));
  EXPECT_EQ(holm({0.02}), (std::vector<double>{0.02}));
  EXPECT_TRUE(holm({}).empty());
}

TEST(PairedComparison, Verdicts) {
  PairedDifference lower;
  lower.mean = -1;
  PairedDifference higher;
  higher.mean = 1;
  EXPECT_EQ(compared(lower, 0.05, 0.05, Preferred::kLower), Comparison::kBetter);
  EXPECT_EQ(compared(higher, 0.05, 0.05, Preferred::kLower), Comparison::kWorse);
  EXPECT_EQ(compared(lower, 0.05, 0.05, Preferred::kHigher), Comparison::kWorse);
  EXPECT_EQ(compared(higher, 0.05, 0.05, Preferred::kHigher), Comparison::kBetter);
  EXPECT_EQ(compared(lower, 0.0501, 0.05, Preferred::kLower), Comparison::kNotToldApart);
  EXPECT_STREQ(text_of(Comparison::kNotToldApart), "not told apart");
}

/// Measures of one configuration by seed: what the seed does to both, and some noise of its own.
std::vector<double> measured(std::uint64_t call, std::uint64_t configuration, double mean) {
  std::vector<double> result;
  Random seeds(call, 0);
  Random own(call, configuration);
  for (int seed = 0; seed < 8; ++seed) {
    result.push_back(mean + 5 * draw_normal(seeds) + draw_normal(own));
  }
  return result;
}

// Of equal configurations 5 % are told apart at most, however many measures there are in a call: of
// 2,000 calls with five measures a standard deviation is 0.5 %. One measure alone would be told
// apart in 5 %, five of them without Holm in 23 %.
TEST(PairedComparison, ErrsAsOftenAsAsked) {
  int alone = 0;
  int any = 0;
  for (std::uint64_t call = 0; call < 2000; ++call) {
    std::vector<PairedDifference> differences;
    std::vector<double> p_values;
    for (std::uint64_t measure = 0; measure < 5; ++measure) {
      const std::uint64_t which = 5 * call + measure;
      differences.push_back(paired_difference(measured(which, 1, 100), measured(which, 2, 100)));
      p_values.push_back(differences.back().p_value);
    }
    if (p_values[0] <= 0.05) ++alone;
    const std::vector<double> adjusted = holm(p_values);
    bool found = false;
    for (std::size_t i = 0; i < 5; ++i) {
      found = found || compared(differences[i], adjusted[i], 0.05, Preferred::kLower) !=
                           Comparison::kNotToldApart;
    }
    if (found) ++any;
  }
  EXPECT_NEAR(alone / 2000.0, 0.05, 0.02);
  EXPECT_NEAR(any / 2000.0, 0.05, 0.02);
}

// What seeds have in common, five times the noise, does not count: 2 % are told from noise of 1.4 %
// by eight pairs, in nearly all calls, and always in the right direction.
TEST(PairedComparison, SeesADifferenceThatSeedsWouldHide) {
  int better = 0;
  for (std::uint64_t call = 0; call < 200; ++call) {
    const PairedDifference difference =
        paired_difference(measured(call, 1, 100), measured(call, 2, 98));
    const Comparison verdict = compared(difference, difference.p_value, 0.05, Preferred::kLower);
    EXPECT_NE(verdict, Comparison::kWorse);
    if (verdict == Comparison::kBetter) ++better;
  }
  EXPECT_GE(better, 160);
}

}  // namespace
}  // namespace netloom::test
