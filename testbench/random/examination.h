#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"

namespace netloom::test {

/// What has to hold of every configuration; docs/guides/random_configurations.md says what each
/// one means.
const std::vector<std::string>& property_names();

/// Tries a configuration file out, each simulation in a process of its own: reads it, runs it, and
/// looks at every property, or at `only` one of them. `program` is the `netloom` program; files
/// that are needed for that are written beside the configuration.
///
/// {"status": "ran" or "refused", "refusal": message, "facts": {what was tried: {KEY: text}},
///  "findings": [{"property", "message"}]}: what does not hold. A refusal that is as it should be
/// is no finding.
Json examine(const std::string& folder, const std::string& name, const std::string& program,
             const std::string& only = "");

}  // namespace netloom::test
