#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/config/network_sizes.h"
#include "hw/kernel/arena.h"
#include "hw/kernel/quantum_clock.h"
#include "hw/network/deadlock.h"
#include "hw/network/link_up.h"
#include "hw/network/network.h"
#include "hw/network/partition.h"
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

/// What a network is made of.
struct Network::Impl {
  /// Everything but the switches, which run `quantum` cycles at a time. Error: a switch has too
  /// many channels.
  Impl(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& wanted,
       TrafficSource& traffic, Partition regions, int quantum);
  ~Impl();
  void make_switches(const Netlist& netlist, RoutingFunction& routing,
                     const PortSelectorHook& selector, const SwitchArbitersHook& arbiters);
  /// In the view that the configuration names.
  SwitchModelPtr make_model(const SwitchPlan& plan);
  void connect(const Netlist& netlist);
  /// How two switches are connected.
  LinkMail mail_between(SwitchId from, SwitchId to);
  /// No region has mail.
  void take_all_mail();

  NetworkConfig config;
  Partition partition;
  std::vector<std::unique_ptr<ThreadShare>> shares;  ///< by thread
  std::unique_ptr<PortMap> ports;
  std::unique_ptr<QuantumClock> clock;
  std::unique_ptr<structural::Clock> structural_clock;  ///< null: no switch needs it
  std::unique_ptr<HopWatch> hop_watch;
  std::unique_ptr<StatusBoard> board;  ///< null: the routers publish nothing
  CalendarSize calendar;
  std::vector<std::uint64_t*> active_cycles;  ///< SwitchPlan::active_cycles, by switch
  // NICs outlive the switches that step them.
  std::vector<HostPlace> hosts;                    ///< where each injects
  std::vector<ArenaPtr<InjectionSide>> injection;  ///< per host
  std::vector<ArenaPtr<EjectionSide>> ejection;
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<Region>> regions;  ///< of the switches that the fast view models
  std::unique_ptr<RegionThreads> threads;        ///< null: the regions' processes run them
  std::unique_ptr<LinkUp> link_up;               ///< null: no switch needs to know its neighbours
  int vc_shift = 0;
  Cycle looked = 0;         ///< when the watchdog last looked
  Cycle moved_by = 0;       ///< when it last saw that something had moved
  std::uint64_t moved = 0;  ///< progress() then
  std::vector<LinkUse> use_begin, use_end;
  bool measuring = false;
  bool beyond_cache = false;  ///< regions do not stay in the cache

  /// That runs a switch.
  int thread_of(SwitchId id) const { return partition.thread_of[index(partition.region_of[id])]; }
  ThreadShare& share(SwitchId id) { return *shares[index(thread_of(id))]; }
  /// Those of all switches of a thread lie together, in the order in which they run.
  void place_active_cycles(const std::vector<SwitchId>& order);
  /// NicShared of all threads.
  void share_nic(const Netlist& netlist, TrafficSource& traffic);
  void make_regions(int quantum);
  /// Attaches the NICs whose links lead to a switch or from it.
  void attach_hosts(const Netlist& netlist, SwitchId id);
  SwitchPlan plan(const Netlist& netlist, SwitchId id, int largest_switch);
  std::vector<LinkUse> use(const Netlist& netlist) const;
  /// VCs of a link: of one from a host, those on which its NIC injects.
  int vcs_of(const Link& link) const;
  std::uint64_t progress() const;
  bool scheduled() const;
  WaitGraph waits(const Netlist& netlist, WaitGraph::Edges edges) const {
    return {netlist, *ports, vc_shift,
            [this](SwitchId id) -> const SwitchModel& { return switches[id]->model(); }, edges};
  }
  std::unique_ptr<FaultUnit> fault_unit(const Netlist& netlist, SwitchId id,
                                        RegisterFile& registers, SwitchPlan& plan) const;
};

}  // namespace hw
}  // namespace netloom
