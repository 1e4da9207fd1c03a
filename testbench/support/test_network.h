#pragma once

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "hw/network/network.h"
#include "routing/base/parameters.h"
#include "routing/davc/settings.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/function/make_routing.h"
#include "routing/netlist/netlist.h"
#include "routing/netlist/topology.h"

namespace netloom {

// Names for googletest's messages and for the test list.
inline void PrintTo(Switching value, std::ostream* out) {
  constexpr const char* kNames[] = {"vct", "wormhole", "store_and_forward"};
  *out << kNames[static_cast<int>(value)];
}
inline void PrintTo(CrossbarKind value, std::ostream* out) {
  constexpr const char* kNames[] = {"multiplexed", "full"};
  *out << kNames[static_cast<int>(value)];
}
inline void PrintTo(AllocatorKind value, std::ostream* out) {
  constexpr const char* kNames[] = {"separable_input_first", "separable_output_first", "islip"};
  *out << kNames[static_cast<int>(value)];
}
inline void PrintTo(ArbiterKind value, std::ostream* out) {
  constexpr const char* kNames[] = {"round_robin", "least_recently_served", "age", "random"};
  *out << kNames[static_cast<int>(value)];
}

}  // namespace netloom

namespace netloom::test {

/// The netlist of a registered topology.
inline Netlist make_netlist(const std::string& topology, const ParameterMap& parameters,
                            const LatencyMap& latency = {}) {
  const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
  return entry.make(resolve_parameters(entry.parameters, parameters, topology))->netlist(latency);
}

/// What a network is made from. Starts as the plainest switch: VCT, one VC, 64-phit input buffers,
/// no output buffers, R = X = 1, packets of 4 phits; tests change what they are about.
struct NetworkSetup {
  Netlist netlist;
  std::string function;
  ParameterMap function_parameters;
  std::string vc_policy = "free";
  std::shared_ptr<const DavcSettings> davc = nullptr;  ///< with the VC policy davc
  NetworkConfig config;
  DecisionHooks hooks;             ///< RTL blocks; empty: the models decide
  PortSelectorHook port_selector;  ///< the same for selections
  SwitchArbitersHook arbiters;     ///< the same for arbiters
  std::vector<int> failed_links;   ///< see RoutingContext::failed_links

  NetworkSetup(Netlist netlist_in, std::string function_in)
      : netlist(std::move(netlist_in)), function(std::move(function_in)) {
    SwitchConfig& switches = config.switches;
    switches.vcs.assign(netlist.kinds.size(), 1);
    switches.input_buffer.assign(netlist.kinds.size(), 64);
    switches.output_buffer.assign(netlist.kinds.size(), 0);
    config.nic.packet_phits = 4;
    config.simulation.check_invariants = true;
  }

  /// VCs by DAVC, with the numbers of switches and ports as ids.
  void assign_by_davc(const std::string& davc_function, int count, bool clamp = false) {
    vc_policy = "davc";
    davc = std::make_shared<const DavcSettings>(
        DavcSettings{DavcRule(parse_davc_function(davc_function)), netlist_ids(netlist), clamp});
    vcs(count);
    config.switches.vcs.front() = 1;  // to the hosts
  }

  /// Requests and responses have as many VCs each as there were of both together.
  void divide_vcs() {
    config.nic.classes = 2;
    config.nic.injection_vcs *= 2;
    for (int& count : config.switches.vcs) count *= 2;
  }

  void vcs(int count) { config.switches.vcs.assign(netlist.kinds.size(), count); }
  void input_buffers(int phits) {
    config.switches.input_buffer.assign(netlist.kinds.size(), phits);
  }
  void output_buffers(int phits) {
    config.switches.output_buffer.assign(netlist.kinds.size(), phits);
  }
};

/// What its routing function is made from.
inline RoutingContext routing_context(const NetworkSetup& setup) {
  RoutingContext context;
  context.netlist = &setup.netlist;
  context.vcs = setup.config.switches.vcs;
  context.vc_policy = setup.vc_policy;
  context.classes = setup.config.nic.classes;
  context.injection_vcs = setup.config.nic.injection_vcs;
  context.hooks = setup.hooks;
  context.failed_links = setup.failed_links;
  context.wormhole = setup.config.switches.switching == Switching::kWormhole;
  int most = setup.config.nic.injection_vcs;
  for (const int count : context.vcs) most = std::max(most, count);
  while (1 << context.vc_shift < most) ++context.vc_shift;
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(setup.function);
  context.parameters =
      resolve_parameters(entry.parameters, setup.function_parameters, setup.function);
  context.davc = setup.davc;
  return context;
}

/// Its routing function.
inline std::unique_ptr<RoutingFunction> make_routing_function(const NetworkSetup& setup) {
  return netloom::make_routing_function(setup.function, routing_context(setup));
}

/// A network with its routing function, elaborated and with its registers programmed. The setup and
/// the source outlive it. SystemC allows one per process.
class TestNetwork {
 public:
  TestNetwork(const NetworkSetup& setup, TrafficSource& traffic) {
    routing_ = make_routing_function(setup);
    network_ = std::make_unique<Network>("network", setup.netlist, *routing_, setup.config, traffic,
                                         SwitchHooks{setup.port_selector, setup.arbiters});
    for (SwitchId id = 0; id < setup.netlist.switches.size(); ++id) {
      RegisterFile& file = network_->registers(id);
      for (const RegisterWrite& write : routing_->register_program(id)) file.write(write);
    }
  }

  Network& operator*() { return *network_; }
  Network* operator->() { return network_.get(); }
  const RoutingFunction& routing() const { return *routing_; }

  /// Runs until everything has arrived, at most `cycles` cycles; whether it has.
  bool drain(Cycle cycles) {
    const Cycle end = network_->now() + cycles;
    while (!network_->empty() && network_->now() < end) {
      network_->run(std::min<Cycle>(500, end - network_->now()));
    }
    return network_->empty();
  }

 private:
  std::unique_ptr<RoutingFunction> routing_;
  std::unique_ptr<Network> network_;
};

}  // namespace netloom::test
