#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/kernel/channel_mask.h"
#include "hw/link/outbox.h"
#include "hw/switch/base/channels.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/inlining.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/base/switch_observer.h"
#include "hw/switch/hop_watch.h"
#include "hw/switch/no_output_error.h"
#include "hw/switch/part/allocator.h"
#include "hw/switch/part/crossbar.h"
#include "hw/switch/part/host_port.h"
#include "hw/switch/part/input_port.h"
#include "hw/switch/part/misrouting.h"
#include "hw/switch/part/observation.h"
#include "hw/switch/part/output_port.h"
#include "hw/switch/part/reservation.h"
#include "hw/switch/part/routing_unit.h"
#include "hw/switch/part/selection.h"
#include "hw/switch/part/source_decision.h"
#include "hw/switch/part/stalls.h"
#include "hw/switch/part/vc_ownership.h"
#include "hw/switch/part/wakeup.h"
#include "routing/base/error.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace hw {

template <class Core>
class FaultHandler;

/// The cycle-timed switch: its parts, and what they do in a cycle. docs/timing.md is the contract,
/// and cycle(), allocate(), match() and grant() are what it says; a part does the work.
///
/// Nothing is polled: whatever has a time is in the calendar, and a head that cannot go on sleeps
/// until one of its outputs changes.
///
/// kBits: channels, ports times VCs, that it has room for. kFeatures: what it can do (features.h).
template <int kBits, Features kFeatures>
class Core {
 public:
  using ChannelNumbers = Channels<kBits, kFeatures>;
  using Mask = typename ChannelNumbers::Mask;

  Core(const SwitchPlan& plan, Arena& arena);
  ~Core();

