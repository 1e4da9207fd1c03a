#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/switch/base/port_line.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// The routing units of a switch: one per input port, or one for all (docs/timing.md, rules 2 and
/// 3). Each takes R cycles for a head, one after the other, first come, first served.
template <class Mask>
class RoutingUnitBank {
 public:
  /// `delay`: R.
  void build(PortLine<Mask>* lines, int delay) {
    lines_ = lines;
    delay_ = static_cast<std::uint32_t>(delay);
  }

  std::uint32_t delay() const { return delay_; }

  struct Work {
    std::uint32_t begin;  ///< cycle in which the unit takes up the head
    std::uint32_t end;    ///< from which the result counts
  };
  /// A head comes to the unit in cycle `now`.
  Work take(int unit, Cycle now) {
    std::uint32_t& until = lines_[unit].routing_until;
    const std::uint32_t begin = std::max(static_cast<std::uint32_t>(now), until);
    until = begin + delay_;
    return {begin, until};
  }

 private:
  PortLine<Mask>* lines_ = nullptr;
  std::uint32_t delay_ = 1;
};

}  // namespace hw
}  // namespace netloom
