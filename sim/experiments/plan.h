#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// A curve in a panel of an experiment, or of a variant of it.
struct Place {
  const Variant* variant;  ///< null: the experiment itself
  const Panel* panel;
  const Curve* curve;
};

/// The points of a curve at a scale, none of them simulated yet. `overrides` are applied last.
/// Error: its configuration is wrong (the message names panel and curve).
Series series_at(const Experiment& experiment, const Place& place, Scale scale,
                 const std::vector<Override>& overrides);

/// The curves of an experiment and its variants at a scale, each with the series that has its
/// points.
struct ExperimentPlan {
  const Experiment* experiment = nullptr;
  std::vector<Place> curves;
  std::vector<std::size_t> series_of;  ///< of each curve
};

/// What experiments simulate. Curves that are configured alike, whether of one experiment or of
/// several, are one series.
class Plan {
 public:
  /// Reads all configurations of an experiment that is simulated. Error: as series_at().
  ExperimentPlan add(const Experiment& experiment, Scale scale,
                     const std::vector<Override>& overrides);

  std::vector<Series> series;

 private:
  std::map<std::string, std::size_t> known_;  ///< by the resolved configuration
};

}  // namespace sim
}  // namespace netloom
