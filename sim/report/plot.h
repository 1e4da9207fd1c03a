#pragma once

#include <string>
#include <vector>

#include "sim/sweep/sweep.h"

namespace netloom {

/// Draws mean network latency over accepted load, and accepted over offered load, with a curve per
/// series and bars for the 95 % confidence intervals: PREFIX.svg and PREFIX.png. Error: no gnuplot,
/// nothing to draw (closed workloads have no load), a file cannot be written.
void plot_series(const std::vector<Series>& series, const std::string& prefix);

/// The gnuplot commands for that, for the terminal command `terminal`.
std::string plot_script(const std::vector<Series>& series, const std::string& terminal,
                        const std::string& output);

}  // namespace netloom
