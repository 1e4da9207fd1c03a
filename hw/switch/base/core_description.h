#pragma once

#include <string>

#include "hw/switch/base/features.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Which core a switch runs on, to be compared. None if it has no memory that a core writes into.
class CoreIdentity {
 public:
  CoreIdentity() = default;
  template <class Core>
  static CoreIdentity of() {
    static constexpr char kPlace = 0;
    return CoreIdentity(&kPlace);
  }

  /// Whether switches on these two have the same core, and so can write into each other's memory.
  friend bool same_core(CoreIdentity a, CoreIdentity b) {
    return a.place_ != nullptr && a.place_ == b.place_;
  }

 private:
  explicit CoreIdentity(const char* place) : place_(place) {}

  const char* place_ = nullptr;
};

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
