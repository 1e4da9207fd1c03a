#pragma once

#include <cstddef>
#include <vector>

namespace netloom {
inline namespace sim {

/// Which values of a measure are good.
enum class Preferred { kLower, kHigher };

enum class Comparison { kBetter, kWorse, kNotToldApart };

/// In words, as results have them: "better", "worse", "not told apart".
const char* text_of(Comparison verdict);

/// Of the mean of values, at least two, that are independent.
double standard_error(const std::vector<double>& values, double mean);

/// What several runs of two configurations, each run of one with the same seed as one of the other,
/// say of the second against the first: mean of second - first per seed, and the paired t test.
struct PairedDifference {
  std::size_t pairs = 0;
  double mean_of_first = 0;
  double mean = 0;            ///< of the differences
  double standard_error = 0;  ///< of that
  /// Two-sided: probability of a mean at least so far from 0 where the configurations are equal. 1
  /// if all pairs are equal.
  double p_value = 1;

  /// Half of the interval around the mean difference that has the true one with this confidence,
  /// 0 … 1.
  double half_width(double confidence) const;
};

/// Values by seed, of at least eight; throws an Error of fewer, or if there are not as many of
/// both. `step`: values are multiples of that (0: of nothing), so that equal differences are not
/// known better: the standard error is at least so large that the half-width of 95 % is a step.
PairedDifference paired_difference(const std::vector<double>& first,
                                   const std::vector<double>& second, double step = 0);

/// p-values of several comparisons that are made together, adjusted so that the probability that
/// any of those below a level is wrong is no more than it [Holm 1979]. In the same order.
std::vector<double> holm(const std::vector<double>& p_values);

/// How the second is against the first; `p_value` is that of holm(), `level` 1 - confidence.
Comparison compared(const PairedDifference& difference, double p_value, double level,
                    Preferred preferred);

}  // namespace sim
}  // namespace netloom
