// `netloom faults` from outside.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FaultsProgram : public Program {
 protected:
  void write_tree(const std::string& more = "") const {
    folder.write("tree.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "routing: {function: ft2ei}\n"
                 "traffic: {load: [0.1, 0.4], packet_phits: 8}\n"
                 "simulation: {warmup: 500, measure: 2000, drain: 2000}\n" +
                     more);
  }
};

TEST_F(FaultsProgram, CountsAndSaysSoByItsStatus) {
  write_tree();
  const Result one = run({"faults", "tree.yaml", "--count", "1", "--json", "one.json"});
  EXPECT_EQ(one.status, 0) << one.errors;
  EXPECT_THAT(one.output, HasSubstr("combinations: all 32\nnot tolerated: 0, 0 %\n"));
  EXPECT_EQ(json::parse(read_file(folder.file("one.json"))).at("example"), nullptr);

  const Result two = run({"faults", "tree.yaml", "--count", "2", "--json", "two.json"});
  EXPECT_EQ(two.status, 1);
  EXPECT_THAT(two.errors,
              HasSubstr("netloom: error: tree.yaml: 32 of 496 combinations are not tolerated"));
  const json result = json::parse(read_file(folder.file("two.json")));
  EXPECT_EQ(result.at("combinations"), 496);
  EXPECT_EQ(result.at("exhaustive"), true);
  EXPECT_EQ(result.at("not_tolerated"), 32);
  EXPECT_EQ(result.at("share"), 32.0 / 496);
  EXPECT_EQ(result.at("confidence95"), (json{32.0 / 496, 32.0 / 496}));
  EXPECT_GT(result.at("victims_mean"), 0);
  EXPECT_EQ(result.at("example"), (json{"s0.p2", "s0.p3"}));
  EXPECT_EQ(run({"faults", "tree.yaml", "--count", "2", "--at-most", "0.07"}).status, 0);
}

TEST_F(FaultsProgram, SamplesWithSeveralProcesses) {
  write_tree();
  const std::vector<std::string> command = {"faults",    "tree.yaml",  "--count", "5",
                                            "--samples", "9000",       "--seed",  "4",
                                            "--set",     "network.k=4"};
  std::vector<std::string> parallel = command;
  parallel.insert(parallel.end(), {"--jobs", "3"});
  const Result one = run(command);
  EXPECT_THAT(one.output, HasSubstr("combinations: a sample of 9000 of 8809549056, seed 4"));
  EXPECT_EQ(run(parallel).output, one.output);
}

TEST_F(FaultsProgram, RefusesWhatItCannotJudge) {
  folder.write("interval.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "traffic: {load: 0.1}\n");
  write_tree();
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } kCases[] = {
      {{"faults", "interval.yaml", "--count", "1"}, "netloom faults judges what ft2ei does"},
      {{"faults", "tree.yaml"}, "--count is required"},
      {{"faults", "tree.yaml", "--count", "33"}, "33 faults; allowed: 1 to 32"},
      {{"faults", "tree.yaml", "--count", "1", "--part", "host"}, "link"},
      {{"faults", "tree.yaml", "--count", "1", "--samples", "0"}, "--samples"},
      {{"faults", "tree.yaml", "--count", "16", "--set", "network.k=8"},
       "allowed: up to 10000000000, or --samples"},
  };
  for (const auto& each : kCases) {
    const Result result = run(each.arguments);
    EXPECT_EQ(result.status, 2) << each.message;
    EXPECT_THAT(result.errors, HasSubstr("netloom: error: "));
    EXPECT_THAT(result.errors, HasSubstr(each.message));
  }
}

