#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"

namespace netloom::fuzz {

/// What limits the networks of configurations: those that are large take long, whoever reads them.
const Override& memory_limit();

/// Whether no parameter of the topology has more than two digits: in a network of a thousand
/// switches that is still within the limit, tables of routes take seconds in a fuzzer.
bool is_small(const std::string& configuration, const std::vector<Override>& overrides);

/// The result of a run as experiments read it; without a load, of a closed workload.
Json point_of(std::optional<double> load, std::uint64_t seed);

}  // namespace netloom::fuzz
