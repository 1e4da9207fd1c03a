#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What came of a task that ran in a process of its own.
struct TaskResult {
  std::size_t task = 0;
  std::string output;  ///< what the task returned
  int signal = 0;      ///< that ended the process; 0: none
  std::string crash;   ///< how the process ended, if not as it should: "was killed by signal 9 …"
};

/// Runs tasks 0 … count-1, each in a forked process (the SystemC kernel is global, and a crash
/// takes nothing else with it), at most `jobs` >= 1 at a time. `work` runs in the child and returns
/// the output, which reaches the parent by a pipe; `done` runs in the parent as tasks end, in any
/// order. If there are no more processes or pipes, those that run have to do. An exception of
/// `done` ends the remaining children and leaves this function, and so does a Termination. The
/// children die with the parent. `meanwhile`, if there is one, is called twice a second in the
/// parent while it waits. `may_start`, if there is one, is asked in the parent before each task is
/// started; when it says no, neither that task nor a later one is. std::runtime_error: not one
/// process or pipe can be had.
void run_in_processes(std::size_t count, int jobs,
                      const std::function<std::string(std::size_t task)>& work,
                      const std::function<void(TaskResult result)>& done,
                      const std::function<void()>& meanwhile = {},
                      const std::function<bool(std::size_t task)>& may_start = {});

/// Processors that this process may use, at least 1.
int default_jobs();

}  // namespace sim
}  // namespace netloom
