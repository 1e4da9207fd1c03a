#pragma once

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// What observers are told of a core with kObserved, beyond the events themselves.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::observe(const ObservedSwitch& at, SwitchObserver* observer) {
  if (!has(kObserved))
    throw Error("only the general switch core can be observed (specialised: false)");
  observed_ = at;
  observer_ = observer;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::tell_arrival(int input, Cycle now) const {
  const InputChannel<Mask>& channel = inputs_[input];
  std::uint32_t slot = channel.head;
  do {
    const Flit& flit = channel.ring[slot];
    if (flit.arrival == static_cast<std::uint32_t>(now)) {
      observer_->arrived(observed_, input, flit, now);
      return;
    }
    slot = channel.after(slot);
  } while (slot != channel.head);
}

template <int kBits, Features kFeatures>
OutputStatus SwitchCore<kBits, kFeatures>::output_status(int output, Cycle /*now*/) const {
  OutputStatus status;
  status.channel = output;
  status.credits = outputs_[output].credits;
  status.room = outputs_.buffered.test(output) ? outputs_.buffer(output).space : status.credits;
  status.link_busy = outputs_.link_busy.test(output);
  if (!outputs_.leads_to_host(output >> vc_shift())) {
    const QueueFill fill = fill_behind(output);
    status.behind = static_cast<int>(fill.phits);
    status.capacity = static_cast<int>(fill.size);
  }
  return status;
}

template <int kBits, Features kFeatures>
HeadStatus SwitchCore<kBits, kFeatures>::head_status(int input, Cycle now) const {
  HeadStatus status;
  if (!inputs_.occupied.test(input)) return status;
  status.ready = inputs_.ready.test(input);
  status.input_busy = inputs_.busy.test(input);
  status.search_from = picking_ == Picking::kCyclic ? cyclic_port_ : inputs_[input].preferred;
  const Mask taken = outputs_.busy | unusable_outputs();
  Mask free = outputs_.room - taken;
  if (stalls()) free -= stalled_outputs(now);
  const Mask usable = available(input, free, taken);
  for (Mask rest = inputs_[input].candidates; rest.any(); rest.remove_first()) {
    const int output = rest.first();
    OutputStatus candidate = output_status(output, now);
    candidate.minimal = minimal_ == nullptr || minimal_[input].test(output);
    candidate.obstacle = obstacle_of(input, output, usable, now);
    status.candidates.push_back(candidate);
  }
  return status;
}

template <int kBits, Features kFeatures>
Obstacle SwitchCore<kBits, kFeatures>::obstacle_of(int input, int output, const Mask& usable,
                                                   Cycle now) const {
  if (usable.test(output)) return Obstacle::kNone;
  if (unusable_outputs().test(output)) return Obstacle::kFailed;
  if (outputs_.busy.test(output)) return Obstacle::kBusy;
  if (has(kWormhole) && wormhole_ && !inputs_.following.test(input) &&
      outputs_.owned.test(output)) {
    return Obstacle::kOwned;
  }
  const std::int32_t room =
      outputs_.buffered.test(output) ? outputs_.buffer(output).space : outputs_[output].credits;
  if (room < (mixed_sizes_ ? inputs_[input].front().phits : largest_flit_)) {
    return Obstacle::kNoRoom;
  }
  if (entering_ != nullptr && (entering_[input] - outputs_.bubble).test(output)) {
    return Obstacle::kBubble;
  }
  if (stalls() && stalled(output >> vc_shift(), now)) {
    return Obstacle::kStalled;
  }
  // Nothing is in the way but the misrouting trigger.
  return minimal_ != nullptr && (usable & minimal_[input]).any() ? Obstacle::kMinimalFirst
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
  if (outputs_.leads_to_host(output >> vc_shift())) return false;
  const std::int32_t credits = outputs_[output].credits;
  if (outputs_.buffered.test(output)) {
    const Flit& next = outputs_.buffer(output).front();
    if (next.arrival == Flit::kEmpty || credits >= next.phits) return false;
  }
  // The packet that holds the VC may go on, and let go of it.
  if (obstacle == Obstacle::kOwned && credits >= (mixed_sizes_ ? 1 : largest_flit_)) return false;
  return in_flight(EventKind::kCredit, output) == 0;
}

template <int kBits, Features kFeatures>
std::vector<WaitEdge> SwitchCore<kBits, kFeatures>::blocked() const {
  std::vector<WaitEdge> edges;
  const Mask taken = outputs_.busy | unusable_outputs();
  for (Mask ready = inputs_.ready - inputs_.busy; ready.any(); ready.remove_first()) {
    const int input = ready.first();
    if (decides_again_ && decided_.test(input)) continue;
    const Mask usable = available(input, outputs_.room - taken, taken);
    const std::size_t before = edges.size();
    for (Mask rest = inputs_[input].candidates; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      // The cycle only says which outputs stall, and that ends.
      if (!waits_behind(output, obstacle_of(input, output, usable, 0))) {
        edges.resize(before);
        break;
      }
      edges.push_back({input, output});
    }
  }
  return edges;
}

}  // namespace hw
}  // namespace netloom
