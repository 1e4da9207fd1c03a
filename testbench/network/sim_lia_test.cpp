// What results say of traffic counters, of the switches of a group, and of transients, in
// dragonflies with LIA and what it is compared with.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;

class LiaProgram : public Program {
 protected:
  json point(const std::vector<std::string>& settings,
             const std::vector<std::string>& options = {}) const {
    folder.write("l.yaml",
                 "network: {topology: dragonfly, h: 2, latency: {host: 1, local: 15, global: 50}}\n"
                 "switch: {input_buffer: {host: 1000, local: 100, global: 300}, output_buffer: "
                 "100, crossbar: {speedup: 2}}\n"
                 "routing: {function: lia}\n"
                 "traffic: {pattern: adversarial_global, load: 0.2, packet_phits: 10}\n"
                 "simulation: {warmup: 2000, measure: 4000}\n");
    std::vector<std::string> arguments = {"run", "l.yaml", "--json", "r.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const std::string& setting : settings) {
      arguments.push_back("--set");
      arguments.push_back(setting);
    }
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"][0];
  }
};

double sum(const json& values) {
  double result = 0;
  for (const json& each : values) result += each.get<double>();
  return result;
}

TEST_F(LiaProgram, LoadsByPositionAndPathAddUp) {
  const json result = point({}, {"--details"});
  const json& positions = result["group_positions"];
  ASSERT_EQ(positions["accepted"].size(), 4u);
  EXPECT_NEAR(sum(positions["accepted"]) / 4, result["accepted_load"], 1e-9);
  EXPECT_GT(positions["jain"], 0.99);
  double paths = 0;
  for (const auto& [name, loads] : positions["paths"].items()) {
    ASSERT_EQ(loads.size(), 4u) << name;
    paths += sum(loads);
    // Of the packets, which are all alike, and of the load.
    EXPECT_NEAR(sum(loads) / 4 / result["accepted_load"].get<double>(), result["paths"][name],
                1e-9);
  }
  EXPECT_NEAR(paths, sum(positions["accepted"]), 1e-9);

  const json& switches = result["switches"];
  ASSERT_EQ(switches["paths"]["minimal"].size(), 36u);
  double of_switch = 0;
  for (const json& loads : switches["paths"]) of_switch += loads[17].get<double>();
  EXPECT_NEAR(of_switch, switches["accepted"][17], 1e-9);
}

// Minimally, all of ADVc leaves a group at the first of its switches: its own hosts get more of its
// global links than those that first have to come to it.
TEST_F(LiaProgram, FairnessIsThatOfTheSwitchesOfAGroup) {
  const auto positions = [this](const char* routing, const char* load) {
    return point({routing, "traffic.pattern=adversarial_consecutive", load})["group_positions"];
  };
  const json unfair = positions("routing={function: min}", "traffic.load=0.5");
  const json fair = positions("routing={function: val, path_a: LGL}", "traffic.load=0.3");
  EXPECT_LT(unfair["jain"], 0.95);
  EXPECT_GT(fair["jain"], 0.99);
  for (int other = 1; other < 4; ++other) {
    EXPECT_GT(unfair["accepted"][0].get<double>(), 1.2 * unfair["accepted"][other].get<double>());
  }
}

