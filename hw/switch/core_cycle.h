#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// What happens in a cycle, in the order of docs/timing.md.

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::run(Cycle from, Cycle to) {
  Outbox<Mask> box;
  outbox = &box;
  if (by_outbox && runs(from, to)) hosts.prefetch_packets(*this);
  quantum_end = to;
  if constexpr (has(kFaults)) {
    if (failing()) faults->schedule(*this);
  }
  hosts.schedule(*this, to);
  for_active_cycles(from, to, [this](Cycle now) {
    cycle(now);
    if constexpr (has(kDecides)) {
      if (deciding()) source_decision.end_cycle(*this, now);
    }
  });
  box.flush();
  outbox = nullptr;
}

template <int kBits, Features kFeatures>
template <class Step>
void Core<kBits, kFeatures>::for_active_cycles(Cycle from, Cycle to, Step step) {
  if (!idle_skipping) {
    for (Cycle now = from; now < to; ++now) step(now);
    return;
  }
  while (from < to) {
    // Up to the end of a block of 64 cycles, whose activity is one word.
    const Cycle block = from & ~Cycle{63};
    const Cycle stop = std::min(to, block + 64);
    const std::uint64_t window = (~std::uint64_t{0} >> (64 - (stop - from))) << (from & 63);
    // What a cycle schedules for a later one of the window shows in the same word.
    while (const std::uint64_t active = calendar.active_block(from) & window) {
      step(block + static_cast<Cycle>(__builtin_ctzll(active)));
    }
    from = stop;
  }
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::cycle(Cycle now) {
  calendar.deactivate(now);
  take_timers(now);
  auto& bucket = calendar.at(now);
  take_arrivals(std::exchange(bucket.arrived, Mask()), now);
  take_credits(std::exchange(bucket.credited, Mask()), now);
  calendar.take_events(now, bucket, [&](Event event) { handle(event, now); });
  if constexpr (has(kFaults)) {
    // After all events, in whatever order they came.
    if (failing()) faults->work(*this, now);
  }
  hosts.step(*this, now);
  if constexpr (has(kOutputBuffers)) {
    if (outputs.any_buffer()) start_links(now);
  }
  if (observing()) observer->allocating(observed, now);
  allocate(now);
  route_together(now);
  if (observing()) observer->cycle_done(observed, now);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::allocate(Cycle now) {
  if (triggers()) reconsider_held_back();
  const Mask looking = pending();
  if (looking.none()) return;
  if constexpr (has(kCommits)) {
    if (commits) commit(looking, now);
  }
  if constexpr (has(kStalls)) {
    // Outputs stop stalling without an event.
    if (stalling() && any_could_go(looking)) calendar.activate(now + 1);
  }
  match(looking, now);
  // What has been sent may let heads go another way, without any event.
  if (triggers() && misrouting.held_back.any() && misrouting.filled.any()) {
    calendar.activate(now + 1);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::match(Mask looking, Cycle now) {
  for (int i = 0; i < allocator.iterations() && looking.any(); ++i) {
    Mask taken = crossbar.outputs_busy | failed_outputs();
    if constexpr (has(kStalls)) {
      if (stalling()) taken |= stalled_outputs(now);
    }
    const Mask free = outputs.room - taken;
    if (allocator.input_first()) {
      const int lost = allocator.match_input_first(*this, looking, free, taken, now);
      // Who has not been granted what it asked for asks again.
      const bool any = has(kAnyAllocator | kStalls | kCommits) || !idle_skipping;
      if (lost > 0 && (any || pending().any())) calendar.activate(now + 1);
    } else {
      allocator.match_output_first(*this, looking, free, taken, i == 0, now);
    }
    if constexpr (has(kAnyAllocator)) {
      // What was granted has made queues longer.
      if (triggers() && i + 1 < allocator.iterations()) reconsider_held_back();
      looking = pending();
    }
  }
  if (!allocator.input_first()) {
    // Where heads do not sleep, those that nothing but an event can help are among them.
    const bool sleeps = idle_skipping && !stalling();
    if (looking.any() && (sleeps || any_could_go(looking))) calendar.activate(now + 1);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::grant(int input, int output, Cycle now) {
  InputChannel<Mask>& source = inputs[input];
  Flit& flit = source.front();
  const std::uint32_t phits = flit.phits;
  const bool to_buffer = outputs.has_buffer(output);
  const Cycle last = Crossbar<Mask>::last_phit(now, phits, Cycle{flit.arrival}, to_buffer, speedup);
  if (observing()) observer->granted(observed, input, output, flit, now, last);
  crossbar.take(input_group(input), output_group(output), last, calendar);

  if (has(kTrigger)) misrouting.filled.set(output);
  ++counters.flit_hops;
  if constexpr (has(kWormhole)) counters.packet_hops += flit.head() ? 1 : 0;
  flit.count_hop();
  if (__builtin_expect(flit.passed(hop_limit), 0)) too_many_hops(output, flit, now);
  if (__builtin_expect(changes_state, 0) && flit.head()) write_state(input, output, flit, now);
  if constexpr (has(kCommits)) {
    if (ownership.committed.test(input)) {
      ownership.committed.reset(input);
      // And takes it again below.
      outputs.reserve(output, outputs.leads_to_host(numbers.port(output)),
                      -static_cast<std::int32_t>(phits));
    }
  }
  if constexpr (has(kFaults)) {
    if (failing()) faults->before_send(*this, flit, output, now);
  }
  if (checking()) check_grant(input, output, flit, now);

  if (to_buffer) {
    outputs.store(flit, output, now + crossbar_delay);
    calendar.post(now + crossbar_delay, Event(EventKind::kOutputStage, output));
  } else {
    if (observing()) observer->sent(observed, output, flit, now + crossbar_delay);
    outputs.send(numbers, flit, output, now + crossbar_delay, *outbox);
    outputs.sent(output);
  }
  if (checking() && outputs.free(output) < 0) {
    fail((to_buffer ? "negative space in " : "negative credits behind ") + channel_name(output),
         now);
  }
  selection.used(numbers, source.candidates, output);
  if constexpr (has(kWormhole)) {
    if (ownership.wormhole() && ownership.granted(input, output, flit.tail())) {
      source.candidates = Mask::bit(output);
      if (triggers()) misrouting.minimal(input) = source.candidates;
    }
  }
  if constexpr (has(kFaults)) {
    if (failing() && faults->stays_for_more(*this, input, output)) return;
  }
  inputs.ready.reset(input);
  wakeup.awake.reset(input);
  release(input, flit, last, one_size(), now);
}

// ---- What has been scheduled for the cycle.

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_timers(Cycle now) {
  auto& timers = calendar.timers(now);
  crossbar.free(timers.inputs_free, timers.outputs_free);
  if (timers.outputs_free.any()) {
    if (has(kTrigger)) misrouting.relieved |= timers.outputs_free;
    wakeup.freed(numbers, timers.outputs_free);
  }
  inputs.ready |= timers.routed;
  wakeup.awake |= timers.routed;
  timers = {};
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_arrivals(Mask arrived, Cycle now) {
  if (observing()) {
    for (Mask rest = arrived; rest.any(); rest.remove_first()) tell_arrival(rest.first(), now);
  }
  for (arrived -= inputs.occupied; arrived.any(); arrived.remove_first()) {
    const int input = arrived.first();
    flit_at_front(input, inputs[input].front(), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::take_credits(const Mask& credited, Cycle now) {
  if (has(kTrigger)) misrouting.relieved |= credited;
  if constexpr (!has(kMixedSizes | kBubble)) {
    for (Mask opened = outputs.credit_each(credited); opened.any(); opened.remove_first()) {
      wakeup.changed(numbers, numbers.port(opened.first()));
    }
  } else {
    for (Mask rest = credited; rest.any(); rest.remove_first()) {
      if (outputs.credit(rest.first(), largest_flit)) {
        wakeup.changed(numbers, numbers.port(rest.first()));
      }
    }
  }
  if (checking()) {
    for (Mask rest = credited; rest.any(); rest.remove_first()) check_credits(rest.first(), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::handle(Event event, Cycle now) {
  const int channel = event.channel();
  switch (event.kind()) {
    case EventKind::kCredit:
      misrouting.relieved.set(channel);
      if (outputs.credit(channel, event.phits())) wakeup.changed(numbers, numbers.port(channel));
      if (checking()) check_credits(channel, now);
      break;
    case EventKind::kOutputStage:
      outputs.staged.set(channel);
      break;
    case EventKind::kLinkDone:
      outputs.link_busy -= numbers.of_port(numbers.port(channel));
      misrouting.relieved.set(channel);
      outputs.space(channel, event.phits());
      wakeup.changed(numbers, numbers.port(channel));
      break;
    case EventKind::kInject:
      hosts.link_free(numbers, channel);
      break;
    case EventKind::kInjectCredit:
      hosts.credit(numbers, channel, event.phits());
      break;
    case EventKind::kGenerate:
      hosts.generate(*this, channel, now, quantum_end);
      break;
    case EventKind::kDelivery:
      hosts.deliver(*this, channel, now);
      break;
    case EventKind::kTail:
      if (inputs.occupied.test(channel)) start_routing(channel, inputs[channel].front(), now);
      break;
    case EventKind::kFault:
      break;  // only makes the cycle active
    case EventKind::kCountedInjection:
      source_decision.count_stored(*this, channel, now);
      if (observing()) tell_arrival(channel, now);
      if (!inputs.occupied.test(channel)) flit_at_front(channel, inputs[channel].front(), now);
      break;
    case EventKind::kAcknowledge:
      hosts.take_acknowledgements(numbers, channel, now);
      break;
  }
}

// ---- Heads and routing units.

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::flit_at_front(int input, Flit& flit, Cycle now) {
  inputs.occupied.set(input);
  if (observing()) observer->at_front(observed, input, flit, now);
  if constexpr (has(kControl | kFaults)) inputs.control.assign(input, flit.control());
  if constexpr (has(kFaults)) {
    if (failing() && faults->is_remains(input, flit)) {
      faults->remove_front(*this, input, now, true);
      return;
    }
  }
  if constexpr (has(kWormhole)) {
    if (ownership.following.test(input)) {
      inputs.ready.set(input);
      wakeup.awake.set(input);
      return;
    }
  }
  if (store_and_forward || (has(kControl | kFaults) && flit.control())) {
    const Cycle tail = Cycle{flit.arrival} + flit.phits - 1;
    if (tail > now) {
      calendar.post(tail, Event(EventKind::kTail, input));
      return;
    }
  }
  start_routing(input, flit, now);
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::release(int input, const Flit& flit, Cycle last, bool same_size,
                                            Cycle now) {
  if (observing()) observer->released(observed, input, flit, last);
  Flit& next = inputs.release(numbers, input, last, same_size, *outbox);
  if (next.arrival <= now) {
    flit_at_front(input, next, now);
  } else {
    inputs.occupied.reset(input);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE RouteQuery Core<kBits, kFeatures>::query_of(int input, const Flit& flit,
                                                                  Cycle now) const {
  RouteQuery query;
  query.destination = flit.destination;
  query.source = flit.source();
  query.state = flit.state();
  query.input_port = numbers.port(input);
  query.input_vc = numbers.vc(input);
  query.number = flit.tag.number;
  query.cycle = now;
  return query;
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::find_candidates(int input,
                                                                   const RouteQuery& query) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet candidates(words, Mask::kCandidateWords, numbers.shift());
  if (triggers()) {
    find_apart(input, query, candidates);
    inputs[input].candidates = Mask::from_candidates(words) | misrouting.minimal(input);
  } else {
    router->route(query, candidates);
    inputs[input].candidates = Mask::from_candidates(words);
  }
  if (ownership.bubbles()) find_entering(input, query);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::find_apart(int input, const RouteQuery& query,
                                                             CandidateSet& others) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet minimal(words, Mask::kCandidateWords, numbers.shift());
  router->route_apart(query, minimal, others);
  misrouting.minimal(input) = Mask::from_candidates(words);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::find_entering(int input,
                                                                const RouteQuery& query) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet candidates(words, Mask::kCandidateWords, numbers.shift());
  router->entering(query, candidates);
  ownership.set_entering(input, Mask::from_candidates(words));
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::start_routing(int input, const Flit& flit, Cycle now) {
  if constexpr (has(kFaults)) {
    if (__builtin_expect(flit.for_switches(), 0)) {
      faults->arrived(*this, input, now);
      return;
    }
  }
  find_candidates(input, query_of(input, flit, now));
  InputChannel<Mask>& channel = inputs[input];
  if constexpr (has(kFaults)) {
    if (failing() && !faults->keep_off_failed_links(*this, input, now)) return;
  }
  if (__builtin_expect(channel.candidates.none(), 0)) {
    if (deciding()) {
      source_decision.wait(input);
      return;
    }
    no_output(input, now);
  }
  channel.preferred = selection.preferred_port(flit.source(), flit.destination);
  if constexpr (has(kSharedRouting)) {
    // Heads of one cycle come in the order of the events, on which nothing may depend.
    if (shares_routing_unit) {
      heads.set(input);
      return;
    }
  }
  take_to_unit(input, numbers.port(input), now);
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::take_to_unit(int input, int unit, Cycle now) {
  const RoutingUnitBank::Work work = routing_units.take(unit, now);
  if (observing()) {
    const Flit& flit = inputs[input].front();
    observer->routed(observed, input, flit, query_of(input, flit, now), work.begin, work.end);
  }
  if (work.end == now) {
    inputs.ready.set(input);
    wakeup.awake.set(input);
  } else {
    calendar.timers(work.end).routed.set(input);
    calendar.activate(work.end);
  }
}

// ---- Selection and allocation.

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
    misrouting.filled.set(output);
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
  const std::uint64_t hash = Random::mix(
      Random::mix(seed ^ std::uint64_t{id} << 32 ^ static_cast<std::uint64_t>(port)) + now);
  return static_cast<double>(hash >> 11) * 0x1p-53 < stall_probability;
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

// ---- Output buffers.

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::start_links(Cycle now) {
  Mask staged = outputs.staged - outputs.link_busy;
  while (staged.any()) {
    const int port = numbers.port(staged.first());
    const Mask group = staged & numbers.of_port(port);
    staged -= group;
    Mask able, control;
    for (Mask rest = group; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      const auto front = [&]() -> const Flit& { return outputs.buffer(output).front(); };
      const std::int32_t phits = one_size() ? largest_flit : front().phits;
      if (outputs[output].credits < phits) continue;
      able.set(output);
      if (allocator.prioritises_control() && front().control()) control.set(output);
    }
    if (able.none()) continue;  // a credit will make the switch active
    if (stalling() && stalled(port, now)) {
      calendar.activate(now + 1);
      continue;
    }
    if (control.any()) able = control;
    const int output = allocator.pick_link(*this, port, able, now, [this](int a, int b) {
      return outputs.buffer(a).front().older_than(outputs.buffer(b).front());
    });
    const Flit& flit = outputs.buffer(output).front();
    if (checking() && outputs[output].next_slot().arrival != Flit::kEmpty) {
      fail("buffer overrun behind " + channel_name(output), now);
    }
    if (observing()) observer->sent(observed, output, flit, now);
    outputs.send(numbers, flit, output, now, *outbox);
    outputs.link_busy |= numbers.of_port(port);
    misrouting.filled.set(output);
    calendar.post(now + flit.phits, Event(EventKind::kLinkDone, output, flit.phits));
    ++counters.link_flits;
    outputs.remove_front(output, now);
  }
}

// ---- Headers.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::write_state(int input, int output, Flit& flit,
                                                              Cycle now) {
  if constexpr (has(kDecides)) source_decision.granted(input);
  flit.set_state(
      router->next_state(query_of(input, flit, now), numbers.port(output), numbers.vc(output)));
  if (counting() && outputs.leads_to_host(numbers.port(input))) {
    source_decision.count_injected(input, flit.destination, now);
  }
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::no_output(int input, Cycle now) const {
  const Flit& flit = inputs[input].front();
  throw NoOutputError(fmt::format(
      "cycle {}: {}: no output for packet {} from host {} to host {} at {}{}", now, name,
      flit.tag.number, flit.source(), flit.destination, channel_name(input),
      source_decision.there() ? fmt::format(", in header state {}", flit.state()) : std::string()));
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::too_many_hops(int output, const Flit& flit,
                                                                Cycle now) const {
  if (flit.head() && !flit.for_switches()) hop_watch->passed(flit, id, numbers.port(output), now);
}

// ---- Checks and observers.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_grant(int input, int output,
                                                              const Flit& flit, Cycle now) const {
  if (flit.head()) {
    if (inputs[input].candidates.none()) fail("grant without a route", now);
    // A control packet has routed itself, see FaultUnit.
    if (!flit.for_switches()) {
      router->check_hop(query_of(input, flit, now), numbers.port(output), numbers.vc(output));
    }
  } else if (!flit.tail() && !ownership.owned.test(output)) {
    fail("flits of two packets mix in " + channel_name(output), now);
  }
  if (outputs.has_buffer(output)) {
    const OutputBuffer& buffer = outputs.buffer(output);
    if (buffer.ring[buffer.tail].arrival != Flit::kEmpty) {
      fail("overrun of " + channel_name(output), now);
    }
  } else if (outputs[output].ring[outputs[output].tail].arrival != Flit::kEmpty) {
    fail("buffer overrun behind " + channel_name(output), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_credits(int output, Cycle now) const {
  const PortShape& shape = shapes[static_cast<std::size_t>(numbers.port(output))];
  if (outputs[output].credits > shape.credits) {
    fail("more credits than buffer behind " + channel_name(output), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::tell_arrival(int input, Cycle now) const {
  const InputChannel<Mask>& channel = inputs[input];
  std::uint32_t slot = channel.head;
  do {
    const Flit& flit = channel.ring[slot];
    if (flit.arrival == static_cast<std::uint32_t>(now)) {
      observer->arrived(observed, input, flit, now);
      return;
    }
    slot = channel.after(slot);
  } while (slot != channel.head);
}

}  // namespace hw
}  // namespace netloom
