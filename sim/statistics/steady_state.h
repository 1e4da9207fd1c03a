#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/statistics/batch_means.h"
#include "sim/statistics/ratio_series.h"
#include "sim/statistics/stopping_rule.h"
#include "sim/statistics/trend.h"
#include "sim/statistics/warm_up.h"

namespace netloom {
inline namespace sim {

/// What series of a run say of its steady state: a look at it.
struct SteadyState {
  WarmUp warm_up;
  // Per series, of what is left after the warm-up; both empty unless that was found.
  std::vector<Trend> trends;
  std::vector<BatchMeans> means;

  bool has_trend() const;
  /// It has a valid interval of each series, and no trend.
  bool stands() const;
  /// For the stopping rule.
  LookResult look(double confidence) const;
};

/// Looks at a run as it grows.
///
/// The warm-up stays where it was found first: a cut that were chosen anew at each look would
/// follow the noise of the data, and leave out more often what is unusually large than what is
/// unusually small, since MSER-5 makes variance small. Its share becomes less as the run grows.
/// Where the rest has a trend, or no valid interval, it may have been found too early: then it is
/// looked for again.
class SteadyStateWatch {
 public:
  /// At a look: the same series as before, with more bins.
  SteadyState look(const std::vector<RatioSeries>& series);

 private:
  std::optional<std::size_t> cut_;
};

}  // namespace sim
}  // namespace netloom
