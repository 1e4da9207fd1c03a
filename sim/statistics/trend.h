#pragma once

#include "sim/statistics/ratio_series.h"

namespace netloom {
inline namespace sim {

/// A straight line through a series, and whether it rises or falls.
struct Trend {
  double per_bin = 0;  ///< slope
  /// Two-sided: probability of at least such a slope where there is no trend. 1 if nobody can tell.
  double p_value = 1;

  /// At an error probability of 1 %.
  bool significant() const { return p_value < 0.01; }
};

/// Least squares through the means of 32 batches, so that noise within a batch does not count, with
/// the t test of the slope. What the line leaves of neighbouring batches may be correlated, r > 0:
/// then 32 batches count as 32 (1 - r) / (1 + r) [Santer 2000], and for fewer than four nobody can
/// tell. So slow fluctuations are not taken for a trend, as the plain test would take them. Fewer
/// than 32 bins, or a batch without a packet: nobody can tell.
Trend trend_of(const RatioSeries& series);

}  // namespace sim
}  // namespace netloom
