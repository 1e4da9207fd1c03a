#pragma once

#include <cstdint>

#include "routing/base/random.h"

namespace netloom {
inline namespace rtl {

/// Bits of a node number in every Verilated block (NETLOOM_RTL_NODE_BITS).
inline constexpr int kNodeBits = 24;

/// Bits that hold the values 0 … count-1, at least 1 (bits_for of netloom_regs_pkg).
constexpr int index_bits(int count) {
  int bits = 1;
  while (1 << bits < count) ++bits;
  return bits;
}

/// The seed of one of several instances that have a seed together.
inline std::uint64_t seed_of_part(std::uint64_t seed, std::uint64_t part) {
  return Random::mix(Random::mix(seed) ^ (part + 1) * 0x9E3779B97F4A7C15u);
}

}  // namespace rtl
}  // namespace netloom
