#pragma once

#include <array>
#include <cstdint>

#include "routing/random.h"
#include "routing/types.h"

namespace netloom {

/// Gaps between the packets of a Bernoulli process: a host that generates a packet in each cycle
/// with probability p generates two of them g cycles apart with probability p (1-p)^(g-1), g >= 1.
///
/// The binary digits of g-1 are independent: digit i is 1 with probability q^(2^i) / (1 + q^(2^i)),
/// q = 1-p. So a gap takes one 32-bit draw and one integer comparison per digit, and no logarithm,
/// whose last bit (and with it a result) could differ between machines.
class GeometricGaps {
 public:
  /// `probability`: of a packet in a cycle, 0 < probability <= 1.
  explicit GeometricGaps(double probability) {
    double power = 1 - probability;  // q^(2^i)
    while (digits_ < static_cast<int>(thresholds_.size())) {
      const double threshold = 4294967296.0 * (power / (1 + power));
      if (threshold < 1) break;
      thresholds_[static_cast<std::size_t>(digits_++)] = static_cast<std::uint32_t>(threshold);
      power *= power;
    }
  }

  /// The next gap, in cycles.
  Cycle draw(Random& random) const {
    Cycle gap = 1;
    for (int i = 0; i < digits_; ++i) {
      gap += Cycle{random.next() < thresholds_[static_cast<std::size_t>(i)]} << i;
    }
    return gap;
  }

 private:
  std::array<std::uint32_t, 48> thresholds_{};  ///< of 2^32 draws, those that set the digit
  int digits_ = 0;
};

}  // namespace netloom
