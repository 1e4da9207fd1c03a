#include <fmt/format.h>

#include <map>
#include <string>

#include "sim/config/schema.h"
#include "sim/experiments/definition_parts.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

Reference reference(const Definition& definition, const json& map, const KeyPath& path) {
  Reference result;
  int given = 0;
  const auto take = [&](const char* name, Reference::Pick pick) {
    if (!map.contains(name)) return;
    ++given;
    result.pick = pick;
    const json& list = map.at(name);
    for (const json& each : list.is_array() ? list : json::array({list})) {
      result.curves.push_back(
          definition.known(each.get<std::string>(), definition.curves(), path.key(name)));
    }
  };
  take("against", Reference::Pick::kBest);
  take("best_of", Reference::Pick::kBest);
  take("worst_of", Reference::Pick::kWorst);
  take("median_of", Reference::Pick::kMedian);
  if (given > 1) {
    definition.fail(path,
                    "is compared with several things; allowed: one of against, best_of, "
                    "worst_of, median_of");
  }
  return result;
}

/// Bounds, and how reports print the published value if the claim does not say.
void expectation(const Definition& definition, const json& map, const KeyPath& path, Claim& claim) {
  const bool value = map.contains("value");
  const bool bounds = map.contains("at_least") || map.contains("at_most");
  if (value == bounds || value != map.contains("within")) {
    definition.fail(path,
                    "says nothing to check; allowed: value and within, or at_least and "
                    "at_most (one or both)");
  }
  const std::string unit = claim.form == Claim::Form::kPercent ? " %" : "";
  if (value) {
    const auto middle = map.at("value").get<double>();
    const auto within = map.at("within").get<double>();
    claim.at_least = middle - within;
    claim.at_most = middle + within;
    claim.paper = number_text(middle) + unit;
    return;
  }
  if (map.contains("at_least")) claim.at_least = map.at("at_least").get<double>();
  if (map.contains("at_most")) claim.at_most = map.at("at_most").get<double>();
  if (claim.at_least && claim.at_most && *claim.at_least > *claim.at_most) {
    definition.fail(path,
                    "nothing is both at least and at most that; allowed: at_least <= "
                    "at_most");
  }
  if (claim.at_least && claim.at_most) {
    claim.paper = number_text(*claim.at_least) + " to " + number_text(*claim.at_most) + unit;
  } else if (claim.at_least) {
    claim.paper = "≥ " + number_text(*claim.at_least) + unit;
  } else {
    claim.paper = "≤ " + number_text(*claim.at_most) + unit;
  }
}

}  // namespace

Claim read_claim(const Definition& definition, const nlohmann::json& map, const KeyPath& path,
                 const Experiment& experiment) {
  Claim result;
  result.says = map.at("says").get<std::string>();
  result.where = map.contains("where") ? text_of(map, "where") : experiment.source;
  result.measure = definition.measure(map, path);
  definition.check_costs(result.measure, path, experiment);
  result.curve =
      definition.known(map.at("curve").get<std::string>(), definition.curves(), path.key("curve"));
  result.reference = reference(definition, map, path);
  if (map.contains("against_panel")) {
    result.against_panel = definition.known(text_of(map, "against_panel"), definition.panels(),
                                            path.key("against_panel"));
    if (result.reference.curves.empty()) result.reference.curves = {result.curve};
  }
  if (map.contains("against_load")) {
    if (result.measure.loads.empty()) {
      definition.fail(path.key("against_load"),
                      "needs a load of its own to compare with; allowed: beside a load");
    }
    result.against_loads = loads_of(map.at("against_load"));
    if (result.reference.curves.empty()) result.reference.curves = {result.curve};
  }
  const bool compared = !result.reference.curves.empty();
  static const std::map<std::string, Claim::Form> forms = {
      {"value", Claim::Form::kValue},
      {"percent", Claim::Form::kPercent},
      {"ratio", Claim::Form::kRatio},
      {"difference", Claim::Form::kDifference}};
  const std::string form = map.contains("form") ? text_of(map, "form")
                           : compared           ? "percent"
                                                : "value";
  result.form = forms.at(form);
  if ((result.form == Claim::Form::kValue) == compared) {
    definition.fail(
        path.key("form"),
        compared ? "'value' compares nothing; allowed: percent, ratio, difference"
                 : fmt::format("'{}' needs something to compare with; allowed: value", form));
  }
  static const std::map<std::string, Claim::Across> across = {
      {"each", Claim::Across::kEach},
      {"largest", Claim::Across::kLargest},
      {"smallest", Claim::Across::kSmallest},
      {"mean", Claim::Across::kMean}};
  result.across = across.at(map.at("across").get<std::string>());
  if (map.contains("panels")) {
    for (const json& each : map.at("panels")) {
      result.panels.push_back(
          definition.known(each.get<std::string>(), definition.panels(), path.key("panels")));
    }
  } else {
    result.panels = definition.panels();
  }
  expectation(definition, map.at("expect"), path.key("expect"), result);
  if (map.contains("paper")) result.paper = text_of(map, "paper");
  result.fails_because = text_of(map, "fails_because");
  return result;
}

}  // namespace sim
}  // namespace netloom
