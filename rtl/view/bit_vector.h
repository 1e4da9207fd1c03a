#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace netloom {
inline namespace rtl {

using BitVector = std::vector<std::uint64_t>;  ///< lowest bits first

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

/// Words that hold so many bits.
inline std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}

}  // namespace rtl
}  // namespace netloom
