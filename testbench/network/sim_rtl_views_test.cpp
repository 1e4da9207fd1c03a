// Switches in RTL that are refused before anything runs, and what is said of those that go wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "routing/base/text_file.h"
#include "testbench/network/program.h"
#include "testbench/rtl_switch/fast_switches.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A switch of 1024 channels, with two points.
constexpr const char* kTooLarge =
    "network: {topology: fat_tree, k: 8, n: 2}\n"
    "routing: {function: interval, vcs: {count: 64, policy: free}}\n"
    "switch: {input_buffer: 8, crossbar: {kind: full}}\n"
    "traffic: {pattern: uniform, load: [0.1, 0.2], packet_phits: 4}\n"
    "simulation: {warmup: 10, measure: 10}\n"
    "views: {default: fast, s3: rtl}\n";
constexpr const char* kTooLargeText =
    "switch s3: a full crossbar in RTL with an input for each of 1024 channels (ports, times VCs "
    "rounded up to a power of two); allowed: 1 to 512\n";

class RtlViews : public Program {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder.file(name)) << text;
  }
  Result run_with_own_cache(const std::vector<std::string>& arguments) const {
    const std::string cache = folder.file("cache");
    return run(arguments, [cache] { build_switches_fast(cache); });
  }
  /// Switches that have been compiled.
  std::ptrdiff_t objects_in_cache() const {
    const fs::directory_iterator files(folder.file("cache/netloom/switches"));
    return std::count_if(begin(files), end(files),
                         [](const auto& each) { return each.path().extension() == ".so"; });
  }
  /// Of a run that is refused: what it says, once.
  std::string refusal(const std::vector<std::string>& arguments) const {
    const Result result = run_with_own_cache(arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_EQ(result.output, "");
    const std::string begin = "netloom: error: ";
    EXPECT_THAT(result.errors, StartsWith(begin));
    const std::string text = result.errors.substr(begin.size());
    EXPECT_EQ(text.find(begin), std::string::npos) << "said more than once: " << text;
    return text;
  }
};

TEST_F(RtlViews, AreRefusedOnceWhereRtlDoesNotDoTheKindOfSwitch) {
  write("large.yaml", kTooLarge);
  EXPECT_EQ(refusal({"check", "large.yaml"}), kTooLargeText);
  EXPECT_EQ(refusal({"run", "large.yaml"}), kTooLargeText);
  EXPECT_EQ(refusal({"sweep", "large.yaml", "--vary", "views.s3=fast,rtl"}),
            std::string("s3=rtl: ") + kTooLargeText);
}

constexpr const char* kOwn =
    "network: {topology: fat_tree, k: 2, n: 2}\n"
    "routing: {function: interval}\n"
    "traffic: {pattern: uniform, load: [0.1, 0.2], packet_phits: 4}\n"
    "simulation: {warmup: 10, measure: 100}\n"
    "rtl: {switch: own.sv}\n";

/// A module with the parameters and pins of a switch, and these lines inside.
std::string switch_of(const std::string& inside) {
  std::string text = read_text(std::string(NETLOOM_EXAMPLES) + "/switch/late_credit_switch.sv");
  text.resize(text.find(");\n\n  logic") + 2);
  const std::string head = "module late_credit_switch";
  return text.replace(text.find(head), head.size(), "module own") +
         "\n  assign flit_valid_o = '0;\n  assign credit_valid_o = '0;\n  assign watch_taken_o = "
         "'0;\n"
         "  assign pready_o = 1'b1;\n  assign pslverr_o = 1'b0;\n" +
         inside + "endmodule\n";
}

TEST_F(RtlViews, AreRefusedOnceWhereTheModuleIsNotAsItHasToBe) {
  write("own.yaml", kOwn);
  const auto refusal_of = [&](const std::string& before, const std::string& after) {
    std::string text = switch_of("");
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    write("own.sv", text.replace(at, before.size(), after));
    return refusal({"run", "own.yaml"});
  };
  const std::string file = folder.file("own.sv") + ":";
  EXPECT_EQ(refusal_of("module own", "module other"),
            file +
                " there is no module own; allowed: a module with the name of the first file of "
                "rtl.switch; modules: other\n");
  EXPECT_THAT(
      refusal_of("psel_i", "select_i"),
      StartsWith(file + " module own has no input psel_i, which a switch in RTL (rtl.switch) "
                        "needs; its ports: input clk_i, "));
  EXPECT_THAT(refusal_of("[31:0]                     prdata_o", "[32:0] prdata_o"),
              HasSubstr(": output prdata_o of module own has a width of 33; allowed for this kind "
                        "of switch: 32\n"));
  EXPECT_THAT(refusal_of("input  logic [31:0]                     paddr_i",
                         "input logic scan_i, input logic [31:0] paddr_i"),
              HasSubstr(": nothing drives input scan_i of module own; allowed: input clk_i, "));
}

TEST_F(RtlViews, AreBuiltAnewWhenAFileThatTheyIncludeHasChanged) {
  write("own.yaml", std::string(kOwn) + "views: {default: fast, s0: rtl}\n");
  fs::create_directories(folder.file("own switch"));
  fs::create_directories(folder.file("beside"));
  write("own switch/own.sv", switch_of("`include \"../beside/reads.inc\"\n"));
  const std::vector<std::string> arguments = {"run", "own.yaml", "--set",
                                              "rtl.switch=own switch/own.sv"};
  const auto reads = [&](const std::string& value) {
    write("beside/reads.inc", "  assign prdata_o = 32'd" + value + ";\n");
    const Result result = run_with_own_cache(arguments);
    EXPECT_EQ(result.status, 1);
    return result.errors;
  };
  EXPECT_THAT(reads("1000"), HasSubstr(" reads 0x3e8 after "));
  EXPECT_THAT(reads("2000"), HasSubstr(" reads 0x7d0 after "));
  EXPECT_EQ(objects_in_cache(), 2);
  EXPECT_THAT(reads("1000"), HasSubstr(" reads 0x3e8 after "));
  EXPECT_EQ(objects_in_cache(), 2) << "the first fits again";
  fs::remove(folder.file("beside/reads.inc"));
  EXPECT_THAT(refusal(arguments), HasSubstr("reads.inc"));
}

