#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/link/mailbox.h"
#include "hw/nic/arrival.h"
#include "hw/nic/host_place.h"
#include "hw/nic/nic.h"
#include "hw/switch/base/core_description.h"
#include "hw/switch/base/fetching.h"
#include "hw/switch/base/scratch.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// One port of a switch as the elaboration sees it.
struct PortShape {
  int input_vcs = 0;      ///< 0: no link enters here
  int input_buffer = 0;   ///< phits per VC
  int output_vcs = 0;     ///< 0: no link leaves here
  int output_buffer = 0;  ///< phits per VC
  int credits = 0;        ///< phits per VC behind the output link
};

class FaultUnit;
class HopWatch;
class StatusBoard;

/// Everything a switch is built from.
struct SwitchPlan {
  SwitchId id = 0;
  std::string name;
  std::vector<PortShape> ports;
  int vc_shift = 0;
  int largest_switch = 1;  ///< ports of the network's largest switch: neighbours share one core
  const NetworkConfig* config = nullptr;
  int smallest_flit = 1;                                 ///< phits
  int largest_flit = 1;                                  ///< phits
  std::size_t calendar_length = 64, timers_length = 64;  ///< cycles; see Calendar
  std::uint64_t* active_cycles = nullptr;                ///< as many bits, for the calendar
  SwitchRouter* router = nullptr;
  const RegisterFile* registers = nullptr;
  Picking picking = Picking::kPreferred;
  PreferredPort preferred;
  PortSelector* selector = nullptr;    ///< selects in the model's place; null: the model does
  SwitchArbiters* arbiters = nullptr;  ///< arbitrate in the model's place; null: the model does
  /// In a network whose links fail; null: they do not. Where switches tell each other of it, the
  /// switch has one port more than its links need, the last, by which the unit's own control
  /// packets enter the crossbar.
  FaultUnit* faults = nullptr;
  StatusBoard* board = nullptr;    ///< for what the router publishes and reads; null: nothing
  std::vector<Cycle> output_ends;  ///< per port: from when its link moves nothing
  bool bubble = false;             ///< the routing uses bubble flow control: SwitchRouter::entering
  HopWatch* hop_watch = nullptr;  ///< of the network; null: packets may pass any number of switches
  bool control_packets = false;   ///< hosts may send some: TrafficSource::sends_control
  bool check_invariants = false;
  Fetching fetching = Fetching::kNothing;
  Scratch* scratch = nullptr;                     ///< of the thread that runs the switch
  const std::vector<HostPlace>* hosts = nullptr;  ///< of the whole network; filled later
};

/// A channel that waits for another: the input VC's head can only go on through one of the outputs.
struct WaitEdge {
  int input_channel;  ///< port << vc_shift | vc
  int output_channel;
};

/// What one switch has done since cycle 0.
struct SwitchCounters {
  std::uint64_t packet_hops = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t link_flits = 0;  ///< flits started on links of NICs and from output buffers
  std::uint64_t cut = 0;         ///< packets whose end was on a link that failed, discarded here
  std::uint64_t dropped = 0;     ///< packets that failed links left no way
  std::uint64_t deviated = 0;    ///< packets that took an emergency path, for the first time
  std::uint64_t lost_fingerprint = 0;  ///< of those cut and dropped

  void count_lost(const Flit& flit) {
    ++(flit.cut() ? cut : dropped);
    lost_fingerprint += flit.fingerprint();
  }
};

/// Whether this build checks the invariants of every flit, whatever SwitchPlan::check_invariants
/// says.
inline constexpr bool kAlwaysChecks =
#ifdef NDEBUG
    false;
#else
    true;
#endif

/// A switch with the NICs at its ports, apart from SystemC: what is stepped through the cycles. The
/// implementations differ in the width of their channel sets and in how much is fixed when they are
/// compiled.
class SwitchModel : public MailReceiver, public HostSwitch {
 public:
  virtual ~SwitchModel() = default;

  /// Runs the cycles from … to-1 (to - from <= 64).
  virtual void run(Cycle from, Cycle to) = 0;
  /// The cycle in which run() has thrown.
  virtual Cycle failed_in() const = 0;

  /// The registers of the router have been written: what waits because of them looks again.
  virtual void registers_written() = 0;
  /// A word of them will be written, and counts from this cycle on, for who needs to begin before.
  virtual void will_be_written(Cycle /*from*/, std::uint64_t /*address*/, std::uint32_t /*value*/) {
  }
  /// The network is being taken apart: called for all switches, the last one first, before any of
  /// them goes.
  virtual void disconnect() {}

