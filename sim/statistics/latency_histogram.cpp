#include "sim/statistics/latency_histogram.h"

#include <cmath>

namespace netloom {
inline namespace sim {

void LatencyHistogram::make_page(std::size_t page) {
  if (page >= pages_.size()) pages_.resize(page + 1);
  pages_[page] = std::make_unique<Page>();
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  for (std::size_t page = 0; page < other.pages_.size(); ++page) {
    if (other.pages_[page] == nullptr) continue;
    if (page >= pages_.size() || pages_[page] == nullptr) make_page(page);
    for (std::size_t bin = 0; bin < kPageBins; ++bin) {
      (*pages_[page])[bin] += (*other.pages_[page])[bin];
    }
  }
}

template <class Visit>
void LatencyHistogram::each_bin(const Visit& visit) const {
  for (std::size_t page = 0; page < pages_.size(); ++page) {
    if (pages_[page] == nullptr) continue;
    for (std::size_t bin = 0; bin < kPageBins; ++bin) {
      const std::uint64_t packets = (*pages_[page])[bin];
      if (packets > 0 && !visit(Cycle{page * kPageBins + bin}, packets)) return;
    }
  }
}

void LatencyHistogram::add(Ranks& others) {
  if (others.alone()) return;
  struct Bin {
    Cycle latency;
    std::uint64_t packets;
  };
  std::vector<Bin> mine;
  each_bin([&](Cycle latency, std::uint64_t packets) {
    mine.push_back({latency, packets});
    return true;
  });
  pages_.clear();
  for (const Bin& each : gathered(others, "latencies", mine)) bin(each.latency) += each.packets;
}

std::uint64_t LatencyHistogram::count() const {
  std::uint64_t count = 0;
  each_bin([&](Cycle, std::uint64_t packets) {
    count += packets;
    return true;
  });
  return count;
}

std::uint64_t LatencyHistogram::sum() const {
  std::uint64_t sum = 0;
  each_bin([&](Cycle latency, std::uint64_t packets) {
    sum += latency * packets;
    return true;
  });
  return sum;
}

std::optional<Cycle> LatencyHistogram::maximum() const {
  std::optional<Cycle> maximum;
  each_bin([&](Cycle latency, std::uint64_t) {
    maximum = latency;
    return true;
  });
  return maximum;
}

std::optional<double> LatencyHistogram::mean() const {
  const std::uint64_t packets = count();
  if (packets == 0) return std::nullopt;
  return static_cast<double>(sum()) / static_cast<double>(packets);
}

std::optional<Cycle> LatencyHistogram::percentile(double share) const {
  const std::uint64_t all = count();
  if (all == 0) return std::nullopt;
  // A product that is a whole number up to rounding is that number: 0.95 * 20 asks for 19 packets.
  const double exact = share * static_cast<double>(all);
  const auto rank = static_cast<std::uint64_t>(std::ceil(exact - 1e-9 * exact));
  std::uint64_t below = 0;
  Cycle found = 0;
  each_bin([&](Cycle latency, std::uint64_t packets) {
    found = latency;
    below += packets;
    return below < rank;
  });
  return found;
}

}  // namespace sim
}  // namespace netloom
