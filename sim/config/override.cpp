#include "sim/config/override.h"

#include <algorithm>
#include <string>

#include "sim/config/document.h"

namespace netloom {
inline namespace sim {
namespace {

/// A key, or an index in either spelling.
std::string name_of(const KeyPath::Step& step) {
  return step.first.empty() ? std::to_string(step.second) : step.first;
}

/// Whether an override takes an element out of a list: the next one comes to its place.
bool removes_element(const KeyPath& path, const std::string& value) {
  const bool is_index =
      name_of(path.steps().back()).find_first_not_of("0123456789") == std::string::npos;
  return is_index && (value == "null" || value == "~");
}

}  // namespace

std::string given_key(const std::string& option, const std::string& key) {
  const bool is_option = option.rfind("--", 0) == 0;  // else a place, in a definition
  const bool names_keys = !is_option || option == "--set" || option == "--vary";
  return option + (names_keys ? ' ' + key : " (" + key + ')');
}

bool supersedes(const Override& later, const Override& earlier) {
  const KeyPath whole = KeyPath::of(later);
  const KeyPath part = KeyPath::of(earlier);
  if (removes_element(part, earlier.value)) return false;
  return whole.steps().size() <= part.steps().size() &&
         std::equal(whole.steps().begin(), whole.steps().end(), part.steps().begin(),
                    [](const auto& a, const auto& b) { return name_of(a) == name_of(b); });
}

}  // namespace sim
}  // namespace netloom
