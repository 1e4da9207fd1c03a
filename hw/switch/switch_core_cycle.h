#pragma once

#include <algorithm>
#include <limits>

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// ---- Time.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::run(Cycle from, Cycle to) {
  Outbox<Mask> outbox;
  outbox_ = &outbox;
  if (by_outbox_ && runs(from, to)) prefetch_packets();
  run_cycles(from, to);
  outbox.flush();
  outbox_ = nullptr;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_channels(Cycle from, Cycle to) const {
  if (!runs(from, to)) return;
  // What is granted meanwhile lets go of its ports later; beyond so many cycles it is too far away.
  constexpr std::int32_t kFarthest = 64;
  calendar_.prefetch(from, to, to + static_cast<Cycle>(std::min(largest_flit_, kFarthest)));
  prefetch_memory(ports_state_, static_cast<std::size_t>(ports_) * sizeof(PortState));
  inputs_.prefetch(ports_, vc_shift());
  if (triggers()) {
    prefetch_memory(minimal_, (static_cast<std::size_t>(ports_) << vc_shift()) * sizeof(Mask));
  }
  outputs_.prefetch(ports_, vc_shift());
  prefetch_memory(injections_.data(), host_ports_.size() * sizeof(InjectionPort));
  prefetch_memory(ejections_.data(), host_ports_.size() * sizeof(ejections_.front()));
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_flits(Cycle from, Cycle to) const {
  if (!runs(from, to)) return;
  Mask fronts = inputs_.occupied;
  Mask staged = outputs_.staged;
  const bool buffered = has(kOutputBuffers) && any_buffered_;
  calendar_.for_active(from, to, [&](Cycle now) {
    fronts |= calendar_.at(now).arrived;
    if (!buffered) return;
    calendar_.for_events(now, [&](Event event) {
      if (event.kind() == EventKind::kOutputStage) staged.set(event.channel());
    });
  });
  for (; fronts.any(); fronts.remove_first()) inputs_[fronts.first()].prefetch_front();
  for (; buffered && staged.any(); staged.remove_first()) {
    outputs_.buffer(staged.first()).prefetch_front();
  }
  for (const int port : host_ports_) {
    const auto index = static_cast<std::size_t>(port);
    injections_[index].side->prefetch();
    if (outputs_.leads_to_host(port)) ejections_[index]->prefetch();
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_packets() const {
  for (const int port : host_ports_) {
    const auto index = static_cast<std::size_t>(port);
    injections_[index].side->prefetch_queues();
    if (!outputs_.leads_to_host(port)) continue;
    for (int vc = 0; vc < shapes_[index].output_vcs; ++vc) {
      const OutputChannel& output = outputs_[channel(port, vc)];
      std::uint32_t slot = output.head;
      for (int i = 0; i < 2; ++i, slot = output.after(slot)) {
        const Flit& flit = output.ring[slot];
        if (flit.arrival != Flit::kEmpty) ejections_[index]->prefetch(flit.source());
      }
    }
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::run_cycles(Cycle from, Cycle to) {
  end_ = to;
  if constexpr (has(kFaults)) {
    if (failing()) schedule_faults();
  }
  if (next_generation_ < to) {
    next_generation_ = kNever;
    for (const int port : host_ports_) {
      const Cycle next = at(injections_, port).side->next_generation();
      if (next < to) {
        calendar_.post(next, Event(EventKind::kGenerate, channel(port, 0)));
      } else {
        next_generation_ = std::min(next_generation_, next);
      }
    }
  }
  for_active_cycles(from, to, [this](Cycle now) {
    cycle(now);
    if constexpr (has(kDecides)) {
      if (deciding()) end_cycle(now);
    }
  });
}

template <int kBits, Features kFeatures>
template <class Step>
void SwitchCore<kBits, kFeatures>::for_active_cycles(Cycle from, Cycle to, Step step) {
  if (!idle_skipping_) {
    for (Cycle now = from; now < to; ++now) step(now);
    return;
  }
  while (from < to) {
    // Up to the end of a block of 64 cycles, whose activity is one word.
    const Cycle block = from & ~Cycle{63};
    const Cycle stop = std::min(to, block + 64);
    const std::uint64_t window = (~std::uint64_t{0} >> (64 - (stop - from))) << (from & 63);
    // What a cycle schedules for a later one of the window shows in the same word.
    while (const std::uint64_t active = calendar_.active_block(from) & window) {
      step(block + static_cast<Cycle>(__builtin_ctzll(active)));
    }
    from = stop;
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::cycle(Cycle now) {
  calendar_.deactivate(now);
  auto& timers = calendar_.timers(now);
  inputs_.busy -= timers.inputs_free;
  if (timers.outputs_free.any()) {
    outputs_.busy -= timers.outputs_free;
    outputs_.relieved |= timers.outputs_free;
    inputs_.awake |= outputs_.sleep_any;
    outputs_.sleep_any = Mask();
    if (outputs_.sleeping.any()) {
      for (Mask freed = timers.outputs_free; freed.any(); freed.remove_first()) {
        wake(freed.first() >> vc_shift());
      }
    }
  }
  inputs_.ready |= timers.routed;
  inputs_.awake |= timers.routed;
  timers = {};
  auto& bucket = calendar_.at(now);
  if (observing()) {
    for (Mask rest = bucket.arrived; rest.any(); rest.remove_first()) {
      tell_arrival(rest.first(), now);
    }
  }
  Mask arrived = bucket.arrived - inputs_.occupied;
  bucket.arrived = Mask();
  for (; arrived.any(); arrived.remove_first()) {
    const int input = arrived.first();
    flit_at_front(input, inputs_[input].front(), now);
  }
  if constexpr (!has(kMixedSizes | kBubble)) {
    add_credits(bucket.credited, now);
    bucket.credited = Mask();
  } else {
    for (Mask rest = std::exchange(bucket.credited, Mask()); rest.any(); rest.remove_first()) {
      add_credit(rest.first(), largest_flit_, now);
    }
  }
  calendar_.take_events(now, bucket, [&](Event event) { handle(event, now); });
  if constexpr (has(kAnyAllocator)) arbitration_cycle_ = now;
  if constexpr (has(kFaults)) {
    // After all events, in whatever order they came.
    if (failing()) work_on_faults(now);
  }
  if (hosts_to_inject_.any()) step_hosts(now);
  if constexpr (has(kOutputBuffers)) {
    if (any_buffered_) start_links(now);
  }
  if (observing()) observer_->allocating(observed_, now);
  allocate(now);
  if constexpr (has(kSharedRouting)) {
    if (heads_.any()) route_heads(now);
  }
  if (observing()) observer_->cycle_done(observed_, now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::handle(Event event, Cycle now) {
  const int index = event.channel();
  switch (event.kind()) {
    case EventKind::kCredit:
      add_credit(index, event.phits(), now);
      break;
    case EventKind::kOutputStage:
      outputs_.staged.set(index);
      break;
    case EventKind::kLinkDone:
      outputs_.link_busy -= port_group(index >> vc_shift());
      add_space(index, event.phits());
      break;
    case EventKind::kInject:
      at(injections_, index >> vc_shift()).side->inject_scheduled = false;
      hosts_to_inject_.set(index);
      break;
    case EventKind::kInjectCredit: {
      InjectionSide& side = *at(injections_, index >> vc_shift()).side;
      side.credit(index & vc_mask(), event.phits());
      if (side.waiting()) hosts_to_inject_.set(index & ~vc_mask());
      break;
    }
    case EventKind::kGenerate: {
      InjectionSide& side = *at(injections_, index >> vc_shift()).side;
      side.generate(now);
      const Cycle next = side.next_generation();
      if (next < end_) {
        calendar_.post(next, event);
      } else {
        next_generation_ = std::min(next_generation_, next);
      }
      hosts_to_inject_.set(index);
      break;
    }
    case EventKind::kDelivery:
      deliver(index, now);
      break;
    case EventKind::kTail:
      if (inputs_.occupied.test(index)) start_routing(index, inputs_[index].front(), now);
      break;
    case EventKind::kFault:
      break;  // only makes the cycle active
    case EventKind::kCountedInjection:
      count_stored(index, now);
      if (observing()) tell_arrival(index, now);
      if (!inputs_.occupied.test(index)) flit_at_front(index, inputs_[index].front(), now);
      break;
    case EventKind::kAcknowledge:
      at(injections_, index >> vc_shift()).side->take_acknowledgements(now);
      hosts_to_inject_.set(index);
      break;
  }
}

// ---- NICs.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::step_hosts(Cycle now) {
  for (; hosts_to_inject_.any(); hosts_to_inject_.remove_first()) {
    inject(hosts_to_inject_.first() >> vc_shift(), now);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::inject(int port, Cycle now) {
  InjectionPort& host = at(injections_, port);
  InjectionSide& side = *host.side;
  const auto inject_at = [&](Cycle cycle) {
    if (side.inject_scheduled || !side.waiting()) return;
    side.inject_scheduled = true;
    calendar_.post(cycle, Event(EventKind::kInject, channel(port, 0)));
  };
  if (side.link_free() > now) {
    inject_at(side.link_free());
    return;
  }
  Flit flit;
  int vc = 0;
  if (!side.start_flit(now, flit, vc)) return;  // a message, credit or acknowledgement will wake it
  const int input = channel(port, vc);
  std::uint32_t& slot_index = side.slot(vc);
  Flit& slot = inputs_[input].ring[slot_index];
  if (checking() && slot.arrival != Flit::kEmpty)
    fail("injection overruns " + channel_name(input), now);
  slot_index = inputs_[input].after(slot_index);
  flit.arrival = static_cast<std::uint32_t>(now) + host.latency;
  slot = flit;
  if (observing()) observer_->injected(observed_, input, slot, now);
  if (counting()) {
    calendar_.post(now + host.latency, Event(EventKind::kCountedInjection, input));
  } else {
    calendar_.post_arrival(now + host.latency, input);
  }
  side.occupy_link(now + flit.phits);
  ++counters_.link_flits;
  inject_at(now + flit.phits);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::deliver(int channel_index, Cycle now) {
  OutputChannel& output = outputs_[channel_index];
  Flit& flit = output.ring[output.head];
  output.head = output.after(output.head);
  if (observing()) observer_->delivered(observed_, channel_index, flit, now);
  const NodeId host_id = flit.destination;
  at(ejections_, channel_index >> vc_shift())->take(flit, now, outcome_);
  flit.arrival = Flit::kEmpty;
  for (const Cycle wake_at : outcome_.wakes) {
    const HostPlace& place = (*hosts_)[host_id];
    place.model->wake_host(place.port, wake_at);
  }
  outcome_.wakes.clear();
  for (const NodeId source : outcome_.acknowledged) {
    const HostPlace& place = (*hosts_)[source];
    place.model->acknowledge_host(place.port, host_id, now + 1);
  }
  outcome_.acknowledged.clear();
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::wake_host(int port, Cycle cycle) {
  at(injections_, port).side->wake(cycle);
  if (cycle < end_) {
    calendar_.post(cycle, Event(EventKind::kGenerate, channel(port, 0)));
  } else {
    next_generation_ = std::min(next_generation_, cycle);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::acknowledge_host(int port, NodeId destination, Cycle cycle) {
  at(injections_, port).side->acknowledge(destination, cycle);
  calendar_.post(cycle, Event(EventKind::kAcknowledge, channel(port, 0)));
}

// ---- Routing units.

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::flit_at_front(int index, Flit& flit, Cycle now) {
  inputs_.occupied.set(index);
  if (observing()) observer_->at_front(observed_, index, flit, now);
  if constexpr (has(kControl | kFaults)) inputs_.control.assign(index, flit.control());
  if constexpr (has(kFaults)) {
    if (failing() && is_remains(index, flit)) {
      remove_front(index, now, true);
      return;
    }
  }
  if constexpr (has(kWormhole)) {
    if (inputs_.following.test(index)) {
      inputs_.ready.set(index);
      inputs_.awake.set(index);
      return;
    }
  }
  if (store_and_forward_ || (has(kControl | kFaults) && flit.control())) {
    const Cycle tail = Cycle{flit.arrival} + flit.phits - 1;
    if (tail > now) {
      calendar_.post(tail, Event(EventKind::kTail, index));
      return;
    }
  }
  start_routing(index, flit, now);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE RouteQuery SwitchCore<kBits, kFeatures>::query_of(int input, const Flit& flit,
                                                                        Cycle now) const {
  RouteQuery query;
  query.destination = flit.destination;
  query.source = flit.source();
  query.state = flit.state();
  query.input_port = input >> vc_shift();
  query.input_vc = input & vc_mask();
  query.number = flit.tag.number;
  query.cycle = now;
  return query;
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void SwitchCore<kBits, kFeatures>::find_candidates(int index,
                                                                         const RouteQuery& query) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet candidates(words, Mask::kCandidateWords, vc_shift());
  InputChannel<Mask>& input = inputs_[index];
  if (triggers()) {
    route_apart(index, query, candidates);
    input.candidates = Mask::from_candidates(words) | minimal_[index];
  } else {
    router_->route(query, candidates);
    input.candidates = Mask::from_candidates(words);
  }
  if constexpr (has(kBubble)) {
    if (bubbles()) find_entering(index, query);
  }
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::start_routing(int index, const Flit& flit, Cycle now) {
  const int port = index >> vc_shift();
  if constexpr (has(kFaults)) {
    if (__builtin_expect(flit.for_switches(), 0)) {
      faults_->unit->arrived(index, now);
      // What is due in this cycle is done in it, and then the next is scheduled.
      if (faults_->unit->next() > now) schedule_faults();
      return;
    }
  }
  find_candidates(index, query_of(index, flit, now));
  InputChannel<Mask>& input = inputs_[index];
  if constexpr (has(kFaults)) {
    if (failing() && !keep_off_failed_links(index, now)) return;
  }
  if (__builtin_expect(input.candidates.none(), 0)) {
    if (deciding()) {
      to_decide_.set(index);
      return;
    }
    no_output(index, now);
  }
  input.preferred = static_cast<std::uint8_t>(preferred_.of(flit.source(), flit.destination));
  if constexpr (has(kSharedRouting)) {
    // Heads of one cycle come in the order of the events, on which nothing may depend.
    if (shares_routing_unit_) {
      heads_.set(index);
      return;
    }
  }
  occupy_routing_unit(index, port, now);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::route_heads(Cycle now) {
  for (; heads_.any(); heads_.remove_first()) occupy_routing_unit(heads_.first(), 0, now);
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::occupy_routing_unit(int index, int unit, Cycle now) {
  // A unit takes one head at a time, first come, first served.
  std::uint32_t& free = ports_state_[unit].routing_free;
  const std::uint32_t begin = std::max(static_cast<std::uint32_t>(now), free);
  free = begin + routing_delay_;
  if (observing()) {
    const Flit& flit = inputs_[index].front();
    observer_->routed(observed_, index, flit, query_of(index, flit, now), begin, free);
  }
  if (free == now) {
    inputs_.ready.set(index);
    inputs_.awake.set(index);
  } else {
    calendar_.timers(free).routed.set(index);
    calendar_.activate(free);
  }
}

// ---- Credits, buffer space, and who waits for them.

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::update_room(int output, std::int32_t phits_free) {
  if (phits_free < largest_flit_) {
    outputs_.room.reset(output);
  } else {
    outputs_.room.set(output);
  }
  if (bubbles()) outputs_.bubble.assign(output, phits_free >= 2 * largest_flit_);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::check_credits(int output, Cycle now) const {
  const PortShape& shape = shapes_[static_cast<std::size_t>(output >> vc_shift())];
  if (outputs_[output].credits > shape.credits) {
    fail("more credits than buffer behind " + channel_name(output), now);
  }
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::add_credit(int output, int phits, Cycle now) {
  OutputChannel& channel_state = outputs_[output];
  channel_state.credits += phits;
  outputs_.relieved.set(output);
  if (checking()) check_credits(output, now);
  if (buffered(output)) return;  // start_links looks at it
  if (has(kMixedSizes) && mixed_sizes_) wake(output >> vc_shift());
  if (bubbles() && channel_state.credits >= 2 * largest_flit_ && !outputs_.bubble.test(output)) {
    outputs_.bubble.set(output);
    wake(output >> vc_shift());
  }
  if (channel_state.credits >= largest_flit_ && !outputs_.room.test(output)) {
    outputs_.room.set(output);
    wake(output >> vc_shift());
  }
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::add_credits(const Mask& outputs, Cycle now) {
  for (Mask rest = outputs; rest.any(); rest.remove_first()) {
    outputs_[rest.first()].credits += largest_flit_;
    if (checking()) check_credits(rest.first(), now);
  }
  outputs_.relieved |= outputs;
  Mask opened = outputs - outputs_.room;
  if constexpr (has(kOutputBuffers)) opened -= outputs_.buffered;  // start_links looks at them
  outputs_.room |= opened;
  for (; opened.any(); opened.remove_first()) wake(opened.first() >> vc_shift());
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::add_space(int output, int phits) {
  OutputBuffer& buffer = outputs_.buffer(output);
  buffer.space += phits;
  outputs_.relieved.set(output);
  update_room(output, buffer.space);
  wake(output >> vc_shift());
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::wake(int port) {
  inputs_.awake |= outputs_.sleep_any;
  outputs_.sleep_any = Mask();
  const int first = channel(port, 0);
  if (!outputs_.sleeping.test(first)) return;
  outputs_.sleeping.reset(first);
  Mask& sleepers = outputs_.sleepers(port);
  inputs_.awake |= sleepers;
  sleepers = Mask();
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::sleep(int input) {
  if (stalls()) return;
  const Mask& candidates = inputs_[input].candidates;
  // A head that has its room only waits for the output, whatever the trigger says.
  const bool committed = has(kCommits) && inputs_.committed.test(input);
  if (triggers() && !committed && (candidates - minimal_[input]).any()) {
    inputs_.awake.reset(input);
    inputs_.held_back.set(input);
    return;
  }
  if (sleep_at(input, candidates.first() >> vc_shift())) return;
  inputs_.awake.reset(input);
  outputs_.sleep_any.set(input);
}

template <int kBits, Features kFeatures>
inline bool SwitchCore<kBits, kFeatures>::sleep_at(int input, int port) {
  if ((inputs_[input].candidates - port_group(port)).any()) return false;
  inputs_.awake.reset(input);
  outputs_.sleepers(port).set(input);
  outputs_.sleeping.set(channel(port, 0));
  return true;
}

// ---- Decisions at the source.

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::View::phits_behind(int port) const {
  int phits = 0;
  const int vcs = core_.shapes_[static_cast<std::size_t>(port)].output_vcs;
  for (int vc = 0; vc < vcs; ++vc) phits += phits_behind(port, vc);
  return phits;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::end_cycle(Cycle now) {
  const View view(*this, now);
  if (decides_again_) decide_again(view, now);
  for (Mask rest = std::exchange(to_decide_, Mask()); rest.any(); rest.remove_first()) {
    const int index = rest.first();
    Flit& flit = inputs_[index].front();
    const Draw draw = random_.draw(now, DrawPlace::kDecision, index);
    if (decides_again_) at(drawn_, index) = draw.bits();
    decide(index, flit.state(), view, draw, now);
    start_routing(index, flit, now);
    if (counting()) at(counted_, index).ready = now + std::max(routing_delay_, 1u);
    if (to_decide_.any()) no_output(index, now);
    if (decides_again_ && outputs_.leads_to_host(index >> vc_shift())) decided_.set(index);
    if (routing_delay_ == 0) calendar_.activate(now + 1);
  }
  if (decided_.any()) calendar_.activate(now + 1);
  if constexpr (has(kSharedRouting)) {
    if (heads_.any()) route_heads(now);
  }
  if (board_ == nullptr) return;
  router_->publish(view, status_.data());
  board_->publish(id_, now, status_.data());
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::no_output(int input, Cycle now) const {
  const Flit& flit = inputs_[input].front();
  throw NoOutputError(
      fmt::format("cycle {}: {}: no output for packet {} from host {} to host {} at {}{}", now,
                  name_, flit.tag.number, flit.source(), flit.destination, channel_name(input),
                  decides_ ? fmt::format(", in header state {}", flit.state()) : std::string()));
}

template <int kBits, Features kFeatures>
inline bool SwitchCore<kBits, kFeatures>::decide(int input, std::uint32_t state, const View& view,
                                                 const Draw& draw, Cycle now) {
  Flit& flit = inputs_[input].front();
  RouteQuery query = query_of(input, flit, now);
  query.state = state;
  const std::uint16_t decided = router_->decide(query, view, draw);
  if (decided == flit.state()) return false;
  if (observing()) observer_->decided(observed_, input, flit, query, view, draw, decided);
  flit.set_state(decided);
  return true;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::decide_again(const View& view, Cycle now) {
  constexpr std::uint32_t kFromHost = 0;
  // A head that has its room only waits for the output.
  for (Mask rest = decided_ - inputs_.committed; rest.any(); rest.remove_first()) {
    const int input = rest.first();
    // With the bits of the cycle in which the head came to the front.
    if (!decide(input, kFromHost, view, Draw(at(drawn_, input)), now)) continue;
    const Flit& flit = inputs_[input].front();
    const RouteQuery query = query_of(input, flit, now);
    find_candidates(input, query);
    if (inputs_[input].candidates.none()) no_output(input, now);
    inputs_.awake.set(input);
    if (observing()) observer_->routed(observed_, input, flit, query, now, now + 1);
  }
}

// ---- Header state and misrouting.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::write_state(int input, int output,
                                                                    Flit& flit, Cycle now) {
  if constexpr (has(kDecides)) decided_.reset(input);
  flit.set_state(
      router_->next_state(query_of(input, flit, now), output >> vc_shift(), output & vc_mask()));
  if (counting() && outputs_.leads_to_host(input >> vc_shift())) {
    counter_->injected(flit.destination, now, now - std::min(now, at(counted_, input).ready));
  }
}

// ---- What is counted of injected packets.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::count_stored(int input, Cycle now) {
  CountedChannel& channel = at(counted_, input);
  const InputChannel<Mask>& queue = inputs_[input];
  const Flit& flit = queue.ring[channel.next];
  channel.next = queue.after(channel.next);
  if (flit.head()) counter_->stored(flit.destination, now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::route_apart(int input,
                                                                    const RouteQuery& query,
                                                                    CandidateSet& others) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet minimal(words, Mask::kCandidateWords, vc_shift());
  router_->route_apart(query, minimal, others);
  minimal_[input] = Mask::from_candidates(words);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::find_entering(int input,
                                                                      const RouteQuery& query) {
  std::uint64_t words[Mask::kCandidateWords] = {};
  CandidateSet candidates(words, Mask::kCandidateWords, vc_shift());
  router_->entering(query, candidates);
  entering_[input] = Mask::from_candidates(words);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::reconsider() {
  // While a head's crossbar input is taken there is nothing to look for.
  inputs_.awake |= inputs_.held_back & inputs_.busy;
  inputs_.held_back -= inputs_.busy;
  // Nobody can take what is still busy or has no room; when that ends, it is relieved again.
  Mask usable = Mask::all();
  if constexpr (!has(kMixedSizes | kCommits | kAnyAllocator | kFaults | kStalls)) {
    usable = outputs_.room - outputs_.busy;
  }
  const Mask relieved = outputs_.relieved & usable;
  for (Mask rest = inputs_.held_back; rest.any(); rest.remove_first()) {
    const int input = rest.first();
    // Behind a longer queue on the minimal path any way may be better, else those behind which less
    // waits or that are free.
    const bool longer = (minimal_[input] & outputs_.filled).any();
    const Mask changed = inputs_[input].candidates & (longer ? usable : relieved);
    if (changed.any() && permitted(input, changed).any()) {
      inputs_.held_back.reset(input);
      inputs_.awake.set(input);
    }
  }
  outputs_.relieved = Mask();
  outputs_.filled = Mask();
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::registers_written() {
  if (inputs_.held_back.none()) return;
  inputs_.awake |= inputs_.held_back;
  inputs_.held_back = Mask();
  calendar_.activate(end_);
}

template <int kBits, Features kFeatures>
std::int32_t SwitchCore<kBits, kFeatures>::phits_behind(int output) const {
  std::int32_t phits = outputs_[output].capacity - outputs_[output].credits;
  if (buffered(output)) {
    const PortShape& shape = shapes_[static_cast<std::size_t>(output >> vc_shift())];
    phits += shape.output_buffer - outputs_.buffer(output).space;
  }
  return phits;
}

template <int kBits, Features kFeatures>
QueueFill SwitchCore<kBits, kFeatures>::fill_behind(int output) const {
  QueueFill fill{phits_behind(output), outputs_[output].capacity};
  if (buffered(output)) {
    fill.size += shapes_[static_cast<std::size_t>(output >> vc_shift())].output_buffer;
  }
  return fill;
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE typename SwitchCore<kBits, kFeatures>::Mask
SwitchCore<kBits, kFeatures>::triggered(int input, const Mask& outputs) const {
  Mask result;
  if (!trigger_->enabled) return result;
  Mask rest = minimal_[input];
  QueueFill least = fill_behind(rest.first());
  for (rest.remove_first(); rest.any(); rest.remove_first()) {
    const QueueFill other = fill_behind(rest.first());
    if (other.below(least.bound(100))) least = other;
  }
  const QueueFill::Bound bound = least.bound(trigger_->threshold);
  if (bound.nothing_below()) return result;
  // Queues of one size follow each other.
  std::int64_t size = 0, limit = 0;
  for (rest = outputs; rest.any(); rest.remove_first()) {
    const int output = rest.first();
    const QueueFill fill = fill_behind(output);
    if (fill.size != size) {
      size = fill.size;
      limit = bound.least(size);
    }
    if (fill.phits < limit) result.set(output);
  }
  return result;
}

// ---- Selection and allocation.

template <int kBits, Features kFeatures>
inline typename SwitchCore<kBits, kFeatures>::Mask SwitchCore<kBits, kFeatures>::available(
    int input, const Mask& free, const Mask& taken) const {
  const InputChannel<Mask>& state = inputs_[input];
  if constexpr (has(kCommits)) {
    if (inputs_.committed.test(input)) return state.candidates - taken;  // it has its room
  }
  Mask result = state.candidates & free;
  if constexpr (has(kMixedSizes)) {
    if (mixed_sizes_ && state.front().phits < largest_flit_) {
      for (Mask rest = state.candidates - taken - result; rest.any(); rest.remove_first()) {
        const int output = rest.first();
        const std::int32_t phits_free =
            buffered(output) ? outputs_.buffer(output).space : outputs_[output].credits;
        if (phits_free >= state.front().phits) result.set(output);
      }
    }
  }
  if constexpr (has(kWormhole)) {
    if (wormhole_ && !inputs_.following.test(input)) result -= outputs_.owned;
  }
  if (bubbles()) result -= entering_[input] - outputs_.bubble;
  if (triggers()) return permitted(input, result);
  return result;
}

template <int kBits, Features kFeatures>
inline int SwitchCore<kBits, kFeatures>::select(int input, const Mask& available_outputs,
                                                Cycle now) {
  if (__builtin_expect(prefers_, 1)) {
    return available_outputs.first_from(inputs_[input].preferred << vc_shift());
  }
  return select_otherwise(input, available_outputs, now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE int SwitchCore<kBits, kFeatures>::select_otherwise(
    int input, const Mask& available_outputs, Cycle now) {
  if (selector_ != nullptr) return select_by_selector(input, available_outputs, now);
  switch (picking_) {
    case Picking::kPreferred:
      break;
    case Picking::kCyclic:
      return available_outputs.first_from(cyclic_port_ << vc_shift());
    case Picking::kMostCredits: {
      Mask rest = available_outputs;
      int best = rest.first();
      for (rest.remove_first(); rest.any(); rest.remove_first()) {
        const int other = rest.first();
        if (outputs_[other].credits > outputs_[best].credits) best = other;
      }
      return best;
    }
    case Picking::kRandom:
      return drawn(available_outputs,
                   [&] { return random_.draw(now, DrawPlace::kSelection, input); });
  }
  return available_outputs.first_from(inputs_[input].preferred << vc_shift());
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::select_by_selector(int input, const Mask& available_outputs,
                                                     Cycle now) {
  const InputChannel<Mask>& state = inputs_[input];
  std::uint64_t words[Mask::kCandidateWords];
  for (int i = 0; i < Mask::kCandidateWords; ++i) words[i] = available_outputs.extract(64 * i, 64);
  SelectionQuery query;
  query.destination = state.front().destination;
  query.source = state.front().source();
  query.number = state.front().tag.number;
  query.qualifying = words;
  query.words = Mask::kCandidateWords;
  query.preferred_port = picking_ == Picking::kCyclic ? cyclic_port_ : state.preferred;
  query.selected = available_outputs.first_from(query.preferred_port << vc_shift());
  // Which ports a control packet takes does not follow from a destination.
  if (has(kFaults) && state.front().for_switches()) return query.selected;
  query.input_port = input >> vc_shift();
  query.input_vc = input & vc_mask();
  query.cycle = now;
  return selector_->select(query);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::commit(const Mask& pending, Cycle now) {
  for (Mask rest = pending; rest.any(); rest.remove_first()) {
    const int input = rest.first();
    if (inputs_.committed.test(input)) continue;
    const Mask with_room = available(input, outputs_.room, Mask());
    if (with_room.none()) continue;
    Mask& candidates = inputs_[input].candidates;
    const int output = select(input, with_room, now);
    if (observing()) observer_->selected(observed_, input, output, now);
    move_cyclic_port(candidates, output);
    candidates = Mask::bit(output);
    inputs_.committed.set(input);
    take_room(output, inputs_[input].front().phits);
  }
}

template <int kBits, Features kFeatures>
std::int32_t SwitchCore<kBits, kFeatures>::reserved_credits(int output) const {
  if (outputs_.buffered.test(output) || outputs_.leads_to_host(output >> vc_shift())) return 0;
  std::int32_t phits = 0;
  for (Mask rest = inputs_.committed; rest.any(); rest.remove_first()) {
    const InputChannel<Mask>& input = inputs_[rest.first()];
    if (input.candidates.test(output)) phits += input.front().phits;
  }
  return phits;
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::take_room(int output, std::int32_t phits) {
  outputs_.filled.set(output);
  if (outputs_.buffered.test(output)) {
    OutputBuffer& buffer = outputs_.buffer(output);
    buffer.space -= phits;
    update_room(output, buffer.space);
  } else if (!outputs_.leads_to_host(output >> vc_shift())) {
    outputs_[output].credits -= phits;
    update_room(output, outputs_[output].credits);
  }
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::move_cyclic_port(const Mask& candidates, int output) {
  if (picking_ != Picking::kCyclic || candidates.single()) return;
  cyclic_port_ = static_cast<std::uint8_t>(((output >> vc_shift()) + 1) % ports_);
  if (selector_ != nullptr) selector_->used(output >> vc_shift());
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void SwitchCore<kBits, kFeatures>::allocate(Cycle now) {
  if (triggers()) reconsider();
  Mask pending = inputs_.ready - inputs_.busy;
  if (idle_skipping_) pending &= inputs_.awake;
  if (pending.none()) return;
  if constexpr (has(kCommits)) {
    if (commits_) commit(pending, now);
  }
  if constexpr (has(kStalls)) {
    // Outputs stop stalling without an event.
    if (stalls() && any_could_go(pending)) calendar_.activate(now + 1);
  }
  if constexpr (has(kAnyAllocator)) {
    if (allocator_ != AllocatorKind::kSeparableInputFirst) {
      allocate_output_first(pending, now);
    } else {
      allocate_input_first(pending, now);
    }
  } else {
    allocate_input_first(pending, now);
  }
  // What has been sent may let heads go another way, without any event.
  if (triggers() && inputs_.held_back.any() && outputs_.filled.any()) {
    calendar_.activate(now + 1);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void SwitchCore<kBits, kFeatures>::allocate_input_first(Mask pending,
                                                                              Cycle now) {
  const int iterations = has(kAnyAllocator) ? iterations_ : 1;
  for (int iteration = 0; iteration < iterations && pending.any(); ++iteration) {
    Mask taken = outputs_.busy | unusable_outputs();
    if constexpr (has(kStalls)) {
      if (stalls()) taken |= stalled_outputs(now);
    }
    const Mask free = outputs_.room - taken;
    Mask blocked;
    Mask outputs;  // crossbar outputs that someone requests
    int lost = 0;
    const auto request = [&](int input, int output) {
      if (observing()) observer_->selected(observed_, input, output, now);
      requests_->add(input, output, output_of(output), outputs);
      ++lost;
    };
    if constexpr (kOneVc) {
      for (; pending.any(); pending.remove_first()) {
        const int input = pending.first();
        const Mask outputs_now = available(input, free, taken);
        if (outputs_now.none()) {
          sleep(input);
        } else {
          request(input, select(input, outputs_now, now));
        }
      }
    } else if constexpr (!has(kAnyAllocator)) {
      while (pending.any()) {
        const int port = pending.first() >> vc_shift();
        const int base = channel(port, 0);
        std::uint64_t vcs = pending.extract(base, 1 << vc_shift());
        pending -= Mask::group(base, 1 << vc_shift());
        while (vcs != 0) {
          const int start = ports_state_[port].round_robin_in;
          const std::uint64_t high = vcs >> start << start;
          const int vc = __builtin_ctzll(high != 0 ? high : vcs);
          const Mask outputs_now = available(base | vc, free, taken);
          if (outputs_now.any()) {
            request(base | vc, select(base | vc, outputs_now, now));
            break;
          }
          sleep(base | vc);
          vcs &= ~(std::uint64_t{1} << vc);
        }
      }
    } else {
      while (pending.any()) {
        const Mask group = pending & input_group(pending.first());
        pending -= group;
        Mask able;
        for (Mask rest = group; rest.any(); rest.remove_first()) {
          const int input = rest.first();
          if (available(input, free, taken).any()) {
            able.set(input);
          } else {
            blocked.set(input);
          }
        }
        if (able.none()) continue;
        const int input = pick_in(able.first() >> vc_shift(), able);
        request(input, select(input, available(input, free, taken), now));
      }
    }
    for (; outputs.any(); outputs.remove_first()) {
      const int crossbar_output = outputs.first();
      const Mask requests = requests_->requesters(crossbar_output);
      const int winner = pick_out(crossbar_output, requests);
      const int port = winner >> vc_shift();
      if constexpr (has(kAnyAllocator)) {
        arbiter_used(ArbiterPlace::kInput, port, winner);
        arbiter_used(ArbiterPlace::kOutput, crossbar_output, winner);
      } else {
        if constexpr (!kOneVc) {
          ports_state_[port].round_robin_in =
              static_cast<std::uint16_t>(((winner & vc_mask()) + 1) & vc_mask());
        }
        const int next = ((winner >> vc_shift()) + 1) << vc_shift();
        ports_state_[crossbar_output >> vc_shift()].round_robin_out =
            static_cast<std::uint16_t>(next >= ports_ << vc_shift() ? 0 : next);
      }
      grant(winner, requests_->choice(winner), now);
      --lost;
      if constexpr (!has(kAnyAllocator | kStalls | kCommits)) {
        // Who can only go on through this port need not look again before it is free.
        Mask losers = requests;
        losers.reset(winner);
        for (; losers.any(); losers.remove_first()) {
          sleep_at(losers.first(), crossbar_output >> vc_shift());
        }
      }
    }
    if (lost > 0) {
      if (has(kAnyAllocator | kStalls | kCommits) || !idle_skipping_) {
        calendar_.activate(now + 1);
      } else if (((inputs_.ready & inputs_.awake) - inputs_.busy).any()) {
        calendar_.activate(now + 1);
      }
    }
    if constexpr (has(kAnyAllocator)) {
      for (; blocked.any(); blocked.remove_first()) sleep(blocked.first());
      // What was granted has made queues longer.
      if (triggers() && iteration + 1 < iterations) reconsider();
      pending = inputs_.ready - inputs_.busy;
      if (idle_skipping_) pending &= inputs_.awake;
    }
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::allocate_output_first(Mask pending, Cycle now) {
  for (int iteration = 0; iteration < iterations_ && pending.any(); ++iteration) {
    Mask taken = outputs_.busy | unusable_outputs();
    if (stalls()) taken |= stalled_outputs(now);
    const Mask free = outputs_.room - taken;
    Mask outputs;
    for (; pending.any(); pending.remove_first()) {
      const int input = pending.first();
      const Mask outputs_now = available(input, free, taken);
      if (outputs_now.none()) {
        sleep(input);
        continue;
      }
      const int output = select(input, outputs_now, now);
      if (observing()) observer_->selected(observed_, input, output, now);
      requests_->add(input, output, output_of(output), outputs);
    }
    if (outputs.none()) return;
    Mask offered;  // input channels that an output has granted
    for (; outputs.any(); outputs.remove_first()) {
      const int crossbar_output = outputs.first();
      offered.set(pick_out(crossbar_output, requests_->requesters(crossbar_output)));
    }
    while (offered.any()) {
      const Mask group = offered & input_group(offered.first());
      offered -= group;
      const int winner = pick_in(group.first() >> vc_shift(), group);
      const int output = requests_->choice(winner);
      if (allocator_ != AllocatorKind::kIslip || iteration == 0) {
        arbiter_used(ArbiterPlace::kInput, winner >> vc_shift(), winner);
        arbiter_used(ArbiterPlace::kOutput, output_of(output), winner);
      }
      grant(winner, output, now);
    }
    if (triggers() && iteration + 1 < iterations_) reconsider();
    pending = inputs_.ready - inputs_.busy;
    if (idle_skipping_) pending &= inputs_.awake;
  }
  // Where heads do not sleep, those that nothing but an event can help are among them.
  const bool sleep = idle_skipping_ && !stalls();
  if (pending.any() && (sleep || any_could_go(pending))) calendar_.activate(now + 1);
}

template <int kBits, Features kFeatures>
inline int SwitchCore<kBits, kFeatures>::pick_out(int output, Mask requests) {
  if constexpr (has(kAnyAllocator)) {
    if (prioritises_control() && (requests & inputs_.control).any()) requests &= inputs_.control;
    return arbitrate(ArbiterPlace::kOutput, output, requests,
                     [this](int a, int b) { return older(a, b); });
  } else {
    return requests.first_from(ports_state_[output >> vc_shift()].round_robin_out);
  }
}

template <int kBits, Features kFeatures>
inline int SwitchCore<kBits, kFeatures>::pick_in(int port, Mask candidates) {
  if (prioritises_control() && (candidates & inputs_.control).any()) candidates &= inputs_.control;
  return arbitrate(ArbiterPlace::kInput, port, candidates,
                   [this](int a, int b) { return older(a, b); });
}

template <int kBits, Features kFeatures>
inline int SwitchCore<kBits, kFeatures>::pick_link(int port, const Mask& able) {
  if constexpr (has(kAnyAllocator)) {
    const int output = arbitrate(ArbiterPlace::kLink, port, able, [this](int a, int b) {
      const OutputBuffer& first = outputs_.buffer(a);
      const OutputBuffer& second = outputs_.buffer(b);
      return first.front().older_than(second.front());
    });
    arbiter_used(ArbiterPlace::kLink, port, output);
    return output;
  } else {
    std::uint16_t& first = ports_state_[port].round_robin_link;
    const int output = able.first_from(first);
    first = static_cast<std::uint16_t>(output + 1 == ports_ << vc_shift() ? 0 : output + 1);
    return output;
  }
}

template <int kBits, Features kFeatures>
template <class Older>
inline int SwitchCore<kBits, kFeatures>::arbitrate(ArbiterPlace place, int arbiter,
                                                   const Mask& requests, Older older) {
  const auto draw = [&] {
    return random_.draw(arbitration_cycle_, static_cast<DrawPlace>(place), arbiter);
  };
  const int winner = bank(place).pick(arbiter, requests, draw, older);
  if (__builtin_expect(arbiters_ == nullptr, 1)) return winner;
  return grant_of_arbiters(place, arbiter, requests, winner);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE int SwitchCore<kBits, kFeatures>::grant_of_arbiters(ArbiterPlace place,
                                                                         int arbiter,
                                                                         const Mask& requests,
                                                                         int winner) {
  std::uint64_t words[Mask::kCandidateWords];
  for (int i = 0; i < Mask::kCandidateWords; ++i) words[i] = requests.extract(64 * i, 64);
  ArbitrationQuery query;
  query.place = place;
  query.arbiter = arbiter;
  query.requests = words;
  query.words = Mask::kCandidateWords;
  query.granted = winner;
  query.cycle = arbitration_cycle_;
  return arbiters_->grant(query);
}

template <int kBits, Features kFeatures>
inline void SwitchCore<kBits, kFeatures>::arbiter_used(ArbiterPlace place, int arbiter,
                                                       int winner) {
  bank(place).used(arbiter, winner);
  if (__builtin_expect(arbiters_ != nullptr, 0)) arbiters_->used(place, arbiter, winner);
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::older(int a, int b) const {
  return inputs_[a].front().older_than(inputs_[b].front());
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::stalled(int port, Cycle now) const {
  const std::uint64_t hash = Random::mix(
      Random::mix(seed_ ^ std::uint64_t{id_} << 32 ^ static_cast<std::uint64_t>(port)) + now);
  return static_cast<double>(hash >> 11) * 0x1p-53 < stall_probability_;
}

template <int kBits, Features kFeatures>
typename SwitchCore<kBits, kFeatures>::Mask SwitchCore<kBits, kFeatures>::stalled_outputs(
    Cycle now) const {
  Mask result;
  for (int port = 0; port < ports_; ++port) {
    if (stalled(port, now)) result |= Mask::group(channel(port, 0), 1 << vc_shift());
  }
  return result - outputs_.buffered;
}

// ---- Crossbar and output ports.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::check_head(int input, int output,
                                                                   const Flit& flit,
                                                                   Cycle now) const {
  if (inputs_[input].candidates.none()) fail("grant without a route", now);
  // A control packet has routed itself, see FaultUnit.
  if (flit.for_switches()) return;
  router_->check_hop(query_of(input, flit, now), output >> vc_shift(), output & vc_mask());
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void SwitchCore<kBits, kFeatures>::too_many_hops(int output, const Flit& flit,
                                                                      Cycle now) const {
  if (flit.head() && !flit.for_switches()) hop_watch_->passed(flit, id_, output >> vc_shift(), now);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void SwitchCore<kBits, kFeatures>::grant(int input, int output, Cycle now) {
  InputChannel<Mask>& source = inputs_[input];
  Flit& flit = source.front();
  const std::uint32_t phits = flit.phits;
  const bool to_buffer = buffered(output);

  // Without an output buffer the link takes one phit a cycle, whatever the crossbar could do.
  Cycle last = now + phits - 1;
  if (to_buffer && speedup_ == 2) {
    last = std::max(now + (phits + 1) / 2 - 1, Cycle{flit.arrival} + phits - 1);
  }
  if (observing()) observer_->granted(observed_, input, output, flit, now, last);
  const Mask input_side = input_group(input);
  const Mask output_side = output_group(output);
  inputs_.busy |= input_side;
  outputs_.busy |= output_side;
  auto& timers = calendar_.timers(last + 1);
  timers.inputs_free |= input_side;
  timers.outputs_free |= output_side;
  calendar_.activate(last + 1);

  outputs_.filled.set(output);
  ++counters_.flit_hops;
  if constexpr (has(kWormhole)) counters_.packet_hops += flit.head() ? 1 : 0;
  flit.count_hop();
  if (__builtin_expect(flit.passed(hop_limit_), 0)) too_many_hops(output, flit, now);
  if (__builtin_expect(changes_state_, 0) && flit.head()) write_state(input, output, flit, now);
  if constexpr (has(kCommits)) {
    if (inputs_.committed.test(input)) {
      inputs_.committed.reset(input);
      take_room(output, -static_cast<std::int32_t>(phits));  // and takes it again below
    }
  }
  if constexpr (has(kFaults)) {
    if (failing()) before_send(flit, output, now);
  }
  if (checking()) {
    if (flit.head()) check_head(input, output, flit, now);
    if (!to_buffer && outputs_[output].ring[outputs_[output].tail].arrival != Flit::kEmpty) {
      fail("buffer overrun behind " + channel_name(output), now);
    }
  }
  if (to_buffer) {
    OutputBuffer& buffer = outputs_.buffer(output);
    Flit& slot = buffer.ring[buffer.tail];
    if (checking() && slot.arrival != Flit::kEmpty) fail("overrun of " + channel_name(output), now);
    buffer.tail = buffer.after(buffer.tail);
    slot = flit;
    slot.arrival = static_cast<std::uint32_t>(now) + crossbar_delay_;
    buffer.space -= static_cast<std::int32_t>(phits);
    if (checking() && buffer.space < 0) fail("negative space in " + channel_name(output), now);
    update_room(output, buffer.space);
    calendar_.post(now + crossbar_delay_, Event(EventKind::kOutputStage, output));
  } else {
    if (observing()) observer_->sent(observed_, output, flit, now + crossbar_delay_);
    outputs_.send(flit, output, vc_shift(), now + crossbar_delay_, *outbox_);
    const std::int32_t left = outputs_[output].credits;
    if (checking() && left < 0) fail("negative credits behind " + channel_name(output), now);
    if (left < largest_flit_) outputs_.room.reset(output);
    if (bubbles() && left < 2 * largest_flit_) outputs_.bubble.reset(output);
  }
  move_cyclic_port(source.candidates, output);
  if constexpr (has(kWormhole)) {
    if (wormhole_) {
      if (flit.tail()) {
        outputs_.owned.reset(output);
        inputs_.following.reset(input);
      } else {
        if (checking() && !flit.head() && !outputs_.owned.test(output)) {
          fail("flits of two packets mix in " + channel_name(output), now);
        }
        outputs_.owned.set(output);
        inputs_.following.set(input);
        source.candidates = Mask::bit(output);
        if (triggers()) minimal_[input] = source.candidates;
      }
    }
  }

  if constexpr (has(kFaults)) {
    if (failing() && stays_for_more(input, output)) return;
  }
  inputs_.ready.reset(input);
  inputs_.awake.reset(input);
  if (observing()) observer_->released(observed_, input, flit, last);
  Flit& next = inputs_.release(input, vc_shift(), last, one_size(), *outbox_);
  if (next.arrival <= now) {
    flit_at_front(input, next, now);
  } else {
    inputs_.occupied.reset(input);
  }
}

template <int kBits, Features kFeatures>
bool SwitchCore<kBits, kFeatures>::any_could_go(Mask pending) const {
  const Mask taken = outputs_.busy | unusable_outputs();
  for (; pending.any(); pending.remove_first()) {
    if (available(pending.first(), outputs_.room - taken, taken).any()) return true;
  }
  return false;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::start_links(Cycle now) {
  Mask staged = outputs_.staged - outputs_.link_busy;
  while (staged.any()) {
    const int port = staged.first() >> vc_shift();
    const Mask group = staged & port_group(port);
    staged -= group;
    Mask able, control;
    for (Mask rest = group; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      const auto front = [&]() -> const Flit& { return outputs_.buffer(output).front(); };
      const std::int32_t phits = one_size() ? largest_flit_ : front().phits;
      if (outputs_[output].credits < phits) continue;
      able.set(output);
      if (prioritises_control() && front().control()) control.set(output);
    }
    if (able.none()) continue;  // a credit will make the switch active
    if (stalls() && stalled(port, now)) {
      calendar_.activate(now + 1);
      continue;
    }
    if (control.any()) able = control;
    const int output = pick_link(port, able);
    OutputBuffer& buffer = outputs_.buffer(output);
    Flit& flit = buffer.front();
    if (checking() && outputs_[output].ring[outputs_[output].tail].arrival != Flit::kEmpty) {
      fail("buffer overrun behind " + channel_name(output), now);
    }
    if (observing()) observer_->sent(observed_, output, flit, now);
    outputs_.send(flit, output, vc_shift(), now, *outbox_);
    outputs_.link_busy |= port_group(port);
    outputs_.filled.set(output);
    calendar_.post(now + flit.phits, Event(EventKind::kLinkDone, output, flit.phits));
    ++counters_.link_flits;
    flit.arrival = Flit::kEmpty;
    buffer.head = buffer.after(buffer.head);
    if (buffer.front().arrival > now) outputs_.staged.reset(output);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::fail(const std::string& what, Cycle now) const {
  throw BrokenInvariant(fmt::format("cycle {}: {}: {}", now, name_, what));
}

}  // namespace hw
}  // namespace netloom
