// Shared objects of RTL blocks as users have them: cut off, replaced, not built, built wrongly.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "routing/base/joined.h"
#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "sim/base/external_program.h"
#include "testbench/network/program.h"

namespace netloom::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Blocks : public Program {
 protected:
  /// `netloom list rtl` with the folder "mine" before Netloom's own.
  Result list() const {
    return run({"list", "rtl"}, [] { setenv("NETLOOM_RTL_PATH", "mine", 1); });
  }

  /// A copy of one of Netloom's own, of which only the first bytes are there.
  void write_part_of(const std::string& name, const std::string& file) const {
    fs::create_directories(fs::path(folder.file(file)).parent_path());
    folder.write(file, read_file(rtl_block_file(name)).substr(0, 50000));
  }
};

TEST_F(Blocks, OneThatIsCutOffIsRefused) {
  write_tree();
  write_part_of("interval", "trunc.so");
  const Result result = run({"run", "tree.yaml", "--set", "rtl.blocks=[./trunc.so]"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors,
              AllOf(HasSubstr("rtl.blocks[0]: ./trunc.so: "), HasSubstr("it is cut off: ")));
}

TEST_F(Blocks, OneThatIsCutOffDoesNotHideTheOthersOfTheList) {
  write_part_of("interval", "mine/interval.so");
  const Result result = list();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("  up_selector  "));
  EXPECT_THAT(result.errors, AllOf(HasSubstr("mine/interval.so: "), HasSubstr("it is cut off: ")));
}

/// What somebody else's object with the name that Netloom looks for does to the program: nothing.
TEST_F(Blocks, ForeignOnesDoNotEndTheProgram) {
  write_tree();
  fs::create_directory(folder.file("mine"));
  for (const auto& [name, code] : {
           std::pair("data", "int netloom_block_interface = 3;"),
           std::pair("exits",
                     "#include <stdlib.h>\n"
                     "__attribute__((constructor)) static void start(void) { exit(0); }"),
           std::pair("crashes", "const void* netloom_block_interface(void) { return (void*)3; }"),
       }) {
    const std::string file = fmt::format("mine/{}.so", name);
    ASSERT_EQ(run_filter({"c++", "-x", "c", "-", "-shared", "-fPIC", "-o", folder.file(file)}, code)
                  .status,
              0);
    const Result result = run({"run", "tree.yaml", "--set", "rtl.blocks=[" + file + "]"});
    EXPECT_EQ(result.status, 2) << name;
    EXPECT_EQ(result.output, "") << name;
    EXPECT_THAT(result.errors, AllOf(HasSubstr("rtl.blocks[0]: " + file + ": "),
                                     EndsWith("; `netloom rtl build` makes one\n")));
  }
  const Result result = list();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("  up_selector  "));
  for (const char* name : {"data", "exits", "crashes"}) {
    EXPECT_THAT(result.errors, HasSubstr(fmt::format("netloom: error: mine/{}.so: ", name)));
  }
}

TEST_F(Blocks, TheListSaysWhereThoseAreFromThatAreNotNetloomsOwn) {
  fs::create_directory(folder.file("mine"));
  fs::copy_file(rtl_block_file("interval"), folder.file("mine/interval.so"));
  fs::copy_file(rtl_block_file("interval"), folder.file("mine/other.so"));
  const Result result = list();
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(
      result.output,
      AllOf(HasSubstr("(decision: interval; mine/interval.so, in place of Netloom's own)\n"),
            HasSubstr("(decision: interval; mine/other.so)\n"),
            HasSubstr("(decision: up_selector)\n")));
}

