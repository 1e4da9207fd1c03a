#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/base/json.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The result file: {"version", "config", "points", "summary"}. With several series there is
/// "series" (name and config of each) in the place of "config", and every point and row of the
/// summary names its series.
Json result_document(const std::vector<Series>& series);

/// A field of a line of CSV as RFC 4180 has it: quoted if need be.
std::string csv_text(const std::string& text);

/// What stands at a JSON pointer, as such a field; empty if there is nothing, or null.
std::string csv_value(const Json& point, const std::string& path);

/// One line per point, with a header: series, load, seed and the measures that are one number.
std::string result_csv(const std::vector<Series>& series);

/// One line per point and interval of its time series, with a header: series, load, seed, first
/// cycle of the interval, packets delivered in it, accepted load and mean latencies (empty without
/// packets). Points that failed before they had one are left out.
std::string time_series_csv(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
