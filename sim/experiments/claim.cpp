#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/joined.h"
#include "sim/config/schema.h"
#include "sim/experiments/definition_parts.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

/// Names of curves that a key holds: one, or several.
std::vector<std::string> curves_at(const Definition& definition, const json& map,
                                   const KeyPath& path, const char* name) {
  std::vector<std::string> result;
  if (!map.contains(name)) return result;
  const json& list = map.at(name);
  for (const json& each : list.is_array() ? list : json::array({list})) {
    result.push_back(
        definition.known(each.get<std::string>(), definition.curves(), path.key(name)));
  }
  return result;
}

/// What is compared with; of several in `against` the first.
Reference reference(const Definition& definition, const json& map, const KeyPath& path) {
  Reference result;
  int given = 0;
  const auto take = [&](const char* name, Reference::Pick pick) {
    if (!map.contains(name)) return;
    ++given;
    result.pick = pick;
    result.curves = curves_at(definition, map, path, name);
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
  if (map.contains("against")) result.curves.resize(1);
  return result;
}

/// Bounds as reports print them where the claim does not say it: "> 0", "5 to 10".
std::string range_text(const Range& range) {
  if (range.at_least && range.at_most) {
    return number_text(*range.at_least) + " to " + number_text(*range.at_most);
  }
  std::vector<std::string> bounds;
  if (range.more_than) bounds.push_back("> " + number_text(*range.more_than));
  if (range.at_least) bounds.push_back("≥ " + number_text(*range.at_least));
  if (range.less_than) bounds.push_back("< " + number_text(*range.less_than));
  if (range.at_most) bounds.push_back("≤ " + number_text(*range.at_most));
  return joined(bounds);
}

/// Whether no number is in a range.
bool is_empty(const Range& range) {
  const auto below = [](const std::optional<double>& most, const std::optional<double>& least) {
    return most && least && *most < *least;
  };
  const auto not_above = [](const std::optional<double>& most, const std::optional<double>& least) {
    return most && least && *most <= *least;
  };
  return below(range.at_most, range.at_least) || not_above(range.at_most, range.more_than) ||
         not_above(range.less_than, range.at_least) || not_above(range.less_than, range.more_than);
}

/// Bounds, and how reports print the published value if the claim does not say.
void expectation(const Definition& definition, const json& map, const KeyPath& path, Claim& claim) {
  const bool value = map.contains("value");
  const int distances =
      static_cast<int>(map.contains("within")) + static_cast<int>(map.contains("reading_error"));
  Range& range = claim.expected;
  const auto take = [&](const char* name, std::optional<double>& bound) {
    if (map.contains(name)) bound = map.at(name).get<double>();
    return bound.has_value();
  };
  const bool least = take("at_least", range.at_least), more = take("more_than", range.more_than);
  const bool most = take("at_most", range.at_most), less = take("less_than", range.less_than);
  const bool bounds = least || more || most || less;
  if (value == bounds || distances != (value ? 1 : 0)) {
    definition.fail(path,
                    "says nothing to check; allowed: value and within (or reading_error), or "
                    "bounds: at_least or more_than, at_most or less_than");
  }
  if ((least && more) || (most && less)) {
    definition.fail(path, "has two bounds on one side; allowed: one on each");
  }
  const std::string unit = claim.form == Claim::Form::kPercent ? " %" : "";
  if (value) {
    const auto middle = map.at("value").get<double>();
    const auto distance = map.at(map.contains("within") ? "within" : "reading_error").get<double>();
    if (map.contains("within")) claim.within = std::abs(distance / middle);
    range.at_least = middle - distance;
    range.at_most = middle + distance;
    claim.paper = number_text(middle) + unit;
    return;
  }
  if (is_empty(range)) {
    definition.fail(path, "no number is in that range; allowed: a lower bound below the upper one");
  }
  claim.paper = range_text(range) + unit;
}

void with_names(std::string& text, const std::string& placeholder, const std::string& name) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + name.size())) {
    text.replace(at, placeholder.size(), name);
  }
}

/// What a claim measures, of its first curve and against its first one.
void measurement(const Definition& definition, const json& map, const KeyPath& path,
                 const Experiment& experiment, Claim& result) {
  for (const char* name : {"measure", "curve", "expect"}) {
    if (!map.contains(name)) definition.fail(path.key(name), "is missing");
  }
  result.measure = definition.measure(map, path);
  definition.check_costs(result.measure, path, experiment);
  result.curve = curves_at(definition, map, path, "curve").front();
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
  if (map.contains("against_measure")) {
    json other = {{"measure", map.at("against_measure")}};
    for (const char* key : {"load", "cost"}) {
      if (map.contains(key)) other[key] = map.at(key);
    }
    result.against_measure = definition.measure(other, path.key("against_measure"));
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
  for (const json& each : map.value("explained_by", json::array())) {
    result.explained_by.push_back(
        definition.known(each.get<std::string>(), definition.variants(), path.key("explained_by")));
  }
}

/// One claim for each of the curves, and for each of those that it is compared with.
std::vector<Claim> each_of(const Definition& definition, const json& map, const KeyPath& path,
                           const Claim& claim) {
  std::vector<Claim> result;
  const bool with_itself =
      !claim.reference.curves.empty() && reference(definition, map, path).curves.empty();
  std::vector<std::string> others = curves_at(definition, map, path, "against");
  if (others.empty()) others.emplace_back();
  for (const std::string& curve : curves_at(definition, map, path, "curve")) {
    for (const std::string& other : others) {
      Claim each = claim;
      each.curve = curve;
      if (!other.empty()) each.reference.curves = {other};
      if (with_itself) each.reference.curves = {curve};
      with_names(each.says, "{curve}", curve);
      with_names(each.says, "{against}", other);
      result.push_back(std::move(each));
    }
  }
  return result;
}

}  // namespace

std::vector<Claim> read_claims(const Definition& definition, const json& map, const KeyPath& path,
                               const Experiment& experiment) {
  Claim claim;
  claim.says = map.at("says").get<std::string>();
  claim.quote = text_of(map, "quote");
  claim.where = map.contains("where") ? text_of(map, "where") : experiment.source;
  claim.invariant = map.at("invariant").get<bool>();
  claim.not_testable = text_of(map, "not_testable");
  claim.fails_because = text_of(map, "fails_because");
  if (!claim.not_testable.empty()) {
    for (const char* name : {"measure", "curve", "expect", "fails_because", "explained_by"}) {
      if (map.contains(name)) {
        definition.fail(path.key(name),
                        "is of no use where nothing can be measured; allowed: "
                        "nothing beside not_testable");
      }
    }
    claim.paper = text_of(map, "paper");
    return {claim};
  }
  measurement(definition, map, path, experiment, claim);
  if (map.contains("paper")) claim.paper = text_of(map, "paper");
  return each_of(definition, map, path, claim);
}

}  // namespace sim
}  // namespace netloom
