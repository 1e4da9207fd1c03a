#include "sim/statistics/trend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "sim/statistics/autocorrelation.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kBatchesOfALine = 32;
constexpr double kFewestThatCount = 4;

}  // namespace

Trend trend_of(const RatioSeries& series) {
  Trend result;
  if (series.size() < kBatchesOfALine) return result;
  const RatioSeries batches = series.batches(kBatchesOfALine);
  std::vector<double> values;
  double mean = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if (batches.denominators()[i] == 0) return result;
    values.push_back(static_cast<double>(batches.numerators()[i]) /
                     static_cast<double>(batches.denominators()[i]));
    mean += values.back() / static_cast<double>(kBatchesOfALine);
  }
  const auto n = static_cast<double>(values.size());
  const auto place = [n](std::size_t i) { return static_cast<double>(i) - (n - 1) / 2; };
  double places = 0;
  double slope = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    places += place(i) * place(i);
    slope += place(i) * (values[i] - mean);
  }
  slope /= places;
  result.per_bin = slope * n / static_cast<double>(series.size());
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] -= mean + slope * place(i);
    squares += values[i] * values[i];
  }
  const double left = std::max(lag_one_correlation(values), 0.0);
  const double count = n * (1 - left) / (1 + left);
  if (count < kFewestThatCount) return result;
  const double error = std::sqrt(squares / (count - 2) / places);
  if (error > 0) {
    result.p_value = student_t_two_sided(slope / error, count - 2);
  } else if (slope != 0) {
    result.p_value = 0;  // nothing but a line
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
