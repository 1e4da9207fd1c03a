#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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
#include "hw/switch/base/stall.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/base/switch_observer.h"
#include "hw/switch/hop_watch.h"
#include "hw/switch/no_output_error.h"
#include "hw/switch/part/allocator.h"
#include "hw/switch/part/crossbar.h"
#include "hw/switch/part/host_port.h"
#include "hw/switch/part/input_port.h"
#include "hw/switch/part/misrouting.h"
#include "hw/switch/part/output_port.h"
#include "hw/switch/part/routing_unit.h"
#include "hw/switch/part/selection.h"
#include "hw/switch/part/source_decision.h"
#include "hw/switch/part/vc_ownership.h"
#include "hw/switch/part/wakeup.h"
#include "routing/base/error.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace hw {

template <class Core>
class FaultHandler;

/// The cycle-timed switch: its parts, and what they do in a cycle. docs/timing.md is the contract;
/// cycle(), allocate() and grant() follow it.
///
/// Nothing is polled: whatever has a time is in the calendar, and a head that cannot go on sleeps
/// until one of its outputs changes.
///
/// kBits: channels, ports times VCs, that it has room for. kFeatures: what it can do (features.h).
template <int kBits, Features kFeatures>
class Core {
 public:
  using Mask = ChannelMask<kBits>;
  using ChannelNumbers = Channels<kBits, kFeatures>;

  Core(const SwitchPlan& plan, Arena& arena);
  ~Core();

  /// Runs the cycles from … to-1 (to - from <= 64).
  void run(Cycle from, Cycle to);
  /// Whether something happens here in these cycles.
  bool runs(Cycle from, Cycle to) const {
    return hosts.next_generation() < to || calendar.any_active(from, to);
  }

  // ---- A cycle.

  void cycle(Cycle now);
  void allocate(Cycle now);
  void grant(int input, int output, Cycle now);

  // ---- What the parts ask.

  static constexpr bool has(Features any) { return (kFeatures & any) != 0; }
  static_assert(!has(kFullCrossbar | kControl) || has(kAnyAllocator), "there is one form of it");
  /// What the features of a core are for is the common case in it.
  static constexpr bool kSpecial = kFeatures != kAllFeatures;
  bool checking() const { return has(kChecks) && check; }
  bool observing() const { return has(kObserved) && __builtin_expect(observer != nullptr, 0); }
  bool triggers() const {
    return has(kTrigger) && __builtin_expect(misrouting.there(), kSpecial ? 1 : 0);
  }
  bool deciding() const {
    return has(kDecides) && __builtin_expect(source_decision.there(), kSpecial ? 1 : 0);
  }
  bool counting() const { return has(kDecides) && __builtin_expect(source_decision.counts(), 0); }
  bool failing() const { return has(kFaults) && __builtin_expect(faults != nullptr, 0); }
  bool stalling() const { return has(kStalls) && stall_probability > 0; }
  /// Every credit is for a flit of largest_flit.
  bool one_size() const { return !has(kMixedSizes | kFaults) || all_of_one_size; }

  const ChannelNumbers& channels() const { return numbers; }
  SwitchRandom& random() { return random_bits; }
  int output_vcs(int port) const { return shapes[static_cast<std::size_t>(port)].output_vcs; }

  /// The input channels that share a crossbar input with this one; the output channels that share
  /// an output with this one, and the first of them, by which the output is named.
  Mask input_group(int channel) const {
    if constexpr (ChannelNumbers::kOneVc) return Mask::bit(channel);
    if (has(kFullCrossbar) && full_crossbar) return Mask::bit(channel);
    return numbers.of_port(numbers.port(channel));
  }
  Mask output_group(int channel) const {
    if constexpr (ChannelNumbers::kOneVc) return Mask::bit(channel);
    if (has(kFullCrossbar) && full_crossbar && outputs.has_buffer(channel)) {
      return Mask::bit(channel);
    }
    return numbers.of_port(numbers.port(channel));
  }
  int output_of(int channel) const {
    if (has(kFullCrossbar) && full_crossbar && outputs.has_buffer(channel)) return channel;
    return numbers.first(numbers.port(channel));
  }

  /// Candidates of the head of an input channel in `free`; for packets shorter than the largest
  /// flit also those with room for them, unless `taken`.
  Mask available(int input, const Mask& free, const Mask& taken) const;
  int select(int input, const Mask& available_outputs, Cycle now);
  /// Lets the head sleep until one of its outputs changes.
  void cannot_go(int input);
  void loses(int input, int port) {
    if constexpr (!has(kStalls | kCommits)) {
      wakeup.sleep_at(numbers, input, inputs[input].candidates, port);
    }
  }
  bool older(int a, int b) const { return inputs[a].front().older_than(inputs[b].front()); }
  void prefer_control(Mask& set) const {
    if (allocator.prioritises_control() && (set & inputs.control).any()) set &= inputs.control;
  }
  /// Outputs whose links move nothing.
  Mask failed_outputs() const;
  bool stalled(int port, Cycle now) const;
  Mask stalled_outputs(Cycle now) const;

  // ---- Heads.

  void start_routing(int input, const Flit& flit, Cycle now);
  /// Asks the router which outputs the head of an input VC may take.
  void find_candidates(int input, const RouteQuery& query);
  RouteQuery query_of(int input, const Flit& flit, Cycle now) const;
  /// Takes the heads that have come together in this cycle, in whatever order, to their units.
  void route_together(Cycle now) {
    if constexpr (has(kSharedRouting | kFullCrossbar)) {
      for (; heads.any(); heads.remove_first()) {
        const int input = heads.first();
        take_to_unit(input, shares_routing_unit ? 0 : numbers.port(input), now);
      }
    }
  }
  void flit_at_front(int input, Flit& flit, Cycle now);
  /// The decision on the head at the front leaves it no output.
  [[noreturn]] void no_output(int input, Cycle now) const;
  /// The flit at the front has gone, its last phit leaves in `last`: the next one comes there.
  void release(int input, const Flit& flit, Cycle last, bool same_size, Cycle now);

