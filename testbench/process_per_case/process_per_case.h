#pragma once

#include <chrono>

namespace netloom::test {

/// What of a test program has a process of its own.
enum class ProcessPer {
  kCase,   ///< the kernel of SystemC is global, and so is whatever else a case leaves behind
  kSuite,  ///< where cases have no simulation, and leave nothing
};

/// Runs the test cases that --gtest_filter selects one after the other, each of them or each suite
/// in a process of its own, which is forked from this one. It has failed, too, if a signal ended
/// it, if it called exit(), or if it took longer than `limit`: then it is killed, with what it
/// started. The others run all the same. Prints a line for each, and what it printed unless it
/// passed.
///
/// Returns the exit status: 0 if all passed, 1 if one failed, or none is selected, otherwise 77:
/// one was skipped. The processes return from here, too.
int run_apart(ProcessPer per, std::chrono::seconds limit);

}  // namespace netloom::test
