#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "sim/lockstep/side.h"
#include "testbench/lockstep/comparison.h"
#include "testbench/rtl_switch/combinations.h"

namespace netloom::test {
namespace {

LockstepSide side(const std::string& view, const std::string& text) {
  return {view, parse_config(text + "views: {default: " + view + "}\n", "network.yaml", ".")};
}

class RtlSwitch : public testing::TestWithParam<RtlCombination> {
 protected:
  static void SetUpTestSuite() {
    setenv("XDG_CACHE_HOME", NETLOOM_SWITCH_CACHE, 1);
    setenv("CXXFLAGS", "-O0", 1);
  }
};

/// Event by event at every port, and digit by digit in the results, against both other views.
TEST_P(RtlSwitch, DoesWhatTheOtherViewsDo) {
  const std::string& text = GetParam().text;
  const Comparison comparison =
      compare_sides(side("fast", text), {side("structural", text), side("rtl", text)});
  EXPECT_EQ(comparison.status, Comparison::Status::kSame) << comparison.reason << '\n' << text;
  EXPECT_GT(comparison.grants, 1000u);
  RecordProperty("grants", std::to_string(comparison.grants));
}

/// A tree in which links fail and the fabric manager writes registers, over APB in RTL.
std::string failing_tree(const std::string& network, const std::string& switches,
                         const std::string& handling) {
  return "network: {topology: fat_tree, " + network + "}\n" + "switch: {input_buffer: 12, " +
         switches + "}\n" +
         "routing: {function: ft2ei, exclusion_intervals: 2, selection: sadp}\n"
         "traffic: {pattern: uniform, load: 0.3, packet_phits: 4}\n"
         "faults: [{random: cable, cycle: 400}, {random: link, cycle: 600}]\n"
         "fault_handling: {way: central, " +
         handling + "}\n" + "simulation: {warmup: 200, measure: 1500, drain: 5000, seeds: [1]}\n";
}

class FailingRtlSwitch : public RtlSwitch {};

TEST_P(FailingRtlSwitch, DoesWhatTheOtherViewsDo) {
  const std::string& text = GetParam().text;
  const Comparison comparison =
      compare_sides(side("fast", text), {side("structural", text), side("rtl", text)});
  EXPECT_EQ(comparison.status, Comparison::Status::kSame) << comparison.reason << '\n' << text;
  EXPECT_GT(comparison.grants, 1000u);
}

const auto kName = [](const auto& each) { return each.param.name; };

INSTANTIATE_TEST_SUITE_P(Choices, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kNone, 1500)), kName);

INSTANTIATE_TEST_SUITE_P(FailedLinks, FailingRtlSwitch,
                         testing::Values(RtlCombination{
                             "4ary_2tree",
                             failing_tree("k: 4, n: 2, latency: {host: 1, up: 2, down: 1}",
                                          "switching: vct", "delay: 150, write: 2")}),
                         kName);

// Slow.
INSTANTIATE_TEST_SUITE_P(
    PairsOfFailedLinks, FailingRtlSwitch,
    testing::Values(RtlCombination{"islip", failing_tree("k: 4, n: 3",
                                                         "allocator: {kind: islip, iterations: 2}",
                                                         "delay: 100, write: 5")},
                    RtlCombination{"saf", failing_tree("k: 4, n: 2", "switching: store_and_forward",
                                                       "delay: 100, write: 2")},
                    RtlCombination{"full_x3",
                                   failing_tree("k: 4, n: 2", "crossbar: {kind: full, delay: 3}",
                                                "delay: 300, write: 4, detection: 1")}),
    kName);
INSTANTIATE_TEST_SUITE_P(Pairs, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kPairs, 20000)), kName);

}  // namespace
}  // namespace netloom::test
