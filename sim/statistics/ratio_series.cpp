#include "sim/statistics/ratio_series.h"

#include <numeric>
#include <string>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

std::uint64_t sum_of(const std::vector<std::uint64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

}  // namespace

RatioSeries::RatioSeries(std::vector<std::uint64_t> numerators,
                         std::vector<std::uint64_t> denominators)
    : numerators_(std::move(numerators)), denominators_(std::move(denominators)) {
  if (numerators_.size() == denominators_.size()) return;
  throw Error("a series of " + std::to_string(numerators_.size()) + " numerators and " +
              std::to_string(denominators_.size()) + " denominators; allowed: as many");
}

RatioSeries RatioSeries::of_bins(std::vector<std::uint64_t> values) {
  std::vector<std::uint64_t> ones(values.size(), 1);
  return {std::move(values), std::move(ones)};
}

std::optional<double> RatioSeries::mean() const {
  const std::uint64_t denominator = sum_of(denominators_);
  if (denominator == 0) return std::nullopt;
  return static_cast<double>(sum_of(numerators_)) / static_cast<double>(denominator);
}

std::vector<double> RatioSeries::residuals() const {
  std::vector<double> result;
  const std::uint64_t denominator = sum_of(denominators_);
  if (denominator == 0) return result;
  const auto whole = static_cast<double>(denominator);
  const double ratio_of_sums = static_cast<double>(sum_of(numerators_)) / whole;
  const double mean_denominator = whole / static_cast<double>(size());
  result.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    result.push_back((static_cast<double>(numerators_[i]) -
                      ratio_of_sums * static_cast<double>(denominators_[i])) /
                     mean_denominator);
  }
  return result;
}

void RatioSeries::push_back_sum(const RatioSeries& from, std::size_t begin, std::size_t end) {
  std::uint64_t numerator = 0;
  std::uint64_t denominator = 0;
  for (std::size_t i = begin; i < end; ++i) {
    numerator += from.numerators_[i];
    denominator += from.denominators_[i];
  }
  push_back(numerator, denominator);
}

RatioSeries RatioSeries::part(std::size_t begin, std::size_t end) const {
  if (begin > end || end > size()) {
    throw Error("bins " + std::to_string(begin) + " to " + std::to_string(end) +
                " of a series; allowed: 0 to " + std::to_string(size()));
  }
  const auto from = static_cast<std::ptrdiff_t>(begin);
  const auto to = static_cast<std::ptrdiff_t>(end);
  return {{numerators_.begin() + from, numerators_.begin() + to},
          {denominators_.begin() + from, denominators_.begin() + to}};
}

RatioSeries RatioSeries::merged(std::size_t bins) const {
  if (bins == 0) throw Error("0 bins of a series as one; allowed: 1 or more");
  RatioSeries result;
  for (std::size_t end = bins; end <= size(); end += bins) {
    result.push_back_sum(*this, end - bins, end);
  }
  return result;
}

RatioSeries RatioSeries::batches(std::size_t count) const {
  if (count == 0 || count > size()) {
    throw Error(std::to_string(count) + " batches of a series; allowed: 1 to its " +
                std::to_string(size()) + " bins");
  }
  RatioSeries result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back_sum(*this, i * size() / count, (i + 1) * size() / count);
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
