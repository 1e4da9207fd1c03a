#include "sim/statistics/latency_histogram.h"

#include <cmath>

namespace netloom {
inline namespace sim {

void LatencyHistogram::make_page(std::size_t page) {
  if (page >= pages_.size()) pages_.resize(page + 1);
  pages_[page] = std::make_unique<Page>();
}

std::optional<Cycle> LatencyHistogram::maximum() const {
  if (count_ == 0) return std::nullopt;
  return maximum_;
}

std::optional<double> LatencyHistogram::mean() const {
  if (count_ == 0) return std::nullopt;
  return static_cast<double>(sum_) / static_cast<double>(count_);
}

std::optional<Cycle> LatencyHistogram::percentile(double share) const {
  if (count_ == 0) return std::nullopt;
  // A product that is a whole number up to rounding is that number: 0.95 * 20 asks for 19 packets.
  const double exact = share * static_cast<double>(count_);
  const auto rank = static_cast<std::uint64_t>(std::ceil(exact - 1e-9 * exact));
  std::uint64_t below = 0;
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (pages_[page] == nullptr) continue;
    for (std::size_t bin = 0; bin < kPageBins; ++bin) {
      below += (*pages_[page])[bin];
      if (below >= rank) return page * kPageBins + bin;
    }
  }
  return maximum_;
}

}  // namespace sim
}  // namespace netloom
