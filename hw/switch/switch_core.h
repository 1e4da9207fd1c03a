#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/kernel/channel_mask.h"
#include "hw/link/outbox.h"
#include "hw/nic/nic.h"
#include "hw/switch/arbiter.h"
#include "hw/switch/fault_unit.h"
#include "hw/switch/features.h"
#include "hw/switch/hop_watch.h"
#include "hw/switch/input_unit.h"
#include "hw/switch/no_output_error.h"
#include "hw/switch/output_unit.h"
#include "hw/switch/status_board.h"
#include "hw/switch/switch_model.h"
#include "hw/switch/switch_observer.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/congestion_view.h"
#include "routing/decision/switch_random.h"

/// For the parts of a cycle that are separate functions only to be read.
#define NETLOOM_ALWAYS_INLINE __attribute__((always_inline)) inline
/// For what is seldom needed and would lengthen the way of every packet.
#define NETLOOM_NEVER_INLINE __attribute__((noinline))

namespace netloom {
inline namespace hw {

/// The cycle-timed switch. Its parts are the hardware's: input ports (InputUnit), the routing units
/// (start_routing), the allocator (allocate…), the crossbar (grant) and the output ports
/// (OutputUnit), and it steps the NICs of its hosts. docs/timing.md has the contract.
///
/// Nothing is polled: whatever has a time is in the calendar, and a head that cannot go on sleeps
/// until one of its outputs changes.
///
/// kBits: channels, ports times VCs, that it has room for. kFeatures: what it can do (features.h).
template <int kBits, Features kFeatures>
class SwitchCore final : public SwitchModel {
 public:
  using Mask = ChannelMask<kBits>;

  SwitchCore(const SwitchPlan& plan, Arena& arena);
  ~SwitchCore() override;

  void run(Cycle from, Cycle to) override;
  void registers_written() override;
  void prefetch_object() const override { prefetch_memory(this, sizeof(*this)); }
  void prefetch_channels(Cycle from, Cycle to) const override;
  void prefetch_flits(Cycle from, Cycle to) const override;

  void connect(int port, SwitchModel& receiver, int input_port, int latency) override;
  void attach(int port, std::unique_ptr<InjectionSide> injection, int latency) override;
  void attach(int port, std::unique_ptr<EjectionSide> ejection, int latency) override;
  void wake_host(int port, Cycle cycle) override;
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override;

  const std::string& name() const override { return name_; }
  CoreDescription core() const override { return {kFeatures, checking(), kBits}; }
  SwitchCounters counters() const override {
    SwitchCounters result = counters_;
    if (!has(kWormhole)) result.packet_hops = result.flit_hops;  // one flit per packet
    return result;
  }
  InjectionSide* injection(int port) override { return at(injections_, port).side.get(); }
  EjectionSide* ejection(int port) override { return at(ejections_, port).get(); }
  void contents(std::uint64_t& packets, std::uint64_t& fingerprint) const override;
  std::uint64_t channel_sent(int port, int vc) const override {
    return outputs_[channel(port, vc)].sent;
  }
  std::uint64_t channel_injected(int port, int vc) const override {
    return injections_[static_cast<std::size_t>(port)].side->sent_phits(vc);
  }
  std::uint64_t channel_occupancy(int port, int vc) const override {
    return inputs_[channel(port, vc)].occupancy;
  }
  std::vector<WaitEdge> waits() const override;
  std::vector<WaitEdge> blocked() const override;
  bool scheduled() const override { return calendar_.any_active(); }
  int buffered_phits(int port, int vc) const override;
  int credits(int port, int vc) const override {
    const int output = channel(port, vc);
    return outputs_[output].credits + reserved_credits(output);
  }
  int credits_in_flight(int port, int vc) const override {
    const int output = channel(port, vc);
    return in_flight(EventKind::kCredit, output) + calendar_.credits(output) * largest_flit_;
  }
  int injection_credits_in_flight(int port, int vc) const override {
    return in_flight(EventKind::kInjectCredit, channel(port, vc));
  }
  int input_arbiter_pointer(int port) const override {
    if constexpr (has(kAnyAllocator)) return bank(ArbiterPlace::kInput).pointer(port) & vc_mask();
    return ports_state_[port].round_robin_in;
  }
  int output_arbiter_pointer(int port) const override {
    if constexpr (has(kAnyAllocator)) {
      return bank(ArbiterPlace::kOutput).pointer(channel(port, 0)) >> vc_shift();
    }
    return ports_state_[port].round_robin_out >> vc_shift();
  }
  int cyclic_port() const override { return cyclic_port_; }

  void observe(const ObservedSwitch& at, SwitchObserver* observer) override;
  HeadStatus head_status(int input, Cycle now) const override;
  OutputStatus output_status(int output, Cycle now) const override;

 private:
  struct InjectionPort {
    std::unique_ptr<InjectionSide> side;
    std::uint32_t latency = 0;
  };
  struct PortState {
    std::uint32_t routing_free = 0;  ///< cycle from which the port's routing unit is free
    // Without kAnyAllocator, where each arbiter first looks.
    std::uint16_t round_robin_in = 0;    ///< a VC
    std::uint16_t round_robin_out = 0;   ///< a channel
    std::uint16_t round_robin_link = 0;  ///< a channel
  };

  /// What the allocator notes while it works on a cycle. All switches that run on one thread share
  /// it, so that it stays in the cache.
  class Requests {
   public:
    static Requests& of_this_thread() {
      static thread_local const std::unique_ptr<Requests> requests = std::make_unique<Requests>();
      return *requests;
    }

    /// An input channel requests an output channel, which belongs to `crossbar_output`. `requested`
    /// is the set of crossbar outputs that someone requests.
    void add(int input, int output, int crossbar_output, Mask& requested) {
      choice_[static_cast<std::size_t>(input)] = static_cast<std::uint16_t>(output);
      Mask& requesters = requesters_[static_cast<std::size_t>(crossbar_output)];
      if (!requested.test(crossbar_output)) requesters = Mask();  // it is of another cycle
      requesters.set(input);
      requested.set(crossbar_output);
    }
    const Mask& requesters(int crossbar_output) const {
      return requesters_[static_cast<std::size_t>(crossbar_output)];
    }
    /// The output channel that an input channel requests.
    int choice(int input) const { return choice_[static_cast<std::size_t>(input)]; }

   private:
    std::array<Mask, kBits> requesters_;         ///< per crossbar output
    std::array<std::uint16_t, kBits> choice_{};  ///< per input channel
  };

  // ---- What is fixed by the features of the core, and what is a parameter.
  static constexpr bool has(Features any) { return (kFeatures & any) != 0; }
  static_assert(!has(kFullCrossbar | kControl) || has(kAnyAllocator), "there is one form of it");
  static constexpr bool kOneVc = !has(kManyVcs);
  /// Whether the common case is that of the features that the core has.
  static constexpr bool kSpecial = kFeatures != kAllFeatures;
  bool checking() const { return has(kChecks) && check_; }
  bool observing() const { return has(kObserved) && __builtin_expect(observer_ != nullptr, 0); }
  bool triggers() const {
    return has(kTrigger) && __builtin_expect(minimal_ != nullptr, kSpecial ? 1 : 0);
  }
  bool deciding() const { return has(kDecides) && __builtin_expect(decides_, kSpecial ? 1 : 0); }
  bool counting() const { return has(kDecides) && __builtin_expect(counter_ != nullptr, 0); }
  bool bubbles() const { return has(kBubble) && __builtin_expect(entering_ != nullptr, 0); }
  bool failing() const { return has(kFaults) && __builtin_expect(faults_ != nullptr, 0); }
  bool stalls() const { return has(kStalls) && stall_probability_ > 0; }
  bool prioritises_control() const { return has(kControl) && control_priority_; }
  /// Every credit is for a flit of largest_flit_.
  bool one_size() const { return !has(kMixedSizes | kFaults) || one_size_; }
  bool buffered(int output) const { return has(kOutputBuffers) && outputs_.buffered.test(output); }
  int vc_shift() const {
    if constexpr (kOneVc) return 0;
    return vc_shift_;
  }
  int vc_mask() const { return (1 << vc_shift()) - 1; }
  int channel(int port, int vc) const { return port << vc_shift() | vc; }

  template <class T>
  static T& at(std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }

  /// All channels that share a crossbar input with this input channel (an output with this output).
  Mask input_group(int channel_index) const {
    if constexpr (kOneVc) return Mask::bit(channel_index);
    if (has(kFullCrossbar) && full_crossbar_) return Mask::bit(channel_index);
    return Mask::group(channel_index & ~vc_mask(), 1 << vc_shift());
  }
  Mask output_group(int channel_index) const {
    if constexpr (kOneVc) return Mask::bit(channel_index);
    if (has(kFullCrossbar) && full_crossbar_ && buffered(channel_index)) {
      return Mask::bit(channel_index);
    }
    return Mask::group(channel_index & ~vc_mask(), 1 << vc_shift());
  }
  /// The crossbar output of an output channel, named by its first channel.
  int output_of(int channel_index) const {
    if (has(kFullCrossbar) && full_crossbar_ && buffered(channel_index)) return channel_index;
    return channel_index & ~vc_mask();
  }

  /// Whether something happens here in the cycles from … to-1.
  bool runs(Cycle from, Cycle to) const {
    return next_generation_ < to || calendar_.any_active(from, to);
  }
  void run_cycles(Cycle from, Cycle to);
  /// Brings into the cache what the NICs need for their next packets and those on the ejection
  /// links.
  void prefetch_packets() const;

  // ---- One cycle.
  /// Calls `step(cycle)` for the cycles of a quantum in which the switch has something to do.
  template <class Step>
  void for_active_cycles(Cycle from, Cycle to, Step step);
  void cycle(Cycle now);
  void handle(Event event, Cycle now);
  void step_hosts(Cycle now);
  void inject(int port, Cycle now);
  void deliver(int channel_index, Cycle now);
  void start_routing(int channel_index, const Flit& flit, Cycle now);
  /// Asks the router which outputs the head of an input VC may take.
  void find_candidates(int channel_index, const RouteQuery& query);
  /// The unit works on the head of an input VC as soon as it is free.
  void occupy_routing_unit(int index, int unit, Cycle now);
  /// One unit for the switch: takes up the heads that have come in this cycle.
  void route_heads(Cycle now);
  void flit_at_front(int channel_index, Flit& flit, Cycle now);
  void start_links(Cycle now);
  void allocate(Cycle now);
  void allocate_input_first(Mask pending, Cycle now);
  void allocate_output_first(Mask pending, Cycle now);
  void grant(int input, int output, Cycle now);
  /// checking(): of a head that leaves, what it was offered and what the routing promises.
  void check_head(int input, int output, const Flit& flit, Cycle now) const;
  /// checking(): after credits have come.
  void check_credits(int output, Cycle now) const;
  void add_credit(int output, int phits, Cycle now);
  /// Of one flit each.
  void add_credits(const Mask& outputs, Cycle now);
  void add_space(int output, int phits);
  void update_room(int output, std::int32_t phits_free);
  void wake(int port);
  void sleep(int input);
  /// Lets the head sleep until `port` changes, if it can only go on through that; whether it does.
  bool sleep_at(int input, int port);

  /// Candidates of the head of an input VC in `free`; for packets shorter than the largest flit
  /// also those with room for them, unless `taken`.
  Mask available(int input, const Mask& free, const Mask& taken) const;
  /// SelectionTime::kRouting: reduces the candidates of each head to the one that the selection
  /// picks, if one has room, and reserves that room.
  void commit(const Mask& pending, Cycle now);
  // ---- Decisions at the source, by what is known of the queues.
  /// The router's view of the queues at the end of a cycle.
  class View final : public CongestionView {
   public:
    View(const SwitchCore& core, Cycle now) : core_(core), now_(now) {}
    Cycle cycle() const override { return now_; }
    int phits_behind(int port) const override;
    int phits_behind(int port, int vc) const override {
      return core_.phits_behind(core_.channel(port, vc));
    }
    const std::uint32_t* status(SwitchId other, int delay) const override {
      return core_.board_->read(other, now_, delay);
    }

   private:
    const SwitchCore& core_;
    Cycle now_;
  };
  /// After a cycle: lets the router decide on the heads that wait for it, and publish.
  void end_cycle(Cycle now);
  /// Writes the router's decision on a head in this header state into the header; whether that
  /// changes it.
  bool decide(int input, std::uint32_t state, const View& view, const Draw& draw, Cycle now);
  /// Of heads that have been decided on and still wait.
  void decide_again(const View& view, Cycle now);
  /// The decision on a head leaves it no output.
  /// Of the head at the front.
  [[noreturn]] void no_output(int input, Cycle now) const;
  // ---- Header state and misrouting.
  RouteQuery query_of(int input, const Flit& flit, Cycle now) const;
  /// Writes the state with which the packet leaves into its header.
  void write_state(int input, int output, Flit& flit, Cycle now);
  /// Asks the router for the candidates apart from the minimal ones, and notes those.
  void route_apart(int input, const RouteQuery& query, CandidateSet& others);
  /// Bubble flow control: notes which candidates of the head enter a ring.
  void find_entering(int input, const RouteQuery& query);
  /// Lets those heads look again that the trigger has held back and for which something changed.
  void reconsider();
  /// Of outputs that can be taken, those that the misrouting trigger lets the head take: the
  /// minimal ones, and if there are none, those with triggered().
  Mask permitted(int input, const Mask& outputs) const {
    const Mask result = outputs & minimal_[input];
    return result.any() || outputs.none() ? result : triggered(input, outputs);
  }
  Mask triggered(int input, const Mask& outputs) const;
  /// Phits that wait behind an output channel.
  std::int32_t phits_behind(int output) const;
  QueueFill fill_behind(int output) const;
  /// Credits that heads which have chosen this output have reserved.
  std::int32_t reserved_credits(int output) const;
  /// Phits of an output's buffer, or of the credits behind it, that others can no longer have.
  void take_room(int output, std::int32_t phits);
  /// Cyclic priority: the search goes on after the port of `output`.
  void move_cyclic_port(const Mask& candidates, int output);
  int select(int input, const Mask& available_outputs, Cycle now);
  // ---- Links that fail (switch_core_faults.h).
  struct FaultState;
  void build_faults(const SwitchPlan& plan);
  /// Makes the next action of the fault unit an event, if it is due in this quantum.
  void schedule_faults();
  void work_on_faults(Cycle now);
  void output_known_to_have_failed(int port, Cycle now);
  void input_fails(int port, Cycle now);
  void control_processed(int input, Cycle now);
  void load_control(Cycle now);
  void forward_control(int input, const FaultUnit::Forwarding& forwarding, Cycle now);
  /// After routing: takes failed outputs from the candidates, and deviates or drops a packet that
  /// has none left. Whether it is still there.
  bool keep_off_failed_links(int input, Cycle now);
  bool deviate_or_drop(int input, Cycle now);
  /// Whether the flit that comes to the front is of no use any more.
  bool is_remains(int input, const Flit& flit) const;
  void remove_front(int input, Cycle now, bool lost);
  void before_send(Flit& flit, int output, Cycle now);
  /// A control packet has gone to one of several outputs: it stays for the others.
  bool stays_for_more(int input, int output);
  Mask unusable_outputs() const;
  Mask port_group(int port) const { return Mask::group(channel(port, 0), 1 << vc_shift()); }

  // ---- What observers are told (switch_core_observe.h).
  void tell_arrival(int input, Cycle now) const;
  Obstacle obstacle_of(int input, int output, const Mask& usable, Cycle now) const;
  /// Whether only the flit at the front of the channel behind `output` can change that a head is
  /// kept from it by `obstacle`.
  bool waits_behind(int output, Obstacle obstacle) const;

  /// A flit has passed more switches than any way leads through.
  void too_many_hops(int output, const Flit& flit, Cycle now) const;

  int select_otherwise(int input, const Mask& available_outputs, Cycle now);
  int select_by_selector(int input, const Mask& available_outputs, Cycle now);
  bool stalled(int port, Cycle now) const;
  Mask stalled_outputs(Cycle now) const;
  /// Whether any of these heads could go, if no output stalled.
  bool any_could_go(Mask pending) const;
  bool older(int a, int b) const;
  int pick_in(int port, Mask candidates);
  int pick_out(int output, Mask requests);
  /// Whose flit goes on the link; the arbiter's state moves.
  int pick_link(int port, const Mask& able);
  ArbiterBank& bank(ArbiterPlace place) { return banks_[static_cast<std::size_t>(place)]; }
  const ArbiterBank& bank(ArbiterPlace place) const {
    return banks_[static_cast<std::size_t>(place)];
  }
  /// Whom an arbiter grants, the plan's if it has them; `older`: see ArbiterBank::pick().
  template <class Older>
  int arbitrate(ArbiterPlace place, int arbiter, const Mask& requests, Older older);
  /// What the plan's arbiters grant where the model grants `winner`.
  int grant_of_arbiters(ArbiterPlace place, int arbiter, const Mask& requests, int winner);
  /// The arbiter's grant is used.
  void arbiter_used(ArbiterPlace place, int arbiter, int winner);
  int in_flight(EventKind kind, int channel_index) const;
  [[noreturn]] void fail(const std::string& what, Cycle now) const;
  std::string channel_name(int channel_index) const {
    return fmt::format("{}.p{}.vc{}", name_, channel_index >> vc_shift(),
                       channel_index & vc_mask());
  }

  // ---- State: hot first.
  Calendar<Mask> calendar_;
  InputUnit<Mask> inputs_;
  OutputUnit<Mask> outputs_;
  Outbox<Mask>* outbox_ = nullptr;  ///< while a quantum runs
  Mask hosts_to_inject_;  ///< bit of VC 0 of each host port that looks for something to inject
  int vc_shift_ = 0;
  std::uint32_t routing_delay_ = 1;
  std::uint32_t crossbar_delay_ = 1;
  std::int32_t largest_flit_ = 1;
  bool idle_skipping_ = true;
  bool by_outbox_ = false;  ///< what goes to other switches; see SwitchPlan::beyond_cache
  bool store_and_forward_ = false;
  bool check_ = false;                ///< see checking()
  bool commits_ = false;              ///< SelectionTime::kRouting
  bool shares_routing_unit_ = false;  ///< RoutingUnits::kSwitch, and routing takes time
  Picking picking_ = Picking::kPreferred;
  bool prefers_ = true;  ///< picking_ is kPreferred, and no PortSelector does it
  bool has_hosts_ = false;
  std::uint8_t cyclic_port_ = 0;
  bool changes_state_ = false;  ///< the router rewrites header states, or decides_again()
  bool decides_ = false;  ///< the router decides on heads, or publishes, at the end of a cycle
  const MisroutingTrigger* trigger_ = nullptr;
  Mask* minimal_ =
      nullptr;  ///< per input channel: candidates on minimal paths; only with a trigger
  Mask* entering_ =
      nullptr;  ///< per input channel: candidates that enter a ring; only with bubble flow control
  SwitchRouter* router_ = nullptr;
  PreferredPort preferred_;
  PortSelector* selector_ = nullptr;
  SwitchArbiters* arbiters_ = nullptr;
  Cycle arbitration_cycle_ = 0;  ///< for the arbiters
  Mask heads_;  ///< have come in this cycle and wait for the one unit of the switch
  PortState* ports_state_ = nullptr;
  Requests* requests_ = nullptr;
  std::uint64_t hop_limit_ = ~std::uint64_t{0};  ///< FlitHeader::limit_word() of HopWatch::limit()
  HopWatch* hop_watch_ = nullptr;
  SwitchCounters counters_;
  Cycle next_generation_ = kNever;  ///< earliest of all hosts here

  // ---- Of what is seldom there.
  bool wormhole_ = false;
  bool full_crossbar_ = false;
  bool mixed_sizes_ = false;  ///< flits may be shorter than largest_flit_
  bool one_size_ = false;     ///< see one_size()
  bool control_priority_ = false;
  bool any_buffered_ = false;
  int speedup_ = 1;
  int iterations_ = 1;
  AllocatorKind allocator_ = AllocatorKind::kSeparableInputFirst;
  std::array<ArbiterBank, 3> banks_;  ///< by ArbiterPlace
  double stall_probability_ = 0;
  std::uint64_t seed_ = 0;
  SwitchRandom random_;

  // ---- Of routers that decide.
  Mask to_decide_;              ///< input channels whose head waits for a decision
  bool decides_again_ = false;  ///< SwitchRouter::decides_again()
  Mask decided_;  ///< with it: injection channels whose head has its decision and no grant
  StatusBoard* board_ = nullptr;       ///< null: the switches publish nothing
  std::vector<std::uint32_t> status_;  ///< what is being published
  std::vector<std::uint32_t> drawn_;   ///< with decides_again_, per input channel: its random bits

  // ---- Of routers that count what is injected.
  struct CountedChannel {
    std::uint32_t next = 0;  ///< slot of the flit that arrives next
    Cycle ready = 0;         ///< when the head at the front could have been granted first
  };
  void count_stored(int input, Cycle now);
  InjectionCounter* counter_ = nullptr;
  std::vector<CountedChannel> counted_;  ///< per input channel

  // ---- Cold.
  SwitchObserver* observer_ = nullptr;
  ObservedSwitch observed_;             ///< what it knows this switch as
  std::unique_ptr<FaultState> faults_;  ///< in a network whose links fail
  SwitchId id_ = 0;
  std::string name_;
  int ports_ = 0;
  std::vector<PortShape> shapes_;
  std::vector<int> host_ports_;
  std::vector<InjectionPort> injections_;
  std::vector<std::unique_ptr<EjectionSide>> ejections_;
  const std::vector<HostPlace>* hosts_ = nullptr;
  EjectionSide::Outcome outcome_;
  Arena& arena_;
  Cycle end_ = 0;  ///< of the quantum that is running
};

}  // namespace hw
}  // namespace netloom
