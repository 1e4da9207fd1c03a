#pragma once

#include <string>

namespace netloom {
inline namespace hw {

/// The implementation that a switch runs on, its core. All switches of a network have the same, and
/// SimulationConfig::check_invariants does not change which it is: there is one of each with the
/// checks and one without.
struct CoreDescription {
  bool specialised = false;  ///< compiled for one kind of configuration; else the general one
  bool one_vc = false;       ///< specialised for a single VC
  bool checks = false;       ///< checks the invariants at each flit
  int channels = 0;          ///< the most, ports times VCs, that a switch may have

  /// For example "specialised, one VC, up to 64 channels, with checks".
  std::string text() const;
};

}  // namespace hw
}  // namespace netloom
