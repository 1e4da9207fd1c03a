// Switches that cannot be in RTL: refused before anything runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/text_file.h"
#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
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
    return run(arguments, [cache] { setenv("XDG_CACHE_HOME", cache.c_str(), 1); });
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

/// A module with the parameters and pins of a switch, and nothing inside.
std::string empty_switch(const std::string& before, const std::string& after) {
  std::string text = read_text(std::string(NETLOOM_EXAMPLES) + "/switch/late_credit_switch.sv");
  text.resize(text.find(");\n\n  logic") + 2);
  text += "\nendmodule\n";
  for (const auto& [from, to] : {std::pair<std::string, std::string>("late_credit_switch", "own"),
                                 std::pair(before, after)}) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST_F(RtlViews, AreRefusedOnceWhereTheModuleIsNotAsItHasToBe) {
  write("own.yaml",
        "network: {topology: fat_tree, k: 2, n: 2}\n"
        "routing: {function: interval}\n"
        "traffic: {pattern: uniform, load: [0.1, 0.2], packet_phits: 4}\n"
        "simulation: {warmup: 10, measure: 10}\n"
        "rtl: {switch: own.sv}\n");
  const auto refusal_of = [&](const std::string& before, const std::string& after) {
    write("own.sv", empty_switch(before, after));
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
}

}  // namespace
}  // namespace netloom::test
