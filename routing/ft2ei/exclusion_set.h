#pragma once

#include <array>
#include <cstdint>

#include "routing/base/cyclic_interval.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Most exclusion intervals that an up port can have.
inline constexpr int kMaxExclusionIntervals = 16;

/// The smallest interval that has all numbers of two that do not intersect: there are two ways
/// round the circle. Both with the same number of victims: the one that the pseudo-code tries
/// first. Source: [Fat-Trees 2010], section 3.2.2.
CyclicInterval merged_interval(const CyclicInterval& a, const CyclicInterval& b,
                               std::uint32_t nodes);

/// The exclusion intervals of one up port: registers ELIB, EUIB and EENABLE.
///
/// Source: [Fat-Trees 2010], section 3.2.2.
class ExclusionSet {
 public:
  /// registers: n_ei, 1 … kMaxExclusionIntervals; nodes: N, those of the network.
  ExclusionSet(int registers, std::uint32_t nodes)
      : nodes_(nodes), registers_(static_cast<std::uint8_t>(registers)) {}

  /// How an interval was stored.
  enum class Outcome {
    kCovered,  ///< it lies in one that is stored; no register has changed
    kStored,   ///< in a register that was free
    kJoined,   ///< as the union with those that it intersects: no victims
    kMerged,   ///< no register was free: as one interval with another, with the nodes between them
  };

  /// Excludes the nodes of an interval. Stored intervals that it intersects become one with it,
  /// until none does; if then no register is free, so does the one that gives the fewest victims.
  Outcome store(CyclicInterval interval);

  bool excludes(NodeId destination) const {
    for (int i = 0; i < registers_; ++i) {
      if (enabled(i) && intervals_[static_cast<std::size_t>(i)].contains(destination)) return true;
    }
    return false;
  }

  /// Puts an interval into a register as it is.
  void set(int i, const CyclicInterval& interval) {
    intervals_[static_cast<std::size_t>(i)] = interval;
    enabled_ = static_cast<std::uint16_t>(enabled_ | 1u << i);
  }

  bool empty() const { return enabled_ == 0; }
  void clear() { enabled_ = 0; }
  int registers() const { return registers_; }
  bool enabled(int i) const { return (enabled_ >> i & 1) != 0; }
  /// Of an enabled register.
  const CyclicInterval& interval(int i) const { return intervals_[static_cast<std::size_t>(i)]; }

 private:
  /// Takes out the stored intervals that `interval` intersects and makes them part of it. Whether
  /// there were any.
  bool join(CyclicInterval& interval);

  std::uint32_t nodes_;
  std::uint16_t enabled_ = 0;
  std::uint8_t registers_;
  std::array<CyclicInterval, kMaxExclusionIntervals> intervals_;
};

}  // namespace routing
}  // namespace netloom
