#include "testbench/matrix/definition.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "sim/config/check.h"
#include "sim/config/document.h"
#include "sim/config/schema_parts.h"

namespace netloom {
namespace {

using namespace schema;
using nlohmann::json;

/// What rules call the variant without a name.
const std::string kDefaults = "defaults";

ValueSchema names(std::vector<std::string> known) {
  return one_or_list(text(std::move(known)), true);
}

KeySchema settings() {
  return key("set", "Keys of the configuration, KEY.PATH=VALUE.", "", list_of(text()));
}

std::vector<KeySchema> filter_keys() {
  return {key("topologies", "Of these topologies only.", "",
              names(TopologyRegistry::instance().names())),
          key("functions", "Of these routing functions only.", "",
              names(RoutingFunctionRegistry::instance().names())),
          key("policies", "With these VC policies only.", "",
              names(VcPolicyRegistry::instance().names())),
          key("switchings", "With these switching modes only.", "", names({})),
          key("variants", "Of these variants only; \"defaults\" is the one with all defaults.", "",
              names({}))};
}

/// A list of rules: a filter, and what is said about the combinations that it lets pass.
ValueSchema rules(const std::vector<KeySchema>& statement) {
  std::vector<KeySchema> keys = filter_keys();
  keys.insert(keys.end(), statement.begin(), statement.end());
  return list_of(map_of(std::move(keys)));
}

std::vector<std::string> block_names() {
  std::vector<std::string> result;
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    const std::string& block = RtlBlockRegistry::instance().find(name).block;
    if (std::find(result.begin(), result.end(), block) == result.end()) result.push_back(block);
  }
  return result;
}

MapSchema definition_schema() {
  const auto because = required_key("because", "Why that is as it should be.", text());
  MapSchema map;
  map.keys = {
      required_key("configuration", "Configuration (YAML) that all combinations share.", text()),
      key("files", "Files that configurations name.", "",
          list_of(map_of({required_key("name", "The file's name.", text()),
                          required_key("text", "What is in it.", text())}))),
      required_key("networks", "A small network of each topology.",
                   list_of(map_of({required_key("topology", "Its topology.",
                                                text(TopologyRegistry::instance().names())),
                                   settings()}))),
      required_key(
          "switchings", "Switching modes; variants have the first one.",
          list_of(map_of({required_key("name", "switch.switching.", text()), settings()}))),
      required_key("functions",
                   "Where routing functions are defined; everywhere else they are refused.",
                   list_of(map_of({required_key("names", "Routing functions.",
                                                names(RoutingFunctionRegistry::instance().names())),
                                   key("topologies", "Topologies; all unless given.", "",
                                       names(TopologyRegistry::instance().names())),
                                   required_key("policies", "VC policies.",
                                                names(VcPolicyRegistry::instance().names()))}))),
      key("settings", "What some combinations need.", "", rules({settings()})),
      key("variants", "Further settings of a combination.", "",
          rules({required_key("name", "What it is called.", text()), settings()})),
      key("refused", "Combinations that are refused although the function has the policy.", "",
          rules({because})),
      key("may_deadlock", "Combinations that are not free of deadlock.", "", rules({because})),
      key("blocks", "RTL blocks that make decisions of combinations; they make no other's.", "",
          rules({required_key("blocks", "Decisions that blocks make.", names(block_names())),
                 key("selections", "With these selection functions only.", "",
                     names(SelectionRegistry::instance().names())),
                 key("except", "Not of these.", "", map_of(filter_keys()))})),
      key("idle", "RTL blocks among these that no packet asks for a decision.", "",
          rules({required_key("blocks", "Decisions that blocks make.", names(block_names())),
                 because}))};
  return map;
}

std::vector<std::string> list_of_names(const json& map, const char* name) {
  if (!map.contains(name)) return {};
  const json& value = map.at(name);
  if (value.is_string()) return {value.get<std::string>()};
  return value.get<std::vector<std::string>>();
}

/// Turns the checked keys of a definition into a MatrixDefinition.
class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : document_(text, name) {
    values_ = Checker(document_, {}).map(document_.root(), KeyPath(), definition_schema());
  }

