// Experiments that are computed: what they ask of the fault studies.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/experiments/analysis.h"
#include "sim/experiments/experiment.h"

namespace netloom {
namespace {

Experiment fault_experiment(const std::string& settings) {
  return parse_experiment(
      "title: Faults\n"
      "source: a paper\n"
      "data: faults\n"
      "panels: [{name: a, title: one, set: [" +
          settings +
          "]}]\n"
          "curves: [{name: X}]\n"
          "claims: [{says: it, measure: victims, load: 2, curve: X, expect: {at_least: 0}}]\n",
      "mine.yaml");
}

std::vector<Json> points(const std::string& settings) {
  const Experiment made = fault_experiment(settings);
  const Production production = analyse(made, ProduceOptions{});
  return *production.results.find("a", "X");
}

std::string fault_error_of(const std::string& settings) {
  try {
    points(settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(FaultAnalysis, APointForEachCount) {
  const std::vector<Json> result = points(R"("k=2", "n=3", "count=1-2,4", "samples=100000")");
  ASSERT_EQ(result.size(), 3u);
  EXPECT_EQ(result[0].at("load"), 1);
  EXPECT_EQ(result[0].at("not_tolerated"), 0.0);
  EXPECT_EQ(result[1].at("load"), 2);
  EXPECT_NEAR(result[1].at("not_tolerated").get<double>(), 100.0 * 32 / 496, 1e-9);
  EXPECT_EQ(result[1].at("exhaustive"), true);
  EXPECT_EQ(result[2].at("load"), 4);
  EXPECT_EQ(result[2].at("combinations"), 35960);
  EXPECT_GT(result[2].at("not_tolerated"), result[2].at("disconnected"));
}

TEST(FaultAnalysis, APointForEachNumberOfExclusionIntervals) {
  const std::vector<Json> result =
      points(R"("k=2", "n=3", "count=4", "exclusion_intervals=1,3", "samples=100000")");
  ASSERT_EQ(result.size(), 2u);
  EXPECT_EQ(result[0].at("load"), 1);
  EXPECT_EQ(result[1].at("load"), 3);
  EXPECT_GT(result[0].at("victims"), 0.0);
  EXPECT_EQ(result[1].at("victims"), 0.0);
  EXPECT_LT(result[1].at("not_tolerated"), result[0].at("not_tolerated"));
}

TEST(FaultAnalysis, ToleratedFaultsAndPaths) {
  const std::vector<Json> tolerated = points(R"("k=3", "n=2", "value=tolerated")");
  ASSERT_EQ(tolerated.size(), 1u);
  EXPECT_EQ(tolerated[0].at("tolerated_faults"), 2);
  // Even if nothing was drawn at random that is not tolerated: the worst case is known.
  EXPECT_EQ(points(R"("k=4", "n=3", "value=tolerated", "samples=1")")[0].at("tolerated_faults"), 3);
  const std::vector<Json> paths = points(R"("k=2", "n=3", "value=paths", "stage=2")");
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_EQ(paths[0].at("paths"), 168.0);
  EXPECT_EQ(paths[0].at("lost_paths"), 16.0);
}

TEST(FaultAnalysis, RefusesSettingsThatMeanNothing) {
  const std::string place = "mine, panel a, curve X: ";
  EXPECT_EQ(fault_error_of(R"("count=two")"),
            place + "count: 'two' is neither integers nor ranges; allowed: like 1-3,8");
  EXPECT_EQ(fault_error_of(R"("count=3-1")"),
            place + "count: '3-1' is neither integers nor ranges; allowed: like 1-3,8");
  for (const std::string numbers : {"1-2147483647", "1-1000,1001", "2147483647,1-1000"}) {
    EXPECT_EQ(fault_error_of("'count=" + numbers + "'"),
              place + "count: '" + numbers + "' are too many; allowed: up to 1000");
  }
  EXPECT_EQ(fault_error_of("'count=2147483647'"),
            place +
                "--count: 2147483647 faults; allowed: 1 to 32, the links between switches that can "
                "fail");
  EXPECT_EQ(fault_error_of(R"("count=1,2", "exclusion_intervals=1,2")"),
            place + "both exclusion_intervals and count have several values; allowed: one of them");
  EXPECT_EQ(fault_error_of(R"("value=share")"),
            place + "value: 'share' is not known; allowed: combinations, tolerated, paths");
  EXPECT_EQ(fault_error_of(R"("value=paths", "stage=3")"),
            place + "stage: 3 has no links down to switches; allowed: 1 to 2");
  EXPECT_EQ(fault_error_of(R"("stage=1")"),
            place +
                "'stage' is not a setting here; allowed: k, n, value, "
                "samples, seed, exclusion_intervals, count, part");
  EXPECT_EQ(fault_error_of(R"("samples=0")"), place + "samples: 0; allowed: 1 or more");
  EXPECT_EQ(fault_error_of(R"("seed=-1")"), place + "seed: -1; allowed: 0 or more");
  EXPECT_EQ(fault_error_of(R"("count=33")"),
            place +
                "--count: 33 faults; allowed: 1 to 32, the links between switches that can "
                "fail");
}

}  // namespace
}  // namespace netloom
