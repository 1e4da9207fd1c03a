// A routing function may take long to make: it is made once for all that is said about a
// configuration, and once for each run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "sim/config/loaded_config.h"
#include "sim/run/point.h"
#include "sim/study/check_study.h"
#include "sim/study/cost_report.h"
#include "sim/sweep/sweep.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

int made = 0;

/// Registers the routing function "counted", which is another one and counts how often it is made.
void register_counted(const std::string& function = "interval") {
  RoutingFunctionEntry counted = RoutingFunctionRegistry::instance().find(function);
  const auto make = counted.make;
  counted.make = [make](const RoutingContext& context) {
    ++made;
    return make(context);
  };
  const RoutingFunctionRegistry::Registration registration("counted", counted);
}

LoadedConfig counted_config(const std::string& more = "") {
  register_counted();
  return parse_with_routing(
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "routing: {function: counted}\n"
      "traffic: {load: 0.1}\n"
      "simulation: {warmup: 10, measure: 100}\n" +
          more,
      "c.yaml", "");
}

TEST(RoutingOnce, ForReadingWhateverAsksForIt) {
  register_counted();
  // The model of the delay asks for it, and every block whether it fits.
  const std::string text =
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "switch: {routing_delay: {options: 2}}\n"
      "routing: {function: counted, vcs: {policy: davc, count: 2}}\n"
      "rtl: {blocks: [interval, davc_vc]}\n"
      "traffic: {load: 0.1}\n";
  const Config config = parse_config(text, "c.yaml", "");
  EXPECT_EQ(made, 1);
  EXPECT_EQ(config.rtl.blocks.size(), 2u);
}

TEST(RoutingOnce, ForACheck) {
  LoadedConfig loaded = counted_config();
  const CheckStudy study = check_network(loaded);
  EXPECT_TRUE(study.ok());
  EXPECT_GT(study.registers.words, 0u);
  EXPECT_EQ(made, 1);
}

/// The blocks decide in the network whose registers are read.
TEST(RoutingOnce, ForACheckAndForTheNetworkThatHasRtl) {
  LoadedConfig loaded = counted_config("rtl: {blocks: [interval]}\n");
  EXPECT_TRUE(check_network(loaded).ok());
  EXPECT_EQ(made, 2);
}

TEST(RoutingOnce, ForTheCosts) {
  LoadedConfig loaded = counted_config();
  EXPECT_TRUE(cost_of(loaded).ok());
  EXPECT_EQ(made, 1);
}

/// A sweep of one point with the VC policy davc.
std::vector<Series> davc_series(int vcs) {
  std::vector<Series> series(1);
  series[0].loaded =
      series_config(parse_with_routing("network: {topology: torus, k: 4, n: 1}\n"
                                       "routing: {function: counted, vcs: {policy: davc, count: " +
                                           std::to_string(vcs) +
                                           "}}\n"
                                           "traffic: {load: 0.1}\n"
                                           "simulation: {warmup: 10, measure: 100}\n",
                                       "c.yaml", ""));
  return series;
}

/// The points, in processes of their own, make one each.
TEST(RoutingOnce, ForReadingAndForTheVcsOfASweep) {
  register_counted("shortest_path");
  std::vector<Series> series = davc_series(3);
  EXPECT_EQ(run_sweep(series, {}).failed, 0u);
  EXPECT_TRUE(succeeded(series[0].points.at(0)));
  EXPECT_EQ(made, 1);
}

TEST(RoutingOnce, ForReadingAndForASweepWithTooFewVcs) {
  register_counted("shortest_path");
  std::vector<Series> series = davc_series(1);
  EXPECT_THAT([&] { run_sweep(series, {}); },
              ThrowsMessage<Error>(AllOf(StartsWith("c.yaml:2: routing.vcs"), HasSubstr("VC"))));
  EXPECT_EQ(made, 1);
  EXPECT_EQ(series[0].points.at(0), Json());
}

TEST(RoutingOnce, ForReadingAndForARun) {
  const Config config = counted_config().take();
  EXPECT_EQ(made, 1);
  EXPECT_TRUE(succeeded(simulate_point(config, {0.1, 1}, nullptr)));
  EXPECT_EQ(made, 2);
}

}  // namespace
}  // namespace netloom::test
