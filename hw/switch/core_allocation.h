#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// Which outputs a head may take, which it asks for, and which flits links start.

template <int kBits, Features kFeatures>
inline typename Core<kBits, kFeatures>::Mask Core<kBits, kFeatures>::available(
    int input, const Mask& free, const Mask& taken) const {
  const Mask& candidates = inputs.candidates(input);
  if (reservations.has(input)) return candidates - taken;  // it has its room
  Mask result = candidates & free;
  if constexpr (has(kMixedSizes)) {
    if (!all_of_one_size && inputs.front(input).phits < largest_flit) {
      result |= outputs.with_room(candidates - taken - result, inputs.front(input).phits);
    }
  }
  if constexpr (has(kWormhole | kBubble)) result -= ownership.kept_from(input, outputs.bubble());
  if (triggers()) {
    return misrouting.permitted(input, result, [this](int output) { return outputs.fill(output); });
  }
  return result;
}

template <int kBits, Features kFeatures>
SelectionQuery Core<kBits, kFeatures>::packet(int input, Cycle now) const {
  const Flit& flit = inputs.front(input);
  SelectionQuery query;
  query.destination = flit.destination;
  query.source = flit.source();
  query.number = flit.tag.number;
  query.input_port = numbers.port(input);
  query.input_vc = numbers.vc(input);
  query.cycle = now;
  return query;
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::reserve(int input, int output) {
  selection.used(numbers, inputs.candidates(input), output);
  inputs.set_candidates(input, Mask::bit(output));
  misrouting.filled(output);
  outputs.reserve(numbers, output, inputs.front(input).phits);
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::cannot_go(int input) {
  if (random_stalls.there()) return;
  const Mask& candidates = inputs.candidates(input);
  // A head that has its room only waits for the output, whatever the trigger says.
  if (triggers() && !reservations.has(input) && misrouting.hold_back(input, candidates)) {
    wakeup.leave(input);
    return;
  }
  wakeup.sleep(numbers, input, candidates);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::reconsider_held_back() {
  // Nobody can take what is still busy or has no room; when that ends, it is relieved again.
  Mask usable = Mask::all();
  if constexpr (!has(kMixedSizes | kCommits | kAnyAllocator | kFaults | kStalls)) {
    usable = outputs.room() - crossbar.outputs_busy();
  }
  wakeup.wake(misrouting.reconsider(
      crossbar.inputs_busy(), usable, [this](int input) { return inputs.candidates(input); },
      [this](int output) { return outputs.fill(output); }));
}

template <int kBits, Features kFeatures>
bool Core<kBits, kFeatures>::any_could_go(Mask looking) const {
  const Mask taken = crossbar.outputs_busy() | failed_outputs();
  for (; looking.any(); looking.remove_first()) {
    if (available(looking.first(), outputs.room() - taken, taken).any()) return true;
  }
  return false;
}

template <int kBits, Features kFeatures>
inline int Core<kBits, kFeatures>::pick_link(int port, Mask able, Cycle now) {
  auto& buffers = outputs.buffers();
  if (allocator.prioritises_control()) {
    Mask control;
    for (Mask rest = able; rest.any(); rest.remove_first()) {
      control.assign(rest.first(), buffers.front(rest.first()).control());
    }
    if (control.any()) able = control;
  }
  return allocator.pick_link(*this, port, able, now, [&buffers](int a, int b) {
    return buffers.front(a).older_than(buffers.front(b));
  });
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::start_link(int output, const Flit& flit, Cycle now) {
  if (checking() && outputs[output].overruns()) {
    fail("buffer overrun behind " + channel_name(output), now);
  }
  tell(&SwitchObserver::sent, output, flit, now);
  outputs.send(numbers, flit, output, now, *outbox);
  misrouting.filled(output);
  ++counters.link_flits;
}

}  // namespace hw
}  // namespace netloom
