#include "sim/traffic/geometric_gaps.h"

#include <algorithm>
#include <cmath>

namespace netloom {
inline namespace sim {

GeometricGaps::GeometricGaps(double probability) {
  constexpr double kLeast = 1.0 / 4294967296.0;  // what is less likely than one draw never happens
  double ratio = 1 - probability;                // between the weights of a digit's values
  while (ratio >= kLeast && digits_.size() < kMostDigits) {
    std::array<double, kValues> weights{};
    double weight = 1;
    for (double& each : weights) {
      each = weight;
      weight *= ratio;
    }
    digits_.push_back(alias_table(weights));
    ratio = weight;
  }
}

GeometricGaps::Digit GeometricGaps::alias_table(std::array<double, kValues> weights) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  std::vector<std::uint32_t> small;  // values with less than a column's share
  std::vector<std::uint32_t> large;
  for (std::uint32_t value = 0; value < kValues; ++value) {
    weights[value] *= kValues / sum;
    (weights[value] < 1 ? small : large).push_back(value);
  }
  Digit table{};
  const auto entry = [](double own, std::uint32_t other) {
    const double fractions =
        std::min(std::round(own * (kFractionMask + 1.0)), double{kFractionMask});
    return static_cast<std::uint32_t>(fractions) << kDigitBits | other;
  };
  while (!small.empty() && !large.empty()) {
    const std::uint32_t value = small.back();
    const std::uint32_t donor = large.back();
    small.pop_back();
    table[value] = entry(weights[value], donor);
    weights[donor] -= 1 - weights[value];
    if (weights[donor] < 1) {
      large.pop_back();
      small.push_back(donor);
    }
  }
  // What is left fills its column, but for rounding.
  for (const std::uint32_t value : small) table[value] = entry(1, value);
  for (const std::uint32_t value : large) table[value] = entry(1, value);
  return table;
}

}  // namespace sim
}  // namespace netloom
