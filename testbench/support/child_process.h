#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <string>

// Writes what a coverage build has counted; _exit alone would lose it.
extern "C" void __gcov_dump() __attribute__((weak));

namespace netloom::test {

/// Calls `body` in a child process and returns what it returned, so that one test case can build
/// many networks although SystemC allows one per process. "ERROR: …" if it threw or did not end.
inline std::string in_child(const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) return "ERROR: no pipe";
  const pid_t child = fork();
  if (child < 0) return "ERROR: no child process";
  if (child == 0) {
    close(ends[0]);
    std::string result;
    try {
      result = body();
    } catch (const std::exception& error) {
      result = std::string("ERROR: ") + error.what();
    }
    for (std::size_t done = 0; done < result.size();) {
      const ssize_t count = write(ends[1], result.data() + done, result.size() - done);
      if (count <= 0) _exit(1);
      done += static_cast<std::size_t>(count);
    }
    if (__gcov_dump) __gcov_dump();
    _exit(0);
  }
  close(ends[1]);
  std::string result;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof(buffer))) > 0;) {
    result.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    return "ERROR: the child process ended with status " + std::to_string(status);
  }
  return result;
}

}  // namespace netloom::test
