#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/registry.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/candidates.h"
#include "routing/decision/congestion_view.h"
#include "routing/decision/explanation.h"
#include "routing/decision/selection.h"
#include "routing/decision/switch_random.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Where a packet's head is and what it carries: the argument of the routing relation.
struct RouteQuery {
  NodeId destination = 0;
  NodeId source = 0;
  std::uint32_t state = 0;  ///< routing state in the header; 0 at injection
  int input_port = 0;
  int input_vc = 0;
  Cycle cycle = 0;           ///< when it is asked; for messages, and the clock of RTL
  std::uint32_t number = 0;  ///< of the packet, for messages; with the source (and, where NICs
                             ///< reorder, the destination) it identifies the packet
};

/// Hardware beside the routing logic that counts packets at the injection ports of a switch. Calls
/// come in the order of cycles; within one cycle their order means nothing.
class InjectionCounter {
 public:
  virtual ~InjectionCounter() = default;

  /// The head of a packet has come into an injection queue of the switch.
  virtual void stored(NodeId destination, Cycle now) = 0;
  /// It has been granted its output, `waited` cycles later than it could have been.
  virtual void injected(NodeId destination, Cycle now, Cycle waited) = 0;
  /// Value of a register of class kCounters at the end of a cycle.
  virtual std::uint32_t counter(const std::string& name, int index, Cycle now) = 0;
};

/// When a packet may leave the minimal path: a candidate that is not minimal() may be taken only
/// while no minimal one can be, and only if the filled share of the buffers behind it is less than
/// `threshold` percent of that behind the minimal one (the emptiest, if there are several): links
/// of different length have buffers of different size. Evaluated anew in every cycle until a grant.
/// Source: [RLM-OLM 2013], section III.
///
/// A packet whose minimal output is one of the `links` is misrouted only while that one is
/// congested against the others: while the phits behind it are more than `factor` percent of the
/// mean of those behind the same VC of all `links`, and `offset`. Not in the text of the paper, but
/// in the simulator of its authors: docs/dragonfly_routing.md, "In-transit adaptive".
struct MisroutingTrigger {
  bool enabled = true;
  int threshold = 0;       ///< percent
  std::vector<int> links;  ///< ports, in ascending order; none: nothing depends on the others
  int factor = 0;          ///< percent; 0: as if there were no `links`
  int offset = 0;          ///< phits
};

/// The routing decision of one switch: a relation between where a packet is and the (output port,
/// VC) pairs it may take, with the header state with which it leaves by each of them. The switch
/// model, the checks and the co-simulation all ask this object. It holds no state but what its
/// registers program, and what it counts of injected packets.
class SwitchRouter {
 public:
  virtual ~SwitchRouter() = default;

  /// Adds to `candidates` (given empty) every output the head may take. An empty result means
  /// that a decision comes first (decides()), or that the registers offer no way.
  virtual void route(const RouteQuery& query, CandidateSet& candidates) const = 0;

  /// Whether there are header states in which a switch decides once how the packet goes on, before
  /// it has any candidates: source-adaptive and Valiant routing. route() offers nothing in these
  /// states; the switch writes the state that decide() returns into the header, and asks again.
  virtual bool decides() const { return false; }
  /// Whether a head that waits at an injection port is decided on anew, as if it came to the front
  /// just then (in header state 0, that of packets from hosts), at the end of each cycle until it
  /// is granted an output. The result counts from the next cycle, without another routing delay.
  virtual bool decides_again() const { return false; }
  /// The decision, at the end of the cycle in which the head comes to the front. `draw` has the
  /// random bits of that cycle and input channel; a head that is decided on again keeps them.
  virtual std::uint16_t decide(const RouteQuery& query, const CongestionView& /*view*/,
                               const Draw& /*draw*/) const {
    return static_cast<std::uint16_t>(query.state);
  }
  /// Adds all states that decide() can return, whatever the queues and the draw; none where the
  /// packet is not in such a state. Does not depend on the VC on which the packet came.
  virtual void decisions(const RouteQuery& /*query*/,
                         std::vector<std::uint16_t>& /*states*/) const {}

