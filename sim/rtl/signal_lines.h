#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Where a signal stands in the code of files of SystemVerilog, and not in comments, with a line
/// break in front: "\ncredit_valid_o in my_switch.sv: lines 57, 103". Empty: nowhere.
std::string lines_of_signal(const std::vector<std::string>& files, const std::string& signal);

}  // namespace sim
}  // namespace netloom
