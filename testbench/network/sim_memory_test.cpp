// The estimate of what a run takes, beside what runs take.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/config/memory.h"
#include "testbench/network/program.h"
#include "testbench/support/sanitized.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

/// What the program takes with next to nothing in it.
constexpr double kProgram = 64 << 20;

/// docs/reference/configuration/simulation.md promises these.
constexpr double kMostOfModel = 1.5;  // of the estimate, and what the model has of it
constexpr double kLeastOfPeak = 0.5;

struct Network {
  std::string name;
  std::string text;

  friend void PrintTo(const Network& network, std::ostream* out) { *out << network.name; }
};

std::vector<Network> networks() {
  return {
      {"FatTree",
       "network: {topology: fat_tree, k: 16, n: 3}\n"
       "traffic: {load: 0.1}\n"},
      {"Wormhole",
       "network: {topology: torus, k: [32, 32]}\n"
       "switch: {switching: wormhole, flit_phits: 1, input_buffer: 64}\n"
       "routing: {vcs: {policy: free, count: 4}}\n"
       "traffic: {load: 0.1}\n"},
      {"LongLinks",
       "network: {topology: dragonfly, h: 3, latency: {local: 100, global: 20000}}\n"
       "traffic: {load: 0.1}\n"},
      {"OutputBuffers",
       "network: {topology: fat_tree, k: 4, n: 4}\n"
       "switch: {output_buffer: 4096, input_buffer: 8192}\n"
       "traffic: {load: 0.1, packet_phits: 4}\n"},
      {"WideSwitches",
       "network: {topology: single_switch, hosts: 256}\n"
       "switch: {input_buffer: 65536}\n"
       "nic: {injection_vcs: 8}\n"
       "traffic: {load: 0.1, packet_phits: 2}\n"},
      {"ReorderBuffers",
       "network: {topology: fat_tree, k: 8, n: 4}\n"
       "nic: {reorder_buffer: 4}\n"
       "traffic: {load: 0.01}\n"},
      {"Tables",
       "network: {topology: mesh, k: [64, 64]}\n"
       "routing: {function: all_path}\n"
       "traffic: {load: 0.01}\n"},
      {"CountersWithALongWindow",
       "network: {topology: dragonfly, h: 3}\n"
       "routing: {function: lia, window: 65536}\n"
       "traffic: {load: 0.1}\n"},
      {"ManyFaults",
       "network: {topology: fat_tree, k: 4, n: 5}\n"
       "routing: {function: ft2ei}\n"
       "faults: [{cycle: 100000, spacing: 1000, random: link, count: 8000, tolerated: false}]\n"
       "traffic: {load: 0.01, packet_phits: 4}\n"},
  };
}

class MemoryEstimates : public Program, public testing::WithParamInterface<Network> {
 protected:
};

TEST_P(MemoryEstimates, AreCloseToWhatIsTaken) {
  folder.write("c.yaml", GetParam().text + "simulation: {warmup: 0, measure: 20}\n");
  const Config config = load_config(folder.file("c.yaml"));
  const auto estimate = static_cast<double>(memory_of_run(config));
  const Result result = run({"run", "c.yaml", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const json performance =
      json::parse(read_file(folder.file("a.json")))["points"][0]["performance"];
  const auto model = performance["model_bytes"].get<double>();
  const auto peak = performance["peak_rss_bytes"].get<double>();
  RecordProperty("estimate", std::to_string(estimate));
  RecordProperty("model", std::to_string(model));
  RecordProperty("peak", std::to_string(peak));
  std::printf("estimate %.1f MiB, model %.1f MiB, peak %.1f MiB\n", estimate / (1 << 20),
              model / (1 << 20), peak / (1 << 20));
  // Never more than what is taken, or something that runs would be refused.
  EXPECT_LE(estimate, peak);
  if (!kSanitized) {
    EXPECT_GE(estimate, kLeastOfPeak * (peak - kProgram));
  }
  EXPECT_LE(model, kMostOfModel * estimate);
}

INSTANTIATE_TEST_SUITE_P(Of, MemoryEstimates, testing::ValuesIn(networks()),
                         [](const auto& parameter) { return parameter.param.name; });

using MemoryLimit = Program;

// Neither is a trace read that a run without it has no room for, nor one that all results are there
// of.
TEST_F(MemoryLimit, IsLookedAtBeforeATraceIsRead) {
  folder.write("trace.txt", "0 0 1 8\n1 0 99 8\n");
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "traffic: {trace: trace.txt, packet_phits: 1}\n");
  const Result large = run({"run", "trace.yaml", "--set", "switch={input_buffer: 16777216}",
                            "--set", "simulation.memory_limit=64"});
  EXPECT_EQ(large.status, 2);
  EXPECT_THAT(large.errors, HasSubstr("simulation.memory_limit: a run takes about "));
  EXPECT_THAT(run({"run", "trace.yaml"}).errors, HasSubstr("trace.txt:2: destination 99"));

  std::string messages;
  for (int cycle = 0; cycle < 22000; ++cycle) messages += std::to_string(cycle) + " 0 1 8\n";
  folder.write("trace.txt", messages);
  const std::vector<std::string> command = {"sweep", "trace.yaml", "--db", "a.sqlite"};
  const Result all = run(command);
  ASSERT_EQ(all.status, 0) << all.errors;
  std::vector<std::string> again = command;
  again.insert(again.end(), {"--set", "simulation.memory_limit=1"});
  const Result known = run(again);
  EXPECT_EQ(known.status, 0) << known.errors;
  EXPECT_EQ(known.output, all.output);
  folder.write("trace.txt", messages + "0 0 1 8\n");
  EXPECT_THAT(run(again).errors,
              AnyOf(HasSubstr("trace.txt:21846: 21846 messages take 1048608 bytes of memory; "
                              "allowed: up to simulation.memory_limit (1048576 bytes)"),
                    HasSubstr("simulation.memory_limit: a run takes about ")));
}

TEST_F(MemoryLimit, IsLookedAtBeforeAnythingRuns) {
  folder.write("large.yaml",
               "network: {topology: fat_tree, k: 4, n: 3}\n"
               "switch: {input_buffer: 16777216}\n"
               "traffic: {load: [0.1, 0.2], packet_phits: 1}\n"
               "simulation: {seeds: [1, 2]}\n");
  for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "large.yaml"},
                                                  {"sweep", "large.yaml"},
                                                  {"check", "large.yaml"},
                                                  {"netlist", "large.yaml", "--registers"}}) {
    const Result result = run(command);
    EXPECT_EQ(result.status, 2) << command.front();
    EXPECT_EQ(result.output, "") << command.front();
    EXPECT_THAT(result.errors,
                AllOf(StartsWith("netloom: error: large.yaml:4: simulation.memory_limit: a run "
                                 "takes about 1638"),
                      HasSubstr(" MiB: buffers "), HasSubstr("; allowed: up to "),
                      HasSubstr("what this machine has, or a larger simulation.memory_limit")))
        << command.front();
  }
  // What takes no network of switches goes on.
  EXPECT_EQ(run({"netlist", "large.yaml"}).status, 0);
}

