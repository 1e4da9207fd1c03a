#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

#include "sim/config/config.h"
#include "sim/config/document.h"
#include "sim/config/schema.h"

namespace netloom {

/// The key `traffic.application`.
KeySchema application_key();

/// Reads that map at `path`, as the schema has checked it, and completes it with the number of
/// tasks. `parameters`: of the application itself. Error, at its place: more tasks than there are
/// nodes, or fewer than two; parameters that the application is not defined on; messages that are
/// too long.
TrafficConfig::Application read_application(const Document& document, const KeyPath& path,
                                            nlohmann::json& section, ParameterMap parameters,
                                            int packet_phits, std::size_t nodes);

}  // namespace netloom
