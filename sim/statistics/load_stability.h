#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/statistics/ratio_series.h"
#include "sim/statistics/source_bins.h"

namespace netloom {
inline namespace sim {

/// A load that falls short by more is not stable: of what is offered.
constexpr double kLostShare = 0.005;

/// Whether a network, or a source, keeps up with a load.
enum class Stability { kStable, kUnstable, kUndecided };

/// In words, as results have them: "stable", "unstable", "undecided".
const char* text_of(Stability stability);

/// What one run says of that. With d = (offered - accepted) / offered:
/// - stable: the upper bound of d is below 0.5 %, and the backlog does not grow;
/// - unstable: the lower bound of d is above 0.5 %;
/// - otherwise undecided: the run has to be twice as long.
/// Each bound, and the growth, is wrong with the error probability asked for at most.
struct LoadStability {
  Stability stability = Stability::kUndecided;
  // d and its bounds; none if nothing was offered, or in less than 32 bins.
  std::optional<double> short_by, lower, upper;
  double growth_p_value = 1;  ///< one-sided: probability of such growth if it does not grow
};

/// `accepted_of_offered`: phits per bin after the warm-up. `error_probability`: 0 … 0.5; throws an
/// Error if it is not.
///
/// What was offered and not accepted is what the backlog, phits that wait or are under way, has
/// grown by: the noise of the births is in both and does not count. Two things make that growth
/// uncertain. A backlog that follows no load any more is a random walk with a drift, whose variance
/// after the run is told by the lowest eight frequencies of its changes, in which there is no
/// drift [Heidelberger-Welch 1981], with 16 degrees of freedom for Student's t. One that keeps its
/// place has no such variance in the long run, and is where it happens to be at both ends: twice
/// the variance around a straight line from end to end. The sum of both is taken; the second adds a
/// sixth to the first where it is a walk. So the bounds of a stable load shrink with the time that
/// it runs, rather than with its root.
LoadStability load_stability(const RatioSeries& accepted_of_offered, double error_probability);

/// What one run says of its sources.
struct SourceStability {
  /// Stable: all of them are; unstable: any of them is.
  Stability stability = Stability::kUndecided;
  /// The one whose d is largest; none if nothing was offered.
  std::optional<std::size_t> source;
  std::optional<double> short_by;  ///< its d
  /// It, and those whose upper bound of d is not below the highest lower bound: each may be the one
  /// that falls short most.
  std::vector<std::size_t> most;
  std::size_t unstable = 0;  ///< so many of them are
};

/// As load_stability(), with the error probability divided by the sources that have offered
/// anything. Bins until a cycle.
SourceStability source_stability(const SourceBins& sources, Cycle until, double error_probability);

}  // namespace sim
}  // namespace netloom
