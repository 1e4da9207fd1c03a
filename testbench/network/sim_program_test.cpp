// The `netloom` program from outside: what it prints and writes, and how it ends.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "routing/decision/vc_policy.h"
#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST_F(Program, RunTwiceGivesTheSameResults) {
  write_tree();
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "a.json", "--jobs", "1"}).status, 0);
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "b.json", "--jobs", "4"}).status, 0);
  EXPECT_EQ(results(folder.file("a.json")), results(folder.file("b.json")));
}

TEST_F(Program, RunWritesTheContract) {
  write_tree();
  const Result result = run({"run", "tree.yaml", "--json", "a.json", "--csv", "a.csv"});
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, HasSubstr("accepted"));
  EXPECT_EQ(result.errors, "");
  const json document = json::parse(read_file(folder.file("a.json")));
  for (const char* key : {"version", "config", "points", "summary"}) {
    EXPECT_TRUE(document.contains(key)) << key;
  }
  ASSERT_EQ(document["points"].size(), 4u);
  const json& point = document["points"][0];
  for (const char* pointer : {"/load",
                              "/seed",
                              "/accepted_load",
                              "/latency/network/mean",
                              "/latency/network/p50",
                              "/latency/network/p95",
                              "/latency/network/p99",
                              "/latency/network/max",
                              "/latency/generation/mean",
                              "/hops/mean",
                              "/hops/by_kind/host",
                              "/paths/minimal",
                              "/packets/generated",
                              "/packets/injected",
                              "/packets/delivered",
                              "/packets/lost",
                              "/packets/deviated",
                              "/packets/in_flight",
                              "/packets/out_of_order",
                              "/switches/accepted_min",
                              "/switches/accepted_mean",
                              "/switches/accepted_max",
                              "/switches/jain",
                              "/saturated",
                              "/stationary",
                              "/deadlock",
                              "/completion_cycle",
                              "/reconfiguration",
                              "/rtl/decisions",
                              "/rtl/mismatches",
                              "/performance/wall_s",
                              "/performance/processor_s",
                              "/performance/cycles_per_s",
                              "/performance/packet_hops",
                              "/performance/flit_hops",
                              "/performance/peak_rss_bytes"}) {
    EXPECT_TRUE(point.contains(json::json_pointer(pointer))) << pointer;
  }
  EXPECT_FALSE(point.contains("/nodes/accepted"_json_pointer));
  const json& packets = point["packets"];
  EXPECT_EQ(packets["generated"], packets["delivered"].get<int>() + packets["lost"].get<int>() +
                                      packets["in_flight"].get<int>());
  EXPECT_NEAR(document["summary"][1]["accepted_load"]["mean"].get<double>(), 0.4, 0.05);
  EXPECT_FALSE(document["summary"][1]["accepted_load"]["ci95"].is_null());
  EXPECT_THAT(read_file(folder.file("a.csv")), StartsWith("series,load,seed,"));
}

TEST_F(Program, DetailsPerNodeSwitchAndLink) {
  write_tree();
  ASSERT_EQ(run({"run", "tree.yaml", "--seed", "3", "--details", "--json", "a.json"}).status, 0);
  const json document = json::parse(read_file(folder.file("a.json")));
  ASSERT_EQ(document["points"].size(), 2u);
  const json& point = document["points"][0];
  EXPECT_EQ(point["nodes"]["accepted"].size(), 8u);
  EXPECT_EQ(point["switches"]["accepted"].size(), 4u) << "the switches that have nodes";
  ASSERT_EQ(point["links"]["each"].size(), 48u);
  double phits = 0;
  for (const json& link : point["links"]["each"]) {
    if (link["to"].get<std::string>()[0] == 'h') {
      phits += link["vcs"][0]["utilisation"].get<double>();
    }
  }
  // A packet that is on its way to the NIC when the interval begins or ends counts on one side
  // only.
  EXPECT_NEAR(phits / 8, point["accepted_load"].get<double>(), 0.01);
}

TEST_F(Program, HowTheSimulationIsRunDoesNotMatter) {
  write_tree();
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "a.json"}).status, 0);
  const json plain = results(folder.file("a.json"))["points"];
  for (const char* setting : {"simulation.quantum=1", "simulation.idle_skipping=false",
                              "simulation.shuffle=7", "simulation.specialised=false"}) {
    ASSERT_EQ(run({"run", "tree.yaml", "--set", setting, "--json", "b.json"}).status, 0);
    EXPECT_EQ(results(folder.file("b.json"))["points"], plain) << setting;
  }
}

