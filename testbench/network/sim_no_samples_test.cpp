// Means, percentiles, ratios and intervals of nothing are no numbers, in whatever form results
// come.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class NoSamples : public Program {
 protected:
  /// Nothing is generated in so few cycles.
  void write_quiet(const std::string& more = "") const {
    folder.write("quiet.yaml",
                 "network: {topology: fat_tree, k: 2, n: 2}\n"
                 "traffic: {load: 0.0001, packet_phits: 8}\n"
                 "simulation: {warmup: 10, measure: 20, sample_interval: 10" +
                     more + "}\n");
  }
  void write_trace(const std::string& seeds, const std::string& more = "") const {
    folder.write("messages.txt", "0 0 1 64\n5 1 2 64\n9 3 0 64\n");
    folder.write("trace.yaml",
                 "network: {topology: fat_tree, k: 2, n: 2}\n"
                 "traffic: {trace: messages.txt, packet_phits: 8}\n"
                 "simulation: {seeds: " +
                     seeds + "}\n" + more);
  }

  json document(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--json", "r.json"});
    const Result result = run(all);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")));
  }
};

TEST_F(NoSamples, OfAPointWithoutDeliveriesAreNull) {
  write_quiet(", sample_quartiles: true");
  const json result = document({"run", "quiet.yaml"});
  const json point = result["points"][0];
  EXPECT_EQ(point["packets"]["delivered"], 0);
  EXPECT_EQ(point["accepted_load"], 0) << "this is a number: nothing, in so many cycles";
  for (const char* kind : {"network", "generation"}) {
    for (const char* value : {"mean", "p50", "p95", "p99", "max"}) {
      EXPECT_TRUE(point["latency"][kind][value].is_null()) << kind << ' ' << value;
    }
  }
  EXPECT_TRUE(point["hops"]["mean"].is_null());
  for (const json& hops : point["hops"]["by_kind"]) EXPECT_TRUE(hops.is_null());
  for (const json& share : point["paths"]) EXPECT_TRUE(share.is_null());
  for (const char* of : {"nodes", "switches"}) {
    EXPECT_EQ(point[of]["accepted_max"], 0);
    for (const char* value : {"jain", "variation", "received_jain", "received_variation"}) {
      EXPECT_TRUE(point[of][value].is_null()) << of << ' ' << value;
    }
  }
  EXPECT_EQ(point["links"]["vcs_used"], 0);
  for (const json& share : point["links"]["vc_shares"]) EXPECT_TRUE(share.is_null());
  EXPECT_TRUE(point["stationary"].is_null());
  for (const json& difference : point["half_differences"]) EXPECT_TRUE(difference.is_null());
  for (const json& sample : point["time_series"]["samples"]) {
    EXPECT_EQ(sample["accepted_load"], 0);
    for (const char* value : {"network_latency", "generation_latency", "network_quartiles"}) {
      EXPECT_TRUE(sample[value].is_null()) << value;
    }
  }
  const json row = result["summary"][0];
  EXPECT_EQ(row["accepted_load"]["mean"], 0);
  EXPECT_TRUE(row["latency"]["network"]["mean"].is_null());
  EXPECT_TRUE(row["latency"]["generation"]["p99"].is_null());
  EXPECT_TRUE(row["hops"].is_null());
  EXPECT_TRUE(row["stationary"].is_null());
}

