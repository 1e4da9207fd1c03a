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

const auto kName = [](const auto& each) { return each.param.name; };

INSTANTIATE_TEST_SUITE_P(Choices, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kNone, 1500)), kName);

// Slow.
INSTANTIATE_TEST_SUITE_P(Pairs, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kPairs, 20000)), kName);

}  // namespace
}  // namespace netloom::test
