#pragma once

#include <string>
#include <vector>

#include "sim/report/chart.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// Mean and p99 network latency and mean latency from generation over accepted load, and accepted
/// over offered load, with a curve per series and bars for the 95 % confidence intervals.
/// `log_latency`: latencies on logarithmic axes.
std::vector<Chart> load_charts(const std::vector<Series>& series, bool log_latency);

/// Mean latency from generation, mean network latency and accepted load over time, with a curve per
/// series and load: that of the first seed that succeeded.
std::vector<Chart> time_charts(const std::vector<Series>& series, bool log_latency);

/// What these show, in words: "Latency and accepted load: selection=sadp; selection=ff". A series
/// without a name goes by its network, routing function and traffic pattern.
std::string load_title(const std::vector<Series>& series);
std::string time_title(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
