#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "routing/base/types.h"
#include "sim/config/config.h"
#include "sim/config/document.h"
#include "sim/config/schema.h"

namespace netloom {

/// The key `traffic.trace`: a file, or a map that says how a trace is generated.
KeySchema trace_key();

/// Reads that map at `path`, as the schema has checked it, and completes it with the values of its
/// preset. Error, at its place: no processors beside the disks, shares that are more than a whole,
/// a duration beyond `completion_limit`.
TrafficConfig::GeneratedTrace read_generated_trace(const Document& document, const KeyPath& path,
                                                   nlohmann::json& section, std::size_t nodes,
                                                   Cycle completion_limit);

}  // namespace netloom
