#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "routing/base/random.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace sim {

/// Gaps between the packets of a Bernoulli process: a host that generates a packet in each cycle
/// with probability p generates two of them g cycles apart with probability p q^(g-1), q = 1-p,
/// g >= 1.
///
/// The base-64 digits of g-1 are independent: digit i has the value v with a probability in
/// proportion to q^(64^i v). Each digit that can be more than 0 is drawn from a table by the alias
/// method (Walker 1977; Vose 1991), so a gap takes a draw and a look-up per digit, and no
/// logarithm, whose last bit (and with it a result) could differ between machines.
class GeometricGaps {
 public:
  /// `probability`: of a packet in a cycle, 0 < probability <= 1.
  explicit GeometricGaps(double probability);

  /// The next gap, in cycles.
  Cycle draw(Random& random) const {
    Cycle gap = 1;
    int shift = 0;
    for (const Digit& digit : digits_) {
      const std::uint32_t drawn = random.next();
      const std::uint32_t column = drawn >> kFractionBits;
      const std::uint32_t entry = digit[column];
      const bool own = (drawn & kFractionMask) < entry >> kDigitBits;
      gap += Cycle{own ? column : entry & (kValues - 1)} << shift;
      shift += kDigitBits;
    }
    return gap;
  }

 private:
  static constexpr int kDigitBits = 6;
  static constexpr std::uint32_t kValues = 1 << kDigitBits;
  static constexpr int kFractionBits = 32 - kDigitBits;
  static constexpr std::uint32_t kFractionMask = (1u << kFractionBits) - 1;
  static constexpr int kMostDigits = 8;

  /// One digit's alias table: draws are spread evenly over the columns; in a column the fractions
  /// below the upper 26 bits of the entry are its own value, the others the one in the lower 6
  /// bits.
  using Digit = std::array<std::uint32_t, kValues>;

  static Digit alias_table(std::array<double, kValues> weights);

  std::vector<Digit> digits_;
};

}  // namespace sim
}  // namespace netloom
