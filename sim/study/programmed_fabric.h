#pragma once

#include "sim/run/fabric.h"

namespace netloom {
inline namespace sim {

/// Hosts that send nothing.
class SilentSource final : public TrafficSource {
 public:
  Cycle first(NodeId /*host*/) override { return kNever; }
  Cycle generate(NodeId /*host*/, Cycle /*cycle*/, Injector& /*injector*/) override {
    return kNever;
  }
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  bool reacts() const override { return false; }
};

/// A network to look at: elaborated, after the fabric manager has programmed it.
struct ProgrammedFabric {
  explicit ProgrammedFabric(LoadedConfig& loaded) : fabric(loaded, silence) { fabric.run(1); }

  SilentSource silence;
  Fabric fabric;
};

}  // namespace sim
}  // namespace netloom
