#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/experiments/experiment.h"
#include "sim/experiments/produce.h"

namespace netloom {
inline namespace sim {

/// What a budget was spent on.
struct BudgetOutcome {
  std::size_t simulated = 0;  ///< points
  std::size_t not_begun = 0;  ///< points that it did not reach
  std::size_t failed = 0;
  double processor_hours = 0;  ///< that were used
  std::string not_stored;      ///< see SweepOutcome
};

/// Simulates points of experiments at a scale until so many processor hours are used, and keeps
/// them in the database. First come those that decide most statements: of the statements that have
/// points to be run, always the one whose points take the least, by work_of(), counting only points
/// that no statement before it needs. Variants come last, for the statements that name them as an
/// explanation, and then what no statement needs. Points that have begun are finished. Error: as
/// produce().
BudgetOutcome spend(const std::vector<Experiment>& experiments, const ProduceOptions& options,
                    double hours);

}  // namespace sim
}  // namespace netloom
