#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Blocks that take digits of node numbers apart by their bits need an arity of this kind.
inline bool is_power_of_two(std::uint32_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

/// log2 of a power of two.
inline int log2_exactly(std::uint32_t value) {
  return __builtin_ctz(value);
}

}  // namespace rtl
}  // namespace netloom
