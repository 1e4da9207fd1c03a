#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace netloom {
inline namespace sim {

// Of a series in the order of time whose mean is 0, as RatioSeries::residuals() are.

/// Correlation of each with the next one; 0 of a series that is 0 throughout, or of less than two.
double lag_one_correlation(const std::vector<double>& residuals);

/// Whether von Neumann's ratio of mean square successive difference to variance [von Neumann 1941]
/// lets the series pass as one without positive correlation, at this level (one-sided, 0 … 1): one
/// that has none fails with about this probability. The ratio's distribution is approximated by
/// the normal one [Fishman-Yarberry 1997]; throws an Error of less than eight values, too few for
/// that. A series of zeros passes.
bool passes_von_neumann(const std::vector<double>& residuals, double level);

/// 1 + 2 * (sum of the correlations at lags 1, 2, …), in steps of the series: so many times more
/// is the variance of its mean than if its values were independent. The sum ends at the first lag
/// that is at least five times what has come out by then (automatic windowing [Sokal 1997]), and
/// the result is at least 1. None if that has not happened within `longest` lags: the time is then
/// likely to exceed a fifth of them. 1 of a series of zeros.
std::optional<double> integrated_autocorrelation_time(const std::vector<double>& residuals,
                                                      std::size_t longest);

}  // namespace sim
}  // namespace netloom
