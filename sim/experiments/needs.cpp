#include "sim/experiments/needs.h"

#include <algorithm>

namespace netloom {
inline namespace sim {
namespace {

std::optional<std::vector<double>> loads_of(const Measure& measure,
                                            const std::vector<double>& loads) {
  if (measure.over != Measure::Over::kLoads) return std::nullopt;
  return loads;
}

}  // namespace

std::vector<Need> needs_of(const Claim& claim, const std::string& panel) {
  const Measure& measure = claim.measure;
  std::vector<Need> result = {{panel, claim.curve, loads_of(measure, measure.loads)}};
  const std::string& there = claim.against_panel.empty() ? panel : claim.against_panel;
  const auto loads = loads_of(claim.against_measure.value_or(measure),
                              claim.against_loads.empty() ? measure.loads : claim.against_loads);
  for (const std::string& curve : claim.reference.curves) result.push_back({there, curve, loads});
  return result;
}

std::vector<std::vector<std::string>> statements_of(const Experiment& experiment,
                                                    const Claim& claim, Scale scale,
                                                    const Variant* variant) {
  if (!claim.not_testable.empty()) return {};
  std::vector<std::vector<std::string>> each;
  std::vector<std::string> together;
  const std::vector<const Panel*> here = experiment.panels_at(scale, variant);
  for (const std::string& name : claim.panels) {
    const bool has = std::any_of(here.begin(), here.end(),
                                 [&](const Panel* panel) { return panel->name == name; });
    if (!has) continue;
    each.push_back({name});
    together.push_back(name);
  }
  if (claim.across == Claim::Across::kEach) return each;
  if (together.empty()) return {};
  return {together};
}

}  // namespace sim
}  // namespace netloom
