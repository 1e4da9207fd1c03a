// Regions of a network, as the program makes, writes and reads them. That no result depends on them
// is also in equivalence_test.cpp and in the random configurations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// 9 groups of 4 switches each.
class ProgramRegions : public Program {
 protected:
  ProgramRegions() {
    folder.write("dragonfly.yaml",
                 "network: {topology: dragonfly, p: 2, a: 4, h: 2, latency: {local: 10, global: "
                 "100}}\n"
                 "switch: {input_buffer: {host: 32, local: 32, global: 256}}\n"
                 "routing: {function: olm}\n"
                 "traffic: {load: 0.3, packet_phits: 8}\n"
                 "simulation: {warmup: 300, measure: 700}\n");
  }
};

TEST_F(ProgramRegions, AreWrittenAndReadBack) {
  const std::vector<std::string> nine = {"netlist", "dragonfly.yaml", "--regions", "--set",
                                         "simulation.regions=9"};
  const Result written = run(nine);
  ASSERT_EQ(written.status, 0) << written.errors;
  EXPECT_THAT(written.output,
              StartsWith("# regions: 9, of 36 switches\n"
                         "# cycles that a region runs on its own: 101; a switch: 11\n"
                         "# links between switches: 180; between regions: 72, the shortest of 100 "
                         "cycles\n"
                         "# ports of a region: 28 to 28, mean 28.0; balance (most to mean): 1.00\n"
                         "s0 0\ns1 0\ns2 0\ns3 0\ns4 1\n"));
  folder.write("regions.txt", written.output);
  const Result read = run(
      {"netlist", "dragonfly.yaml", "--regions", "--set", "simulation.regions_file=regions.txt"});
  EXPECT_EQ(read.output, written.output) << read.errors;
}

TEST_F(ProgramRegions, SayWhatThreadsRun) {
  const Result written = run({"netlist", "dragonfly.yaml", "--regions", "--set",
                              "simulation.regions=9", "--set", "simulation.threads=2"});
  EXPECT_THAT(written.output,
              HasSubstr("\n# threads: 2; ports of a thread: 112 to 140, mean 126.0; "
                        "balance (most to mean): 1.11\ns0 0\n"))
      << written.errors;
}

TEST_F(ProgramRegions, ChangeNoResult) {
  const json plain = points("dragonfly.yaml", {"simulation.regions=none"});
  std::string drawn;
  for (int i = 0; i < 36; ++i) {
    drawn += "s" + std::to_string(i) + " " + std::to_string(i * 7 % 5) + "\n";
  }
  folder.write("drawn.txt", drawn);
  for (const char* setting : {"simulation.regions=2", "simulation.regions=9",
                              "simulation.regions=36", "simulation.regions_file=drawn.txt"}) {
    EXPECT_EQ(points("dragonfly.yaml", {setting}), plain) << setting;
    EXPECT_EQ(
        points("dragonfly.yaml", {setting, "simulation.shuffle=3", "simulation.specialised=false"}),
        plain)
        << setting;
  }
}

// A switch with pins has run through a window of 200 cycles before the others do, quantum by
// quantum, and what it sends waits in their calendars.
TEST_F(ProgramRegions, BesideSwitchesWithPinsChangeNoResult) {
  folder.write("line.txt", "s0 s1 2\ns1 s2 200\n");
  folder.write("two.txt", "s0 0\ns1 0\ns2 1\n");
  folder.write("line.yaml",
               "network: {topology: graph, file: line.txt, hosts_per_switch: 2}\n"
               "switch: {input_buffer: 512}\n"
               "routing: {function: shortest_path, vcs: {count: 1}}\n"
               "traffic: {load: 0.3, packet_phits: 4}\n"
               "simulation: {warmup: 500, measure: 1500}\n");
  const json plain = points("line.yaml", {"simulation.regions=none"});
  EXPECT_EQ(points("line.yaml", {"simulation.regions_file=two.txt", "views.s2=structural"}), plain);
}

// By the size of its buffers `auto` chooses a region for each group, with second-level caches
// of 0.4 to 4 MB.
TEST_F(ProgramRegions, ThatAreChosenForTheCacheChangeNoResult) {
  folder.write("large.yaml",
               "network: {topology: dragonfly, h: 3, latency: {local: 10, global: 100}}\n"
               "switch: {input_buffer: {host: 40000, local: 32, global: 256}}\n"
               "routing: {function: min}\n"
               "traffic: {load: 0.3, packet_phits: 8}\n"
               "simulation: {warmup: 300, measure: 700, threads: 1}\n");
  const auto of = [this](const std::string& regions, int expected) {
    const json found = points("large.yaml", {"simulation.regions=" + regions});
    const json written = json::parse(read_file(folder.file("points.json")));
    EXPECT_EQ(written.at("points").at(0).at("performance").at("regions"), expected);
    EXPECT_GT(written.at("points").at(0).at("packets").at("delivered"), 5000);
    return found;
  };
  EXPECT_EQ(of("auto", 19), of("none", 1));
}

