#pragma once

#include <cstddef>
#include <optional>

#include "hw/nic/traffic_source.h"
#include "routing/base/types.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/statistics/load_stability.h"
#include "sim/statistics/measured_series.h"
#include "sim/statistics/measurement.h"
#include "sim/statistics/stopping_rule.h"

namespace netloom {
inline namespace sim {

/// When a run has warmed up and when it has measured enough, and how good its results are: for runs
/// whose configuration says RunConfig::judged(). It is looked at in cycles that this says, when the
/// run has come to them; results until then are those of MeasuredSeries::bins().
class JudgedRun {
 public:
  /// `config` outlives it. `nodes`: hosts of the network.
  JudgedRun(const RunConfig& config, std::size_t nodes);

  /// The first cycle of the measured interval; none: the run is still warming up.
  std::optional<Cycle> begin() const { return begin_; }
  /// The cycle up to which to run before the next look.
  Cycle next_look() const;
  /// At next_look(). Returns whether the run is over. `sources`: if RunConfig::of_sources asks.
  bool look(const DeliveryBins& bins, const std::optional<SourceBins>& sources = {});
  /// Whether what was asked for is reached: a steady state, and the precision if there is one.
  bool holds() const;
  /// Nothing of the measured interval rises or falls.
  bool settled() const { return settled_; }

  /// `precision` and `intervals` of a point. After the run, which has been measured up to `end`;
  /// `names`: of path classes.
  Json precision_json(const MeasuredSeries& series, Cycle end,
                      const std::vector<std::string>& names) const;
  Json intervals_json(const Measurement& measurement, const MeasuredSeries& series,
                      Cycle end) const;
  /// Whether the network keeps up with the load; null: that was not asked.
  Json stability_json() const;

 private:
  bool look_at_warm_up(const DeliveryBins& bins);
  /// After a look at it: the run doubles.
  Cycle next_of_stability(Cycle look) const;
  bool look_at_stability(const DeliveryBins& bins, const std::optional<SourceBins>& sources);
  /// At next_look(): long since, and surely.
  bool overloaded(const DeliveryBins& bins) const;
  void begin_at(Cycle cycle);

  const RunConfig& config_;
  std::size_t nodes_;
  Cycle look_;  ///< the next one, while it warms up
  std::optional<Cycle> begin_;
  std::optional<Cycle> cut_;  ///< what MSER-5 would cut off, cycles
  bool warmed_up_ = true;     ///< it did not begin to measure because it had to
  std::optional<StoppingRule> rule_;
  Cycle all_looks_ = 0;  ///< the sum of how long all looks at the stability come after the begin
  std::optional<LoadStability> stability_;
  std::optional<SourceStability> of_sources_;
  /// Cycles of the shortest batches that have been found without correlation.
  Cycle uncorrelated_latency_ = kNever, uncorrelated_accepted_ = kNever;
  bool settled_ = false;
  std::optional<double> reached_;  ///< largest relative half-width
  int looks_ = 0;
};

}  // namespace sim
}  // namespace netloom
