#pragma once

#include "hw/structural/base/signals.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

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
