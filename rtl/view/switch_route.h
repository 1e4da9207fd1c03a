#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/in_transit_vcs.h"
#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A word of the table of a switch.
struct TableWord {
  std::uint64_t address;  ///< as table_addr_i has it
  std::uint32_t value;
};

/// How the routing units of a switch in RTL route.
struct SwitchRoute {
  std::vector<std::string> parameters;  ///< of netloom_switch, NAME=VALUE: a part of the kind
  BitVector place = zero_bits(1);       ///< strap place_i
  int place_bits = 1;
  std::vector<TableWord> table = {};  ///< what its forwarding table is filled with
  std::vector<bool> from_host = {};   ///< per port: packets come from a host
  int down_ports = 0;                 ///< the first ports lead down, in a tree with faults
};

/// A routing function, with these hooks.
using RoutingMaker = std::function<std::unique_ptr<RoutingFunction>(DecisionHooks hooks)>;

/// What the routers of a network decide by: asked once, for all of its switches.
class SwitchRoutes {
 public:
  /// The netlist outlives it. `function`, `vc_policy`: names of the configuration.
  SwitchRoutes(const RoutingMaker& make_routing, const Netlist& netlist,
               const std::string& function, const std::string& vc_policy);
  ~SwitchRoutes();

  /// `vcs`: channels of a port. Error, with what is allowed: no module of rtl/switch/ decides as
  /// this switch does.
  SwitchRoute of(SwitchId switch_id, int vcs);

 private:
  struct Decisions;
  /// By what matches ports.
  SwitchRoute by_ports(SwitchId switch_id) const;
  SwitchRoute minimal_in_dragonfly(SwitchId switch_id) const;
  /// By what decides on VCs and pairs of local hops.
  SwitchRoute in_transit(SwitchId switch_id, const InTransitVcs& vcs) const;

  const Netlist& netlist_;
  std::string function_;
  bool lowest_vc_;  ///< of dimension order: the VC policy offers no other
  std::unique_ptr<Decisions> decisions_;
  std::unique_ptr<RoutingFunction> routing_;
};

}  // namespace rtl
}  // namespace netloom
