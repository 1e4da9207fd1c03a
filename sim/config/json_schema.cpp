#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace sim {
namespace {

using Scalar = ValueSchema::Scalar;
using nlohmann::json;

json map_json(const MapSchema& schema);

json number_json(double value) {
  if (std::nearbyint(value) == value) return static_cast<std::int64_t>(value);
  return value;
}

json scalar_json(const ValueSchema& schema) {
  json result;
  switch (schema.scalar) {
    case Scalar::kInteger:
    case Scalar::kReal:
      result["type"] = schema.scalar == Scalar::kInteger ? "integer" : "number";
      result[schema.above_minimum ? "exclusiveMinimum" : "minimum"] = number_json(schema.minimum);
      result["maximum"] = number_json(schema.maximum);
      break;
    case Scalar::kBoolean:
      result["type"] = "boolean";
      break;
    case Scalar::kText:
      result["type"] = "string";
      if (schema.choices.empty()) {
        result["minLength"] = 1;
      } else {
        result["enum"] = schema.choices;
      }
      break;
    case Scalar::kNodes:
      result["anyOf"] =
          json::array({json{{"type", "integer"}, {"minimum", 0}},
                       json{{"type", "string"}, {"pattern", "^[0-9]+-[0-9]+(/[0-9]+)?$"}}});
      break;
    case Scalar::kNone:
      break;
  }
  return result;
}

json value_json(const ValueSchema& schema) {
  json forms = json::array();
  if (schema.scalar != Scalar::kNone) forms.push_back(scalar_json(schema));
  if (schema.percent) {
    forms.push_back(json{{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]*)? *%$"}});
  }
  if (!schema.words.empty()) forms.push_back(json{{"enum", schema.words}});
  if (schema.element) {
    json list{{"type", "array"}, {"items", value_json(*schema.element)}};
    if (schema.minimum_elements > 0) list["minItems"] = schema.minimum_elements;
    if (schema.distinct) list["uniqueItems"] = true;
    forms.push_back(std::move(list));
  }
  if (schema.map) forms.push_back(map_json(*schema.map));
  if (forms.size() == 1) return forms.front();
  return json{{"anyOf", std::move(forms)}};
}

json key_json(const KeySchema& key) {
  json result = value_json(key.value);
  std::string description = key.meaning;
  if (!key.unit.empty()) description += " Unit: " + key.unit + ".";
  if (!key.default_text.empty()) description += " Default: " + key.default_text + ".";
  result["description"] = std::move(description);
  if (!key.default_value.is_null()) result["default"] = key.default_value;
  return result;
}

json properties_json(const std::vector<KeySchema>& keys) {
  json properties = json::object();
  for (const KeySchema& key : keys) properties[key.name] = key_json(key);
  return properties;
}

void add_required(json& object, const std::vector<KeySchema>& keys) {
  json names = json::array();
  for (const KeySchema& key : keys) {
    if (key.required) names.push_back(key.name);
  }
  if (!names.empty()) object["required"] = std::move(names);
}

/// The keys of a variant, and no others but those of every variant, which are described once.
json variant_json(const std::vector<KeySchema>& of_all, const std::vector<KeySchema>& keys) {
  json properties = properties_json(keys);
  for (const KeySchema& key : of_all) properties[key.name] = true;
  json result{{"properties", std::move(properties)}, {"additionalProperties", false}};
  add_required(result, keys);
  return result;
}

json map_json(const MapSchema& schema) {
  if (schema.per_kind) {
    return json{{"type", "object"}, {"additionalProperties", value_json(*schema.per_kind)}};
  }
  json result{{"type", "object"}, {"properties", properties_json(schema.keys)}};
  add_required(result, schema.keys);
  if (schema.discriminator.empty()) {
    result["additionalProperties"] =
        schema.per_switch ? value_json(*schema.per_switch) : json(false);
    return result;
  }
  // The value of the discriminator decides which keys there are.
  const std::string& chooser = schema.discriminator;
  json branches = json::array();
  for (const auto& [name, keys] : schema.variants) {
    branches.push_back(
        json{{"if", {{"properties", {{chooser, {{"const", name}}}}}, {"required", {chooser}}}},
             {"then", variant_json(schema.keys, keys)}});
  }
  branches.push_back(json{{"if", {{"not", {{"required", {chooser}}}}}},
                          {"then", variant_json(schema.keys, schema.otherwise)}});
  result["allOf"] = std::move(branches);
  return result;
}

}  // namespace

json config_schema() {
  json result = map_json(configuration_schema());
  result["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  result["title"] = "Netloom configuration";
  return result;
}

}  // namespace sim
}  // namespace netloom
