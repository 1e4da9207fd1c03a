#pragma once

#include <optional>
#include <vector>

namespace netloom {
inline namespace sim {

/// How evenly something is spread over switches or nodes.
struct Spread {
  double minimum = 0;
  double mean = 0;
  double maximum = 0;
  // None if all values are 0: nothing is spread.
  std::optional<double> jain;  ///< (sum x)^2 / (n sum x^2): 1 if all are equal, 1/n if one has all
  std::optional<double> variation;  ///< standard deviation of the population / mean
};

/// None of no values.
std::optional<Spread> spread_of(const std::vector<double>& values);

}  // namespace sim
}  // namespace netloom
