#pragma once

#include <vector>

#include "hw/kernel/arena.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {

/// A switch core that is compiled: a line of cores.cmake, in one width.
struct CoreEntry {
  Features features = 0;
  int channels = 0;
  SwitchModelPtr (*make)(const SwitchPlan& plan, Arena& arena) = nullptr;
};

/// The cores that there are. They register themselves.
class CoreRegistry {
 public:
  struct Registration {
    Registration(Features features, int channels,
                 SwitchModelPtr (*make)(const SwitchPlan&, Arena&));
  };

  static CoreRegistry& instance();

  /// The core for a switch that needs these features, in this width: of those that have them the
  /// one with the fewest. BrokenInvariant: there is none.
  const CoreEntry& find(Features needed, int channels) const;
  const std::vector<CoreEntry>& entries() const { return entries_; }

 private:
  std::vector<CoreEntry> entries_;
};

}  // namespace hw
}  // namespace netloom
