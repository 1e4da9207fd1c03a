#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kTree = R"(network: {topology: fat_tree, k: 2, n: 2}
routing: {function: interval}
traffic: {load: 0.5, packet_phits: 4}
)";

/// Networks that are written as SystemVerilog.
class RtlExport : public Program {
 protected:
  std::string config(const std::string& text) const {
    std::ofstream(folder.file("network.yaml")) << text;
    return "network.yaml";
  }
  /// The files of a folder by their paths within it.
  std::map<std::string, std::string> files(const std::string& name) const {
    std::map<std::string, std::string> result;
    const fs::path root = folder.file(name);
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (entry.is_regular_file()) {
        result[fs::relative(entry.path(), root)] = read_file(entry.path());
      }
    }
    return result;
  }
};

TEST_F(RtlExport, IsTheSameEachTimeAndOfItsSeed) {
  const std::string file = config(kTree);
  for (const char* const name : {"a", "b"}) {
    ASSERT_EQ(run({"rtl", file, "--output", name, "--cycles", "200"}).status, 0);
  }
  ASSERT_EQ(run({"rtl", file, "--output", "c", "--cycles", "200", "--seed", "2"}).status, 0);
  EXPECT_EQ(files("a"), files("b"));
  EXPECT_NE(files("a").at("bench/stimulus.hex"), files("c").at("bench/stimulus.hex"));
  EXPECT_EQ(files("a").at("rtl/netloom_network.sv"), files("c").at("rtl/netloom_network.sv"));
}

/// A longer bench begins as a shorter one does.
TEST_F(RtlExport, LaterCyclesChangeNothingBefore) {
  const std::string file = config(kTree);
  ASSERT_EQ(run({"rtl", file, "--output", "short", "--cycles", "100"}).status, 0);
  ASSERT_EQ(run({"rtl", file, "--output", "long", "--cycles", "300"}).status, 0);
  for (const char* const name : {"bench/stimulus.hex", "bench/expected.hex"}) {
    std::string events = files("short").at(name);
    // The last line is the end.
    events.erase(events.rfind('\n', events.size() - 2) + 1);
    EXPECT_FALSE(events.empty());
    EXPECT_EQ(files("long").at(name).substr(0, events.size()), events) << name;
  }
}

/// A bench of 100 cycles takes no more of a workload, and needs no end of it.
TEST_F(RtlExport, WorkloadsThatEndAreCutOff) {
  const std::string file = config(R"(network: {topology: fat_tree, k: 2, n: 2}
traffic: {burst: {packets: 100}, packet_phits: 4}
)");
  const auto written = [&](const char* name, const std::string& more) {
    const Result result =
        run({"rtl", file, "--output", name, "--cycles", "100", "--set", "simulation=" + more});
    EXPECT_EQ(result.status, 0) << result.errors;
    std::map<std::string, std::string> all = files(name);
    all.erase("configuration.yaml");
    return all;
  };
  const auto whole = written("whole", "{completion_limit: 100000}");
  const auto cut = written("cut", "{completion_limit: 400}");
  EXPECT_EQ(cut, whole);
  // A phit a cycle and host, of which there are four.
  const std::string& sent = cut.at("bench/stimulus.hex");
  EXPECT_GT(std::count(sent.begin(), sent.end(), '\n'), 300);
}

