#pragma once

#include <cstdint>

namespace netloom {
inline namespace routing {

/// The smallest exponent with count <= 2^exponent; 0 of 0 and 1.
constexpr int ceil_log2(std::uint64_t count) {
  int exponent = 0;
  while (exponent < 64 && count > 1 && (count - 1) >> exponent != 0) ++exponent;
  return exponent;
}

/// Bits that hold the values 0 … count-1 (at least 1).
constexpr int bits_for(std::uint64_t count) {
  return count > 2 ? ceil_log2(count) : 1;
}

}  // namespace routing
}  // namespace netloom
