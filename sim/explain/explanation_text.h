#pragma once

#include <string>

#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

/// The explanation of a packet (`explanation` of a point) as text for a terminal, hop by hop.
std::string explanation_text(const Json& explanation);

}  // namespace sim
}  // namespace netloom
