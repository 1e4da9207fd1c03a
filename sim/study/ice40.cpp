#include "sim/study/ice40.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/base/external_program.h"
#include "sim/study/synthesis_programs.h"

namespace netloom {
inline namespace sim {
namespace {

using nlohmann::json;

/// Logic cells of the HX8K: a look-up table with carry and flip-flop each.
constexpr std::uint64_t kLogicCells = 7680;
/// The largest circuits that fit take some minutes; others are ripped up and routed again for ever.
constexpr unsigned kPlaceAndRouteSeconds = 3600;

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
void find_path(const json& report, const FlipFlopNames& names, Ice40Circuit& result) {
  for (const json& path : report.value("critical_paths", json::array())) {
    const json& parts = path.at("path");
    if (path.at("from") != path.at("to") || parts.empty()) continue;
    result.path_begin = names.of(parts.front().at("to").at("cell").get<std::string>());
    result.path_end = names.of(parts.back().at("to").at("cell").get<std::string>());
    return;
  }
}

}  // namespace

Ice40::Ice40(std::string yosys, PlaceAndRoute place_and_route)
    : yosys_(std::move(yosys)),
      place_and_route_(place_and_route),
      nextpnr_(find_program("nextpnr-ice40")) {}

std::string Ice40::script() {
  return fmt::format("synth_ice40 -top {} -json ice40.json\n", kTop);
}

Ice40Circuit Ice40::of(const TemporaryFolder& folder, const std::string& what) const {
  const json ice40 = read_json(folder, "ice40.json");
  const auto cells = cells_of(ice40.at("modules").at(kTop));
  Ice40Circuit result;
  result.luts = count_of(cells, "SB_LUT4");
  result.carries = count_of(cells, "SB_CARRY");
  result.flip_flops = count_of(cells, "SB_DFF");
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
  run_yosys(
      yosys_,
      "read_rtlil read.il\nread_verilog timing.v\nsynth_ice40 -top netloom_timing -json t.json\n",
      folder, what);
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