TEST_F(NoSamples, AreDashesInTheTableAndEmptyInCsv) {
  write_quiet(", seeds: [1, 2]");
  const Result result = run({"run", "quiet.yaml", "--csv", "r.csv", "--time-csv", "t.csv"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output,
              HasSubstr("  load  accepted  network latency  p99  from generation  hops\n"
                        "0.0001    0.0000                -    -                -     -\n"));
  EXPECT_THAT(read_file(folder.file("r.csv")), HasSubstr("\n,0.0001,1,0.0,0.0,,,,,,,,,,,,0,0,0,"));
  EXPECT_THAT(read_file(folder.file("t.csv")), HasSubstr("\n,0.0001,1,0,0,0.0,,\n"));
}

TEST_F(NoSamples, LeaveGapsInPictures) {
  write_quiet();
  const Result result = run({"run", "quiet.yaml", "--set", "traffic.load=[0.0001, 0.5]", "--plot",
                             "p", "--time-plot", "t"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(read_file(folder.file("p.svg")), Not(ContainsRegex("nan|inf")));
}

// A load at which one seed delivers nothing has no mean latency: that of the others would be one of
// luckier runs.
TEST_F(NoSamples, OfOneSeedMakeNoMeanOverSeeds) {
  write_quiet(", seeds: [1, 2, 3, 4, 5, 6]");
  const json result = document({"run", "quiet.yaml", "--set", "traffic.load=0.05"});
  int without = 0;
  for (const json& point : result["points"]) without += point["packets"]["delivered"] == 0 ? 1 : 0;
  ASSERT_GT(without, 0);
  ASSERT_LT(without, 6);
  EXPECT_TRUE(result["summary"][0]["latency"]["network"]["mean"].is_null());
  EXPECT_TRUE(result["summary"][0]["accepted_load"]["ci95"].is_number());
}

// ---- Intervals.

TEST_F(NoSamples, CopiesOfOneRunHaveNoInterval) {
  write_trace("[1, 2, 3]");
  const Result result = run({"run", "trace.yaml"});
  EXPECT_THAT(result.output, Not(HasSubstr("±")));
  EXPECT_THAT(result.output, Not(HasSubstr("95 %")));
  const json summary = document({"run", "trace.yaml"})["summary"][0];
  EXPECT_EQ(summary["seeds"], 3);
  EXPECT_TRUE(summary["completion_cycle"]["mean"].is_number());
  for (const json& estimate :
       {summary["completion_cycle"], summary["accepted_load"], summary["hops"],
        summary["latency"]["network"]["mean"], summary["latency"]["network"]["p99"]}) {
    EXPECT_TRUE(estimate["ci95"].is_null()) << estimate;
  }
}

// Runs in which something is drawn are a sample, also of what comes out the same in all of them.
TEST_F(NoSamples, RunsThatDifferHaveIntervalsAlsoOfWhatIsEqual) {
  write_tree();
  const json summary =
      document({"run", "tree.yaml", "--set", "network={topology: single_switch, hosts: 8}", "--set",
                "traffic.load=0.3"})["summary"][0];
  EXPECT_EQ(summary["hops"]["mean"], 1);
  EXPECT_EQ(summary["hops"]["ci95"], 0);
  EXPECT_GT(summary["accepted_load"]["ci95"], 0);
  EXPECT_THAT(run({"run", "tree.yaml", "--set", "network={topology: single_switch, hosts: 8}",
                   "--set", "traffic.load=0.3"})
                  .output,
              HasSubstr("  1.00 ±0.00"));
}

TEST_F(NoSamples, CopiesOfOneRunDecideClaimsWithoutAnInterval) {
  folder.write("e.yaml",
               "title: Bursts\n"
               "source: none\n"
               "configuration: |\n"
               "  network: {topology: fat_tree, k: 2, n: 2}\n"
               "  traffic: {burst: {packets: 1}, packet_phits: 8, pattern: complement}\n"
               "  simulation: {seeds: [1, 2, 3]}\n"
               "panels: [{name: a, title: a}]\n"
               "curves: [{name: X}]\n"
               "claims:\n"
               "  - says: it ends\n"
               "    measure: completion_time\n"
               "    curve: X\n"
               "    panels: [a]\n"
               "    paper: soon\n"
               "    expect: {at_most: 1000}\n");
  const Result result = run({"repro", "e.yaml", "--no-pictures", "--json", "r.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("measured "));
  EXPECT_THAT(result.output, Not(HasSubstr("±")));
}

}  // namespace
}  // namespace netloom::test
