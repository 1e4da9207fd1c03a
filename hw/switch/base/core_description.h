#pragma once

#include <string>

#include "hw/switch/base/features.h"

namespace netloom {
inline namespace hw {

/// The implementation that a switch runs on, its core. All switches of a network have the same.
struct CoreDescription {
  Features features = 0;
  bool checks = false;  ///< checks the invariants at each flit
  int channels = 0;     ///< the most, ports times VCs, that a switch may have

  /// Compiled for some features; else the general one, which has all.
  bool specialised() const { return (features | kChecks) != kAllFeatures; }
  /// For example "specialised (many_vcs, trigger), up to 64 channels, with checks".
  std::string text() const;
};

}  // namespace hw
}  // namespace netloom
