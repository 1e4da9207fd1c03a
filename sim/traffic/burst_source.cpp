#include "sim/traffic/burst_source.h"

namespace netloom {
inline namespace sim {

BurstSource::BurstSource(TrafficPlan plan, std::uint32_t packets, int packet_phits,
                         std::uint64_t seed)
    : plan_(std::move(plan)),
      packets_(packets),
      packet_phits_(static_cast<std::uint32_t>(packet_phits)),
      seed_(seed) {}

TrafficBounds BurstSource::bounds(int /*packet_phits*/) const {
  TrafficBounds result;
  result.most_phits = std::uint64_t{packets_} * packet_phits_;
  for (NodeId host = 0; host < plan_.nodes(); ++host) {
    if (!phase().sends(host)) continue;
    Random random = TrafficPlan::generator(seed_, host);
    if (phase().destination(host, random) != kNoDestination) result.queued_packets += packets_;
  }
  return result;
}

Cycle BurstSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  Random random = TrafficPlan::generator(seed_, host);
  Message message;
  message.phits = packet_phits_;
  for (std::uint32_t i = 0; i < packets_; ++i) {
    message.destination = phase().destination(host, random);
    if (message.destination != kNoDestination) injector.send(message, cycle);
  }
  return kNever;
}

}  // namespace sim
}  // namespace netloom
