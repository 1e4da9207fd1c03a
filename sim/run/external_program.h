#pragma once

#include <string>
#include <vector>

namespace netloom {

/// Path of a program in the PATH; empty if there is none.
std::string find_program(const std::string& name);

/// Runs a program (a path, or a name in the PATH) without a shell, in a folder, with no input; what
/// it prints goes to a file. Returns its exit status. Error: it cannot be started, or was ended by
/// a signal.
int run_program(const std::vector<std::string>& command, const std::string& folder,
                const std::string& log);

}  // namespace netloom
