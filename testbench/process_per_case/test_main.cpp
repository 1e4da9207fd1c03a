#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "testbench/process_per_case/process_per_case.h"

// Test programs have their own main; libsystemc's needs the symbol all the same.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace {

/// Whether there is such an argument, which GoogleTest does not see then: it starts the program
/// again with its arguments, for death tests.
bool take(std::string_view argument, int& argc, char** argv) {
  const auto end = std::remove(argv, argv + argc, argument);
  const bool taken = end != argv + argc;
  argc = static_cast<int>(end - argv);
  *end = nullptr;
  return taken;
}

}  // namespace

int main(int argc, char** argv) {
  using netloom::test::ProcessPer;
  const bool per_case = take("--process_per_case", argc, argv);
  const bool per_suite = take("--process_per_suite", argc, argv);
  testing::InitGoogleTest(&argc, argv);
  if (!per_case && !per_suite) return RUN_ALL_TESTS();
  // What runs so takes milliseconds or a few seconds, and more where sanitizers watch it.
  return netloom::test::run_apart(per_case ? ProcessPer::kCase : ProcessPer::kSuite,
                                  std::chrono::minutes(5));
}
