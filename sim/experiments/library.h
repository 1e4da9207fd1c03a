#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// The definitions of the experiments that come with the program (sim/experiments/definitions/),
/// compiled into it.
struct ExperimentText {
  std::string id;    ///< the file's name without .yaml
  std::string text;  ///< YAML
};

/// In the order of their names, numbers counted as numbers (fig-4.9 before fig-4.13).
const std::vector<ExperimentText>& experiment_library();

/// The text of one of them, or nullptr.
const std::string* find_experiment_text(const std::string& id);

}  // namespace sim
}  // namespace netloom