TEST_F(MemoryLimit, HoldsForWhatIsQueuedToBeSent) {
  const std::string tree = "network: {topology: fat_tree, k: 2, n: 3}\n";
  const std::string limits = "simulation: {completion_limit: 4000000000, memory_limit: 700}\n";
  // 8 nodes with 20 million packets of 16 bytes; one message of 4 GB is as many as 16.7 million.
  folder.write("burst.yaml",
               tree + "traffic: {packet_phits: 64, burst: {packets: 20000000}}\n" + limits);
  folder.write("messages.txt", "0 1 2 4294967295\n0 1 3 4294967295\n0 1 4 4294967295\n");
  folder.write("trace.yaml", tree +
                                 "traffic: {packet_phits: 64, trace: messages.txt, bytes_per_phit: "
                                 "4}\n" +
                                 limits);
  const std::vector<std::pair<std::string, std::string>> cases = {{"burst.yaml", "2442"},
                                                                  {"trace.yaml", "768"}};
  for (const auto& [name, queues] : cases) {
    const Result result = run({"run", name});
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_THAT(result.errors, AllOf(HasSubstr("simulation.memory_limit: a run takes about "),
                                     HasSubstr(", source queues " + queues + ", ")))
        << name;
  }
}

// 16 bytes a message, which all points share; 48 while it is read.
TEST_F(MemoryLimit, HoldsForTraces) {
  std::string trace;
  for (int i = 0; i < 80000; ++i) trace += fmt::format("{} {} {} 8\n", i / 8, i % 8, (i + 1) % 8);
  folder.write("t.txt", trace);
  folder.write("trace.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "switch: {input_buffer: 3000}\n"
               "traffic: {trace: t.txt, packet_phits: 4}\n"
               "simulation: {memory_limit: 4}\n");
  const Result result = run({"run", "trace.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("simulation.memory_limit: a run takes about "),
                                   HasSubstr(", trace 2, ")));
  const Result reading = run({"run", "trace.yaml", "--set", "simulation.memory_limit=3"});
  EXPECT_EQ(reading.status, 2);
  EXPECT_THAT(reading.errors,
              HasSubstr("t.txt:65537: 65537 messages take 3145776 bytes of memory; allowed: up to "
                        "simulation.memory_limit (3145728 bytes)"));
}

TEST_F(MemoryLimit, BoundsThePointsAtATime) {
  write_tree();
  const Config config = load_config(folder.file("tree.yaml"));
  folder.write("deep.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "switch: {input_buffer: 65536}\n"
               "traffic: {load: [0.1, 0.2, 0.3], packet_phits: 8}\n"
               "simulation: {warmup: 10, measure: 20}\n");
  const std::string need =
      std::to_string((memory_of_run(load_config(folder.file("deep.yaml"))) >> 20) + 1);
  const Result one =
      run({"run", "deep.yaml", "--jobs", "3", "--set", "simulation.memory_limit=" + need});
  EXPECT_EQ(one.status, 0) << one.errors;
  EXPECT_EQ(one.errors,
            "netloom: 1 at a time instead of 3: more would take more memory than "
            "simulation.memory_limit\n");
  const Result all = run({"run", "deep.yaml", "--jobs", "3"});
  EXPECT_EQ(all.errors, "");
  EXPECT_EQ(one.output, all.output);
}

}  // namespace
}  // namespace netloom::test
