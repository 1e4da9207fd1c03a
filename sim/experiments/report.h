#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/experiments/evaluate.h"
#include "sim/experiments/experiment.h"
#include "sim/experiments/produce.h"

namespace netloom {
inline namespace sim {

/// An experiment that was run: what reports are made from.
struct ExperimentReport {
  const Experiment* experiment = nullptr;
  Scale scale = Scale::kQuick;
  std::vector<Override> overrides;  ///< given by the user, beyond the definition
  const Production* production = nullptr;
  std::vector<Finding> findings;
  std::vector<std::string> pictures;  ///< files
};

/// "Scale quick, 27 points", and what else became of them.
std::string points_text(const ExperimentReport& report);

/// How many findings have this verdict.
std::size_t count(const std::vector<Finding>& findings, Verdict verdict);

/// For the terminal: every claim, and below it a line per panel with the published value, the
/// measured one with its 95 % interval, and the verdict.
std::string report_text(const ExperimentReport& report);

/// {"id", "title", "source", "scale", "claims": [{says, where, panel, curve, against, paper,
/// measured: {mean, ci95}, verdict, because}], "points": {…}, "failures"}.
Json report_json(const ExperimentReport& report);

}  // namespace sim
}  // namespace netloom
