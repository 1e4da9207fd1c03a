#pragma once

#include <cstddef>
#include <functional>
#include <optional>
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
  /// Loads above the bracket that are tried out: the highest one, and others in the end.
  std::size_t above = 2;
  double shortest = 0;  ///< of the longest run: no run ends undecided before, 0 … 1
};

/// What trying a load out has said.
struct LoadVerdict {
  Stability stability = Stability::kUndecided;
  std::optional<double> short_by;  ///< (offered - accepted) / offered, as estimated
};

/// A load that was tried out.
struct LoadProbe {
  double load = 0;
  Stability stability = Stability::kUndecided;
  double of_longest = 1;  ///< share of the longest run that it might take
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

/// Says whether a load is stable, with this error probability at most, in a run that takes no more
/// than a share (0 … 1) of what it may take at most.
using ProbeLoad =
    std::function<LoadVerdict(double load, double error_probability, double of_longest)>;

/// So many probes a search with these settings makes at most, 9 or more: the error probability is
/// divided among them. Throws an Error if settings are not as they should.
std::size_t most_probes(const SearchSettings& settings);

/// First the highest load is tried out. What a load that is not stable is short by says where to
/// look: if the network accepts as much at lower loads, saturation is where no more is offered than
/// that. That load is next, for up to a twentieth of the longest run: decided or not, it says more
/// exactly where saturation is. Of the two loads that are a resolution apart around there, the
/// upper one is next, then, with what it is short by, the lower one. Where such a guess was below
/// what is stable, loads above that follow at distances that double. Loads near saturation take
/// longest, so that later probes end undecided after a part of the longest run, a sixth for upper
/// ends and a third for lower ones, until there are three of that kind: then both ends are looked
/// for around where they see saturation. A load that comes again would say the same in a run
/// as long as before: it may take the longest run. As soon as guesses have left no more
/// probes than bisection may take, the middle between the highest stable and the lowest unstable
/// load is next, until guesses have probes again. Loads that the longest run cannot decide are let
/// alone, and the gaps on both sides of them halved instead. The lowest load is tried out only if
/// no other one is stable. In the end loads above the bracket are tried out, at equal distances up
/// to the highest (two: the middle and the highest): the throughput of a saturated network may
/// fall, and rise again.
SaturationBracket find_saturation(const SearchSettings& settings, const ProbeLoad& probe);

}  // namespace sim
}  // namespace netloom
