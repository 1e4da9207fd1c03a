#pragma once

#include <cstddef>
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace netloom {
inline namespace sim {

/// Lines and columns that the help of a command fits in, if the terminal has that many columns; and
/// lines of the help of the program.
inline constexpr std::size_t kHelpLines = 39;
inline constexpr std::size_t kHelpColumns = 80;
inline constexpr std::size_t kProgramHelpLines = 24;

/// How many columns the help has: kHelpColumns, or fewer if COLUMNS says so or, without it, the
/// terminal at standard output; but at least 60.
std::size_t help_columns();

/// How the help of all commands is set: what it is for, how it is called, its options by groups,
/// with what they may be and are by default, examples.
std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace sim
}  // namespace netloom
