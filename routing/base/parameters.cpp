#include "routing/base/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/joined.h"

namespace netloom {
inline namespace routing {
namespace {

using List = std::vector<std::int64_t>;

template <class T>
const T& typed_parameter(const ParameterMap& map, const std::string& name, const char* type) {
  const auto it = map.find(name);
  if (it == map.end()) throw Error(fmt::format("parameter '{}' is missing", name));
  const T* value = std::get_if<T>(&it->second);
  if (value == nullptr) throw Error(fmt::format("parameter '{}' is not {}", name, type));
  return *value;
}

const char* type_text(Parameter::Type type) {
  switch (type) {
    case Parameter::Type::kInteger:
      return "an integer";
    case Parameter::Type::kReal:
      return "a number";
    case Parameter::Type::kBoolean:
      return "true or false";
    case Parameter::Type::kString:
      return "text";
    case Parameter::Type::kIntegerList:
      return "an integer or a list of integers";
  }
  return "";
}

/// What the parameter may be, for messages: "an integer from 2 to 128".
std::string allowed_text(const Parameter& parameter) {
  std::string text = type_text(parameter.type);
  if (parameter.type == Parameter::Type::kString) {
    if (!parameter.choices.empty()) text = joined(parameter.choices);
  } else if (parameter.type != Parameter::Type::kBoolean) {
    text += fmt::format(" from {} to {}", parameter.minimum, parameter.maximum);
  }
  return text;
}

std::string value_text(const ParameterValue& value) {
  struct Visitor {
    std::string operator()(std::int64_t v) const { return std::to_string(v); }
    std::string operator()(double v) const { return fmt::format("{}", v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    std::string operator()(const std::string& v) const { return "'" + v + "'"; }
    std::string operator()(const List& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  };
  return std::visit(Visitor{}, value);
}

/// The value in the declared type, where the conversion loses nothing: an integer is a real and a
/// list of one. Nothing if the type does not fit.
std::optional<ParameterValue> converted(const Parameter& parameter, const ParameterValue& value) {
  const auto* integer = std::get_if<std::int64_t>(&value);
  switch (parameter.type) {
    case Parameter::Type::kInteger:
      if (integer != nullptr) return value;
      break;
    case Parameter::Type::kReal:
      if (std::holds_alternative<double>(value)) return value;
      if (integer != nullptr) return static_cast<double>(*integer);
      break;
    case Parameter::Type::kBoolean:
      if (std::holds_alternative<bool>(value)) return value;
      break;
    case Parameter::Type::kString:
      if (std::holds_alternative<std::string>(value)) return value;
      break;
    case Parameter::Type::kIntegerList:
      if (std::holds_alternative<List>(value)) return value;
      if (integer != nullptr) return List{*integer};
      break;
  }
  return std::nullopt;
}

bool in_range(const Parameter& parameter, const ParameterValue& value) {
  // Written so that a NaN is out of range.
  const auto fits = [&parameter](double v) {
    return v >= parameter.minimum && v <= parameter.maximum;
  };
  if (const auto* v = std::get_if<std::int64_t>(&value)) return fits(static_cast<double>(*v));
  if (const auto* v = std::get_if<double>(&value)) return fits(*v);
  if (const auto* v = std::get_if<List>(&value)) {
    return !v->empty() && std::all_of(v->begin(), v->end(), [&fits](std::int64_t element) {
      return fits(static_cast<double>(element));
    });
  }
  if (const auto* v = std::get_if<std::string>(&value)) {
    const std::vector<std::string>& choices = parameter.choices;
    return choices.empty() || std::find(choices.begin(), choices.end(), *v) != choices.end();
  }
  return true;
}

}  // namespace

Parameter whole_number(const std::string& name, const std::string& meaning,
                       std::int64_t default_value, double minimum, double maximum) {
  Parameter parameter;
  parameter.name = name;
  parameter.meaning = meaning;
  parameter.default_value = default_value;
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  return parameter;
}

Parameter flag(const std::string& name, const std::string& meaning, bool default_value) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = Parameter::Type::kBoolean;
  parameter.meaning = meaning;
  parameter.default_value = default_value;
  return parameter;
}

Parameter named_choice(const std::string& name, const std::string& meaning,
                       std::vector<std::string> choices) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = Parameter::Type::kString;
  parameter.meaning = meaning;
  parameter.default_value = choices.front();
  parameter.choices = std::move(choices);
  return parameter;
}

std::int64_t integer_parameter(const ParameterMap& map, const std::string& name) {
  return typed_parameter<std::int64_t>(map, name, "an integer");
}

double real_parameter(const ParameterMap& map, const std::string& name) {
  return typed_parameter<double>(map, name, "a number");
}

bool boolean_parameter(const ParameterMap& map, const std::string& name) {
  return typed_parameter<bool>(map, name, "true or false");
}

const std::string& string_parameter(const ParameterMap& map, const std::string& name) {
  return typed_parameter<std::string>(map, name, "text");
}

const std::vector<std::int64_t>& list_parameter(const ParameterMap& map, const std::string& name) {
  return typed_parameter<List>(map, name, "a list of integers");
}

ParameterMap resolve_parameters(const std::vector<Parameter>& declared, const ParameterMap& map,
                                const std::string& where) {
  const auto declaration = [&declared](const std::string& name) {
    return std::find_if(declared.begin(), declared.end(),
                        [&name](const Parameter& parameter) { return parameter.name == name; });
  };
  for (const auto& [name, value] : map) {
    if (declaration(name) != declared.end()) continue;
    std::string known;
    for (const Parameter& parameter : declared) {
      known += (known.empty() ? "" : ", ") + parameter.name;
    }
    throw Error(fmt::format("{}: unknown parameter '{}'; known: {}", where, name,
                            known.empty() ? "none" : known));
  }

  ParameterMap result;
  for (const Parameter& parameter : declared) {
    const auto given = map.find(parameter.name);
    if (given == map.end()) {
      if (parameter.default_value) {
        result.emplace(parameter.name, *parameter.default_value);
      } else if (!parameter.optional) {
        throw Error(fmt::format("{}: parameter '{}' ({}) is missing; allowed: {}", where,
                                parameter.name, parameter.meaning, allowed_text(parameter)));
      }
      continue;
    }
    std::optional<ParameterValue> value = converted(parameter, given->second);
    if (!value || !in_range(parameter, *value)) {
      throw Error(fmt::format("{}: parameter '{}' is {}; allowed: {}", where, parameter.name,
                              value_text(given->second), allowed_text(parameter)));
    }
    result.emplace(parameter.name, *std::move(value));
  }
  return result;
}

}  // namespace routing
}  // namespace netloom
