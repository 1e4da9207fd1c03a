#pragma once

#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Small, fast, seeded generator (xorshift64 started from a SplitMix64 hash, both public-domain
/// algorithms by G. Marsaglia and S. Vigna). Every host and every switch has its own, so that no
/// result depends on the order in which they run.
class Random {
 public:
  Random() : Random(0, 0) {}
  /// The generator of participant `index` in a run with this seed.
  Random(std::uint64_t seed, std::uint64_t index)
      : state_(mix(mix(seed + 0x9E3779B97F4A7C15u) ^ (index + 1) * 0xD1B54A32D192ED03u)) {
    if (state_ == 0) state_ = 0x2545F4914F6CDD1Du;
  }

  /// 32 uniform bits.
  std::uint32_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ >> 32);
  }

  /// Uniform in 0 … n-1, n >= 1.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((std::uint64_t{next()} * n) >> 32);
  }

  /// Uniform in the open interval (0, 1).
  double uniform() { return (next() + 0.5) * (1.0 / 4294967296.0); }

  /// SplitMix64's finaliser: a good 64-bit hash.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace routing
}  // namespace netloom
