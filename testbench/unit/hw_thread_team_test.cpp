#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "hw/kernel/thread_team.h"
#include "routing/base/error.h"
#include "testbench/support/sanitized.h"

namespace netloom {
namespace {

using testing::Each;

class ThreadTeams : public testing::TestWithParam<int> {};

// Nothing here is atomic: what a round has written the next one sees, in all threads.
TEST_P(ThreadTeams, DoEachRoundOnce) {
  const int threads = GetParam();
  const auto size = static_cast<std::size_t>(threads);
  std::vector<int> done(size), seen(size);
  ThreadTeam team(threads, [&](int thread) {
    const auto own = static_cast<std::size_t>(thread);
    ++done[own];
    seen[own] += done[own];
  });
  for (int round = 1; round <= 2000; ++round) {
    team.run();
    ASSERT_THAT(done, Each(round));
  }
  EXPECT_THAT(seen, Each(2000 * 2001 / 2));
}

TEST_P(ThreadTeams, SeeWhatOthersWroteInTheRoundBefore) {
  const int threads = GetParam();
  std::vector<int> values(static_cast<std::size_t>(threads), 1), next = values;
  ThreadTeam team(threads, [&](int thread) {
    next[static_cast<std::size_t>(thread)] =
        std::accumulate(values.begin(), values.end(), 0) % 1009;
  });
  int expected = 1;
  for (int round = 0; round < 500; ++round) {
    team.run();
    values = next;
    expected = expected * threads % 1009;
    ASSERT_THAT(values, Each(expected));
  }
}

// Threads that wait for long sleep, and are woken.
TEST_P(ThreadTeams, WaitForSlowOnes) {
  const int threads = GetParam();
  int slow = 0;
  std::vector<int> done(static_cast<std::size_t>(threads));
  ThreadTeam team(threads, [&](int thread) {
    if (thread == slow) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ++done[static_cast<std::size_t>(thread)];
  });
  for (slow = 0; slow < threads; ++slow) {
    team.run();
    EXPECT_THAT(done, Each(slow + 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST_P(ThreadTeams, ThrowWhatTheLowestThreadHasThrown) {
  const int threads = GetParam();
  int from = 0;
  ThreadTeam team(threads, [&](int thread) {
    if (thread >= from) throw std::runtime_error(std::to_string(thread));
  });
  for (; from < threads; ++from) {
    try {
      team.run();
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::to_string(from));
    }
  }
  team.run();  // and go on
}

// Of 64 stacks of eight megabytes there is room for few.
void begin_with_little_memory() {
  const rlimit limit{1 << 28, 1 << 28};
  setrlimit(RLIMIT_AS, &limit);
  try {
    ThreadTeam team(64, [](int) {});
  } catch (const Error& error) {
    std::fputs(error.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

TEST(ThreadTeam, SaysThatItCannotBegin) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers take more than any such limit";
  EXPECT_EXIT(begin_with_little_memory(), testing::ExitedWithCode(3),
              "a thread cannot be started, of 64 the one after [1-9][0-9]*: ");
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadTeams, testing::Values(1, 2, 3, 8),
                         [](const auto& each) { return std::to_string(each.param); });

}  // namespace
}  // namespace netloom
