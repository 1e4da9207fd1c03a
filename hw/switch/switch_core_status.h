#pragma once

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// What a switch tells of itself.

template <int kBits, Features kFeatures>
SwitchCounters SwitchCore<kBits, kFeatures>::counters() const {
  SwitchCounters result = core_.counters;
  // Else one flit per packet.
  if (!TheCore::has(kWormhole)) result.packet_hops = result.flit_hops;
  return result;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::contents(std::uint64_t& packets,
                                            std::uint64_t& fingerprint) const {
  packets = 0;
  fingerprint = 0;
  const auto add = [&](const FlitRing& ring) {
    if (ring.ring == nullptr) return;
    for (std::uint32_t slot = 0; slot < ring.slots(); ++slot) {
      const Flit& flit = ring.ring[slot];
      if (flit.arrival == Flit::kEmpty || !flit.tail() || flit.for_switches()) continue;
      ++packets;
      fingerprint += flit.fingerprint();
    }
  };
  for (int x = 0; x < core_.numbers.count(); ++x) {
    add(core_.inputs[x]);
    if (core_.outputs.buffers().any()) add(core_.outputs.buffers()[x]);
    if (core_.outputs.leads_to_host(core_.numbers.port(x))) add(core_.outputs[x]);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::coming_to_host(int port, std::vector<Arrival>& arrivals) const {
  for (int vc = 0; vc < core_.output_vcs(port); ++vc) {
    const auto& link = core_.outputs[channel(port, vc)];
    for (std::uint32_t i = 0, slot = link.head; i < link.slots(); ++i, slot = link.after(slot)) {
      const Flit& flit = link.ring[slot];
      if (flit.arrival == Flit::kEmpty) break;
      if (flit.tail()) {
        arrivals.push_back(arrival_of(flit, Cycle{flit.arrival} + flit.phits - 1, vc));
      }
    }
  }
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::buffered_phits(int port, int vc) const {
  const auto& input = core_.inputs[channel(port, vc)];
  int phits = 0;
  if (input.ring == nullptr) return 0;
  for (std::uint32_t slot = 0; slot < input.slots(); ++slot) {
    if (input.ring[slot].arrival != Flit::kEmpty) phits += input.ring[slot].phits;
  }
  return phits;
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::reserved_credits(int output) const {
  if (core_.outputs.buffers().has(output) || core_.outputs.is_endless(core_.numbers.port(output))) {
    return 0;
  }
  int phits = 0;
  for (Mask rest = core_.reservations.all(); rest.any(); rest.remove_first()) {
    const InputChannel<Mask>& input = core_.inputs[rest.first()];
    if (input.candidates.test(output)) phits += input.front().phits;
  }
  return phits;
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::in_flight(EventKind kind, int channel_index) const {
  int phits = 0;
  core_.calendar.visit([&](Event event) {
    if (event.kind() == kind && event.channel() == channel_index) phits += event.phits();
  });
  return phits;
}

template <int kBits, Features kFeatures>
std::vector<WaitEdge> SwitchCore<kBits, kFeatures>::waits() const {
  std::vector<WaitEdge> edges;
  for (Mask ready = core_.inputs.ready(); ready.any(); ready.remove_first()) {
    const int input = ready.first();
    if constexpr (TheCore::has(kFaults)) {
      // It waits as nobody's neighbour.
      if (core_.faults && input == core_.faults->control_input()) continue;
    }
    for (Mask outputs = core_.inputs[input].candidates; outputs.any(); outputs.remove_first()) {
      edges.push_back({input, outputs.first()});
    }
  }
  return edges;
}

template <int kBits, Features kFeatures>
std::vector<WaitEdge> SwitchCore<kBits, kFeatures>::blocked() const {
  std::vector<WaitEdge> edges;
  const Mask taken = core_.crossbar.outputs_busy() | core_.failed_outputs();
  for (Mask ready = core_.inputs.ready() - core_.crossbar.inputs_busy(); ready.any();
       ready.remove_first()) {
    const int input = ready.first();
    if (core_.source_decision.may_change(input)) continue;
    const Mask usable = core_.available(input, core_.outputs.room() - taken, taken);
    const std::size_t before = edges.size();
    for (Mask rest = core_.inputs[input].candidates; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      // Which outputs stall does not matter: that ends.
      if (!waits_behind(output, obstacle_of(input, output, usable, Mask()))) {
        edges.resize(before);
        break;
      }
      edges.push_back({input, output});
    }
  }
  return edges;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::observe(const ObservedSwitch& at, SwitchObserver* observer) {
  if (!TheCore::has(kObserved)) {
    throw Error("only the general switch core can be observed (specialised: false)");
  }
  core_.observation.observe(at, observer);
}

template <int kBits, Features kFeatures>
OutputStatus SwitchCore<kBits, kFeatures>::output_status(int output, Cycle /*now*/) const {
  OutputStatus status;
  status.channel = output;
  status.credits = core_.outputs[output].credits;
  status.room = core_.outputs.free(output);
  status.link_busy = core_.outputs.buffers().sending().test(output);
  if (!core_.outputs.is_endless(core_.numbers.port(output))) {
    const QueueFill fill = core_.outputs.fill(output);
    status.behind = static_cast<int>(fill.phits);
    status.capacity = static_cast<int>(fill.size);
  }
  return status;
}

template <int kBits, Features kFeatures>
HeadStatus SwitchCore<kBits, kFeatures>::head_status(int input, Cycle now) const {
  HeadStatus status;
  if (!core_.inputs.occupied().test(input)) return status;
  status.ready = core_.inputs.ready().test(input);
  status.input_busy = core_.crossbar.inputs_busy().test(input);
  status.search_from = core_.selection.search_from(core_.inputs[input].preferred);
  const Mask stalled = core_.stalled_outputs(now);
  const Mask taken = core_.crossbar.outputs_busy() | core_.failed_outputs() | stalled;
  const Mask usable = core_.available(input, core_.outputs.room() - taken, taken);
  for (Mask rest = core_.inputs[input].candidates; rest.any(); rest.remove_first()) {
    const int output = rest.first();
    OutputStatus candidate = output_status(output, now);
    candidate.minimal = !core_.triggers() || core_.misrouting.minimal(input).test(output);
    candidate.obstacle = obstacle_of(input, output, usable, stalled);
    status.candidates.push_back(candidate);
  }
  return status;
}

template <int kBits, Features kFeatures>
Obstacle SwitchCore<kBits, kFeatures>::obstacle_of(int input, int output, const Mask& usable,
                                                   const Mask& stalled) const {
  if (usable.test(output)) return Obstacle::kNone;
  if (core_.failed_outputs().test(output)) return Obstacle::kFailed;
  if (core_.crossbar.outputs_busy().test(output)) return Obstacle::kBusy;
  if (!core_.reservations.has(input)) {  // else it has its room
    if (core_.ownership.is_owned(input, output)) return Obstacle::kOwned;
    const int needed = core_.all_of_one_size ? core_.largest_flit
                                             : static_cast<int>(core_.inputs[input].front().phits);
    if (core_.outputs.free(output) < needed) return Obstacle::kNoRoom;
    if (core_.ownership.lacks_bubble(input, output, core_.outputs.bubble()))
      return Obstacle::kBubble;
  }
  if (stalled.test(output)) return Obstacle::kStalled;
  // Nothing is in the way but the misrouting trigger.
  return core_.triggers() && (usable & core_.misrouting.minimal(input)).any()
             ? Obstacle::kMinimalFirst
             : Obstacle::kTrigger;
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::waits_behind(int output, Obstacle obstacle) const {
  switch (obstacle) {
    case Obstacle::kNoRoom:
    case Obstacle::kOwned:
    case Obstacle::kBubble:
    case Obstacle::kTrigger:
      break;
    case Obstacle::kNone:
    case Obstacle::kBusy:
    case Obstacle::kMinimalFirst:
    case Obstacle::kStalled:
    case Obstacle::kFailed:
      return false;
  }
  // A host may take what it has.
  if (core_.outputs.leads_to_host(core_.numbers.port(output))) return false;
  const std::int32_t credits = core_.outputs[output].credits;
  if (core_.outputs.buffers().has(output)) {
    const Flit& next = core_.outputs.buffers()[output].front();
    if (next.arrival == Flit::kEmpty || credits >= next.phits) return false;
  }
  // The packet that holds the VC may go on, and let go of it.
  const int enough = core_.all_of_one_size ? core_.largest_flit : 1;
  if (obstacle == Obstacle::kOwned && credits >= enough) return false;
  return in_flight(EventKind::kCredit, output) == 0;
}

}  // namespace hw
}  // namespace netloom
