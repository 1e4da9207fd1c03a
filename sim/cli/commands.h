#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "routing/base/registry.h"

namespace netloom {
inline namespace sim {

/// Exit statuses: what was asked for holds, does not hold (a run that fails, a check that finds
/// something), or was asked in a way that cannot be understood.
enum ExitStatus { kSuccess = 0, kFailure = 1, kBadInput = 2 };

/// What the chosen sub-command does; set when its arguments have been parsed. The result is the
/// exit status. Error: bad input.
using Action = std::function<int()>;

/// A sub-command of `netloom`.
struct CommandEntry {
  static constexpr const char* kKind = "command";

  /// Adds the sub-command to the program: its options, and what it does.
  void (*add)(CLI::App& app, Action& action) = nullptr;
};

using CommandRegistry = Registry<CommandEntry>;

}  // namespace sim
}  // namespace netloom
