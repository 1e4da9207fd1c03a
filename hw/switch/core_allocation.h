#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// Which outputs a head may take, and which it asks for.

template <int kBits, Features kFeatures>
inline typename Core<kBits, kFeatures>::Mask Core<kBits, kFeatures>::available(
    int input, const Mask& free, const Mask& taken) const {
  const InputChannel<Mask>& channel = inputs[input];
  if constexpr (has(kCommits)) {
    if (ownership.committed.test(input)) return channel.candidates - taken;  // it has its room
  }
  Mask result = channel.candidates & free;
  if constexpr (has(kMixedSizes)) {
    if (!all_of_one_size && channel.front().phits < largest_flit) {
      for (Mask rest = channel.candidates - taken - result; rest.any(); rest.remove_first()) {
        if (outputs.free(rest.first()) >= channel.front().phits) result.set(rest.first());
      }
    }
  }
  if constexpr (has(kWormhole | kBubble)) result -= ownership.kept_from(input, outputs.bubble);
  if (triggers()) {
    return misrouting.permitted(input, result, [this](int output) { return outputs.fill(output); });
  }
  return result;
}

template <int kBits, Features kFeatures>
inline int Core<kBits, kFeatures>::select(int input, const Mask& available_outputs, Cycle now) {
  const int output =
      __builtin_expect(selection.prefers(), 1)
          ? selection.by_preference(numbers, inputs[input].preferred, available_outputs)
          : select_otherwise(input, available_outputs, now);
  if (observing()) observer->selected(observed, input, output, now);
  return output;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE int Core<kBits, kFeatures>::select_otherwise(int input,
                                                                  const Mask& available_outputs,
                                                                  Cycle now) {
  const InputChannel<Mask>& channel = inputs[input];
  if (selection.asks_selector()) {
    SelectionQuery query;
    query.destination = channel.front().destination;
    query.source = channel.front().source();
    query.number = channel.front().tag.number;
    query.input_port = numbers.port(input);
    query.input_vc = numbers.vc(input);
    query.cycle = now;
    // Which ports a control packet takes does not follow from a destination.
    const bool ask = !has(kFaults) || !channel.front().for_switches();
    return selection.by_selector(numbers, channel.preferred, available_outputs, query, ask);
  }
  return selection.otherwise(
      numbers, channel.preferred, available_outputs,
      [this](int output) { return outputs[output].credits; },
      [&] { return random_bits.draw(now, DrawPlace::kSelection, input); });
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::cannot_go(int input) {
  if (stalling()) return;
  const Mask& candidates = inputs[input].candidates;
  // A head that has its room only waits for the output, whatever the trigger says.
  const bool committed = has(kCommits) && ownership.committed.test(input);
  if (triggers() && !committed && misrouting.hold_back(input, candidates)) {
    wakeup.awake.reset(input);
    return;
  }
  wakeup.sleep(numbers, input, candidates);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::reconsider_held_back() {
  // Nobody can take what is still busy or has no room; when that ends, it is relieved again.
  Mask usable = Mask::all();
  if constexpr (!has(kMixedSizes | kCommits | kAnyAllocator | kFaults | kStalls)) {
    usable = outputs.room - crossbar.outputs_busy;
  }
  misrouting.reconsider(
      crossbar.inputs_busy, usable, wakeup.awake,
      [this](int input) { return inputs[input].candidates; },
      [this](int output) { return outputs.fill(output); });
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::commit(const Mask& looking, Cycle now) {
  for (Mask rest = looking; rest.any(); rest.remove_first()) {
    const int input = rest.first();
    if (ownership.committed.test(input)) continue;
    const Mask with_room = available(input, outputs.room, Mask());
    if (with_room.none()) continue;
    Mask& candidates = inputs[input].candidates;
    const int output = select(input, with_room, now);
    selection.used(numbers, candidates, output);
    candidates = Mask::bit(output);
    ownership.committed.set(input);
    output_filled(output);
    outputs.reserve(output, outputs.leads_to_host(numbers.port(output)),
                    inputs[input].front().phits);
  }
}

template <int kBits, Features kFeatures>
bool Core<kBits, kFeatures>::any_could_go(Mask looking) const {
  const Mask taken = crossbar.outputs_busy | failed_outputs();
  for (; looking.any(); looking.remove_first()) {
    if (available(looking.first(), outputs.room - taken, taken).any()) return true;
  }
  return false;
}

template <int kBits, Features kFeatures>
bool Core<kBits, kFeatures>::stalled(int port, Cycle now) const {
  return stalls(stall_probability, seed, id, port, now);
}

template <int kBits, Features kFeatures>
typename Core<kBits, kFeatures>::Mask Core<kBits, kFeatures>::stalled_outputs(Cycle now) const {
  Mask result;
  for (int port = 0; port < numbers.ports(); ++port) {
    if (stalled(port, now)) result |= numbers.of_port(port);
  }
  return result - outputs.buffered;
}

template <int kBits, Features kFeatures>
inline typename Core<kBits, kFeatures>::Mask Core<kBits, kFeatures>::failed_outputs() const {
  if constexpr (has(kFaults)) {
    if (failing()) return faults->dead_outputs();
  }
  return Mask();
}

}  // namespace hw
}  // namespace netloom
