// RTL in the switches of whole dragonflies.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "rtl/rtl_hook.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A routing function in a dragonfly, and RTL that makes one of its decisions.
struct DragonflyCase {
  const char* function;
  const char* block;
  std::int64_t h;
  std::int64_t trunking = 1;
};

/// Runs it under uniform load: a digest of all deliveries, and how often the RTL was asked.
std::string run_dragonfly(const DragonflyCase& each, const std::vector<std::string>& blocks,
                          RtlMode mode) {
  return in_child([&] {
    NetworkSetup setup(make_netlist("dragonfly", {{"h", each.h}, {"trunking", each.trunking}},
                                    {{"local", 2}, {"global", 5}}),
                       each.function);
    setup.vc_policy = "ascending";
    setup.config.switches.vcs[static_cast<std::size_t>(setup.netlist.kind("local"))] = 3;
    setup.config.switches.vcs[static_cast<std::size_t>(setup.netlist.kind("global"))] = 2;
    setup.config.switches.selection = "random";
    RtlCounters counters;
    setup.hooks = make_decision_hooks(setup.netlist, {blocks, mode}, counters);
    UniformSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), 0.7, 4, 4, 11);
    TestNetwork network(setup, source);
    network->run(1500);
    const NetworkCounters counts = network->counters();
    // Most packets take a local hop; few of those out of a source switch are decided only once.
    const bool asked = counters.blocks.size() == blocks.size() &&
                       (blocks.empty() || counters.decisions() > counts.delivered);
    return fmt::format("digest {:016x}, {} delivered, conservation {}, {}, mismatches {}",
                       source.digest(), counts.delivered, network->check_conservation().holds,
                       asked ? "asked" : "not asked", counters.mismatches());
  });
}

class RtlInDragonfly : public testing::TestWithParam<DragonflyCase> {};

TEST_P(RtlInDragonfly, ReplacingAndShadowingChangeNoDigit) {
  const DragonflyCase& each = GetParam();
  const std::string model = run_dragonfly(each, {}, RtlMode::kReplace);
  ASSERT_THAT(model, HasSubstr("conservation true, asked, mismatches 0"));
  EXPECT_EQ(run_dragonfly(each, {each.block}, RtlMode::kReplace), model);
  EXPECT_EQ(run_dragonfly(each, {each.block}, RtlMode::kShadow), model);
}

std::string name_of(const DragonflyCase& each) {
  return fmt::format("{}_h{}_t{}", each.block, each.h, each.trunking);
}

void PrintTo(const DragonflyCase& each, std::ostream* out) {
  *out << name_of(each);
}

INSTANTIATE_TEST_SUITE_P(
    Dragonflies, RtlInDragonfly,
    testing::Values(DragonflyCase{"rlm", "parity_sign", 2}, DragonflyCase{"rlm", "parity_sign", 3},
                    DragonflyCase{"rlm", "parity_sign", 2, 2}, DragonflyCase{"olm", "olm_vc", 2},
                    DragonflyCase{"olm", "olm_vc", 3}, DragonflyCase{"olm", "olm_vc", 2, 2}),
    [](const auto& each) { return name_of(each.param); });

// A hop may follow that [RLM-OLM 2013], Table I forbids.
TEST(RtlInDragonflyBroken, ShadowFindsTheBrokenParitySign) {
  EXPECT_THAT(
      run_dragonfly({"rlm", "parity_sign", 2}, {"broken_parity_sign"}, RtlMode::kShadow),
      AllOf(StartsWith(
                "ERROR: RTL block 'parity_sign' (implementation 'broken_parity_sign') differs"),
            HasSubstr("at switch 's"), HasSubstr("to destination"),
            HasSubstr("the reference says not allowed, the RTL says allowed"),
            HasSubstr("all allowed ports: reference {"), HasSubstr("RTL {2, 3, 4}")));
}

// A misrouted hop may not stay on its VC.
TEST(RtlInDragonflyBroken, ShadowFindsTheBrokenOlmVc) {
  EXPECT_THAT(
      run_dragonfly({"olm", "olm_vc", 2}, {"broken_olm_vc"}, RtlMode::kShadow),
      AllOf(StartsWith("ERROR: RTL block 'olm_vc' (implementation 'broken_olm_vc') differs"),
            HasSubstr("at switch 's"), HasSubstr("to destination"),
            HasSubstr("with header state 0x"), HasSubstr("a misrouted hop by output port"),
            HasSubstr("the reference says VCs {0}, the RTL says {}")));
}

TEST(RtlInDragonflyMisfit, IsRefused) {
  EXPECT_THAT(run_dragonfly({"rlm", "olm_vc", 2}, {"olm_vc"}, RtlMode::kShadow),
              "ERROR: RTL block 'olm_vc' makes no decision of this network; allowed: "
              "routing.function olm");
  EXPECT_THAT(run_dragonfly({"rlm", "fir", 2}, {"fir"}, RtlMode::kShadow),
              StartsWith("ERROR: RTL block 'fir' makes no decision of this network"));
}

}  // namespace
}  // namespace netloom::test
