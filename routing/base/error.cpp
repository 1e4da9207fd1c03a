#include "routing/base/error.h"

#include <fmt/format.h>

#include <string_view>

#include "routing/base/text_file.h"

namespace netloom {
inline namespace routing {
namespace {

/// C0, DEL, and C1 (U+0080 to U+009F): what terminals may take for commands.
bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
  if (character.size() > 1 || character == "\n" || character == "\t") return false;
  return byte(0) < ' ' || byte(0) == 0x7F;
}

std::string readable(std::string_view message) {
  std::string text;
  text.reserve(message.size());
  while (!message.empty()) {
    const std::size_t bytes = character_bytes(message);
    const std::string_view character = message.substr(0, bytes == 0 ? 1 : bytes);
    if (bytes == 0 || is_control(character)) {
      for (const char c : character) {
        text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    } else {
      text += character;
    }
    message.remove_prefix(character.size());
  }
  return text;
}

}  // namespace

Error::Error(const std::string& message) : std::runtime_error(readable(message)) {}

BrokenInvariant::BrokenInvariant(const std::string& message)
    : std::logic_error(readable(message)) {}

}  // namespace routing
}  // namespace netloom
