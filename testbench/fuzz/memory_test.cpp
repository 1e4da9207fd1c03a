#include <gtest/gtest.h>

#include <string>

#include "testbench/fuzz/fuzz_target.h"
#include "testbench/support/sanitized.h"

namespace netloom::fuzz {
namespace {

/// Touches so many MiB, for long enough to be seen.
Target hungry(std::size_t megabytes) {
  return {[megabytes](const std::string& /*input*/) {
    std::string memory;
    for (std::size_t i = 0; i < megabytes; ++i) memory.append(std::size_t{1} << 20, 'x');
    volatile char sum = 0;
    for (int round = 0; round < 20; ++round) {
      for (const char each : memory) sum = static_cast<char>(sum + each);
    }
  }};
}

TEST(FuzzMemory, IsLimited) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers take more than such a limit themselves";
  EXPECT_DEATH(run_input(hungry(200), "", 150), "finding: more memory than an input may take");
  run_input(hungry(10), "", 150);
}

}  // namespace
}  // namespace netloom::fuzz
