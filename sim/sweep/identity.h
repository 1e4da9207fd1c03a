#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "routing/base/visible.h"
#include "sim/base/json.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Netloom's version, as `netloom --version` and results give it.
const char* version();

/// What decides about the results of a configuration, besides load and seed: the version and the
/// contents of the program and of the libraries that are its layers (a switch that was changed, or
/// a user's RTL, must not find the results of what it was before), the resolved configuration
/// without the keys that change no result (how the simulation is run) and those that only list
/// points (loads, seeds), and the contents of the files that it names. Files count by what is in
/// them, not by their names. With `any_build` the program does not count, only its version.
/// `switches`: require_rtl_switches() of the configuration, whose views count only if some are in
/// RTL. Error: a file cannot be read.
std::string identity_of(const Config& config, bool any_build = false,
                        const std::vector<std::string>& switches = {});

/// The same for what is computed of settings without a configuration; `kind` of them.
std::string identity_of(const std::string& kind, const Json& settings, bool any_build = false);

/// What the processes that run a configuration together have to have alike, by name: the contents
/// of the program and of the files that the configuration names, and the resolved configuration
/// without the names of these. Error: a file cannot be read.
Json inputs_of_run(const Config& config);

/// 128 bits of a text, as 32 hexadecimal digits (FNV-1a).
std::string content_hash(std::string_view text);

}  // namespace sim
}  // namespace netloom
