#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// What commands say about their arguments. CLI11 does the work, in command_line.cpp alone: to
/// compile it takes longer than to compile a command.
namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Exit statuses: what was asked for holds, does not hold (a run that fails, a check that finds
/// something), or was asked in a way that cannot be understood.
enum ExitStatus { kSuccess = 0, kFailure = 1, kBadInput = 2 };

/// What the chosen command does. The result is the exit status. Error: bad input.
using Action = std::function<int()>;

/// An option of a command, or an argument without a name.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option& required();
  /// What stands for its value in the help: "FILE".
  Option& type_name(const std::string& name);
  /// The help says what the value is by default: what it is now.
  Option& show_default();
  /// Takes one of these words.
  Option& one_of(const std::vector<std::string>& words);
  /// Takes decimal integers from `minimum` to `maximum` and nothing else: no sign, no other base,
  /// no text behind the number.
  Option& whole_number(std::uint64_t minimum, std::uint64_t maximum);
  /// The same for decimal fractions, which may have an exponent.
  Option& decimal_number(double minimum, double maximum);
  /// Takes several values in one text.
  Option& delimiter(char delimiter);
  /// Takes one value each time that it is given: what follows is another argument.
  Option& one_at_a_time();
  /// Can be given only beside another one, or only without it.
  Option& needs(const Option& other);
  Option& excludes(const Option& other);

 private:
  CLI::Option* option_;
};

/// A command, whose options and sub-commands are added to it. A handle: copies are the same.
class Command {
 public:
  Command(CLI::App* app, Action* chosen) : app_(app), chosen_(chosen) {}

  Command add_command(const std::string& name, const std::string& meaning);
  /// One of the commands that have been added has to be given.
  void require_command();

  /// An argument that sets `value`, which lives as long as what run() was told: "--jobs", or a name
  /// without dashes for an argument by its place. Value: a text, a number, one of these that need
  /// not be there (optional), several of them (vector); command_line.cpp has the list.
  template <class Value>
  Option option(const std::string& name, Value& value, const std::string& meaning);
  /// "!--no-pictures" is a flag that makes `value` false.
  Option flag(const std::string& name, bool& value, const std::string& meaning);

  /// Puts options together in the help, under a title.
  void group(const std::string& title, const std::vector<std::string>& names);
  /// Options that --help only names, and --help-all explains.
  void rare(const std::vector<std::string>& names);
  /// Command lines with which the help ends, the most telling one first.
  void examples(const std::vector<std::string>& lines);

  /// What is done if the command is chosen, by one process. Error, when it is done: others were
  /// started together with this one.
  void run(Action action);
  /// The same, by any number of processes.
  void run_by_all(Action action);

 private:
  CLI::App* app_;
  Action* chosen_;
};

/// Reads the arguments of the program, whose commands `add` adds: the result is what the chosen one
/// does, or a print of the help or the version. No option takes an empty text, which names no file
/// and is no number. Error: arguments that the command does not take.
Action parse_arguments(int argc, char** argv, const std::string& version,
                       const std::function<void(Command&)>& add);

}  // namespace sim
}  // namespace netloom
