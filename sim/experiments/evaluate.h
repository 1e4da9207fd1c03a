#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.h"
#include "sim/experiments/experiment.h"
#include "sim/statistics/confidence.h"

namespace netloom {
inline namespace sim {

/// The points of all curves of an experiment, as far as they were made.
class ExperimentResults {
 public:
  using Points = std::vector<Json>;

  void add(const std::string& panel, const std::string& curve, Points points) {
    points_[{panel, curve}] = std::move(points);
  }
  /// nullptr: the panel is not part of this scale.
  const Points* find(const std::string& panel, const std::string& curve) const {
    const auto found = points_.find({panel, curve});
    return found == points_.end() ? nullptr : &found->second;
  }
  /// Relative cost of a curve's network.
  void set_cost(const std::string& panel, const std::string& curve, double cost) {
    costs_[{panel, curve}] = cost;
  }
  std::optional<double> cost(const std::string& panel, const std::string& curve) const {
    const auto found = costs_.find({panel, curve});
    if (found == costs_.end()) return std::nullopt;
    return found->second;
  }

 private:
  using Place = std::pair<std::string, std::string>;
  std::map<Place, Points> points_;
  std::map<Place, double> costs_;
};

/// A measured number: one value per seed, or why there is none.
struct Measured {
  std::vector<double> seeds;
  bool copies = false;  ///< the runs of all seeds are the same, and no sample
  std::string missing;  ///< empty: there is a number

  Estimate estimate() const { return netloom::estimate(seeds, !copies); }
};

/// What a measure gives for one curve in one panel.
Measured measure(const ExperimentResults& results, const Measure& measure, const std::string& panel,
                 const std::string& curve);

enum class Verdict {
  kHolds,
  kFails,
  kExplained,     ///< fails, and the definition says why
  kNotToldApart,  ///< the 95 % interval reaches across a bound of what is expected
  kNoResult,      ///< the panels are not part of the scale, or a run failed
};

/// "holds", "does not hold", …
const char* verdict_text(Verdict verdict);

/// One line of the table of claims.
struct Finding {
  const Claim* claim = nullptr;
  std::string panel;      ///< name; empty: one number over several panels
  std::string reference;  ///< the curve that was compared with
  Measured measured;
  Verdict verdict = Verdict::kNoResult;
};

/// All claims of an experiment against what was measured. A comparison is made seed by seed, with
/// the curve whose mean over the seeds is the best (worst, middle) one.
std::vector<Finding> evaluate(const Experiment& experiment, const ExperimentResults& results);

}  // namespace sim
}  // namespace netloom
