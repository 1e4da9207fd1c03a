#include "sim/experiments/plan.h"

#include <utility>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

Series series_at(const Experiment& experiment, const Place& place, Scale scale,
                 const std::vector<Override>& overrides) {
  std::vector<Override> all =
      experiment.overrides(*place.panel, *place.curve, scale, place.variant);
  all.insert(all.end(), overrides.begin(), overrides.end());
  Series series;
  series.name = experiment.place(place.variant, *place.panel, *place.curve);
  try {
    // Tables are made for the points that are simulated.
    series.loaded =
        series_config(parse_with_routing(experiment.configuration, "configuration", "", all,
                                         TrafficSection::kRequired, RoutingTrial::kWithoutTables));
  } catch (const Error& error) {
    throw Error(series.name + ": " + error.what());
  }
  return series;
}

ExperimentPlan Plan::add(const Experiment& experiment, Scale scale,
                         const std::vector<Override>& overrides) {
  ExperimentPlan plan;
  plan.experiment = &experiment;
  const auto add = [&](const Place& place) {
    Series each = series_at(experiment, place, scale, overrides);
    const auto [found, is_new] = known_.emplace(json_text(each.config().resolved), series.size());
    if (is_new) series.push_back(std::move(each));
    plan.curves.push_back(place);
    plan.series_of.push_back(found->second);
  };
  for (const Variant* variant : experiment.boards()) {
    for (const Panel* panel : experiment.panels_at(scale, variant)) {
      for (const Curve* curve : experiment.curves_of(variant)) add({variant, panel, curve});
    }
  }
  return plan;
}

}  // namespace sim
}  // namespace netloom
