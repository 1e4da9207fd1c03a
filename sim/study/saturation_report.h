#pragma once

#include <string>

#include "routing/base/types.h"
#include "sim/base/json.h"
#include "sim/statistics/saturation_search.h"

namespace netloom {
inline namespace sim {

/// Whether both ends of a bracket are known, and no farther apart than the resolution.
bool is_closed(const SaturationBracket& found, double resolution);

/// What a search has found and what it has not, as a line; `what` is between loads: "saturation".
std::string bracket_text(const SaturationBracket& found, const std::string& what);

/// {lower, upper, lower_is_stable, upper_is_unstable, undecided, stable_above}.
Json bracket_json(const SaturationBracket& found);

/// The sources that may be the one that falls short most at a load, as a line; `names`: of one or
/// more.
std::string first_source_text(double load, const Json& names);

/// Of a load that was tried out, with its warm-up.
Cycle cycles_of_probe(const Json& probe);

/// Loads that were tried out, as a table: {load, verdict, short_by: {lower, upper}, accepted_load,
/// accepted_half_width, warmup, measured}, and if it was asked for sources: {verdict, source,
/// one_of}.
std::string probes_text(const Json& probes);

}  // namespace sim
}  // namespace netloom
