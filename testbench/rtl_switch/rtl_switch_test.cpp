#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "routing/base/text_file.h"
#include "rtl/rtl_folders.h"
#include "sim/base/temporary_folder.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/make_workload.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/rtl_trial.h"
#include "testbench/lockstep/comparison.h"
#include "testbench/network/value_change_dump.h"
#include "testbench/random/results.h"
#include "testbench/rtl_switch/combinations.h"
#include "testbench/rtl_switch/fast_switches.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

LockstepSide side(const std::string& view, const std::string& text) {
  return {view, parse_config(text + "views: {default: " + view + "}\n", "network.yaml", ".")};
}

/// In RTL whose pins the monitors watch: the same objects as beside the model, which are built
/// once.
LockstepSide watched(const std::string& text) {
  LockstepSide result = side("rtl", text);
  result.config.network.simulation.check_invariants = true;
  return result;
}

class RtlSwitch : public testing::TestWithParam<RtlCombination> {
 protected:
  static void SetUpTestSuite() { build_switches_fast(NETLOOM_SWITCH_CACHE); }
};

/// Event by event at every port, and digit by digit in the results, against both other views.
TEST_P(RtlSwitch, DoesWhatTheOtherViewsDo) {
  const std::string& text = GetParam().text;
  const Comparison comparison =
      compare_sides(side("fast", text), {side("structural", text), watched(text)});
  EXPECT_EQ(comparison.status, Comparison::Status::kSame) << comparison.reason << '\n' << text;
  EXPECT_GT(comparison.grants, 1000u);
  // Each was compared with both.
  RecordProperty("grants", std::to_string(comparison.grants / 2));
}

/// A tree with faults.
RtlCombination faulty_tree(const std::string& name, const std::string& network,
                           const std::string& switches, const std::string& faults) {
  return {name, "network: {topology: fat_tree, " + network + "}\n" + "switch: {input_buffer: 12, " +
                    switches + "}\n" +
                    "routing: {function: ft2ei, exclusion_intervals: 2, selection: sadp}\n"
                    "traffic: {pattern: uniform, load: 0.3, packet_phits: 4}\n" +
                    faults + "simulation: {warmup: 200, measure: 1500, drain: 5000, seeds: [1]}\n"};
}

/// … in which links fail while it runs, and the fabric manager writes registers, over APB in RTL.
RtlCombination failing_tree(const std::string& name, const std::string& network,
                            const std::string& switches, const std::string& handling) {
  return faulty_tree(name, network, switches,
                     "faults: [{random: cable, cycle: 400}, {random: link, cycle: 600}]\n"
                     "fault_handling: {way: central, " +
                         handling + "}\n");
}

/// … any network, in which packets that come to them are dropped, and forwarding tables rewritten.
RtlCombination dropping(const std::string& name, const std::string& network,
                        const std::string& switches, const std::string& handling) {
  return {"dropping_" + name,
          "network: " + network + "\nswitch: {input_buffer: 12, " + switches +
              "}\nrouting: {function: up_down}\n"
              "traffic: {pattern: uniform, load: 0.3, packet_phits: 4}\n"
              "faults: [{random: cable, cycle: 400}, {random: link, cycle: 500}]\n"
              "fault_handling: {" +
              handling + "}\nsimulation: {warmup: 200, measure: 1500, drain: 5000, seeds: [1]}\n"};
}

/// Quick.
std::vector<RtlCombination> failing_networks() {
  return {failing_tree("4ary_2tree", "k: 4, n: 2, latency: {host: 1, up: 2, down: 1}",
                       "switching: vct", "delay: 150, write: 2"),
          dropping("torus", "{topology: torus, k: [3, 3], latency: {host: 1, torus: 2}}",
                   "switching: vct", "delay: 150, write: 2")};
}

