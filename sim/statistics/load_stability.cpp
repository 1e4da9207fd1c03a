#include "sim/statistics/load_stability.h"

#include <cmath>
#include <string>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr double kLostShare = 0.005;
constexpr std::size_t kBatchesOfGrowth = 32;

/// Mean change of the backlog per bin, and its one-sided p-value, in `result`.
void test_growth(const std::vector<std::uint64_t>& backlog, LoadStability& result) {
  const std::size_t bins = backlog.size() - 1;
  if (bins < kBatchesOfGrowth) return;
  const auto level = [&](std::size_t batch) {
    return static_cast<double>(backlog[batch * bins / kBatchesOfGrowth]);
  };
  const auto n = static_cast<double>(kBatchesOfGrowth);
  const double mean = (level(kBatchesOfGrowth) - level(0)) / n;
  result.growth = mean * n / static_cast<double>(bins);
  double squares = 0;
  for (std::size_t i = 0; i < kBatchesOfGrowth; ++i) {
    const double deviation = level(i + 1) - level(i) - mean;
    squares += deviation * deviation;
  }
  const double error = std::sqrt(squares / (n - 1) / n);
  if (error > 0) {
    result.growth_p_value = student_t_upper_tail(mean / error, n - 1);
  } else {
    result.growth_p_value = mean > 0 ? 0 : 1;
  }
}

}  // namespace

const char* text_of(Stability stability) {
  switch (stability) {
    case Stability::kStable:
      return "stable";
    case Stability::kUnstable:
      return "unstable";
    case Stability::kUndecided:
      return "undecided";
  }
  return "";
}

LoadStability load_stability(const RatioSeries& accepted_of_offered,
                             const std::vector<std::uint64_t>& backlog, double error_probability) {
  if (!(error_probability > 0 && error_probability < 0.5)) {
    throw Error("an error probability of " + std::to_string(error_probability) +
                "; allowed: between 0 and 0.5");
  }
  if (backlog.size() != accepted_of_offered.size() + 1) {
    throw Error(std::to_string(backlog.size()) + " backlogs of " +
                std::to_string(accepted_of_offered.size()) + " bins; allowed: one more");
  }
  LoadStability result;
  result.accepted_share = batch_means(accepted_of_offered);
  test_growth(backlog, result);
  // One bound is wrong with half of what both together are.
  const std::optional<double> half = result.accepted_share.half_width(1 - 2 * error_probability);
  if (!half) return result;
  result.lower = 1 - *result.accepted_share.mean - *half;
  result.upper = 1 - *result.accepted_share.mean + *half;
  if (*result.lower > kLostShare) {
    result.stability = Stability::kUnstable;
  } else if (*result.upper < kLostShare && result.growth_p_value >= error_probability) {
    result.stability = Stability::kStable;
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