TEST_F(Program, RtlDecidesAsTheModelDoes) {
  write_tree();
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "a.json"}).status, 0);
  const Result shadow =
      run({"run", "tree.yaml", "--set", "rtl.blocks=[interval]", "--json", "b.json"});
  ASSERT_EQ(shadow.status, 0) << shadow.errors;
  EXPECT_THAT(shadow.output, HasSubstr(": 0 mismatches."));
  json plain = results(folder.file("a.json"))["points"];
  json rtl = results(folder.file("b.json"))["points"];
  for (json& point : rtl) {
    EXPECT_GT(point["rtl"]["decisions"], 0);
    point["rtl"] = plain[0]["rtl"];
  }
  EXPECT_EQ(plain, rtl);
}

TEST_F(Program, BurstEndsWhenEverythingHasArrived) {
  folder.write("burst.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {pattern: complement, burst: {packets: 10}, packet_phits: 4}\n");
  ASSERT_EQ(run({"run", "burst.yaml", "--json", "a.json"}).status, 0);
  const json point = results(folder.file("a.json"))["points"][0];
  EXPECT_TRUE(point["load"].is_null());
  EXPECT_EQ(point["packets"]["delivered"], 40);
  // No two packets meet: the last one starts in cycle 36 and takes 4 links, 3 switches of 2 cycles
  // and 3 more phits.
  EXPECT_EQ(point["completion_cycle"], 36 + 4 + 3 * 2 + 3);
}

TEST_F(Program, ABurstThatDoesNotEnd) {
  folder.write("burst.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {burst: {packets: 12}, packet_phits: 4}\n"
               "simulation: {completion_limit: 50}\n");
  const Result result = run({"run", "burst.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("seed 1: incomplete: the workload was not complete in cycle"
                                       " 50 (simulation.completion_limit)"));
}

// The bound on intervals holds for those that a run really has, not for all up to completion_limit.
TEST_F(Program, WorkloadsThatEndHaveAsManyIntervalsAsTheyTake) {
  folder.write("late.txt", "0 0 3 8\n3000000 1 2 8\n");
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {burst: {packets: 10}, packet_phits: 4}\n"
               "simulation: {sample_interval: 20}\n");
  const Result few = run({"run", "trace.yaml", "--json", "a.json"});
  EXPECT_EQ(few.status, 0) << few.errors;
  EXPECT_EQ(results(folder.file("a.json"))["points"][0]["time_series"]["samples"][0]["from"], 0);

  const std::vector<std::string> late = {"run", "trace.yaml", "--set",
                                         "traffic={trace: late.txt, packet_phits: 4}"};
  std::vector<std::string> longer = late;
  longer.insert(longer.end(), {"--set", "simulation.sample_interval=30"});
  EXPECT_EQ(run(longer).status, 0);
  const Result many = run(late);
  EXPECT_EQ(many.status, 1);
  EXPECT_THAT(many.errors,
              HasSubstr("seed 1: incomplete: the workload was not complete in cycle 2000019 "
                        "(simulation.sample_interval: a run has up to 100000 intervals, here of 20 "
                        "cycles, because each takes memory; allowed in longer runs: longer ones)"));
}

TEST_F(Program, WorkloadsThatEndHaveAsManyReadingsAsTheyTake) {
  folder.write("late.txt", "0 0 3 8\n300000 1 2 8\n");
  folder.write("counters.yaml",
               "network: {topology: dragonfly, h: 1}\n"
               "routing: {function: lia}\n"
               "traffic: {trace: late.txt, packet_phits: 4}\n"
               "simulation: {counters: [REMOTE_COUNTER], counter_interval: 2}\n");
  const Result many = run({"run", "counters.yaml"});
  EXPECT_EQ(many.status, 1);
  EXPECT_THAT(many.errors,
              HasSubstr("not complete in cycle 200001 (simulation.counter_interval: "));
  EXPECT_EQ(run({"run", "counters.yaml", "--set", "simulation.counter_interval=4"}).status, 0);
}

