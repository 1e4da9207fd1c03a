#include "sim/run/external_program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "routing/error.h"

namespace netloom {
namespace {

constexpr int kCannotStart = 127;

/// In the child process: never returns.
[[noreturn]] void become(const std::vector<char*>& arguments, const char* folder, const char* log) {
  const int input = open("/dev/null", O_RDONLY);
  const int output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (input < 0 || output < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
      chdir(folder) != 0) {
    _exit(kCannotStart);
  }
  execvp(arguments[0], arguments.data());
  _exit(kCannotStart);
}

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
  std::vector<char*> arguments;
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw Error(command[0] + " cannot be started: no process");
  if (child == 0) become(arguments, folder.c_str(), log.c_str());
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw Error(command[0] + ": its end was lost");
  }
  if (!WIFEXITED(status)) {
    throw Error(command[0] + " was ended by signal " + std::to_string(WTERMSIG(status)));
  }
  if (WEXITSTATUS(status) == kCannotStart) throw Error(command[0] + " cannot be started");
  return WEXITSTATUS(status);
}

}  // namespace netloom
