#include "sim/experiments/produce.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/number_from.h"
#include "routing/base/parameters.h"
#include "sim/experiments/analysis.h"
#include "sim/run/point.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

/// Where in an experiment a series belongs.
struct Place {
  const Panel* panel;
  const Curve* curve;
};

std::string place_text(const Experiment& experiment, const Place& place) {
  return fmt::format("{}, panel {}, curve {}", experiment.id, place.panel->name, place.curve->name);
}

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

Production simulate(const Experiment& experiment, const ProduceOptions& options) {
  std::vector<Series> series;
  std::vector<Place> places;
  for (const Panel* panel : experiment.panels_at(options.scale)) {
    for (const Curve& curve : experiment.curves) {
      const Place place{panel, &curve};
      std::vector<Override> overrides = experiment.overrides(*panel, curve, options.scale);
      overrides.insert(overrides.end(), options.overrides.begin(), options.overrides.end());
      Series each;
      each.name = panel->name + " " + curve.name;
      try {
        each.loaded = series_config(
            parse_with_routing(experiment.configuration, "configuration", "", overrides));
      } catch (const Error& error) {
        throw Error(place_text(experiment, place) + ": " + error.what());
      }
      series.push_back(std::move(each));
      places.push_back(place);
    }
  }
  SweepOptions sweep;
  sweep.jobs = options.jobs;
  sweep.database = options.database;
  sweep.any_build = options.any_build;
  sweep.only_known = options.only_known;
  sweep.progress = options.progress;
  const SweepOutcome outcome = run_sweep(series, sweep);

  Production production;
  production.points = outcome.points;
  production.reused = outcome.reused;
  production.failed = outcome.failed;
  production.not_stored = outcome.not_stored;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto missing = static_cast<std::size_t>(
        std::count(series[i].points.begin(), series[i].points.end(), Json()));
    production.missing += missing;
    if (!places[i].curve->cost.empty()) {
      production.results.set_cost(places[i].panel->name, places[i].curve->name,
                                  cost_of(series[i].config().netlist, places[i]));
    }
    // A curve of which points are missing would be taken for another one.
    if (missing > 0) continue;
    for (const Json& point : series[i].points) {
      if (succeeded(point)) continue;
      production.failures.push_back(place_text(experiment, places[i]) + ", " + failure_text(point));
    }
    production.results.add(places[i].panel->name, places[i].curve->name,
                           std::move(series[i].points));
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
