#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/parameters.h"
#include "routing/davc/settings.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/routing_function.h"
#include "routing/function/make_routing.h"
#include "routing/netlist/netlist.h"
#include "routing/netlist/topology.h"

namespace netloom::test {

/// The network of a registered topology, of the size that it has said before.
inline Netlist generate(const std::string& topology, const ParameterMap& given,
                        const LatencyMap& latency = {}) {
  const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
  const std::unique_ptr<Topology> made =
      entry.make(resolve_parameters(entry.parameters, given, "topology " + topology));
  Netlist netlist = made->netlist(latency);
  EXPECT_EQ(made->size().hosts, netlist.hosts.size()) << topology;
  EXPECT_EQ(made->size().switches, netlist.switches.size()) << topology;
  EXPECT_EQ(made->size().links, netlist.links.size()) << topology;
  return netlist;
}

/// A routing function on a network with the same number of VCs everywhere.
inline RoutingContext context_of(const Netlist& netlist, int vcs = 1,
                                 const std::string& policy = "single") {
  RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), vcs);
  context.vc_policy = policy;
  while (1 << context.vc_shift < vcs) ++context.vc_shift;
  return context;
}

inline std::unique_ptr<RoutingFunction> make_routing(const std::string& function,
                                                     RoutingContext context,
                                                     const ParameterMap& given = {}) {
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
  context.parameters = resolve_parameters(entry.parameters, given, "routing function " + function);
  return make_routing_function(function, context);
}

/// The same with VCs assigned by DAVC.
inline RoutingContext davc_context_of(const Netlist& netlist, int vcs, const std::string& function,
                                      bool clamp = false) {
  RoutingContext context = context_of(netlist, vcs, "davc");
  context.davc = std::make_shared<const DavcSettings>(
      DavcSettings{DavcRule(parse_davc_function(function)), netlist_ids(netlist), clamp});
  return context;
}

/// What a routing function is made from with its own VC policy and as many VCs as it asks for.
inline RoutingContext own_context(const Netlist& netlist, const std::string& function,
                                  const ParameterMap& given = {}) {
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
  RoutingContext context = context_of(netlist, 1, entry.default_vc_policy);
  const std::map<std::string, int> vcs =
      entry.vcs(resolve_parameters(entry.parameters, given, "routing function " + function));
  for (std::size_t kind = 0; kind < netlist.kinds.size(); ++kind) {
    const auto found = vcs.find(netlist.kinds[kind]);
    if (found != vcs.end()) context.vcs[kind] = found->second;
    while (1 << context.vc_shift < context.vcs[kind]) ++context.vc_shift;
  }
  return context;
}

/// A hook by which every switch answers `routed`.
inline RouteDecisionHook always(const Routed& routed) {
  class Always final : public RouteDecision {
   public:
    explicit Always(const Routed& routed) : routed_(routed) {}
    Routed route(const RouteQuery& /*head*/) override { return routed_; }

   private:
    Routed routed_;
  };
  return [routed](SwitchId, int, auto) { return std::make_unique<Always>(routed); };
}

inline Routed routed_by(const std::vector<int>& ports, std::uint64_t vcs) {
  Routed result;
  for (const int port : ports) result.add_port(port);
  result.vcs = vcs;
  return result;
}

/// The message of the Error that the call throws; empty if it throws none.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// A file that is there as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(testing::TempDir() + "netloom_" + std::to_string(getpid()) + "_" +
              std::to_string(counter()++) + ".txt") {
    std::ofstream(path_) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  static int& counter() {
    static int value = 0;
    return value;
  }

  std::string path_;
};

}  // namespace netloom::test
