#pragma once

#include "hw/kernel/systemc.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace tlm {

/// A cycle is a nanosecond.
inline sc_core::sc_time time_of(Cycle cycles) {
  return {static_cast<double>(cycles), sc_core::SC_NS};
}

}  // namespace tlm
}  // namespace netloom
