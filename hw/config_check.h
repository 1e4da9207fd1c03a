#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/config.h"

namespace netloom {

/// What is wrong with a NetworkConfig.
struct ConfigProblem {
  std::string key;      ///< the configuration file's key: "switch.input_buffer.host"
  std::string message;  ///< what is wrong and what is allowed
};

/// The first problem of the configuration, if it has any: validate() with the key by itself.
std::optional<ConfigProblem> find_problem(const NetworkConfig& config,
                                          const std::vector<std::string>& kinds);

}  // namespace netloom
