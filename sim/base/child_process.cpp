#include "sim/base/child_process.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "sim/base/termination.h"

// What builds that count coverage, or look for leaks, do at the end of a process.
extern "C" void __gcov_dump() __attribute__((weak));
extern "C" void __lsan_do_leak_check() __attribute__((weak));

namespace netloom {
inline namespace sim {
namespace {

/// What a child gets if the parent is killed: that which lets it tidy up, unless it ignores it.
int ending_signal() {
  struct sigaction action {};
  sigaction(SIGTERM, nullptr, &action);
  return action.sa_handler == SIG_IGN ? SIGKILL : SIGTERM;
}

}  // namespace

pid_t fork_child() {
  // Whatever is buffered would be written by both processes.
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) live_as_child_of(parent);
  return process;
}

void live_as_child_of(pid_t parent) {
  end_silently_by_signals();
  prctl(PR_SET_PDEATHSIG, ending_signal());
  if (getppid() != parent) std::_Exit(1);  // it died before the line above
}

void end_child(int status) {
  std::fflush(nullptr);
  if (__gcov_dump) __gcov_dump();
  if (__lsan_do_leak_check) __lsan_do_leak_check();
  _exit(status);
}

int wait_for_child(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

std::string ending_text(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) != 0) return fmt::format("ended with status {}", WEXITSTATUS(status));
  return "";
}

}  // namespace sim
}  // namespace netloom
