#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// The routing units of a switch: one per input port, or one for all (docs/timing.md, rules 2 and
/// 3). Each takes R cycles for a head, one after the other, first come, first served.
class RoutingUnitBank {
 public:
  /// `units`: as many; `delay`: R.
  void build(Arena& arena, std::size_t units, int delay) {
    free_ = arena.array<std::uint32_t>(units);
    count_ = units;
    delay_ = static_cast<std::uint32_t>(delay);
  }
  void prefetch() const { prefetch_memory(free_, count_ * sizeof(std::uint32_t)); }

  std::uint32_t delay() const { return delay_; }

  struct Work {
    std::uint32_t begin;  ///< cycle in which the unit takes up the head
    std::uint32_t end;    ///< from which the result counts
  };
  /// A head comes to the unit in cycle `now`.
  Work take(int unit, Cycle now) {
    const std::uint32_t begin = std::max(static_cast<std::uint32_t>(now), free_[unit]);
    free_[unit] = begin + delay_;
    return {begin, free_[unit]};
  }

 private:
  std::uint32_t* free_ = nullptr;  ///< per unit, from which cycle on it is
  std::size_t count_ = 0;
  std::uint32_t delay_ = 1;
};

}  // namespace hw
}  // namespace netloom
