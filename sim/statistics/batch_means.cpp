#include "sim/statistics/batch_means.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "sim/statistics/autocorrelation.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kFewestBatches = 32;
constexpr double kVonNeumannLevel = 0.2;
constexpr double kNoSkewness = 1e-6;  ///< below it an interval is symmetric up to rounding
/// In so many parts of a batch, or in bins if it has less, correlation over time is looked at.
constexpr std::size_t kPartsOfABatch = 64;
/// A batch is at least ten autocorrelation times if the sum over lags ends, by its window of five,
/// within half a batch.
constexpr std::size_t kWindowsOfABatch = 2;

/// Standard error of the ratio of sums, by leaving out one batch at a time.
double jackknife_error(const RatioSeries& batches) {
  const auto sum = [](const std::vector<std::uint64_t>& values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
  };
  const std::uint64_t numerator = sum(batches.numerators());
  const std::uint64_t denominator = sum(batches.denominators());
  std::vector<double> without;
  without.reserve(batches.size());
  for (std::size_t i = 0; i < batches.size(); ++i) {
    without.push_back(static_cast<double>(numerator - batches.numerators()[i]) /
                      static_cast<double>(denominator - batches.denominators()[i]));
  }
  const auto n = static_cast<double>(without.size());
  const double mean = std::accumulate(without.begin(), without.end(), 0.0) / n;
  double squares = 0;
  for (const double value : without) squares += (value - mean) * (value - mean);
  return std::sqrt((n - 1) / n * squares);
}

/// Third central moment over the cube of the standard deviation, unbiased for normal values.
double skewness_of(const std::vector<double>& residuals) {
  double squares = 0;
  double cubes = 0;
  for (const double each : residuals) {
    squares += each * each;
    cubes += each * each * each;
  }
  if (squares == 0) return 0;
  const auto n = static_cast<double>(residuals.size());
  return cubes / n / std::pow(squares / (n - 1), 1.5) * n * n / ((n - 1) * (n - 2));
}

/// Whether every bin that is not empty has the same ratio; exact.
bool is_constant(const RatioSeries& series) {
  using Fraction = std::pair<std::uint64_t, std::uint64_t>;
  std::optional<Fraction> first;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::uint64_t numerator = series.numerators()[i];
    const std::uint64_t denominator = series.denominators()[i];
    if (denominator == 0) {
      if (numerator != 0) return false;
      continue;
    }
    const std::uint64_t divisor = std::gcd(numerator, denominator);
    const Fraction reduced{numerator / divisor, denominator / divisor};
    if (!first) first = reduced;
    if (reduced != *first) return false;
  }
  return true;
}

bool has_empty(const RatioSeries& batches) {
  const std::vector<std::uint64_t>& packets = batches.denominators();
  return std::find(packets.begin(), packets.end(), 0u) != packets.end();
}

/// What so many batches as the result says make of the series.
void take_batches(const RatioSeries& series, std::size_t uncorrelated_bins, BatchMeans& result) {
  const RatioSeries batches = series.batches(result.batches);
  const std::vector<double> residuals = batches.residuals();
  result.batch_bins = series.size() / result.batches;
  result.skewness = skewness_of(residuals);
  result.correlation = lag_one_correlation(residuals);
  const double left = std::max(result.correlation, 0.0);
  result.standard_error = jackknife_error(batches) * std::sqrt((1 + left) / (1 - left));
  if (!result.autocorrelation_time) {
    result.reason = NoInterval::kShortBatches;
  } else if (result.batch_bins < uncorrelated_bins &&
             !passes_von_neumann(residuals, kVonNeumannLevel)) {
    result.reason = NoInterval::kCorrelated;
  } else {
    result.reason = NoInterval::kNone;
  }
}

}  // namespace

const char* text_of(NoInterval reason) {
  switch (reason) {
    case NoInterval::kNone:
      return "the interval is valid";
    case NoInterval::kNothing:
      return "nothing was delivered";
    case NoInterval::kTooFew:
      return "too few packets, or too few bins, for 32 batches";
    case NoInterval::kShortBatches:
      return "a batch is shorter than ten autocorrelation times";
    case NoInterval::kCorrelated:
      return "batches are correlated";
  }
  return "";
}

std::optional<double> BatchMeans::half_width(double confidence) const {
  if (!valid()) return std::nullopt;
  const double t = student_t_two_sided_quantile(confidence, static_cast<double>(batches) - 1);
  const double beta = std::abs(skewness) / (6 * std::sqrt(static_cast<double>(batches)));
  // Where t - beta is y - 2 beta y^2 + 4/3 beta^2 y^3.
  if (beta < kNoSkewness) return t * standard_error;
  return (1 - std::cbrt(1 - 6 * beta * (t + beta))) / (2 * beta) * standard_error;
}

std::optional<double> BatchMeans::relative_half_width(double confidence) const {
  const std::optional<double> half = half_width(confidence);
  if (!half || *half == 0) return half;
  if (*mean == 0) return std::nullopt;
  return *half / *mean;
}

BatchMeans batch_means(const RatioSeries& series, std::size_t uncorrelated_bins) {
  BatchMeans result;
  result.mean = series.mean();
  if (!result.mean) return result;
  result.reason = NoInterval::kTooFew;
  if (series.size() < kFewestBatches) return result;
  std::size_t bins = 1;
  while (series.size() / (2 * bins) >= kFewestBatches) bins *= 2;
  result.batches = series.size() / bins;
  result.batch_bins = series.size() / result.batches;
  if (has_empty(series.batches(result.batches))) return result;
  if (is_constant(series)) {
    result.autocorrelation_time = 1;
    result.reason = NoInterval::kNone;
    return result;
  }
  const std::size_t parts = std::min(bins, kPartsOfABatch);
  result.autocorrelation_time = integrated_autocorrelation_time(
      series.batches(result.batches * parts).residuals(), parts / kWindowsOfABatch);
  if (result.autocorrelation_time) {
    *result.autocorrelation_time *=
        static_cast<double>(series.size()) / static_cast<double>(result.batches * parts);
  }
  take_batches(series, uncorrelated_bins, result);
  if (result.reason == NoInterval::kCorrelated) {
    result.batches /= 2;
    take_batches(series, uncorrelated_bins, result);
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
