// The RTL of interval routing beside the model in every switch of a fat-tree: each decision is
// compared.
#include <netloom/hw/network/network.h>
#include <netloom/routing/base/parameters.h>
#include <netloom/routing/function/make_routing.h>
#include <netloom/routing/netlist/topology.h>
#include <netloom/rtl/decision/rtl_counters.h>
#include <netloom/rtl/rtl_hook.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <systemc>

namespace {

/// Each host sends a packet to each other one.
class AllToAll : public netloom::TrafficSource {
 public:
  explicit AllToAll(netloom::NodeId hosts) : hosts_(hosts) {}
  netloom::Cycle first(netloom::NodeId /*host*/) override { return 0; }
  netloom::Cycle generate(netloom::NodeId host, netloom::Cycle cycle,
                          netloom::Injector& injector) override {
    for (netloom::NodeId other = 0; other < hosts_; ++other) {
      if (other != host) injector.send({other, 4}, cycle);
    }
    return netloom::kNever;
  }
  netloom::Cycle delivered(const netloom::DeliveredPacket& /*packet*/) override {
    return netloom::kNever;
  }

 private:
  netloom::NodeId hosts_;
};

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const netloom::TopologyEntry& entry = netloom::TopologyRegistry::instance().find("fat_tree");
  const netloom::ParameterMap sizes = {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}};
  const netloom::Netlist netlist =
      entry.make(netloom::resolve_parameters(entry.parameters, sizes, "fat_tree"))->netlist({});

  netloom::RtlCounters counters;
  netloom::RtlPlan plan;
  plan.implementations = {"interval"};
  netloom::RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "free";
  context.hooks = netloom::make_decision_hooks(netlist, plan, counters);
  context.parameters = netloom::resolve_parameters(
      netloom::RoutingFunctionRegistry::instance().find("interval").parameters, {}, "interval");
  const std::unique_ptr<netloom::RoutingFunction> routing =
      netloom::make_routing_function("interval", context);

  netloom::NetworkConfig config;
  config.switches.vcs = context.vcs;
  config.switches.input_buffer.assign(netlist.kinds.size(), 16);
  config.switches.output_buffer.assign(netlist.kinds.size(), 0);
  config.nic.packet_phits = 4;
  AllToAll traffic(static_cast<netloom::NodeId>(netlist.hosts.size()));
  netloom::Network network("network", netlist, *routing, config, traffic);
  for (netloom::SwitchId id = 0; id < netlist.switches.size(); ++id) {
    for (const netloom::RegisterWrite& write : routing->register_program(id)) {
      network.registers(id).write(write);
    }
  }
  network.run(1000);
  std::cout << network.counters().delivered << " packets, " << counters.mismatches()
            << " mismatches\n";
  return counters.decisions() > 0 && counters.mismatches() == 0 ? 0 : 1;
}
