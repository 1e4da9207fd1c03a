#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/kernel/ranks.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// How many packets took how many cycles: exact, one bin per cycle. Everything that it says follows
/// from integers, so the order in which packets are added does not matter.
class LatencyHistogram {
 public:
  void add(Cycle latency) { ++bin(latency); }
  /// Adds the packets of another one.
  void add(const LatencyHistogram& other);
  /// Adds those of the other ranks: then all of them have the same.
  void add(Ranks& others);

  // Each of these goes through all bins.
  std::uint64_t count() const;
  std::uint64_t sum() const;
  // Of packets: without any there is none of these numbers.
  std::optional<Cycle> maximum() const;
  std::optional<double> mean() const;
  /// The smallest latency that at least this share (0 < share <= 1) of the packets does not exceed
  /// (nearest rank).
  std::optional<Cycle> percentile(double share) const;

 private:
  static constexpr std::size_t kPageBins = 1024;
  using Page = std::array<std::uint64_t, kPageBins>;

  void make_page(std::size_t page);
  std::uint64_t& bin(Cycle latency) {
    const std::size_t page = latency / kPageBins;
    if (page >= pages_.size() || pages_[page] == nullptr) make_page(page);
    return (*pages_[page])[latency % kPageBins];
  }
  /// Calls `visit` with each latency that packets have had, in ascending order, and their number,
  /// until it returns false.
  template <class Visit>
  void each_bin(const Visit& visit) const;

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace sim
}  // namespace netloom
