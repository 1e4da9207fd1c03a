#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Where a signal stands in the code of files of SystemVerilog, and not in comments, with a line
/// break in front: "\ncredit_valid_o in my_switch.sv: lines 57, 103". Empty: nowhere.
std::string lines_of_signal(const std::vector<std::string>& files, const std::string& signal);

/// The lines of a user's switch by which a pin may be wrong: those in which a copy of one of
/// Netloom's files is not as that is, and those that drive the pin, the nearest first; in these
/// files and in those beside them that it is made of. Of a register, "CREDITS", those that drive
/// the pin by which it is read and what has a name that begins with the register's, such as
/// "credits_q". With a line break in front; if nothing is found, as lines_of_signal().
std::string lines_of_difference(const std::vector<std::string>& files, const std::string& signal);

}  // namespace sim
}  // namespace netloom
