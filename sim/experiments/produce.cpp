#include "sim/experiments/produce.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "routing/base/parameters.h"
#include "sim/base/json.h"
#include "sim/experiments/analysis.h"
#include "sim/experiments/plan.h"
#include "sim/run/point.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

/// Relative cost of a curve's network, which is a k-ary n-tree or made from one; or the number that
/// the curve gives in its place.
double cost_of(const Netlist& netlist, const Place& place) {
  const std::string& cost = place.curve->cost;
  if (const auto number = number_from<double>(cost)) return *number;
  if (netlist.topology != "fat_tree" && netlist.topology != "ruft") {
    throw Error(
        fmt::format("curve {}: the relative network cost is defined for fat_tree and ruft "
                    "only, not for '{}'",
                    place.curve->name, netlist.topology));
  }
  return design_cost(place.curve->cost,
                     static_cast<int>(integer_parameter(netlist.parameters, "k")),
                     static_cast<int>(integer_parameter(netlist.parameters, "n")));
}

/// A curve's points, those that were not run as such. Nothing, if none was.
std::vector<Json> points_in(const Series& series) {
  std::vector<Json> points = series.points;
  const std::vector<PointRequest> requests = points_of(series.config(), false);
  const auto was_run = [](const Json& point) { return !point.is_null(); };
  if (std::none_of(points.begin(), points.end(), was_run)) return {};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].is_null()) points[i] = not_run_point(requests[i].load, requests[i].seed);
  }
  return points;
}

Production simulate(const Experiment& experiment, const ProduceOptions& options) {
  Plan plan;
  const ExperimentPlan places = plan.add(experiment, options.scale, options.overrides);
  SweepOptions sweep;
  sweep.jobs = options.jobs;
  sweep.database = options.database;
  sweep.any_build = options.any_build;
  sweep.only_known = options.only_known;
  sweep.progress = options.progress;
  const SweepOutcome outcome = run_sweep(plan.series, sweep);

  Production production;
  production.points = outcome.points;
  production.reused = outcome.reused;
  production.failed = outcome.failed;
  production.not_stored = outcome.not_stored;
  for (const Series& series : plan.series) {
    for (const Json& point : series.points) {
      if (point.is_null()) ++production.missing;
      if (!point.is_null() && falls_short_of_precision(point)) ++production.imprecise;
      production.processor_hours += processor_seconds_of(point).value_or(0) / 3600;
    }
  }
  std::set<std::size_t> told;
  for (std::size_t i = 0; i < places.curves.size(); ++i) {
    const Place& place = places.curves[i];
    const Series& series = plan.series[places.series_of[i]];
    ExperimentResults& results = production.of(experiment, place.variant);
    if (!place.curve->cost.empty()) {
      results.set_cost(place.panel->name, place.curve->name,
                       cost_of(series.config().netlist, place));
    }
    std::vector<Json> points = points_in(series);
    if (points.empty()) continue;
    if (told.insert(places.series_of[i]).second) {
      for (const Json& point : points) {
        if (succeeded(point) || is_not_run(point)) continue;
        production.failures.push_back(experiment.place(place.variant, *place.panel, *place.curve) +
                                      ", " + failure_text(point));
      }
    }
    results.add(place.panel->name, place.curve->name, std::move(points));
  }
  return production;
}

}  // namespace

Production produce(const Experiment& experiment, const ProduceOptions& options) {
  if (experiment.data != Experiment::Data::kSimulation) return analyse(experiment, options);
  return simulate(experiment, options);
}

}  // namespace sim
}  // namespace netloom
