#pragma once

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/config/schema_parts.h"

namespace netloom {
inline namespace sim {
namespace schema {

/// A word of the configuration and what it stands for. Each enumeration has one table of them, from
/// which the schema has what is allowed, and the reader what is meant.
template <class Enum>
struct Choice {
  const char* name;
  Enum value;
};

/// The words of a table.
template <class Enum, std::size_t count>
ValueSchema one_of(const Choice<Enum> (&choices)[count]) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.emplace_back(choice.name);
  return text(std::move(names));
}

/// The word for a value that the table has.
template <class Enum, std::size_t count>
const char* name_of(const Choice<Enum> (&choices)[count], Enum value) {
  return std::find_if(std::begin(choices), std::end(choices),
                      [&](const Choice<Enum>& choice) { return choice.value == value; })
      ->name;
}

/// The value of a word that the schema has checked.
template <class Enum, std::size_t count>
Enum choose(const Choice<Enum> (&choices)[count], const nlohmann::json& name) {
  return std::find_if(std::begin(choices), std::end(choices),
                      [&](const Choice<Enum>& choice) { return name == choice.name; })
      ->value;
}

}  // namespace schema
}  // namespace sim
}  // namespace netloom
