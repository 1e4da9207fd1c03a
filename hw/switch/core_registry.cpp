#include "hw/switch/core_registry.h"

#include <fmt/format.h>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {

CoreRegistry::Registration::Registration(Features features, int channels,
                                         SwitchModelPtr (*make)(const SwitchPlan&, Arena&)) {
  instance().entries_.push_back({features, channels, make});
}

CoreRegistry& CoreRegistry::instance() {
  static CoreRegistry registry;
  return registry;
}

const CoreEntry& CoreRegistry::find(Features needed, int channels) const {
  const auto beyond = [needed](const CoreEntry& entry) {
    return __builtin_popcount(entry.features & ~needed);
  };
  const CoreEntry* best = nullptr;
  for (const CoreEntry& entry : entries_) {
    if (entry.channels != channels || (needed & ~entry.features) != 0) continue;
    // Of two with as many, the one whose features have the lower numbers: the order in which cores
    // register themselves does not matter.
    if (best == nullptr || beyond(entry) < beyond(*best) ||
        (beyond(entry) == beyond(*best) && entry.features < best->features)) {
      best = &entry;
    }
  }
  if (best == nullptr) {
    throw BrokenInvariant(
        fmt::format("no switch core has {} channels and {}", channels, features_text(needed)));
  }
  return *best;
}

}  // namespace hw
}  // namespace netloom
