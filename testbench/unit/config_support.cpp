#include "testbench/unit/config_support.h"

#include <algorithm>
#include <regex>
#include <set>

namespace netloom::test {
namespace {

using nlohmann::json;
using Violation = std::optional<std::string>;

bool has_type(const json& value, const std::string& type) {
  if (type == "integer") {
    return value.is_number_integer() ||
           (value.is_number_float() &&
            value.get<double>() ==
                static_cast<double>(static_cast<std::int64_t>(value.get<double>())));
  }
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "string") return value.is_string();
  if (type == "array") return value.is_array();
  return type == "object" && value.is_object();
}

bool accepts(const json& schema, const json& value) {
  return !schema_violation(schema, value).has_value();
}

Violation check_object(const json& schema, const json& value, const std::string& path) {
  if (schema.contains("required")) {
    for (const json& name : schema.at("required")) {
      if (!value.contains(name.get<std::string>())) return path + ": lacks " + name.dump();
    }
  }
  static const json none = json::object();
  const json& properties = schema.contains("properties") ? schema.at("properties") : none;
  for (const auto& [name, each] : value.items()) {
    const std::string here = path + "/" + name;
    if (properties.contains(name)) {
      if (Violation found = schema_violation(properties.at(name), each, here)) return found;
    } else if (schema.contains("additionalProperties")) {
      if (Violation found = schema_violation(schema.at("additionalProperties"), each, here)) {
        return found;
      }
    }
  }
  return std::nullopt;
}

Violation check_array(const json& schema, const json& value, const std::string& path) {
  if (value.size() < schema.value("minItems", std::size_t{0})) return path + ": too short";
  if (value.size() > schema.value("maxItems", value.size())) return path + ": too long";
  if (schema.value("uniqueItems", false)) {
    for (std::size_t i = 1; i < value.size(); ++i) {
      if (std::find(value.begin(), value.begin() + static_cast<std::ptrdiff_t>(i), value[i]) !=
          value.begin() + static_cast<std::ptrdiff_t>(i)) {
        return path + ": an item twice";
      }
    }
  }
  if (!schema.contains("items")) return std::nullopt;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (Violation found =
            schema_violation(schema.at("items"), value[i], path + "/" + std::to_string(i))) {
      return found;
    }
  }
  return std::nullopt;
}

Violation check_number(const json& schema, const json& value, const std::string& path) {
  const double number = value.get<double>();
  if (schema.contains("minimum") && number < schema.at("minimum")) return path + ": too small";
  if (schema.contains("maximum") && number > schema.at("maximum")) return path + ": too large";
  if (schema.contains("exclusiveMinimum") && number <= schema.at("exclusiveMinimum")) {
    return path + ": too small";
  }
  return std::nullopt;
}

Violation check_string(const json& schema, const json& value, const std::string& path) {
  const auto text = value.get<std::string>();
  if (text.size() < schema.value("minLength", std::size_t{0})) return path + ": too short";
  if (schema.contains("pattern") &&
      !std::regex_search(text, std::regex(schema.at("pattern").get<std::string>()))) {
    return path + ": does not match " + schema.at("pattern").dump();
  }
  return std::nullopt;
}

}  // namespace

Violation schema_violation(const json& schema, const json& value, const std::string& path) {
  if (schema.is_boolean()) {
    return schema.get<bool>() ? Violation() : Violation(path + ": not allowed");
  }
  static const std::set<std::string> known{"$schema",
                                           "title",
                                           "description",
                                           "default",
                                           "type",
                                           "enum",
                                           "const",
                                           "minimum",
                                           "maximum",
                                           "exclusiveMinimum",
                                           "minLength",
                                           "pattern",
                                           "items",
                                           "minItems",
                                           "maxItems",
                                           "uniqueItems",
                                           "properties",
                                           "required",
                                           "additionalProperties",
                                           "allOf",
                                           "anyOf",
                                           "not",
                                           "if",
                                           "then"};
  for (const auto& [keyword, each] : schema.items()) {
    if (known.count(keyword) == 0) return path + ": the schema says " + keyword;
  }
  if (schema.contains("type") && !has_type(value, schema.at("type"))) {
    return path + ": " + value.dump() + " is not " + schema.at("type").dump();
  }
  if (schema.contains("const") && value != schema.at("const")) return path + ": not the constant";
  if (schema.contains("enum")) {
    const json& choices = schema.at("enum");
    if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
      return path + ": " + value.dump() + " is none of " + choices.dump();
    }
  }
  Violation found;
  if (value.is_object()) found = check_object(schema, value, path);
  if (value.is_array()) found = check_array(schema, value, path);
  if (value.is_number()) found = check_number(schema, value, path);
  if (value.is_string()) found = check_string(schema, value, path);
  if (found) return found;
  if (schema.contains("allOf")) {
    for (const json& each : schema.at("allOf")) {
      if ((found = schema_violation(each, value, path))) return found;
    }
  }
  if (schema.contains("anyOf")) {
    const json& forms = schema.at("anyOf");
    if (std::none_of(forms.begin(), forms.end(),
                     [&](const json& form) { return accepts(form, value); })) {
      return path + ": " + value.dump() + " has none of the allowed forms";
    }
  }
  if (schema.contains("not") && accepts(schema.at("not"), value)) return path + ": is excluded";
  if (schema.contains("if") && accepts(schema.at("if"), value) && schema.contains("then")) {
    return schema_violation(schema.at("then"), value, path);
  }
  return std::nullopt;
}

}  // namespace netloom::test
