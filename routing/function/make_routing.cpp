#include "routing/function/make_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/davc/davc_routing.h"
#include "routing/decision/class_routing.h"
#include "routing/decision/made_by_hook.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace routing {
namespace {

/// Whether the ports that the function offers do not depend on VCs.
bool leaves_vcs_open(const RoutingFunctionEntry& entry) {
  return VcPolicyRegistry::instance().find(entry.default_vc_policy).offered != nullptr ||
         entry.ports_without_vcs;
}

std::vector<std::string> functions_without_vcs() {
  const auto& registry = RoutingFunctionRegistry::instance();
  std::vector<std::string> names;
  for (const std::string& name : registry.names()) {
    if (leaves_vcs_open(registry.find(name))) names.push_back(name);
  }
  return names;
}

/// The context in which a function finds the VCs that it declares.
RoutingContext with_own_vcs(const RoutingFunctionEntry& entry, RoutingContext context) {
  context.vc_policy = entry.default_vc_policy;
  context.davc = nullptr;
  context.hooks.vc_decision = nullptr;
  const std::map<std::string, int> own = entry.vcs(context.parameters);
  context.vc_shift = 0;
  for (std::size_t kind = 0; kind < context.vcs.size(); ++kind) {
    const auto declared = own.find(context.netlist->kinds[kind]);
    context.vcs[kind] = declared == own.end() ? 1 : declared->second;
    context.vc_shift =
        std::max(context.vc_shift, ceil_log2(static_cast<std::uint64_t>(context.vcs[kind])));
  }
  return context;
}

/// A hook that makes something for every switch, or is an Error; none stays none.
template <class Decision>
using DecisionHook = std::function<std::unique_ptr<Decision>(SwitchId switch_id, int ports,
                                                             std::unique_ptr<Decision> reference)>;
template <class Decision>
void check(DecisionHook<Decision>& hook, const std::string& sort, const Netlist& netlist) {
  if (!hook) return;
  hook = [hook, sort, &netlist](SwitchId id, int ports, std::unique_ptr<Decision> reference) {
    return made_by_hook(hook(id, ports, std::move(reference)), sort, netlist, id);
  };
}

/// In one message class.
std::unique_ptr<RoutingFunction> make_in_class(const std::string& name,
                                               const RoutingContext& context) {
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(name);
  if (context.vc_policy != "davc") return entry.make(context);
  if (!leaves_vcs_open(entry)) {
    throw Error(
        fmt::format("routing function '{}' decides by the VC on which a packet is, so that it "
                    "cannot use the VC policy 'davc'; allowed with it: {}",
                    name, joined(functions_without_vcs())));
  }
  const RoutingContext inner = with_own_vcs(entry, context);
  return std::make_unique<DavcRouting>(context, entry.make(inner), inner);
}

}  // namespace

std::unique_ptr<RoutingFunction> make_routing_function(const std::string& name,
                                                       RoutingContext context) {
  check(context.hooks.port_matcher, "port matcher", *context.netlist);
  check(context.hooks.vc_decision, "decision about virtual channels", *context.netlist);
  check(context.hooks.traffic_counters, "traffic counters", *context.netlist);
  check(context.hooks.route, "decision about ports and virtual channels", *context.netlist);
  if (context.classes == 1) return make_in_class(name, context);
  return std::make_unique<ClassRouting>(context, make_in_class(name, within_class(context)));
}

}  // namespace routing
}  // namespace netloom
