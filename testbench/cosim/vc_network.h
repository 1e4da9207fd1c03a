#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rtl/rtl_hook.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {

/// A network with a rule for its VCs, and RTL that makes its decisions.
struct VcNetwork {
  const char* name;  ///< for the test list
  const char* topology;
  ParameterMap parameters;
  const char* routing;
  const char* rule;  ///< VC policy, or function of DAVC: "n", "p" or "np"
  int vcs;           ///< on links between switches
  std::vector<std::string> blocks;
  ParameterMap routing_parameters = {};
  VcCounts counts = {};  ///< by kind of link, in the place of `vcs`
};

/// Runs it under uniform load until everything has been delivered: a digest of all deliveries, and
/// whether the RTL was asked. `decisions` is set to how often it was.
inline std::string run_network(const VcNetwork& each, const std::vector<std::string>& blocks,
                               RtlMode mode, std::string* decisions = nullptr) {
  const std::string result = in_child([&] {
    NetworkSetup setup(make_netlist(each.topology, each.parameters), each.routing);
    setup.function_parameters = each.routing_parameters;
    const std::string rule = each.rule;
    if (rule == "n" || rule == "p" || rule == "np") {
      setup.assign_by_davc(rule, each.vcs);
    } else {
      setup.vc_policy = rule;
      setup.vcs(each.vcs);
      setup.config.switches.vcs.front() = 1;  // to the hosts
      if (!each.counts.empty()) setup.config.switches.vcs = each.counts;
    }
    setup.config.switches.selection = "random";
    setup.input_buffers(8);
    setup.config.simulation.watchdog = 2000;
    RtlCounters counters;
    setup.hooks = make_decision_hooks(setup.netlist, {blocks, mode}, counters);
    UniformSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), 0.4, 4, 4, 11);
    source.stop = 600;
    TestNetwork network(setup, source);
    network->run(600);
    const bool drained = network.drain(100000);
    const NetworkCounters counts = network->counters();
    // All hops but those to hosts are decided by the block, and many more than once.
    bool asked = counters.blocks.size() == blocks.size();
    for (const auto& [block, of_block] : counters.blocks) {
      asked = asked && of_block.decisions() >= counts.packet_hops - counts.delivered;
    }
    return fmt::format("{};digest {:016x}, {} delivered, {}, conservation {}, {}, mismatches {}",
                       counters.decisions(), source.digest(), counts.delivered,
                       drained ? "drained" : "not drained", network->check_conservation().holds,
                       asked ? "asked" : "not asked", counters.mismatches());
  });
  const std::size_t end = result.find(';');
  if (result.rfind("ERROR", 0) == 0 || end == std::string::npos) return result;
  if (decisions != nullptr) *decisions = result.substr(0, end);
  return result.substr(end + 1);
}

inline std::string vc_network_name(const testing::TestParamInfo<VcNetwork>& info) {
  return fmt::format("{}_{}", info.param.name, info.param.rule);
}
inline void PrintTo(const VcNetwork& network, std::ostream* out) {
  *out << network.name << '_' << network.rule;
}

/// Networks in which RTL decides, and RTL and model do, deliver as those in which the model does.
inline void expect_that_no_digit_changes(const VcNetwork& each) {
  const std::string model = run_network(each, {}, RtlMode::kReplace);
  ASSERT_THAT(model, testing::HasSubstr("drained, conservation true, asked, mismatches 0"));
  EXPECT_EQ(run_network(each, each.blocks, RtlMode::kReplace), model);
  std::string decisions;
  EXPECT_EQ(run_network(each, each.blocks, RtlMode::kShadow, &decisions), model);
  testing::Test::RecordProperty("decisions", decisions);
}

}  // namespace netloom::test
