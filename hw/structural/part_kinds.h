#pragma once

#include <array>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "hw/structural/base/part_limit.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A kind of part that the configuration can name, for those who list and check what it may be.
struct PartKind {
  const char* key;                 ///< in `switch.parts`: "allocator"
  const char* meaning;             ///< one line
  std::string SwitchParts::*name;  ///< of the part that is used

  /// All that are registered, sorted.
  std::vector<std::string> (*names)();
  /// Error: unknown name.
  const std::string& (*summary)(const std::string& name);
  /// What of the configuration the part of that name does not do. Error: unknown name.
  std::vector<PartLimit> (*limits)(const std::string& name, const SwitchConfig& config);
};

const std::array<PartKind, 6>& part_kinds();

/// A part of a switch that is another than the default one of its kind; null: there is none.
inline const PartKind* foreign_part(const SwitchParts& parts) {
  const SwitchParts own;
  for (const PartKind& each : part_kinds()) {
    if (parts.*each.name != own.*each.name) return &each;
  }
  return nullptr;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
