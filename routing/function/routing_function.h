#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/candidates.h"
#include "routing/netlist.h"
#include "routing/parameters.h"
#include "routing/register_file.h"
#include "routing/registry.h"
#include "routing/selection.h"
#include "routing/types.h"

namespace netloom {

/// Where a packet's head is and what it carries: the argument of the routing relation.
struct RouteQuery {
  NodeId destination = 0;
  NodeId source = 0;
  std::uint32_t state = 0;  ///< routing state in the header; 0 at injection
  int input_port = 0;
  int input_vc = 0;
  Cycle cycle = 0;  ///< when it is asked; only for messages
};

/// The routing decision of one switch: a relation between where a packet is and the (output port,
/// VC) pairs it may take. The switch model, the checks and the co-simulation all ask this object.
/// It holds no state but what its registers program.
class SwitchRouter {
 public:
  virtual ~SwitchRouter() = default;

  /// Adds to `candidates` (given empty) every output the head may take. An empty result means
  /// that the registers offer no way.
  virtual void route(const RouteQuery& query, CandidateSet& candidates) = 0;

  /// Takes over the values of the register file; called after each write. Routers without
  /// registers ignore it.
  virtual void registers_written(const RegisterFile& /*file*/) {}
};

/// The number of virtual channels per link kind (index as in Netlist::kinds).
using VcCounts = std::vector<int>;

class PortMatcher;

/// Makes the port matcher of one switch: given the C++ model of the decision, returns what is to
/// decide in its place (a Verilated block, or a comparison of both).
using PortMatcherHook = std::function<std::unique_ptr<PortMatcher>(
    SwitchId switch_id, int ports, std::unique_ptr<PortMatcher> reference)>;

/// What a routing function is made from. The netlist outlives it.
struct RoutingContext {
  const Netlist* netlist = nullptr;
  VcCounts vcs;                  ///< VCs per link kind, as `routing.vcs` says
  std::string vc_policy;         ///< single | free
  int vc_shift = 0;              ///< of the candidate sets (2^vc_shift >= largest count)
  ParameterMap parameters;       ///< of the routing function, resolved
  PortMatcherHook port_matcher;  ///< empty: the C++ model decides
  /// Links between switches that have failed before the start, as indices into Netlist::links; only
  /// for functions that tolerate faults.
  std::vector<int> failed_links = {};
};

/// A routing function on a whole network: makes the switches' routers and knows what the fabric
/// manager has to write into their registers.
class RoutingFunction {
 public:
  virtual ~RoutingFunction() = default;

  virtual std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) = 0;

  /// The routing registers that every switch of the network has; they may depend on the function's
  /// parameters.
  virtual RegisterSet register_set() const { return RegisterSet::kNone; }

  /// Completes the sizes of a switch, of which the network's are given, by those that depend on the
  /// function: the up ports and their exclusion intervals.
  virtual void complete_shape(SwitchId /*switch_id*/, SwitchShape& /*shape*/) const {}

  /// Register values of one switch, in the order in which they are written. Empty for functions
  /// without registers.
  virtual std::vector<RegisterWrite> register_program(SwitchId /*switch_id*/) const { return {}; }

  /// Whether packets from one source to one destination can never overtake each other.
  virtual bool in_order() const = 0;

  /// Whether any router's answer depends on RouteQuery::source. Functions that know it does not say
  /// so, and whole-network checks visit each destination once instead of once per source.
  virtual bool depends_on_source() const { return true; }
};

struct RoutingFunctionEntry {
  static constexpr const char* kKind = "routing function";

  std::string summary;  ///< one line for `netloom list`
  std::vector<Parameter> parameters;
  std::string default_selection;  ///< name, see routing/selection.h
  /// Error: the netlist is not one the function is defined on.
  std::function<std::unique_ptr<RoutingFunction>(const RoutingContext&)> make;
  /// Whether its routers keep packets from RoutingContext::failed_links.
  bool tolerates_faults = false;
};

using RoutingFunctionRegistry = Registry<RoutingFunctionEntry>;

}  // namespace netloom
