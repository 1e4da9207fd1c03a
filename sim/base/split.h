#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// The parts of a text between separators, empty ones too: one more than it has separators.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace sim
}  // namespace netloom