  MatrixDefinition read() const {
    MatrixDefinition result;
    result.configuration = values_.at("configuration").get<std::string>();
    for (const json& each : values_.value("files", json::array())) {
      result.files.push_back(
          {each.at("name").get<std::string>(), each.at("text").get<std::string>()});
    }
    result.networks = named("networks", "topology");
    result.switchings = named("switchings", "name");
    for (const json& each : values_.at("functions")) {
      result.functions.push_back({list_of_names(each, "names"), list_of_names(each, "topologies"),
                                  list_of_names(each, "policies")});
      if (result.functions.back().topologies.empty()) {
        result.functions.back().topologies = TopologyRegistry::instance().names();
      }
    }
    result.settings = rules_of("settings");
    result.variants = rules_of("variants");
    result.refused = rules_of("refused");
    result.may_deadlock = rules_of("may_deadlock");
    result.blocks = rules_of("blocks");
    result.idle = rules_of("idle");
    return result;
  }

 private:
  std::vector<Override> overrides(const json& map, const KeyPath& path) const {
    std::vector<Override> result;
    const std::vector<std::string> texts = list_of_names(map, "set");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::size_t equals = texts[i].find('=');
      if (equals == std::string::npos || equals == 0) {
        document_.fail(path.key("set").element(i),
                       fmt::format("'{}' sets nothing; allowed: KEY.PATH=VALUE", texts[i]));
      }
      result.push_back({texts[i].substr(0, equals), texts[i].substr(equals + 1)});
    }
    return result;
  }

  std::vector<MatrixDefinition::Named> named(const char* list, const char* name) const {
    std::vector<MatrixDefinition::Named> result;
    std::size_t index = 0;
    for (const json& each : values_.at(list)) {
      const KeyPath here = KeyPath().key(list).element(index++);
      result.push_back({each.at(name).get<std::string>(), overrides(each, here)});
      for (std::size_t i = 0; i + 1 < result.size(); ++i) {
        if (result[i].name != result.back().name) continue;
        document_.fail(here.key(name),
                       fmt::format("'{}' is given twice; allowed: once", result[i].name));
      }
    }
    return result;
  }

  static CombinationFilter filter(const json& map) {
    return {list_of_names(map, "topologies"), list_of_names(map, "functions"),
            list_of_names(map, "policies"), list_of_names(map, "switchings"),
            list_of_names(map, "variants")};
  }

  std::vector<MatrixDefinition::Rule> rules_of(const char* name) const {
    std::vector<MatrixDefinition::Rule> result;
    std::size_t index = 0;
    for (const json& each : values_.value(name, json::array())) {
      const KeyPath here = KeyPath().key(name).element(index++);
      MatrixDefinition::Rule rule;
      rule.place = document_.place(here);
      rule.filter = filter(each);
      rule.set = overrides(each, here);
      rule.name = each.value("name", "");
      rule.because = each.value("because", "");
      rule.blocks = list_of_names(each, "blocks");
      rule.selections = list_of_names(each, "selections");
      rule.has_except = each.contains("except");
      if (rule.has_except) rule.except = filter(each.at("except"));
      result.push_back(std::move(rule));
    }
    return result;
  }

  Document document_;
  json values_;
};

bool is_one_of(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool CombinationFilter::matches(const Combination& combination) const {
  return is_one_of(topologies, combination.topology) &&
         is_one_of(functions, combination.function) && is_one_of(policies, combination.policy) &&
         is_one_of(switchings, combination.switching) &&
         is_one_of(variants, combination.variant.empty() ? kDefaults : combination.variant);
}

MatrixDefinition parse_matrix_definition(const std::string& text, const std::string& name) {
  return Reader(text, name).read();
}

}  // namespace netloom
