#pragma once

#include <poll.h>
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A signal that ends the program. Only main() has an answer to it, so that it is no
/// std::exception.
struct Termination {
  int signal;
  std::string kept;  ///< what is lost with the program and what not, for its last message
};

/// From now on SIGINT, SIGTERM and SIGHUP end the program with a message on standard error, and
/// leave nothing behind that is not finished. One that is ignored (nohup) stays so.
void end_tidily_by_signals();

/// Says what the program ends with: no signal comes in between, and those that come later end it
/// without a message of their own. Of a job, one process ends before the others, which get one.
void say_last(const std::function<void()>& say);

/// In a forked process: the signals end it without a message, which its parent has, and at once
/// unless a TidyEnd of its own lives.
void end_silently_by_signals();

/// In a forked process that becomes another program: signals are what they were for this one.
void restore_signals();

/// Ends the process by a signal, as if it had not been caught: shells see 128 + its number.
[[noreturn]] void die_of(int signal);

/// While one of these lives, the signals that end the program wait for wait_for_input(), which
/// throws them as a Termination: destructors tidy up.
class TidyEnd {
 public:
  TidyEnd();
  ~TidyEnd();
  TidyEnd(const TidyEnd&) = delete;
  TidyEnd& operator=(const TidyEnd&) = delete;
};

/// poll(), up to so many milliseconds; not ended by other signals. False: nothing came in this
/// time. Termination: a signal that ends the program has come. std::runtime_error: it fails.
bool wait_for_input(std::vector<pollfd>& files, std::optional<int> milliseconds = {});

}  // namespace sim
}  // namespace netloom
