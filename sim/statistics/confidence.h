#pragma once

#include <optional>
#include <vector>

namespace netloom {

/// Mean of several runs and the half width of its 95 % confidence interval.
struct Estimate {
  double mean = 0;
  std::optional<double> ci95;  ///< none with less than two runs
};

/// Student's t, two-sided 95 %: of so many degrees of freedom, >= 1.
double student_t95(int degrees_of_freedom);

/// Of independent runs with different seeds.
Estimate estimate(const std::vector<double>& values);

}  // namespace netloom
