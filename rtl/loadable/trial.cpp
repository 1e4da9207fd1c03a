#include "rtl/loadable/trial.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "routing/base/error.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Exit statuses of the process. Any other is of what was tried.
constexpr int kDone = 86;
constexpr int kThrew = 87;
constexpr int kExited = 88;

/// All signals wait while one of these lives.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

/// What the program does about signals is not for this process.
void forget_signal_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
  std::signal(SIGALRM, SIG_DFL);
}

/// Nothing is seen of the process, and nothing is left of it.
void withdraw() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  const int nowhere = open("/dev/null", O_RDWR);
  for (int file = STDIN_FILENO; nowhere >= 0 && file <= STDERR_FILENO; ++file) dup2(nowhere, file);
  // exit() would end with what the program does at its end.
  std::atexit([] { _exit(kExited); });
}

int exit_status_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error&) {
    return kDone;
  } catch (const std::bad_alloc&) {
    return kDone;
  } catch (...) {
    return kThrew;
  }
  return kDone;
}

}  // namespace

std::string problem_of_trial(const std::function<void()>& act, std::chrono::seconds limit) {
  pid_t process = -1;
  {
    const BlockedSignals blocked;
    process = fork();
    if (process == 0) {
      forget_signal_handlers();
      withdraw();
      alarm(static_cast<unsigned>(limit.count()));
    }
  }
  if (process == 0) _exit(exit_status_of(act));
  int status = 0;
  pid_t ended = process;
  while (process > 0 && (ended = waitpid(process, &status, 0)) < 0 && errno == EINTR) continue;
  if (ended < 0) {
    throw std::runtime_error(
        fmt::format("there is no process to load an RTL block in first: {}", std::strerror(errno)));
  }
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGALRM) return fmt::format("takes longer than {} s", limit.count());
    return fmt::format("ends the program by signal {} ({})", signal, strsignal(signal));
  }
  switch (WEXITSTATUS(status)) {
    case kDone:
      return "";
    case kThrew:
      return "throws an exception";
    default:
      return "ends the program";
  }
}

}  // namespace rtl
}  // namespace netloom
