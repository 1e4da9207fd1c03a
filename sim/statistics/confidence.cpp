#include "sim/statistics/confidence.h"

#include <array>
#include <cmath>

namespace netloom {
inline namespace sim {
namespace {

constexpr double kNormal95 = 1.959963984540054;  ///< quantile 0.975 of the normal distribution

}  // namespace

double student_t95(int degrees_of_freedom) {
  // Quantile 0.975 of 1 … 30 degrees of freedom, as printed in every table.
  constexpr std::array<double, 30> kTable = {
      12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004,
      2.262157,  2.228139, 2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905,
      2.109816,  2.100922, 2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899,
      2.059539,  2.055529, 2.051831, 2.048407, 2.045230, 2.042272};
  if (degrees_of_freedom <= static_cast<int>(kTable.size())) {
    return kTable[static_cast<std::size_t>(degrees_of_freedom < 1 ? 0 : degrees_of_freedom - 1)];
  }
  // Expansion in 1/n around the normal quantile (Abramowitz & Stegun 26.7.5), good to 1e-6 here.
  const double z = kNormal95;
  const double n = degrees_of_freedom;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double z7 = z5 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
         (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

Interval95 proportion95(std::uint64_t count, std::uint64_t trials) {
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(count) / n;
  const double z2 = kNormal95 * kNormal95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {count == 0 ? 0 : centre - half, count == trials ? 1 : centre + half};
}

Estimate estimate(const std::vector<double>& values, bool sample) {
  Estimate result;
  if (values.empty()) return result;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) result.mean += value;
  result.mean /= n;
  if (values.size() < 2 || !sample) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  const double deviation = std::sqrt(squares / (n - 1));
  result.ci95 = student_t95(static_cast<int>(values.size()) - 1) * deviation / std::sqrt(n);
  return result;
}

}  // namespace sim
}  // namespace netloom
