#pragma once

#include <nlohmann/json.hpp>

namespace netloom {

/// Results: keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

}  // namespace netloom
