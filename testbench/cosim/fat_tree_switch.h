#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "routing/function/routing_function.h"
#include "routing/register_file.h"
#include "routing/topology/topology.h"

namespace netloom {

/// A fat-tree and its interval routing, for tests that program switches by hand.
struct FatTreeNetwork {
  FatTreeNetwork(std::int64_t k, std::int64_t n, PortMatcherHook hook = {}) {
    const TopologyEntry& entry = TopologyRegistry::instance().find("fat_tree");
    const ParameterMap given = {{"k", k}, {"n", n}};
    netlist = entry.make(resolve_parameters(entry.parameters, given, "fat_tree"))->netlist({});
    make_routing(std::move(hook));
  }

  void make_routing(PortMatcherHook hook) {
    RoutingContext context;
    context.netlist = &netlist;
    context.vcs.assign(netlist.kinds.size(), 1);
    context.vc_policy = "single";
    context.port_matcher = std::move(hook);
    routing = RoutingFunctionRegistry::instance().find("interval").make(context);
  }

  /// The register file of a switch, with the routing function's program in it.
  RegisterFile programmed(SwitchId id) const {
    SwitchShape shape;
    shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
    shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
    shape.ports = netlist.switches[id].ports;
    RegisterFile file(routing->register_set(), shape);
    for (const RegisterWrite& write : routing->register_program(id)) file.write(write);
    return file;
  }

  Netlist netlist;
  std::unique_ptr<RoutingFunction> routing;
};

}  // namespace netloom
