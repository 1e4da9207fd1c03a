#pragma once

#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "testbench/matrix/combination.h"

namespace netloom {

/// Tries combinations out: one configuration's text, and the folder with the files that it names.
struct TrialContext {
  std::string configuration;
  std::string folder;
};

/// Whether the program accepts a combination, and what RTL it could have:
/// {"refused": message} or {"set": {KEY: VALUE}, "selection", "davc", "blocks": {IMPLEMENTATION:
/// why it makes no decision there, or null}}. `set` is what the combination needs beside its own
/// settings: with the VC policy davc, as many VCs as packets need.
Json examine(const TrialContext& context, const Combination& combination);

/// `netloom check`: {"failures": [...], "method", "channels", "dependencies", "cycle", "pairs"}. A
/// deadlock is none of the failures.
Json check_combination(const TrialContext& context, const std::vector<Override>& set);

/// `netloom run` of one point with RTL blocks: {"failures": [...], "packets", "blocks": {BLOCK:
/// {decisions, mismatches}}, "digest": of the whole result but for what RTL and performance are}.
Json simulate_combination(const TrialContext& context, const std::vector<Override>& set,
                          const std::vector<std::string>& implementations, const std::string& mode);

}  // namespace netloom
