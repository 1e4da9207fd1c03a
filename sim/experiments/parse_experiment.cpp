#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "sim/experiments/definition.h"
#include "sim/experiments/definition_parts.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

/// Turns the checked keys of one definition into an Experiment; checks what the schema cannot.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : definition_(text, name) {}

  Experiment read(const std::string& id) {
    Experiment result;
    result.id = id;
    result.title = definition_.required_text("title");
    result.source = definition_.required_text("source");
    result.notes = text_of(definition_.values(), "notes");
    const std::string data = definition_.values().value("data", "simulation");
    result.data = data == "memory"        ? Experiment::Data::kMemory
                  : data == "cost"        ? Experiment::Data::kCost
                  : data == "crosspoints" ? Experiment::Data::kCrosspoints
                  : data == "faults"      ? Experiment::Data::kFaults
                                          : Experiment::Data::kSimulation;
    if (result.data == Experiment::Data::kSimulation) {
      result.configuration = definition_.required_text("configuration");
    }
    result.set = definition_.overrides(definition_.values(), KeyPath(), "set");
    result.quick = definition_.overrides(definition_.values(), KeyPath(), "quick");
    result.paper = definition_.overrides(definition_.values(), KeyPath(), "paper");
    result.medium = definition_.overrides(definition_.values(), KeyPath(), "medium");
    read_curves(result);
    read_panels(result);
    read_variants(result);
    if (definition_.values().contains("picture"))
      result.picture = read_picture(definition_, result);
    const json claims = definition_.values().value("claims", json::array());
    for (std::size_t i = 0; i < claims.size(); ++i) {
      for (Claim& each :
           read_claims(definition_, claims[i], KeyPath().key("claims").element(i), result)) {
        result.claims.push_back(std::move(each));
      }
    }
    return result;
  }

 private:
  void read_panels(Experiment& result) {
    const KeyPath path = KeyPath().key("panels");
    const json list = definition_.values().value("panels", json::array());
    if (list.empty()) definition_.fail(path, "is missing");
    for (std::size_t i = 0; i < list.size(); ++i) {
      Panel panel;
      panel.name = list[i].at("name").get<std::string>();
      panel.title = list[i].at("title").get<std::string>();
      panel.set = definition_.overrides(list[i], path.element(i), "set");
      panel.quick = definition_.overrides(list[i], path.element(i), "quick");
      panel.paper = definition_.overrides(list[i], path.element(i), "paper");
      panel.medium = definition_.overrides(list[i], path.element(i), "medium");
      panel.in_quick = list[i].at("in_quick").get<bool>();
      panel.in_paper = list[i].at("in_paper").get<bool>();
      panel.in_medium = list[i].at("in_medium").get<bool>();
      if (!panel.in_quick && !panel.in_paper) {
        definition_.fail(path.element(i),
                         "is part of no scale; allowed: one of in_quick and in_paper may be false");
      }
      panel.chart = text_of(list[i], "chart");
      if (list[i].contains("at")) panel.at = list[i].at("at").get<double>();
      panel.only = only_of(list[i], path.element(i));
      definition_.add_panel(panel.name, path.element(i));
      result.panels.push_back(std::move(panel));
    }
  }

  void read_curves(Experiment& result) {
    const KeyPath path = KeyPath().key("curves");
    const json list = definition_.values().value("curves", json::array());
    if (list.empty()) definition_.fail(path, "is missing");
    for (std::size_t i = 0; i < list.size(); ++i) {
      Curve curve;
      curve.name = list[i].at("name").get<std::string>();
      curve.set = definition_.overrides(list[i], path.element(i), "set");
      curve.cost = text_of(list[i], "cost");
      definition_.add_curve(curve.name, path.element(i));
      result.curves.push_back(std::move(curve));
    }
  }

  void read_variants(Experiment& result) {
    const KeyPath path = KeyPath().key("variants");
    const json list = definition_.values().value("variants", json::array());
    for (std::size_t i = 0; i < list.size(); ++i) {
      Variant variant;
      variant.name = list[i].at("name").get<std::string>();
      variant.title = list[i].at("title").get<std::string>();
      variant.set = definition_.overrides(list[i], path.element(i), "set");
      variant.only = only_of(list[i], path.element(i));
      variant.panels = some_of(definition_.panels(), list[i], path.element(i), "panels");
      variant.curves = some_of(definition_.curves(), list[i], path.element(i), "curves");
      definition_.add_variant(variant.name, path.element(i));
      result.variants.push_back(std::move(variant));
    }
  }

  /// Overrides for some of the curves.
  std::vector<Only> only_of(const json& map, const KeyPath& path) const {
    const json list = map.value("only", json::array());
    std::vector<Only> result;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const KeyPath here = path.key("only").element(i);
      Only each;
      each.curves = some_of(definition_.curves(), list[i], here, "curves");
      each.set = definition_.overrides(list[i], here, "set");
      result.push_back(std::move(each));
    }
    return result;
  }

  /// The names that a key lists; all, where it is not given.
  std::vector<std::string> some_of(const std::vector<std::string>& names, const json& map,
                                   const KeyPath& path, const char* key) const {
    if (!map.contains(key)) return names;
    std::vector<std::string> result;
    for (const json& each : map.at(key)) {
      result.push_back(definition_.known(each.get<std::string>(), names, path.key(key)));
    }
    return result;
  }

  Definition definition_;
};

}  // namespace

Experiment parse_experiment(const std::string& text, const std::string& name) {
  const std::size_t slash = name.find_last_of('/');
  std::string id = slash == std::string::npos ? name : name.substr(slash + 1);
  if (id.size() > 5 && id.compare(id.size() - 5, 5, ".yaml") == 0) id.resize(id.size() - 5);
  return Reader(text, name).read(id);
}

}  // namespace sim
}  // namespace netloom
