// What is said of runs that fail, and of networks in which they would.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Failures : public Program {
 protected:
  /// A ring of six switches with a cable across, with these values of routing.vcs.
  void write_ladder(const std::string& vcs, const std::string& more = "") const {
    folder.write("ladder.txt", "s0 s1\ns1 s2\ns2 s3\ns3 s4\ns4 s5\ns5 s0\ns1 s4\n");
    folder.write("ladder.yaml",
                 "network: {topology: graph, file: ladder.txt, hosts_per_switch: 2}\n"
                 "switch: {input_buffer: 16}\n"
                 "routing: {function: ecmp, vcs: {" +
                     vcs +
                     "}}\n"
                     "traffic: {load: 1, packet_phits: 8}\n"
                     "simulation: {warmup: 0, measure: 20000, watchdog: 1000}\n" +
                     more);
  }

  static constexpr const char* kDeadlocked = "policy: single, count: 1";
};

// ---- A run with --explain that fails.

TEST_F(Failures, OfARunArePrintedBeforeTheExplanation) {
  write_ladder(kDeadlocked);
  for (const char* packet : {"h0:0", "slowest"}) {
    const Result result = run({"run", "ladder.yaml", "--explain", packet});
    EXPECT_EQ(result.status, 1) << packet;
    EXPECT_THAT(result.errors, HasSubstr("load 1, seed 1: deadlock: in cycle 1000 the packets"))
        << packet;
    EXPECT_THAT(result.output, AllOf(HasSubstr("1 of 1 failed\n"), HasSubstr("\npacket h"),
                                     Not(HasSubstr("deadlock:"))))
        << packet;
  }
}

TEST_F(Failures, OfARunAreSaidIfThePacketToExplainIsNotThere) {
  write_ladder(kDeadlocked);
  // The deadlock comes before the measured interval, in which packets count.
  for (const char* packet : {"slowest", "lost"}) {
    const Result result =
        run({"run", "ladder.yaml", "--set", "simulation.warmup=30000", "--explain", packet});
    EXPECT_EQ(result.status, 1) << packet;
    EXPECT_THAT(result.output, HasSubstr("1 of 1 failed"));
    const std::size_t failure = result.errors.find("deadlock: in cycle 1000 the packets");
    const std::size_t missing = result.errors.find("there is no such packet");
    ASSERT_NE(failure, std::string::npos) << result.errors;
    ASSERT_NE(missing, std::string::npos) << result.errors;
    EXPECT_LT(failure, missing);
  }
}

std::vector<std::string> error_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_F(Failures, AreSaidOnceEach) {
  write_ladder(kDeadlocked);
  const Result one = run({"run", "ladder.yaml"});
  EXPECT_THAT(error_lines(one.errors), ElementsAre(StartsWith("netloom: error: load 1, seed 1: ")));
  const Result two = run({"run", "ladder.yaml", "--set", "simulation.seeds=[1, 2]"});
  EXPECT_EQ(two.status, 1);
  EXPECT_THAT(two.output, HasSubstr("2 of 2 failed\n"));
  EXPECT_THAT(error_lines(two.errors),
              ElementsAre(StartsWith("netloom: error: load 1, seed 1: deadlock: "),
                          StartsWith("netloom: error: load 1, seed 2: deadlock: "),
                          "netloom: error: 2 of 2 points failed"));
}

// ---- What would have helped.

/// Values of routing.vcs in a message.
std::vector<std::string> remedies_in(const std::string& text) {
  static const std::regex one(R"(\{policy: [a-z]+, (davc: [a-z]+, )?count: \{[^}]*\}\})");
  std::vector<std::string> result;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), one); it != std::sregex_iterator();
       ++it) {
    if (std::find(result.begin(), result.end(), it->str()) == result.end()) {
      result.push_back(it->str());
    }
  }
  return result;
}

