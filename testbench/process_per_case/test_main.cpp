#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "testbench/process_per_case/process_per_case.h"

// Test programs have their own main; libsystemc's needs the symbol all the same.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

int main(int argc, char** argv) {
  // GoogleTest does not see it: it starts the program again with its arguments, for death tests.
  const auto end = std::remove(argv, argv + argc, std::string_view("--process_per_case"));
  const bool process_per_case = end != argv + argc;
  argc = static_cast<int>(end - argv);
  *end = nullptr;
  testing::InitGoogleTest(&argc, argv);
  if (!process_per_case) return RUN_ALL_TESTS();
  // Cases that run so take milliseconds, and seconds where sanitizers watch them.
  return netloom::test::run_process_per_case(std::chrono::minutes(5));
}
