#include "sim/traffic/synthetic_source.h"

namespace netloom {
inline namespace sim {

SyntheticSource::SyntheticSource(TrafficPlan plan, NodeId nodes, int packet_phits, Cycle stop,
                                 std::uint64_t seed)
    : plan_(std::move(plan)), packet_phits_(static_cast<std::uint32_t>(packet_phits)), stop_(stop) {
  hosts_.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    hosts_.push_back({TrafficPlan::generator(seed, node), 0});
  }
}

Cycle SyntheticSource::first(NodeId host) {
  return next_from(host, 0);
}

Cycle SyntheticSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  Host& state = hosts_[host];
  const NodeId destination = plan_.destination(state.phase, host, state.random);
  if (destination != kNoDestination) {
    Message message;
    message.destination = destination;
    message.phits = packet_phits_;
    injector.send(message, cycle);
  }
  return next_from(host, cycle + 1);
}

Cycle SyntheticSource::next_from(NodeId host, Cycle earliest) {
  Host& state = hosts_[host];
  // A Bernoulli process has no memory: where a phase ends before the next packet, the next phase
  // draws anew from its start.
  for (;; ++state.phase, earliest = plan_.from(state.phase)) {
    const Cycle end = plan_.end(state.phase);
    if (plan_.sends(state.phase, host) && earliest < end) {
      const Cycle next = earliest - 1 + plan_.gap(state.phase, state.random);
      if (next < end) return next < stop_ ? next : kNever;
    }
    if (end >= stop_ || state.phase + 1 == plan_.phases()) return kNever;
  }
}

}  // namespace sim
}  // namespace netloom
