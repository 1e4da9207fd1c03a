#pragma once

#include "hw/nic/traffic_source.h"

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

}  // namespace sim
}  // namespace netloom