  /// Brings into the cache what running these cycles needs, in steps_of() its Fetching steps, from
  /// 0 on. Each reads what the one before has brought.
  virtual void prefetch(int step, Cycle from, Cycle to) const = 0;

  virtual const std::string& name() const = 0;
  virtual CoreDescription core() const = 0;
  /// Switches on the same core are of one class, and write into each other's memory.
  virtual CoreIdentity identity() const { return {}; }

  /// Connects output `port` to input `input_port` of `receiver`: if that runs on the same core, by
  /// its memory unless `mail` is always used, and else by mailboxes, which outlive both.
  virtual void connect(int port, SwitchModel& receiver, int input_port, int latency,
                       const LinkMail& mail) = 0;
  /// Half of a connection by mailboxes, which outlive this: flits go from output `port` to
  /// `input_port` of the receiver.
  virtual void connect_output(int port, const MailRoute& receiver, int input_port, int latency) = 0;
  /// The other half: flits come to input `port` from `output_port` of the sender, which takes the
  /// credits.
  virtual void connect_input(int port, const MailRoute& sender, int output_port, int latency) = 0;
  /// Attaches the injection side of a host to input `port`, or the ejection side to output `port`.
  /// Both outlive this.
  virtual void attach(int port, InjectionSide& injection, int latency) = 0;
  virtual void attach(int port, EjectionSide& ejection, int latency) = 0;

  /// The host behind output `port` has taken so many phits out of the buffer of its NIC, of a VC:
  /// usable from `cycle` on. Between run()s that cycle is in no earlier one.
  virtual void credit_from_host(int port, int vc, std::uint32_t phits, Cycle cycle) = 0;

  virtual SwitchCounters counters() const = 0;

  /// Packets inside (by their tails) and the sum of their fingerprints, flits on the ejection links
  /// included.
  virtual void contents(std::uint64_t& packets, std::uint64_t& fingerprint) const = 0;
  /// Adds the packets whose tails are on the ejection link of a port, of one VC after the other.
  virtual void coming_to_host(int port, std::vector<Arrival>& arrivals) const = 0;
  virtual std::uint64_t channel_sent(int port, int vc) const = 0;
  virtual std::uint64_t channel_occupancy(int port, int vc) const = 0;
  /// Of each head that waits, the outputs that it may take.
  virtual std::vector<WaitEdge> waits() const = 0;
  /// The same of those heads that no output can take unless the flit at the front of the channel
  /// behind one of them moves: where it lacks room, what is there is all that comes. A head for
  /// which anything else may change has none.
  virtual std::vector<WaitEdge> blocked() const = 0;
  /// Whether anything is still going to happen by itself.
  virtual bool scheduled() const = 0;

  /// Phits in the input VC's slots (also those on the way), the sender's credits, and the credits
  /// that are on the way to it: together the size of the buffer.
  virtual int buffered_phits(int port, int vc) const = 0;
  virtual int credits(int port, int vc) const = 0;
  virtual int credits_in_flight(int port, int vc) const = 0;
  virtual int injection_credits_in_flight(int port, int vc) const = 0;

  virtual int input_arbiter_pointer(int port) const = 0;
  virtual int output_arbiter_pointer(int port) const = 0;
  virtual int cyclic_port() const = 0;

  /// From now on `observer` is told what happens here, as `at`; null: nobody. Error: this core
  /// tells nobody.
  virtual void observe(const ObservedSwitch& at, SwitchObserver* observer) = 0;
  /// For observers: the head at the front of an input channel, and an output channel.
  virtual HeadStatus head_status(int input, Cycle now) const = 0;
  virtual OutputStatus output_status(int output, Cycle now) const = 0;
};

/// In the memory of an arena, which outlives it.
using SwitchModelPtr = ArenaPtr<SwitchModel>;

/// Makes the model of a switch from its plan.
using SwitchModelMaker = std::function<SwitchModelPtr(const SwitchPlan& plan)>;

/// The fitting implementation of the fast view, it and its memory from `arena`.
SwitchModelPtr make_switch_model(const SwitchPlan& plan, Arena& arena);

/// Channels that the widest implementation can hold.
inline constexpr int kMaxChannels = Event::kMaxChannels;

}  // namespace hw
}  // namespace netloom
