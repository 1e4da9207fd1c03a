#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Where a signal stands in the code of files of SystemVerilog, and not in comments, with a line
/// break in front: "\ncredit_valid_o in my_switch.sv: lines 57, 103". Empty: nowhere.
std::string lines_of_signal(const std::vector<std::string>& files, const std::string& signal);

/// The same of a pin; and of a register, "CREDITS": of the pin by which it is read, and of names
/// that begin with its own, such as "credits_q".
std::string lines_of_difference(const std::vector<std::string>& files, const std::string& signal);

}  // namespace sim
}  // namespace netloom
