// Configurations that ask for more than a run or the machine can hold, refused with their place
// before anything is made.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/config/memory.h"
#include "sim/run/make_workload.h"
#include "testbench/unit/config_support.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string message_of(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RunLength, IsBoundedByTheTimesOfFlits) {
  const std::string text = std::string(kSmallConfig) +
                           "simulation:\n"
                           "  warmup: 4000000000\n"
                           "  measure: 294901759\n";
  EXPECT_EQ(message_of(text), "");
  EXPECT_EQ(message_of(text + "  drain: 1\n"),
            "c.yaml:8: simulation.warmup: warmup, measure and drain are 4294901760 cycles; "
            "allowed: up to 4294901759 in all");
  EXPECT_THAT(message_of(text + "  completion_limit: 4294901760\n"),
              HasSubstr("c.yaml:10: simulation.completion_limit: 4294901760 is out of range"));
}

TEST(RunLength, OfClosedWorkloadsIsTheirLimit) {
  EXPECT_EQ(message_of("network: {topology: fat_tree, k: 2, n: 3}\n"
                       "traffic: {burst: {packets: 2}}\n"
                       "simulation: {warmup: 4000000000, measure: 4000000000}\n"),
            "");
}

/// Every workload that a kind of traffic makes reacts as reacts() says.
TEST(Quantum, KnowsWhatReacts) {
  TemporaryFolder folder;
  folder.write("t.txt", "0 0 1 8\n");
  for (const std::string& traffic :
       {std::string("{load: 0.1}"), std::string("{burst: {packets: 1}}"),
        std::string("{load: 0.1, request_reply: {}}"), "{trace: " + folder.file("t.txt") + "}",
        std::string("{application: {name: all_to_all, tasks: 4}}")}) {
    const Config config =
        read("network: {topology: fat_tree, k: 2, n: 2}\ntraffic: " + traffic + "\n");
    const auto workload = make_workload(config, 0.1, 1, load_trace(config));
    EXPECT_EQ(workload->reacts(), reacts(config.traffic.kind)) << traffic;
  }
}

TEST(Quantum, IsRefusedWhereItWasWritten) {
  const std::string latency = "latency: {host: 1, up: 200, down: 200, long: 200}";
  const auto tree = [&](int quantum) {
    return "network: {topology: fat_tree, k: 2, n: 3, latency: {up: 200, down: 200}}\n"
           "traffic: {load: 0.1}\n"
           "simulation:\n"
           "  quantum: " +
           std::to_string(quantum) + "\n";
  };
  EXPECT_EQ(message_of(tree(64)), "");
  EXPECT_EQ(message_of(tree(65)),
            "c.yaml:4: simulation.quantum: 65 cycles are longer than this network and its traffic "
            "allow; allowed: 0 to 64");
  // Hosts that answer, and inject and eject at different switches.
  const auto ruft = [&](const std::string& traffic) {
    return "network: {topology: ruft, k: 2, n: 3, latency: {up: 20}}\n"
           "traffic: {load: 0.1" +
           traffic +
           "}\n"
           "simulation: {quantum: 2}\n";
  };
  EXPECT_EQ(message_of(ruft("")), "");
  EXPECT_THAT(
      message_of(ruft(", request_reply: {}")),
      AllOf(StartsWith("c.yaml:3: simulation.quantum: 2 cycles"), HasSubstr("allowed: 0 to 1")));
  // Routing that knows at once what no link carries.
  const std::string dragonfly =
      "network: {topology: dragonfly, h: 2, latency: {local: 10, global: 20}}\n"
      "traffic: {load: 0.1}\n"
      "simulation: {quantum: 2}\n";
  EXPECT_EQ(message_of(dragonfly), "");
  EXPECT_THAT(
      message_of(dragonfly + "routing: {function: ugal_g}\n"),
      AllOf(StartsWith("c.yaml:3: simulation.quantum: 2 cycles"), HasSubstr("allowed: 0 to 1")));
}

