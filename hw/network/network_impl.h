#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/config/network_sizes.h"
#include "hw/kernel/arena.h"
#include "hw/kernel/quantum_clock.h"
#include "hw/kernel/ranks.h"
#include "hw/network/deadlock.h"
#include "hw/network/link_up.h"
#include "hw/network/network.h"
#include "hw/network/partition.h"
#include "hw/network/rank_mail.h"
#include "hw/network/region.h"
#include "hw/network/region_threads.h"
#include "hw/structural/base/clock.h"
#include "hw/switch/base/fault_unit.h"
#include "hw/switch/base/scratch.h"
#include "hw/switch/base/status_board.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/hop_watch.h"
#include "hw/switch/switch.h"

namespace netloom {
inline namespace hw {

/// Of ports, VCs and kinds of links, which are int, into vectors.
inline std::size_t index(int value) {
  return static_cast<std::size_t>(value);
}

/// What the switches and NICs have in common that one thread runs: no other thread touches it while
/// they run.
struct ThreadShare {
  explicit ThreadShare(std::size_t chunk_bytes) : arena(chunk_bytes), scratch(arena) {}

  Arena arena;
  Scratch scratch;
  NicShared nic;
};

/// What a switch has done about a fault.
struct NumberedFaultWork {
  int fault;
  FaultWork work;
};

/// A register that the fabric manager has written because of a fault counts from a cycle on.
struct NotedUpdate {
  int fault;
  Cycle cycle;
};

/// What a network is made of.
struct Network::Impl {
  /// Everything but the switches, which run `quantum` cycles at a time. Error: a switch has too
  /// many channels.
  Impl(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& wanted,
       TrafficSource& traffic, Partition regions, int quantum, Ranks& all_ranks);
  ~Impl();
  void make_switches(const Netlist& netlist, RoutingFunction& routing, const SwitchHooks& hooks);
  /// In the view that the configuration names.
  SwitchModelPtr make_model(const SwitchPlan& plan, const RtlViewHook& rtl_view);
  void connect(const Netlist& netlist);
  /// How two switches of this rank are connected.
  LinkMail mail_between(SwitchId from, SwitchId to);
  /// Connects what of a link between switches belongs to this rank.
  void connect(const Link& link);
  /// After each window: what has crossed it is there, and all ranks know whether a switch has
  /// failed.
  void end_window();
  /// No region has mail.
  void take_all_mail();

  NetworkConfig config;
  Partition partition;
  Ranks& ranks;  ///< of which each has its own switches, and their NICs and regions
  std::vector<std::unique_ptr<ThreadShare>> shares;  ///< by thread
  std::unique_ptr<PortMap> ports;
  std::unique_ptr<QuantumClock> clock;
  std::unique_ptr<structural::Clock> pin_clock;  ///< of switches with pins; null: there are none
  /// With pins: is made before the channels of switches, and goes before them; see ~Impl().
  std::unique_ptr<sc_core::sc_signal<bool>> first_channel;
  std::unique_ptr<HopWatch> hop_watch;
  std::unique_ptr<StatusBoard> board;  ///< null: the routers publish nothing
  CalendarSize calendar;
  std::vector<std::uint64_t*> active_cycles;  ///< SwitchPlan::active_cycles, by switch
  // NICs outlive the switches that step them. Null: another rank has it.
  std::vector<HostPlace> hosts;                    ///< where each injects
  std::vector<ArenaPtr<InjectionSide>> injection;  ///< per host
  std::vector<ArenaPtr<EjectionSide>> ejection;
  std::atomic<std::uint64_t> register_writes{0};  ///< Network::register_writes()
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<Region>> regions;  ///< of the switches that the fast view models
  std::unique_ptr<RankMail> rank_mail;           ///< null: there are no other ranks
  std::unique_ptr<RegionThreads> threads;        ///< null: the regions' processes run them
  std::unique_ptr<LinkUp> link_up;               ///< null: no switch needs to know its neighbours
  std::vector<std::function<void()>> at_window_end;
  int vc_shift = 0;
  /// Per host: its NIC has a bounded buffer, out of which somebody takes packets.
  std::vector<std::uint8_t> bounded;
  std::function<bool()> hosts_may_go_on;  ///< see Network::run_freely(); empty: none hold anything
  Cycle looked = 0;                       ///< when the watchdog last looked
  Cycle moved_by = 0;                     ///< when it last saw that something had moved
  std::uint64_t moved = 0;                ///< progress() then
  std::vector<ChannelUse> use_begin, use_end;  ///< use() where the measured interval begins, ends
  bool measuring = false;
  std::vector<NotedUpdate> updates;  ///< by the fabric manager
  Fetching fetching = Fetching::kNothing;

  bool has(SwitchId id) const {
    return partition.rank_of[index(partition.region_of[id])] == ranks.rank();
  }
  /// Visits the modules of this rank's switches, in their order.
  template <class Visit>
  void each_switch(const Visit& visit) const {
    for (const auto& module : switches) {
      if (module) visit(*module);
    }
  }
  /// Its NICs' sides, hosts in their order.
  template <class Visit>
  void each_injection(const Visit& visit) const {
    for (const auto& side : injection) {
      if (side) visit(*side);
    }
  }
  template <class Visit>
  void each_ejection(const Visit& visit) const {
    for (const auto& side : ejection) {
      if (side) visit(*side);
    }
  }
  /// That runs a switch.
  int thread_of(SwitchId id) const { return partition.thread_of[index(partition.region_of[id])]; }
  ThreadShare& share(SwitchId id) { return *shares[index(thread_of(id))]; }
  /// This rank's switches, as they are made and run: thread by thread, region by region.
  std::vector<SwitchId> running_order() const;
  /// What to fetch ahead of what a thread runs. That costs instructions in every quantum: small
  /// networks stay in the cache, and short quanta have too few packets to fetch everything.
  Fetching fetching_of(const Netlist& netlist, int quantum) const;
  /// Those of all switches of a thread lie together, in the order in which they run.
  void place_active_cycles(const std::vector<SwitchId>& order);
  /// NicShared of all threads.
  void share_nic(const Netlist& netlist, TrafficSource& traffic);
  void make_regions(int quantum);
  /// Attaches the NICs whose links lead to a switch or from it.
  void attach_hosts(const Netlist& netlist, SwitchId id);
  SwitchPlan plan(const Netlist& netlist, SwitchId id, int largest_switch);
  /// Of the links with an end in this rank, VC by VC: what it knows.
  std::vector<ChannelUse> use(const Netlist& netlist) const;
  /// Whether the link begins, or ends, in this rank, which then knows its phits, or its buffer.
  bool begins_here(const Link& link) const;
  bool ends_here(const Link& link) const;
  /// Of all switches, and of the fabric manager, until now.
  std::vector<NumberedFaultWork> fault_work() const;
  /// What is wrong about packets or credits; empty: nothing.
  std::string lost_packets() const;
  std::string lost_credits(const Netlist& netlist) const;
  /// Phits of an input buffer that its sender has credits for, and those that it has taken; 0 if
  /// another rank knows.
  int accounted_by_sender(const Link& link, int vc) const;
  int accounted_by_receiver(const Link& link, int vc) const;
  /// VCs of a link: of one from a host, those on which its NIC injects.
  int vcs_of(const Link& link) const;
  std::uint64_t progress() const;
  /// For their cycle, in some switch's register.
  bool writes_wait() const;
  bool scheduled() const;
  /// Of this rank's switches. `edges`: SwitchModel::waits or SwitchModel::blocked.
  WaitGraph waits(const Netlist& netlist, std::vector<WaitEdge> (SwitchModel::*edges)() const);
  WaitGraph of_all_ranks(const Netlist& netlist, const WaitGraph& mine);
  std::unique_ptr<FaultUnit> fault_unit(const Netlist& netlist, SwitchId id,
                                        RegisterFile& registers, SwitchPlan& plan) const;
};

}  // namespace hw
}  // namespace netloom
