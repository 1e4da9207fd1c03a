#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// Two configurations whose points have the same loads and seeds, measured in the same cycles: with
/// a seed, hosts of both send the same packets, so that what differs is what the configurations
/// make of them.
struct ComparedSeries {
  const Series* first;
  const Series* second;
};

/// The paired t test by seed, for each load and measure: {load, measure, first, second (means),
/// their half-widths by seed: first_half_width, second_half_width, difference (second - first),
/// half_width (of the interval of that confidence), p_value (adjusted, Holm, over all that have a
/// verdict), saturated (which of both are, in any run), verdict: "better", "worse" (the second),
/// "not told apart", or why there is none: latencies of a saturated network are no result}.
/// `confidence`: 0 … 1. Error: fewer than eight seeds.
Json comparison_json(const std::vector<ComparedSeries>& series, double confidence);

/// That as CSV: a line per row, with a header; `names`: of the first and the second.
std::string comparison_csv(const Json& comparisons, const std::vector<std::string>& names);

/// That as a table; `names`: of the first and the second.
std::string comparison_text(const Json& comparisons, double confidence,
                            const std::vector<std::string>& names);

}  // namespace sim
}  // namespace netloom
