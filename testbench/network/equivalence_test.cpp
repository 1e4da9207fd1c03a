#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "hw/config/lookahead.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/random.h"
#include "testbench/network/random_network.h"
#include "testbench/support/child_process.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

/// Runs the case in a child process: SystemC's kernel allows one network per process.
Outcome run_in_child(const RandomCase& test_case) {
  const std::string text = in_child([&] {
    const Outcome outcome = run_case(test_case, 2500, 0);
    if (!outcome.conservation.empty()) return outcome.conservation;
    return fmt::format("{} {} {} {} {:d} {}", outcome.digest, outcome.counters.delivered,
                       outcome.counters.flit_hops, outcome.core.features, outcome.core.checks,
                       outcome.threads);
  });
  Outcome outcome;
  std::istringstream numbers(text);
  if (!(numbers >> outcome.digest >> outcome.counters.delivered >> outcome.counters.flit_hops >>
        outcome.core.features >> outcome.core.checks >> outcome.threads)) {
    outcome.conservation = text;
  }
  return outcome;
}

/// No result depends on the order of the modules, on idle-skipping, on the quantum, on regions and
/// threads, or on the specialised cores and the checks in them. The first parameter is the seed;
/// with the second the case is one for the specialised cores.
class Equivalence : public testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  bool specialised() const { return std::get<bool>(GetParam()); }
  static std::uint64_t seed() {
    return static_cast<std::uint64_t>(1000 + std::get<int>(GetParam()));
  }

  void expect_same(const std::function<void(SimulationConfig&)>& change) {
    expect_same_network([&change](NetworkConfig& config) { change(config.simulation); });
  }
  /// With every `step`th switch in the structural view.
  void expect_same_in_structural_view(
      std::size_t step,
      const std::function<void(SimulationConfig&)>& change = [](SimulationConfig&) {}) {
    const std::size_t switches = RandomCase(seed()).netlist.switches.size();
    expect_same_network([&](NetworkConfig& config) {
      config.views.assign(switches, SwitchView::kFast);
      for (std::size_t i = 0; i < switches; i += step) config.views[i] = SwitchView::kStructural;
      change(config.simulation);
    });
  }
  /// Puts each switch into one of so many regions, at random.
  void put_in_regions(SimulationConfig& simulation, std::uint32_t regions) const {
    Random random(seed(), regions);
    simulation.region_of.clear();
    for (std::size_t i = 0; i < RandomCase(seed()).netlist.switches.size(); ++i) {
      simulation.region_of.push_back(static_cast<int>(random.below(regions)));
    }
  }
  int most_threads() const {
    RandomCase test_case(seed());
    if (specialised()) test_case.specialise();
    return Lookahead(test_case.netlist, test_case.config, StatusBroadcast(), false).most_threads();
  }
  /// Has so many threads run the regions, if there are as many.
  void put_on_threads(SimulationConfig& simulation, int threads) const {
    const std::set<int> regions(simulation.region_of.begin(), simulation.region_of.end());
    simulation.threads = std::min({threads, static_cast<int>(regions.size()), most_threads()});
  }
  void expect_same_network(const std::function<void(NetworkConfig&)>& change) {
    RandomCase test_case(seed());
    if (specialised()) test_case.specialise();
    SCOPED_TRACE(test_case.description());
    const Outcome reference = run_in_child(test_case);
    ASSERT_EQ(reference.conservation, "");
    ASSERT_GT(reference.counters.delivered, 0u);
    EXPECT_TRUE(reference.core.checks);
    if (specialised()) {
      EXPECT_TRUE(reference.core.specialised());
    }
    change(test_case.config);
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
  EXPECT_FALSE(other_.core.specialised());
}
TEST_P(Equivalence, MixedCores) {
  expect_same([](SimulationConfig& simulation) { simulation.mixed_cores = true; });
}
TEST_P(Equivalence, MixedCoresOneCyclePerActivation) {
  expect_same([](SimulationConfig& simulation) {
    simulation.mixed_cores = true;
    simulation.quantum = 1;
    simulation.shuffle = 5;
  });
}
TEST_P(Equivalence, StructuralView) {
  expect_same_in_structural_view(1);
}
TEST_P(Equivalence, BothViews) {
  expect_same_in_structural_view(2);
}
TEST_P(Equivalence, Regions) {
  for (const std::uint32_t regions : {2u, 3u, 7u}) {
    expect_same([&](SimulationConfig& simulation) { put_in_regions(simulation, regions); });
  }
}
TEST_P(Equivalence, RegionsByMetis) {
  const auto switches = static_cast<int>(RandomCase(seed()).netlist.switches.size());
  for (const int regions : {2, 7}) {
    expect_same(
        [&](SimulationConfig& simulation) { simulation.regions = std::min(regions, switches); });
  }
}
TEST_P(Equivalence, RegionsOfMixedCoresOneCyclePerActivation) {
  expect_same([&](SimulationConfig& simulation) {
    put_in_regions(simulation, 3);
    simulation.mixed_cores = true;
    simulation.quantum = 1;
    simulation.shuffle = 5;
  });
}
TEST_P(Equivalence, RegionsOfBothViews) {
  expect_same_in_structural_view(
      2, [&](SimulationConfig& simulation) { put_in_regions(simulation, 3); });
}
TEST_P(Equivalence, Threads) {
  const int most = most_threads();
  for (const int threads : {2, 3, 8}) {
    expect_same(
        [&](SimulationConfig& simulation) { simulation.threads = std::min(threads, most); });
    EXPECT_EQ(other_.threads, std::min(threads, most));
  }
}
TEST_P(Equivalence, ThreadsThatRunSeveralRegions) {
  for (int threads = 2; threads <= (thorough() ? 8 : 2); ++threads) {
    expect_same([&](SimulationConfig& simulation) {
      put_in_regions(simulation, static_cast<std::uint32_t>(threads) + 3);
      put_on_threads(simulation, threads);
      simulation.mixed_cores = true;
      simulation.shuffle = 5;
    });
  }
}
TEST_P(Equivalence, WithoutChecks) {
  expect_same([](SimulationConfig& simulation) { simulation.check_invariants = false; });
  EXPECT_EQ(other_.core.checks, kAlwaysChecks);
  if (specialised()) {
    EXPECT_TRUE(other_.core.specialised());
  }
}
TEST_P(Equivalence, EverythingAtOnce) {
  expect_same([&](SimulationConfig& simulation) {
    simulation.shuffle = 99;
    simulation.idle_skipping = false;
    simulation.quantum = 1;
    simulation.specialised = false;
    simulation.check_invariants = false;
    put_in_regions(simulation, 4);
    put_on_threads(simulation, 2);
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, Equivalence,
                         testing::Combine(testing::Range(1, thorough() ? 65 : 13), testing::Bool()),
                         [](const auto& each) {
                           return std::to_string(std::get<int>(each.param)) +
                                  (std::get<bool>(each.param) ? "Specialised" : "");
                         });

}  // namespace
}  // namespace netloom::test
