#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "sim/config/document.h"
#include "sim/experiments/definition.h"
#include "sim/experiments/experiment.h"

namespace netloom {
inline namespace sim {

/// One of a definition's claims, whose curves, panels and variants are known: one for each curve
/// and each that it is compared with, where it names several. Errors: as Definition.
std::vector<Claim> read_claims(const Definition& definition, const nlohmann::json& map,
                               const KeyPath& path, const Experiment& experiment);

/// What a definition draws, of an experiment with curves and panels.
Picture read_picture(const Definition& definition, const Experiment& experiment);

}  // namespace sim
}  // namespace netloom
