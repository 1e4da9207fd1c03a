// What blocks begin with, and when their clock ticks.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "Vfir_router.h"
#include "routed_network.h"
#include "routing/decision/switch_arbiters.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "verilated_instance.h"

namespace netloom {
namespace {

/// The register AR before any reset.
std::uint64_t allowed_ports_of(std::uint64_t seed) {
  VerilatedInstance<Vfir_router> router(seed);
  router->eval();
  return router->ar_o;
}

TEST(StartState, IsRandomByTheSeed) {
#ifdef NETLOOM_RTL_COVERAGE
  GTEST_SKIP() << "instances are used again";
#endif
  std::set<std::uint64_t> values;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    values.insert(allowed_ports_of(seed));
    EXPECT_EQ(allowed_ports_of(seed), allowed_ports_of(seed));
  }
  EXPECT_EQ(values.size(), 20u);
}

/// Whom the arbiters of the output ports of these switches grant first, if all eight request.
std::vector<int> first_grants(const RoutedNetwork& tree, const std::string& implementation,
                              std::uint64_t seed, const std::vector<SwitchId>& order) {
  RtlCounters counters;
  const RtlPlan plan{{implementation}, RtlMode::kReplace, seed};
  const auto hook =
      make_arbiters_hook(tree.netlist, ArbiterKind::kRoundRobin, false, plan, counters);
  std::vector<std::unique_ptr<SwitchArbiters>> arbiters(order.size());
  for (const SwitchId id : order) arbiters[id] = hook(id, 8, 0);
  std::vector<int> result(order.size() * 8);
  for (const SwitchId id : order) {
    for (int output = 0; output < 8; ++output) {
      const std::uint64_t requests = 0xff;
      ArbitrationQuery query;
      query.place = ArbiterPlace::kOutput;
      query.arbiter = output;
      query.requests = &requests;
      query.words = 1;
      result[id * 8 + static_cast<std::size_t>(output)] = arbiters[id]->grant(query);
    }
  }
  return result;
}

// The pointers of this implementation have no reset.
TEST(StartState, FollowsFromTheRunsSeedAndTheSwitchAlone) {
#ifdef NETLOOM_RTL_COVERAGE
  GTEST_SKIP() << "instances are used again";
#endif
  const RoutedNetwork tree("fat_tree", 4, 2, "interval");
  const char* const open = "broken_reset_rr_arbiter";
  const std::vector<int> first = first_grants(tree, open, 1, {0, 1, 2, 3});
  EXPECT_EQ(std::set<int>(first.begin(), first.end()).size(), 8u) << "of 32 arbiters";
  EXPECT_EQ(first_grants(tree, open, 1, {3, 1, 0, 2}), first);
  EXPECT_NE(first_grants(tree, open, 2, {0, 1, 2, 3}), first);
  EXPECT_EQ(first_grants(tree, "rr_arbiter", 2, {3, 1, 0, 2}), std::vector<int>(32, 0));
}

/// An arbiter whose pointer counts edges: who is granted says how many there have been.
class Edges {
 public:
  Edges()
      : rtl_(RtlBlockRegistry::instance()
                 .find("broken_counting_rr_arbiter")
                 .make_as<SwitchArbiters>(OwnArbiters({ArbiterKind::kRoundRobin, 8, 0, false}), 8,
                                          1)),
        first_(granted(0)) {}

  /// Edges before the one of this cycle, modulo 8.
  int before(Cycle cycle) { return (granted(cycle) - first_ + 8) % 8; }
  void used() { rtl_->used(ArbiterPlace::kOutput, 0, 0); }

 private:
  int granted(Cycle cycle) {
    const std::uint64_t requests = 0xff;
    ArbitrationQuery query;
    query.place = ArbiterPlace::kOutput;
    query.requests = &requests;
    query.words = 1;
    query.cycle = cycle;
    return rtl_->grant(query);
  }

  std::unique_ptr<SwitchArbiters> rtl_;
  int first_;
};

TEST(SwitchClock, TicksOncePerCycle) {
  Edges edges;
  EXPECT_EQ(edges.before(0), 0);
  EXPECT_EQ(edges.before(1), 1);
  EXPECT_EQ(edges.before(1), 1) << "asked again";
  EXPECT_EQ(edges.before(5), 5) << "cycles passed over";
  edges.used();
  EXPECT_EQ(edges.before(5), 6) << "the edge of this cycle";
  EXPECT_EQ(edges.before(6), 6);
  edges.used();
  EXPECT_EQ(edges.before(100'003), 100'003 % 8);
}

TEST(SwitchClock, TicksOnceMoreForEachFurtherUseInACycle) {
  Edges edges;
  edges.used();
  edges.used();
  EXPECT_EQ(edges.before(0), 2);
  EXPECT_EQ(edges.before(1), 2);
  EXPECT_EQ(edges.before(2), 3);
}

}  // namespace
}  // namespace netloom