  /// Null: the router does not count packets. Else it is told of every packet at the injection
  /// ports of its switch.
  virtual InjectionCounter* injection_counter() { return nullptr; }

  /// The words that this switch publishes at the end of a cycle, if the function has a
  /// StatusBroadcast. Asked in each cycle in which the switch has done anything.
  virtual void publish(const CongestionView& /*view*/, std::uint32_t* /*words*/) const {}

  /// Whether next_state() ever differs from the state that the packet came with.
  virtual bool changes_state() const { return false; }
  /// The header state with which the packet leaves by one of the candidates of route().
  virtual std::uint16_t next_state(const RouteQuery& query, int /*port*/, int /*vc*/) const {
    return static_cast<std::uint16_t>(query.state);
  }

  /// Null: all candidates are alike. Else those that are not minimal() are subject to it. The
  /// answer does not change, what it points to may, when a register is written.
  virtual const MisroutingTrigger* trigger() const { return nullptr; }
  /// Adds those candidates of route() that lie on minimal paths; only with a trigger().
  virtual void minimal(const RouteQuery& query, CandidateSet& candidates) const {
    route(query, candidates);
  }

  /// Both at once: adds minimal() to `minimal` and the rest of route() to `others`, in which
  /// minimal candidates may be too.
  virtual void route_apart(const RouteQuery& query, CandidateSet& minimal,
                           CandidateSet& others) const {
    route(query, others);
    this->minimal(query, minimal);
  }

  /// Adds those candidates of route() that belong to the escape subfunction: from every state that
  /// a packet can come into they lead to the destination without waiting in a circle
  /// (routing/check/deadlock.h proves it). All of them, unless the function needs an escape.
  virtual void escape(const RouteQuery& query, CandidateSet& candidates) const {
    route(query, candidates);
  }

  /// Adds those candidates of route() by which the packet comes into a ring of channels: it may
  /// take them only where two packets of the largest size have room. Asked only if the function
  /// uses_bubble().
  virtual void entering(const RouteQuery& /*query*/, CandidateSet& /*candidates*/) const {}

  /// Takes over the values of the register file. Routers without registers ignore it.
  virtual void registers_written(const RegisterFile& /*file*/) {}
  /// The same after the write of one register, of which it takes over what has changed.
  virtual void register_written(const RegisterFile& file, const std::string& /*name*/,
                                int /*index*/) {
    registers_written(file);
  }

  /// Says why route() offers what it offers to this head. `registers` are those of the switch. For
  /// explanations only: it asks no RTL and counts nothing. What a function does not say is told
  /// from its candidates.
  virtual void explain(const RouteQuery& /*query*/, const RegisterFile& /*registers*/,
                       Explanation& /*explanation*/) const {}
  /// The same of decide().
  virtual void explain_decision(const RouteQuery& /*query*/, const CongestionView& /*view*/,
                                const Draw& /*draw*/, const RegisterFile& /*registers*/,
                                Explanation& /*explanation*/) const {}

  /// Where invariants are checked, called for every packet that leaves by an output, before it is
  /// on the link. Error: the hop breaks what the deadlock freedom of the function rests on.
  virtual void check_hop(const RouteQuery& /*query*/, int /*port*/, int /*vc*/) const {}
};

/// The number of virtual channels per link kind (index as in Netlist::kinds).
using VcCounts = std::vector<int>;

class PortMatcher;
class RouteDecision;
class TrafficCounters;
struct DavcSettings;
class VcDecision;

/// Makes the port matcher of one switch: given the C++ model of the decision, returns what is to
/// decide in its place (a Verilated block, or a comparison of both).
using PortMatcherHook = std::function<std::unique_ptr<PortMatcher>(
    SwitchId switch_id, int ports, std::unique_ptr<PortMatcher> reference)>;
/// The same for the decision about virtual channels.
using VcDecisionHook = std::function<std::unique_ptr<VcDecision>(
    SwitchId switch_id, int ports, std::unique_ptr<VcDecision> reference)>;
