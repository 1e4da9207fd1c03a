#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.h"
#include "sim/experiments/experiment.h"
#include "sim/experiments/measured.h"

namespace netloom {
inline namespace sim {

/// The points of all curves of an experiment, or of a variant of it, as far as they were made.
class ExperimentResults {
 public:
  using Points = std::vector<Json>;

  /// Points that were not run have that as their failure: see not_run_point().
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

/// What a measure gives for one curve in one panel: with the interval of the run, if there is one
/// seed and the run has one, and of random combinations of faults with that of their number.
Measured measure(const ExperimentResults& results, const Measure& measure, const std::string& panel,
                 const std::string& curve);

enum class Verdict {
  kHolds,
  kFails,
  kExplained,     ///< fails, and holds in a run with one thing changed that the claim names
  kNotToldApart,  ///< the 95 % interval reaches across a bound of what is expected, or there is
                  ///< none
  kNotTestable,   ///< nothing can be measured
  kNoResult,      ///< a run failed, or has no such number, or there are too few seeds
  kNotRun,
};

inline constexpr Verdict kVerdicts[] = {
    Verdict::kHolds,       Verdict::kExplained, Verdict::kFails, Verdict::kNotToldApart,
    Verdict::kNotTestable, Verdict::kNoResult,  Verdict::kNotRun};

/// "holds", "does not hold", …
const char* verdict_text(Verdict verdict);

/// Seeds without which a simulation at paper scale gives no verdict.
inline constexpr std::size_t kLeastSeedsAtPaperScale = 3;

/// One line of the table of claims.
struct Finding {
  const Claim* claim = nullptr;
  std::string panel;      ///< name; empty: one number over several panels
  std::string reference;  ///< the curve that was compared with
  Measured measured;
  Verdict verdict = Verdict::kNotRun;
  std::string explained_by;  ///< the variant in which it holds; empty: none
};

/// A point that was not run. It has its load and seed, and no results.
Json not_run_point(const std::optional<double>& load, std::uint64_t seed);
bool is_not_run(const Json& point);

/// All claims of an experiment, or of a variant of it, in all panels that it has at a scale,
/// against what was measured. A comparison is made seed by seed, with the curve whose mean over the
/// seeds is the best (worst, middle) one. An invariant is about every run, so that of one seed it
/// takes the value as it is.
std::vector<Finding> evaluate(const Experiment& experiment, const ExperimentResults& results,
                              Scale scale, const Variant* variant = nullptr);

/// Whether what a finding says holds in a variant: in the same panel, or where the claim is over
/// several in whichever the variant has it from.
bool holds_in(const std::vector<Finding>& of_variant, const Finding& finding);

/// Marks what does not hold and is explained by a variant in which it does. `of_variants`: in the
/// order of the experiment's variants.
void explain(const Experiment& experiment, std::vector<Finding>& findings,
             const std::vector<std::vector<Finding>>& of_variants);

}  // namespace sim
}  // namespace netloom
