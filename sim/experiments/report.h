#pragma once

#include <array>
#include <cstddef>
#include <iterator>
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
  std::vector<Finding> findings;                  ///< of the experiment itself: what counts
  std::vector<std::vector<Finding>> of_variants;  ///< in the experiment's order
  std::vector<std::string> pictures;              ///< files
};

/// Judges all claims by what was produced: in the experiment itself and in its variants.
void judge(ExperimentReport& report);

/// How many statements of the source have each verdict: findings without invariants.
class VerdictCounts {
 public:
  explicit VerdictCounts(const std::vector<Finding>& findings = {});

  std::size_t& operator[](Verdict verdict) { return counts_[static_cast<std::size_t>(verdict)]; }
  std::size_t operator[](Verdict verdict) const {
    return counts_[static_cast<std::size_t>(verdict)];
  }
  VerdictCounts& operator+=(const VerdictCounts& other);
  std::size_t all() const;

 private:
  std::array<std::size_t, std::size(kVerdicts)> counts_{};
};

/// "12 hold, 3 do not hold (2 of them explained), 1 is not told apart, …"; what there is none of is
/// not said, but that holds or does not hold.
std::string counts_text(const VerdictCounts& counts);

/// Invariants that were measured, and those of them that do not hold.
std::vector<const Finding*> invariants(const std::vector<Finding>& findings);
std::vector<const Finding*> broken_invariants(const std::vector<Finding>& findings);

/// "Scale quick, 27 points", and what else became of them.
std::string points_text(const ExperimentReport& report);

/// For the terminal: every claim, and below it a line per panel with the published value, the
/// measured one with its 95 % interval, and the verdict.
std::string report_text(const ExperimentReport& report);

/// {"id", "title", "source", "scale", "claims": [{says, quote, where, panel, what, paper, expected,
/// measured: {mean, ci95, interval, seeds}, verdict, …}], "variants": [{name, title, claims}],
/// "points": {…}, "failures"}.
Json report_json(const ExperimentReport& report);

}  // namespace sim
}  // namespace netloom
