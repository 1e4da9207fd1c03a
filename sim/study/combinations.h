#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/random.h"

namespace netloom {
inline namespace sim {

/// Number of ways to choose `chosen` of `things`; 2^64-1 stands for that many or more.
std::uint64_t combinations(std::uint32_t things, std::uint32_t chosen);

/// The combination of `chosen` of `things` with this rank (0 … combinations()-1, which is less than
/// 2^64-1) in lexicographic order, as ascending numbers 0 … things-1.
void combination_at(std::uint32_t things, std::uint32_t chosen, std::uint64_t rank,
                    std::vector<std::uint32_t>& combination);

/// The next one in lexicographic order; false after the last.
bool next_combination(std::uint32_t things, std::vector<std::uint32_t>& combination);

/// Draws combinations, each with the same probability.
class CombinationSampler {
 public:
  /// chosen <= things
  CombinationSampler(std::uint32_t things, std::uint32_t chosen)
      : chosen_(chosen), stamps_(things, 0) {}

  /// One combination, as ascending numbers.
  void draw(Random& random, std::vector<std::uint32_t>& combination);

 private:
  std::uint32_t chosen_;
  std::vector<std::uint64_t> stamps_;  ///< [thing] the draw that it was last part of
  std::uint64_t stamp_ = 0;
};

}  // namespace sim
}  // namespace netloom