TEST_F(Failures, OfADeadlockNameRemediesThatTheCheckAccepts) {
  write_ladder(kDeadlocked);
  const Result result = run({"run", "ladder.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("netloom check finds no deadlock with routing.vcs = "));
  const std::vector<std::string> remedies = remedies_in(result.errors);
  EXPECT_EQ(remedies.size(), 3u) << result.errors;
  for (const std::string& remedy : remedies) {
    const std::string set = "routing.vcs=" + remedy;
    EXPECT_EQ(run({"check", "ladder.yaml", "--set", set}).status, 0) << remedy;
    const Result mended = run({"run", "ladder.yaml", "--set", set});
    EXPECT_EQ(mended.status, 0) << remedy << mended.errors;
  }
  EXPECT_EQ(run({"check", "ladder.yaml"}).status, 1) << "as it is";
}

TEST_F(Failures, OfADeadlockNameThePoliciesOfTheRoutingFunction) {
  folder.write("torus.yaml",
               "network: {topology: torus, k: [8]}\n"
               "switch: {input_buffer: 16}\n"
               "routing: {function: dor, rings: none, vcs: {policy: davc, davc: np,\n"
               "  overflow: clamp, count: 1}}\n"
               "traffic: {load: 1, packet_phits: 16, pattern: uniform}\n"
               "simulation: {warmup: 0, measure: 30000, watchdog: 1000}\n");
  const Result result = run({"run", "torus.yaml"});
  ASSERT_EQ(result.status, 1) << result.output;
  const std::vector<std::string> remedies = remedies_in(result.errors);
  ASSERT_FALSE(remedies.empty()) << result.errors;
  for (const std::string& remedy : remedies) {
    EXPECT_EQ(run({"check", "torus.yaml", "--set", "routing.vcs=" + remedy}).status, 0) << remedy;
  }
}

TEST_F(Failures, OfADeadlockInALargeNetworkPointToTheCheck) {
  std::string ring;
  for (int i = 0; i < 200; ++i) {
    ring += "s" + std::to_string(i) + " s" + std::to_string((i + 1) % 200) + "\n";
  }
  folder.write("ring.txt", ring);
  folder.write("ring.yaml",
               "network: {topology: graph, file: ring.txt, hosts_per_switch: 8}\n"
               "switch: {input_buffer: 16}\n"
               "routing: {function: shortest_path}\n"
               "traffic: {load: 1, packet_phits: 8}\n"
               "simulation: {warmup: 0, measure: 20000, watchdog: 1000}\n");
  const Result result = run({"run", "ring.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("netloom check says which VC policies"));
}

// Two links that fail at once, and buffers of one packet: what turns back at them goes up after it
// came down.
TEST_F(Failures, OfADeadlockOnEmergencyPathsNameThem) {
  folder.write("tree.yaml",
               "network: {topology: fat_tree, k: 2, n: 2, latency: {up: 6}}\n"
               "traffic: {load: 0.45, packet_phits: 1}\n"
               "switch: {input_buffer: 1}\n"
               "routing: {function: ft2ei}\n"
               "faults: [{cycle: 1, random: link, count: 2, stage: 1}]\n");
  const Result result = run({"run", "tree.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, AllOf(HasSubstr("deadlock: "),
                                   HasSubstr("packets on the emergency path go up after they came "
                                             "down, at which it does not look; with "
                                             "fault_handling.emergency_path = false")));
  const Result check = run({"check", "tree.yaml"});
  EXPECT_EQ(check.status, 0);
  EXPECT_THAT(check.output, HasSubstr("not looked at: packets on the emergency path around links "
                                      "that fail during the run"));
  EXPECT_EQ(run({"run", "tree.yaml", "--set", "fault_handling.emergency_path=false"}).status, 0);
}

// ---- DAVC with too few VCs.

TEST_F(Failures, OfTooFewVcsAreThoseOfTheConfigurationAsItIs) {
  write_ladder("policy: davc, davc: n, count: 3");
  const Result result = run({"check", "ladder.yaml", "--json", "r.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(
      result.output,
      AllOf(
          HasSubstr("DAVC (n) needs 4 VCs on links of the kind 'link', which have 3"),
          HasSubstr("packets that need more get none and stop"),
          HasSubstr("from h6 to h0: switch s1 offers no output to what comes in by port 3 on VC 2"),
          HasSubstr("a packet that is offered nothing stops, and what waits for it: s2.p2.vc2")));
  EXPECT_THAT(result.output, Not(HasSubstr("deadlock: none")));
  const json document = json::parse(read_file(folder.file("r.json")));
  EXPECT_EQ(document["deadlock_free"], false);
  EXPECT_EQ(document["connected"], false);
  EXPECT_GT(document["endangered"], 0);
  EXPECT_NE(document["stopped"], "");
  EXPECT_EQ(document["vcs_needed"]["link"], 3) << "packets take no others";
  EXPECT_EQ(document["davc"]["kinds"]["link"]["needed"], 4);

  const Result enough = run({"check", "ladder.yaml", "--set", "routing.vcs.count=4"});
  EXPECT_EQ(enough.status, 0) << enough.errors;
  EXPECT_THAT(enough.output, HasSubstr("deadlock: none"));
}

TEST_F(Failures, WithPacketsThatStayOnTheLastVcAreCyclesNotStops) {
  write_ladder("policy: davc, davc: np, overflow: clamp, count: 1");
  const Result result = run({"check", "ladder.yaml"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              AllOf(HasSubstr("packets that need more stay on the last VC"),
                    HasSubstr("connectivity: all 132 pairs"), HasSubstr("a shortest cycle: ")));
}

// The packets are those of hosts whose way around the ring of four switches is two links long, in
// the direction in which ties are broken.
TEST_F(Failures, OfACycleTheCheckNamesPacketsThatMakeItUp) {
  folder.write("ring.yaml",
               "network: {topology: torus, k: 4, n: 1}\n"
               "routing: {function: dor, rings: none, ties: plus}\n");
  const Result result = run({"check", "ring.yaml", "--json", "check.json"});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(read_file(folder.file("check.json")));
  ASSERT_EQ(document["cycle"].size(), 4);
  std::string lines;
  json paths = json::array();
  for (int i = 0; i < 4; ++i) {
    const std::string held = document["cycle"][static_cast<std::size_t>(i)];
    const std::string awaited = document["cycle"][static_cast<std::size_t>((i + 1) % 4)];
    const std::string hosts = fmt::format("h{} to h{}", i, (i + 2) % 4);
    lines += fmt::format("    {} holds {} and waits for {}\n", hosts, held, awaited);
    paths.push_back(fmt::format("{}: {}, {}", hosts, held, awaited));
  }
  EXPECT_THAT(result.output, HasSubstr("\n" + lines));
  EXPECT_EQ(document["cycle_packets"], paths);
}

TEST_F(Failures, WithPacketsThatStayOnTheLastVcAreNoneWithoutACycle) {
  folder.write(
      "torus.yaml",
      "network: {topology: torus, k: [4, 4]}\n"
      "routing: {function: dor, vcs: {policy: davc, davc: np, overflow: clamp, count: 1}}\n"
      "traffic: {load: 0.9}\n");
  const Result result = run({"check", "torus.yaml"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, AllOf(HasSubstr("packets that need more stay on the last VC"),
                                   HasSubstr("deadlock: none; the ")));
  EXPECT_EQ(run({"run", "torus.yaml"}).status, 0);
}

}  // namespace
}  // namespace netloom::test
