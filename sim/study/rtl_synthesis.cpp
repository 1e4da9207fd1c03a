#include "sim/study/rtl_synthesis.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "rtl/rtl_folders.h"
#include "sim/base/external_program.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The top module in all files, so that their names do not depend on the parameters.
constexpr const char* kTop = "netloom_block";
/// A link to rtl_folder(), whose name may have blanks in it.
constexpr const char* kModules = "rtl";
/// Logic cells of the HX8K: a look-up table with carry and flip-flop each.
constexpr std::uint64_t kLogicCells = 7680;
/// The largest circuits that fit take some minutes; others are ripped up and routed again for ever.
constexpr unsigned kPlaceAndRouteSeconds = 3600;

/// Cells whose type contains a text.
std::uint64_t count_of(const std::map<std::string, std::uint64_t>& cells, const std::string& text) {
  std::uint64_t count = 0;
  for (const auto& [type, number] : cells) {
    if (type.find(text) != std::string::npos) count += number;
  }
  return count;
}

/// Reads the circuit, makes gates of it, and then cells of an iCE40. Of the modules in
/// rtl_folder(), Yosys reads those that the circuit has: the numbers that it gives to what it reads
/// become names, and their order decides between netlists that are equally good, so that a module
/// that is not in the circuit would change the result.
std::string synthesis_script(const RtlCircuit& circuit, const std::vector<std::string>& sources) {
  std::string script;
  for (const auto& [name, text] : circuit.defines)
    script += fmt::format("verilog_defines -D{}={}\n", name, text);
  script += "read_verilog -sv -defer";
  for (const std::string& source : sources) script += ' ' + quoted(source);
  script += "\nchparam";
  for (const auto& [name, value] : circuit.parameters)
    script += fmt::format(" -set {} {}", name, value);
  script += fmt::format(" {0}\nhierarchy -check -libdir {2} -top {0}\nrename -top {1}\n",
                        circuit.module, kTop, kModules);
  script +=
      "proc\nflatten\nopt_clean\ndesign -save read\nwrite_rtlil read.il\n"
      // Every flip-flop with reset and without enable, of which a gate is made.
      "synth -top netloom_block\ndfflegalize -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x\n"
      "abc -g cmos2\nopt_clean\nwrite_json gates.json\n"
      "design -load read\nsynth_ice40 -top netloom_block -json ice40.json\n";
  return script;
}

/// The registers around a circuit, and whose bits are in them.
struct TimingModule {
  std::string text;
  std::vector<std::string> inputs;   ///< the port of each bit of in_q
  std::vector<std::string> outputs;  ///< … of kept_q

  std::uint64_t registers() const { return inputs.size() + 1 + 2 * outputs.size(); }
};

/// A module with registers around the circuit, so that all of its paths are from register to
/// register: inputs come from a shift register, outputs are kept and shifted out.
TimingModule timing_module(const json& ports) {
  TimingModule result;
  std::string connections;
  for (const auto& [name, port] : ports.items()) {
    const std::size_t bits = port.at("bits").size();
    std::string wire = name;
    if (name != "clk_i" && name != "rst_ni") {
      const bool input = port.at("direction") == "input";
      std::vector<std::string>& all = input ? result.inputs : result.outputs;
      wire = fmt::format("{}[{}:{}]", input ? "in_q" : "out", all.size() + bits - 1, all.size());
      all.insert(all.end(), bits, name);
    }
    connections += fmt::format("{}\n    .{}({})", connections.empty() ? "" : ",", name, wire);
  }
  result.text = fmt::format(
      "module netloom_timing (input clk_i, input rst_ni, input serial_i, output serial_o);\n"
      "  reg [{0}:0] in_q;\n  wire [{1}:0] out;\n  reg [{1}:0] kept_q;\n  reg [{1}:0] shift_q;\n"
      "  always @(posedge clk_i) begin\n"
      "    in_q <= {{in_q, serial_i}};\n    kept_q <= out;\n"
      "    shift_q <= in_q[{0}] ? kept_q : shift_q >> 1;\n  end\n"
      "  assign serial_o = shift_q[0];\n  netloom_block u_block ({2});\nendmodule\n",
      result.inputs.size(), result.outputs.size() - 1, connections);
  return result;
}

