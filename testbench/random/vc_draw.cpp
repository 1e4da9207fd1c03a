#include "testbench/random/vc_draw.h"

#include <algorithm>

#include "routing/decision/routing_function.h"
#include "testbench/random/network_draw.h"
#include "testbench/random/schema_draw.h"

namespace netloom::test {

Json draw_vc_count(Draw& draw, const Netlist& netlist, const VcKinds& kinds, const Json& routing) {
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(kinds.function);
  const std::string& policy = kinds.policy;
  const bool dateline = kinds.dateline;
  const auto links = [&](int number) {
    if (netlist.kinds.size() < 2) return Json(nullptr);
    Json map = Json::object();
    for (std::size_t kind = 1; kind < netlist.kinds.size(); ++kind) {
      map[netlist.kinds[kind]] = number;
    }
    return map;
  };
  if (policy == "single") return draw.chance(0.2) ? Json(1) : Json();
  if (policy == "free") {
    if (kinds.function == "adaptive") {
      return links(draw.between(dateline ? 3 : 2, 5));
    }
    if (dateline) return links(2 * draw.between(1, 3));
    if (draw.chance(0.05))
      return per_kind(draw, netlist.kinds, 0.3, [&] { return draw.between(5, 20); });
    return per_kind(draw, netlist.kinds, 0.4, [&] { return draw.between(1, 4); });
  }
  if (policy == "ascending") {
    if (policy != entry.default_vc_policy || draw.chance(0.7)) return nullptr;
    Json map = Json::object();
    ParameterMap parameters;
    for (const char* name : {"path_a"}) {
      if (routing.contains(name)) parameters[name] = routing.at(name).get<std::string>();
    }
    const auto defaults =
        entry.vcs(resolve_parameters(entry.parameters, parameters, kinds.function));
    for (const auto& [kind, number] : defaults) {
      if (std::find(netlist.kinds.begin(), netlist.kinds.end(), kind) != netlist.kinds.end())
        map[kind] = number + draw.between(0, 2);
    }
    return map;
  }
  if (policy == "layered") {
    return draw.chance(0.05) ? draw.between(65, 70) : draw.between(1, 5);
  }
  const int classes = dateline ? 2 : 1;
  if (policy == "voqsw") return links(classes * most_ports(netlist));
  if (policy == "voqnet") return links(classes * static_cast<int>(netlist.hosts.size()));
  if (policy == "iodet" || policy == "dbbm") return links(classes * draw.between(1, 4));
  return nullptr;
}

}  // namespace netloom::test
