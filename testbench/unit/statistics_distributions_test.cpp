#include <gtest/gtest.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/statistics/confidence.h"
#include "sim/statistics/distributions.h"

namespace netloom::test {
namespace {

TEST(Distributions, QuantilesOfTables) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959964, 1e-6);
  EXPECT_NEAR(normal_quantile(0.8), 0.841621, 1e-6);
  EXPECT_DOUBLE_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(student_t_quantile(0.975, 9), 2.262157, 1e-6);
  EXPECT_NEAR(student_t_quantile(0.025, 9), -2.262157, 1e-6);
  EXPECT_NEAR(student_t_quantile(0.995, 31), 2.744042, 1e-6);
  EXPECT_NEAR(student_t_two_sided_quantile(0.95, 31), 2.039513, 1e-6);
  EXPECT_NEAR(student_t_two_sided_quantile(0.99, 7), 3.499483, 1e-6);
}

// A table of t of 1 and 2 degrees of freedom is a formula: 1/2 - atan(x) / pi, and
// 1/2 - x / (2 sqrt(2 + x^2)).
TEST(Distributions, TailsOfOneAndTwoDegreesOfFreedom) {
  for (const double x : {-3.0, -0.5, 0.0, 0.1, 1.0, 2.5, 12.0}) {
    EXPECT_NEAR(student_t_upper_tail(x, 1), 0.5 - std::atan(x) / std::acos(-1.0), 1e-12) << x;
    EXPECT_NEAR(student_t_upper_tail(x, 2), 0.5 - x / (2 * std::sqrt(2 + x * x)), 1e-12) << x;
    EXPECT_NEAR(student_t_two_sided(x, 2), 1 - std::abs(x) / std::sqrt(2 + x * x), 1e-12) << x;
  }
}

TEST(Distributions, TheTailIsWhatTheQuantileLeaves) {
  for (const double degrees_of_freedom : {1.0, 2.5, 7.0, 31.0, 400.0}) {
    for (const double probability : {0.001, 0.3, 0.5, 0.9, 0.9999}) {
      const double value = student_t_quantile(probability, degrees_of_freedom);
      EXPECT_NEAR(student_t_upper_tail(value, degrees_of_freedom), 1 - probability, 1e-10);
    }
  }
}

// Far out 1 - cdf would have no digit left: of two degrees of freedom the tail is 1 / (2 x^2).
TEST(Distributions, SmallTailsAreExact) {
  EXPECT_NEAR(student_t_upper_tail(1e9, 2) * 2e18, 1, 1e-6);
  EXPECT_NEAR(student_t_two_sided_quantile(1 - 1e-12, 30), 11.5, 0.6);
}

// With one degree of freedom above it is the square of Student's t; with two its tail is
// (1 + 2 x / n) ^ (-n / 2).
TEST(Distributions, TailsOfF) {
  for (const double below : {1.0, 3.0, 12.5, 300.0}) {
    for (const double x : {0.0, 0.2, 1.0, 3.0, 20.0}) {
      EXPECT_NEAR(f_upper_tail(x, 1, below), student_t_two_sided(std::sqrt(x), below), 1e-12);
      EXPECT_NEAR(f_upper_tail(x, 2, below), std::pow(1 + 2 * x / below, -below / 2), 1e-12);
    }
  }
  EXPECT_THROW(f_upper_tail(1, 0, 5), Error);
  EXPECT_THROW(f_upper_tail(1, 5, 0), Error);
}

TEST(Distributions, AgreesWithTheTableOfMeansOverSeeds) {
  for (int n = 1; n <= 300; ++n) {
    EXPECT_NEAR(student_t_two_sided_quantile(0.95, n), student_t95(n), 2e-6) << n;
  }
}

TEST(Distributions, ImpossibleArguments) {
  for (const double probability : {-0.1, 0.0, 1.0, 1.5, std::nan("")}) {
    EXPECT_THROW(normal_quantile(probability), Error) << probability;
    EXPECT_THROW(student_t_quantile(probability, 5), Error) << probability;
    EXPECT_THROW(student_t_two_sided_quantile(probability, 5), Error) << probability;
  }
  for (const double degrees_of_freedom : {-1.0, 0.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(student_t_quantile(0.5, degrees_of_freedom), Error) << degrees_of_freedom;
    EXPECT_THROW(student_t_upper_tail(1, degrees_of_freedom), Error) << degrees_of_freedom;
  }
}

}  // namespace
}  // namespace netloom::test
