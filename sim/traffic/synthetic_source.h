#pragma once

#include <cstdint>
#include <vector>

#include "sim/traffic/traffic_plan.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {

/// Open traffic: in every cycle every node generates a packet with a probability that makes the
/// offered load, and sends it where its pattern says.
class SyntheticSource : public Workload {
 public:
  /// `packet_phits`: size of every packet. `stop`: first cycle without generation, kNever for none.
  SyntheticSource(TrafficPlan plan, NodeId nodes, int packet_phits, Cycle stop, std::uint64_t seed);
  SyntheticSource(const SyntheticSource&) = delete;  // hosts point into the plan
  SyntheticSource& operator=(const SyntheticSource&) = delete;

  Cycle first(NodeId host) override;
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  bool reacts() const override { return false; }

 private:
  struct Host {
    Random random;
    const TrafficPlan::Phase* phase = nullptr;  ///< that of its next packet
  };

  /// The first generation in the host's phase or a later one, if it may be in `earliest` already.
  Cycle next_from(NodeId host, Cycle earliest);

  TrafficPlan plan_;
  std::uint32_t packet_phits_;
  Cycle stop_;
  std::vector<Host> hosts_;
};

}  // namespace sim
}  // namespace netloom
