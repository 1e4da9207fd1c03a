#include "sim/cli/vary.h"

#include <fmt/format.h>

#include <set>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

std::vector<std::string> split_values(const std::string& text) {
  std::vector<std::string> values(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ',' && depth == 0) {
      values.emplace_back();
      continue;
    }
    values.back() += c;
  }
  return values;
}

}  // namespace

std::vector<Variation> variations(const std::vector<std::string>& vary, std::vector<Setting> set) {
  std::vector<Variation> result(1);
  std::set<std::string> keys;
  for (const std::string& each : vary) {
    const Override all = parse_assignment("--vary", each);
    if (!keys.insert(all.key).second) {
      throw Error(fmt::format("--vary {}: {} is varied twice; allowed: once, with all its values",
                              each, all.key));
    }
    const Setting setting{all, "--vary " + each};
    require_kept(set, setting);
    set.push_back(setting);
    const std::string leaf = all.key.substr(all.key.rfind('.') + 1);
    std::vector<Variation> longer;
    for (const Variation& before : result) {
      for (const std::string& value : split_values(all.value)) {
        if (value.empty()) throw Error(fmt::format("--vary {}: a value is empty", each));
        Variation next = before;
        next.name += fmt::format("{}{}={}", next.name.empty() ? "" : ", ", leaf, value);
        next.overrides.push_back({all.key, value, all.option});
        longer.push_back(std::move(next));
      }
    }
    result = std::move(longer);
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
