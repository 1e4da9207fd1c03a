#pragma once

#include <cstdint>

#include "sim/traffic/traffic_plan.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {

/// Closed traffic: in cycle 0 every node has a number of packets to send, and it sends them as fast
/// as the network takes them. The result is the cycle in which the last one arrives.
class BurstSource final : public Workload {
 public:
  /// Uses the plan's first phase. `packets`: of each node that sends.
  BurstSource(TrafficPlan plan, std::uint32_t packets, int packet_phits, std::uint64_t seed);

  Cycle first(NodeId host) override { return phase().sends(host) ? 0 : kNever; }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  bool reacts() const override { return false; }
  std::optional<Cycle> last_generation() const override { return 0; }
  TrafficBounds bounds(int packet_phits) const override;

 private:
  const TrafficPlan::Phase& phase() const { return plan_.phases().front(); }

  TrafficPlan plan_;
  std::uint32_t packets_;
  std::uint32_t packet_phits_;
  std::uint64_t seed_;
};

}  // namespace sim
}  // namespace netloom
