#pragma once

#include <string>

#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

/// What keeps a value from being the result of a point (sim/run/point.h), as far as reports,
/// claims and pictures rely on it: "/rtl/decisions is missing". Empty: nothing.
std::string structure_problem(const Json& point);

}  // namespace sim
}  // namespace netloom
