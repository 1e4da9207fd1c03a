#include "sim/experiments/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/number_from.h"

namespace netloom {
inline namespace sim {
namespace {

/// Points that one curve may be asked for.
constexpr std::int64_t kMostNumbers = 1000;

}  // namespace

Settings::Settings(const Experiment& experiment, const Panel& panel, const Curve& curve,
                   Scale scale, const Variant* variant)
    : place_(experiment.place(variant, panel, curve)) {
  for (const Override& each : experiment.overrides(panel, curve, scale, variant)) {
    values_[each.key] = each.value;
  }
}

std::string Settings::text(const std::string& key, const std::string& otherwise) {
  asked_.push_back(key);
  const auto found = values_.find(key);
  return found == values_.end() ? otherwise : found->second;
}

int Settings::number(const std::string& key, int otherwise) {
  const std::string value = text(key, std::to_string(otherwise));
  const auto result = number_from<int>(value);
  if (!result) fail(fmt::format("{}: '{}' is not an integer", key, value));
  return *result;
}

std::vector<int> Settings::numbers(const std::string& key, const std::string& otherwise) {
  const std::string value = text(key, otherwise);
  std::vector<int> result;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find(',', begin), value.size());
    const std::string part = value.substr(begin, end - begin);
    const std::size_t dash = part.find('-');
    const auto first = number_from<int>(part.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_from<int>(part.substr(dash + 1));
    if (!first || !last || *first > *last) {
      fail(fmt::format("{}: '{}' is neither integers nor ranges; allowed: like 1-3,8", key, value));
    }
    const std::int64_t count = std::int64_t{*last} - *first + 1;
    if (static_cast<std::int64_t>(result.size()) + count > kMostNumbers) {
      fail(fmt::format("{}: '{}' are too many; allowed: up to {}", key, value, kMostNumbers));
    }
    for (std::int64_t i = 0; i < count; ++i) result.push_back(static_cast<int>(*first + i));
    begin = end + 1;
  }
  return result;
}

std::string Settings::choice(const std::string& key, const std::vector<std::string>& known) {
  std::string value = text(key, known.front());
  if (std::find(known.begin(), known.end(), value) == known.end()) {
    fail(fmt::format("{}: '{}' is not known; allowed: {}", key, value, joined(known)));
  }
  return value;
}

void Settings::finish() const {
  for (const auto& [key, value] : values_) {
    if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) {
      fail(fmt::format("'{}' is not a setting here; allowed: {}", key, joined(asked_)));
    }
  }
}

void Settings::fail(const std::string& message) const {
  throw Error(place_ + ": " + message);
}

}  // namespace sim
}  // namespace netloom
