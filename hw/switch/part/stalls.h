#pragma once

#include <cstdint>

#include "hw/switch/base/features.h"
#include "hw/switch/base/stall.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// Outputs that start nothing in cycles drawn at random, for tests: in no rule of docs/timing.md,
/// none of which may be broken by it.
template <class Channels>
class Stalls {
 public:
  using Mask = typename Channels::Mask;

  void build(double probability, std::uint64_t seed, SwitchId id) {
    probability_ = probability;
    seed_ = seed;
    id_ = id;
  }

  bool there() const { return Channels::has(kStalls) && probability_ > 0; }
  bool at(int port, Cycle now) const {
    return there() && stalls(probability_, seed_, id_, port, now);
  }
  /// All channels of the ports that stall.
  Mask outputs(const Channels& channels, Cycle now) const {
    Mask result;
    for (int port = 0; there() && port < channels.ports(); ++port) {
      if (at(port, now)) result |= channels.of_port(port);
    }
    return result;
  }

 private:
  double probability_ = 0;
  std::uint64_t seed_ = 0;
  SwitchId id_ = 0;
};

}  // namespace hw
}  // namespace netloom
