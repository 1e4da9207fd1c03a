#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/config.h"

namespace netloom::test {

/// The smallest configuration that says everything that has to be said.
inline const char* const kSmallConfig =
    "network:\n"
    "  topology: fat_tree\n"
    "  k: 2\n"
    "  n: 3\n"
    "traffic:\n"
    "  load: 0.3\n";

/// Reads a configuration that is called c.yaml in messages.
inline Config read(const std::string& text, const std::vector<Override>& overrides = {}) {
  return parse_config(text, "c.yaml", "", overrides);
}

/// The first way in which `value` breaks the JSON Schema, or none. Knows the keywords that
/// config_schema() uses, and says so if it meets another.
std::optional<std::string> schema_violation(const nlohmann::json& schema,
                                            const nlohmann::json& value,
                                            const std::string& path = "");

}  // namespace netloom::test
