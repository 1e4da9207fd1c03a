#pragma once

#include "hw/structural/base/signals.h"

namespace netloom {
inline namespace rtl {

/// A flit that is on a link, phit after phit.
struct FlitOnLink {
  Flit flit;
  int phits = 0;  ///< that have been there

  /// The next one is there: its number in the flit.
  int next(const structural::LinkPins& pins) {
    if (pins.flit_head) {
      flit = pins.flit_data;
      phits = 0;
    }
    return phits++;
  }
};

}  // namespace rtl
}  // namespace netloom
