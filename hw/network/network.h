#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "hw/kernel/ranks.h"
#include "hw/kernel/systemc.h"
#include "hw/network/link_use.h"
#include "hw/network/switch_hooks.h"
#include "hw/nic/arrival.h"
#include "hw/nic/traffic_source.h"
#include "hw/switch/base/core_description.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

struct Partition;
class FaultUnit;
class QuantumClock;
class RegisterBus;
class Switch;
class SwitchModel;
class SwitchObserver;

/// Sums over the whole network since cycle 0.
struct NetworkCounters {
  std::uint64_t generated = 0;       ///< packets
  std::uint64_t injected = 0;        ///< packets whose head has started on the injection link
  std::uint64_t delivered = 0;       ///< packets
  std::uint64_t cut = 0;             ///< packets that were on a link when it failed
  std::uint64_t dropped = 0;         ///< packets that failed links left no way
  std::uint64_t lost = 0;            ///< cut and dropped
  std::uint64_t deviated = 0;        ///< packets that took an emergency path
  std::uint64_t out_of_order = 0;    ///< packets that came after a later one of the same pair
  std::uint64_t packet_hops = 0;     ///< heads granted a switch output
  std::uint64_t flit_hops = 0;       ///< flits granted a switch output
  std::uint64_t queued_packets = 0;  ///< whose head has not started on the injection link yet
  std::uint64_t in_network = 0;      ///< packets in switches and on links now
};

/// What the network has done about one fault.
struct FaultRecord {
  int fault = 0;                  ///< number, see LinkFault
  Cycle cycle = 0;                ///< when it happened
  std::optional<Cycle> detected;  ///< when the first switch knew
  std::optional<Cycle> updated;  ///< when a switch last stored an exclusion interval because of it,
                                 ///< or a register counted that the fabric manager wrote
  std::uint64_t updates = 0;     ///< exclusion intervals stored, or words of registers written
  std::uint64_t control_packets = 0;  ///< fault-tolerance control packets sent, each hop and copy
  std::uint64_t stranded = 0;  ///< control packets that found no way on: switches may not know
  /// Other faults whose updates were not over, or that came meanwhile, in ascending order: of more
  /// than kMostOverlaps those that came first.
  std::vector<int> overlaps;
  std::size_t overlaps_left_out = 0;  ///< how many more there are

  static constexpr std::size_t kMostOverlaps = 100;

  /// Reconfiguration time: from detection to the last update. None if nothing was to be updated.
  std::optional<Cycle> reconfiguration() const {
    if (!detected || !updated) return std::nullopt;
    return *updated - *detected;
  }
};

/// The outcome of the comparison of all packets generated with all delivered, lost and in flight.
struct Conservation {
  bool holds = false;
  std::string message;  ///< if not, what differs
};

/// A whole network of SystemC switches and their NICs, elaborated from a netlist: by several ranks
/// together, if there are any, of which each has a part of them, and which all call the same
/// functions with the same arguments. What they say is of the whole network.
///
/// Elaboration order: construct, bind nothing, then program the registers (tlm/fabric_manager.h,
/// or write registers() directly), then run(). What writes registers while the network runs does so
/// by register_bus(). One network per process: the SystemC kernel is global.
class Network : public sc_core::sc_module {
 public:
  /// The netlist, the routing function, the traffic source and the ranks outlive the network.
  /// Error: an invalid configuration or netlist, or one of them makes nothing for a switch.
  Network(sc_core::sc_module_name name, const Netlist& netlist, RoutingFunction& routing,
          const NetworkConfig& config, TrafficSource& traffic, const SwitchHooks& hooks = {},
          Ranks& ranks = no_other_ranks());
  ~Network() override;

  /// Runs for `cycles` cycles from now(). Errors of decisions (a shadow comparison that differs, a
  /// broken invariant) come out of this call; so does a deadlock, as DeadlockError. What the switch
  /// of another rank has thrown is FailedElsewhere here.
  void run(Cycle cycles);

  /// Instead of run(), and to be called before the simulation starts: the network runs whenever the
  /// simulation does, from time zero on. Where nothing can happen before something comes from
  /// outside, which `idle` says, its clock stands still, so that a simulation in which nothing else
  /// happens ends; with pins (NetworkConfig::views) it goes on. What run() would throw goes into
  /// SystemC's kernel. `hosts_may_go_on`: whether hosts that have let packets wait in the buffers
  /// of their NICs (take_from_host_buffer) may take some without any other packet being moved
  /// first; empty: hosts take everything. Error: not with other ranks.
  void run_freely(std::function<bool()> idle, std::function<bool()> hosts_may_go_on = {});

