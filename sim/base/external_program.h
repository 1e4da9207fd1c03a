#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace netloom {
inline namespace sim {

/// Path of a program in the PATH; empty if there is none.
std::string find_program(const std::string& name);

/// A program has taken all of the processor time that it was given.
class ProcessorTimeUp : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Runs a program (a path, or a name in the PATH) without a shell, in a folder, with no input; what
/// it prints goes to a file, and its temporary files into that folder (TMPDIR). Returns its exit
/// status, once it and all that it has started have ended. `processor_seconds`: what it may take of
/// processors; 0: no limit. ProcessorTimeUp: it was ended for that. std::runtime_error: it cannot
/// be started, or was ended by a signal. Termination: this program is to end, and has ended those.
int run_program(const std::vector<std::string>& command, const std::string& folder,
                const std::string& log, unsigned processor_seconds = 0);

/// What came of a program that ran to its end.
struct ProgramOutput {
  int status = 0;      ///< exit status
  std::string output;  ///< what it wrote to standard output
  std::string errors;  ///< and to standard error
};

/// Runs a program without a shell that reads `input` and writes its result; no file is used. As
/// run_program().
ProgramOutput run_filter(const std::vector<std::string>& command, std::string_view input);

/// Runs a program without a shell that has no input and says how far it is: `line` is given each
/// line that it writes to standard output, as it comes. They are not in the result. As
/// run_program().
ProgramOutput run_watched(const std::vector<std::string>& command,
                          const std::function<void(const std::string&)>& line);

}  // namespace sim
}  // namespace netloom
