// RTL that decides about virtual channels in the switches of whole networks: DAVC in dragonflies,
// fat-trees and graphs, IODET in meshes and tori.

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
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A network with a rule for its VCs, and RTL that makes its decisions.
struct Case {
  const char* name;  ///< for the test list
  const char* topology;
  ParameterMap parameters;
  const char* routing;
  const char* rule;  ///< function of DAVC, or "iodet"
  int vcs;           ///< on links between switches
  std::vector<std::string> blocks;
  ParameterMap routing_parameters = {};
};

/// Runs it under uniform load until everything has been delivered: a digest of all deliveries, and
/// whether the RTL was asked. `decisions` is set to how often it was.
std::string run(const Case& each, const std::vector<std::string>& blocks, RtlMode mode,
                std::string* decisions = nullptr) {
  const std::string result = in_child([&] {
    NetworkSetup setup(make_netlist(each.topology, each.parameters), each.routing);
    setup.function_parameters = each.routing_parameters;
    if (each.rule == std::string("iodet")) {
      setup.vc_policy = "iodet";
      setup.vcs(each.vcs);
      setup.config.switches.vcs.front() = 1;  // to the hosts
    } else {
      setup.assign_by_davc(each.rule, each.vcs);
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
      asked = asked && of_block.decisions >= counts.packet_hops - counts.delivered;
    }
    return fmt::format("{};digest {:016x}, {} delivered, {}, conservation {}, {}, mismatches {}",
                       counters.decisions(), source.digest, counts.delivered,
                       drained ? "drained" : "not drained", network->check_conservation().holds,
                       asked ? "asked" : "not asked", counters.mismatches());
  });
  const std::size_t end = result.find(';');
  if (result.rfind("ERROR", 0) == 0 || end == std::string::npos) return result;
  if (decisions != nullptr) *decisions = result.substr(0, end);
  return result.substr(end + 1);
}

std::vector<Case> cases() {
  const std::int64_t two = 2;
  const std::int64_t three = 3;
  const ParameterMap dragonfly = {{"h", two}};
  const ParameterMap graph = {
      {"switches", std::int64_t{24}}, {"ports", std::int64_t{6}}, {"degree", std::int64_t{4}}};
  std::vector<Case> result;
  for (const char* function : {"n", "p", "np"}) {
    result.push_back({"dragonfly_min", "dragonfly", dragonfly, "min", function, 4, {"davc_vc"}});
    result.push_back({"dragonfly_val", "dragonfly", dragonfly, "val", function, 6, {"davc_vc"}});
    result.push_back(
        {"random_regular_ecmp", "random_regular", graph, "ecmp", function, 6, {"davc_vc"}});
    // The tree's own routing, with both of its decisions in RTL; packets between agents go down
    // first, by shortest paths.
    result.push_back({"fat_tree_interval",
                      "fat_tree",
                      {{"k", two}, {"n", three}},
                      "interval",
                      function,
                      4,
                      {"davc_vc", "interval"}});
    result.push_back({"managed_fat_tree_ecmp",
                      "managed_fat_tree",
                      {{"k", two}, {"n", three}},
                      "ecmp",
                      function,
                      6,
                      {"davc_vc"}});
    result.push_back({"dcell_ecmp",
                      "dcell",
                      {{"n", three}, {"k", std::int64_t{1}}},
                      "ecmp",
                      function,
                      6,
                      {"davc_vc"}});
  }
  const std::vector<std::int64_t> plane = {5, 4};
  const ParameterMap dateline = {{"rings", std::string("dateline")}};
  result.push_back({"mesh", "mesh", {{"k", plane}}, "dor", "iodet", 2, {"iodet_vc"}});
  result.push_back({"mesh_3d",
                    "mesh",
                    {{"k", std::vector<std::int64_t>{3, 4, 3}}},
                    "dor",
                    "iodet",
                    3,
                    {"iodet_vc"}});
  result.push_back({"torus_bubble", "torus", {{"k", plane}}, "dor", "iodet", 3, {"iodet_vc"}});
  result.push_back(
      {"torus_dateline", "torus", {{"k", plane}}, "dor", "iodet", 6, {"iodet_vc"}, dateline});
  return result;
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  return fmt::format("{}_{}", info.param.name, info.param.rule);
}

class RtlVcs : public testing::TestWithParam<Case> {};

TEST_P(RtlVcs, ReplacingAndShadowingChangeNoDigit) {
  const Case& each = GetParam();
  const std::string model = run(each, {}, RtlMode::kReplace);
  ASSERT_THAT(model, HasSubstr("drained, conservation true, asked, mismatches 0"));
  EXPECT_EQ(run(each, each.blocks, RtlMode::kReplace), model);
  std::string decisions;
  EXPECT_EQ(run(each, each.blocks, RtlMode::kShadow, &decisions), model);
  RecordProperty("decisions", decisions);
}

INSTANTIATE_TEST_SUITE_P(Networks, RtlVcs, testing::ValuesIn(cases()), case_name);

// It takes the sender's port of another input.
TEST(RtlVcsBroken, ShadowFindsTheBrokenDavcVc) {
  const Case dragonfly = {"", "dragonfly", {{"h", std::int64_t{2}}}, "min", "p", 4, {}};
  EXPECT_THAT(run(dragonfly, {"broken_davc_vc"}, RtlMode::kShadow),
              AllOf(StartsWith("ERROR: RTL block 'davc_vc' (implementation 'broken_davc_vc') "
                               "differs from the reference in cycle"),
                    HasSubstr("registers of the switch: NODE_ID = "),
                    HasSubstr("the reference says VCs {")));
}

// It looks at dimension 0 only.
TEST(RtlVcsBroken, ShadowFindsTheBrokenIodetVc) {
  const Case mesh = {"", "mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, "dor", "iodet", 2, {}};
  EXPECT_THAT(run(mesh, {"broken_iodet_vc"}, RtlMode::kShadow),
              StartsWith("ERROR: RTL block 'iodet_vc' (implementation 'broken_iodet_vc') differs "
                         "from the reference in cycle"));
}

TEST(RtlVcsMisfit, IsRefused) {
  const Case mesh = {"", "mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, "dor", "iodet", 2, {}};
  EXPECT_THAT(run(mesh, {"davc_vc"}, RtlMode::kShadow),
              StartsWith("ERROR: RTL block 'davc_vc' makes no decision of this network; allowed: "
                         "routing.vcs.policy davc"));
}

}  // namespace
}  // namespace netloom::test
