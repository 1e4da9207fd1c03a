#include "routing/decision/switch_random.h"

#include <array>

namespace netloom {
inline namespace routing {
namespace {

/// A linear map of 64 bits: what becomes of each.
using BitMatrix = std::array<std::uint64_t, 64>;

std::uint64_t apply(const BitMatrix& matrix, std::uint64_t word) {
  std::uint64_t result = 0;
  for (; word != 0; word &= word - 1) {
    result ^= matrix[static_cast<std::size_t>(__builtin_ctzll(word))];
  }
  return result;
}

/// Steps of 1, 2, 4, … cycles. A step is linear, so that many are one matrix.
using Steps = std::array<BitMatrix, 64>;

const Steps& steps_of_powers_of_two() {
  static const Steps steps = [] {
    Steps result;
    for (std::size_t bit = 0; bit < 64; ++bit) {
      result[0][bit] = SwitchRandom::step(std::uint64_t{1} << bit);
    }
    for (std::size_t power = 1; power < result.size(); ++power) {
      const BitMatrix& half = result[power - 1];
      for (std::size_t bit = 0; bit < 64; ++bit) result[power][bit] = apply(half, half[bit]);
    }
    return result;
  }();
  return steps;
}

}  // namespace

SwitchRandom::SwitchRandom(std::uint64_t seed, SwitchId switch_id)
    : start_(Random::mix(Random::mix(seed + 0x9E3779B97F4A7C15u) ^
                         (std::uint64_t{switch_id} + 1) * 0xD1B54A32D192ED03u)) {
  if (start_ == 0) start_ = 0x2545F4914F6CDD1Du;
  restart();
}

void SwitchRandom::jump(Cycle steps) {
  const Steps& powers = steps_of_powers_of_two();
  cycle_ += steps;
  for (; steps != 0; steps &= steps - 1) {
    word_ = apply(powers[static_cast<std::size_t>(__builtin_ctzll(steps))], word_);
  }
}

}  // namespace routing
}  // namespace netloom
