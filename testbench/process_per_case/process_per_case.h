#pragma once

#include <chrono>

namespace netloom::test {

/// Runs the test cases that --gtest_filter selects one after the other, each in a process of its
/// own, which is forked from this one: the kernel of SystemC is global, and so is whatever else a
/// case leaves behind. A case has failed, too, if a signal ended it, if it called exit(), or if it
/// took longer than `limit`: then it is killed, with what it started. The others run all the same.
/// Prints a line for each case, and what it printed unless it passed.
///
/// Returns the exit status: 0 if all passed, 1 if one failed, or none is selected, otherwise 77:
/// one was skipped. The processes of the cases return from here, too.
int run_process_per_case(std::chrono::seconds limit);

}  // namespace netloom::test
