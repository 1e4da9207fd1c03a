#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/experiments/evaluate.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

struct ProduceOptions {
  Scale scale = Scale::kQuick;
  std::vector<Override> overrides;  ///< applied last, to simulations
  int jobs = 1;                     ///< processes at a time
  std::string database;             ///< SQLite file that keeps finished points; empty = none
  bool only_known = false;          ///< simulate nothing: only what the database has
  bool any_build = false;           ///< see SweepOptions
  bool progress = false;            ///< on standard error
};

/// Points of an experiment, and how they were come by.
struct Production {
  ExperimentResults results;
  std::vector<ExperimentResults> of_variants;  ///< in the experiment's order; all, or none yet
  std::size_t points = 0;                      ///< that the scale has
  std::size_t missing = 0;  ///< that are not in the database, and were not to be simulated
  std::size_t reused = 0;   ///< found in the database
  std::size_t failed = 0;
  std::vector<std::string> failures;  ///< one line for each point that failed
  std::size_t imprecise = 0;          ///< that are not as precise as was asked for
  std::string not_stored;             ///< see SweepOutcome
  double processor_hours = 0;         ///< that the points took, whenever they were run

  /// The results of a variant; null: of the experiment itself.
  ExperimentResults& of(const Experiment& experiment, const Variant* variant) {
    of_variants.resize(experiment.variants.size());
    return variant == nullptr ? results : of_variants[experiment.index_of(*variant)];
  }
};

/// Simulates or computes all points of an experiment at a scale. Error: a configuration is wrong
/// (the message names panel and curve), or the database cannot be read or written.
Production produce(const Experiment& experiment, const ProduceOptions& options);

}  // namespace sim
}  // namespace netloom
