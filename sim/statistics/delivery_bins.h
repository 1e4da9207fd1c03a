#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "sim/statistics/time_series.h"

namespace netloom {
inline namespace sim {

/// What was delivered from a cycle on, in bins of equal length, by the cycle in which tails arrive,
/// and what was generated.
/// However long the run is, there are no more than kMostBins: when it comes to be longer, two bins
/// that follow each other become one. All are integers, so that sums do not depend on order.
class DeliveryBins {
 public:
  static constexpr std::size_t kMostBins = 4096;
  static constexpr Cycle kShortest = 16;  ///< cycles of a bin

  /// From cycle `begin` on; `classes`: path classes that are told apart.
  DeliveryBins(Cycle begin, std::size_t classes) : begin_(begin), classes_(classes) {}

  /// A packet of a path class; none: of no class.
  void add(const DeliveredPacket& packet, std::optional<std::size_t> path_class) {
    if (packet.delivered < begin_) return;
    const Cycle after = packet.delivered - begin_;
    if (after >= length_ * kMostBins) lengthen(after);
    const std::size_t bin = after / length_;
    if (bin >= all_.size()) extend(bin + 1);
    all_[bin].add(packet);
    if (path_class) by_class_[bin * classes_ + *path_class].add(packet);
  }
  /// A message that was generated.
  void add_generated(std::uint64_t phits, Cycle cycle) {
    if (cycle < begin_) return;
    const Cycle after = cycle - begin_;
    if (after >= length_ * kMostBins) lengthen(after);
    const std::size_t bin = after / length_;
    if (bin >= all_.size()) extend(bin + 1);
    generated_[bin] += phits;
  }
  /// Adds the packets of another one from the same cycle on, with as many classes.
  void add(const DeliveryBins& other);
  /// Adds those of the other ranks: then all of them have the same.
  void add(Ranks& others);

  Cycle length() const { return length_; }  ///< of a bin
  std::size_t classes() const { return classes_; }
  /// Of the bins that end before a cycle, the last of them included, whether or not a packet came
  /// in them: of all packets, or of those of a path class.
  std::vector<DeliverySums> until(Cycle cycle, std::optional<std::size_t> path_class = {}) const;
  /// Phits that were generated in these bins.
  std::vector<std::uint64_t> generated_until(Cycle cycle) const;

 private:
  /// So that so many cycles after the begin there is a bin.
  void lengthen(Cycle after);
  void merge_pairs();
  void extend(std::size_t bins);

  Cycle begin_;
  std::size_t classes_;
  Cycle length_ = kShortest;
  std::vector<DeliverySums> all_;
  std::vector<std::uint64_t> generated_;  ///< phits per bin
  std::vector<DeliverySums> by_class_;    ///< bin · classes + class
};

}  // namespace sim
}  // namespace netloom
