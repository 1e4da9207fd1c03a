#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/base/temporary_folder.h"

namespace netloom {
inline namespace sim {

// What the programs that synthesise circuits are run with. They leave their log in the file "log"
// of a folder, and their results beside it.

/// Path of yosys. Error: it is not in the PATH, and how to install it.
std::string require_yosys();
/// The same of sta (OpenSTA), which the longest path with a library takes.
std::string require_sta();

/// Runs a script of Yosys. Error: it cannot do what the script says with `what`, and its reasons.
void run_yosys(const std::string& yosys, const std::string& script, const TemporaryFolder& folder,
               const std::string& what);

/// What a program has written. Error: there is no such file, or it is not whole.
nlohmann::json read_json(const TemporaryFolder& folder, const char* name);

/// Why a program has failed, to follow what has not come of it.
std::string failure_text(const std::string& program, int status, const TemporaryFolder& folder);

/// As a script has the name of a file.
std::string quoted(const std::string& path);

/// Cells of a module of a netlist, by type.
std::map<std::string, std::uint64_t> cells_of(const nlohmann::json& module);
/// Cells whose type contains a text.
std::uint64_t count_of(const std::map<std::string, std::uint64_t>& cells, const std::string& text);

// Estimates for static CMOS. Two latches of transmission gates and inverters take 16; a reset makes
// a gate of two inputs of one inverter in each.
inline constexpr std::uint64_t kNotTransistors = 2;
inline constexpr std::uint64_t kGateTransistors = 4;  ///< NAND and NOR of two inputs
inline constexpr std::uint64_t kFlipFlopTransistors = 20;
/// Of a multiplexer, by which a bit of a register with enable is written or kept: three NANDs.
inline constexpr std::uint64_t kEnableTransistors = 3 * kGateTransistors;

/// Of a cell that Yosys makes of logic, "$_NAND_".
bool is_gate_level(const std::string& cell);
bool is_flip_flop(const std::string& cell);
/// Of such a cell. Error: it is none of those of cmos_script(), a latch for instance, and is not
/// to be left out of a sum in silence.
std::uint64_t transistors_of(const std::string& cell);

}  // namespace sim
}  // namespace netloom
