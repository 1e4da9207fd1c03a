#include "sim/base/termination.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <stdexcept>

#include "routing/base/output_file.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

sigset_t mask_before;  ///< outside of every TidyEnd
int tidy_ends = 0;
volatile std::sig_atomic_t arrived = 0;  ///< the signal that came in wait_for_input(); 0: none

sigset_t ending_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : kSignals) sigaddset(&signals, signal);
  return signals;
}

/// Messages are made before they are needed: a signal handler cannot.
std::string& message_of(int signal) {
  static std::string messages[NSIG];
  return messages[signal];
}

/// Whether a signal is left to wait_for_input().
bool is_awaited(int signal) {
  if (tidy_ends > 0) arrived = signal;
  return tidy_ends > 0;
}

void end_silently(int signal) {
  if (is_awaited(signal)) return;
  remove_unfinished_files();
  die_of(signal);
}

void end_tidily(int signal) {
  if (is_awaited(signal)) return;
  const std::string& message = message_of(signal);
  if (write(STDERR_FILENO, message.data(), message.size()) < 0) {
    // There is nobody to be told.
  }
  remove_unfinished_files();
  die_of(signal);
}

void handle_signals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_mask = ending_signals();
  for (const int signal : kSignals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void end_tidily_by_signals() {
  for (const int signal : kSignals) {
    message_of(signal) =
        fmt::format("netloom: error: ended by signal {} ({})\n", signal, strsignal(signal));
  }
  handle_signals(end_tidily);
}

void say_last(const std::function<void()>& say) {
  const TidyEnd blocked;
  say();
  handle_signals(end_silently);
}

void end_silently_by_signals() {
  handle_signals(end_silently);
  if (tidy_ends > 0) sigprocmask(SIG_SETMASK, &mask_before, nullptr);
  tidy_ends = 0;
}

void restore_signals() {
  handle_signals(SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  if (tidy_ends > 0) sigprocmask(SIG_SETMASK, &mask_before, nullptr);
}

void die_of(int signal) {
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, nullptr);
  std::_Exit(128 + signal);  // where a debugger keeps it from being
}

TidyEnd::TidyEnd() {
  if (tidy_ends == 0) {
    const sigset_t signals = ending_signals();
    sigprocmask(SIG_BLOCK, &signals, &mask_before);
  }
  ++tidy_ends;
}

TidyEnd::~TidyEnd() {
  if (--tidy_ends == 0) sigprocmask(SIG_SETMASK, &mask_before, nullptr);
}

bool wait_for_input(std::vector<pollfd>& files, std::optional<int> milliseconds) {
  const sigset_t* mask = tidy_ends > 0 ? &mask_before : nullptr;
  const int most = milliseconds.value_or(0);
  const timespec timeout{most / 1000, most % 1000 * 1000000L};
  for (;;) {
    const int ready = ppoll(files.data(), files.size(), milliseconds ? &timeout : nullptr, mask);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) {
      throw std::runtime_error(std::string("cannot wait for processes: ") + std::strerror(errno));
    }
    if (arrived != 0) throw Termination{arrived, {}};
  }
}

}  // namespace sim
}  // namespace netloom
