#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace netloom {
inline namespace sim {

/// Results: keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// A number, or null where there is none: a mean of nothing, a ratio to nothing.
template <class Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace sim
}  // namespace netloom
