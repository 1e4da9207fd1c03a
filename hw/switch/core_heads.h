#pragma once

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// Heads at the front of their VCs, their routing, and their headers.

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
    inputs.set_candidates(input, Mask::from_candidates(words) | misrouting.minimal(input));
  } else {
    router->route(query, candidates);
    inputs.set_candidates(input, Mask::from_candidates(words));
  }
  if (ownership.bubbles()) find_entering(input, query);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::find_apart(int input, const RouteQuery& query,
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
  if (has(kFaults) && __builtin_expect(flit.for_switches(), 0)) {
    faults->arrived(*this, input, now);
    return;
  }
  find_candidates(input, query_of(input, flit, now));
  const bool dropped = failing() && !faults->keep_off_failed_links(*this, input);
  if (__builtin_expect(inputs.candidates(input).none(), 0) && !dropped) {
    if (deciding()) {
      source_decision.wait(input);
      return;
    }
    no_output(input, now);
  }
  inputs.set_preferred(input, selection.preferred_port(flit.source(), flit.destination));
  routing_units.come(*this, input, now);
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::taken_up(int input, std::uint32_t begin, std::uint32_t end,
                                             Cycle now) {
  if (observing()) {
    const Flit& flit = inputs.front(input);
    tell(&SwitchObserver::routed, input, flit, query_of(input, flit, now), begin, end);
  }
  if (end == now) {
    may_go(input);
  } else {
    calendar.post_routed(end, input);
  }
}

template <int kBits, Features kFeatures>
inline void Core<kBits, kFeatures>::keep_to(int input, int output) {
  inputs.set_candidates(input, Mask::bit(output));
  if (triggers()) misrouting.minimal(input) = Mask::bit(output);
}

template <int kBits, Features kFeatures>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::write_header(int input, int output, Flit& flit,
                                                                Cycle now) {
  ++counters.flit_hops;
  if constexpr (has(kWormhole)) counters.packet_hops += flit.head() ? 1 : 0;
  flit.count_hop();
  if (__builtin_expect(flit.passed(hop_limit), 0)) too_many_hops(output, flit, now);
  if (__builtin_expect(changes_state, 0) && flit.head()) write_state(input, output, flit, now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::write_state(int input, int output, Flit& flit,
                                                              Cycle now) {
  if (has(kDecides)) source_decision.granted(input);
  flit.set_state(
      router->next_state(query_of(input, flit, now), numbers.port(output), numbers.vc(output)));
  if (counting() && outputs.leads_to_host(numbers.port(input))) {
    source_decision.count_injected(input, flit.destination, now);
  }
}

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::no_output(int input, Cycle now) const {
  throw NoOutputError(id, name, channel_name(input), inputs.front(input), source_decision.there(),
                      now);
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::too_many_hops(int output, const Flit& flit,
                                                                Cycle now) const {
  if (flit.head() && !flit.for_switches()) hop_watch->passed(flit, id, numbers.port(output), now);
}

}  // namespace hw
}  // namespace netloom
