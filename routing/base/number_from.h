#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The number that a whole text is, in decimal; nothing if it is none that the type holds, if
/// anything stands before it (blanks, '+') or behind it.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace routing
}  // namespace netloom