/// Where there is nothing but the program and one of Netloom's own blocks.
TEST_F(Blocks, ThoseThatAreNotBuiltAreNamed) {
  write_tree();
  for (const char* made : {"bin", "lib/netloom/blocks"}) fs::create_directories(folder.file(made));
  fs::copy_file(NETLOOM_ITSELF, folder.file("bin/netloom"));
  const std::string own = folder.file("lib/netloom/blocks");
  fs::copy_file(rtl_block_file("interval"), own + "/interval.so");
  const auto netloom = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"env", "-u", "NETLOOM_RTL_PATH", folder.file("bin/netloom")});
    return run_filter(arguments, "");
  };
  const std::string tree = folder.file("tree.yaml");

  std::vector<std::string> missing = own_block_names();
  missing.erase(std::find(missing.begin(), missing.end(), "interval"));
  EXPECT_THAT(netloom({"list", "rtl"}).output,
              AllOf(StartsWith("rtl:\n  interval     interval routing, two comparators per port "
                               "(decision: interval)\n  (not built)  " +
                               joined(missing) + "; "),
                    HasSubstr("cmake --build --preset release --target netloom_blocks ")));
  const auto is_refused_for = [&](const std::vector<std::string>& arguments,
                                  const std::string& named) {
    const ProgramOutput result = netloom(arguments);
    EXPECT_EQ(result.status, 2) << arguments.back();
    EXPECT_THAT(result.errors, AllOf(HasSubstr("Netloom's own RTL block" + named + " in " + own),
                                     HasSubstr("cmake --build --preset release --target "
                                               "netloom_blocks")));
  };
  is_refused_for({"cost", "--blocks"}, "s " + joined(missing) + " are not");
  // Of a configuration that names none, those are synthesised that have the name of a decision.
  std::vector<std::string> decisions = RtlDecisionRegistry::instance().names();
  decisions.erase(std::find(decisions.begin(), decisions.end(), "interval"));
  is_refused_for({"cost", tree, "--synth"}, "s " + joined(decisions) + " are not");
  is_refused_for({"cost", "--blocks", "--only", "fir"}, " fir is not");
  is_refused_for({"run", tree, "--set", "rtl.blocks=[parity_sign]"}, " parity_sign is not");
  is_refused_for({"run", tree, "--set", "rtl.blocks=[interval_length]"}, " interval_length is not");
  EXPECT_EQ(netloom({"run", tree, "--set", "rtl.blocks=[interval]"}).status, 0);
  EXPECT_THAT(netloom({"cost", "--blocks", "--only", "interval", "--no-frequency"}).errors,
              Not(HasSubstr("Netloom's own RTL block")));
  EXPECT_THAT(netloom({"run", tree, "--set", "rtl.blocks=[intervals]"}).errors,
              AllOf(HasSubstr("(did you mean 'interval'?)"), HasSubstr("allowed: davc_vc, ")));
}

TEST_F(Blocks, WhatIsNotAllowedToBeBuiltIsRefused) {
  folder.write("block.sv", "module block; endmodule\n");
  const auto errors_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"rtl", "build", "--as", "interval", "-o", "block.so"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_FALSE(fs::exists(folder.file("block.so")));
    return result.errors;
  };
  EXPECT_THAT(errors_of({"nowhere.sv"}), EndsWith("/nowhere.sv: there is no such file\n"));
  EXPECT_EQ(errors_of({"block.sv", "--sizes", "8,4"}),
            "netloom: error: --sizes: 8,4; allowed: numbers from 1 on, smallest first\n");
  for (const char* wrong : {"Foo", "=1", "Foo=", "Width=x", "Width=4x", "1=1"}) {
    EXPECT_EQ(errors_of({"block.sv", "--parameter", wrong}),
              fmt::format("netloom: error: --parameter: '{}'; allowed: NAME=VALUE, a number of "
                          "SystemVerilog or a text in quotes, or sums and products of numbers, "
                          "SIZE, VARIANT and PORTS\n",
                          wrong));
  }
  EXPECT_EQ(errors_of({"block.sv", "--summary", "two\nlines"}),
            "netloom: error: --summary: allowed: one line of text\n");
  const Result unknown = run({"rtl", "build", "block.sv", "--as", "intervall", "-o", "block.so"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.errors, AllOf(HasSubstr("--as: 'intervall' is not allowed (did you mean "
                                              "'interval'?); allowed: davc_vc, "),
                                    HasSubstr(", interval, iodet_vc, ")));
  for (const char* output : {"a.txt", "so", ".so", "a.so.old"}) {
    const Result result = run({"rtl", "build", "block.sv", "--as", "interval", "-o", output});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.errors,
              fmt::format("netloom: error: --output: '{}' is no name of a shared object; allowed: "
                          "NAME.so\n",
                          output));
  }
}

/// A module for `interval` with the right ports, in which some text is another.
std::string port_module(const std::string& before = "", const std::string& after = "") {
  std::string text =
      "module block #(parameter int Width = 24) (\n"
      "  input logic clk_i, input logic rst_ni, input logic we_i,\n"
      "  input logic [netloom_regs_pkg::IntervalAddrWidth-1:0] addr_i,\n"
      "  input logic [31:0] wdata_i,\n"
      "  output logic [31:0] rdata_o,\n"
      "  input logic [Width-1:0] destination_i, output logic match_o);\n"
      "  assign rdata_o = wdata_i;\n"
      "  assign match_o = ^destination_i;\n"
      "endmodule\n";
  if (!before.empty()) text.replace(text.find(before), before.size(), after);
  return text;
}

