#include "sim/study/combinations.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>

namespace netloom {
inline namespace sim {

std::uint64_t combinations(std::uint32_t things, std::uint32_t chosen) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  if (chosen > things) return 0;
  chosen = std::min(chosen, things - chosen);
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= chosen; ++i) {
    // result * factor / i, which is whole, without a product that is larger than it.
    const std::uint64_t factor = things - chosen + i;
    const std::uint64_t common = std::gcd(result, i);
    if (__builtin_mul_overflow(result / common, factor / (i / common), &result)) return kMost;
  }
  return result;
}

void combination_at(std::uint32_t things, std::uint32_t chosen, std::uint64_t rank,
                    std::vector<std::uint32_t>& combination) {
  combination.clear();
  std::uint32_t next = 0;
  for (std::uint32_t left = chosen; left > 0; ++next) {
    // As many combinations go on with `next`.
    const std::uint64_t with = combinations(things - next - 1, left - 1);
    if (rank < with) {
      combination.push_back(next);
      --left;
    } else {
      rank -= with;
    }
  }
}

bool next_combination(std::uint32_t things, std::vector<std::uint32_t>& combination) {
  const std::size_t chosen = combination.size();
  for (std::size_t i = chosen; i-- > 0;) {
    if (combination[i] >= things - static_cast<std::uint32_t>(chosen - i)) continue;
    ++combination[i];
    for (std::size_t j = i + 1; j < chosen; ++j) combination[j] = combination[j - 1] + 1;
    return true;
  }
  return false;
}

void CombinationSampler::draw(Random& random, std::vector<std::uint32_t>& combination) {
  combination.clear();
  ++stamp_;
  // R. Floyd's algorithm: as many draws as things are chosen.
  const auto things = static_cast<std::uint32_t>(stamps_.size());
  for (std::uint32_t last = things - chosen_; last < things; ++last) {
    std::uint32_t thing = random.below(last + 1);
    if (stamps_[thing] == stamp_) thing = last;
    stamps_[thing] = stamp_;
    combination.push_back(thing);
  }
  std::sort(combination.begin(), combination.end());
}

}  // namespace sim
}  // namespace netloom
