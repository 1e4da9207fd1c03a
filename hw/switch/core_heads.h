#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// Heads at the front of their VCs, their routing, and their headers.

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
  return RouteQuery{flit.destination,  flit.source(), flit.state(),   numbers.port(input),
                    numbers.vc(input), now,           flit.tag.number};
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
  if constexpr (has(kSharedRouting | kFullCrossbar)) {
    // They come in the order of events and grants, on which nothing may depend.
    if (shares_routing_unit || gathers_heads) {
      heads.set(input);
      return;
    }
  }
  take_to_unit(input, numbers.port(input), now);
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::take_to_unit(int input, int unit, Cycle now) {
  const typename RoutingUnitBank<Mask>::Work work = routing_units.take(unit, now);
  if (observing()) {
    const Flit& flit = inputs[input].front();
    observer->routed(observed, input, flit, query_of(input, flit, now), work.begin, work.end);
  }
  if (work.end == now) {
    inputs.ready.set(input);
    wakeup.awake.set(input);
  } else {
    calendar.post_routed(work.end, input);
  }
}

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
  throw NoOutputError(name, channel_name(input), inputs[input].front(), source_decision.there(),
                      now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::too_many_hops(int output, const Flit& flit,
                                                                Cycle now) const {
  if (flit.head() && !flit.for_switches()) hop_watch->passed(flit, id, numbers.port(output), now);
}

}  // namespace hw
}  // namespace netloom
