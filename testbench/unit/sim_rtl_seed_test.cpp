// What RTL leaves open in a switch: seeds that follow from the run's and the number of the switch.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "routing/decision/switch_arbiters.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"

namespace netloom::test {
namespace {

/// Grants what the model grants, and notes with which seeds its like are made.
class Noted final : public SwitchArbiters {
 public:
  void registers_written(const RegisterFile& /*file*/) override {}
  int grant(const ArbitrationQuery& query) override { return query.granted; }
  void used(ArbiterPlace /*place*/, int /*arbiter*/, int /*channel*/) override {}
};

class RtlSeeds : public testing::Test {
 protected:
  RtlSeeds() {
    RtlBlockEntry entry;
    entry.block = "rr_arbiter";
    entry.stands_for<SwitchArbiters, OwnArbiters>(
        [](const OwnArbiters&, int) { return true; },
        [this](const OwnArbiters&, int, std::uint64_t seed) {
          last_ = seed;
          return std::make_unique<Noted>();
        });
    RtlBlockRegistry::Registration("noted", entry);
  }

  /// The seeds of four switches that are made in an order.
  std::vector<std::uint64_t> seeds(std::uint64_t of_run, const std::vector<SwitchId>& order) {
    const TopologyEntry& topology = TopologyRegistry::instance().find("fat_tree");
    const Netlist tree =
        topology
            .make(resolve_parameters(topology.parameters,
                                     {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}, "fat_tree"))
            ->netlist({});
    RtlCounters counters;
    const auto hook = make_arbiters_hook(tree, ArbiterKind::kRoundRobin, false,
                                         {{"noted"}, RtlMode::kReplace, of_run}, counters);
    std::vector<std::uint64_t> result(order.size());
    for (const SwitchId id : order) {
      hook(id, 4, 0);
      result[id] = last_;
    }
    return result;
  }

 private:
  std::uint64_t last_ = 0;
};

TEST_F(RtlSeeds, FollowFromTheSwitchAndNotFromTheOrder) {
  const std::vector<std::uint64_t> first = seeds(1, {0, 1, 2, 3});
  EXPECT_EQ(std::set<std::uint64_t>(first.begin(), first.end()).size(), 4u);
  EXPECT_EQ(seeds(1, {3, 1, 0, 2}), first);
  EXPECT_NE(seeds(2, {0, 1, 2, 3}), first);
}

}  // namespace
}  // namespace netloom::test