std::vector<RtlCombination> further_failing_networks() {
  return {failing_tree("islip", "k: 4, n: 3", "allocator: {kind: islip, iterations: 2}",
                       "delay: 100, write: 5"),
          failing_tree("saf", "k: 4, n: 2", "switching: store_and_forward", "delay: 100, write: 2"),
          failing_tree("full_x3", "k: 4, n: 2", "crossbar: {kind: full, delay: 3}",
                       "delay: 300, write: 4, detection: 1"),
          failing_tree("dropping", "k: 2, n: 3", "switching: vct",
                       "delay: 200, write: 3, emergency_path: false"),
          dropping("saf", "{topology: dragonfly, p: 1, a: 3, h: 1}",
                   "switching: store_and_forward, allocator: {kind: separable_output_first}",
                   "delay: 300, write: 2"),
          dropping("full_x3", "{topology: mesh, k: [4, 3], concentration: 2}",
                   "crossbar: {kind: full, delay: 3}, allocator: {kind: islip, iterations: 2}",
                   "delay: 300, write: 4, detection: 1")};
}

/// Links have failed before the start, so that the intervals exclude nodes from the first cycle on.
std::vector<RtlCombination> trees_with_failed_links() {
  const std::string faults = "faults: [{random: link, kind: down, count: 2}, {random: cable}]\n";
  return {faulty_tree("2ary_3tree", "k: 2, n: 3", "routing_delay: 2", faults),
          faulty_tree("4ary_3tree", "k: 4, n: 3", "switching: store_and_forward", faults)};
}

/// … so that packets go around a ring the long way, by forwarding tables in registers.
RtlCombination ring_with_a_failed_cable() {
  return {"ring_up_down",
          "network: {topology: torus, k: [5]}\nrouting: {function: up_down}\n"
          "switch: {input_buffer: 12}\ntraffic: {pattern: uniform, load: 0.2, packet_phits: 4}\n"
          "faults: [{cable: s0.p1}]\n"
          "simulation: {warmup: 100, measure: 500, drain: 1000, seeds: [1]}\n"};
}

/// 48, 64 and 36 switches; the networks of docs/results/rtl_switch.md.
std::vector<RtlCombination> large_networks() {
  const std::string end = "simulation: {warmup: 500, measure: 1500, drain: 1500, seeds: [1]}\n";
  return {
      {"4ary_3tree",
       "network: {topology: fat_tree, k: 4, n: 3}\nrouting: {function: interval}\n"
       "traffic: {pattern: uniform, load: 0.5, packet_phits: 16}\n" +
           end},
      {"8x8_torus_iodet",
       "network: {topology: torus, k: [8, 8]}\n"
       "routing: {function: dor, vcs: {policy: iodet, count: {host: 1, torus: 2}}}\n"
       "traffic: {pattern: uniform, load: 0.3, packet_phits: 16}\n" +
           end},
      {"df_2_4_2_davc",
       "network: {topology: dragonfly, p: 2, a: 4, h: 2}\n"
       "routing: {function: min, vcs: {policy: davc, davc: np, count: {host: 1, local: 3, global: "
       "3}}}\n"
       "traffic: {pattern: uniform, load: 0.4, packet_phits: 8}\n" +
           end}};
}

/// With pins of more than 40 words, of which Verilator makes other C++.
RtlCombination wide_switch() {
  return {"34_ports",
          "network: {topology: single_switch, hosts: 34}\nrouting: {function: ecmp}\n"
          "switch: {input_buffer: 6}\ntraffic: {pattern: uniform, load: 0.6, packet_phits: 3}\n"
          "simulation: {warmup: 0, measure: 300, drain: 1000, seeds: [1]}\n"};
}

const auto kName = [](const auto& each) { return each.param.name; };

/// The third, and each fourth behind it.
std::vector<RtlCombination> each_fourth(const std::vector<RtlCombination>& of) {
  std::vector<RtlCombination> result;
  for (std::size_t i = 2; i < of.size(); i += 4) result.push_back(of[i]);
  return result;
}

/// Of switches with in-transit adaptive routing the first, and the last, which has the priority of
/// packets in transit and restricted misrouting. Those with par62, which have most VCs, take a
/// minute and a half to compile: they are slow.
std::vector<RtlCombination> in_transit_without_par62() {
  std::vector<RtlCombination> of = rtl_combinations(Together::kInTransit, 10);
  const auto has_par62 = [](const RtlCombination& each) {
    return each.name.find("par62") != std::string::npos;
  };
  of.erase(std::remove_if(of.begin(), of.end(), has_par62), of.end());
  return {of.front(), of.back()};
}

