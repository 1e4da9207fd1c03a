#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Whether `number` lies in the cyclic interval [lib..uib]: from lib upwards, through the highest
/// number and 0 if need be, to uib. No pair of bounds is empty: lib always lies in it.
/// Source: [Fat-Trees 2010], section 3.1.
inline bool interval_contains(std::uint32_t lib, std::uint32_t uib, std::uint32_t number) {
  return lib <= uib ? lib <= number && number <= uib : number >= lib || number <= uib;
}

/// The cyclic interval [lower..upper] of the numbers 0 … count-1. All numbers are [0..count-1];
/// the functions below return no other form of it.
struct CyclicInterval {
  std::uint32_t lower = 0;
  std::uint32_t upper = 0;

  bool contains(std::uint32_t number) const { return interval_contains(lower, upper, number); }
  bool intersects(const CyclicInterval& other) const {
    return contains(other.lower) || other.contains(lower);
  }
  /// How many of `count` numbers lie in it.
  std::uint32_t size(std::uint32_t count) const {
    return lower <= upper ? upper - lower + 1 : count - lower + upper + 1;
  }
  /// Whether every number of `other` lies in it.
  bool covers(const CyclicInterval& other, std::uint32_t count) const {
    const std::uint32_t offset = (other.lower + count - lower) % count;
    return std::uint64_t{offset} + other.size(count) <= size(count) || size(count) == count;
  }

  friend bool operator==(const CyclicInterval& a, const CyclicInterval& b) {
    return a.lower == b.lower && a.upper == b.upper;
  }
  friend bool operator!=(const CyclicInterval& a, const CyclicInterval& b) { return !(a == b); }
};

/// The union of two intervals that intersect.
inline CyclicInterval interval_union(const CyclicInterval& a, const CyclicInterval& b,
                                     std::uint32_t count) {
  if (!a.contains(b.lower)) return interval_union(b, a, count);
  // b begins within a: counted from a's first number.
  const std::uint64_t end = std::uint64_t{(b.lower + count - a.lower) % count} + b.size(count);
  if (end >= count || a.size(count) == count) return {0, count - 1};
  if (end <= a.size(count)) return a;
  return {a.lower, b.upper};
}

}  // namespace routing
}  // namespace netloom
