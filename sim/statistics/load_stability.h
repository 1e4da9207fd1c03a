#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/statistics/batch_means.h"
#include "sim/statistics/ratio_series.h"

namespace netloom {
inline namespace sim {

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
  BatchMeans accepted_share;  ///< of offered, 1 - d
  // Bounds of d; none without a valid interval.
  std::optional<double> lower, upper;
  double growth = 0;          ///< of the backlog: phits per bin
  double growth_p_value = 1;  ///< one-sided: probability of such growth if it does not grow
};

/// `accepted_of_offered`: phits per bin after the warm-up. `backlog`: phits that were generated and
/// not delivered, at the beginning of the first bin and at the end of each. `error_probability`:
/// 0 … 0.5. Throws an Error if that is not so, or there is not one backlog more than bins.
///
/// Growth is told by the t test of the backlog's change over batches. A backlog that keeps its
/// place has changes that make up for each other, so the test calls it growing more rarely than
/// asked for, however slowly it fluctuates; one that grows has independent ones.
LoadStability load_stability(const RatioSeries& accepted_of_offered,
                             const std::vector<std::uint64_t>& backlog, double error_probability);

}  // namespace sim
}  // namespace netloom
