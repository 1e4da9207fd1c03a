#include "sim/experiments/plan.h"

#include <utility>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

ExperimentPlan Plan::add(const Experiment& experiment, Scale scale,
                         const std::vector<Override>& overrides) {
  ExperimentPlan plan;
  plan.experiment = &experiment;
  const auto add = [&](const Place& place) {
    std::vector<Override> all =
        experiment.overrides(*place.panel, *place.curve, scale, place.variant);
    all.insert(all.end(), overrides.begin(), overrides.end());
    Series each;
    each.name = experiment.place(place.variant, *place.panel, *place.curve);
    try {
      each.loaded =
          series_config(parse_with_routing(experiment.configuration, "configuration", "", all));
    } catch (const Error& error) {
      throw Error(each.name + ": " + error.what());
    }
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
