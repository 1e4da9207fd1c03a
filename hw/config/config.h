#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/selection.h"
#include "routing/decision/switch_arbiters.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Unit of flow control and allocation; see docs/timing.md.
enum class Switching : std::uint8_t { kVirtualCutThrough, kWormhole, kStoreAndForward };

/// Multiplexed: one VC of a port per cycle. Full: every input VC has its own crossbar input and
/// every output VC its own output.
enum class CrossbarKind : std::uint8_t { kMultiplexed, kFull };

enum class AllocatorKind : std::uint8_t { kSeparableInputFirst, kSeparableOutputFirst, kIslip };

/// Whether the input ports route their heads side by side, or take turns with one unit, first come,
/// first served (in the same cycle the lowest port).
enum class RoutingUnits : std::uint8_t { kPort, kSwitch };

/// When the selection function picks one of a head's candidates.
enum class SelectionTime : std::uint8_t {
  kGrant,    ///< in every cycle until a grant, among the outputs that are free and have room
  kRouting,  ///< once, as soon as some output has room after routing, be it busy or not; room for
             ///< the packet is reserved, and the head waits for that output. Not for wormhole.
};

/// The parts of a switch in the structural view, by the names under which they are registered
/// (hw/structural/base/part_registry.h). Other views have parts like the default ones.
struct SwitchParts {
  std::string input_port = "fifo";
  std::string routing_unit = "in_order";
  std::string source_decision = "end_of_cycle";
  std::string allocator = "separable";
  std::string crossbar = "pipelined";
  std::string output_port = "credit";
};

/// Parameters of every switch of a network. Vectors are indexed by link kind (Netlist::kinds): an
/// input port has the kind of the link that enters it, an output port that of the link that
/// leaves it.
struct SwitchConfig {
  Switching switching = Switching::kVirtualCutThrough;
  int flit_phits = 0;    ///< wormhole: phits per flit, >= 1; else ignored
  std::vector<int> vcs;  ///< virtual channels, 1 … kMaxVirtualChannels; kind "host" is the
                         ///< ejection side, injection VCs are in NicConfig
  std::vector<int> input_buffer;   ///< phits per VC, >= one flit (VCT, SAF: one packet)
  std::vector<int> output_buffer;  ///< phits per VC; 0 = input-queued switch
  int routing_delay = 1;           ///< R, cycles per head, >= 0
  RoutingUnits routing_units = RoutingUnits::kPort;
  int crossbar_delay = 1;  ///< X, cycles, >= 1
  int speedup = 1;         ///< S, phits per cycle through the crossbar, 1 or 2
  CrossbarKind crossbar = CrossbarKind::kMultiplexed;
  AllocatorKind allocator = AllocatorKind::kSeparableInputFirst;
  int iterations = 1;  ///< of the allocator, >= 1
  ArbiterKind arbiter = ArbiterKind::kRoundRobin;
  bool transit_priority = false;  ///< at the outputs' arbiters of the allocator, packets that came
                                  ///< over a link between switches win against injected ones
  bool control_priority = false;  ///< control packets win every arbitration, non-preemptively
  std::string selection = "ff";   ///< one of SelectionRegistry
  SelectionTime selection_time = SelectionTime::kGrant;
  SwitchParts parts;  ///< of the structural view
};

/// How a NIC spreads packets over its injection VCs.
enum class InjectionVcChoice : std::uint8_t { kRoundRobin, kDestination, kRandom };

/// NicConfig::reorder_buffer of any size: nothing limits what a source has outstanding, and nothing
/// has to be acknowledged.
inline constexpr int kUnlimitedReorderBuffer = std::numeric_limits<int>::max();

struct NicConfig {
  int packet_phits = 16;       ///< largest packet; longer messages are cut, 1 … 65535
  int injection_buffer = 256;  ///< phits, >= packet_phits; of each message class
  int injection_vcs = 1;       ///< 1 … kMaxVirtualChannels
  /// Message classes (routing/decision/vc_classes.h), 1 or 2: a NIC injects messages of a class on
  /// its VCs, and has an injection queue for each.
  int classes = 1;
  InjectionVcChoice injection_vc_choice = InjectionVcChoice::kRoundRobin;
  int reorder_buffer = 0;  ///< packets per source at each destination, up to 65535 or
                           ///< kUnlimitedReorderBuffer; 0 = none. Uses ideal acknowledgements:
                           ///< no bandwidth, seen one cycle later.
  /// Phits per VC in which packets wait for hosts that are told of them in time
  /// (TrafficSource::told_in_time), >= packet_phits; 0: those take everything at once, as others
  /// do.
  int ejection_buffer = 0;

  bool reorders() const { return reorder_buffer > 0; }
  bool acknowledges() const { return reorders() && reorder_buffer != kUnlimitedReorderBuffer; }
};