// All of them are compared pin by pin below, of the same switches, and slowly for longer.
INSTANTIATE_TEST_SUITE_P(Choices, RtlSwitch,
                         testing::ValuesIn(each_fourth(rtl_combinations(Together::kNone, 40))),
                         kName);

INSTANTIATE_TEST_SUITE_P(FailedLinks, RtlSwitch, testing::ValuesIn(failing_networks()), kName);

// Slow. What happens in the long runs is counted by rtl_switch_coverage.
INSTANTIATE_TEST_SUITE_P(Long, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kNone, kCoveredCycles)),
                         kName);
INSTANTIATE_TEST_SUITE_P(LongInTransit, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kInTransit, kCoveredCycles)),
                         kName);
INSTANTIATE_TEST_SUITE_P(PairsOfFailedLinks, RtlSwitch,
                         testing::ValuesIn(further_failing_networks()), kName);
INSTANTIATE_TEST_SUITE_P(PairsOfFaultsBefore, RtlSwitch,
                         testing::ValuesIn(trees_with_failed_links()), kName);
INSTANTIATE_TEST_SUITE_P(Further, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kFurther, 100)), kName);
INSTANTIATE_TEST_SUITE_P(Large, RtlSwitch, testing::ValuesIn(large_networks()), kName);
INSTANTIATE_TEST_SUITE_P(Pairs, RtlSwitch,
                         testing::ValuesIn(rtl_combinations(Together::kPairs, 100)), kName);

class RtlBesideModel : public RtlSwitch {};

/// No pin and no register differs in any cycle, and the results are the model's.
TEST_P(RtlBesideModel, HasItsPins) {
  const std::string& text = GetParam().text;
  const LockstepSide alone = side("fast", text);
  const LockstepSide beside = side("rtl", text + "rtl: {mode: lockstep}\n");
  for (const PointRequest& request : points_of(alone.config, true)) {
    const Json point = simulate_apart(beside, request);
    ASSERT_TRUE(succeeded(point)) << failure_text(point) << '\n' << text;
    // A register of each switch at least.
    const Json& performance = point.at("performance");
    EXPECT_GT(
        performance.at("values_compared").get<std::uint64_t>(),
        beside.config.netlist.switches.size() * performance.at("cycles").get<std::uint64_t>());
    // And packets went through all of them.
    EXPECT_GE(point.at("packets").at("delivered").get<std::size_t>(),
              4 * beside.config.netlist.hosts.size());
    if (GetParam().name.find("dropping") != std::string::npos) {
      EXPECT_GT(point.at("packets").at("dropped"), 0);
    }
    EXPECT_EQ(difference(without(simulate_apart(alone, request), {"performance"}),
                         without(point, {"performance"})),
              "");
  }
}

// Slow (CMakeLists.txt): full crossbars of speedup 2 with output buffers, and others; with them
// choices that no other has here, as destro, the selection mc, meshes, and random graphs.
INSTANTIATE_TEST_SUITE_P(Choices, RtlBesideModel,
                         testing::ValuesIn(rtl_combinations(Together::kNone, 10)), kName);
INSTANTIATE_TEST_SUITE_P(FailedLinks, RtlBesideModel, testing::ValuesIn(failing_networks()), kName);
INSTANTIATE_TEST_SUITE_P(FaultsBefore, RtlBesideModel,
                         testing::Values(trees_with_failed_links().front(),
                                         ring_with_a_failed_cable()),
                         kName);
INSTANTIATE_TEST_SUITE_P(InTransit, RtlBesideModel, testing::ValuesIn(in_transit_without_par62()),
                         kName);

// Slow.
INSTANTIATE_TEST_SUITE_P(LongInTransit, RtlBesideModel,
                         testing::ValuesIn(rtl_combinations(Together::kInTransit, 20)), kName);
INSTANTIATE_TEST_SUITE_P(PairsOfFailedLinks, RtlBesideModel,
                         testing::ValuesIn(further_failing_networks()), kName);
INSTANTIATE_TEST_SUITE_P(PairsOfFaultsBefore, RtlBesideModel,
                         testing::ValuesIn(trees_with_failed_links()), kName);
INSTANTIATE_TEST_SUITE_P(Large, RtlBesideModel, testing::Values(wide_switch()), kName);
INSTANTIATE_TEST_SUITE_P(Further, RtlBesideModel,
                         testing::ValuesIn(rtl_combinations(Together::kFurther, 20)), kName);
