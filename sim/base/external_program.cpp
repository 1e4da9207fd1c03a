#include "sim/base/external_program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/base/termination.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kTidyMilliseconds = 2000;  ///< that processes which are killed may take

/// What a child process has for standard input, output and error; a negative number: it could not
/// be had.
struct Streams {
  int input = -1, output = -1, errors = -1;
};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

/// A process and those that it starts, until they end; killed if that is not waited for.
class Process {
 public:
  /// std::runtime_error: there is none.
  explicit Process(const std::string& name) : name_(name) {
    // Its writing end is of the child and those that it starts, and is closed with the last of
    // them.
    int ends[2];
    if (pipe(ends) != 0) fail(name + " cannot be started");
    process_ = fork();
    const int error = errno;
    close(ends[process_ == 0 ? 0 : 1]);
    end_ = ends[process_ == 0 ? 1 : 0];
    if (process_ >= 0) return;
    close(end_);
    errno = error;
    fail(name + " cannot be started");
  }
  ~Process() {
    if (end_ < 0) return;
    kill(-process_, SIGKILL);
    kill(process_, SIGKILL);  // if it has no group yet
    waitpid(process_, nullptr, 0);
    // Until no other one writes anything any more.
    pollfd pipe{end_, 0, 0};
    while (poll(&pipe, 1, kTidyMilliseconds) < 0 && errno == EINTR) {
    }
    close(end_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool is_child() const { return process_ == 0; }

  /// In the child: becomes the program, or ends. `streams` and what it is to have of the
  /// environment are made there, too.
  template <class MakeStreams>
  [[noreturn]] void become(const std::vector<char*>& arguments, const std::string& folder,
                           const char* temporary, const MakeStreams& make_streams) const {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    restore_signals();
    const Streams streams = make_streams();
    const bool ready = streams.input >= 0 && streams.output >= 0 && streams.errors >= 0 &&
                       dup2(streams.input, 0) >= 0 && dup2(streams.output, 1) >= 0 &&
                       dup2(streams.errors, 2) >= 0 && chdir(folder.c_str()) == 0 &&
                       (temporary == nullptr || setenv("TMPDIR", temporary, 1) == 0);
    if (ready) execvp(arguments[0], arguments.data());
    const int error = errno;
    if (write(end_, &error, sizeof error) < 0) {
      // The reason is lost.
    }
    _exit(EXIT_FAILURE);
  }

  /// std::runtime_error: it could not become the program.
  int status() {
    std::vector<pollfd> files = {{end_, 0, 0}};
    wait_for_input(files);
    int status = 0;
    while (waitpid(process_, &status, 0) < 0) {
      if (errno != EINTR) fail(name_ + ": its end was lost");
    }
    int error = 0;
    const bool is_started = read(end_, &error, sizeof error) != sizeof error;
    close(std::exchange(end_, -1));
    if (!is_started) {
      errno = error;
      fail(name_ + " cannot be started");
    }
    return status;
  }

 private:
  std::string name_;
  pid_t process_ = -1;
  int end_ = -1;
};

/// Runs a program to its end; `streams` is called in the child process. `temporary`: its TMPDIR, if
/// that is not this program's. `meanwhile`: what this program does until it ends. The exit status.
template <class MakeStreams, class Meanwhile>
int run(const std::vector<std::string>& command, const std::string& folder, const char* temporary,
        const MakeStreams& streams, const Meanwhile& meanwhile) {
  std::vector<char*> arguments;
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  Process child(command[0]);
  if (child.is_child()) child.become(arguments, folder, temporary, streams);
  meanwhile();
  const int status = child.status();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    throw ProcessorTimeUp(command[0] + " has taken all of the processor time that it is given");
  }
  if (!WIFEXITED(status)) {
    throw std::runtime_error(command[0] + " was ended by signal " +
                             std::to_string(WTERMSIG(status)));
  }
  return WEXITSTATUS(status);
}

/// The same for a program that is only waited for.
template <class MakeStreams>
int run(const std::vector<std::string>& command, const std::string& folder, const char* temporary,
        const MakeStreams& streams) {
  return run(command, folder, temporary, streams, [] {});
}

/// What a program writes, for one that reads it as it comes.
class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) != 0) fail("a pipe cannot be made");
  }
  ~Pipe() {
    close(ends_[0]);
    close_writing_end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int writing_end() const { return ends_[1]; }

  /// Every line, until nobody can write any more: this process cannot from now on.
  template <class Line>
  void read_lines(const Line& line) {
    close_writing_end();
    std::string text;
    char buffer[4096];
    for (;;) {
      std::vector<pollfd> files = {{ends_[0], POLLIN, 0}};
      wait_for_input(files);
      const ssize_t count = read(ends_[0], buffer, sizeof buffer);
      if (count < 0 && errno != EINTR) fail("a pipe cannot be read");
      if (count == 0) return;
      if (count > 0) text.append(buffer, static_cast<std::size_t>(count));
      for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos;) {
        line(text.substr(0, end));
        text.erase(0, end + 1);
      }
    }
  }

 private:
  void close_writing_end() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }

  int ends_[2];
};

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
                const std::string& log, unsigned processor_seconds) {
  return run(command, folder, folder.c_str(), [&] {
    rlimit limit{};
    if (processor_seconds != 0) {
      if (getrlimit(RLIMIT_CPU, &limit) != 0) return Streams();
      limit.rlim_cur = std::min<rlim_t>(processor_seconds, limit.rlim_max);
      if (setrlimit(RLIMIT_CPU, &limit) != 0) return Streams();
    }
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
  result.status = run(command, ".", nullptr, [&] {
    return Streams{in.descriptor(), out.descriptor(), errors.descriptor()};
  });
  result.output = out.text();
  result.errors = errors.text();
  return result;
}

ProgramOutput run_watched(const std::vector<std::string>& command,
                          const std::function<void(const std::string&)>& line) {
  Pipe lines;
  MemoryFile errors("errors");
  ProgramOutput result;
  result.status = run(
      command, ".", nullptr,
      [&] {
        return Streams{open("/dev/null", O_RDONLY), lines.writing_end(), errors.descriptor()};
      },
      [&] { lines.read_lines(line); });
  result.errors = errors.text();
  return result;
}

}  // namespace sim
}  // namespace netloom