  /// Runs the cycles from … to-1 (to - from <= 64).
  void run(Cycle from, Cycle to);
  /// Bytes from its beginning on that every quantum needs.
  std::size_t hot_bytes() const {
    return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&misrouting) -
                                    reinterpret_cast<const std::byte*>(this));
  }
  /// Whether something happens here in these cycles.
  bool runs(Cycle from, Cycle to) const {
    return hosts.next_generation() < to || calendar.any_active(from, to);
  }

  // ---- A cycle. Rules are those of "One packet".

  NETLOOM_ALWAYS_INLINE void cycle(Cycle now) {
    take_timers(now);  // rule 5: what has crossed lets go of its crossbar input and output
    auto& bucket = calendar.at(now);
    take_routed(std::exchange(bucket.routed, Mask()));                        // rule 2
    inputs.take_arrivals(*this, std::exchange(bucket.arrived, Mask()), now);  // rule 1
    take_credits(std::exchange(bucket.credited, Mask()), now);                // rule 8
    // Credits of other sizes, output stages and links that are done, generation, deliveries, tails.
    calendar.take_events(now, bucket, [&](Event event) { take_event(event, now); });
    // After all events, in whatever order they came.
    if (failing()) faults->work(*this, now);
    hosts.step(*this, now);                                                  // rule 9
    if (outputs.buffers().any()) outputs.buffers().start_links(*this, now);  // rules 6 and 7
    tell(&SwitchObserver::allocating, now);
    if (crossbar.full()) routing_units.gather();
    if (failing()) faults->drop(*this, now);
    allocate(now);                             // rule 4
    routing_units.serve_together(*this, now);  // rule 3
    tell(&SwitchObserver::cycle_done, now);
    // Rule 2, where routers decide.
    if (deciding() && source_decision.due()) source_decision.end_cycle(*this, now);
  }

  NETLOOM_ALWAYS_INLINE void allocate(Cycle now) {
    if (triggers()) reconsider_held_back();
    const Mask looking = pending();
    if (looking.none()) return;
    if (reservations.there()) reservations.reserve(*this, looking, now);
    // Outputs stop stalling without an event.
    if (random_stalls.there() && any_could_go(looking)) calendar.activate(now + 1);
    match(looking, now);
    // What has been sent may let heads go another way, without any event.
    if (triggers() && misrouting.may_let_go()) calendar.activate(now + 1);
  }

  /// "Who goes first".
  NETLOOM_ALWAYS_INLINE void match(Mask looking, Cycle now) {
    for (int i = 0; i < allocator.iterations() && looking.any(); ++i) {
      const Mask taken = crossbar.outputs_busy() | failed_outputs() | stalled_outputs(now);
      const Mask free = outputs.room() - taken;
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
      const bool sleeps = idle_skipping && !random_stalls.there();
      if (looking.any() && (sleeps || any_could_go(looking))) calendar.activate(now + 1);
    }
  }

  NETLOOM_ALWAYS_INLINE void grant(int input, int output, Cycle now) {
    Flit& flit = inputs.front(input);
    const std::uint32_t phits = flit.phits;
    const bool to_buffer = outputs.buffers().has(output);
    // Rule 5: the crossing.
    const Cycle last = crossbar.last_phit(now, phits, Cycle{flit.arrival}, to_buffer);
    tell(&SwitchObserver::granted, input, output, flit, now, last);
    crossbar.take(input_group(input), crossbar.output_group(numbers, output, to_buffer), last,
                  calendar);
    misrouting.filled(output);
    write_header(input, output, flit, now);
    if (reservations.granted(input)) {
      outputs.reserve(numbers, output, -static_cast<std::int32_t>(phits));  // and takes it below
    }
    if (failing()) faults->before_send(*this, flit, input, output, now);
    if (checking()) check_grant(input, output, flit, now);
    // Rules 6 and 7: into the output buffer, or onto the link.
    const Cycle staged = now + crossbar.delay();
    if (to_buffer) {
      outputs.store(flit, output, staged);
      calendar.post(staged, Event(EventKind::kOutputStage, output));
    } else {
      tell(&SwitchObserver::sent, output, flit, staged);
      outputs.send(numbers, flit, output, staged, *outbox);
      outputs.sent(output);
    }
    if (checking()) check_room(output, to_buffer, now);
    // Rule 4: what the selection and the packet keep of it.
    selection.used(numbers, inputs.candidates(input), output);
    if (ownership.wormhole() && ownership.granted(input, output, flit.tail()))
      keep_to(input, output);
    if (failing() && faults->stays_for_more(*this, input, output)) return;
    // Rule 8: the credit goes, and the next flit comes to the front (rule 2).
    gone(input);
    inputs.release(*this, input, last, one_size(), now);
  }

  // ---- What it can do, and does. What the features of a core are for is the common case in it.

  static constexpr bool has(Features any) { return ChannelNumbers::has(any); }
  static_assert(!has(kFullCrossbar | kControl) || has(kAnyAllocator), "there is one form of it");
  static constexpr bool kSpecial = kFeatures != kAllFeatures;
  bool checking() const { return has(kChecks) && check; }
  bool observing() const { return observation.on(); }
  bool triggers() const { return __builtin_expect(misrouting.there(), kSpecial ? 1 : 0); }
  bool deciding() const {
    return has(kDecides) && __builtin_expect(source_decision.there(), kSpecial ? 1 : 0);
  }
  bool counting() const { return has(kDecides) && __builtin_expect(source_decision.counts(), 0); }
  bool failing() const { return has(kFaults) && __builtin_expect(faults != nullptr, 0); }
  /// Every credit is for a flit of largest_flit.
  bool one_size() const { return !has(kMixedSizes | kFaults) || all_of_one_size; }

  // ---- What the parts ask, and tell.

  const ChannelNumbers& channels() const { return numbers; }
  SwitchRandom& random() { return random_bits; }
  int input_vcs(int port) const { return shapes[static_cast<std::size_t>(port)].input_vcs; }
  int output_vcs(int port) const { return shapes[static_cast<std::size_t>(port)].output_vcs; }
  Mask input_group(int input) const { return crossbar.input_group(numbers, input); }
  int output_of(int output) const {
    return crossbar.output_of(numbers, output, outputs.buffers().has(output));
  }
  int preferred(int input) const { return inputs[input].preferred; }
  std::int32_t credits(int output) const { return outputs[output].credits; }
  std::int32_t flit_phits(const Flit& flit) const {
    return one_size() ? largest_flit : std::int32_t{flit.phits};
  }
  bool older(int a, int b) const { return inputs.front(a).older_than(inputs.front(b)); }
  void prefer_control(Mask& set) const {
    if (allocator.prioritises_control() && (set & inputs.control()).any()) set &= inputs.control();
  }
  bool follows(int input) const { return ownership.follows(input); }
  bool routes_itself(int input) const { return has(kFaults) && inputs.front(input).for_switches(); }
  bool discards(int input, const Flit& flit, Cycle now) {
    if (!failing() || !faults->is_remains(input, flit)) return false;
    faults->remove_front(*this, input, now, true);
    return true;
  }

  /// Candidates of the head of an input channel in `free`; for packets shorter than the largest
  /// flit also those with room for them, unless `taken` (rule 4).
  Mask available(int input, const Mask& free, const Mask& taken) const;
  Mask with_room(int input) const { return available(input, outputs.room(), Mask()); }
  /// Heads that look for an output.
  Mask pending() const {
    const Mask result = inputs.ready() - crossbar.inputs_busy();
    return idle_skipping ? result & wakeup.awake() : result;
  }
  int select(int input, const Mask& available_outputs, Cycle now) {
    const int output = selection.select(*this, input, available_outputs, now);
    tell(&SwitchObserver::selected, input, output, now);
    return output;
  }
  SelectionQuery packet(int input, Cycle now) const;
  /// The head has chosen an output, and room there.
  void reserve(int input, int output);
  /// Lets the head sleep until one of its outputs changes.
  void cannot_go(int input);
  void loses(int input, int port) {
    if constexpr (!has(kStalls | kCommits)) {
      wakeup.sleep_at(numbers, input, inputs.candidates(input), port);
    }
  }
  /// Outputs whose links move nothing, for good and in this cycle.
  Mask failed_outputs() const {
    if constexpr (has(kFaults)) {
      if (failing()) return faults->dead_outputs();
    }
    return Mask();
  }
  Mask stalled_outputs(Cycle now) const {
    if (!random_stalls.there()) return Mask();
    return random_stalls.outputs(numbers, now) - outputs.buffers().channels();
  }

  /// Asks the router which outputs the head of an input VC may take.
  void find_candidates(int input, const RouteQuery& query);
  RouteQuery query_of(int input, const Flit& flit, Cycle now) const;
  void start_routing(int input, const Flit& flit, Cycle now);
  void taken_up(int input, std::uint32_t begin, std::uint32_t end, Cycle now);
  /// The flit at the front of an input channel may be granted; it is granted, or discarded.
  void may_go(int input) {
    inputs.set_ready(input);
    wakeup.wake(input);
  }
  void gone(int input) {
    inputs.leave(input);
    wakeup.leave(input);
  }
  /// The decision on the head at the front leaves it no output.
  [[noreturn]] void no_output(int input, Cycle now) const;

  void relieved(const Mask& outputs_now) { misrouting.relieved(outputs_now); }
  void has_room(int output) { wakeup.changed(numbers, numbers.port(output)); }
  bool stalls(int port, Cycle now) const { return random_stalls.at(port, now); }
  int pick_link(int port, Mask able, Cycle now);
  void start_link(int output, const Flit& flit, Cycle now);

  /// Tells the observer, if there is one, of an event; see Observation.
  template <class... Event>
  void tell(const Event&... event) const {
    observation.tell(event...);
  }
  [[noreturn]] void fail(const std::string& what, Cycle now) const {
    throw BrokenInvariant(fmt::format("cycle {}: {}: {}", now, name, what));
  }
  std::string channel_name(int channel) const {
    return fmt::format("{}.p{}.vc{}", name, numbers.port(channel), numbers.vc(channel));
  }

  // ---- The parts. What every quantum needs lies together: from the last fields of `inputs` to the
  // first of `outputs`.
  InputPorts<ChannelNumbers> inputs;
  Calendar<Mask> calendar;
  Crossbar<ChannelNumbers> crossbar;
  Wakeup<ChannelNumbers> wakeup;
  Outbox<Mask>* outbox = nullptr;  ///< while a quantum runs
  Cycle quantum_end = 0;           ///< of the quantum that is running
  Cycle running = 0;               ///< the cycle that is running, or ran last
  ChannelNumbers numbers;
  std::int32_t largest_flit = 1;
  bool idle_skipping = true;
  Fetching fetching = Fetching::kNothing;
  bool check = false;            ///< see checking()
  bool changes_state = false;    ///< the router rewrites header states
  bool all_of_one_size = false;  ///< see one_size()
  SwitchRouter* router = nullptr;
  RoutingUnitBank<ChannelNumbers> routing_units;
  std::uint64_t hop_limit = ~std::uint64_t{0};  ///< FlitHeader::limit_word() of HopWatch::limit()
  Allocator<ChannelNumbers> allocator;
  SwitchCounters counters;
  Selection<ChannelNumbers> selection;
  SwitchRandom random_bits;
  HostPorts<ChannelNumbers> hosts;
  OutputPorts<ChannelNumbers> outputs;
  PortLine<Mask>* lines = nullptr;  ///< per port, of several parts
  Misrouting<ChannelNumbers> misrouting;
  VcOwnership<ChannelNumbers> ownership;
  SourceDecision<ChannelNumbers> source_decision;
  Reservations<ChannelNumbers> reservations;
  Stalls<ChannelNumbers> random_stalls;

  // ---- Cold.
  HopWatch* hop_watch = nullptr;
  Observation<ChannelNumbers> observation;
  ArenaPtr<FaultHandler<Core>> faults;  ///< in a network whose links fail
  SwitchId id = 0;
  std::string name;
  std::vector<PortShape> shapes;

 private:
  /// Calls `step(cycle)` for the cycles of a quantum in which the switch has something to do.
  template <class Step>
  void for_active_cycles(Cycle from, Cycle to, Step step);
  void take_timers(Cycle now);
  void take_routed(const Mask& routed) {
    inputs.set_ready(routed);
    wakeup.wake(routed);
  }
  void take_credits(const Mask& credited, Cycle now);
  void take_event(Event event, Cycle now);
  void handle(Event event, Cycle now);
  /// Whether any of these heads could go, if no output stalled.
  bool any_could_go(Mask looking) const;
  void reconsider_held_back();
  /// The flits of a packet follow its head.
  void keep_to(int input, int output);
  void find_apart(int input, const RouteQuery& query, CandidateSet& others);
  void find_entering(int input, const RouteQuery& query);
  /// Notes the hop in the header, and the state with which the packet leaves.
  void write_header(int input, int output, Flit& flit, Cycle now);
  void write_state(int input, int output, Flit& flit, Cycle now);
  /// A flit has passed more switches than any way leads through.
  void too_many_hops(int output, const Flit& flit, Cycle now) const;
  void check_grant(int input, int output, const Flit& flit, Cycle now) const;
  void check_room(int output, bool to_buffer, Cycle now) const;
  void check_credits(int output, Cycle now) const;
};

}  // namespace hw
}  // namespace netloom