TEST_F(Program, TracesAreReplayed) {
  folder.write("t.txt", "0 0 3 8\n100 1 2 40\n");
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {trace: t.txt, packet_phits: 4}\n");
  ASSERT_EQ(run({"run", "trace.yaml", "--json", "a.json"}).status, 0);
  const json point = results(folder.file("a.json"))["points"][0];
  EXPECT_EQ(point["packets"]["delivered"], 3) << "5 phits are cut into 4 and 1";
  folder.write("t.txt", "0 0 3 8\n100 1 4 40\n");
  const Result result = run({"run", "trace.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("t.txt:2: destination 4 is out of range; allowed: 0 to 3"));
}

class DiskTraces : public Program {
 protected:
  void write_disks(const std::string& more = "") const {
    folder.write("disks.yaml",
                 "network: {topology: fat_tree, k: 2, n: 4, latency: {host: 8, up: 8, down: 8}}\n"
                 "switch: {routing_delay: 20, output_buffer: 2048, crossbar: {kind: full}}\n"
                 "traffic:\n"
                 "  packet_phits: 1024\n"
                 "  trace: {generator: disk, disks: 4, duration: 60000, burst: 9000, idle: 5000,\n"
                 "          request_gap: 150}\n" +
                     more);
  }
  json point(const std::vector<std::string>& settings, int index = 0) const {
    std::vector<std::string> arguments = {"run", "disks.yaml", "--json", "a.json"};
    for (const std::string& each : settings) arguments.insert(arguments.end(), {"--set", each});
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return results(folder.file("a.json"))["points"][static_cast<std::size_t>(index)];
  }
};

TEST_F(DiskTraces, TheFileIsReplayedAsTheGeneratorItself) {
  write_disks();
  ASSERT_EQ(run({"trace", "disks.yaml", "--seed", "3", "--output", "t.txt"}).status, 0);
  const std::string text = read_file(folder.file("t.txt"));
  EXPECT_THAT(text, StartsWith("# made by netloom trace, 16 nodes\n"));
  EXPECT_THAT(text, HasSubstr("\n# idle: 5000\n"));
  EXPECT_THAT(text, HasSubstr("\n# seed: 3\n# cycle source destination bytes\n"));
  EXPECT_EQ(run({"trace", "disks.yaml", "--seed", "3"}).output, text);
  EXPECT_NE(run({"trace", "disks.yaml", "--seed", "4"}).output, text);
  const json generated = point({"simulation.seeds=3"});
  EXPECT_EQ(point({"simulation.seeds=3", "traffic.trace=t.txt"}), generated);
  EXPECT_GT(generated["completion_cycle"], 50000);
  EXPECT_GT(generated["packets"]["delivered"], 200);
}

TEST_F(DiskTraces, EveryRunHasItsTraceUnlessItsSeedIsGiven) {
  write_disks("simulation: {seeds: [1, 2]}\n");
  EXPECT_NE(point({}, 0)["packets"], point({}, 1)["packets"]);
  const std::string seed = "traffic.trace.seed=5";
  EXPECT_EQ(point({seed}, 0)["packets"]["generated"], point({seed}, 1)["packets"]["generated"]);
}

TEST_F(DiskTraces, PacketsOfAllSizesInEverySwitchingMode) {
  write_disks("simulation: {check_invariants: true}\n");
  const json packets = point({})["packets"];
  EXPECT_EQ(packets["delivered"], packets["generated"]);
  for (const std::vector<std::string>& mode : std::vector<std::vector<std::string>>{
           {"switch.switching=store_and_forward"},
           {"switch.switching=wormhole", "switch.flit_phits=64", "switch.input_buffer=128",
            "switch.output_buffer=128"},
           {"switch.output_buffer=0"},
           {"switch.crossbar.kind=multiplexed", "switch.crossbar.speedup=2"},
           {"routing.function=destro"},
           {"nic.reorder_buffer=20"}}) {
    const json other = point(mode)["packets"];
    EXPECT_EQ(other["generated"], packets["generated"]) << mode[0];
    EXPECT_EQ(other["delivered"], packets["generated"]) << mode[0];
  }
}

TEST_F(DiskTraces, TimeSeriesAddUpToTheWhole) {
  write_disks("simulation: {sample_interval: 1000}\n");
  ASSERT_EQ(run({"run", "disks.yaml", "--json", "a.json", "--time-csv", "t.csv"}).status, 0);
  const json point = results(folder.file("a.json"))["points"][0];
  const json& samples = point["time_series"]["samples"];
  double packets = 0;
  double latency = 0;
  for (const json& sample : samples) {
    if (sample["packets"] == 0) continue;
    packets += sample["packets"].get<double>();
    latency += sample["packets"].get<double>() * sample["generation_latency"].get<double>();
  }
  EXPECT_EQ(packets, point["packets"]["delivered"].get<double>());
  EXPECT_NEAR(latency / packets, point["latency"]["generation"]["mean"].get<double>(), 1e-6);
  const std::string csv = read_file(folder.file("t.csv"));
  EXPECT_THAT(csv, StartsWith("series,load,seed,from,packets,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + static_cast<long>(samples.size()));
}

TEST_F(DiskTraces, TimeIsDrawn) {
  write_disks("simulation: {sample_interval: 1000}\n");
  const Result result = run({"sweep", "disks.yaml", "--vary", "routing.function=interval,destro",
                             "--time-plot", "picture", "--log"});
  if (result.status == 2 && result.errors.find("needs gnuplot") != std::string::npos) {
    GTEST_SKIP() << "no gnuplot here";
  }
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(read_file(folder.file("picture.svg")), HasSubstr("function=destro"));
}

TEST_F(DiskTraces, WhatCannotBeShownIsSaidBeforehand) {
  write_disks();
  const Result no_series = run({"run", "disks.yaml", "--time-csv", "t.csv"});
  EXPECT_EQ(no_series.status, 2);
  EXPECT_THAT(no_series.errors,
              HasSubstr("--time-csv: there is no time series; set simulation.sample_interval"));
  write_tree();
  const Result no_trace = run({"trace", "tree.yaml"});
  EXPECT_EQ(no_trace.status, 2);
  EXPECT_THAT(no_trace.errors, HasSubstr("tree.yaml: traffic.trace is missing"));
}

TEST_F(DiskTraces, Summary) {
  folder.write("t.txt", "0 0 3 8\n99 1 2 40\n");
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {trace: t.txt, packet_phits: 4}\n");
  EXPECT_EQ(run({"trace", "trace.yaml", "--summary"}).output,
            "2 messages, 3 packets, 6 phits in 100 cycles: 0.0150 phits/(node·cycle)\n"
            "busiest sender: node 1, 0.050 phits/cycle; busiest receiver: node 2, 0.050 "
            "phits/cycle\n");
}

TEST_F(Program, ReorderingChangesNothingForPacketsThatKeepTheirOrder) {
  write_tree("routing: {function: destro}\n");
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "a.json"}).status, 0);
  const json plain = results(folder.file("a.json"))["points"];
  for (const auto& [size, acknowledgements] :
       {std::pair<json, std::string>("unlimited", "none"), {10000, "ideal"}}) {
    ASSERT_EQ(
        run({"run", "tree.yaml", "--set",
             "nic.reorder_buffer=" + (size.is_string() ? size.get<std::string>() : size.dump()),
             "--json", "b.json"})
            .status,
        0);
    json reordered = results(folder.file("b.json"))["points"];
    for (json& point : reordered) {
      EXPECT_EQ(point["reordering"]["buffer_packets"], size);
      EXPECT_EQ(point["reordering"]["acknowledgements"], acknowledgements);
      point.erase("reordering");
    }
    EXPECT_EQ(reordered, plain) << size;
  }
  // The window of one packet is felt.
  ASSERT_EQ(run({"run", "tree.yaml", "--set", "nic.reorder_buffer=1", "--json", "b.json"}).status,
            0);
  EXPECT_GT(results(folder.file("b.json"))["points"][3]["latency"]["generation"]["mean"],
            plain[3]["latency"]["generation"]["mean"]);
}

TEST_F(Program, ADeadlockIsReportedWithItsCycle) {
  std::string ring;
  for (int i = 0; i < 8; ++i) {
    ring += "s" + std::to_string(i) + " s" + std::to_string((i + 1) % 8) + "\n";
  }
  folder.write("ring.txt", ring);
  folder.write("ring.yaml",
               "network: {topology: graph, file: ring.txt}\n"
               "routing: {function: shortest_path}\n"
               "switch: {input_buffer: 8}\n"
               "traffic: {pattern: tornado, load: 1, packet_phits: 8}\n"
               "simulation: {watchdog: 1000}\n");
  const Result result = run({"run", "ring.yaml", "--json", "a.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, StartsWith("netloom: error: load 1, seed 1: deadlock: "));
  const json point = results(folder.file("a.json"))["points"][0];
  EXPECT_GE(point["deadlock"]["channels"].size(), 3u);
  EXPECT_EQ(point["deadlock"]["cycle"], 1000);  // the first look
}

TEST_F(Program, RegistersOfTheThesisFigure) {
  // [Fat-Trees 2010], Figure 3.2: the intervals of switch 0 of the 2-ary 3-tree.
  write_tree();
  const Result result = run({"netlist", "tree.yaml", "--registers"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, StartsWith("switch  port  LIB  UIB\n"
                                        "s0         0    0    0\n"
                                        "s0         1    1    1\n"
                                        "s0         2    2    7\n"
                                        "s0         3    2    7\n"));
}

TEST_F(Program, NetlistsAreReadBack) {
  write_tree();
  ASSERT_EQ(run({"netlist", "tree.yaml", "--output", "n.yaml"}).status, 0);
  folder.write("file.yaml",
               "network: {file: n.yaml}\n"
               "routing: {function: interval, selection: sadp}\n"
               "traffic: {load: 0.3}\n");
  ASSERT_EQ(run({"netlist", "file.yaml", "--format", "json", "--output", "n.json"}).status, 0);
  ASSERT_EQ(run({"netlist", "tree.yaml", "--format", "json", "--output", "m.json"}).status, 0);
  EXPECT_EQ(read_file(folder.file("n.json")), read_file(folder.file("m.json")));
  EXPECT_EQ(run({"netlist", "tree.yaml", "--format", "dot"}).output.rfind("digraph", 0), 0u);
}

TEST_F(Program, CheckOfAGoodNetwork) {
  write_tree();
  const Result result = run({"check", "tree.yaml", "--json", "c.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("all 56 pairs of hosts, over 168 paths"));
  const json document = json::parse(read_file(folder.file("c.json")));
  EXPECT_EQ(document["connected"], true);
  EXPECT_EQ(document["registers"]["differences"].size(), 0u);
  EXPECT_GT(document["registers"]["words"], 0);
}

TEST_F(Program, CheckOfTablesThatDoNotConnect) {
  // s1 sends what is for s2 back to s0. Tables are followed as they are read, so that is no finding
  // of the check but bad input.
  folder.write("line.txt", "s0 s1\ns1 s2\n");
  folder.write("table.txt", "s0 s1 1\ns0 s2 1\ns1 s0 1\ns1 s2 1\ns2 s0 1\ns2 s1 1\n");
  folder.write("line.yaml",
               "network: {topology: graph, file: line.txt}\n"
               "routing: {function: table, file: table.txt}\n"
               "traffic: {load: 0.1}\n");
  const Result result = run({"check", "line.yaml"});
  EXPECT_EQ(result.status, 2) << result.output << result.errors;
  EXPECT_THAT(result.errors,
              StartsWith("netloom: error: line.yaml:2: routing.function: table.txt"));
}

TEST_F(Program, ListsAndSchema) {
  EXPECT_THAT(run({"list"}).output, HasSubstr("fat_tree"));
  const std::string patterns = run({"list", "patterns"}).output;
  EXPECT_THAT(patterns, HasSubstr("bit_reversal"));
  EXPECT_THAT(patterns, Not(HasSubstr("fat_tree ")));
  const std::string policies = run({"list", "vc_policies"}).output;
  for (const std::string& name : VcPolicyRegistry::instance().names()) {
    EXPECT_THAT(policies, HasSubstr("\n  " + name + "  "));
  }
  const std::string parts = run({"list", "parts"}).output;
  for (const char* part :
       {"\n  allocator  ", "\n    separable  ", "\n    wavefront  ", "\n    fifo  "}) {
    EXPECT_THAT(parts, HasSubstr(part));
  }
  EXPECT_THAT(run({"list", "views"}).output,
              HasSubstr("\n    without   links that fail while the network runs"));
  EXPECT_TRUE(json::parse(run({"schema"}).output).contains("properties"));
  EXPECT_THAT(run({"--version"}).output, StartsWith("netloom "));
}

TEST_F(Program, PrintedConfigurationRunsAsTheOneThatWasGiven) {
  write_tree();
  folder.write("printed.yaml", run({"run", "tree.yaml", "--print-config"}).output);
  ASSERT_EQ(run({"run", "tree.yaml", "--json", "a.json"}).status, 0);
  ASSERT_EQ(run({"run", "printed.yaml", "--json", "b.json"}).status, 0);
  EXPECT_EQ(results(folder.file("a.json")), results(folder.file("b.json")));
}

TEST_F(Program, BadInputIsOneMessageAndStatusTwo) {
  write_tree();
  const auto error_of = [&](const std::vector<std::string>& arguments) {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_EQ(result.output, "");
    EXPECT_THAT(result.errors, StartsWith("netloom: error: "));
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1);
    return result.errors;
  };
  EXPECT_THAT(error_of({}), HasSubstr("a command is missing; allowed: check, compare, "));
  EXPECT_THAT(error_of({"--bogus"}), HasSubstr("not expected: --bogus (netloom --help says more)"));
  EXPECT_THAT(error_of({"rtl"}),
              HasSubstr("rtl: CONFIG is missing; allowed: a configuration file, or build"));
  EXPECT_THAT(
      error_of({"rtl", "bild"}),
      HasSubstr(
          "rtl: 'bild' is neither a configuration file nor a command; allowed: a file, or build"));
  EXPECT_THAT(error_of({"rtl", "tree.yaml", "-o", "made", "--phit-width", "8"}),
              HasSubstr("error: --phit-width 8: the header of a packet takes "));
  EXPECT_THAT(
      error_of({"rtl", "tree.yaml", "-o", "made", "--phit-width", "65537"}),
      HasSubstr("--phit-width: '65537' is not allowed; allowed: an integer from 1 to 65536"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "b", "--bogus", "c"}),
              HasSubstr("not expected: b --bogus c (netloom run --help says more)"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "--set", "traffic.load", "0.5"}),
              HasSubstr("--set traffic.load: expected KEY.PATH=VALUE, without a blank; not "
                        "expected: 0.5"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "b", "--set", "traffic.load=0.5"}),
              HasSubstr("not expected: b (netloom run --help says more)"));
  EXPECT_THAT(error_of({"repro", "list", "fig-3.13"}), HasSubstr("'list' stands alone"));
  EXPECT_THAT(
      error_of({"swep", "tree.yaml"}),
      HasSubstr("'swep' is not a command (did you mean 'sweep'?); allowed: check, compare, "));
  EXPECT_THAT(error_of({""}), HasSubstr("'' is not a command; allowed: check, compare, "));
  EXPECT_THAT(error_of({"run"}), HasSubstr("CONFIG is required"));
  EXPECT_THAT(error_of({"run", "none.yaml"}),
              HasSubstr("none.yaml: the file cannot be read: No such file or directory"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "--set", "network.k"}), HasSubstr("KEY.PATH=VALUE"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "--set", "network.k=1"}), HasSubstr("network.k"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "--json", "none/a.json"}),
              HasSubstr("none/a.json: cannot be written"));
  EXPECT_THAT(error_of({"run", "tree.yaml", "--jobs", "0"}), HasSubstr("--jobs"));
  EXPECT_THAT(error_of({"netlist", "tree.yaml", "--format", "xml"}), HasSubstr("--format"));
  EXPECT_THAT(error_of({"list", "nonsense"}), HasSubstr("nonsense"));
  folder.write("bad.sqlite", std::string(1000, 'x'));
  EXPECT_THAT(error_of({"sweep", "tree.yaml", "--db", "bad.sqlite"}),
              HasSubstr("bad.sqlite: file is not a database"));
}

