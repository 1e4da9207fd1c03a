#include <algorithm>
#include <string>
#include <string_view>

#include "routing/base/lower_case.h"
#include "routing/netlist/netlist_writer.h"

namespace netloom {
inline namespace routing {
namespace {

/// Whether YAML reads the bare word as the same string, inside flow collections too.
bool is_plain_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_inner = [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '/';
  };
  if (text.empty() || !is_letter(text[0])) return false;
  if (!std::all_of(text.begin(), text.end(), is_inner)) return false;
  const std::string lower = lower_case(std::string(text));
  for (const char* reserved : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (lower == reserved) return false;
  }
  return true;
}

std::string word(const std::string& text) {
  return is_plain_word(text) ? text : quoted(text);
}

std::string key(const std::string& name) {
  return name;
}

}  // namespace

void write_yaml(const Netlist& netlist, std::ostream& out) {
  static constexpr Notation kYaml = {key, word, "", "", "\n", "", "\n  - ", "\n  - ", "", "\n"};
  write_structure(netlist, kYaml, out);
}

}  // namespace routing
}  // namespace netloom
