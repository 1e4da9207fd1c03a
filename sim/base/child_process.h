#pragma once

#include <sys/types.h>

#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// fork(), of a child that dies with this process, and that signals end without a message, which
/// its parent has. -1: there is no process for it, and errno says why.
pid_t fork_child();

/// In a process that `parent` has forked otherwise: makes it a child as of fork_child().
void live_as_child_of(pid_t parent);

/// Ends a child. What it has from its parent is left as it is: objects with static storage, whose
/// destruction would copy their pages. What is buffered is written.
[[noreturn]] void end_child(int status);

/// Waits for the end of a child: its status, as of waitpid().
int wait_for_child(pid_t child);

/// How a child has ended with a status: "was killed by signal 9 (Killed)", "ended
/// with status 1". Empty: as it should.
std::string ending_text(int status);

}  // namespace sim
}  // namespace netloom