// The same faults in a network that runs: what the judge calls tolerated delivers everything, and
// in `check` no path crosses a fault.
TEST_F(FaultsProgram, RunsAroundWhatHasFailed) {
  write_tree("faults: [{cable: s4.p1}]\nrtl: {blocks: [ft2ei], mode: shadow}\n");
  const Result check = run({"check", "tree.yaml"});
  EXPECT_EQ(check.status, 0) << check.errors;
  EXPECT_THAT(check.output, HasSubstr("connectivity: all 56 pairs of hosts"));
  const Result result = run({"run", "tree.yaml", "--json", "run.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const json point = json::parse(read_file(folder.file("run.json"))).at("points").at(0);
  EXPECT_GT(point.at("rtl").at("decisions"), 0);
  EXPECT_EQ(point.at("rtl").at("mismatches"), 0);

  write_tree("faults: [{link: s0.p2}, {link: s0.p3}]\n");
  EXPECT_EQ(run({"check", "tree.yaml"}).status, 1);
  const Result lost = run({"run", "tree.yaml"});
  EXPECT_EQ(lost.status, 1);
  EXPECT_THAT(lost.errors, HasSubstr("faults: s0.p2, s0.p3 before the start are not tolerated"));
}

// What happened after the start is in the summary and in all files.
TEST_F(FaultsProgram, ReportsWhatFaultsDidDuringTheRun) {
  write_tree("faults: [{link: s9.p0, cycle: 1000}]\nfault_handling: {emergency_path: false}\n");
  const Result result = run(
      {"run", "tree.yaml", "--set", "traffic.load=0.8", "--json", "run.json", "--csv", "run.csv"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const json point = json::parse(read_file(folder.file("run.json"))).at("points").at(0);
  const json& fault = point.at("reconfiguration").at(0);
  EXPECT_EQ(fault.at("detected"), 1010);
  EXPECT_GT(fault.at("cycles"), 0);
  const json& packets = point.at("packets");
  const auto cut = packets.at("cut").get<int>();
  const auto dropped = packets.at("dropped").get<int>();
  EXPECT_GT(dropped, 0);
  EXPECT_EQ(packets.at("lost"), cut + dropped);
  EXPECT_THAT(result.output, HasSubstr("Packets: " + std::to_string(cut) + " cut on a wire, " +
                                       std::to_string(dropped) + " dropped, 0 deviated."));
  const std::string csv = read_file(folder.file("run.csv"));
  EXPECT_THAT(csv, HasSubstr(",lost,cut,dropped,deviated,"));
  EXPECT_THAT(csv, HasSubstr("," + std::to_string(cut + dropped) + "," + std::to_string(cut) + "," +
                             std::to_string(dropped) + ",0,"));
}

// A fault that the run was too short for is not passed over.
TEST_F(FaultsProgram, SaysWhichFaultsCameTooLate) {
  const struct {
    const char* cycle;
    const char* message;
  } kCases[] = {
      {"1000000", "s9.p0 (link), cycle 1000000: no switch had detected it by the end of the run"},
      {"2495", "s9.p0 (link), cycle 2495: no switch had detected it by the end of the run"},
      {"2488", "s9.p0 (link), cycle 2488: no register had been updated by the end of the run"},
  };
  for (const auto& each : kCases) {
    write_tree(std::string("faults: [{link: s9.p0, cycle: ") + each.cycle + "}]\n");
    const Result result =
        run({"run", "tree.yaml", "--set", "traffic.load=0.1", "--set", "simulation.drain=0"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr(each.message));
  }
}

// Each fault of many in one cycle names some of the others and counts the rest.
TEST_F(FaultsProgram, ManyFaultsAtOnceAreNotAllNamedByEach) {
  write_tree("faults: [{random: link, count: 120, tolerated: false, cycle: 2400}]\n");
  const std::vector<std::string> command = {"sweep", "tree.yaml",         "--set", "network.k=4",
                                            "--set", "traffic.load=0.01", "--db",  "run.sqlite"};
  std::vector<std::string> first = command;
  first.insert(first.end(), {"--json", "run.json"});
  const Result result = run(first);
  ASSERT_EQ(result.status, 0) << result.errors;
  const json point = json::parse(read_file(folder.file("run.json"))).at("points").at(0);
  ASSERT_EQ(point.at("reconfiguration").size(), 120u);
  for (const json& fault : point.at("reconfiguration")) {
    EXPECT_EQ(fault.at("overlaps").size(), 100u);
    EXPECT_EQ(fault.at("overlaps_left_out"), 19);
  }
  EXPECT_THAT(result.output, HasSubstr(" and 19 others at the same time\n"));
  EXPECT_EQ(run(command).output, result.output) << "from the file of results";
}

// Registers change while packets are on their way, in the model and in the RTL.
TEST_F(FaultsProgram, RtlFollowsFaultsDuringTheRun) {
  write_tree("faults: [{link: s4.p1}, {link: s9.p0, cycle: 1000}]\n");
  std::vector<json> points;
  for (const std::string mode : {"", "shadow", "replace"}) {
    std::vector<std::string> command = {"run", "tree.yaml", "--json", "run.json"};
    if (!mode.empty()) {
      command.insert(command.end(), {"--set", "rtl.blocks=[ft2ei]", "--set", "rtl.mode=" + mode});
    }
    const Result result = run(command);
    ASSERT_EQ(result.status, 0) << mode << ": " << result.errors;
    json point = json::parse(read_file(folder.file("run.json"))).at("points").at(0);
    ASSERT_EQ(point.at("reconfiguration").size(), 1u);
    if (!mode.empty()) {
      EXPECT_GT(point.at("rtl").at("decisions"), 0);
      EXPECT_EQ(point.at("rtl").at("mismatches"), 0);
    }
    point.erase("rtl");
    point.erase("performance");
    points.push_back(std::move(point));
  }
  EXPECT_EQ(points[1], points[0]);
  EXPECT_EQ(points[2], points[0]);
}

}  // namespace
}  // namespace netloom::test
