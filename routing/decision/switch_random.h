#pragma once

#include <cstdint>

#include "routing/base/random.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// 32 random bits that someone in a switch has for itself in a cycle.
class Draw {
 public:
  explicit Draw(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits() const { return bits_; }
  /// Uniform in 0 … n-1, 1 <= n < 2^16: the upper part of the product of n and the bits. Products
  /// have at most 32 bits.
  std::uint32_t below(std::uint32_t n) const {
    return ((bits_ >> 16) * n + ((bits_ & 0xffff) * n >> 16)) >> 16;
  }

 private:
  std::uint32_t bits_;
};

/// Who in a switch draws. Each has a number of its own for every port or channel.
enum class DrawPlace : std::uint8_t {
  kInputArbiter,   ///< index = port
  kOutputArbiter,  ///< index = output channel that names the crossbar output
  kLinkArbiter,    ///< index = port
  kSelection,      ///< index = input channel
  kDecision,       ///< index = input channel
};

/// The random bits of a switch, as its hardware has them: one register of 64 bits that steps in
/// each cycle (xorshift64 by G. Marsaglia: three shifts and exclusive ors), of which everyone who
/// draws in a cycle takes 32 by fixed wires. So they are a function of the seed, the switch, the
/// cycle and who draws, and nothing else: cycles that are passed over and the order of calls have
/// no influence. Who draws again in the same cycle gets the same bits.
///
/// docs/determinism.md has the wires.
class SwitchRandom {
 public:
  SwitchRandom() : SwitchRandom(0, 0) {}
  SwitchRandom(std::uint64_t seed, SwitchId switch_id);

  /// What the one with this number takes in `cycle`.
  Draw draw(Cycle cycle, DrawPlace place, int index) {
    const std::uint64_t word = this->word(cycle);
    const std::uint32_t user =
        static_cast<std::uint32_t>(index) * kPlaces + static_cast<std::uint32_t>(place);
    // Each bit is that of three places of the register. The distances between the places differ
    // among 400 who draw, so that no two of them share a bit; an odd number of rotations loses
    // nothing.
    const std::uint32_t at = kStride * user + user / (kDistances * kDistances);
    const std::uint64_t wires = rotated(word, at) ^ rotated(word, at + 1 + user % kDistances) ^
                                rotated(word, at - 1 - user / kDistances % kDistances);
    return Draw(static_cast<std::uint32_t>(wires >> 32));
  }

  /// The register in `cycle`.
  std::uint64_t word(Cycle cycle) {
    if (cycle < cycle_) restart();
    if (cycle - cycle_ > kFewSteps) jump(cycle - cycle_);
    for (; cycle_ < cycle; ++cycle_) word_ = step(word_);
    return word_;
  }

  static std::uint64_t step(std::uint64_t word) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return word;
  }

 private:
  static constexpr std::uint32_t kPlaces = 5;
  static constexpr std::uint32_t kStride =
      39;  ///< odd, near 64 / golden ratio: neighbours lie apart
  static constexpr std::uint32_t kDistances = 20;
  static constexpr Cycle kFewSteps = 32;

  static std::uint64_t rotated(std::uint64_t word, std::uint32_t by) {
    return word << (by & 63) | word >> (-by & 63);
  }
  void restart() {
    word_ = start_;
    cycle_ = 0;
  }
  void jump(Cycle steps);

  std::uint64_t start_;  ///< in cycle 0; not 0
  std::uint64_t word_;   ///< in cycle_
  Cycle cycle_ = 0;
};

}  // namespace routing
}  // namespace netloom
