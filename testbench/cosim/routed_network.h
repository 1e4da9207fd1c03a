#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/netlist/topology.h"
#include "routing/registers/register_file.h"

namespace netloom {

/// A network and its routing function, for tests that program switches by hand. Not to be moved:
/// the routing function knows where the netlist is.
class RoutedNetwork {
 public:
  RoutedNetwork(const std::string& topology, std::int64_t k, std::int64_t n,
                const std::string& function, const ParameterMap& parameters = {}) {
    const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
    netlist = entry.make(resolve_parameters(entry.parameters, {{"k", k}, {"n", n}}, topology))
                  ->netlist({});
    make_routing(function, parameters, {});
  }
  RoutedNetwork(const RoutedNetwork&) = delete;
  RoutedNetwork& operator=(const RoutedNetwork&) = delete;

  void make_routing(const std::string& function, const ParameterMap& parameters,
                    PortMatcherHook hook, std::vector<int> failed_links = {}) {
    const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
    RoutingContext context;
    context.netlist = &netlist;
    context.vcs.assign(netlist.kinds.size(), 1);
    context.vc_policy = "single";
    context.parameters = resolve_parameters(entry.parameters, parameters, function);
    context.hooks.port_matcher = std::move(hook);
    context.failed_links = std::move(failed_links);
    routing = entry.make(context);
  }

  /// The register file of a switch, with the routing function's program in it.
  RegisterFile programmed(SwitchId id) const {
    SwitchShape shape;
    shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
    shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
    shape.ports = netlist.switches[id].ports;
    routing->complete_shape(id, shape);
    RegisterFile file(routing->register_set(), shape);
    for (const RegisterWrite& write : routing->register_program(id)) file.write(write);
    return file;
  }

  Netlist netlist;
  std::unique_ptr<RoutingFunction> routing;
};

/// A fat-tree with adaptive interval routing.
struct IntervalTree : RoutedNetwork {
  IntervalTree(std::int64_t k, std::int64_t n) : RoutedNetwork("fat_tree", k, n, "interval") {}
};

}  // namespace netloom
