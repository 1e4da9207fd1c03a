#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {

/// `pattern` (called `name` in messages), whose destinations are drawn again until they are among
/// `area`, of so many nodes. Drawing is an Error if none of many draws is.
/// Source: [LIA 2025], section 6.4.
std::unique_ptr<Pattern> within_area(std::unique_ptr<Pattern> pattern, std::string name,
                                     const std::vector<NodeId>& area, std::size_t nodes);

}  // namespace sim
}  // namespace netloom
