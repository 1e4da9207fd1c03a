#pragma once

#include "routing/base/types.h"

namespace netloom {
inline namespace rtl {

/// Gives a Verilated block the clock of its switch: a rising edge at the end of each cycle of the
/// network. The switch passes over cycles without an event; their edges are made up for, one by
/// one, when the block is asked again.
class SwitchClock {
 public:
  /// Calls edge() for each cycle before `now` that has had none. Cycles do not go back.
  template <class Edge>
  void advance(Cycle now, const Edge& edge) {
    for (; next_ < now; ++next_) edge();
    now_ = now;
  }

  /// The caller has made the edge of the cycle to which it has advanced, or another one in it.
  void edge_made() { next_ = now_ + 1; }

 private:
  Cycle now_ = 0;
  Cycle next_ = 0;  ///< first cycle whose edge is to come
};

/// The Verilated blocks of one switch, if they have a clock.
class ClockedBlocks {
 public:
  virtual ~ClockedBlocks() = default;
  /// Brings them to their reset state from any other. Cycles count from here.
  virtual void reset() = 0;
};

}  // namespace rtl
}  // namespace netloom
