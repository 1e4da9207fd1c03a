#include "sim/statistics/spread.h"

#include <algorithm>
#include <cmath>

namespace netloom {
inline namespace sim {

std::optional<Spread> spread_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Spread result;
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  double squares = 0;
  for (const double value : values) {
    sum += value;
    squares += value * value;
  }
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  result.minimum = *low;
  result.maximum = *high;
  result.mean = sum / n;
  if (squares == 0) return result;
  result.jain = sum * sum / (n * squares);
  double deviations = 0;
  for (const double value : values) {
    deviations += (value - result.mean) * (value - result.mean);
  }
  result.variation = std::sqrt(deviations / n) / result.mean;
  return result;
}

}  // namespace sim
}  // namespace netloom
