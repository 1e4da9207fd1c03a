#pragma once

#include <string>
#include <vector>

#include "sim/experiments/evaluate.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// Draws an experiment as its definition says: PREFIX.svg and PREFIX.png, with a chart per panel,
/// or one with a group of bars per panel. The result are the files; none if the definition draws
/// nothing or there are no points. Error: no gnuplot, a file cannot be written.
std::vector<std::string> draw_pictures(const Experiment& experiment, Scale scale,
                                       const ExperimentResults& results, const std::string& prefix);

}  // namespace sim
}  // namespace netloom
