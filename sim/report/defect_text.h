#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What is said beside the message of a mistake in Netloom that ends a command: what a report of it
/// needs, which is the version, and the first seed and all of the configuration that was read, as a
/// configuration file in one line. `resolved`: last_resolved().
std::string command_defect_text(const nlohmann::json& resolved);

/// What a report about the first point that shows a defect (shows_defect()) needs: the version,
/// load and seed, and its configuration, a configuration file in one line that has this point only.
/// Empty if there is no such point.
std::string defect_text(const std::vector<Series>& series);

}  // namespace sim
}  // namespace netloom
