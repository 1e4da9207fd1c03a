#pragma once

#include <cstddef>
#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

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

/// Words of 64 bits that hold as many bits.
constexpr std::size_t words_of_bits(std::size_t bits) {
  return (bits + 63) / 64;
}

/// Calls use(bit) for each bit that is set in a bit vector, in ascending order.
template <class Use>
void for_each_bit(const std::uint64_t* words, std::size_t count, const Use& use) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
      use(static_cast<int>(i * 64) + __builtin_ctzll(rest));
    }
  }
}

}  // namespace routing
}  // namespace netloom
