#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Results: keys stay in the order in which they were written.
using Json = nlohmann::ordered_json;

/// A number, or null where there is none: a mean of nothing, a ratio to nothing.
template <class Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

/// Null if there is nothing that it could be a ratio to.
Json ratio_json(double part, double whole);
Json ratio_json(std::uint64_t part, std::uint64_t whole);

// Writing and parsing take long to compile, and so are compiled once.

/// A value in one line.
std::string json_text(const Json& value);
std::string json_text(const nlohmann::json& value);

/// A whole file: indented, with an end of line.
std::string json_file_text(const Json& value);
std::string json_file_text(const nlohmann::json& value);

/// What a text says; is_discarded() if it is not JSON.
Json parse_json(std::string_view text);

}  // namespace sim
}  // namespace netloom