// METIS knows nothing of blocks and subtrees, but what it finds is about as good.
TEST_F(ProgramRegions, CutHardlyMoreLinksThanBlocksAndSubtreesWould) {
  const auto cut = [this](const std::string& network, int regions) {
    folder.write("net.yaml", "network: {" + network + "}\n");
    const Result written = run({"netlist", "net.yaml", "--regions", "--set",
                                "simulation.regions=" + std::to_string(regions)});
    const std::string before = "between regions: ";
    const std::size_t at = written.output.find(before);
    EXPECT_NE(at, std::string::npos) << written.errors;
    return at == std::string::npos ? 0 : std::atoi(&written.output[at + before.size()]);
  };
  const auto is_near = [](int links) {  // in both directions, up to 10 % more
    return testing::AllOf(testing::Gt(links / 2), testing::Le(2 * links + links / 5));
  };
  EXPECT_THAT(cut("topology: mesh, k: [16, 16]", 4), is_near(2 * 16));
  EXPECT_THAT(cut("topology: mesh, k: [16, 16]", 16), is_near(2 * 3 * 16));
  EXPECT_THAT(cut("topology: torus, k: [32, 32]", 4), is_near(4 * 32));
  EXPECT_THAT(cut("topology: torus, k: [8, 8, 8]", 8), is_near(3 * 2 * 64));
  // Each root of a tree is with one of its subtrees.
  EXPECT_THAT(cut("topology: fat_tree, k: 8, n: 3", 8), is_near(64 * 7));
  EXPECT_THAT(cut("topology: fat_tree, k: 4, n: 4", 4), is_near(64 * 3));
}

// Whoever looks is told of the events of regions that are a window apart.
TEST_F(ProgramRegions, ChangeNoWaveformAndNoExplanation) {
  const auto output = [this](const std::string& regions, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run", "dragonfly.yaml", "--set",
                                          "simulation.regions=" + regions};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  };
  const std::string explained = output("none", {"--explain", "h3:2"});
  EXPECT_THAT(explained, HasSubstr("h3"));
  EXPECT_EQ(output("9", {"--explain", "h3:2"}), explained);
  output("none", {"--trace", "none.vcd"});
  output("9", {"--trace", "nine.vcd"});
  const std::string waves = read_file(folder.file("none.vcd"));
  EXPECT_GT(waves.size(), 100000u);
  EXPECT_TRUE(read_file(folder.file("nine.vcd")) == waves);
}

// A switch fails, and others have run to the end of the window by then. The last message, which is
// never sent, keeps the run from looking for circles before.
TEST_F(ProgramRegions, ChangeNothingThatWasBeforeAFailure) {
  folder.write("line.txt", "s0 s1\ns2 s3\ns1 s2\n");
  folder.write("table.txt", "s0 * 1\ns1 s0 1\ns1 * 1 2\ns2 s3 1\ns2 * 1 2\ns3 * 1\n");
  folder.write("two.txt", "0 0 3 4\n2 3 0 4\n2000 0 3 4\n");
  folder.write(
      "line.yaml",
      "network: {topology: graph, file: line.txt, hosts_per_switch: 1, latency: {link: 20}}\n"
      "routing: {function: table, file: table.txt, selection: ff}\n"
      "traffic: {trace: two.txt, packet_phits: 4}\n");
  const auto of_quantum = [this](const std::string& quantum, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run",      "line.yaml", "--json",
                                          "out.json", "--set",     "simulation.quantum=" + quantum};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).status, 1);
    return results(folder.file("out.json")).at("points").at(0);
  };
  const json explained = of_quantum("1", {"--explain", "h3:0"}).at("explanation");
  EXPECT_THAT(explained.at("message").dump(), HasSubstr("still in the network when the run ends"));
  EXPECT_EQ(of_quantum("0", {"--explain", "h3:0"}).at("explanation"), explained);
  const json waves = of_quantum("1", {"--trace", "waves.vcd"}).at("waves");
  const std::string dump = read_file(folder.file("waves.vcd"));
  EXPECT_EQ(of_quantum("0", {"--trace", "waves.vcd"}).at("waves"), waves);
  EXPECT_TRUE(read_file(folder.file("waves.vcd")) == dump);
}

TEST_F(ProgramRegions, AreNotReadFromFilesThatDoNotSayOne) {
  const auto refused = [this](const std::string& text) {
    folder.write("regions.txt", text);
    const Result result =
        run({"run", "dragonfly.yaml", "--set", "simulation.regions_file=regions.txt"});
    EXPECT_EQ(result.status, 2);
    return result.errors;
  };
  EXPECT_THAT(refused("s0 0\ns99 0\n"),
              HasSubstr("regions.txt:2: the network has no switch 's99'"));
  EXPECT_THAT(refused("s0 x\n"),
              HasSubstr("regions.txt:1: region 'x'; allowed: a number from 0 to 999999999"));
  EXPECT_THAT(refused("s0 1\ns0 2\n"),
              HasSubstr("regions.txt:2: switch 's0' is in region 1 already"));
  EXPECT_THAT(refused("s0\n"), HasSubstr("regions.txt:1: allowed: SWITCH REGION"));
  EXPECT_THAT(refused("# nothing\ns0 1\n"), HasSubstr("regions.txt: switch 's1' has no region"));
}

}  // namespace
}  // namespace netloom::test