INSTANTIATE_TEST_SUITE_P(Pairs, RtlBesideModel,
                         testing::ValuesIn(rtl_combinations(Together::kPairs, 20)), kName);

INSTANTIATE_TEST_SUITE_P(Product, RtlBesideModel,
                         testing::ValuesIn(rtl_combinations(Together::kProduct, 10)), kName);

/// A switch of one's own whose credits are a cycle late.
class LateCredits : public testing::Test {
 protected:
  static void SetUpTestSuite() { build_switches_fast(NETLOOM_SWITCH_CACHE); }

  Json run(const WaveRequest& waves) const {
    PointRequest request = points_of(config_, false).front();
    request.waves = waves;
    return simulate_point(config_, request, nullptr);
  }

  const Config config_ = load_config(std::string(NETLOOM_EXAMPLES) + "/switch/own_switch.yaml",
                                     {{"rtl.mode", "lockstep", "test"}});
};

TEST_F(LateCredits, AreToldWithCycleSwitchPortSignalAndStateOfThePartAndAreInTheWaveforms) {
  const TemporaryFolder folder("netloom-late-credits");
  WaveRequest waves;
  waves.path = folder.file("d.vcd");
  waves.switches = {1};
  waves.last = 10;
  const Json failure = run(waves).at("failure");
  EXPECT_EQ(failure.at("kind"), "error");
  EXPECT_EQ(failure.at("switch"), "s1");
  EXPECT_THAT(failure.at("message").get<std::string>(),
              AllOf(StartsWith("first difference in cycle 13 at s1.p0: credit_valid_o: model 1, "
                               "RTL 0\ns1.input_port_0 of the model at the end of the cycle:\n"),
                    ContainsRegex("\n  credit_o: credit_valid 1, credit_phits 4\n"),
                    ContainsRegex("\nwhat drives credit_valid_o, the nearest first:\n"
                                  "  [^\n]*/late_credit_switch.sv:230: credit_valid_o <= '0;\n"
                                  "  [^\n]*/late_credit_switch.sv:234: credit_valid_o <= "
                                  "credit_valid;\n")));

  const Dump dump = read_dump(read_text(waves.path));
  EXPECT_EQ(dump.first, 4u);
  const auto signal = [&](const std::string& name) {
    return dump.signals.at("s1.shadow.p0." + name);
  };
  EXPECT_EQ(signal("credit_valid_o.model").at(12), 0u);
  EXPECT_EQ(signal("credit_valid_o.model").at(13), 1u);
  EXPECT_EQ(signal("credit_valid_o.rtl").at(13), 0u);
  for (std::uint64_t cycle = dump.first; cycle <= 13; ++cycle) {
    EXPECT_EQ(signal("flit_valid_o.model").at(cycle), signal("flit_valid_o.rtl").at(cycle));
    EXPECT_EQ(signal("ROUND_ROBIN_OUT.model").at(cycle), signal("ROUND_ROBIN_OUT.rtl").at(cycle));
  }
  EXPECT_THAT(read_text(folder.file("d.gtkw")), HasSubstr("-s1 model and RTL.p0\n"));
}

/// Puts `after` in the place of what is `before`.
void replace(std::string& text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  ASSERT_NE(at, std::string::npos) << before;
  text.replace(at, before.size(), after);
}

/// The example's switch by another name.
std::string example_switch(const std::string& name) {
  std::string text = read_text(std::string(NETLOOM_EXAMPLES) + "/switch/late_credit_switch.sv");
  replace(text, "module late_credit_switch", "module " + name);
  return text;
}

/// … without the pins for who looks.
std::string unwatched_switch() {
  std::string text = example_switch("unwatched_switch");
  replace(text, "link_failed_i,\n  // For who looks.", "link_failed_i\n);\n/*");
  replace(text, "\n);\n\n", "*/\n\n");
  std::string open;
  for (const char* const pin : {"ready", "candidates", "entering", "minimal", "taken", "input",
                                "output_vc", "credits", "room", "deviates", "drops"}) {
    open += std::string("    .watch_") + pin + "_o(),\n";
  }
  replace(text, "    .*\n", open + "    .*\n");
  return text;
}

