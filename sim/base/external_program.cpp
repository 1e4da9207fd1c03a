#include "sim/base/external_program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/base/termination.h"

namespace netloom {
namespace {

constexpr int kCannotStart = 127;

/// What a child process has for standard input, output and error; a negative number: it could not
/// be had.
struct Streams {
  int input = -1, output = -1, errors = -1;
};

/// In the child process: never returns.
[[noreturn]] void become(const std::vector<char*>& arguments, const char* folder,
                         const Streams& streams) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  restore_signals();
  const bool ready = streams.input >= 0 && streams.output >= 0 && streams.errors >= 0 &&
                     dup2(streams.input, 0) >= 0 && dup2(streams.output, 1) >= 0 &&
                     dup2(streams.errors, 2) >= 0 && chdir(folder) == 0;
  if (ready) execvp(arguments[0], arguments.data());
  _exit(kCannotStart);
}

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// A process, until it ends; killed if that is not waited for.
class Process {
 public:
  /// In the child process, 0; std::runtime_error: there is none.
  explicit Process(const std::string& name) : name_(name) {
    // Its writing end is the child's alone, and is closed with its end.
    int ends[2];
    if (pipe(ends) != 0) fail(name + " cannot be started");
    process_ = fork();
    const int error = errno;
    close(ends[process_ == 0 ? 0 : 1]);
    end_ = ends[0];
    if (process_ >= 0) return;
    close(end_);
    errno = error;
    fail(name + " cannot be started");
  }
  ~Process() {
    if (end_ < 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    close(end_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool is_child() const { return process_ == 0; }

  int status() {
    std::vector<pollfd> files = {{end_, 0, 0}};
    wait_for_input(files);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0) {
      if (errno != EINTR) fail(name_ + ": its end was lost");
    }
    close(std::exchange(end_, -1));
    return status;
  }

 private:
  std::string name_;
  pid_t process_ = -1;
  int end_ = -1;
};

/// Runs a program to its end; `streams` is called in the child process. The exit status.
template <class MakeStreams>
int run(const std::vector<std::string>& command, const std::string& folder,
        const MakeStreams& streams) {
  std::vector<char*> arguments;
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  Process child(command[0]);
  if (child.is_child()) become(arguments, folder.c_str(), streams());
  const int status = child.status();
  if (!WIFEXITED(status)) {
    throw std::runtime_error(command[0] + " was ended by signal " +
                             std::to_string(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) == kCannotStart) {
    throw std::runtime_error(command[0] + " cannot be started");
  }
  return WEXITSTATUS(status);
}

/// A file in memory.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : file_(memfd_create(name, MFD_CLOEXEC)) {
    if (file_ < 0) fail();
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return file_; }

  /// Replaces what is in it, to be read from its beginning.
  void fill(std::string_view text) {
    while (!text.empty()) {
      const ssize_t count = write(file_, text.data(), text.size());
      if (count < 0 && errno != EINTR) fail();
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (lseek(file_, 0, SEEK_SET) < 0) fail();
  }

  std::string text() const {
    std::string result;
    char buffer[65536];
    for (;;) {
      const auto at = static_cast<off_t>(result.size());
      const ssize_t count = pread(file_, buffer, sizeof buffer, at);
      if (count < 0 && errno != EINTR) fail();
      if (count == 0) return result;
      if (count > 0) result.append(buffer, static_cast<std::size_t>(count));
    }
  }

 private:
  [[noreturn]] static void fail() { netloom::fail("a file in memory cannot be used"); }

  int file_;
};

}  // namespace

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string file = folder + '/' + name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

int run_program(const std::vector<std::string>& command, const std::string& folder,
                const std::string& log) {
  return run(command, folder, [&] {
    Streams streams;
    streams.input = open("/dev/null", O_RDONLY);
    streams.output = streams.errors = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return streams;
  });
}

ProgramOutput run_filter(const std::vector<std::string>& command, std::string_view input) {
  MemoryFile in("input");
  MemoryFile out("output");
  MemoryFile errors("errors");
  in.fill(input);
  ProgramOutput result;
  result.status = run(command, ".", [&] {
    return Streams{in.descriptor(), out.descriptor(), errors.descriptor()};
  });
  result.output = out.text();
  result.errors = errors.text();
  return result;
}

}  // namespace netloom