TEST_F(Program, PlotIsDrawn) {
  write_tree();
  const Result result =
      run({"sweep", "tree.yaml", "--vary", "routing.selection=sadp,ff", "--plot", "picture"});
  if (result.status == 2 && result.errors.find("needs gnuplot") != std::string::npos) {
    GTEST_SKIP() << "no gnuplot here";
  }
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  EXPECT_THAT(read_file(folder.file("picture.svg")), HasSubstr("selection=sadp"));
  EXPECT_EQ(read_file(folder.file("picture.png")).substr(1, 3), "PNG");
}

class Sweep : public Program {
 protected:
  /// Rows that are committed; 0 as long as there is no table.
  int committed() const {
    sqlite3* database = nullptr;
    int count = 0;
    if (sqlite3_open_v2(folder.file("s.sqlite").c_str(), &database, SQLITE_OPEN_READONLY,
                        nullptr) == SQLITE_OK) {
      sqlite3_exec(
          database, "SELECT count(*) FROM points",
          [](void* result, int, char** values, char**) {
            *static_cast<int*>(result) = std::stoi(values[0]);
            return 0;
          },
          &count, nullptr);
    }
    sqlite3_close(database);
    return count;
  }

  /// Times of the points' commits and their results, as the file has them.
  std::string rows() const {
    sqlite3* database = nullptr;
    std::string text;
    sqlite3_open_v2(folder.file("s.sqlite").c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_exec(
        database, "SELECT load, seed, result FROM points ORDER BY configuration, load, seed",
        [](void* result, int columns, char** values, char**) {
          for (int i = 0; i < columns; ++i) *static_cast<std::string*>(result) += values[i];
          return 0;
        },
        &text, nullptr);
    sqlite3_close(database);
    return text;
  }
};

TEST_F(Sweep, GoesOnAfterKill9) {
  // Twelve points of some tenths of a second; the sweep is killed as a whole in their midst, again
  // and again.
  folder.write("tree.yaml",
               "network: {topology: fat_tree, k: 4, n: 3}\n"
               "traffic: {load: [0.1, 0.3, 0.5, 0.7]}\n"
               "simulation: {warmup: 2000, measure: 20000, seeds: [1, 2, 3]}\n");
  const std::vector<std::string> arguments = {"sweep",  "tree.yaml", "--db",   "s.sqlite",
                                              "--jobs", "2",         "--json", "a.json"};
  int before = 0;
  for (int kills = 0; kills < 3; ++kills) {
    const pid_t process = start(arguments);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (committed() < before + 2 && std::chrono::steady_clock::now() < limit) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    // The leader alone: its children end with it.
    kill(process, SIGKILL);
    int status = 0;
    waitpid(process, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the sweep had ended before it could be killed";
    const int after = committed();
    ASSERT_GE(after, before + 2);
    ASSERT_LT(after, 12);
    before = after;
  }
  const std::string kept = rows();
  const Result result = run(arguments);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.errors,
              HasSubstr("netloom: " + std::to_string(before) + " of 12 points were in s.sqlite"));
  EXPECT_EQ(committed(), 12);
  std::size_t found = 0;
  for (std::size_t at = 0; (at = kept.find("\"wall_s\":", at)) != std::string::npos; ++at) {
    const std::string measured = kept.substr(at, kept.find(',', at) - at);
    if (rows().find(measured) != std::string::npos) ++found;
  }
  EXPECT_EQ(found, static_cast<std::size_t>(before)) << "points that were there are simulated anew";

  ASSERT_EQ(run({"run", "tree.yaml", "--json", "b.json"}).status, 0);
  EXPECT_EQ(results(folder.file("a.json")), results(folder.file("b.json")));
}

TEST_F(Sweep, SeveralConfigurationsInOneFile) {
  write_tree();
  ASSERT_EQ(run({"sweep", "tree.yaml", "--db", "s.sqlite"}).status, 0);
  EXPECT_EQ(committed(), 4);
  const Result other = run({"sweep", "tree.yaml", "--db", "s.sqlite", "--vary",
                            "routing.selection=sadp,ff", "--json", "a.json"});
  ASSERT_EQ(other.status, 0) << other.errors;
  EXPECT_THAT(other.errors, HasSubstr("4 of 8 points were in s.sqlite"))
      << "one of both is the default";
  EXPECT_EQ(committed(), 8);
  const json document = results(folder.file("a.json"));
  ASSERT_EQ(document["series"].size(), 2u);
  EXPECT_EQ(document["series"][1]["name"], "selection=ff");
  EXPECT_EQ(document["points"][7]["series"], "selection=ff");
  EXPECT_NE(document["points"][0]["latency"], document["points"][4]["latency"]);
}

TEST_F(Sweep, MorePointsOfTheSameConfiguration) {
  write_tree();
  ASSERT_EQ(run({"sweep", "tree.yaml", "--db", "s.sqlite"}).status, 0);
  const Result more = run({"sweep", "tree.yaml", "--db", "s.sqlite", "--set",
                           "simulation.seeds=[1,2,3]", "--set", "traffic.load=[0.4,0.2]"});
  EXPECT_THAT(more.errors, HasSubstr("2 of 6 points were in s.sqlite"));
}

}  // namespace
}  // namespace netloom::test