/// Which signal the flip-flops of a netlist belong to that nextpnr has placed.
class FlipFlopNames {
 public:
  FlipFlopNames(const json& netlist, const TimingModule& around) : cells_(netlist.at("cells")) {
    for (const auto& [name, net] : netlist.at("netnames").items()) {
      const json& bits = net.at("bits");
      for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!bits[i].is_number()) continue;
        if (name == "in_q" && i < around.inputs.size()) {
          ports_[bits[i]] = around.inputs[i];
        } else if (name == "kept_q") {
          ports_[bits[i]] = around.outputs[i];
        } else if (name.rfind(kCircuit, 0) == 0) {
          add(bits[i], name.substr(std::string(kCircuit).size()));
        }
      }
    }
    for (const auto& [name, cell] : cells_.items()) {
      if (!is_flip_flop(cell)) continue;
      const json& data = cell.at("connections").at("D");
      if (data.at(0).is_number()) behind_[data.at(0)] = name;
    }
  }

  /// `cell` is a logic cell, called after its table or its flip-flop.
  std::string of(std::string cell) const {
    for (const char* const end : {"_DFFLC", "_LC"}) {
      const std::size_t place = cell.rfind(end);
      if (place != std::string::npos && place + std::string(end).size() == cell.size()) {
        cell.erase(place);
        break;
      }
    }
    if (cells_.contains(cell) && !is_flip_flop(cells_.at(cell))) {
      const json& connections = cells_.at(cell).at("connections");
      if (!connections.contains("O") || !connections.at("O").at(0).is_number()) return cell;
      const auto found = behind_.find(connections.at("O").at(0));
      if (found != behind_.end()) cell = found->second;
    }
    if (!cells_.contains(cell) || !is_flip_flop(cells_.at(cell))) return cell;
    const json& bit = cells_.at(cell).at("connections").at("Q").at(0);
    const auto port = ports_.find(bit);
    if (port != ports_.end()) return port->second;
    const auto signal = signals_.find(bit);
    return signal == signals_.end() ? cell : signal->second;
  }

 private:
  static constexpr const char* kCircuit = "u_block.";

  static bool is_flip_flop(const json& cell) {
    return cell.at("type").get<std::string>().rfind("SB_DFF", 0) == 0;
  }

  static bool is_register(const std::string& name) {
    return name.size() > 2 && name.compare(name.size() - 2, 2, "_q") == 0;
  }

  /// Of several names, that of a register, and the shorter one.
  void add(std::uint64_t bit, const std::string& name) {
    std::string& known = signals_[bit];
    if (known.empty() || (is_register(name) && !is_register(known)) ||
        (is_register(name) == is_register(known) && name.size() < known.size())) {
      known = name;
    }
  }

  const json& cells_;
  std::map<std::uint64_t, std::string> ports_, signals_;
  std::map<std::uint64_t, std::string> behind_;  ///< the flip-flop that a bit goes into
};

/// Where the longest path from register to register begins and ends.
void find_path(const json& report, const FlipFlopNames& names, SynthesisResult& result) {
  for (const json& path : report.value("critical_paths", json::array())) {
    const json& parts = path.at("path");
    if (path.at("from") != path.at("to") || parts.empty()) continue;
    result.path_begin = names.of(parts.front().at("to").at("cell").get<std::string>());
    result.path_end = names.of(parts.back().at("to").at("cell").get<std::string>());
    return;
  }
}

}  // namespace

RtlSynthesis::RtlSynthesis(PlaceAndRoute place_and_route)
    : yosys_(require_yosys()),
      place_and_route_(place_and_route),
      nextpnr_(find_program("nextpnr-ice40")) {}

