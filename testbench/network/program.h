#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/unit/sim_support.h"

namespace netloom::test {

inline std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// A file of results without what depends on the machine.
inline nlohmann::json results(const std::string& path) {
  nlohmann::json document = nlohmann::json::parse(read_file(path));
  for (nlohmann::json& point : document["points"]) point.erase("performance");
  return document;
}

/// Runs the `netloom` program in a folder of the test's own.
class Program : public testing::Test {
 protected:
  struct Result {
    int status = -1;  ///< -1: ended by a signal
    int signal = 0;   ///< that ended it; 0: none
    std::string output;
    std::string errors;
  };

  /// Starts the program in the test's folder, as the leader of a process group. `prepare` is called
  /// in its process, just before it becomes the program. `name` is behind "stdout" and "stderr",
  /// the files that it writes to.
  pid_t start(const std::vector<std::string>& arguments, const std::function<void()>& prepare = {},
              const std::string& name = "") const {
    std::vector<char*> argv = {const_cast<char*>(NETLOOM_PROGRAM)};
    for (const std::string& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
    argv.push_back(nullptr);
    const pid_t process = fork();
    if (process != 0) return process;
    setpgid(0, 0);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    if (chdir(folder.file("").c_str()) != 0 ||
        dup2(open(("stdout" + name).c_str(), flags, 0600), 1) < 0 ||
        dup2(open(("stderr" + name).c_str(), flags, 0600), 2) < 0) {
      _exit(126);
    }
    if (prepare) prepare();
    execv(NETLOOM_PROGRAM, argv.data());
    _exit(127);
  }

  Result run(const std::vector<std::string>& arguments,
             const std::function<void()>& prepare = {}) const {
    return end_of(start(arguments, prepare));
  }

  /// Waits for a program that was started, with the same name.
  Result end_of(pid_t process, const std::string& name = "") const {
    Result result;
    int status = 0;
    waitpid(process, &status, 0);
    if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
    result.output = read_file(folder.file("stdout" + name));
    result.errors = read_file(folder.file("stderr" + name));
    return result;
  }

  /// The points of a configuration in the folder, with `settings` (KEY=VALUE) in the place of its
  /// own, and all that there is to say of them but what depends on the machine.
  nlohmann::json points(const std::string& config, const std::vector<std::string>& settings) const {
    std::vector<std::string> arguments = {"run", config, "--details", "--json", "points.json"};
    for (const std::string& each : settings) {
      arguments.emplace_back("--set");
      arguments.push_back(each);
    }
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return results(folder.file("points.json"))["points"];
  }

  /// A small network and four points: tree.yaml.
  void write_tree(const std::string& more = "") const {
    folder.write("tree.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "traffic: {load: [0.1, 0.4], packet_phits: 8}\n"
                 "simulation: {warmup: 500, measure: 1000, seeds: [1, 2]}\n" +
                     more);
  }

  TemporaryFolder folder;
};

}  // namespace netloom::test