  // ---- What has changed, for heads that the misrouting trigger holds back.

  void outputs_relieved(const Mask& outputs_now) {
    if constexpr (has(kTrigger)) misrouting.relieved |= outputs_now;
  }
  void output_filled(int output) {
    if constexpr (has(kTrigger)) misrouting.filled.set(output);
  }

  // ---- What observers are told.

  void tell_arrival(int input, Cycle now) const;
  void tell_injected(int input, const Flit& flit, Cycle now) const {
    if (observing()) observer->injected(observed, input, flit, now);
  }
  void tell_delivered(int output, const Flit& flit, Cycle now) const {
    if (observing()) observer->delivered(observed, output, flit, now);
  }
  void tell_credited(int output, int phits, Cycle now) const {
    if (observing()) observer->credited(observed, output, phits, now);
  }
  void tell_nic_credited(int input, int phits, Cycle now) const {
    if (observing()) observer->nic_credited(observed, input, phits, now);
  }
  void tell_lost(int input, const Flit& flit, Cycle now) const {
    if (observing()) observer->lost(observed, input, flit, now);
  }
  void tell_routed(int input, const Flit& flit, const RouteQuery& query, Cycle begin,
                   Cycle ready) const {
    if (observing()) observer->routed(observed, input, flit, query, begin, ready);
  }
  template <class View>
  void tell_decided(int input, const Flit& flit, const RouteQuery& query, const View& view,
                    const Draw& draw, std::uint16_t state) const {
    if (observing()) observer->decided(observed, input, flit, query, view, draw, state);
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
  Crossbar<Mask> crossbar;
  Wakeup<ChannelNumbers> wakeup;
  Outbox<Mask>* outbox = nullptr;  ///< while a quantum runs
  Cycle quantum_end = 0;           ///< of the quantum that is running
  Cycle running = 0;               ///< the cycle that is running, or ran last
  ChannelNumbers numbers;
  std::uint32_t crossbar_delay = 1;
  std::int32_t largest_flit = 1;
  bool idle_skipping = true;
  bool by_outbox = false;  ///< what goes to other switches; see SwitchPlan::beyond_cache
  bool store_and_forward = false;
  bool check = false;          ///< see checking()
  bool changes_state = false;  ///< the router rewrites header states
  bool commits = false;        ///< SelectionTime::kRouting
  bool full_crossbar = false;
  bool all_of_one_size = false;  ///< see one_size()
  SwitchRouter* router = nullptr;
  RoutingUnitBank<Mask> routing_units;
  std::uint64_t hop_limit = ~std::uint64_t{0};  ///< FlitHeader::limit_word() of HopWatch::limit()
  Allocator<ChannelNumbers, kFeatures> allocator;
  SwitchCounters counters;
  Selection<ChannelNumbers> selection;
  SwitchRandom random_bits;
  HostPorts<ChannelNumbers> hosts;
  OutputPorts<ChannelNumbers, kFeatures> outputs;
  PortLine<Mask>* lines = nullptr;  ///< per port, of several parts
  int speedup = 1;
  Misrouting<Mask> misrouting;
  VcOwnership<Mask, kFeatures> ownership;
  SourceDecision<ChannelNumbers> source_decision;
  Mask heads;  ///< have come in this cycle and wait for the others that do: route_together()
  bool gathers_heads = false;        ///< a full crossbar may let several of a port come at once
  bool shares_routing_unit = false;  ///< RoutingUnits::kSwitch, and routing takes time
  double stall_probability = 0;
  std::uint64_t seed = 0;

  // ---- Cold.
  HopWatch* hop_watch = nullptr;
  SwitchObserver* observer = nullptr;
  ObservedSwitch observed;              ///< what it knows this switch as
  ArenaPtr<FaultHandler<Core>> faults;  ///< in a network whose links fail
  SwitchId id = 0;
  std::string name;
  std::vector<PortShape> shapes;

 private:
  /// Calls `step(cycle)` for the cycles of a quantum in which the switch has something to do.
  template <class Step>
  void for_active_cycles(Cycle from, Cycle to, Step step);
  void take_timers(Cycle now);
  void take_routed(const Mask& routed);
  void take_arrivals(Mask arrived, Cycle now);
  void take_credits(const Mask& credited, Cycle now);
  void handle(Event event, Cycle now);
  void start_links(Cycle now);
  void take_to_unit(int input, int unit, Cycle now);
  void commit(const Mask& pending, Cycle now);
  void match(Mask pending, Cycle now);
  Mask pending() const {
    const Mask result = inputs.ready - crossbar.inputs_busy;
    return idle_skipping ? result & wakeup.awake : result;
  }
  /// Whether any of these heads could go, if no output stalled.
  bool any_could_go(Mask pending) const;
  int select_otherwise(int input, const Mask& available_outputs, Cycle now);
  void reconsider_held_back();
  void find_apart(int input, const RouteQuery& query, CandidateSet& others);
  void find_entering(int input, const RouteQuery& query);
  /// Writes the state with which the packet leaves into its header.
  void write_state(int input, int output, Flit& flit, Cycle now);
  /// A flit has passed more switches than any way leads through.
  void too_many_hops(int output, const Flit& flit, Cycle now) const;
  void check_grant(int input, int output, const Flit& flit, Cycle now) const;
  void check_credits(int output, Cycle now) const;
};

}  // namespace hw
}  // namespace netloom