/// More switches than routing functions with tables are made for on trial.
TEST(Routing, OfLargeNetworksIsRefusedBeforeTheyRun) {
  for (const char* function : {"destro", "det_lin"}) {
    EXPECT_THAT(message_of(std::string("network: {topology: fat_tree, k: 3, n: 7}\n"
                                       "traffic: {load: 0.1}\n"
                                       "routing:\n"
                                       "  function: ") +
                           function + "\n"),
                AllOf(StartsWith("c.yaml:4: routing.function: "),
                      HasSubstr("k is 3; allowed: implementation: arithmetic or table")));
  }
}

TEST(MemoryLimit, IsInTheConfiguration) {
  const Config otherwise = read(kSmallConfig);
  EXPECT_EQ(otherwise.run.memory_limit, std::nullopt);
  EXPECT_THAT(print_config(otherwise), HasSubstr("\n  memory_limit: machine\n"));
  const Config config = read(std::string(kSmallConfig) + "simulation: {memory_limit: 100}\n");
  EXPECT_EQ(config.run.memory_limit, 100u << 20);
  EXPECT_EQ(memory_limit(config.run.memory_limit), 100u << 20);
  EXPECT_GT(memory_limit(std::nullopt), 100u << 20);
  EXPECT_THAT(message_of(std::string(kSmallConfig) + "simulation: {memory_limit: 0}\n"),
              HasSubstr("c.yaml:7: simulation.memory_limit: 0 is out of range; allowed: an integer "
                        "from 1 to 1073741824, or machine"));
}

TEST(MemoryLimit, HoldsBeforeANetworkIsWrittenDown) {
  const std::string mesh =
      "network:\n"
      "  topology: mesh\n"
      "  k: [256, 256]\n"
      "  concentration: 200\n"
      "traffic: {load: 0.1}\n"
      "simulation: {memory_limit: 64}\n";
  EXPECT_EQ(message_of(mesh),
            "c.yaml:2: network.topology: 13107200 hosts, 65536 switches and 26475520 links take "
            "about 1211 MiB; allowed: up to 64 MiB");
}

TEST(MemoryLimit, HoldsBeforeARunIsMade) {
  // A slot for a flit of one phit takes 32 bytes: 16777216 of them for each of four VCs of eight
  // ports into switches.
  const Config config = read(
      "network: {topology: mesh, k: [2, 2]}\n"
      "switch: {input_buffer: 16777216}\n"
      "traffic: {load: 0.1, packet_phits: 1}\n"
      "routing: {vcs: {policy: free, count: 4}}\n"
      "nic: {injection_vcs: 4}\n"
      "simulation:\n"
      "  memory_limit: 1000\n");
  const std::uint64_t buffers = std::uint64_t{12} * 4 * 16777216 * 32;
  EXPECT_GT(memory_of_run(config), buffers);
  EXPECT_LT(memory_of_run(config), buffers + (1 << 20));
  try {
    require_memory(config);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                AllOf(StartsWith("c.yaml:7: simulation.memory_limit: a run takes about 24577 MiB: "
                                 "buffers 24577, "),
                      testing::EndsWith("; allowed: up to 1000 MiB")));
  }
}

TEST(MemoryLimit, HoldsForRoutingTables) {
  // A byte for each of 4096 switches and each of their destinations.
  const Config config = read(
      "network: {topology: mesh, k: [64, 64]}\n"
      "routing:\n"
      "  function: shortest_path\n"
      "traffic: {load: 0.1}\n"
      "simulation: {memory_limit: 15}\n");
  EXPECT_GT(memory_of_run(config), std::uint64_t{16} << 20);
  try {
    make_routing(config);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "c.yaml:3: routing.function: the tables of routing function 'shortest_path' take "
                 "about 16 MiB; allowed: up to 15 MiB");
  }
}

}  // namespace
}  // namespace netloom::test
