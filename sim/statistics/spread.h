#pragma once

#include <vector>

namespace netloom {

/// How evenly something is spread over switches or nodes.
struct Spread {
  double minimum = 0;
  double mean = 0;
  double maximum = 0;
  double jain = 1;       ///< (sum x)^2 / (n sum x^2): 1 if all are equal, 1/n if one has everything
  double variation = 0;  ///< standard deviation of the population / mean
};

/// All zero (and Jain 1) for no values; Jain 1 and variation 0 if all values are 0.
Spread spread_of(const std::vector<double>& values);

}  // namespace netloom
