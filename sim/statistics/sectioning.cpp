#include "sim/statistics/sectioning.h"

#include <algorithm>
#include <cmath>

#include "sim/statistics/autocorrelation.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::uint64_t kPacketsOfASection = 1000;
constexpr std::size_t kFewestSections = 10;

}  // namespace

std::optional<double> QuantileEstimate::half_width(double confidence) const {
  if (!standard_error) return std::nullopt;
  return student_t_two_sided_quantile(confidence, static_cast<double>(batches) - 1) *
         *standard_error;
}

QuantileEstimate quantile_by_sectioning(double of_run, const std::vector<BatchQuantile>& batches) {
  QuantileEstimate result;
  result.value = of_run;
  result.batches = batches.size();
  if (batches.size() < kFewestSections) return result;
  const auto n = static_cast<double>(batches.size());
  double squares = 0;
  double mean = 0;
  for (const BatchQuantile& each : batches) {
    if (each.packets < kPacketsOfASection) return result;
    squares += (each.value - of_run) * (each.value - of_run);
    mean += each.value / n;
  }
  std::vector<double> residuals;
  for (const BatchQuantile& each : batches) residuals.push_back(each.value - mean);
  const bool constant = std::all_of(batches.begin(), batches.end(), [&](const BatchQuantile& each) {
    return each.value == batches.front().value;
  });
  result.correlation = constant ? 0 : lag_one_correlation(residuals);
  const double left = std::max(result.correlation, 0.0);
  result.standard_error = std::sqrt(squares / (n - 1) / n * (1 + left) / (1 - left));
  return result;
}

std::optional<QuantileEstimate> quantile_by_sectioning(const std::vector<LatencyHistogram>& batches,
                                                       double share) {
  LatencyHistogram all;
  std::vector<BatchQuantile> quantiles;
  for (const LatencyHistogram& each : batches) {
    all.add(each);
    quantiles.push_back({static_cast<double>(each.percentile(share).value_or(0)), each.count()});
  }
  const std::optional<Cycle> of_run = all.percentile(share);
  if (!of_run) return std::nullopt;
  return quantile_by_sectioning(static_cast<double>(*of_run), quantiles);
}

}  // namespace sim
}  // namespace netloom
