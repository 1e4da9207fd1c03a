// `netloom cost` from outside.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(Program, CostCountsTheRegistersOfTheNetwork) {
  folder.write("destro.yaml",
               "network: {topology: fat_tree, k: 4, n: 3}\n"
               "routing: {function: destro}\n"
               "traffic: {load: 0.1}\n");
  const Result result = run({"cost", "destro.yaml", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("LIB"));
  const json document = json::parse(read_file(folder.file("a.json")));
  // 2k (3 log N + 2k) = 208 bits; at the last stage only the four down links are there.
  EXPECT_EQ(document.at("switches").at(0).at("registers").at("routing"), 208);
  EXPECT_EQ(document.at("switches").at(1).at("registers").at("routing"), 88);
  EXPECT_EQ(document.at("network").at("registers").at("routing"), 32 * 208 + 16 * 88);
  EXPECT_EQ(document.at("network").at("crosspoints"), 32 * 32 + 16 * 12);
}

TEST_F(Program, CostSynthesisesTheBlocks) {
  if (std::system("command -v yosys >/dev/null") != 0) GTEST_SKIP() << "there is no yosys";
  folder.write("fir.yaml",
               "network: {topology: fat_tree, k: 2, n: 2}\n"
               "routing: {function: destro}\n"
               "traffic: {load: 0.1}\n");
  const Result result = run({"cost", "fir.yaml", "--synth", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("fir, stage 0: fir_router Ports=4 Width=2 Operand=0"));
  const json document = json::parse(read_file(folder.file("a.json")));
  const json& fir = document.at("synthesis").at("fir");
  EXPECT_EQ(fir.at("register_bits"), 4 * (3 * 2 + 4));
  EXPECT_EQ(fir.at("other_flip_flops"), 4);
  EXPECT_EQ(fir.at("flip_flops"), 4 * (3 * 2 + 4) + 4);
  EXPECT_GT(fir.at("luts"), 0);
  EXPECT_GT(fir.at("gates"), fir.at("luts"));
  EXPECT_GT(fir.at("transistors"), 20 * fir.at("flip_flops").get<int>());
  // The root has the two links down, and the registers for them.
  EXPECT_EQ(fir.at("kinds").at(1).at("kind"), "stage 1");
  EXPECT_EQ(fir.at("kinds").at(1).at("flip_flops"), 2 * (3 * 2 + 2) + 2);
}

TEST_F(Program, CostSynthesisesABlockAtThreeSizes) {
  if (std::system("command -v yosys >/dev/null") != 0) GTEST_SKIP() << "there is no yosys";
  const Result result = run({"cost", "--blocks", "--only", "rr_arbiter", "--no-frequency", "--json",
                             "a.json", "--markdown", "a.md"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("no frequency (--no-frequency): all"));
  const json document = json::parse(read_file(folder.file("a.json")));
  const json& small = document.at("blocks").at(0);
  EXPECT_EQ(small.at("parameters").at("Requesters"), 4);
  EXPECT_EQ(small.at("register_bits"), 2);
  EXPECT_EQ(small.at("flip_flops"), 2);
  EXPECT_GT(small.at("luts"), 0);
  EXPECT_TRUE(small.at("fmax_mhz").is_null());
  EXPECT_EQ(small.at("fmax_undefined"), "--no-frequency");
  const std::string table = read_file(folder.file("a.md"));
  EXPECT_THAT(table, HasSubstr("netloom cost --blocks --only rr_arbiter --no-frequency"));
  EXPECT_THAT(table, HasSubstr("| rr_arbiter | large | Requesters=40 | 6 | 6 |"));
}

TEST_F(Program, CostSynthesisesAWholeSwitch) {
  if (std::system("command -v yosys >/dev/null") != 0) GTEST_SKIP() << "there is no yosys";
  // Its switches are of one kind, with two ports: larger ones take Yosys three times as long.
  folder.write("pair.yaml",
               "network: {topology: random_regular, switches: 2, ports: 2, degree: 1, "
               "hosts_per_switch: 1}\n"
               "routing: {function: shortest_path}\n"
               "switch: {input_buffer: 8}\n"
               "traffic: {load: 0.1, packet_phits: 4}\n");
  const Result result = run({"cost", "pair.yaml", "--switch", "--synth", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  EXPECT_THAT(result.output, HasSubstr("% of the gate equivalents"));
  EXPECT_THAT(result.output, HasSubstr("no path: no library: --liberty"));
  const json document = json::parse(read_file(folder.file("a.json")));
  ASSERT_EQ(document.at("switch").size(), 1u);
  const json& kind = document.at("switch").at(0);
  EXPECT_EQ(kind.at("count"), 2);
  EXPECT_TRUE(kind.at("differences").empty());
  EXPECT_GT(kind.at("routing_share"), 0.0);
  double found = 0;
  for (const json& module : kind.at("modules")) {
    found += module.at("synthesis").at("gate_equivalents").get<double>();
    if (module.at("module") != "crossbar") continue;
    EXPECT_EQ(module.at("synthesis").at("flip_flops"), module.at("flip_flops"));
    EXPECT_GT(module.at("synthesis").at("gate_equivalents"),
              5 * module.at("flip_flops").get<int>());
  }
  const json& estimate = kind.at("estimate");
  EXPECT_TRUE(estimate.at("extrapolated").empty()) << estimate.at("extrapolated");
  EXPECT_GT(estimate.at("error").at("switches"), 0);
  EXPECT_LE(100 * std::abs(estimate.at("gate_equivalents").get<double>() / found - 1),
            estimate.at("error").at("largest").get<double>());
}

TEST_F(Program, CostSaysInWhichModulesTheLongestPathIs) {
  const std::string library = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
  if (std::system("command -v yosys >/dev/null && command -v sta >/dev/null") != 0 ||
      !std::ifstream(library)) {
    GTEST_SKIP() << "there is no yosys, no sta or no library";
  }
  folder.write("pair.yaml",
               "network: {topology: random_regular, switches: 2, ports: 2, degree: 1, "
               "hosts_per_switch: 1}\n"
               "routing: {function: shortest_path}\n"
               "switch: {input_buffer: 4}\n"
               "traffic: {load: 0.1, packet_phits: 4}\n");
  const Result result =
      run({"cost", "pair.yaml", "--switch", "--synth", "--liberty", library, "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  EXPECT_THAT(result.output, HasSubstr("with modules apart: "));
  const json path = json::parse(read_file(folder.file("a.json")))["switch"][0]["longest_path"];
  const json& apart = path.at("modules_apart");
  double sum = 0;
  std::vector<std::string> modules;
  for (const json& part : apart.at("parts")) {
    sum += part.at("ns").get<double>();
    modules.push_back(part.at("module").get<std::string>());
  }
  EXPECT_NEAR(sum, apart.at("period_ns").get<double>(), 1e-6);
  // From a credit through the allocator to the buffers.
  EXPECT_THAT(path.at("begin").get<std::string>(), HasSubstr("credits_q"));
  EXPECT_THAT(modules, testing::IsSupersetOf({"output_port", "allocator_iteration", "input_port"}));
}

TEST_F(Program, CostPlacesAWholeSwitchOnAnIce40) {
  if (std::system("command -v yosys >/dev/null && command -v nextpnr-ice40 >/dev/null") != 0) {
    GTEST_SKIP() << "there is no yosys or no nextpnr-ice40";
  }
  folder.write("pair.yaml",
               "network: {topology: random_regular, switches: 2, ports: 2, degree: 1, "
               "hosts_per_switch: 1}\n"
               "routing: {function: shortest_path}\n"
               "switch: {input_buffer: 2}\n"
               "traffic: {load: 0.1, packet_phits: 2}\n");
  const Result result =
      run({"cost", "pair.yaml", "--switch", "--synth", "--ice40", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors << result.output;
  EXPECT_THAT(result.output, HasSubstr("LUTs, "));
  const json kind = json::parse(read_file(folder.file("a.json")))["switch"][0];
  const json& ice40 = kind.at("ice40");
  std::uint64_t kept = 0;
  for (const json& module : kind.at("modules")) {
    kept += module.value("flip_flops", 0u) + module.value("memory_bits", 0u);
  }
  // Some are the same as others, or never change.
  EXPECT_LE(ice40.at("flip_flops"), kept);
  EXPECT_GT(ice40.at("flip_flops"), kept * 9 / 10);
  EXPECT_GT(ice40.at("luts"), 100);
  EXPECT_GT(ice40.at("fmax_mhz"), 10.0);
  EXPECT_LT(ice40.at("fmax_mhz"), 400.0);
  EXPECT_NE(ice40.at("longest_path").at("end"), "");
}

// Before anything is synthesised, which may take minutes.
TEST_F(Program, CostNamesThePackagesOfWhatSynthesisOfASwitchTakes) {
  folder.write("tree.yaml", "network: {topology: fat_tree, k: 2, n: 2}\ntraffic: {load: 0.1}\n");
  folder.write("cells.lib",
               "library (a) {\ncell (INV) {\narea : 1;\n}\ncell (NAND2) {\narea : 2;\n}\n}\n");
  std::filesystem::create_directory(folder.file("bin"));
  const auto without = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"cost", "tree.yaml", "--switch", "--synth"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, [&] { setenv("PATH", folder.file("bin").c_str(), 1); });
  };
  const Result yosys = without({});
  EXPECT_EQ(yosys.status, 2);
  EXPECT_EQ(yosys.output, "");
  EXPECT_EQ(yosys.errors,
            "netloom: error: synthesis needs yosys, which is not in the PATH; Debian and Ubuntu: "
            "apt-get install yosys nextpnr-ice40 (scripts/install_dependencies synthesis)\n");
  std::filesystem::create_symlink("/bin/false", folder.file("bin/yosys"));
  const Result sta = without({"--liberty", "cells.lib"});
  EXPECT_EQ(sta.status, 2);
  EXPECT_EQ(sta.output, "");
  EXPECT_EQ(sta.errors,
            "netloom: error: --liberty: the longest path needs sta, which is not in the PATH; "
            "Debian and Ubuntu: apt-get install opensta (scripts/install_dependencies "
            "synthesis)\n");
}

TEST_F(Program, CostEstimatesOneKindOfSwitch) {
  folder.write("tree.yaml", "network: {topology: fat_tree, k: 2, n: 2}\ntraffic: {load: 0.1}\n");
  const Result result = run({"cost", "tree.yaml", "--switch", "--kind", "netloom_switch_1",
                             "--json", "a.json", "--set", "switch.input_buffer=100000"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, testing::Not(HasSubstr("netloom_switch_0")));
  EXPECT_THAT(result.output, HasSubstr("netloom_switch_1: gate equivalents"));
  EXPECT_THAT(result.output, HasSubstr("clock period with osu018: "));
  EXPECT_THAT(result.output, HasSubstr("extrapolated, beyond what was synthesised"));
  const json estimate = json::parse(read_file(folder.file("a.json")))["switch"][0]["estimate"];
  EXPECT_GT(estimate.at("period_ns"), 0.0);
  EXPECT_EQ(estimate.at("parts").at(0).at("part"), "routing, intervals");
  EXPECT_GT(estimate.at("parts").at(0).at("logic_equivalents"), 0.0);
}

/// What whole switches cost follows from the network alone: these workloads could not run.
TEST_F(Program, CostOfWholeSwitchesRunsNoWorkload) {
  folder.write("trace.txt", "0 0 1 32\n900 1 0 32\n");
  const auto cost = [&](const std::string& traffic) {
    folder.write("dcell.yaml",
                 "network: {topology: dcell, n: 3, k: 1}\n"
                 "routing: {function: shortest_path, vcs: {policy: davc, count: 3}}\n"
                 "traffic: {" +
                     traffic +
                     ", packet_phits: 4}\n"
                     "simulation: {completion_limit: 1000}\n");
    const Result result = run({"cost", "dcell.yaml", "--switch"});
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  };
  const std::string open = cost("load: 0.1");
  EXPECT_THAT(open, HasSubstr("netloom_switch_0"));
  EXPECT_EQ(cost("burst: {packets: 250}"), open);
  EXPECT_EQ(cost("trace: trace.txt, bytes_per_phit: 8"), open);
}

TEST_F(Program, CostOfWhatIsUnknownIsRefused) {
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } kCases[] = {
      {{"cost", "nowhere.yaml"}, "nowhere.yaml: the file cannot be read"},
      {{"cost", "--synth"}, "CONFIG"},
      {{"cost", "--memory", "flip_flops"},
       "allowed: interval, fir, fir_source, ft2ei, forwarding_table, lia, davc"},
      {{"cost", "--memory", "fir", "--exclusion-intervals", "2"}, "is for ft2ei"},
      {{"cost", "--memory", "fir", "--no-frequency"}, "allowed: with --synth or --blocks"},
      {{"cost", "--blocks", "--only", "no_block"}, "rr_arbiter"},
      {{"cost", "tree.yaml", "--switch", "--liberty", "tree.yaml"}, "with --switch --synth"},
      {{"cost", "tree.yaml", "--switch", "--synth", "--liberty", "tree.yaml"},
       "--liberty tree.yaml: it has no group library"},
      {{"cost", "tree.yaml", "--switch", "--phit-width", "8"}, "--phit-width 8: the header"},
      {{"cost", "tree.yaml", "--switch", "--no-frequency"}, "with --switch --synth --ice40"},
      {{"cost", "tree.yaml", "--switch", "--ice40"}, "with --switch --synth"},
      {{"cost", "tree.yaml", "--ice40"}, "--switch"},
      {{"cost", "tree.yaml", "--phit-width", "64"}, "--switch"},
      {{"cost", "tree.yaml", "--kind", "netloom_switch_0"}, "--switch"},
      {{"cost", "tree.yaml", "--switch", "--kind", "root"},
       "--kind root: no such kind of switch; allowed: netloom_switch_0, netloom_switch_1"},
      {{"cost", "tree.yaml", "--switch", "--set", "switch.allocator.arbiter=age"}, "arbiter age"},
  };
  folder.write("tree.yaml", "network: {topology: fat_tree, k: 2, n: 2}\ntraffic: {load: 0.1}\n");
  for (const auto& each : kCases) {
    const Result result = run(each.arguments);
    EXPECT_EQ(result.status, 2) << each.arguments.back();
    EXPECT_THAT(result.errors, HasSubstr("netloom: error: "));
    EXPECT_THAT(result.errors, HasSubstr(each.message));
  }
}

}  // namespace
}  // namespace netloom::test
