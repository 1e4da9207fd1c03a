#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace netloom {
inline namespace sim {

/// A quantity over time as two sums per bin of fixed time, whose ratio it is: cycles of latency and
/// packets, or phits that were accepted and offered. Its mean is the ratio of the sums over all
/// bins, so that each packet counts as much as any other and a bin may be empty. Sums are integers,
/// so the order in which packets are added does not matter.
class RatioSeries {
 public:
  RatioSeries() = default;
  /// One of each per bin; throws an Error if they are not as many.
  RatioSeries(std::vector<std::uint64_t> numerators, std::vector<std::uint64_t> denominators);
  /// A quantity per bin, such as accepted phits: every denominator is 1.
  static RatioSeries of_bins(std::vector<std::uint64_t> values);

  /// Appends a bin.
  void push_back(std::uint64_t numerator, std::uint64_t denominator) {
    numerators_.push_back(numerator);
    denominators_.push_back(denominator);
  }

  std::size_t size() const { return numerators_.size(); }
  const std::vector<std::uint64_t>& numerators() const { return numerators_; }
  const std::vector<std::uint64_t>& denominators() const { return denominators_; }

  /// Ratio of the sums; none if there is nothing to divide by.
  std::optional<double> mean() const;
  /// Of each bin, numerator - mean * denominator over the mean denominator: what a bin adds to the
  /// error of the mean, to first order. In a plain series value - mean. Their sum is 0. Empty if
  /// there is no mean.
  std::vector<double> residuals() const;

  /// Bins begin … end - 1; throws an Error if there are no such bins.
  RatioSeries part(std::size_t begin, std::size_t end) const;
  /// Each `bins` >= 1 neighbours as one bin; the newest bins that do not fill one are left out.
  RatioSeries merged(std::size_t bins) const;
  /// All bins in 1 … size() batches, whose lengths differ by a bin at most.
  RatioSeries batches(std::size_t count) const;

 private:
  /// Bins as one.
  void push_back_sum(const RatioSeries& from, std::size_t begin, std::size_t end);

  std::vector<std::uint64_t> numerators_, denominators_;
};

}  // namespace sim
}  // namespace netloom
