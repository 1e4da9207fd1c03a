#include "testbench/matrix/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"

namespace netloom {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const MatrixDefinition::Named* find(const std::vector<MatrixDefinition::Named>& list,
                                    const std::string& name) {
  const auto it =
      std::find_if(list.begin(), list.end(), [&](const auto& each) { return each.name == name; });
  return it == list.end() ? nullptr : &*it;
}

/// What a parameter can be instead of its default, if that is a few words.
std::vector<std::string> other_choices(const Parameter& parameter) {
  if (!parameter.default_value) return {};
  std::vector<std::string> result;
  if (parameter.type == Parameter::Type::kBoolean) {
    result.emplace_back(std::get<bool>(*parameter.default_value) ? "false" : "true");
  } else if (parameter.type == Parameter::Type::kString) {
    for (const std::string& choice : parameter.choices) {
      if (choice != std::get<std::string>(*parameter.default_value)) result.push_back(choice);
    }
  }
  return result;
}

void append(std::vector<Override>& to, const std::vector<Override>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class Planner {
 public:
  explicit Planner(const MatrixDefinition& definition)
      : definition_(definition), used_{std::vector<bool>(definition.settings.size()),
                                       std::vector<bool>(definition.variants.size()),
                                       std::vector<bool>(definition.refused.size()),
                                       std::vector<bool>(definition.may_deadlock.size()),
                                       std::vector<bool>(definition.blocks.size()),
                                       std::vector<bool>(definition.idle.size())} {}

  MatrixPlan plan() {
    require_names();
    for (const std::string& topology : TopologyRegistry::instance().names()) {
      const MatrixDefinition::Named* network = find(definition_.networks, topology);
      if (network == nullptr) continue;
      for (const std::string& function : RoutingFunctionRegistry::instance().names()) {
        for (const std::string& policy : VcPolicyRegistry::instance().names()) {
          for (const MatrixDefinition::Named& switching : definition_.switchings) {
            add(*network, function, policy, switching);
          }
        }
      }
    }
    require_use(definition_.settings, used_.settings);
    require_use(definition_.variants, used_.variants);
    require_use(definition_.refused, used_.refused);
    require_use(definition_.may_deadlock, used_.may_deadlock);
    require_use(definition_.blocks, used_.blocks);
    require_use(definition_.idle, used_.idle);
    return std::move(plan_);
  }

 private:
  void require_names() {
    for (const std::string& name : TopologyRegistry::instance().names()) {
      if (find(definition_.networks, name) != nullptr) continue;
      plan_.problems.push_back(fmt::format(
          "topology '{}' is in no combination; the definition's networks lack it", name));
    }
    for (const std::string& name : RoutingFunctionRegistry::instance().names()) {
      if (std::any_of(definition_.functions.begin(), definition_.functions.end(),
                      [&](const auto& each) { return contains(each.names, name); })) {
        continue;
      }
      plan_.problems.push_back(fmt::format(
          "routing function '{}' is in no combination; the definition's functions lack it", name));
    }
    for (const std::string& name : VcPolicyRegistry::instance().names()) {
      if (std::any_of(definition_.functions.begin(), definition_.functions.end(),
                      [&](const auto& each) { return contains(each.policies, name); })) {
        continue;
      }
      plan_.problems.push_back(fmt::format(
          "VC policy '{}' is in no combination; none of the definition's functions has it", name));
    }
  }

  void require_use(const std::vector<MatrixDefinition::Rule>& rules,
                   const std::vector<bool>& used) {
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (!used[i]) plan_.problems.push_back(rules[i].place + "is about no combination");
    }
  }

  /// One combination with its variants.
  void add(const MatrixDefinition::Named& network, const std::string& function,
           const std::string& policy, const MatrixDefinition::Named& switching) {
    Combination base;
    base.topology = network.name;
    base.function = function;
    base.policy = policy;
    base.switching = switching.name;
    base.set = {{"network.topology", network.name}};
    append(base.set, network.set);
    base.set.push_back({"switch.switching", switching.name});
    append(base.set, switching.set);
    base.set.push_back({"routing.function", function});
    base.set.push_back({"routing.vcs.policy", policy});
    for (const MatrixDefinition::Functions& each : definition_.functions) {
      if (!contains(each.names, function) || !contains(each.topologies, network.name)) continue;
      base.defined = true;
      if (contains(each.policies, policy)) base.expected = Expectation::kGreen;
    }
    const bool shipped = base.expected == Expectation::kGreen;
    finish(base, {});
    if (!shipped) return;
    const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
    if (policy == entry.default_vc_policy && switching.name == definition_.switchings[0].name) {
      for (const Parameter& parameter : entry.parameters) {
        for (const std::string& choice : other_choices(parameter)) {
          base.variant = parameter.name + '=' + choice;
          finish(base, {{"routing." + parameter.name, choice}});
        }
      }
    }
    base.variant.clear();
    for (std::size_t i = 0; i < definition_.variants.size(); ++i) {
      const MatrixDefinition::Rule& rule = definition_.variants[i];
      if (!rule.filter.matches(base)) continue;
      used_.variants[i] = true;
      Combination variant = base;
      variant.variant = rule.name;
      finish(variant, rule.set);
    }
  }

  /// What the rules say about it; `set` is the variant's.
  void finish(Combination combination, const std::vector<Override>& set) {
    const auto apply = [&](const std::vector<MatrixDefinition::Rule>& rules,
                           std::vector<bool>& used, const auto& effect) {
      for (std::size_t i = 0; i < rules.size(); ++i) {
        if (!rules[i].filter.matches(combination)) continue;
        used[i] = true;
        effect(rules[i]);
      }
    };
    apply(definition_.settings, used_.settings,
          [&](const MatrixDefinition::Rule& rule) { append(combination.set, rule.set); });
    append(combination.set, set);
    if (combination.expected == Expectation::kGreen) {
      apply(definition_.may_deadlock, used_.may_deadlock, [&](const MatrixDefinition::Rule&) {
        combination.expected = Expectation::kMayDeadlock;
      });
      apply(definition_.refused, used_.refused,
            [&](const MatrixDefinition::Rule&) { combination.expected = Expectation::kRefused; });
    }
    if (combination.expected == Expectation::kGreen) {
      apply(definition_.blocks, used_.blocks, [](const MatrixDefinition::Rule&) {});
      apply(definition_.idle, used_.idle, [](const MatrixDefinition::Rule&) {});
    }
    plan_.combinations.push_back(std::move(combination));
  }

  struct Used {
    std::vector<bool> settings, variants, refused, may_deadlock, blocks, idle;
  };

  const MatrixDefinition& definition_;
  Used used_;
  MatrixPlan plan_;
};

}  // namespace

MatrixPlan plan_matrix(const MatrixDefinition& definition, const std::string& only) {
  MatrixPlan plan = Planner(definition).plan();
  if (only.empty()) return plan;
  plan.problems.clear();
  std::vector<Combination>& all = plan.combinations;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const Combination& each) {
                             return each.name().find(only) == std::string::npos;
                           }),
            all.end());
  if (all.empty()) {
    throw Error(
        fmt::format("no combination has '{}' in its name; allowed: a part of "
                    "TOPOLOGY/FUNCTION/POLICY/SWITCHING[/VARIANT]",
                    only));
  }
  return plan;
}

}  // namespace netloom
