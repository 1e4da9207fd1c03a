#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "testbench/network/random_network.h"

namespace netloom::test {
namespace {

/// Runs the case in a child process: SystemC's kernel allows one network per process.
Outcome run_in_child(const RandomCase& test_case) {
  int ends[2];
  if (pipe(ends) != 0) throw Error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    std::uint64_t result[4] = {};
    try {
      const Outcome outcome = run_case(test_case, 2500, 0);
      result[0] = outcome.digest;
      result[1] = outcome.counters.delivered;
      result[2] = outcome.counters.flit_hops;
      result[3] = outcome.conservation.empty() ? 1 : 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    const bool written = write(ends[1], result, sizeof(result)) == sizeof(result);
    _exit(written ? 0 : 1);
  }
  std::uint64_t result[4] = {};
  const auto got = read(ends[0], result, sizeof(result));
  close(ends[0]);
  close(ends[1]);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.conservation = got == sizeof(result) && result[3] == 1 ? "" : "broken";
  outcome.digest = result[0];
  outcome.counters.delivered = result[1];
  outcome.counters.flit_hops = result[2];
  return outcome;
}

/// No result depends on the order of the modules, on idle-skipping, on the quantum, or on the
/// specialised cores.
class Equivalence : public testing::TestWithParam<int> {
 protected:
  void expect_same(const std::function<void(SimulationConfig&)>& change) {
    RandomCase test_case(static_cast<std::uint64_t>(1000 + GetParam()));
    if (GetParam() % 4 == 0) make_plain(test_case);
    SCOPED_TRACE(test_case.description());
    const Outcome reference = run_in_child(test_case);
    ASSERT_EQ(reference.conservation, "");
    ASSERT_GT(reference.counters.delivered, 0u);
    change(test_case.config.simulation);
    const Outcome other = run_in_child(test_case);
    EXPECT_EQ(other.conservation, "");
    EXPECT_EQ(other.digest, reference.digest);
    EXPECT_EQ(other.counters.delivered, reference.counters.delivered);
    EXPECT_EQ(other.counters.flit_hops, reference.counters.flit_hops);
  }

 private:
  /// What the specialised cores are for.
  static void make_plain(RandomCase& test_case) {
    SwitchConfig& switches = test_case.config.switches;
    if (switches.switching == Switching::kWormhole) {
      switches.switching = Switching::kVirtualCutThrough;
      for (int& phits : switches.input_buffer) phits += test_case.largest;
    }
    switches.output_buffer = {0, 0, 0};
    switches.crossbar = CrossbarKind::kMultiplexed;
    switches.allocator = AllocatorKind::kSeparableInputFirst;
    switches.iterations = 1;
    switches.arbiter = ArbiterKind::kRoundRobin;
    switches.control_priority = false;
    test_case.smallest = test_case.largest;
    test_case.config.smallest_packet = 0;
  }
};

TEST_P(Equivalence, ShuffledModules) {
  expect_same([](SimulationConfig& simulation) { simulation.shuffle = 5; });
}
TEST_P(Equivalence, WithoutIdleSkipping) {
  expect_same([](SimulationConfig& simulation) { simulation.idle_skipping = false; });
}
TEST_P(Equivalence, OneCyclePerActivation) {
  expect_same([](SimulationConfig& simulation) { simulation.quantum = 1; });
}
TEST_P(Equivalence, GeneralCore) {
  expect_same([](SimulationConfig& simulation) { simulation.specialised = false; });
}
TEST_P(Equivalence, EverythingAtOnce) {
  expect_same([](SimulationConfig& simulation) {
    simulation.shuffle = 99;
    simulation.idle_skipping = false;
    simulation.quantum = 1;
    simulation.specialised = false;
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Equivalence, testing::Range(1, 33));

}  // namespace
}  // namespace netloom::test
