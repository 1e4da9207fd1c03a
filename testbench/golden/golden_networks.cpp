#include "testbench/golden/golden_networks.h"

#include <fmt/format.h>

namespace netloom::test {
namespace {

NetworkSetup fat_tree(int k, int n, const std::string& selection) {
  NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{k}}, {"n", std::int64_t{n}}},
                                  {{"up", 2}, {"down", 3}}),
                     "interval");
  setup.config.switches.selection = selection;
  setup.config.nic.packet_phits = 16;
  return setup;
}

NetworkSetup mesh(const char* function, int latency) {
  NetworkSetup setup(
      make_netlist("mesh", {{"k", std::vector<std::int64_t>{4, 3}}}, {{"mesh", latency}}),
      function);
  return setup;
}

NetworkSetup single_switch(int hosts) {
  return NetworkSetup(make_netlist("single_switch", {{"hosts", std::int64_t{hosts}}}),
                      "shortest_path");
}

std::vector<GoldenNetwork> make_networks() {
  std::vector<GoldenNetwork> result;
  result.push_back({"tree_2_3_vct_sadp", [] { return fat_tree(2, 3, "sadp"); }, 16, 40});
  result.push_back({"tree_4_2_vct_cp_deep",
                    [] {
                      NetworkSetup setup = fat_tree(4, 2, "cp");
                      setup.input_buffers(80);
                      setup.config.switches.routing_delay = 3;
                      return setup;
                    },
                    16, 20});
  result.push_back({"tree_2_3_wormhole_random_vcs",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "random");
                      setup.config.switches.switching = Switching::kWormhole;
                      setup.config.switches.flit_phits = 4;
                      setup.input_buffers(8);
                      setup.vcs(3);
                      setup.config.nic.injection_vcs = 2;
                      return setup;
                    },
                    5, 30});
  result.push_back({"tree_2_3_store_and_forward_mc",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "mc");
                      setup.config.switches.switching = Switching::kStoreAndForward;
                      setup.input_buffers(48);
                      return setup;
                    },
                    16, 40});
  result.push_back({"tree_2_3_reorder_random",
                    [] {
                      NetworkSetup setup = fat_tree(2, 3, "random");
                      setup.config.nic.reorder_buffer = 4;
                      return setup;
                    },
                    16, 25});
  result.push_back({"mesh_4_3_dor_one_phit",
                    [] {
                      NetworkSetup setup = mesh("dor", 1);
                      setup.config.nic.packet_phits = 1;
                      setup.input_buffers(8);
                      return setup;
                    },
                    1, 3});
  result.push_back({"mesh_4_3_dor_wormhole_speedup",
                    [] {
                      NetworkSetup setup = mesh("dor", 2);
                      setup.config.nic.packet_phits = 10;
                      setup.config.switches.switching = Switching::kWormhole;
                      setup.config.switches.flit_phits = 2;
                      setup.config.switches.speedup = 2;
                      setup.config.switches.crossbar = CrossbarKind::kFull;
                      setup.config.switches.allocator = AllocatorKind::kSeparableOutputFirst;
                      setup.config.switches.arbiter = ArbiterKind::kAge;
                      setup.input_buffers(12);
                      setup.output_buffers(6);
                      setup.vcs(2);
                      return setup;
                    },
                    10, 30});
  result.push_back({"mesh_4_3_dor_control_lrs",
                    [] {
                      NetworkSetup setup = mesh("dor", 4);
                      setup.config.nic.packet_phits = 8;
                      setup.config.switches.control_priority = true;
                      setup.config.switches.arbiter = ArbiterKind::kLeastRecentlyServed;
                      setup.config.switches.allocator = AllocatorKind::kIslip;
                      setup.config.switches.iterations = 2;
                      setup.vcs(2);
                      setup.input_buffers(16);
                      return setup;
                    },
                    2, 16, true});
  result.push_back({"switch_16_saturated",
                    [] {
                      NetworkSetup setup = single_switch(16);
                      setup.config.switches.routing_delay = 0;
                      return setup;
                    },
                    4, 4});
  result.push_back({"switch_6_output_queued_random",
                    [] {
                      NetworkSetup setup = single_switch(6);
                      setup.config.switches.speedup = 2;
                      setup.config.switches.crossbar_delay = 2;
                      setup.config.switches.arbiter = ArbiterKind::kRandom;
                      setup.output_buffers(32);
                      return setup;
                    },
                    4, 6});
  result.push_back({"switch_8_virtual_output_queues",
                    [] {
                      NetworkSetup setup = single_switch(8);
                      setup.config.switches.allocator = AllocatorKind::kIslip;
                      setup.config.switches.iterations = 3;
                      setup.config.nic.injection_vcs = 8;
                      setup.config.nic.injection_vc_choice = InjectionVcChoice::kDestination;
                      return setup;
                    },
                    4, 5});
  return result;
}

}  // namespace

GoldenSource GoldenNetwork::source(const NetworkSetup& of) const {
  return GoldenSource(static_cast<std::uint32_t>(of.netlist.hosts.size()), smallest,
                      static_cast<std::uint32_t>(of.config.nic.packet_phits), mean_gap, control);
}

NetworkSetup GoldenNetwork::prepared() const {
  NetworkSetup result = setup();
  result.config.smallest_packet = static_cast<int>(smallest);
  return result;
}

const std::vector<GoldenNetwork>& golden_networks() {
  static const std::vector<GoldenNetwork> networks = make_networks();
  return networks;
}

std::string run_golden_network(const GoldenNetwork& golden, TestNetwork& network,
                               const GoldenSource& source) {
  network->run(kGoldenSending);
  if (!network.drain(kGoldenLimit)) return golden.name + " does not drain";
  const Conservation conservation = network->check_conservation();
  if (!conservation.holds) return golden.name + " " + conservation.message;
  const NetworkCounters counters = network->counters();
  return fmt::format(
      "{} delivered={} phits={} latency={} packet_hops={} flit_hops={} out_of_order={} "
      "digest={:016x}",
      golden.name, counters.delivered, source.phits, source.latency, counters.packet_hops,
      counters.flit_hops, counters.out_of_order, source.digest);
}

}  // namespace netloom::test