/// The example's switch without what is wrong with it.
std::string without_late_credits(std::string text) {
  text.resize(text.find("  always_ff"));
  return text +
         "  assign credit_valid_o = credit_valid;\n"
         "  assign credit_vc_o    = credit_vc;\n"
         "  assign credit_phits_o = credit_phits;\n"
         "endmodule\n";
}

/// … whose registers can be read in the access phase of a read only, and no more once the clock has
/// risen in one.
std::string gated_switch() {
  std::string text = without_late_credits(example_switch("gated_switch"));
  text.resize(text.rfind("endmodule"));
  replace(text, "    .*\n", "    .prdata_o(prdata),\n    .*\n");
  replace(text, "\n  logic [Sides-1:0] ",
          "\n  logic [31:0] prdata;\n  logic seen;\n  logic [Sides-1:0] ");
  return text +
         "  assign prdata_o =\n"
         "      (psel_i && penable_i && !pwrite_i && pstrb_i == '0 && !seen) ? prdata : '1;\n"
         "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
         "    if (!rst_ni) seen <= 1'b0;\n"
         "    else if (psel_i && !pwrite_i) seen <= 1'b1;\n"
         "  end\n"
         "endmodule\n";
}

/// … of which that with the number 0 gives no credits from cycle 200 on, 1 sends no flits to its
/// links, and 2 does not see flits that arrive.
std::string losing_switch() {
  std::string text = without_late_credits(example_switch("losing_switch"));
  text.resize(text.rfind("endmodule"));
  replace(text, "    .*\n", "    .flit_valid_i(arrived),\n    .flit_valid_o(left),\n    .*\n");
  replace(text, "\n  logic [Sides-1:0] ",
          "\n  logic [7:0] cycle;\n  logic late;\n  logic [Ports-1:0] arrived, left, deaf, mute;\n"
          "  logic [Sides-1:0] ");
  replace(text, "assign credit_valid_o = credit_valid;",
          "assign credit_valid_o = (late && switch_id_i == 0) ? '0 : credit_valid;");
  return text +
         "  assign late = cycle >= 200;\n"
         "  assign flit_valid_o = left & ~(mute | ({Ports{late && switch_id_i == 1}} & "
         "flit_head_o));\n"
         "  assign arrived = flit_valid_i & ~(deaf | ({Ports{late && switch_id_i == 2}} & "
         "flit_head_i));\n"
         "  always_ff @(posedge clk_i or negedge rst_ni) begin\n"
         "    if (!rst_ni) begin\n"
         "      cycle <= '0;\n"
         "      deaf  <= '0;\n"
         "      mute  <= '0;\n"
         "    end else begin\n"
         "      if (!late) cycle <= cycle + 8'd1;\n"
         "      deaf <= deaf | (flit_valid_i & ~arrived);\n"
         "      mute <= mute | (left & ~flit_valid_o);\n"
         "    end\n"
         "  end\n"
         "endmodule\n";
}

/// In the network of the example.
class OwnSwitch : public testing::Test {
 protected:
  static void SetUpTestSuite() { build_switches_fast(NETLOOM_SWITCH_CACHE); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.file(name)) << text;
  }
  /// stages: of the tree, and so kinds of switches that are built.
  Config config(const std::string& file, const std::string& mode = "lockstep",
                int stages = 2) const {
    const std::string text = read_text(std::string(NETLOOM_EXAMPLES) + "/switch/own_switch.yaml");
    return parse_config(text, "network.yaml", folder_.file(""),
                        {{"rtl.switch", file, "test"},
                         {"rtl.mode", mode, "test"},
                         {"network.n", std::to_string(stages), "test"},
                         {"simulation", "{warmup: 100, measure: 400, seeds: [1]}", "test"}});
  }
  Json run(const std::string& file, const std::string& mode = "lockstep", int stages = 2) const {
    return run(config(file, mode, stages));
  }
  static Json run(const Config& of) {
    return simulate_apart({"rtl", of}, points_of(of, false).front());
  }

 private:
  const TemporaryFolder folder_{"netloom-own-switch"};
};

