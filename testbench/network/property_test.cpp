#include <gtest/gtest.h>

#include "testbench/network/random_network.h"

namespace netloom::test {
namespace {

/// Nothing is lost, nothing is duplicated, credits and buffers keep their bounds (checked at each
/// flit by check_invariants), and everything arrives once the sources stop: on random netlists with
/// random switch parameters and random stalls of the outputs; and without stalls, with parameters
/// for which there are specialised cores.
class RandomNetwork : public testing::TestWithParam<int> {
 protected:
  static Outcome expect_delivery(const RandomCase& test_case);
};

Outcome RandomNetwork::expect_delivery(const RandomCase& test_case) {
  SCOPED_TRACE(test_case.description());
  // A worm over a link of 200 cycles, with a buffer for two of its flits, takes thousands of
  // cycles.
  Outcome outcome = run_case(test_case, 3000, 10000000);
  EXPECT_TRUE(outcome.core.checks);
  EXPECT_EQ(outcome.conservation, "");
  EXPECT_GT(outcome.counters.delivered, 0u);
  EXPECT_EQ(outcome.counters.delivered, outcome.counters.generated);
  EXPECT_EQ(outcome.counters.in_network, 0u);
  EXPECT_EQ(outcome.counters.queued_packets, 0u);
  return outcome;
}

TEST_P(RandomNetwork, DeliversEverythingOnceWithinItsBounds) {
  RandomCase test_case(static_cast<std::uint64_t>(GetParam()));
  test_case.config.simulation.stall_probability = GetParam() % 3 == 0 ? 0 : 0.1 * (GetParam() % 7);
  expect_delivery(test_case);
}

TEST_P(RandomNetwork, DoesSoOnASpecialisedCore) {
  RandomCase test_case(static_cast<std::uint64_t>(GetParam()));
  test_case.specialise();
  EXPECT_TRUE(expect_delivery(test_case).core.specialised());
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetwork, testing::Range(1, 61));

}  // namespace
}  // namespace netloom::test
