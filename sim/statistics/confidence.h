#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Mean of several runs and the half width of its 95 % confidence interval.
struct Estimate {
  double mean = 0;
  std::optional<double> ci95;  ///< none with less than two runs, or if they are no sample
};

/// Bounds of a 95 % confidence interval.
struct Interval95 {
  double low = 0;
  double high = 0;
};

/// Of the probability of what happened `count` times in `trials` >= 1 independent trials: Wilson's
/// score interval [Wilson 1927], which holds for probabilities near 0 and 1, too.
Interval95 proportion95(std::uint64_t count, std::uint64_t trials);

/// Student's t, two-sided 95 %: of so many degrees of freedom, >= 1.
double student_t95(int degrees_of_freedom);

/// Of runs with different seeds. `sample`: they are independent; else there is a mean only.
Estimate estimate(const std::vector<double>& values, bool sample = true);

}  // namespace sim
}  // namespace netloom
