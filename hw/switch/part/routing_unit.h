#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/switch/base/features.h"
#include "hw/switch/base/port_line.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// The routing units of a switch: one per input port, or one for all (docs/timing.md, rules 2 and
/// 3). Each takes R cycles for a head, one after the other, first come, first served; of those that
/// come in one cycle, and in whatever order it is found that they do, by their numbers.
///
/// In: heads that have come to the front of their VCs. Out: from when their results count, to a
/// `Core`, with
///   channels()
///   taken_up(input, begin, end, now)  a unit works on the head; its result counts from `end` on
template <class Channels>
class RoutingUnitBank {
 public:
  using Mask = typename Channels::Mask;

  /// `delay`: R. `shared`: one unit for all ports.
  void build(PortLine<Mask>* lines, int delay, bool shared) {
    lines_ = lines;
    delay_ = static_cast<std::uint32_t>(delay);
    // Else nobody waits for anybody.
    shared_ = shared && delay > 0;
  }

  std::uint32_t delay() const { return delay_; }

  /// A head comes to its unit in cycle `now`.
  template <class Core>
  void come(Core& core, int input, Cycle now) {
    if constexpr (kGathers) {
      if (shared_ || gathers_) {
        together_.set(input);
        return;
      }
    }
    take(core, input, core.channels().port(input), now);
  }
  /// Heads that come from now on come together: a full crossbar grants several flits of a port.
  void gather() { gathers_ = true; }
  /// Serves those that have come together in this cycle.
  template <class Core>
  void serve_together(Core& core, Cycle now) {
    if constexpr (kGathers) {
      gathers_ = false;
      for (; together_.any(); together_.remove_first()) {
        const int input = together_.first();
        take(core, input, shared_ ? 0 : core.channels().port(input), now);
      }
    }
  }
  /// The head has gone before it was served.
  void forget(int input) { together_.reset(input); }

 private:
  static constexpr bool kGathers = Channels::has(kSharedRouting | kFullCrossbar);

  template <class Core>
  void take(Core& core, int input, int unit, Cycle now) {
    std::uint32_t& until = lines_[unit].routing_until;
    const std::uint32_t begin = std::max(static_cast<std::uint32_t>(now), until);
    until = begin + delay_;
    core.taken_up(input, begin, until, now);
  }

  PortLine<Mask>* lines_ = nullptr;
  std::uint32_t delay_ = 1;
  bool shared_ = false;
  bool gathers_ = false;
  Mask together_;  ///< input channels whose head has come in this cycle, and waits for others
};

}  // namespace hw
}  // namespace netloom