SynthesisResult RtlSynthesis::of(const RtlCircuit& circuit,
                                 const std::vector<std::string>& more_sources) const {
  std::vector<std::string> sources = {rtl_folder() + "/generated/netloom_regs_pkg.sv"};
  if (!fs::exists(sources[0])) {
    throw Error("synthesis needs the SystemVerilog that this program was built from, in " +
                rtl_folder() + ", which is not there");
  }
  const std::string top = rtl_folder() + '/' + circuit.module + ".sv";
  if (fs::exists(top)) sources.push_back(top);
  sources.insert(sources.end(), more_sources.begin(), more_sources.end());

  const TemporaryFolder folder(folder_, "circuit");
  fs::create_directory_symlink(fs::absolute(rtl_folder()), folder.file(kModules));
  const auto yosys = [&](const std::string& script) {
    run_yosys(yosys_, script, folder, circuit.module);
  };
  yosys(synthesis_script(circuit, sources));

  SynthesisResult result;
  const auto gates = cells_of(read_json(folder, "gates.json").at("modules").at(kTop));
  const std::uint64_t inverters = count_of(gates, "$_NOT_");
  result.gates = inverters + count_of(gates, "$_NAND_") + count_of(gates, "$_NOR_");
  result.flip_flops = count_of(gates, "DFF");
  result.transistors = kNotTransistors * inverters + kGateTransistors * (result.gates - inverters) +
                       kFlipFlopTransistors * result.flip_flops;
  const json ice40 = read_json(folder, "ice40.json");
  const auto cells = cells_of(ice40.at("modules").at(kTop));
  result.luts = count_of(cells, "SB_LUT4");
  result.carries = count_of(cells, "SB_CARRY");

  if (place_and_route_ == PlaceAndRoute::kNo) {
    result.no_fmax = "--no-frequency";
    return result;
  }
  if (nextpnr_.empty()) {
    result.no_fmax = "nextpnr-ice40 is not in the PATH";
    return result;
  }
  const TimingModule around = timing_module(ice40.at("modules").at(kTop).at("ports"));
  write_file(folder.file("timing.v"), around.text);
  // Carry cells, and flip-flops behind other logic than a table's, may take a cell of their own.
  if (result.luts + result.flip_flops + around.registers() > kLogicCells) {
    result.no_fmax = fmt::format("too large for the {} logic cells of an HX8K", kLogicCells);
    return result;
  }
  yosys(
      "read_rtlil read.il\nread_verilog timing.v\nsynth_ice40 -top netloom_timing -json t.json\n");
  int status = 0;
  try {
    status = run_program({nextpnr_, "--quiet", "--hx8k", "--package", "ct256", "--seed", "1",
                          "--freq", "200", "--pcf-allow-unconstrained", "--timing-allow-fail",
                          "--json", "t.json", "--report", "report.json"},
                         folder.path(), folder.file("log"), kPlaceAndRouteSeconds);
  } catch (const ProcessorTimeUp&) {
    result.no_fmax = fmt::format("nextpnr-ice40 has not routed it in {} minutes of processor time",
                                 kPlaceAndRouteSeconds / 60);
    return result;
  }
  if (status != 0) {
    result.no_fmax = "nextpnr-ice40 cannot place it:" + failure_text(nextpnr_, status, folder);
    // That says nothing about the circuit.
    if (folder.is_full()) throw Error(result.no_fmax);
    return result;
  }
  const json report = read_json(folder, "report.json");
  for (const auto& [clock, frequency] : report.at("fmax").items()) {
    result.fmax_mhz = frequency.at("achieved").get<double>();
  }
  const json netlist = read_json(folder, "t.json");
  find_path(report, FlipFlopNames(netlist.at("modules").at("netloom_timing"), around), result);
  return result;
}

}  // namespace sim
}  // namespace netloom