/// What does not change results unless it says so.
struct SimulationConfig {
  std::uint64_t seed = 1;     ///< of all arbiters and selections that draw (changes results)
  int quantum = 0;            ///< cycles per activation of a switch; 0 = as many as the latencies
                              ///< allow. Error: more than that.
  bool idle_skipping = true;  ///< pass over cycles in which a switch has nothing to do
  std::uint64_t shuffle = 0;  ///< order of the modules: 0 as in the netlist, else a seed
  bool check_invariants = false;  ///< credit bounds, buffer capacity, VC order at each flit, in
                                  ///< whatever core runs; always on in debug builds
  bool specialised = true;   ///< use the switch core compiled for this configuration where there
                             ///< is one; false: the general one
  bool mixed_cores = false;  ///< every other switch runs on the general core, and the others on
                             ///< the narrowest that has their channels
  /// How many times the longest way of the routing function (RoutingFunction::longest_way) packets
  /// may pass, >= 1: more is for tables and RTL of one's own.
  int hop_factor = 1;
  Cycle watchdog = 20000;  ///< cycles from one look for a deadlock to the next; 0 = never
  /// Regions, each of which runs on its own until another one can see anything of it: 0 = as many
  /// as make a large network faster, 1 = the network is one, else so many.
  int regions = 0;
  std::vector<int> region_of;  ///< per switch, from 0 on without gaps; if not empty, these regions
  /// Threads that run the regions: 0 = as many as make the run faster on this machine.
  int threads = 1;
  /// Random stalls for tests: probability that an output may not start a flit in a cycle.
  double stall_probability = 0;
};

/// A directed link between two switches stops working.
struct LinkFault {
  Cycle cycle = 0;  ///< from which it moves nothing; 0 = it never worked, and all switches know
  int link = 0;     ///< in Netlist::links
  int fault = 0;    ///< number of the fault that it is part of (a cable has two links), >= 0
};

/// Cycles that a register write takes over APB4: its setup phase and its access phase. The register
/// counts from the cycle behind them on.
inline constexpr int kWriteCycles = 2;

/// Who updates the registers when a link has failed while the network runs.
enum class FaultWay : std::uint8_t {
  kFlood,    ///< the switches, which tell each other by control packets
  kCentral,  ///< the fabric manager, which writes those of one switch after the other
};

/// How switches deal with links that fail while the network runs.
/// Source: [Fat-Trees 2010], section 3.3 and, for the defaults of kFlood, 3.4.1.
struct FaultHandling {
  FaultWay way = FaultWay::kFlood;
  int detection = 10;  ///< cycles until a switch knows that its output link has failed, >= 1
  // kFlood.
  int generation = 1;     ///< cycles to generate a fault-tolerance control packet, >= 1
  int processing = 1;     ///< cycles to process one whose tail has arrived, >= 1
  int update = 1;         ///< cycles to update the exclusion registers of a port, >= 1
  int control_phits = 0;  ///< of a control packet, 1 … packet_phits; 0 = packet_phits
  // kCentral.
  int delay = 1000;  ///< cycles from a fault until the first register counts that is written
                     ///< because of it, >= kWriteCycles
  int write = 10;    ///< cycles from one register that counts to the next, >= kWriteCycles
  // Both.
  bool emergency_path = true;  ///< a packet whose only outputs have failed leaves by another down
                               ///< link of a k-ary n-tree instead of being dropped
};

/// How a switch is modelled; all views hold to docs/timing.md, cycle for cycle.
enum class SwitchView : std::uint8_t {
  kFast,        ///< event-driven, several cycles per activation
  kStructural,  ///< SystemC modules with ports and signals, each worked out in every cycle
  kRtl,         ///< SystemVerilog, Verilated
};

struct NetworkConfig {
  SwitchConfig switches;
  std::vector<SwitchView> views;  ///< per switch; empty: all fast
  NicConfig nic;
  SimulationConfig simulation;
  std::vector<LinkFault> faults;  ///< need a routing function that tolerates faults
  FaultHandling fault_handling;
  int smallest_packet = 0;  ///< phits of the shortest packet that will be sent; 0 = packet_phits.
                            ///< Bounds the number of flits a buffer can hold.

  /// Whether links fail while the network runs.
  bool has_live_faults() const {
    return std::any_of(faults.begin(), faults.end(),
                       [](const LinkFault& fault) { return fault.cycle > 0; });
  }
  /// Whether switches send control packets.
  bool floods() const { return has_live_faults() && fault_handling.way == FaultWay::kFlood; }
  /// Of one switch.
  SwitchView view(SwitchId id) const { return views.empty() ? SwitchView::kFast : views[id]; }
};

/// Error, naming the parameter and what is allowed, unless every value is in its range and the
/// buffers hold the flits. `kinds` are the netlist's link kinds.
void validate(const NetworkConfig& config, const std::vector<std::string>& kinds);

}  // namespace hw
}  // namespace netloom
