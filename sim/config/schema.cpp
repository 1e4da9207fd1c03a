#include "sim/config/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "routing/base/joined.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using Scalar = ValueSchema::Scalar;
using nlohmann::json;

MapSchema make_configuration_schema() {
  MapSchema map;
  map.keys = {network_section(), switch_section(),     routing_section(), traffic_section(),
              nic_section(),     simulation_section(), faults_section(),  fault_handling_section(),
              rtl_section(),     views_section(),      cost_section(),    tlm_section()};
  return map;
}

std::string join(const std::vector<std::string>& words) {
  return joined(words);
}

std::string range_text(const ValueSchema& value) {
  return (value.above_minimum ? " above " : " from ") + number_text(value.minimum) +
         (value.above_minimum ? " and up to " : " to ") + number_text(value.maximum);
}

std::string scalar_text(const ValueSchema& value) {
  switch (value.scalar) {
    case Scalar::kNone:
      return "";
    case Scalar::kInteger:
      return "an integer" + range_text(value);
    case Scalar::kReal:
      return "a number" + range_text(value) + (value.percent ? " (0.01 is 1 %)" : "");
    case Scalar::kBoolean:
      return "true, false";
    case Scalar::kText:
      return value.choices.empty() ? "text" : join(value.choices);
    case Scalar::kNodes:
      return "a node or a range of nodes (\"0-31\", or \"0-31/4\" for every fourth)";
  }
  return "";
}

MapSchema& schema_in_use() {
  static MapSchema schema = make_configuration_schema();
  return schema;
}

}  // namespace

std::string number_text(double value) {
  if (std::nearbyint(value) == value && std::abs(value) < 1e16) {
    return fmt::format("{}", static_cast<std::int64_t>(value));
  }
  return fmt::format("{}", value);
}

const KeySchema& MapSchema::key(const std::string& name) const {
  return *std::find_if(keys.begin(), keys.end(),
                       [&](const KeySchema& each) { return each.name == name; });
}

const std::vector<KeySchema>& MapSchema::variant(const std::string& value) const {
  if (value.empty()) return otherwise;
  static const std::vector<KeySchema> none;
  const auto it = variants.find(value);
  return it == variants.end() ? none : it->second;
}

nlohmann::json parameter_json(const ParameterValue& value) {
  return std::visit([](const auto& each) { return json(each); }, value);
}

KeySchema parameter_key(const Parameter& parameter) {
  KeySchema result;
  result.name = parameter.name;
  result.meaning = parameter.meaning;
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      result.value = integer(0, 0);
      break;
    case Parameter::Type::kReal:
      result.value = real(0, 0);
      break;
    case Parameter::Type::kBoolean:
      result.value = boolean();
      break;
    case Parameter::Type::kString:
      result.value = text(parameter.choices);
      break;
    case Parameter::Type::kIntegerList:
      break;
  }
  result.value.minimum = parameter.minimum;
  result.value.maximum = parameter.maximum;
  if (parameter.type == Parameter::Type::kIntegerList) {
    ValueSchema element = integer(parameter.minimum, parameter.maximum);
    result.value = one_or_list(element, false);
  }
  if (parameter.default_value) {
    result.default_value = parameter_json(*parameter.default_value);
  } else if (parameter.optional) {
    result.default_text = "none: may be left out";
  } else {
    result.required = true;
  }
  return result;
}

std::vector<KeySchema> parameter_keys(const std::vector<Parameter>& parameters) {
  std::vector<KeySchema> keys;
  for (const Parameter& parameter : parameters) keys.push_back(parameter_key(parameter));
  return keys;
}

std::string allowed_text(const ValueSchema& value, const std::vector<std::string>& kinds) {
  std::vector<std::string> forms;
  if (value.scalar != Scalar::kNone) forms.push_back(scalar_text(value));
  if (!value.words.empty()) forms.push_back(join(value.words));
  if (value.element) {
    forms.push_back(value.scalar != Scalar::kNone ? "a list of such values"
                    : value.minimum_elements > 0  ? "a list of one element or more"
                                                  : "a list");
  }
  if (value.map) {
    if (value.map->per_kind) {
      forms.push_back(kinds.empty() ? "a map from link kinds to such values"
                                    : "a map from link kinds (" + join(kinds) + ") to such values");
    } else {
      std::vector<std::string> names;
      for (const KeySchema& each : value.map->keys) names.push_back(each.name);
      for (const KeySchema& each : value.map->otherwise) names.push_back(each.name);
      if (value.map->per_switch) {
        forms.push_back("a map with the key " + join(names) +
                        ", names of switches and patterns of them (\"s1*\")");
      } else if (value.map->discriminator.empty()) {
        forms.push_back("a map with the keys " + join(names));
      } else {
        forms.push_back("a map with the keys " + join(names) + " and the parameters of the " +
                        value.map->discriminator);
      }
    }
  }
  return joined(forms, ", or ");
}

const MapSchema& configuration_schema() {
  return schema_in_use();
}

void renew_configuration_schema() {
  schema_in_use() = make_configuration_schema();
}

}  // namespace sim
}  // namespace netloom
