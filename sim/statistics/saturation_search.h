#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "sim/statistics/load_stability.h"

namespace netloom {
inline namespace sim {

/// Where to look for the load from which on a network does not keep up.
struct SearchSettings {
  double lowest = 0;                ///< load, 0 or more
  double highest = 1;               ///< load, more than the lowest
  double resolution = 0.01;         ///< of the bracket, a millionth or more
  double error_probability = 0.05;  ///< of the whole search, 0 … 1
  std::size_t above = 2;            ///< loads above the bracket that are tried out in the end
};

/// A load that was tried out.
struct LoadProbe {
  double load = 0;
  Stability stability = Stability::kUndecided;
};

/// A bracket of loads, which is no confidence interval.
struct SaturationBracket {
  double lower = 0;  ///< the highest load that is stable, or the lowest one that may be tried
  double upper = 0;  ///< the lowest load above that is unstable, or the highest that may be tried
  bool lower_is_stable = false;    ///< otherwise saturation may be below it
  bool upper_is_unstable = false;  ///< otherwise saturation may be above it
  /// Loads in the bracket, or at its end, could not be decided.
  bool undecided = false;
  /// A load above the bracket is stable again.
  bool stable_above = false;
  std::vector<LoadProbe> probes;  ///< in the order in which they were made
};

/// Says whether a load is stable, with this error probability at most.
using ProbeLoad = std::function<Stability(double load, double error_probability)>;

/// So many probes a search with these settings makes at most: the error probability is divided by
/// them. Throws an Error if settings are not as they should.
std::size_t most_probes(const SearchSettings& settings);

/// Bisection: first the highest and the lowest load, then the middle between the highest stable and
/// the lowest unstable one, until they are no further apart than the resolution. Loads that cannot
/// be decided are let alone, and the gaps on both sides of them halved instead. In the end loads
/// above the bracket are tried out, at equal distances (two: at a third and two thirds): the
/// throughput of a saturated network may fall, and rise again.
SaturationBracket find_saturation(const SearchSettings& settings, const ProbeLoad& probe);

}  // namespace sim
}  // namespace netloom
