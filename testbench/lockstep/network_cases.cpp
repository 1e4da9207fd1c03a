#include "testbench/golden/golden_networks.h"
#include "testbench/lockstep/cases.h"
#include "testbench/lockstep/network_comparison.h"

namespace netloom::test {
namespace {

NetworkSetup control_setup(const char* function, const Netlist& netlist, int vcs) {
  NetworkSetup setup(netlist, function);
  setup.config.nic.packet_phits = 8;
  setup.config.switches.control_priority = true;
  setup.input_buffers(16);
  setup.vcs(vcs);
  return setup;
}

NetworkSetup control_mesh(int vcs) {
  return control_setup(
      "dor", make_netlist("mesh", {{"k", std::vector<std::int64_t>{3, 3}}}, {{"mesh", 2}}), vcs);
}

NetworkSetup control_tree(int vcs) {
  return control_setup(
      "interval", make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}), vcs);
}

/// Control packets with priority, in networks as no configuration has them without live faults.
std::vector<GoldenNetwork> control_networks() {
  constexpr std::uint32_t kSmallest = 2, kGap = 12;
  std::vector<GoldenNetwork> result;
  const auto add = [&result](const char* name, const std::function<NetworkSetup()>& setup) {
    result.push_back({name, setup, kSmallest, kGap, true});
  };
  add("control_output_buffers", [] {
    NetworkSetup setup = control_mesh(3);
    setup.config.switches.speedup = 2;
    setup.output_buffers(16);
    return setup;
  });
  add("control_store_and_forward", [] {
    NetworkSetup setup = control_tree(2);
    setup.config.switches.switching = Switching::kStoreAndForward;
    setup.config.switches.arbiter = ArbiterKind::kAge;
    return setup;
  });
  add("control_output_first", [] {
    NetworkSetup setup = control_tree(2);
    setup.config.switches.allocator = AllocatorKind::kSeparableOutputFirst;
    setup.config.nic.injection_vcs = 2;
    return setup;
  });
  add("control_shared_routing_unit", [] {
    NetworkSetup setup = control_mesh(2);
    setup.config.switches.routing_delay = 2;
    setup.config.switches.routing_units = RoutingUnits::kSwitch;
    setup.config.switches.arbiter = ArbiterKind::kRandom;
    return setup;
  });
  add("control_full_crossbar", [] {
    NetworkSetup setup = control_mesh(3);
    setup.config.switches.crossbar = CrossbarKind::kFull;
    setup.config.switches.iterations = 2;
    setup.config.nic.injection_vcs = 3;
    return setup;
  });
  return result;
}

std::vector<LockstepCase> cases_of(const std::vector<GoldenNetwork>& networks) {
  std::vector<LockstepCase> cases;
  for (const GoldenNetwork& each : networks) {
    cases.push_back({each.name, false, [each] { return compare_network(each); }});
  }
  return cases;
}

}  // namespace

std::vector<LockstepCase> golden_cases() {
  return cases_of(golden_networks());
}

std::vector<LockstepCase> control_cases() {
  return cases_of(control_networks());
}

}  // namespace netloom::test
