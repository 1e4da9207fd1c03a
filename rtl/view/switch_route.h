#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace rtl {

/// How the routing units of a switch in RTL route.
struct SwitchRoute {
  std::vector<std::string> parameters;  ///< of netloom_switch, NAME=VALUE: a part of the kind
  BitVector place;                      ///< strap place_i
  int place_bits = 1;
  std::vector<bool> from_host = {};  ///< per port: packets come from a host
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

  /// Error, with what is allowed: no module of rtl/switch/ decides as this switch does.
  SwitchRoute of(SwitchId switch_id);

 private:
  struct Decisions;
  SwitchRoute minimal_in_dragonfly(SwitchId switch_id) const;

  const Netlist& netlist_;
  std::string function_;
  bool lowest_vc_;  ///< of dimension order: the VC policy offers no other
  std::unique_ptr<Decisions> decisions_;
  std::unique_ptr<RoutingFunction> routing_;
};

}  // namespace rtl
}  // namespace netloom
