#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace rtl {

/// The lowest bits of a vector in hexadecimal digits, the highest first.
inline std::string hex_digits(const BitVector& value, std::size_t bits) {
  std::string result;
  for (std::size_t digit = (bits + 3) / 4; digit-- > 0;) {
    const std::size_t first = 4 * digit;
    const std::uint64_t word = first / 64 < value.size() ? value[first / 64] : 0;
    result += fmt::format("{:x}", word >> (first % 64) & 0xf);
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
