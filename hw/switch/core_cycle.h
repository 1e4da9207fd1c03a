#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// What happens in a cycle. Rules are those of docs/timing.md, "One packet".

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
    running = now;
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
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::for_active_cycles(Cycle from, Cycle to,
                                                                     Step step) {
  while (from < to) {
    // Up to the end of a block of 64 cycles, whose activity is one word.
    const Cycle block = from & ~Cycle{63};
    const Cycle stop = std::min(to, block + 64);
    if (!idle_skipping) calendar.activate(from, stop);
    std::uint64_t left = calendar.window(from, stop);
    const std::uint64_t& activity = calendar.active_block(from);
    // What a cycle schedules for a later one shows in the same word.
    while (const std::uint64_t active = activity & left) {
      step(block + static_cast<Cycle>(__builtin_ctzll(active)));
      const std::uint64_t done = active ^ (active - 1);
      left &= ~done;
    }
    calendar.deactivate(from, stop);
    from = stop;
  }
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::cycle(Cycle now) {
  take_timers(now);  // rule 5: what has crossed frees its crossbar input and output
  auto& bucket = calendar.at(now);
  take_routed(std::exchange(bucket.routed, Mask()));          // rule 2: results count
  take_arrivals(std::exchange(bucket.arrived, Mask()), now);  // rule 1
  take_credits(std::exchange(bucket.credited, Mask()), now);  // rule 8
  // Credits of other sizes, output stages and links that are done, generation, deliveries, tails.
  calendar.take_events(now, bucket, [&](Event event) { handle(event, now); });
  if constexpr (has(kFaults)) {
    // After all events, in whatever order they came.
    if (failing()) faults->work(*this, now);
  }
  hosts.step(*this, now);  // rule 9: injection
  if constexpr (has(kOutputBuffers)) {
    if (outputs.any_buffer()) start_links(now);  // rule 6, behind output buffers
  }
  if (observing()) observer->allocating(observed, now);
  if constexpr (has(kFullCrossbar)) gathers_heads = full_crossbar;
  allocate(now);  // rule 4, and grants
  if constexpr (has(kFullCrossbar)) gathers_heads = false;
  route_together(now);  // rule 3, where heads of several inputs share a unit
  if (observing()) observer->cycle_done(observed, now);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::allocate(Cycle now) {
  if (triggers()) reconsider_held_back();
  const Mask looking = pending();
  if (looking.none()) return;
  if constexpr (has(kCommits)) {
    if (commits) commit(looking, now);  // select_at: routing
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
  // Rule 5: the crossing.
  const Cycle last = Crossbar<Mask>::last_phit(now, phits, Cycle{flit.arrival}, to_buffer, speedup);
  if (observing()) observer->granted(observed, input, output, flit, now, last);
  crossbar.take(input_group(input), output_group(output), last, calendar);

  // What the header takes along.
  output_filled(output);
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

  // Rules 6 and 7: into the output buffer, or onto the link.
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
  // Rule 8: the credit goes, and the next flit comes to the front (rule 2).
  inputs.ready.reset(input);
  wakeup.awake.reset(input);
  release(input, flit, last, one_size(), now);
}

}  // namespace hw
}  // namespace netloom
