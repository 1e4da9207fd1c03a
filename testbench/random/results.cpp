#include "testbench/random/results.h"

#include <fmt/format.h>

namespace netloom::test {

std::string difference(const Json& a, const Json& b, const std::string& path) {
  if (a == b) return "";
  if (a.is_structured() && a.type() == b.type()) {
    for (const auto& [key, value] : a.items()) {
      const std::string here = path.empty() ? key : path + '.' + key;
      if (a.is_object() && !b.contains(key)) return here + " is missing";
      if (a.is_array() && std::stoul(key) >= b.size()) return here + " is missing";
      const Json& other = a.is_object() ? b.at(key) : b.at(std::stoul(key));
      const std::string found = difference(value, other, here);
      if (!found.empty()) return found;
    }
    return path + " has more";
  }
  return fmt::format("{}: {} and {}", path, a.dump().substr(0, 200), b.dump().substr(0, 200));
}

Json without(Json point, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) point.erase(key);
  return point;
}

std::string failure_kind(const Json& point) {
  const Json& failure = point.at("failure");
  return failure.is_null() ? "" : failure.at("kind").get<std::string>();
}

}  // namespace netloom::test
