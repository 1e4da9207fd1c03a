#include "sim/statistics/warm_up.h"

#include <algorithm>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kBinsOfABatch = 5;
constexpr std::size_t kLastBatches = 5;    ///< that are never cut into
constexpr std::size_t kFewestOfMser = 10;  ///< batches
constexpr std::size_t kLargestPart = 3;    ///< a third of the run may be cut off
constexpr std::size_t kMeasuredPerCut = 10;
constexpr double kRoundingOfSquares = 1e-10;

/// Sums over the batches from some one on to the last.
struct SuffixSums {
  double count = 0;
  double numerator = 0, denominator = 0;
  double numerator_squares = 0, denominator_squares = 0, products = 0;

  void add(double x, double y) {
    count += 1;
    numerator += x;
    denominator += y;
    numerator_squares += x * x;
    denominator_squares += y * y;
    products += x * y;
  }
  /// Squared standard error of the ratio of sums if batches are independent.
  double squared_error() const {
    const double ratio_of_sums = numerator / denominator;
    const double terms = numerator_squares + ratio_of_sums * ratio_of_sums * denominator_squares;
    const double squares = terms - 2 * ratio_of_sums * products;
    // What rounding leaves of values that are all alike is 0.
    return squares <= kRoundingOfSquares * terms ? 0 : squares / (denominator * denominator);
  }
};

}  // namespace

std::optional<std::size_t> mser5(const RatioSeries& series) {
  const RatioSeries batches = series.merged(kBinsOfABatch);
  const std::optional<double> mean = batches.mean();
  if (batches.size() < kFewestOfMser || !mean) return std::nullopt;
  // Without the mean, so that squares do not cancel; it is added to all ratios alike.
  SuffixSums sums;
  std::optional<std::size_t> best;
  double least = 0;
  for (std::size_t first = batches.size(); first-- > 0;) {
    const auto denominator = static_cast<double>(batches.denominators()[first]);
    sums.add(static_cast<double>(batches.numerators()[first]) - *mean * denominator, denominator);
    if (sums.count < kLastBatches || sums.denominator == 0) continue;
    const double error = sums.squared_error();
    if (!best || error <= least) {
      best = first;
      least = error;
    }
  }
  if (!best || 2 * *best > batches.size()) return std::nullopt;
  return *best * kBinsOfABatch;
}

WarmUp warm_up_of(std::size_t cut, std::size_t bins) {
  WarmUp result;
  result.cut = cut;
  result.needed = cut * (kMeasuredPerCut + 1);
  if (cut * kLargestPart > bins) {
    result.verdict = WarmUp::Verdict::kTooLong;
  } else if (result.needed > bins) {
    result.verdict = WarmUp::Verdict::kTooShort;
  } else {
    result.verdict = WarmUp::Verdict::kFound;
  }
  return result;
}

WarmUp find_warm_up(const std::vector<RatioSeries>& series) {
  if (series.empty()) throw Error("the warm-up of no series; allowed: of one or more");
  const std::size_t bins = series.front().size();
  std::size_t latest = 0;
  bool known = true;
  for (const RatioSeries& each : series) {
    if (each.size() != bins) throw Error("series of a run that differ in their number of bins");
    const std::optional<std::size_t> cut = mser5(each);
    known = known && cut;
    latest = std::max(latest, cut.value_or(0));
  }
  if (known) return warm_up_of(latest, bins);
  WarmUp unknown;
  unknown.needed = bins + 1;
  return unknown;
}

}  // namespace sim
}  // namespace netloom
