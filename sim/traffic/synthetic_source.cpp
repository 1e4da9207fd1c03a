#include "sim/traffic/synthetic_source.h"

namespace netloom {
inline namespace sim {

SyntheticSource::SyntheticSource(TrafficPlan plan, NodeId nodes, int packet_phits, Cycle stop,
                                 std::uint64_t seed)
    : plan_(std::move(plan)), packet_phits_(static_cast<std::uint32_t>(packet_phits)), stop_(stop) {
  hosts_.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) {
    hosts_.push_back({TrafficPlan::generator(seed, node), plan_.phases().data()});
  }
}

Cycle SyntheticSource::first(NodeId host) {
  return next_from(host, 0);
}

Cycle SyntheticSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  Host& state = hosts_[host];
  const NodeId destination = state.phase->destination(host, state.random);
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
  const TrafficPlan::Phase* phase = state.phase;
  // A Bernoulli process has no memory: where a phase ends before the next packet, the next phase
  // draws anew from its start.
  for (;; earliest = phase->from()) {
    if (phase->sends(host) && earliest < phase->end()) {
      const Cycle next = earliest - 1 + phase->gap(state.random);
      if (next < phase->end()) return next < stop_ ? next : kNever;
    }
    if (phase->end() >= stop_ || phase == &plan_.phases().back()) return kNever;
    state.phase = ++phase;
  }
}

}  // namespace sim
}  // namespace netloom
