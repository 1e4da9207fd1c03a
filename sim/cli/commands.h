#pragma once

#include "routing/base/registry.h"
#include "routing/base/visible.h"
#include "sim/cli/command_line.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A command of `netloom`.
struct CommandEntry {
  static constexpr const char* kKind = "command";

  /// Adds it to the program: its options, and what it does.
  void (*add)(Command& program) = nullptr;
};

using CommandRegistry = Registry<CommandEntry>;

}  // namespace sim
}  // namespace netloom
