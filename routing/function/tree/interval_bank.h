#pragma once

#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Ports that are compared at once.
inline constexpr int kBankPorts = 8;

/// A number for each port of a bank.
struct alignas(32) PortLanes {
  std::uint32_t lane[kBankPorts];
};

/// The cyclic intervals of eight ports, and their comparison with one node number for all or one
/// for each.
///
/// Kept as LIB and the length UIB - LIB, both modulo 2^32, because
///   d lies in [lib..uib]  <=>  (d - lib) mod 2^W <= (uib - lib) mod 2^W
/// holds for every W in which all three numbers fit: counting from lib, d comes no later than uib.
/// That is one subtraction and one comparison per port, without a branch; the eight ports share a
/// cache line.
struct alignas(64) IntervalBank {
  PortLanes lib;
  PortLanes length;

  void set(int place, std::uint32_t lower, std::uint32_t upper) {
    lib.lane[place] = lower;
    length.lane[place] = upper - lower;
  }

#ifdef __AVX2__
  /// Bit i: the number lies in the interval of the bank's port i.
  std::uint32_t hits(std::uint32_t number) const {
    return hits(_mm256_set1_epi32(static_cast<std::int32_t>(number)));
  }

  /// Bit i: (a & a_masks[i]) | (b & b_masks[i]) lies in the interval of the bank's port i.
  std::uint32_t masked_hits(std::uint32_t a, const PortLanes& a_masks, std::uint32_t b,
                            const PortLanes& b_masks) const {
    return hits(_mm256_or_si256(masked(a, a_masks), masked(b, b_masks)));
  }

 private:
  static __m256i load(const PortLanes& lanes) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.lane));
  }

  static __m256i masked(std::uint32_t number, const PortLanes& masks) {
    return _mm256_and_si256(_mm256_set1_epi32(static_cast<std::int32_t>(number)), load(masks));
  }

  std::uint32_t hits(__m256i numbers) const {
    // d - lib <= length, unsigned: AVX2 has no such comparison, but x <= y is min(x, y) == x.
    const __m256i distance = _mm256_sub_epi32(numbers, load(lib));
    const __m256i hit = _mm256_cmpeq_epi32(_mm256_min_epu32(distance, load(length)), distance);
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(hit)));
  }
#else
  std::uint32_t hits(std::uint32_t number) const {
    std::uint32_t result = 0;
    for (int i = 0; i < kBankPorts; ++i) result |= hit(i, number) << i;
    return result;
  }

  std::uint32_t masked_hits(std::uint32_t a, const PortLanes& a_masks, std::uint32_t b,
                            const PortLanes& b_masks) const {
    std::uint32_t result = 0;
    for (int i = 0; i < kBankPorts; ++i) {
      result |= hit(i, (a & a_masks.lane[i]) | (b & b_masks.lane[i])) << i;
    }
    return result;
  }

 private:
  std::uint32_t hit(int place, std::uint32_t number) const {
    return std::uint32_t{number - lib.lane[place] <= length.lane[place]};
  }
#endif
};

}  // namespace routing
}  // namespace netloom