TEST_F(Blocks, AModuleThatIsNoneOfTheDecisionIsRefused) {
  const std::string file = folder.file("block.sv");
  const auto errors_of = [&](const std::string& text, const std::string& decision = "interval",
                             const std::vector<std::string>& more = {}) {
    folder.write("block.sv", text);
    std::vector<std::string> arguments = {"rtl",      "build", "block.sv", "-o",
                                          "block.so", "--as",  decision};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.errors;
    EXPECT_FALSE(fs::exists(folder.file("block.so")));
    return result.errors;
  };
  EXPECT_EQ(errors_of(port_module(), "olm_vc"),
            "netloom: error: " + file +
                ": module block has no input from_host_i, which the decision 'olm_vc' needs; its "
                "ports: input clk_i, input rst_ni, input we_i, input addr_i, input wdata_i, output "
                "rdata_o, input destination_i, output match_o\n");
  EXPECT_THAT(errors_of(port_module("logic match_o", "logic matsch_o")),
              AllOf(HasSubstr(file + ": module block has no output match_o, which the decision "
                                     "'interval' needs; its ports: input clk_i, "),
                    HasSubstr(", output matsch_o\n")));
  EXPECT_THAT(
      errors_of(port_module("input logic we_i", "output logic we_i")),
      HasSubstr(": module block has no input we_i, which the decision 'interval' needs; its "
                "ports: input clk_i, input rst_ni, output we_i, "));
  EXPECT_EQ(errors_of(port_module("[31:0] wdata_i", "[30:0] wdata_i")),
            "netloom: error: " + file +
                ":4: input wdata_i of module block has a width of 31; allowed for size 8: 32\n");
  EXPECT_EQ(errors_of("module block #(parameter int Bits = 24) (); endmodule\n"),
            "netloom: error: " + file +
                ": module block has no parameter Width, which the decision 'interval' needs\n");
  EXPECT_EQ(errors_of(port_module(), "interval", {"--top", "nomod"}),
            "netloom: error: " + file + ": there is no module nomod; allowed with --top: block\n");
  EXPECT_THAT(errors_of(port_module("match_o =", "match_o ==")),
              AllOf(HasSubstr("verilator refuses it:\n%Error: " + file + ":8:18: syntax error"),
                    Not(HasSubstr("Cannot continue"))));
  EXPECT_EQ(errors_of(port_module(), "interval", {"--parameter", "Foo=1"}),
            "netloom: error: --parameter: module ir_router, in which block stands, has no "
            "parameter Foo\n");
}

TEST_F(Blocks, WhatVerilatorSaysAboutTheFilesIsShown) {
  const auto errors_of = [&](const std::string& text) {
    folder.write("block.sv", text);
    const Result result = run({"rtl", "build", "block.sv", "--as", "interval", "-o", "block.so"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(fs::remove(folder.file("block.so")));
    return result.errors;
  };
  EXPECT_EQ(errors_of(port_module()), "");
  const std::string errors =
      errors_of(port_module("  assign match_o = ^destination_i;\n",
                            "  logic [3:0] narrow;\n  assign narrow = destination_i;\n"
                            "  assign match_o = ^narrow;\n"));
  EXPECT_THAT(errors, testing::StartsWith("netloom: warning: Verilator says:\n%Warning-WIDTH: " +
                                          folder.file("block.sv") + ":9:17: "));
  EXPECT_EQ(errors.find("%Warning", errors.find("%Warning") + 1), std::string::npos)
      << "more than once, or about other files: " << errors;
}

TEST_F(Blocks, AFolderThatDoesNotExistIsNamed) {
  write_tree();
  const std::string expected =
      "NETLOOM_RTL_PATH: 'mine' is not a folder; allowed: folders that exist, separated by ':'\n";
  const Result result = list();
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("  up_selector  "));
  EXPECT_EQ(result.errors, "netloom: error: " + expected);
  const auto with_path = [&](const std::vector<std::string>& arguments) {
    return run(arguments, [] { setenv("NETLOOM_RTL_PATH", "mine", 1); });
  };
  const Result named = with_path({"run", "tree.yaml", "--set", "rtl.blocks=[interval]"});
  EXPECT_EQ(named.status, 2);
  EXPECT_THAT(named.errors, EndsWith("rtl.blocks[0]: " + expected));
  const Result cost = with_path({"cost", "--blocks", "--only", "olm_vc"});
  EXPECT_EQ(cost.status, 2);
  EXPECT_EQ(cost.errors, "netloom: error: " + expected);
  EXPECT_EQ(with_path({"run", "tree.yaml"}).status, 0) << "which names none";
}

TEST_F(Blocks, AMissingCompilerIsNamedWithItsPackage) {
  folder.write("block.sv", port_module());
  fs::create_directory(folder.file("bin"));
  for (const char* program : {"verilator", "python3"}) {
    fs::create_symlink(find_program(program), folder.file(std::string("bin/") + program));
  }
  const Result result =
      run({"rtl", "build", "block.sv", "--as", "interval", "-o", "block.so"}, [&] {
        unsetenv("CXX");
        setenv("PATH", folder.file("bin").c_str(), 1);
      });
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors, "netloom: error: c++ is missing (Debian package g++)\n");
}

}  // namespace
}  // namespace netloom::test
