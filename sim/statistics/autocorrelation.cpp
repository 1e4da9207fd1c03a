#include "sim/statistics/autocorrelation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr double kWindow = 5;               ///< in autocorrelation times
constexpr std::size_t kFewestOfARatio = 8;  ///< from which the normal distribution is near

/// Sum of the products of each value with the one `lag` later.
double products(const std::vector<double>& values, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < values.size(); ++i) sum += values[i - lag] * values[i];
  return sum;
}

}  // namespace

double lag_one_correlation(const std::vector<double>& residuals) {
  const double squares = products(residuals, 0);
  return squares == 0 ? 0 : products(residuals, 1) / squares;
}

bool passes_von_neumann(const std::vector<double>& residuals, double level) {
  if (residuals.size() < kFewestOfARatio) {
    throw Error("von Neumann's ratio of " + std::to_string(residuals.size()) +
                " values; allowed: " + std::to_string(kFewestOfARatio) + " or more");
  }
  const double squares = products(residuals, 0);
  if (squares == 0) return true;
  double differences = 0;
  for (std::size_t i = 1; i < residuals.size(); ++i) {
    const double difference = residuals[i] - residuals[i - 1];
    differences += difference * difference;
  }
  // Without correlation of mean 0 and this variance; positive correlation makes it positive.
  const double statistic = 1 - differences / (2 * squares);
  const auto n = static_cast<double>(residuals.size());
  return statistic <= normal_quantile(1 - level) * std::sqrt((n - 2) / (n * n - 1));
}

std::optional<double> integrated_autocorrelation_time(const std::vector<double>& residuals,
                                                      std::size_t longest) {
  const double squares = products(residuals, 0);
  if (squares == 0) return 1;
  double time = 1;
  for (std::size_t lag = 1; lag <= longest && lag < residuals.size(); ++lag) {
    time += 2 * products(residuals, lag) / squares;
    if (static_cast<double>(lag) >= kWindow * std::max(time, 1.0)) return std::max(time, 1.0);
  }
  return std::nullopt;
}

}  // namespace sim
}  // namespace netloom
