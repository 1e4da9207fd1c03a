#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
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

/// Runs a k-ary n-tree under uniform load with these blocks in every switch: a digest of all
/// deliveries, and how many decisions the RTL took or was compared in.
std::string run_tree(int k, int n, const std::vector<std::string>& blocks, RtlMode mode) {
  return in_child([&] {
    NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{k}}, {"n", std::int64_t{n}}}),
                       "interval");
    setup.config.switches.selection = SelectionKind::kStageAndDestination;
    const auto counters = std::make_shared<RtlCounters>();
    setup.port_matcher = make_port_matcher_hook(setup.netlist, blocks, mode, counters);
    UniformSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), 0.6, 4, 4, 11);
    TestNetwork network(setup, source);
    network->run(2000);
    const NetworkCounters counts = network->counters();
    // Every head that was granted had been routed; the others still wait.
    const bool counted =
        blocks.empty() ? counters->decisions == 0 : counters->decisions >= counts.packet_hops;
    return fmt::format("digest {:016x}, {} delivered, conservation {}, decisions {}, mismatches {}",
                       source.digest, counts.delivered, network->check_conservation().holds,
                       counted ? "counted" : "not counted", counters->mismatches);
  });
}

class RtlInNetwork : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(RtlInNetwork, ReplacingAndShadowingChangeNoDigit) {
  const auto [k, n] = GetParam();
  const std::string model = run_tree(k, n, {}, RtlMode::kReplace);
  ASSERT_THAT(model, HasSubstr("conservation true, decisions counted, mismatches 0"));
  for (const char* block : {"interval", "interval_subtract"}) {
    EXPECT_EQ(run_tree(k, n, {block}, RtlMode::kReplace), model) << block;
    EXPECT_EQ(run_tree(k, n, {block}, RtlMode::kShadow), model) << block;
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, RtlInNetwork,
                         testing::Values(std::pair(2, 3), std::pair(4, 2), std::pair(3, 3),
                                         std::pair(4, 3)));

// The broken block leaves out the upper bound of its interval.
TEST(RtlInNetworkBroken, ShadowStopsTheRunAndSaysWhere) {
  EXPECT_THAT(
      run_tree(2, 3, {"broken"}, RtlMode::kShadow),
      AllOf(StartsWith("ERROR: "), HasSubstr("cycle"), HasSubstr("switch"), HasSubstr("port"),
            HasSubstr("destination"), HasSubstr("LIB"), HasSubstr("UIB")));
}

TEST(RtlInNetworkBroken, ReplaceStopsWhereThereIsNoWay) {
  EXPECT_THAT(run_tree(2, 3, {"broken"}, RtlMode::kReplace),
              AllOf(StartsWith("ERROR: "), HasSubstr("no output for a packet from host")));
}

}  // namespace
}  // namespace netloom::test