TEST_F(OwnSwitch, IsReadOverApbAndNoEdgeOfTheClockSeesIt) {
  write("gated_switch.sv", gated_switch());
  write("other_switch.sv", "module other_switch; endmodule\n");
  // The monitor is at the pins.
  const Json point = run("gated_switch.sv", "lockstep", 1);
  EXPECT_TRUE(succeeded(point)) << failure_text(point);
  // Another switch in the same folder is not taken for this one, which has been compiled.
  EXPECT_THAT(failure_text(run("other_switch.sv")), HasSubstr("other_switch has no parameter"));
}

TEST_F(OwnSwitch, NeedsPinsForWhoLooksOnlyInThePlaceOfTheModel) {
  write("unwatched_switch.sv", without_late_credits(unwatched_switch()));
  const Json point = run("unwatched_switch.sv", "lockstep", 1);
  EXPECT_TRUE(succeeded(point)) << failure_text(point);
  EXPECT_THAT(failure_text(run("unwatched_switch.sv", "replace", 1)),
              HasSubstr("rtl.switch: module unwatched_switch has none of the pins watch_*_o, by "
                        "which packets are followed through a switch in the place of the model; "
                        "allowed: all of them, or rtl.mode lockstep"));
}

TEST_F(OwnSwitch, IsComparedAtItsLinksWithoutThesePinsAndLeadsToTheModuleThatIsWrong) {
  std::string text = without_late_credits(unwatched_switch());
  replace(text, "  assign credit_valid_o = credit_valid;\n",
          "  late_credit #(.Sides(Sides)) u_late (.from_i(credit_valid), .to_o(credit_valid_o), "
          ".*);\n");
  write("unwatched_switch.sv", text);
  write("late_credit.sv",
        "module late_credit #(parameter int Sides = 1) (\n"
        "  input logic clk_i, rst_ni,\n"
        "  input logic [Sides-1:0] from_i,\n"
        "  output logic [Sides-1:0] to_o\n"
        ");\n"
        "  always_ff @(posedge clk_i or negedge rst_ni)\n"
        "    if (!rst_ni) to_o <= '0;\n"
        "    else to_o <= from_i;\n"
        "endmodule\n");
  EXPECT_THAT(
      failure_text(run("unwatched_switch.sv")),
      AllOf(HasSubstr("first difference in cycle 13 at s1.p0: credit_valid_o: model 1, RTL 0"),
            ContainsRegex("\nwhat drives credit_valid_o, the nearest first:\n"
                          "  [^\n]*/unwatched_switch.sv:[0-9]+: late_credit [^\n]*\n"
                          "  [^\n]*/late_credit.sv:7: if \\(!rst_ni\\) to_o <= '0;\n"
                          "  [^\n]*/late_credit.sv:8: else to_o <= from_i;\n")));
}

TEST_F(OwnSwitch, ThatRefusesAWriteIsLedToWhatRefusesIt) {
  std::string text = without_late_credits(example_switch("refusing_switch"));
  replace(text, "    .credit_valid_o(credit_valid),\n",
          "    .pslverr_o(pslverr),\n    .credit_valid_o(credit_valid),\n");
  replace(text, "  assign credit_valid_o = credit_valid;\n",
          "  logic pslverr;\n  assign pslverr_o = pslverr | (psel_i & penable_i & pwrite_i);\n"
          "  assign credit_valid_o = credit_valid;\n");
  write("refusing_switch.sv", text);
  EXPECT_THAT(failure_text(run("refusing_switch.sv")),
              ContainsRegex("first difference in cycle 0 at s[0-9]+: the write of 0x[0-9a-f]+ to "
                            "the register [A-Z_]+ at 0x[0-9a-f]+ ends with pslverr_o\n(.*\n)*"
                            "what drives pslverr_o, the nearest first:\n"
                            "  [^\n]*/refusing_switch.sv:[0-9]+: assign pslverr_o = pslverr"));
}

TEST_F(OwnSwitch, IsMadeOfTheModulesBesideIt) {
  write("netloom_switch.sv", read_text(rtl_folder() + "/switch/netloom_switch.sv"));
  write("crossbar.sv", "module crossbar;\n  no such thing\nendmodule\n");
  EXPECT_THAT(failure_text(run("netloom_switch.sv")), HasSubstr("/crossbar.sv:2"));
}

