#include "sim/experiments/markdown.h"

#include <fmt/format.h>

#include <cctype>

namespace netloom {
inline namespace sim {

std::string markdown_link(const std::string& text, const std::string& file) {
  std::string target;
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte < 0x80 && std::isalnum(byte) != 0) || c == '-' || c == '.' || c == '_';
    target += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return fmt::format("[{}]({})", text, target);
}

std::string markdown_cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
