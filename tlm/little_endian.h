#pragma once

#include <cstdint>

namespace netloom {
inline namespace tlm {

/// A 32-bit word as it lies in a transaction's data, lowest byte first, on every host.
inline std::uint32_t load_little_endian(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

inline void store_little_endian(std::uint32_t value, unsigned char* bytes) {
  for (int i = 0; i < 4; ++i) bytes[i] = static_cast<unsigned char>(value >> 8 * i & 0xff);
}

}  // namespace tlm
}  // namespace netloom
