#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "routing/base/error.h"
#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/base/temporary_folder.h"
#include "sim/study/switch_script.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
namespace {

using testing::HasSubstr;

/// Modules that Yosys makes of a script.
nlohmann::json modules_of_script(const std::string& script) {
  const TemporaryFolder folder("netloom-gates");
  run_yosys(require_yosys(), script + "write_json modules.json\n", folder, "a test");
  return read_json(folder, "modules.json").at("modules");
}

std::uint64_t transistors_in(const std::map<std::string, std::uint64_t>& cells) {
  std::uint64_t sum = 0;
  for (const auto& [type, count] : cells) sum += count * transistors_of(type);
  return sum;
}

// A register with enable is one without, behind a multiplexer for each bit; the inverter of the
// enable is there once. Yosys recognises an enable in either way of writing it.
TEST(Gates, OfAnEnableCount) {
  if (find_program("yosys").empty()) GTEST_SKIP() << "there is no yosys";
  const TemporaryFolder folder("netloom-gates");
  std::ofstream(folder.file("registers.sv"))
      << "module plain (input logic clk_i, rst_ni, input logic [15:0] d_i, "
         "output logic [15:0] q_o);\n"
         "  always_ff @(posedge clk_i or negedge rst_ni)\n"
         "    if (!rst_ni) q_o <= '0; else q_o <= d_i;\n"
         "endmodule\n"
         "module enabled (input logic clk_i, rst_ni, we_i, input logic [15:0] d_i, "
         "output logic [15:0] q_o);\n"
         "  always_ff @(posedge clk_i or negedge rst_ni)\n"
         "    if (!rst_ni) q_o <= '0; else if (we_i) q_o <= d_i;\n"
         "endmodule\n"
         "module kept (input logic clk_i, we_i, input logic [15:0] d_i, "
         "output logic [15:0] q_o);\n"
         "  always_ff @(posedge clk_i) q_o <= we_i ? d_i : q_o;\n"
         "endmodule\n";
  const nlohmann::json modules =
      modules_of_script("read_verilog -sv " + quoted(folder.file("registers.sv")) + "\nproc\n" +
                        coarse_script() + fine_script() + cmos_script());
  const auto transistors = [&](const char* name) {
    return transistors_in(cells_of(modules.at(name)));
  };
  EXPECT_EQ(transistors("plain"), 16 * kFlipFlopTransistors);
  const std::uint64_t enabled = 16 * (kFlipFlopTransistors + kEnableTransistors) + kNotTransistors;
  EXPECT_EQ(transistors("enabled"), enabled);
  EXPECT_EQ(transistors("kept"), enabled);
}

TEST(Gates, AreKnownOrRefused) {
  EXPECT_EQ(transistors_of("$_NAND_"), kGateTransistors);
  for (const char* const cell : {"$_DFFE_PN0P_", "$_DLATCH_P_", "$_MUX_"}) {
    try {
      transistors_of(cell);
      ADD_FAILURE() << cell << " was not refused";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(cell));
      EXPECT_THAT(error.what(), HasSubstr("$_NOT_, $_NAND_"));
    }
  }
}

// Where a copy of a register does not count, its multiplexers do not either: each bit has one.
TEST(Gates, OfCopiesAreThoseOfEnables) {
  if (find_program("yosys").empty()) GTEST_SKIP() << "there is no yosys";
  constexpr std::array kCopied = {"ir_port",   "fir_port",   "ft2ei_port", "davc_vc",
                                  "davc_port", "rr_arbiter", "lrs_arbiter"};
  std::string script = "verilog_defaults -add -sv -I " + quoted(rtl_folder()) + "\nread_verilog " +
                       quoted(rtl_folder() + "/generated/netloom_regs_pkg.sv");
  for (const std::string name : kCopied) script += ' ' + quoted(rtl_folder() + '/' + name + ".sv");
  script += "\nhierarchy -libdir " + quoted(rtl_folder()) + "\nproc\n" + coarse_script();
  const nlohmann::json modules = modules_of_script(script);
  for (const std::string name : kCopied) {
    int registers = 0;
    for (const auto& [type, count] : cells_of(modules.at(name))) {
      if (type.find("dff") == std::string::npos) continue;
      registers += static_cast<int>(count);
      EXPECT_THAT(type, HasSubstr("dffe")) << name;
    }
    EXPECT_GT(registers, 0) << name;
  }
}

}  // namespace
}  // namespace netloom
