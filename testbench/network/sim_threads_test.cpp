// Runs of several threads, through the program. That no result depends on threads is also in
// equivalence_test.cpp and in the random configurations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/network/program.h"
#include "testbench/network/split_networks.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ProgramThreads : public Program {
 protected:
  /// The points of a configuration on one thread, and that several, up to `most`, come to the same.
  void expect_same(const std::string& text, const std::vector<std::string>& settings = {},
                   int most = 8) {
    folder.write("net.yaml", text);
    std::vector<std::string> one = settings;
    one.emplace_back("simulation.threads=1");
    const json plain = points("net.yaml", one);
    ASSERT_FALSE(plain.empty());
    for (int threads = 2; threads <= (thorough() ? most : 3); ++threads) {
      std::vector<std::string> more = settings;
      more.push_back("simulation.threads=" + std::to_string(threads));
      EXPECT_EQ(points("net.yaml", more), plain) << threads << " threads";
    }
  }
  std::string refusal(const std::string& text, const std::string& threads) {
    folder.write("net.yaml", text);
    const Result result = run({"run", "net.yaml", "--threads", threads});
    EXPECT_EQ(result.status, 2) << result.output;
    return result.errors;
  }
};

TEST_F(ProgramThreads, ChangeNoResult) {
  expect_same(dragonfly("olm"));
}

TEST_F(ProgramThreads, ChangeNoResultOfFarLinks) {
  expect_same(far_mesh());
}

TEST_F(ProgramThreads, ChangeNoResultIfTheyAreMoreThanCores) {
  folder.write("net.yaml", dragonfly("olm"));
  EXPECT_EQ(points("net.yaml", {"simulation.threads=8"}),
            points("net.yaml", {"simulation.threads=1"}));
}

// One of them takes the median of all packets, and the histogram and the halves are sums.
TEST_F(ProgramThreads, ChangeNoStatistics) {
  expect_same(dragonfly("min"),
              {"simulation.sample_interval=100", "simulation.sample_quartiles=true",
               "simulation.sample_by=generation"});
}

TEST_F(ProgramThreads, ChangeNoReply) {
  expect_same(dragonfly("min", ", request_reply: {reply_phits: 8, delay: 3}"));
}

// Packets leave a RUFT at another switch than that at which they come in: one thread runs both.
TEST_F(ProgramThreads, ChangeNoReplyOfHostsAtTwoSwitches) {
  expect_same(
      "network: {topology: ruft, k: 2, n: 3}\n"
      "traffic: {load: 0.3, packet_phits: 4, request_reply: {reply_phits: 8}}\n"
      "simulation: {warmup: 100, measure: 400}\n",
      {}, 3);
}

TEST_F(ProgramThreads, ChangeNoApplication) {
  expect_same(kApplication);
}

// Control packets, and what the switches have done about each fault.
TEST_F(ProgramThreads, ChangeNothingOfFaults) {
  expect_same(kFaults);
}

TEST_F(ProgramThreads, ChangeNothingOfWhatTheFabricManagerWrites) {
  expect_same(kCentralFaults);
  expect_same(kUpDownFaults);
}

TEST_F(ProgramThreads, ChangeNothingOfWhatSwitchesPublish) {
  expect_same(dragonfly("pb"));
}

TEST_F(ProgramThreads, ChangeNoDecisionOfRtl) {
  expect_same(kRtl);
}

TEST_F(ProgramThreads, AreSaidInTheResults) {
  folder.write("net.yaml", dragonfly("min"));
  const Result result = run({"run", "net.yaml", "--threads", "3", "--json", "out.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const json point = json::parse(read_file(folder.file("out.json"))).at("points").at(0);
  EXPECT_EQ(point.at("performance").at("threads"), 3);
  EXPECT_EQ(point.at("performance").at("regions"), 3);
  EXPECT_EQ(point.at("performance").at("window"), 101);
}

TEST_F(ProgramThreads, AreNotMoreThanCanRun) {
  EXPECT_THAT(
      refusal(dragonfly("min"), "37"),
      HasSubstr(
          "--threads (simulation.threads): 37 threads for a network that 36 can run; allowed: "
          "auto, 1 to 36"));
  EXPECT_THAT(refusal(dragonfly("pb"), "10"),
              HasSubstr("allowed: auto, 1 to 9, because the routing function has switches publish "
                        "their queues"));
  EXPECT_THAT(refusal(dragonfly("min") + "views: {s3: structural}\n", "2"),
              HasSubstr("allowed: auto, 1 to 1, because views has switches with pins"));
  EXPECT_THAT(refusal(dragonfly("min"), "some"),
              HasSubstr("allowed: an integer from 1 to 256, or auto"));
  EXPECT_THAT(refusal(dragonfly("min"), "0"), HasSubstr("--threads"));
  const auto with_regions = [](const std::string& regions) {
    std::string text = dragonfly("min");
    const std::string section = "simulation: {";
    return text.replace(text.find(section), section.size(), section + "regions: " + regions + ", ");
  };
  EXPECT_THAT(refusal(with_regions("none"), "2"),
              HasSubstr("2 threads for 1 region; allowed: up to one for each"));
  EXPECT_THAT(refusal(with_regions("3"), "4"),
              HasSubstr("4 threads for 3 regions; allowed: up to one for each"));
}

// The switches of a group publish their queues for each other.
TEST_F(ProgramThreads, AreNotMoreThanCanRunTheRegionsThatAreAskedFor) {
  std::string halves;
  for (int i = 0; i < 36; ++i)
    halves += "s" + std::to_string(i) + " " + std::to_string(i % 2) + "\n";
  folder.write("halves.txt", halves);
  folder.write("net.yaml", dragonfly("pb"));
  const auto refusal_of = [this](const std::string& regions) {
    const Result result = run({"run", "net.yaml", "--threads", "2", "--set", regions});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    return result.errors;
  };
  EXPECT_THAT(
      refusal_of("simulation.regions_file=halves.txt"),
      HasSubstr("--threads (simulation.threads): 2 threads for a network that 1 can run; "
                "allowed: auto, 1 to 1, because the routing function has switches publish"));
  EXPECT_THAT(refusal_of("simulation.regions=12"),
              HasSubstr("2 threads for 12 regions, of which 9 can run at the same time; allowed: "
                        "up to 9 regions, because the routing function has switches publish"));
  const Result alone = run({"run", "net.yaml", "--set", "simulation.regions_file=halves.txt"});
  EXPECT_EQ(alone.status, 0) << alone.errors;
}

// Whoever looks on needs one.
TEST_F(ProgramThreads, ChangeNoWaveformAndNoExplanation) {
  folder.write("net.yaml", dragonfly("olm"));
  const auto output = [this](const std::string& threads, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"run", "net.yaml", "--threads", threads};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  };
  EXPECT_EQ(output("3", {"--explain", "h3:2"}), output("1", {"--explain", "h3:2"}));
  EXPECT_EQ(output("3", {"--explain", "slowest"}), output("1", {"--explain", "slowest"}));
  output("1", {"--trace", "one.vcd"});
  output("3", {"--trace", "three.vcd"});
  EXPECT_TRUE(read_file(folder.file("one.vcd")) == read_file(folder.file("three.vcd")));
}

}  // namespace
}  // namespace netloom::test
