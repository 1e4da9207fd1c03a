#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A line of four switches whose table lets s1 send packets for h3 back to s0, which "ff" prefers.
class LivelockProgram : public Program {
 protected:
  void SetUp() override {
    folder.write("table.txt",
                 "s0 * 2\n"
                 "s1 h0 1\n"
                 "s1 * 1 2\n"
                 "s2 h3 2\n"
                 "s2 * 1\n"
                 "s3 * 1\n");
    folder.write("one.txt", "0 0 3 32\n");
    folder.write("line.yaml",
                 "network: {topology: mesh, k: [4]}\n"
                 "routing: {function: table, file: table.txt, selection: ff}\n"
                 "traffic: {trace: one.txt, packet_phits: 4}\n");
  }

  /// What a shell makes of a command, in the test's folder.
  Result run_in_shell(const std::string& command) const {
    const std::string program = NETLOOM_PROGRAM;
    folder.write("command.sh",
                 fmt::format("cd '{}'\nPATH='{}':$PATH\n{} > shell.out 2> shell.err\n",
                             folder.file(""), program.substr(0, program.rfind('/')), command));
    Result result;
    const int status = std::system(("sh " + folder.file("command.sh")).c_str());
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.output = read_file(folder.file("shell.out"));
    result.errors = read_file(folder.file("shell.err"));
    return result;
  }
};

/// The livelocks in an output: the seed, the packet with what it did, and the command of the hint.
std::vector<std::smatch> livelocks(const std::string& output, std::vector<std::string>& lines) {
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::vector<std::smatch> found;
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_search(line, match,
                          std::regex("(seed [0-9]+): (livelock: packet [0-9]+ from h[0-9] to "
                                     "h[0-9] has passed [0-9]+ switches).*Its whole way: (.*)"))) {
      found.push_back(match);
    }
  }
  return found;
}

TEST_F(LivelockProgram, ATableThatLeadsInCirclesFailsTheRunAndNamesThePacketAndItsWay) {
  const Result result = run({"run", "line.yaml", "--json", "line.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("livelock: packet 0 from h0 to h3 has passed"));
  EXPECT_THAT(result.errors, HasSubstr("passes 4, and 16 are allowed (simulation.hop_factor)"));
  EXPECT_THAT(result.errors, HasSubstr("s0.p2 -> s1.p1 -> s0.p2 -> s1.p1"));
  EXPECT_THAT(result.errors, HasSubstr(". Its whole way: netloom run line.yaml --explain h0:0\n"));
  EXPECT_EQ(
      nlohmann::json::parse(read_file(folder.file("line.json")))["points"][0]["failure"]["packet"],
      "h0:0");
}

TEST_F(LivelockProgram, TheHintShowsTheWholeWay) {
  const Result result = run({"run", "line.yaml", "--explain", "h0:0"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("cycle 1: s0"));
  EXPECT_THAT(result.output, HasSubstr("port 1, VC 0 -> s0.p2: ff, preferred port 0"));
}

TEST_F(LivelockProgram, TheFactorIsOneToAThousandAndFollowsFromWhatDecides) {
  EXPECT_THAT(
      run({"run", "line.yaml", "--set", "simulation.hop_factor=0"}).errors,
      HasSubstr("simulation.hop_factor: 0 is out of range; allowed: an integer from 1 to 1000"));
  EXPECT_THAT(run({"run", "line.yaml", "--print-config"}).output, HasSubstr("hop_factor: 4"));
  EXPECT_THAT(run({"run", "line.yaml", "--set", "simulation.hop_factor=2"}).errors,
              HasSubstr("and 8 are allowed"));
}

// A complete graph whose table goes along a line: much longer than shortest ways, and right.
TEST_F(LivelockProgram, ATableWithLongWaysIsRight) {
  constexpr int kSwitches = 20;
  std::string graph, table;
  for (int i = 0; i < kSwitches; ++i) {
    for (int j = i + 1; j < kSwitches; ++j) graph += fmt::format("a{} a{}\n", i, j);
    // Port 0 leads to the host, the following ones to the other switches in turn.
    for (int to = 0; to < kSwitches; ++to) {
      if (to == i) continue;
      table += fmt::format("a{} a{} {}\n", i, to, to > i ? i + 1 : i);
    }
  }
  folder.write("graph.txt", graph);
  folder.write("along.txt", table);
  folder.write("along.yaml",
               "network: {topology: graph, file: graph.txt, hosts_per_switch: 1}\n"
               "routing: {function: table, file: along.txt}\n"
               "traffic: {load: 0.02, packet_phits: 4}\n"
               "simulation: {warmup: 100, measure: 3000}\n");
  const Result check = run({"check", "along.yaml"});
  EXPECT_THAT(check.output, HasSubstr("paths of up to 19 links")) << check.errors;
  const Result result = run({"run", "along.yaml", "--json", "along.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
}

// The point that fails is one of several, and the hint says how to get at it.
TEST_F(LivelockProgram, TheHintLeadsToThePointThatFails) {
  folder.write("random.yaml",
               "network: {topology: mesh, k: [4]}\n"
               "routing: {function: table, file: table.txt, selection: random}\n"
               "traffic: {load: [0.0001, 0.1], packet_phits: 1}\n"
               "simulation: {warmup: 100, measure: 30000, seeds: [1, 2], hop_factor: 3}\n");
  const Result result = run({"run", "random.yaml"});
  EXPECT_EQ(result.status, 1);
  std::vector<std::string> lines;
  std::set<std::string> commands;
  for (const std::smatch& found : livelocks(result.errors, lines)) {
    commands.insert(found[3]);
    const Result explained = run_in_shell(found[3]);
    EXPECT_EQ(explained.status, 1) << found[0];
    EXPECT_THAT(explained.errors, AllOf(HasSubstr(found[1]), HasSubstr(found[2]))) << found[0];
    EXPECT_THAT(explained.output, HasSubstr("s1.p1")) << found[0];
  }
  EXPECT_GT(commands.size(), 1u) << result.errors;
}

// What was set and varied on the command line is part of the run; the configuration alone has no
// such packet.
TEST_F(LivelockProgram, TheHintSaysWhatWasSetAndVaried) {
  folder.write("the line.yaml",
               "network: {topology: mesh, k: [4]}\n"
               "traffic: {trace: other.txt, packet_phits: 4}\n");
  const Result result =
      run({"sweep", "the line.yaml", "--set", "routing={function: table, file: table.txt}", "--set",
           "traffic.trace=one.txt", "--vary", "routing.selection=ff", "--vary",
           "simulation.hop_factor=2,5", "--vary", "simulation.seeds=[3, 4]"});
  EXPECT_EQ(result.status, 1) << result.errors;
  std::vector<std::string> lines;
  const std::vector<std::smatch> failures = livelocks(result.errors, lines);
  ASSERT_EQ(failures.size(), 4u) << result.errors;
  EXPECT_EQ(failures[1][3],
            "netloom run 'the line.yaml' --set 'routing={function: table, file: table.txt}' --set "
            "traffic.trace=one.txt --set routing.selection=ff --set simulation.hop_factor=2 --set "
            "simulation.seeds=4 --explain h0:0");
  for (const std::smatch& failure : failures) {
    const Result explained = run_in_shell(failure[3]);
    EXPECT_EQ(explained.status, 1) << failure[3];
    EXPECT_THAT(explained.errors, AllOf(HasSubstr(failure[1]), HasSubstr(failure[2])))
        << failure[3];
    EXPECT_THAT(explained.output, HasSubstr("cycle 1: s0"));
  }
}

}  // namespace
}  // namespace netloom::test
