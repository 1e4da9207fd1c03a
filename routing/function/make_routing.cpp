#include "routing/function/make_routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "routing/davc/davc_routing.h"
#include "routing/error.h"

namespace netloom {
namespace {

/// Whether the ports that the function offers do not depend on VCs.
bool leaves_vcs_open(const RoutingFunctionEntry& entry) {
  return entry.default_vc_policy == "single" || entry.default_vc_policy == "free" ||
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
    while (1 << context.vc_shift < context.vcs[kind]) ++context.vc_shift;
  }
  return context;
}

}  // namespace

std::unique_ptr<RoutingFunction> make_routing_function(const std::string& name,
                                                       const RoutingContext& context) {
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(name);
  if (context.vc_policy != "davc") return entry.make(context);
  if (!leaves_vcs_open(entry)) {
    throw Error(
        fmt::format("routing function '{}' decides by the VC on which a packet is, so that it "
                    "cannot use the VC policy 'davc'; allowed with it: {}",
                    name, fmt::join(functions_without_vcs(), ", ")));
  }
  const RoutingContext inner = with_own_vcs(entry, context);
  return std::make_unique<DavcRouting>(context, entry.make(inner), inner);
}

}  // namespace netloom
