#include "sim/run/process_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>
#include <vector>

#include "routing/error.h"

namespace netloom {
namespace {

[[noreturn]] void fail(const char* what) {
  throw Error(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

bool write_all(int file, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return true;
}

/// The children that run now.
class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (const Child& child : children_) {
      kill(child.process, SIGKILL);
      close(child.pipe);
      waitpid(child.process, nullptr, 0);
    }
  }

  int count() const { return static_cast<int>(children_.size()); }

  void start(std::size_t task, const std::function<std::string(std::size_t)>& work) {
    int ends[2];
    if (pipe(ends) != 0) fail("make a pipe");
    // Whatever is buffered would be written by both processes.
    std::fflush(nullptr);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0) {
      close(ends[0]);
      close(ends[1]);
      fail("start a process");
    }
    if (process == 0) {
      close(ends[0]);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) std::_Exit(1);  // it died before the line above
      run_child(task, work, ends[1]);
    }
    close(ends[1]);
    children_.push_back({process, ends[0], {task, {}, {}}});
  }

  /// Waits until a child has ended.
  TaskResult wait() {
    for (;;) {
      std::vector<pollfd> files;
      for (const Child& child : children_) files.push_back({child.pipe, POLLIN, 0});
      if (poll(files.data(), files.size(), -1) < 0) {
        if (errno == EINTR) continue;
        fail("wait for processes");
      }
      for (std::size_t i = 0; i < files.size(); ++i) {
        if (files[i].revents != 0 && !read_some(children_[i])) return finish(i);
      }
    }
  }

 private:
  struct Child {
    pid_t process;
    int pipe;
    TaskResult result;
  };

  [[noreturn]] static void run_child(std::size_t task,
                                     const std::function<std::string(std::size_t)>& work,
                                     int output) {
    int status = 1;
    try {
      if (write_all(output, work(task))) status = 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "netloom: error: %s\n", error.what());
    }
    close(output);
    std::exit(status);
  }

  /// False at the end of the pipe.
  static bool read_some(Child& child) {
    char buffer[65536];
    const ssize_t count = read(child.pipe, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    child.result.output.append(buffer, static_cast<std::size_t>(count));
    return count > 0;
  }

  TaskResult finish(std::size_t index) {
    Child child = std::move(children_[index]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(index));
    close(child.pipe);
    int status = 0;
    while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status)) {
      child.result.crash = fmt::format("was killed by signal {} ({})", WTERMSIG(status),
                                       strsignal(WTERMSIG(status)));
    } else if (WEXITSTATUS(status) != 0) {
      child.result.crash = fmt::format("ended with status {}", WEXITSTATUS(status));
    }
    return std::move(child.result);
  }

  std::vector<Child> children_;
};

}  // namespace

void run_in_processes(std::size_t count, int jobs,
                      const std::function<std::string(std::size_t)>& work,
                      const std::function<void(TaskResult)>& done) {
  Children children;
  for (std::size_t next = 0; next < count || children.count() > 0;) {
    if (next < count && children.count() < std::max(jobs, 1)) {
      children.start(next++, work);
    } else {
      done(children.wait());
    }
  }
}

int default_jobs() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace netloom
