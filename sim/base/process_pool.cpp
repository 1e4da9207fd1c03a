#include "sim/base/process_pool.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sim/base/child_process.h"
#include "sim/base/messages.h"
#include "sim/base/termination.h"
#include "sim/base/write_all.h"

namespace netloom {
inline namespace sim {
namespace {

/// That a process which was told to end may take to tidy up.
constexpr int kEndMilliseconds = 2000;

constexpr int kMeanwhileMilliseconds = 500;

/// The children that run now.
class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  /// Those that are left are told to end, so that they leave nothing behind.
  ~Children() {
    for (const Child& child : children_) kill(child.process, SIGTERM);
    for (const Child& child : children_) {
      // A child's end closes its end of the pipe.
      pollfd pipe{child.pipe, 0, 0};
      while (poll(&pipe, 1, kEndMilliseconds) < 0 && errno == EINTR) {
      }
      kill(child.process, SIGKILL);
      close(child.pipe);
      waitpid(child.process, nullptr, 0);
    }
  }

  int count() const { return static_cast<int>(children_.size()); }

  /// False: there is no process or pipe for it, and errno says why.
  bool start(std::size_t task, const std::function<std::string(std::size_t)>& work) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    const pid_t process = fork_child();
    if (process < 0) {
      const int error = errno;
      close(ends[0]);
      close(ends[1]);
      errno = error;
      return false;
    }
    if (process == 0) {
      close(ends[0]);
      run_child(task, work, ends[1]);
    }
    close(ends[1]);
    children_.push_back({process, ends[0], {task, {}, 0, {}}});
    return true;
  }

  /// Waits until a child has ended.
  TaskResult wait(const std::function<void()>& meanwhile) {
    const std::optional<int> between =
        meanwhile ? std::optional(kMeanwhileMilliseconds) : std::nullopt;
    for (;;) {
      std::vector<pollfd> files;
      for (const Child& child : children_) files.push_back({child.pipe, POLLIN, 0});
      if (!wait_for_input(files, between)) {
        meanwhile();
        continue;
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
      const std::string text = work(task);
      if (write_all(output, text.data(), text.size())) status = 0;
    } catch (const Termination& end) {
      die_of(end.signal);
    } catch (const std::exception& error) {
      print_error(error.what());
    }
    close(output);
    end_child(status);
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
    const int status = wait_for_child(child.process);
    if (WIFSIGNALED(status)) child.result.signal = WTERMSIG(status);
    child.result.crash = ending_text(status);
    return std::move(child.result);
  }

  std::vector<Child> children_;
};

}  // namespace

void run_in_processes(std::size_t count, int jobs,
                      const std::function<std::string(std::size_t)>& work,
                      const std::function<void(TaskResult)>& done,
                      const std::function<void()>& meanwhile,
                      const std::function<bool(std::size_t)>& may_start) {
  const TidyEnd tidy;
  Children children;
  for (std::size_t next = 0; next < count || children.count() > 0;) {
    if (next < count && children.count() < std::max(jobs, 1)) {
      if (may_start && !may_start(next)) {
        count = next;
        continue;
      }
      if (children.start(next, work)) {
        ++next;
        continue;
      }
      // As many as there are have to do.
      jobs = children.count();
      if (jobs == 0) {
        throw std::runtime_error(
            fmt::format("no process can be started: {}", std::strerror(errno)));
      }
    }
    done(children.wait(meanwhile));
  }
}

int default_jobs() {
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace sim
}  // namespace netloom
