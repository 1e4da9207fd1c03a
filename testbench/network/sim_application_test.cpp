// Applications as whole runs of the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Applications : public Program {
 protected:
  /// Runs it and returns its first point.
  json point(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"run", "a.yaml", "--json", "a.json"};
    for (const std::string& each : more) {
      arguments.push_back("--set");
      arguments.push_back(each);
    }
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("a.json")))["points"][0];
  }
};

TEST_F(Applications, TwoTasksTakeTurns) {
  // One message each way at a time: 2 links of 3 cycles, R = 2, X = 1 and the tail of 8 phits,
  // after 5 cycles of computing; in 4 iterations, of which the first starts at once.
  folder.write("a.yaml",
               "network: {topology: single_switch, hosts: 2, latency: {host: 3}}\n"
               "switch: {routing_delay: 2, crossbar: {delay: 1}}\n"
               "traffic:\n"
               "  application: {name: butterfly, iterations: 4, compute: 5}\n"
               "  packet_phits: 8\n");
  const json result = point();
  EXPECT_EQ(result["completion_cycle"], 4 * (2 * 3 + 2 + 1 + 7) + 3 * 5);
  EXPECT_EQ(result["packets"]["delivered"], 8);
  EXPECT_TRUE(result["stationary"].is_null());
  EXPECT_TRUE(result["saturated"].is_null());
  EXPECT_THAT(run({"run", "a.yaml"}).output, HasSubstr("completion cycle"));
}

TEST_F(Applications, AWaterfallRunsFromCornerToCorner) {
  // 3 x 2 tasks at one switch: three messages one after the other, then the next wave, which the
  // first task has sent a cycle later, right behind it.
  folder.write("a.yaml",
               "network: {topology: single_switch, hosts: 6}\n"
               "traffic: {application: {name: waterfall, grid: [3, 2]}, packet_phits: 1}\n");
  const auto one = point()["completion_cycle"].get<int>();
  const auto nine = point({"traffic.application.iterations=9"})["completion_cycle"].get<int>();
  EXPECT_EQ(point({"traffic.application.iterations=9"})["packets"]["delivered"], 9 * 7);
  EXPECT_LT(nine, 2 * one + 9 * 2);
  EXPECT_GE(nine, one + 8);
}

TEST_F(Applications, MoreIterationsTakeLongerAndResultsDependOnNothingElse) {
  folder.write("a.yaml",
               "network: {topology: fat_tree, k: 2, n: 4}\n"
               "traffic:\n"
               "  application: {name: stencil_2d, iterations: 3, message_packets: 2}\n"
               "  packet_phits: 8\n");
  for (const char* name : {"stencil_2d", "stencil_3d", "butterfly", "waterfall", "all_to_all"}) {
    const std::string set = std::string("traffic.application.name=") + name;
    json once = point({set});
    json again = point({set, "simulation.quantum=1"});
    once.erase("performance");
    again.erase("performance");
    EXPECT_EQ(once, again) << name;
    EXPECT_LT(once["completion_cycle"],
              point({set, "traffic.application.iterations=6"})["completion_cycle"]);
    EXPECT_NE(once["completion_cycle"],
              point({set, "traffic.application.placement=random"})["completion_cycle"]);
    // With the NICs' own numbers for each pair, the same happens.
    json reordered = point({set, "nic.reorder_buffer=unlimited", "routing.selection=ff"});
    json plain = point({set, "routing.selection=ff"});
    EXPECT_EQ(reordered["packets"]["delivered"], plain["packets"]["delivered"]) << name;
  }
}

TEST_F(Applications, OneThatDoesNotEndIsReported) {
  folder.write("a.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "traffic: {application: {name: all_to_all, iterations: 20, compute: 100}}\n"
               "simulation: {completion_limit: 3000}\n");
  const Result result = run({"run", "a.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("incomplete"));
  EXPECT_THAT(result.errors, HasSubstr("simulation.completion_limit"));

  // What cannot end is not begun.
  const Result refused = run({"run", "a.yaml", "--set", "traffic.application.iterations=1000"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.errors,
              HasSubstr("traffic.application: a node has 112000 phits to send, one a cycle; "
                        "allowed: up to simulation.completion_limit (3000)"));
}

TEST_F(Applications, SharesOfTheVcsAreOfTheLinksBetweenSwitches) {
  folder.write("a.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "switch: {input_buffer: 16}\n"  // one packet, so that the other VC is used
               "routing: {vcs: {policy: free, count: 2}}\n"
               "traffic: {application: {name: all_to_all, iterations: 4}}\n");
  const json shares = point()["links"]["vc_shares"];
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_NEAR(shares[0].get<double>() + shares[1].get<double>(), 1, 1e-12);
  EXPECT_GT(shares[1].get<double>(), 0);
  EXPECT_GT(shares[0].get<double>(), shares[1].get<double>());
  EXPECT_EQ(point()["links"]["vcs_used"], 2);
  EXPECT_EQ(point({"routing.vcs={policy: single, count: 1}"})["links"]["vcs_used"], 1);
}

}  // namespace
}  // namespace netloom::test
