#include <gtest/gtest.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"
#include "sim/statistics/seed_agreement.h"
#include "testbench/unit/statistics_support.h"

namespace netloom::test {
namespace {

// Means of 1 and 4 have a variance of 4.5, and errors of 1 and 2 say 2.5. With one degree of
// freedom above, F is the square of Student's t.
TEST(SeedAgreement, ByHand) {
  const SeedAgreement found = seed_agreement({{1, 1, 10}, {4, 2, 20}}).value();
  EXPECT_DOUBLE_EQ(found.variance_ratio, 4.5 / 2.5);
  const double below = 5.0 * 5.0 / (1.0 / 10 + 16.0 / 20);
  EXPECT_NEAR(found.p_value, 2 * student_t_two_sided(std::sqrt(4.5 / 2.5), below), 1e-12);
}

/// Share of 4,000 sets of eight runs of 32 batches that are called apart at 1 %, where what a run
/// says of its error is `said` times what it is.
double share_apart(double said) {
  constexpr int kSets = 4000;
  int apart = 0;
  for (std::uint64_t seed = 0; seed < kSets; ++seed) {
    Random random(seed, 8);
    std::vector<RunMean> runs;
    for (int run = 0; run < 8; ++run) {
      double sum = 0;
      double squares = 0;
      for (int batch = 0; batch < 32; ++batch) {
        const double value = 10 + draw_normal(random);
        sum += value;
        squares += value * value;
      }
      const double error = std::sqrt((squares - sum * sum / 32) / 31 / 32);
      runs.push_back({sum / 32, said * error, 31});
    }
    if (seed_agreement(runs)->p_value < 0.01) ++apart;
  }
  return static_cast<double>(apart) / kSets;
}

// A share of 1 % has a standard deviation of 0.16 %.
TEST(SeedAgreement, IsDeniedAsOftenAsItSays) {
  EXPECT_NEAR(share_apart(1), 0.01, 0.005);
  EXPECT_GT(share_apart(0.4), 0.8) << "intervals that are far too narrow";
  EXPECT_GT(share_apart(4), 0.8) << "intervals that are far too wide";
}

TEST(SeedAgreement, NeedsTwoRunsAndAnError) {
  EXPECT_FALSE(seed_agreement({}));
  EXPECT_FALSE(seed_agreement({{1, 1, 10}}));
  EXPECT_FALSE(seed_agreement({{1, 0, 10}, {2, 0, 10}}));
  EXPECT_EQ(seed_agreement({{1, 1, 10}, {1, 1, 10}})->p_value, 0) << "no two runs are so alike";
  EXPECT_THROW(seed_agreement({{1, -1, 10}, {2, 1, 10}}), Error);
  EXPECT_THROW(seed_agreement({{1, 1, 0}, {2, 1, 10}}), Error);
}

}  // namespace
}  // namespace netloom::test
