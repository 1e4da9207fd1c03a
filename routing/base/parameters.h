#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The value of one parameter of a topology or of a routing function.
using ParameterValue =
    std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

using ParameterMap = std::map<std::string, ParameterValue>;

/// Declaration of one parameter, from which the configuration's checks, its JSON Schema and the
/// documentation are made.
struct Parameter {
  enum class Type { kInteger, kReal, kBoolean, kString, kIntegerList };

  std::string name;
  Type type = Type::kInteger;
  std::string meaning;                          ///< one line, with the unit
  std::optional<ParameterValue> default_value;  ///< none: the parameter must be given
  double minimum = 0;                           ///< numbers (and list elements): smallest allowed
  double maximum = 1e9;                         ///< numbers (and list elements): largest allowed
  std::vector<std::string> choices;             ///< strings: allowed values; empty = any
  bool optional = false;  ///< may be absent although it has no default (the factory decides)
};

/// A parameter that is a whole number.
Parameter whole_number(const std::string& name, const std::string& meaning,
                       std::int64_t default_value, double minimum, double maximum);

/// A parameter that is true or false.
Parameter flag(const std::string& name, const std::string& meaning, bool default_value);

/// A parameter that is one of these names, the first unless given.
Parameter named_choice(const std::string& name, const std::string& meaning,
                       std::vector<std::string> choices);

/// Typed look-ups in a map that was checked against its declarations; a missing or mistyped
/// entry is an Error that names it.
std::int64_t integer_parameter(const ParameterMap& map, const std::string& name);
double real_parameter(const ParameterMap& map, const std::string& name);
bool boolean_parameter(const ParameterMap& map, const std::string& name);
const std::string& string_parameter(const ParameterMap& map, const std::string& name);
const std::vector<std::int64_t>& list_parameter(const ParameterMap& map, const std::string& name);

/// `map` completed with the defaults of `declared`. Error: a name that is not declared, a missing
/// value, a wrong type, a value out of range; `where` ("topology fat_tree") begins the message.
ParameterMap resolve_parameters(const std::vector<Parameter>& declared, const ParameterMap& map,
                                const std::string& where);

}  // namespace routing
}  // namespace netloom