TEST_F(OwnSwitch, HasParametersOfFailingLinksOnlyWhereLinksFail) {
  std::string text = without_late_credits(example_switch("lasting_switch"));
  replace(text, "  parameter int Failing         = 0,  // 0 ... 1\n", "");
  replace(text, "  parameter int DownPorts       = 0,  // 0 ... Ports\n", "");
  replace(text, ",\n    .Failing        (Failing),\n    .DownPorts      (DownPorts)", "");
  for (const char* const pin : {"watch_deviates_o", "watch_drops_o"}) {
    text = std::regex_replace(text, std::regex(std::string(",[^\n]*\n *output[^\n]*") + pin), "");
    replace(text, "    .*\n", std::string("    .") + pin + "(),\n    .*\n");
  }
  write("lasting_switch.sv", text);
  const Json point = run("lasting_switch.sv");
  EXPECT_TRUE(succeeded(point)) << failure_text(point);
}

/// Where nothing compares it, it loses nothing unnoticed, and does not stop for good.
TEST_F(OwnSwitch, InThePlaceOfTheModelThatLosesFlitsOrCreditsEndsItsRun) {
  write("losing_switch.sv", losing_switch());
  // Switches of the first stage are of one kind.
  Config of = config("losing_switch.sv", "replace", 3);
  of.network.simulation.watchdog = 1000;
  of.run.measure = 5000;
  const auto in_rtl = [&](std::size_t id) {
    Config one = of;
    one.network.views.assign(of.netlist.switches.size(), SwitchView::kFast);
    one.network.views.at(id) = SwitchView::kRtl;
    return failure_text(run(one));
  };
  EXPECT_THAT(in_rtl(0), ContainsRegex("RTL: credit_valid_o at s0.p[0-9].vc0: none for the packet "
                                       "[0-9]+ from node [0-9]+, of which 4 phits have left in "
                                       "cycle [0-9]+"));
  EXPECT_THAT(in_rtl(1), ContainsRegex("RTL: flit_head_o at s1.p[0-9].vc0: the packet [0-9]+ from "
                                       "node [0-9]+ does not come, which was granted this output "
                                       "and reached it in cycle [0-9]+"));
  EXPECT_THAT(in_rtl(2), HasSubstr("deadlock: no flit has moved"));
}

TEST_F(OwnSwitch, OfOtherSourcesHasOtherResults) {
  const auto identity = [this] {
    const Config of = config("changed_switch.sv", "replace", 1);
    const std::vector<std::string> switches = require_rtl_switches(of, known_bounds(of, nullptr));
    EXPECT_EQ(switches.size(), 1u);
    return identity_of(of, false, switches);
  };
  write("changed_switch.sv", example_switch("changed_switch"));
  const std::string late = identity();
  EXPECT_EQ(identity(), late);
  write("changed_switch.sv", without_late_credits(example_switch("changed_switch")));
  EXPECT_NE(identity(), late);
}

TEST_F(OwnSwitch, IsBuiltAnewWhereWhatIsKeptOfItIsCutOff) {
  write("cut_switch.sv", without_late_credits(example_switch("cut_switch")));
  const Config of = config("cut_switch.sv", "lockstep", 1);
  for (const std::string& name : require_rtl_switches(of, known_bounds(of, nullptr))) {
    std::filesystem::resize_file(switch_object_folder() + "/" + name, 1000);
  }
  const Json point = run(of);
  EXPECT_TRUE(succeeded(point)) << failure_text(point);
}

TEST_F(OwnSwitch, ThatEndsItsRunIsSaidToHaveDoneSo) {
  std::string text = without_late_credits(example_switch("headless_switch"));
  replace(text, "    .*\n", "    .flit_first_o(),\n    .*\n");
  replace(text, "  assign credit_valid_o", "  assign flit_first_o = '0;\n  assign credit_valid_o");
  write("headless_switch.sv", text);
  const Config of = config("headless_switch.sv", "replace");
  LockstepSide model = {"structural", of};
  model.config.network.views.assign(of.netlist.switches.size(), SwitchView::kStructural);
  const LockstepResult result = run_lockstep(model, {"rtl", of}, points_of(of, true).front(), {});
  EXPECT_TRUE(result.difference.has_value());
  EXPECT_TRUE(result.first_point.is_null());
  EXPECT_THAT(failure_text(result.second_point), HasSubstr("flit_first"));
}

}  // namespace
}  // namespace netloom::test
