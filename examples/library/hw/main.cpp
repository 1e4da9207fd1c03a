// A network of two switches, in which one packet takes what docs/timing.md says.
#include <netloom/hw/network/network.h>
#include <netloom/hw/nic/traffic_source.h>
#include <netloom/routing/base/parameters.h>
#include <netloom/routing/function/make_routing.h>
#include <netloom/routing/netlist/topology.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <systemc>
#include <vector>

namespace {

/// Host 0 sends a packet of four phits to host 1 in cycle 0.
class OnePacket : public netloom::TrafficSource {
 public:
  netloom::Cycle first(netloom::NodeId host) override { return host == 0 ? 0 : netloom::kNever; }
  netloom::Cycle generate(netloom::NodeId /*host*/, netloom::Cycle cycle,
                          netloom::Injector& injector) override {
    injector.send({1, 4}, cycle);
    return netloom::kNever;
  }
  netloom::Cycle delivered(const netloom::DeliveredPacket& packet) override {
    std::cout << "delivered in cycle " << packet.delivered << "\n";
    return netloom::kNever;
  }
};

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const netloom::TopologyEntry& entry = netloom::TopologyRegistry::instance().find("mesh");
  const netloom::Netlist netlist =
      entry
          .make(netloom::resolve_parameters(entry.parameters, {{"k", std::vector<std::int64_t>{2}}},
                                            "mesh"))
          ->netlist({{"host", 1}, {"mesh", 3}});

  netloom::RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "free";
  context.parameters = netloom::resolve_parameters(
      netloom::RoutingFunctionRegistry::instance().find("shortest_path").parameters, {},
      "shortest_path");
  const std::unique_ptr<netloom::RoutingFunction> routing =
      netloom::make_routing_function("shortest_path", context);

  netloom::NetworkConfig config;
  config.switches.vcs = context.vcs;
  config.switches.input_buffer.assign(netlist.kinds.size(), 16);
  config.switches.output_buffer.assign(netlist.kinds.size(), 0);
  config.switches.crossbar_delay = 2;
  config.nic.packet_phits = 4;
  OnePacket traffic;
  netloom::Network network("network", netlist, *routing, config, traffic);
  network.run(100);
  return network.check_conservation().holds ? 0 : 1;
}
