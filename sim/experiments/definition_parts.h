#pragma once

#include <nlohmann/json.hpp>

#include "sim/config/document.h"
#include "sim/experiments/definition.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// One of a definition's claims, whose curves and panels are known. Errors: as Definition.
Claim read_claim(const Definition& definition, const nlohmann::json& map, const KeyPath& path,
                 const Experiment& experiment);

/// What a definition draws, of an experiment with curves and panels.
Picture read_picture(const Definition& definition, const Experiment& experiment);

}  // namespace sim
}  // namespace netloom