  /// While time passes: the cycle that begins now, or next. Else now().
  Cycle cycle() const;
  /// For hosts that are played outside (external_hosts.h), from SystemC processes: the traffic
  /// source has something for this host to generate in `cycle`, cycle() or later.
  void wake_host(NodeId host, Cycle cycle);
  /// For such hosts, if NICs have bounded buffers (NicConfig::ejection_buffer): the host takes so
  /// many phits out of that of a VC of the ejection link in `cycle`, cycle() or later.
  void take_from_host_buffer(NodeId host, int vc, std::uint32_t phits, Cycle cycle);
  /// When the cycles before now() have run, and in which the tick after them comes.
  const QuantumClock& clock() const;
  /// Adds the packets whose tails are on the ejection link of a host, or will be there in now() or
  /// later.
  void coming_to_host(NodeId host, std::vector<Arrival>& arrivals) const;
  /// The routing decisions of a switch of this rank, with its registers as they are.
  const SwitchRouter& router(SwitchId switch_id) const;
  /// What a switch of this rank does about links that fail; null in a network whose links do not.
  const FaultUnit* fault_unit(SwitchId switch_id) const;
  /// How often registers of this rank's switches have been written, by whom ever: whoever keeps
  /// what they say sees by it that it may be old.
  std::uint64_t register_writes() const;
  const NetworkConfig& config() const;

  /// Error: a deadlock, as DeadlockError: packets wait for each other in a cycle, whether others
  /// move or not. run() asks once in a while; this is for the end of a run. Not with
  /// SimulationConfig::watchdog 0, nor in a network whose links fail while it runs.
  void require_all_can_move() const;

  /// The next cycle to be simulated.
  Cycle now() const;

  /// `work` is done after each window, when all switches stand at now(): in all ranks, which have
  /// each other's mail by then.
  void at_window_end(std::function<void()> work);

  /// Starts (ends) the interval that link_use() speaks of, at now().
  void begin_measurement();
  void end_measurement();

  /// For fault_records(): a register that the fabric manager has written because of a fault counts
  /// from this cycle on.
  void note_update(int fault, Cycle cycle);

  NetworkCounters counters() const;
  /// Faults after the start, in the order of their numbers.
  std::vector<FaultRecord> fault_records() const;
  /// Over the measured interval; of no link before it begins.
  LinkUses link_use() const;

  /// Compares what was generated with what was delivered and what is still inside, packet by
  /// packet, and every buffer with its credits.
  Conservation check_conservation() const;

  /// No packet is queued or in flight.
  bool empty() const;

  /// Whether this rank has a switch. The functions that name one are for those.
  bool has(SwitchId switch_id) const;
  /// Whether run() has thrown what a switch has, of any rank.
  bool failed() const;
  /// The cycle in which it failed, once all others have come to it: they may have run further.
  std::optional<Cycle> failed_in() const;
  /// All that happens before this cycle has happened, whatever the regions: now(), or the cycle
  /// after failed_in().
  Cycle known_until() const;
  Ranks& ranks() const;
  RegisterFile& registers(SwitchId switch_id);
  /// For SystemC processes: what they write counts from its cycle.
  RegisterBus register_bus(SwitchId switch_id);
  /// To be called before the start: a word of the registers will be written, to count from this
  /// cycle on.
  void announce_write(SwitchId switch_id, Cycle from, const RegisterWrite& write);
  const SwitchModel& model(SwitchId switch_id) const;
  /// Tells `observer` what happens in a switch, in the place of whoever was told before; it
  /// outlives the network's runs. Error: not with SimulationConfig::specialised.
  void observe(SwitchId switch_id, SwitchObserver& observer);
  /// The same in all switches of this rank.
  void observe(SwitchObserver& observer);
  /// The number that the next packet of a source to a destination will have; all ranks ask at the
  /// same time.
  std::uint32_t next_packet_number(NodeId source, NodeId destination) const;
  const Netlist& netlist() const { return netlist_; }
  int quantum() const { return quantum_; }
  const Partition& partition() const;
  /// What the switches run on.
  CoreDescription core() const;
  /// Bytes of model state now: switches, buffers, calendars, and what the NICs know of the order of
  /// packets.
  std::uint64_t memory() const;
  /// Bytes that ranks have sent each other of what crosses links, of all of them in all; all ask at
  /// the same time.
  std::uint64_t rank_bytes() const;

 private:
  /// Packets are in the network, and nothing will happen any more.
  bool is_dead() const;
  /// What is looked at once in a while, and when the watchdog looks next. Error: as run().
  void look();
  Cycle next_look() const;
  [[noreturn]] void throw_dead(const std::string& message) const;
  /// Of a network that runs freely.
  bool has_nothing_to_do();

  const Netlist& netlist_;
  int quantum_ = 1;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Raised when a switch of another rank has failed, which says how.
class FailedElsewhere : public Error {
 public:
  using Error::Error;
};

/// Raised when packets wait for each other in a cycle. The message lists the cycle of waiting
/// channels.
class DeadlockError : public Error {
 public:
  DeadlockError(const std::string& message, Cycle cycle, std::vector<std::string> channels)
      : Error(message), cycle_(cycle), channels_(std::move(channels)) {}
  Cycle cycle() const { return cycle_; }
  const std::vector<std::string>& channels() const { return channels_; }

 private:
  Cycle cycle_;
  std::vector<std::string> channels_;
};

}  // namespace hw
}  // namespace netloom
