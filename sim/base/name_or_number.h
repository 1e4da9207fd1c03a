#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/number_from.h"

namespace netloom {
inline namespace sim {

/// The number of the one of `items` (hosts or switches of a netlist, at least one) that a text
/// names or is the number of; names win. Error: there is none; says so of `option` and `kind`.
template <class Item>
std::uint32_t name_or_number(const std::string& text, const std::vector<Item>& items,
                             const std::string& option, const std::string& kind) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].name == text) return static_cast<std::uint32_t>(i);
  }
  const std::optional<std::uint32_t> number = number_from<std::uint32_t>(text);
  if (number && *number < items.size()) return *number;
  throw Error(fmt::format("{}: there is no {} '{}'; allowed: {} to {}, or 0 to {}", option, kind,
                          text, items.front().name, items.back().name, items.size() - 1));
}

}  // namespace sim
}  // namespace netloom
