#include "sim/experiments/definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "routing/base/joined.h"
#include "sim/config/check.h"
#include "sim/experiments/definition_schema.h"
#include "sim/experiments/library.h"
#include "sim/experiments/measures.h"

namespace netloom {
inline namespace sim {

using nlohmann::json;

std::string text_of(const json& map, const char* name) {
  return map.contains(name) ? map.at(name).get<std::string>() : std::string();
}

std::vector<double> loads_of(const json& one_or_several) {
  std::vector<double> result;
  for (const json& each :
       one_or_several.is_array() ? one_or_several : json::array({one_or_several})) {
    result.push_back(each.get<double>());
  }
  return result;
}

Definition::Definition(const std::string& text, const std::string& name) : document_(text, name) {
  values_ = Checker(document_, {}).map(document_.root(), KeyPath(), experiment_schema());
  inherit();
}

/// Takes over what another definition says and this one does not, and from those that it is like
/// in turn. Claims are everyone's own.
void Definition::inherit() {
  std::set<std::string> given = {"claims"};
  for (const MapEntry& entry : document_.root().entries) given.insert(entry.key);
  std::set<std::string> passed;
  for (std::string like = text_of(values_, "like"); !like.empty();) {
    const KeyPath path = KeyPath().key("like");
    const std::string* text = find_experiment_text(like);
    if (text == nullptr) {
      std::vector<std::string> known;
      for (const ExperimentText& each : experiment_library()) known.push_back(each.id);
      document_.fail(path,
                     fmt::format("'{}' is not an experiment; allowed: {}", like, joined(known)));
    }
    if (!passed.insert(like).second) {
      document_.fail(path, fmt::format("'{}' is like itself; allowed: another one", like));
    }
    const Document other(*text, like + ".yaml");
    const json values = Checker(other, {}).map(other.root(), KeyPath(), experiment_schema());
    like = text_of(values, "like");
    for (const MapEntry& entry : other.root().entries) {
      if (given.insert(entry.key).second) values_[entry.key] = values.at(entry.key);
    }
  }
}

std::string Definition::required_text(const char* name) const {
  if (!values_.contains(name)) document_.fail(KeyPath().key(name), "is missing");
  return values_.at(name).get<std::string>();
}

std::vector<Override> Definition::overrides(const json& map, const KeyPath& path,
                                            const char* name) const {
  std::vector<Override> result;
  if (!map.contains(name)) return result;
  const json& list = map.at(name);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto text = list[i].get<std::string>();
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      document_.fail(path.key(name).element(i),
                     fmt::format("'{}' sets nothing; allowed: KEY.PATH=VALUE", text));
    }
    result.push_back({text.substr(0, equals), text.substr(equals + 1), name});
  }
  return result;
}

void Definition::add(const std::string& name, std::vector<std::string>& names,
                     const KeyPath& path) const {
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    document_.fail(path.key("name"), fmt::format("'{}' is given twice; allowed: once", name));
  }
  names.push_back(name);
}

const std::string& Definition::known(const std::string& name, const std::vector<std::string>& names,
                                     const KeyPath& path) const {
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    document_.fail(path, fmt::format("'{}' is not known; allowed: {}", name, joined(names)));
  }
  return name;
}

Measure Definition::measure(const json& map, const KeyPath& path) const {
  Measure result;
  result.name = map.at("measure").get<std::string>();
  const NamedMeasure& named = named_measure(result.name);
  result.pointer = map.contains("pointer") ? pointer(map, "pointer", path) : named.pointer;
  const bool takes_pointer = *named.pointer == '\0';
  if (takes_pointer != map.contains("pointer")) {
    document_.fail(path.key("pointer"),
                   takes_pointer
                       ? "is missing; allowed: a JSON pointer into a point"
                       : fmt::format("'{}' says itself what it is; allowed: nothing", result.name));
  }
  if (takes_pointer) result.name = result.pointer;
  result.unit = named.unit;
  result.divisor = named.divisor;
  result.over = named.over;
  result.source = named.source;
  result.larger_is_better = named.larger_is_better;
  if (map.contains("load")) {
    if (named.over != Measure::Over::kLoads) {
      document_.fail(path.key("load"), fmt::format("'{}' is not measured at a load; allowed: "
                                                   "nothing",
                                                   result.name));
    }
    result.loads = loads_of(map.at("load"));
  } else if (named.over == Measure::Over::kLoads) {
    result.over = Measure::Over::kOnlyPoint;
  }
  const std::string cost = text_of(map, "cost");
  if (cost == "times") result.cost = Measure::Cost::kTimes;
  if (cost == "per") {
    result.cost = Measure::Cost::kPer;
    result.larger_is_better = !result.larger_is_better;
  }
  return result;
}

std::string Definition::pointer(const json& map, const char* name, const KeyPath& path) const {
  std::string result = text_of(map, name);
  try {
    if (!json::json_pointer(result).empty()) return result;
  } catch (const json::exception&) {
  }
  document_.fail(path.key(name), fmt::format("'{}' is no JSON pointer; allowed: like "
                                             "/latency/network/mean",
                                             result));
}

void Definition::check_costs(const Measure& measure, const KeyPath& path,
                             const Experiment& experiment) const {
  if (measure.cost == Measure::Cost::kNone) return;
  for (const Curve& curve : experiment.curves) {
    if (!curve.cost.empty()) continue;
    document_.fail(path, fmt::format("counts the network's cost, but curve '{}' has no `cost`; "
                                     "allowed: a network design for every curve",
                                     curve.name));
  }
}

}  // namespace sim
}  // namespace netloom
