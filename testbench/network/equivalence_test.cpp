#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <tuple>

#include "hw/switch_model.h"
#include "testbench/network/random_network.h"

namespace netloom::test {
namespace {

/// Runs the case in a child process: SystemC's kernel allows one network per process.
Outcome run_in_child(const RandomCase& test_case) {
  int ends[2];
  if (pipe(ends) != 0) throw Error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    std::uint64_t result[6] = {};
    try {
      const Outcome outcome = run_case(test_case, 2500, 0);
      result[0] = outcome.digest;
      result[1] = outcome.counters.delivered;
      result[2] = outcome.counters.flit_hops;
      result[3] = outcome.conservation.empty() ? 1 : 0;
      result[4] = outcome.core.specialised ? 1 : 0;
      result[5] = outcome.core.checks ? 1 : 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
    const bool written = write(ends[1], result, sizeof(result)) == sizeof(result);
    _exit(written ? 0 : 1);
  }
  std::uint64_t result[6] = {};
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
  outcome.core.specialised = result[4] == 1;
  outcome.core.checks = result[5] == 1;
  return outcome;
}

/// No result depends on the order of the modules, on idle-skipping, on the quantum, or on the
/// specialised cores and the checks in them. The first parameter is the seed; with the second the
/// case is one for the specialised cores.
class Equivalence : public testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  bool specialised() const { return std::get<bool>(GetParam()); }

  void expect_same(const std::function<void(SimulationConfig&)>& change) {
    RandomCase test_case(static_cast<std::uint64_t>(1000 + std::get<int>(GetParam())));
    if (specialised()) test_case.specialise();
    SCOPED_TRACE(test_case.description());
    const Outcome reference = run_in_child(test_case);
    ASSERT_EQ(reference.conservation, "");
    ASSERT_GT(reference.counters.delivered, 0u);
    EXPECT_TRUE(reference.core.checks);
    if (specialised()) {
      EXPECT_TRUE(reference.core.specialised);
    }
    change(test_case.config.simulation);
    other_ = run_in_child(test_case);
    EXPECT_EQ(other_.conservation, "");
    EXPECT_EQ(other_.digest, reference.digest);
    EXPECT_EQ(other_.counters.delivered, reference.counters.delivered);
    EXPECT_EQ(other_.counters.flit_hops, reference.counters.flit_hops);
  }

  Outcome other_;  ///< what the changed run came to
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
  EXPECT_FALSE(other_.core.specialised);
}
TEST_P(Equivalence, WithoutChecks) {
  expect_same([](SimulationConfig& simulation) { simulation.check_invariants = false; });
  EXPECT_EQ(other_.core.checks, kAlwaysChecks);
  if (specialised()) {
    EXPECT_TRUE(other_.core.specialised);
  }
}
TEST_P(Equivalence, EverythingAtOnce) {
  expect_same([](SimulationConfig& simulation) {
    simulation.shuffle = 99;
    simulation.idle_skipping = false;
    simulation.quantum = 1;
    simulation.specialised = false;
    simulation.check_invariants = false;
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Equivalence,
                         testing::Combine(testing::Range(1, 33), testing::Bool()),
                         [](const auto& each) {
                           return std::to_string(std::get<int>(each.param)) +
                                  (std::get<bool>(each.param) ? "Specialised" : "");
                         });

}  // namespace
}  // namespace netloom::test
