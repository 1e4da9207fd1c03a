#pragma once

#include <cstdint>

#include "routing/base/types.h"

namespace netloom {
inline namespace rtl {

/// A set of output ports, wide enough for what any Verilated block says.
struct PortBits {
  // Banks may reach beyond the last port of a switch.
  static constexpr int kWords = 2 * kMaxPorts / 64;

  std::uint64_t words[kWords] = {};

  void add(int port) { words[port / 64] |= std::uint64_t{1} << port % 64; }
  bool contains(int port) const { return (words[port / 64] >> port % 64 & 1) != 0; }

  /// Adds the ports below `ports` to a set that has room for no more than these, rounded up to 64.
  void add_to(std::uint64_t* set, int ports) const {
    for (int first = 0; first < ports; first += 64) {
      const int count = ports - first;
      const std::uint64_t existing =
          count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
      set[first / 64] |= words[first / 64] & existing;
    }
  }
};

}  // namespace rtl
}  // namespace netloom
