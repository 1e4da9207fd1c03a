#include "routing/function/dragonfly/acor_path.h"

namespace netloom {
inline namespace routing {
namespace {

/// The parameters of ACOR, and the registers that they set.
struct AcorSetting {
  const char* parameter;
  const char* register_name;
  const char* meaning;
  int value;
};
constexpr AcorSetting kAcorSettings[] = {
    {"hysteresis", "ACOR_INTERVAL",
     "HI, cycles: after so many path A becomes shorter if few packets were blocked at injection",
     500},
    {"increase_1", "ACOR_INCREASE_1",
     "IT1: more blocked packets than this lengthen path A from -G- to -GL", 15},
    {"increase_2", "ACOR_INCREASE_2", "IT2: the same from -GL to LGL", 50},
    {"decrease_1", "ACOR_DECREASE_1",
     "DT1: fewer blocked packets than this shorten path A from -GL to -G-", 5},
    {"decrease_2", "ACOR_DECREASE_2", "DT2: the same from LGL to -GL", 15}};

}  // namespace

std::vector<RegisterWrite> acor_program(const ParameterMap& parameters) {
  std::vector<RegisterWrite> program;
  for (const AcorSetting& setting : kAcorSettings) {
    program.push_back(
        {setting.register_name, 0,
         static_cast<std::uint16_t>(integer_parameter(parameters, setting.parameter))});
  }
  return program;
}

std::vector<Parameter> acor_parameters() {
  std::vector<Parameter> parameters = {within_group_parameter()};
  for (const AcorSetting& setting : kAcorSettings) {
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

std::map<std::string, int> acor_vcs(const ParameterMap& parameters) {
  return valiant_vcs(acor_rules(parameters));
}

}  // namespace routing
}  // namespace netloom
