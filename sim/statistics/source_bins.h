#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "sim/statistics/ratio_series.h"

namespace netloom {
inline namespace sim {

/// What each source generated, and what was delivered of it, from a cycle on, in bins of equal
/// length, of which there are no more than kMost: when the run comes to be longer, two bins that
/// follow each other become one. Takes up to 8 KiB per source.
class SourceBins {
 public:
  static constexpr std::size_t kMost = 1024;
  static constexpr Cycle kShortest = 64;  ///< cycles of a bin

  /// From cycle `begin` on.
  SourceBins(Cycle begin, std::size_t sources) : begin_(begin), sources_(sources) {}

  void add_generated(NodeId source, std::uint32_t phits, Cycle cycle) {
    if (cycle >= begin_) at(source, cycle).generated += phits;
  }
  void add_delivered(NodeId source, std::uint32_t phits, Cycle cycle) {
    if (cycle >= begin_) at(source, cycle).delivered += phits;
  }
  /// Adds what another one has from the same cycle on of as many sources.
  void add(const SourceBins& other);

  std::size_t sources() const { return sources_; }
  Cycle length() const { return length_; }  ///< of a bin
  /// Phits of a source that were delivered, of those that it generated, in bins that end before a
  /// cycle, the last of them included.
  RatioSeries accepted_of_offered(std::size_t source, Cycle until) const;

 private:
  struct Phits {
    std::uint32_t generated = 0, delivered = 0;

    void add(const Phits& other) {
      generated += other.generated;
      delivered += other.delivered;
    }
  };

  Phits& at(NodeId source, Cycle cycle) {
    while (cycle - begin_ >= length_ * kMost) merge_pairs();
    const std::size_t bin = (cycle - begin_) / length_;
    if ((bin + 1) * sources_ > phits_.size()) phits_.resize((bin + 1) * sources_);
    return phits_[bin * sources_ + source];
  }
  void merge_pairs();

  Cycle begin_;
  std::size_t sources_;
  Cycle length_ = kShortest;
  std::vector<Phits> phits_;  ///< bin · sources + source
};

}  // namespace sim
}  // namespace netloom