TEST_F(RtlViews, WithAMistakeAreNamed) {
  write("own.yaml", kOwn);
  write("own.sv", switch_of(""));
  const Result result = run_with_own_cache({"run", "own.yaml", "--set", "network.n=1"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("a mistake in Netloom, or in the switch in RTL in the place "
                                       "of its model (own.sv), not in the configuration"));
}

TEST_F(RtlViews, WithoutPinsForWhoLooksAreSaidToBeComparedInLess) {
  write("own.yaml", kOwn);
  const std::string note =
      "netloom: rtl.switch has none of the pins watch_*_o: links, credits and registers are "
      "compared, and not heads, room and grants\n";
  std::string text = switch_of("");
  const auto said_of = [&] {
    write("own.sv", text);
    return run_with_own_cache(
               {"run", "own.yaml", "--set", "rtl.mode=lockstep", "--set", "network.n=1"})
        .errors;
  };
  EXPECT_THAT(said_of(), Not(HasSubstr(note)));
  const std::string pins = "link_failed_i,\n  // For who looks.";
  const std::size_t first = text.find(pins);
  ASSERT_NE(first, std::string::npos);
  text.replace(first, text.find(");\n", first) - first, "link_failed_i\n");
  const std::string taken = "  assign watch_taken_o = '0;\n";
  ASSERT_NE(text.find(taken), std::string::npos);
  text.erase(text.find(taken), taken.size());
  EXPECT_THAT(said_of(), StartsWith(note));
}

TEST_F(RtlViews, ThatLetAnAccessWaitAreNamed) {
  write("own.yaml", kOwn);
  std::string text = switch_of("");
  const std::string ready = "assign pready_o = 1'b1;";
  const std::size_t place = text.find(ready);
  ASSERT_NE(place, std::string::npos);
  write("own.sv", text.replace(place, ready.size(), "assign pready_o = 1'b0;"));
  const Result result = run_with_own_cache({"run", "own.yaml", "--set", "network.n=1"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors,
              HasSubstr(" waits for pready_o, which has to be 1 in the access phase"));
}

TEST_F(RtlViews, ThatDoNotSettleAreNamed) {
  write("own.yaml", kOwn);
  write("own.sv", switch_of("  logic loop;\n  assign loop = rst_ni && !loop;\n"
                            "  assign prdata_o = {32{loop}};\n"));
  const Result result = run_with_own_cache({"run", "own.yaml", "--set", "network.n=1"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, ContainsRegex("cycle 0: s0: the RTL ends the simulation: " +
                                           folder.file("own.sv") + ":[0-9]+: .* did not converge"));
  EXPECT_THAT(result.errors, Not(HasSubstr("report it")));
}

TEST_F(RtlViews, AreRefusedBeforeTheyAreCompiledWhereTheyCannotBeKept) {
  write("own.yaml", kOwn);
  write("own.sv", switch_of(""));
  const Result result =
      run({"run", "own.yaml"}, [] { setenv("XDG_CACHE_HOME", "/proc/nowhere", 1); });
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors,
              StartsWith("netloom: error: switches in RTL are kept in "
                         "/proc/nowhere/netloom/switches, which cannot be written: "));
}

/// RTL that ends the simulation by this.
class RtlThatEnds : public RtlViews, public testing::WithParamInterface<const char*> {
 protected:
  /// What a run says in which it does so at a rising edge of the clock at which this holds.
  std::string errors_of(const std::string& mode, const std::string& condition) const {
    write("own.yaml", kOwn);
    // Verilator itself would end the process by the second $finish of an evaluation.
    write("own.sv", switch_of("  logic [31:0] words [65536];\n"
                              "  assign prdata_o = words[paddr_i[17:2]];\n"
                              "  always @(posedge clk_i) begin\n"
                              "    if (psel_i && penable_i && pwrite_i) "
                              "words[paddr_i[17:2]] <= pwdata_i;\n"
                              "    if (" +
                              condition + ") begin " + GetParam() + "; " + GetParam() +
                              "; end\n"
                              "  end\n"));
    const Result result = run_with_own_cache(
        {"run", "own.yaml", "--set", "rtl.mode=" + mode, "--set", "network.n=1"});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.errors, Not(HasSubstr("report it")));
    return result.errors;
  }
  /// … in such a cycle.
  std::string message(const std::string& cycle) const {
    return "netloom: error: load 0.1, seed 1: cycle " + cycle +
           ": s0: the RTL ends the simulation: " + folder.file("own.sv") + ":[0-9]+: [$]" +
           (GetParam() + 1);
  }
};

TEST_P(RtlThatEnds, IsAFailureOfTheRun) {
  EXPECT_THAT(errors_of("replace", "rst_ni && flit_valid_i != '0"),
              ContainsRegex(message("[1-9][0-9]*")));
  EXPECT_THAT(errors_of("lockstep", "rst_ni"), ContainsRegex(message("0")));
}

INSTANTIATE_TEST_SUITE_P(By, RtlThatEnds, testing::Values("$finish", "$stop"),
                         [](const auto& by) { return std::string(by.param + 1); });

}  // namespace
}  // namespace netloom::test