/// The same for the decision about ports and virtual channels at once.
using RouteDecisionHook = std::function<std::unique_ptr<RouteDecision>(
    SwitchId switch_id, int ports, std::unique_ptr<RouteDecision> reference)>;

/// The same for traffic counters.
using TrafficCountersHook = std::function<std::unique_ptr<TrafficCounters>(
    SwitchId switch_id, int ports, std::unique_ptr<TrafficCounters> reference)>;

/// What is to decide in the switches in place of the C++ models; those of empty hooks decide
/// themselves.
struct DecisionHooks {
  PortMatcherHook port_matcher = {};
  VcDecisionHook vc_decision = {};
  TrafficCountersHook traffic_counters = {};
  RouteDecisionHook route = {};

  bool empty() const { return !port_matcher && !vc_decision && !traffic_counters && !route; }
  /// What `change` makes of each of them, given as a pointer to the member.
  template <class Change>
  static DecisionHooks made_by(const Change& change) {
    return {change(&DecisionHooks::port_matcher), change(&DecisionHooks::vc_decision),
            change(&DecisionHooks::traffic_counters), change(&DecisionHooks::route)};
  }
};

/// What a routing function is made from. The netlist outlives it.
struct RoutingContext {
  const Netlist* netlist = nullptr;
  VcCounts vcs;             ///< VCs per link kind, as `routing.vcs` says
  std::string vc_policy;    ///< one of `routing.vcs.policy`
  int vc_shift = 0;         ///< of the candidate sets (2^vc_shift >= largest count)
  /// Message classes among which the VCs of all links are divided (vc_classes.h); with several,
  /// also those on the links from hosts, as many as `injection_vcs`.
  int classes = 1;
  int injection_vcs = 1;
  ParameterMap parameters;  ///< of the routing function, resolved
  DecisionHooks hooks = {};
  /// Links between switches that have failed before the start, as indices into Netlist::links; only
  /// for functions that tolerate faults.
  std::vector<int> failed_links = {};
  bool wormhole = false;  ///< packets of several flits; some functions need whole-packet buffers
  std::shared_ptr<const DavcSettings> davc = nullptr;  ///< with the VC policy davc
};

/// A packet that has arrived.
struct FinishedPath {
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t state = 0;  ///< in its header
  int switches = 1;         ///< that it passed
};

/// A routing function on a whole network: makes the switches' routers and knows what the fabric
/// manager has to write into their registers.
class RoutingFunction {
 public:
  virtual ~RoutingFunction() = default;

  virtual std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) = 0;

  /// The routing registers that every switch of the network has, by the name of their set
  /// (RegisterSetRegistry); they may depend on the function's parameters.
  virtual std::string register_set() const { return kNoRegisters; }

  /// Completes the sizes of a switch, of which the network's are given, by those that depend on the
  /// function: the up ports and their exclusion intervals.
  virtual void complete_shape(SwitchId /*switch_id*/, SwitchShape& /*shape*/) const {}

  /// Register values of one switch, in the order in which they are written. Empty for functions
  /// without registers.
  virtual std::vector<RegisterWrite> register_program(SwitchId /*switch_id*/) const { return {}; }

  /// The most register words, of all switches, that change when one more link fails. None: its
  /// routers do not keep packets from RoutingContext::failed_links.
  virtual std::optional<std::uint64_t> words_per_fault() const { return std::nullopt; }

  /// Whether it relies on bubble flow control (SwitchRouter::entering). Needs room for whole
  /// packets, and for two of them where packets enter rings.
  virtual bool uses_bubble() const { return false; }

  /// The most (output port, VC) that a head has to choose among on its way through the network: F
  /// of Chien's model of the routing delay. None: not known.
  virtual std::optional<int> routing_options() const { return std::nullopt; }

  /// The most switches that a packet passes, with all that misrouting adds, in a network whose
  /// links do not fail while it runs. None: no more than shortest ways do (longest_shortest_way()).
  /// A packet that passes more goes in circles, and ends the run.
  virtual std::optional<std::uint32_t> longest_way() const { return std::nullopt; }

  /// Whether packets from one source to one destination can never overtake each other.
  virtual bool in_order() const = 0;

  /// Names of the sorts of paths that packets take, as results tell them apart: "minimal" is a
  /// shortest one. Functions that also take others say so; none: it does not tell them apart.
  virtual std::vector<std::string> path_classes() const { return {"minimal"}; }
  /// Index of the one that a packet took.
  virtual std::size_t path_class(const FinishedPath& /*path*/) const { return 0; }

  /// What its routers publish() and read; nothing, unless the function says otherwise.
  virtual StatusBroadcast status_broadcast() const { return {}; }

  /// Whether any router's answer depends on RouteQuery::source. Functions that know it does not say
  /// so, and whole-network checks visit each destination once instead of once per source.
  virtual bool depends_on_source() const { return true; }

  /// Whether any two hosts of one switch are treated differently, as destinations before the packet
  /// is there or as sources. Functions that know that none are say so, and whole-network checks
  /// visit one host of each switch.
  virtual bool tells_hosts_apart() const { return true; }

  /// Bits of the forwarding tables in a switch; 0 for functions without tables.
  virtual std::uint64_t table_bits(SwitchId /*switch_id*/) const { return 0; }
};

