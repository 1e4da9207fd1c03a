/// Test cases that end in every way, for process_per_case_test.py. Not the main of test programs,
/// as a case may take two seconds here.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "testbench/process_per_case/process_per_case.h"

namespace netloom::test {
namespace {

int cases_in_this_process = 0;

TEST(Good, Passes) {
  EXPECT_EQ(++cases_in_this_process, 1);
}
TEST(Good, PassesAfterIt) {
  EXPECT_EQ(++cases_in_this_process, 1);
}

TEST(Bad, Fails) {
  EXPECT_EQ(++cases_in_this_process, 2) << "what the case says";
}
TEST(Bad, Crashes) {
  std::abort();
}
TEST(Bad, Exits) {
  std::exit(0);
}
TEST(Bad, FailsAtItsExit) {
  std::atexit([] { std::_Exit(23); });
}
TEST(Bad, Hangs) {
  EXPECT_EQ(std::system("sleep 1000"), 0);
}
TEST(Bad, PassesAfterAll) {
  EXPECT_EQ(++cases_in_this_process, 1);
}

TEST(Partly, Passes) {}
TEST(Partly, IsSkipped) {
  GTEST_SKIP() << "what is missing";
}

TEST(Alone, Passes) {}
TEST(Alone, IsSlow) {}

class Values : public testing::TestWithParam<const char*> {};
TEST_P(Values, Pass) {
  EXPECT_EQ(++cases_in_this_process, 1);
}
INSTANTIATE_TEST_SUITE_P(All, Values, testing::Values("# [", "]; \"$x"));

}  // namespace
}  // namespace netloom::test

int main(int argc, char** argv) {
  using netloom::test::ProcessPer;
  testing::InitGoogleTest(&argc, argv);
  if (argc != 2) return RUN_ALL_TESTS();
  const bool per_case = std::string_view(argv[1]) == "--process_per_case";
  return netloom::test::run_apart(per_case ? ProcessPer::kCase : ProcessPer::kSuite,
                                  std::chrono::seconds(2));
}
