#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/function/dragonfly/acor_level.h"
#include "routing/function/dragonfly/pb.h"

namespace netloom {
namespace {

/// The parameters of ACOR, and the registers that they set.
struct Setting {
  const char* parameter;
  const char* register_name;
  const char* meaning;
  int value;
};
constexpr Setting kSettings[] = {
    {"hysteresis", "ACOR_INTERVAL",
     "HI, cycles: after so many path A becomes shorter if few packets were blocked at injection",
     500},
    {"increase_1", "ACOR_INCREASE_1",
     "IT1: more blocked packets than this lengthen path A from -G- to -GL", 15},
    {"increase_2", "ACOR_INCREASE_2", "IT2: the same from -GL to LGL", 50},
    {"decrease_1", "ACOR_DECREASE_1",
     "DT1: fewer blocked packets than this shorten path A from -GL to -G-", 5},
    {"decrease_2", "ACOR_DECREASE_2", "DT2: the same from LGL to -GL", 15}};

std::vector<RegisterWrite> acor_program(const ParameterMap& parameters) {
  std::vector<RegisterWrite> program;
  for (const Setting& setting : kSettings) {
    program.push_back(
        {setting.register_name, 0,
         static_cast<std::uint16_t>(integer_parameter(parameters, setting.parameter))});
  }
  return program;
}

std::vector<Parameter> acor_parameters() {
  std::vector<Parameter> parameters = {within_group_parameter()};
  for (const Setting& setting : kSettings) {
    parameters.push_back(
        whole_number(setting.parameter,
                     std::string(setting.meaning) + " (register " + setting.register_name + ")",
                     setting.value, setting.parameter == std::string("hysteresis") ? 1 : 0, 65535));
  }
  return parameters;
}

ValiantRules acor_rules(const ParameterMap& parameters) {
  ValiantRules rules = valiant_rules(parameters);
  rules.path_a = PathA::kLgl;
  rules.path_a_choices = {PathA::kG, PathA::kGl, PathA::kLgl};
  return rules;
}

/// A choice whose path A has the length of an AcorLevel.
template <class Choice>
class WithAcorLevel final : public Choice {
 public:
  using Choice::Choice;

  PathA path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
               const CongestionView& view) override {
    return level_.path_a(view.cycle());
  }
  void registers_written(const RegisterFile& file) override {
    Choice::registers_written(file);
    level_.registers_written(file);
  }
  bool counts_injections() const override { return true; }
  void injected(int /*group*/, Cycle now, Cycle waited) override { level_.injected(now, waited); }
  std::uint32_t counter(const std::string& name, int /*index*/, Cycle now) override {
    return name == "ACOR_LEVEL" ? static_cast<std::uint32_t>(level_.level(now))
                                : level_.blocked(now);
  }

 private:
  AcorLevel level_;
};

class AlwaysValiant : public PathChoice {
 public:
  bool minimal(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
               const DragonflyGoal& /*intermediate*/,
               const CongestionView& /*view*/) const override {
    return false;
  }
};

class AcorRouting final : public ValiantRouting {
 public:
  AcorRouting(const RoutingContext& context, const ValiantRules& rules)
      : ValiantRouting(context, "acor", rules), program_(acor_program(context.parameters)) {}

  RegisterSet register_set() const override { return RegisterSet::kAcor; }
  std::vector<RegisterWrite> register_program(SwitchId /*switch_id*/) const override {
    return program_;
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<WithAcorLevel<AlwaysValiant>>();
  }

  std::vector<RegisterWrite> program_;
};

class PiggybackAcorRouting final : public PiggybackRouting {
 public:
  explicit PiggybackAcorRouting(const RoutingContext& context)
      : PiggybackRouting(context, "pb_acor", acor_rules(context.parameters)),
        program_(acor_program(context.parameters)) {}

  RegisterSet register_set() const override { return RegisterSet::kPbAcor; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program = PiggybackRouting::register_program(switch_id);
    program.insert(program.end(), program_.begin(), program_.end());
    return program;
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId switch_id) const override {
    return std::make_unique<WithAcorLevel<Piggyback>>(delays_to(switch_id));
  }

  std::vector<RegisterWrite> program_;
};

std::vector<Parameter> pb_acor_parameters() {
  std::vector<Parameter> parameters = acor_parameters();
  for (Parameter& each : piggyback_parameters()) parameters.push_back(std::move(each));
  return parameters;
}

std::map<std::string, int> acor_vcs(const ParameterMap& resolved) {
  return valiant_vcs(acor_rules(resolved));
}

const RoutingFunctionRegistry::Registration kAcor(
    "acor", {"Adaptive Congestion-Oblivious Routing in dragonflies: always Valiant, on paths whose "
             "length follows blocked injections",
             acor_parameters(),
             "ff",
             [](const RoutingContext& context) {
               ValiantRules rules = acor_rules(context.parameters);
               rules.oblivious = true;
               return std::make_unique<AcorRouting>(context, rules);
             },
             false,
             "ascending",
             {},
             acor_vcs});

const RoutingFunctionRegistry::Registration kPbAcor(
    "pb_acor",
    {"Piggybacking in dragonflies, with Valiant paths whose length follows blocked injections",
     pb_acor_parameters(),
     "ff",
     [](const RoutingContext& context) { return std::make_unique<PiggybackAcorRouting>(context); },
     false,
     "ascending",
     {},
     acor_vcs});

}  // namespace
}  // namespace netloom