// Below saturation, h hosts that send a load of 0.2 to one group inject h · 0.2 · 200 / 10 packets
// in a window of 200 cycles. With the offset h, R_1 is G of that group; with the offset 1 it is
// G/h.
TEST_F(LiaProgram, CountersAreWhatTheLoadMakesThem) {
  const double expected = 2 * 0.2 * 200 / 10;
  const std::vector<std::string> counters = {
      "simulation.counters=[INJECTED_PACKETS, EXTENDED_COUNTER, REMOTE_COUNTER]",
      "simulation.counter_interval=50"};
  std::vector<std::string> settings = counters;
  settings.emplace_back("traffic.offset=2");
  const json at_h = point(settings, {"--details"})["counters"];
  EXPECT_EQ(at_h["readings"], 80);
  EXPECT_EQ(at_h["interval"], 50);
  const json& registers = at_h["registers"];
  EXPECT_NEAR(registers["INJECTED_PACKETS"]["2"]["mean"], expected, 0.1 * expected);
  EXPECT_EQ(registers["INJECTED_PACKETS"]["1"]["max"], 0);
  EXPECT_NEAR(registers["EXTENDED_COUNTER"]["2"]["mean"], expected, 0.1 * expected);
  EXPECT_DOUBLE_EQ(registers["REMOTE_COUNTER"]["1"]["mean"],
                   registers["EXTENDED_COUNTER"]["2"]["mean"]);
  EXPECT_EQ(registers["REMOTE_COUNTER"]["-1"]["max"], 0);
  const json& each = registers["EXTENDED_COUNTER"]["2"];
  EXPECT_LE(each["min"], each["mean"]);
  EXPECT_LE(each["mean"], each["max"]);
  EXPECT_EQ(each["switches"].size(), 36u);
  EXPECT_EQ(each["series"].size(), 80u);
  EXPECT_NEAR(sum(each["switches"]) / 36, each["mean"], 1e-9);
  EXPECT_NEAR(sum(each["series"]) / 80, each["mean"], 1e-9);

  const json at_1 = point(counters)["counters"]["registers"];
  EXPECT_NEAR(at_1["REMOTE_COUNTER"]["1"]["mean"], expected / 2, 0.05 * expected);
  EXPECT_FALSE(at_1["REMOTE_COUNTER"]["1"].contains("series"));
}

// Reading changes nothing.
TEST_F(LiaProgram, ReadingCountersChangesNothing) {
  json with = point({"simulation.counters=[REMOTE_COUNTER]", "simulation.counter_interval=7"});
  json without = point({});
  with.erase("counters");
  for (json* each : {&with, &without}) each->erase("performance");
  EXPECT_EQ(with, without);
}

// Counters of a network that is empty say nothing; the last credits come over a link of 50 cycles.
TEST_F(LiaProgram, CountersAreReadUntilAWorkloadIsComplete) {
  const json result =
      point({"traffic={pattern: adversarial_global, burst: {packets: 20}, packet_phits: 10}",
             "simulation.counters=[REMOTE_COUNTER]", "simulation.counter_interval=10"});
  const int completion = result["completion_cycle"];
  const int readings = result["counters"]["readings"];
  EXPECT_GE(readings, completion / 10);
  EXPECT_LE(readings, (completion + 60) / 10);
}

// From UN to ADV+1 at cycle 3000: packets that are injected before go minimally and fast, those
// after it do not.
TEST_F(LiaProgram, TransientsByTheCycleOfInjection) {
  const json series =
      point({"traffic.pattern=null",
             "traffic.phases=[{pattern: uniform}, {from: 3000, pattern: adversarial_global}]",
             "simulation.sample_interval=10", "simulation.sample_by=injection",
             "simulation.sample_quartiles=true", "simulation.drain=5000"})["time_series"];
  EXPECT_EQ(series["by"], "injection");
  const json& samples = series["samples"];
  double before = 0, after = 0;
  for (int i = 0; i < 20; ++i) {
    const json& early = samples[270 + i];
    const json& late = samples[320 + i];
    before += early["network_latency"].get<double>();
    after += late["network_latency"].get<double>();
    for (const json* each : {&early, &late}) {
      const json& quartiles = (*each)["network_quartiles"];
      EXPECT_LE(quartiles["q1"], quartiles["median"]);
      EXPECT_LE(quartiles["median"], quartiles["q3"]);
      EXPECT_LE(quartiles["q3"], (*each)["generation_quartiles"]["q3"]);
    }
  }
  EXPECT_GT(after, before);
}

}  // namespace
}  // namespace netloom::test
