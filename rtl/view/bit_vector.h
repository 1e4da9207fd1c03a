#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

using BitVector = std::vector<std::uint64_t>;  ///< lowest bits first

/// So many bits, all 0.
inline BitVector zero_bits(int count) {
  return BitVector(words_of_bits(static_cast<std::size_t>(count)));
}

/// Where a field begins, in a vector of fields of so many bits.
inline std::size_t bit_of_field(int index, int bits) {
  return static_cast<std::size_t>(index) * static_cast<std::size_t>(bits);
}

/// `count` bits, up to 64, from bit `first` on.
inline std::uint64_t bits_at(const BitVector& from, std::size_t first, int count) {
  const std::size_t word = first / 64;
  const auto shift = static_cast<int>(first % 64);
  std::uint64_t value = from[word] >> shift;
  if (shift + count > 64) value |= from[word + 1] << (64 - shift);
  return count < 64 ? value & ((std::uint64_t{1} << count) - 1) : value;
}

/// Sets these bits, which are 0.
inline void set_bits(BitVector& to, std::size_t first, int count, std::uint64_t value) {
  if (count < 64) value &= (std::uint64_t{1} << count) - 1;
  const std::size_t word = first / 64;
  const auto shift = static_cast<int>(first % 64);
  to[word] |= value << shift;
  if (shift + count > 64) to[word + 1] |= value >> (64 - shift);
}

}  // namespace rtl
}  // namespace netloom
