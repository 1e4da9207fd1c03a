#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Lines and columns that the help of a command fits in.
inline constexpr std::size_t kHelpLines = 40;
inline constexpr std::size_t kHelpColumns = 100;

/// How the help of all commands is set: what it is for, how it is called, its options by groups,
/// with what they may be and are by default, examples.
std::shared_ptr<CLI::FormatterBase> help_format();

/// Puts options of a command together in its help, under a title.
void set_group(CLI::App& command, const std::string& title, const std::vector<std::string>& names);

/// Command lines with which the help of a command ends.
void set_examples(CLI::App& command, const std::vector<std::string>& lines);

}  // namespace sim
}  // namespace netloom