/// Judges which links may fail under a routing function.
class FaultTolerance {
 public:
  virtual ~FaultTolerance() = default;

  /// Whether every pair of hosts keeps a path, and no path that the registers offer crosses a
  /// failed link, when these links between switches have failed (indices into Netlist::links).
  virtual bool tolerates(const std::vector<int>& failed_links) = 0;
  /// What it tolerates, for messages: "faults that …".
  virtual std::string tolerated() const = 0;
};

struct RoutingFunctionEntry {
  static constexpr const char* kKind = "routing function";

  std::string summary;  ///< one line for `netloom list`
  std::vector<Parameter> parameters;
  std::string default_selection;  ///< name, see routing/decision/selection.h
  /// Error: the netlist is not one the function is defined on.
  std::function<std::unique_ptr<RoutingFunction>(const RoutingContext&)> make;
  /// Default of `routing.vcs.policy`.
  std::string default_vc_policy = "single";
  /// Default of `routing.vcs.count`; 1 for kinds that are not here.
  std::map<std::string, int> default_vcs = {};
  /// The same where it depends on the function's parameters (resolved); empty: it does not.
  std::function<std::map<std::string, int>(const ParameterMap&)> default_vcs_of = {};

  std::map<std::string, int> vcs(const ParameterMap& resolved) const {
    return default_vcs_of ? default_vcs_of(resolved) : default_vcs;
  }

  /// For functions whose own policy is "ascending": the output ports that they offer, and header
  /// states, do not depend on VCs, so that another policy can assign these (davc). Functions whose
  /// own policy is another one never depend on them.
  bool ports_without_vcs = false;

  /// Its ways come from a file, so that nothing says how long they are: the default of
  /// `simulation.hop_factor` is a larger one.
  bool ways_from_file = false;

  /// Bytes of the tables that make() fills or its routers bring with them, where they grow faster
  /// than the network; empty: none do.
  std::function<std::uint64_t(const RoutingContext&)> table_bytes = {};

  /// Makes what judges failed links; the netlist outlives it. Empty: the function's routers do not
  /// keep packets from them (RoutingFunction::words_per_fault).
  std::function<std::unique_ptr<FaultTolerance>(const Netlist&, const ParameterMap& parameters)>
      fault_tolerance = {};
  /// Its switches can tell each other of failed links by control packets, and lead packets around
  /// them on emergency paths: FT2EI in k-ary n-trees. Else a fabric manager writes the registers.
  bool switches_tell_of_faults = false;
};

using RoutingFunctionRegistry = Registry<RoutingFunctionEntry>;

}  // namespace routing
}  // namespace netloom