/// However long the run of the configuration is.
TEST_F(RtlExport, TheBenchIsAsLongAsItSays) {
  const std::string file = config(kTree);
  ASSERT_EQ(run({"rtl", file, "--output", "a", "--cycles", "300"}).status, 0);
  const Result result = run({"rtl", file, "--output", "b", "--cycles", "300", "--set",
                             "simulation={warmup: auto, measure: 100, at_most: 110}"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(files("a").at("bench/stimulus.hex"), files("b").at("bench/stimulus.hex"));
  EXPECT_EQ(files("a").at("bench/expected.hex"), files("b").at("bench/expected.hex"));
}

/// A cable is two links; none of them leads from the host that has the number of its switch.
TEST_F(RtlExport, LinksFailAsTheConfigurationSays) {
  const std::string file = config(R"(network: {topology: fat_tree, k: 3, n: 2}
routing: {function: ft2ei, selection: cp}
faults: [{cable: s0.p4, cycle: 50}]
fault_handling: {way: central, delay: 20}
traffic: {load: 0.4, packet_phits: 4}
)");
  ASSERT_EQ(run({"rtl", file, "--output", "a", "--cycles", "200"}).status, 0);
  std::istringstream words(files("a").at("bench/program.hex"));
  std::map<std::string, std::set<std::string>> links;
  for (std::string word; words >> word;) {
    const std::string cycle = word.substr(0, 8);
    const std::string what = word.substr(8, 1);
    if (what == "3" || what == "4") links[cycle + ' ' + what].insert(word.substr(17, 8));
  }
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links.begin()->first, "00000032 3");
  EXPECT_EQ(links.begin()->second.size(), 2u);
  EXPECT_EQ(links.rbegin()->second, links.begin()->second);
}

/// The bench expects as many as a run of its own drops; all that come before tables are written
/// anew.
TEST_F(RtlExport, PacketsAreDroppedAsInTheRun) {
  const std::string file = config(R"(network: {topology: torus, k: [4]}
routing: {function: up_down}
faults: [{cable: s1.p1, cycle: 150}]
fault_handling: {delay: 60, write: 2}
traffic: {load: 0.4, packet_phits: 4}
)");
  ASSERT_EQ(run({"rtl", file, "--output", "a", "--cycles", "400"}).status, 0);
  ASSERT_EQ(run({"run", file, "--json", "a.json", "--set", "simulation={warmup: 0, measure: 400}"})
                .status,
            0);
  const nlohmann::json result = nlohmann::json::parse(read_file(folder.file("a.json")));
  const int dropped = result.at("points").at(0).at("packets").at("dropped").get<int>();
  EXPECT_GT(dropped, 0);
  EXPECT_THAT(files("a").at("bench/netloom_bench_pkg.sv"),
              HasSubstr("  localparam int Dropped  = " + std::to_string(dropped) + ";"));
}

TEST_F(RtlExport, OfWhatCannotBeIsRefused) {
  const std::string file = config(kTree);
  fs::create_directories(folder.file("full/inside"));
  std::ofstream(folder.file("own.sv")) << "module netloom_switch; endmodule\n";
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } kCases[] = {
      {{"rtl"}, "rtl: CONFIG is missing; allowed: a configuration file, or build"},
      {{"rtl", file}, "rtl: --output is missing; allowed: a folder that is new or empty"},
      {{"rtl", file, "-o", "full"},
       "--output full: it is there already; allowed: a folder that is new or empty"},
      {{"rtl", file, "-o", "x", "--cycles", "0"}, "--cycles: '0' is not allowed"},
      {{"rtl", file, "-o", "x", "--set", "switch.allocator.arbiter=age"},
       "views: rtl: switch.allocator.arbiter age; allowed: round_robin, least_recently_served"},
      {{"rtl", file, "-o", "x", "--set", "routing.function=ft2ei", "--set",
        "faults=[{link: s2.p0, cycle: 50}]", "--set", "fault_handling.way=central", "--cycles",
        "50"},
       "faults: the bench replays 50 cycles, and a link fails in cycle 50; allowed: --cycles 51 or "
       "more"},
      {{"rtl", file, "-o", "x", "--set", "rtl.switch=own.sv"},
       "rtl.switch: a network is written with Netloom's own switch, whose files are known, and not "
       "with all that yours may need; allowed: none, and then yours in the folder in the place of "
       "rtl/netloom_switch.sv"},
      {{"rtl", file, "-o", "x", "--set", "network={topology: dcell, n: 3, k: 1}", "--set",
        "routing={function: shortest_path, vcs: {policy: davc, count: 3}}"},
       "routing.vcs: DAVC (np) needs 4 VCs on links of the kind 'switch', which have 3"},
      {{"rtl", file, "build", "block.sv", "--as", "interval", "-o", "x.so"},
       "rtl: a network and build: one of them at a time is allowed"},
  };
  for (const auto& each : kCases) {
    const Result result = run(each.arguments);
    EXPECT_EQ(result.status, 2) << each.message;
    EXPECT_THAT(result.errors, HasSubstr(each.message));
    EXPECT_FALSE(fs::exists(folder.file("x")));
  }
}

}  // namespace
}  // namespace netloom::test
