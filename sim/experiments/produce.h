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
  std::size_t points = 0;   ///< that the scale has
  std::size_t missing = 0;  ///< that are not in the database, and were not to be simulated
  std::size_t reused = 0;   ///< found in the database
  std::size_t failed = 0;
  std::vector<std::string> failures;  ///< one line for each point that failed
  std::string not_stored;             ///< see SweepOutcome
};

/// Simulates or computes all points of an experiment at a scale. Error: a configuration is wrong
/// (the message names panel and curve), or the database cannot be read or written.
Production produce(const Experiment& experiment, const ProduceOptions& options);

}  // namespace sim
}  // namespace netloom
