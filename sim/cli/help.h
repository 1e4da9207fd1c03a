#pragma once

#include <cstddef>
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace netloom {
inline namespace sim {

/// Lines and columns that the help of a command fits in.
inline constexpr std::size_t kHelpLines = 40;
inline constexpr std::size_t kHelpColumns = 100;

/// How the help of all commands is set: what it is for, how it is called, its options by groups,
/// with what they may be and are by default, examples.
std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace sim
}  // namespace netloom
