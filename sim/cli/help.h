#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace netloom {
inline namespace sim {

/// Lines and columns that --help fits in, if the terminal has that many columns.
inline constexpr std::size_t kHelpLines = 24;
inline constexpr std::size_t kHelpColumns = 80;

/// How many columns the help has: kHelpColumns, or fewer if COLUMNS says so or, without it, the
/// terminal at standard output; but at least 60.
std::size_t help_columns();

/// How the help of all commands is set: what it is for, how it is called, its options by groups,
/// with what they may be and are by default, examples. That is --help-all, and --help of a command
/// without rare options; of others, --help has the other options in one list, and the names of the
/// rare ones. --help has as many examples as fit in kHelpLines, but at least one.
std::shared_ptr<CLI::FormatterBase> help_format();

/// An option of the command that only --help-all explains.
void mark_rare(CLI::App& command, const std::string& option);

}  // namespace sim
}  // namespace netloom
