#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/check/crosspoints.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/mesh.h"
#include "routing/topology/ruft.h"
#include "routing/topology/single_switch.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::context_of;
using test::error_of;
using test::make_routing;

CrosspointReport count(const Netlist& netlist, const std::string& function, int vcs = 1,
                       int injection_vcs = 1, const ParameterMap& parameters = {}) {
  const RoutingContext context = context_of(netlist, vcs, vcs == 1 ? "single" : "free");
  const auto routing = make_routing(function, context, parameters);
  return count_crosspoints(context, *routing, injection_vcs);
}

/// Crosspoints of the first switch of each stage; all switches of a stage are checked to agree.
std::vector<std::uint64_t> by_stage(const Netlist& netlist, const KaryLabels& labels,
                                    const CrosspointReport& report) {
  std::vector<std::uint64_t> stages;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const auto stage = static_cast<std::size_t>(labels.stage(id));
    if (stage == stages.size()) stages.push_back(report.switches[id].crosspoints);
    EXPECT_EQ(report.switches[id].crosspoints, stages[stage]) << netlist.switches[id].name;
  }
  return stages;
}

TEST(Crosspoints, AdaptiveFatTree) {
  for (const int k : {2, 3, 4}) {
    const FatTree tree(k, 3);
    const Netlist netlist = tree.netlist({});
    const CrosspointReport report = count(netlist, "interval");
    EXPECT_TRUE(report.connectivity.ok());
    // From below to the other down links and all up links, from above to all down links.
    const auto p = static_cast<std::uint64_t>(k);
    const std::uint64_t inner = p * (2 * p - 1) + p * p;
    EXPECT_EQ(by_stage(netlist, tree, report),
              (std::vector<std::uint64_t>{inner, inner, p * (p - 1)}));
    EXPECT_EQ(report.switches.front().most_ports, k);
    EXPECT_EQ(report.switches.back().most_ports, 1);
  }
}

// With DESTRO a link down carries packets to one host only, so that they go on by one link.
TEST(Crosspoints, DestroSavesMostOfTheWayDown) {
  for (const char* implementation : {"fir", "arithmetic", "table"}) {
    for (const int k : {2, 4}) {
      const FatTree tree(k, 3);
      const Netlist netlist = tree.netlist({});
      const CrosspointReport report =
          count(netlist, "destro", 1, 1, {{"implementation", std::string(implementation)}});
      const auto p = static_cast<std::uint64_t>(k);
      const std::uint64_t inner = p * (2 * p - 1) + p;
      EXPECT_EQ(by_stage(netlist, tree, report),
                (std::vector<std::uint64_t>{inner, inner, p * (p - 1)}))
          << implementation;
      EXPECT_EQ(report.switches.front().most_ports, 1);
    }
  }
}

TEST(Crosspoints, RuftNeedsEveryPair) {
  const Ruft ruft(4, 2);
  const Netlist netlist = ruft.netlist({});
  EXPECT_EQ(by_stage(netlist, ruft, count(netlist, "ruft")), (std::vector<std::uint64_t>{16, 16}));
}

TEST(Crosspoints, SingleSwitchSendsNothingBack) {
  const CrosspointReport report = count(SingleSwitch(6).netlist({}), "shortest_path");
  ASSERT_EQ(report.switches.size(), 1u);
  EXPECT_EQ(report.switches[0].crosspoints, 6u * 5);
  EXPECT_EQ(report.shared.at(0).crosspoints_between_ports(), 6u * 5);
}

TEST(Crosspoints, DimensionOrderInAMesh) {
  const CrosspointReport report = count(Mesh({5, 5}, 1).netlist({}), "dor");
  // Inside: the host to 4 links; each of 2 links in the first dimension straight on, to both
  // of the second and to the host; each of 2 in the second straight on and to the host.
  EXPECT_EQ(report.switches[12].crosspoints, 4u + 2 * 4 + 2 * 2);
  // Corner: the host to 2 links; the first dimension turns or ends, the second ends.
  EXPECT_EQ(report.switches[0].crosspoints, 2u + 2 + 1);
  EXPECT_EQ(report.switches[12].most_ports, 1);
}

TEST(Crosspoints, VirtualChannelsCountAtBothEnds) {
  // In the middle of three switches in a line, with 2 VCs on each link and 2 injection VCs: the
  // host, 2 VCs, to 2 links of 2 VCs; each of 2 links, 2 VCs, to the other and the host, 2 VCs
  // each.
  const Netlist line = Mesh({3}, 1).netlist({});
  const CrosspointReport report = count(line, "dor", 2, 2);
  EXPECT_EQ(report.switches[1].crosspoints, 2u * 4 + 2 * 2 * 4);
  // One injection VC: half as many from the host.
  EXPECT_EQ(count(line, "dor", 2, 1).switches[1].crosspoints, 1u * 4 + 2 * 2 * 4);
}

// Walking each pair by itself and all pairs of a destination at once find the same.
TEST(Crosspoints, TheSourceCountsOnlyWhereTheRoutingAsks) {
  /// Says that it depends on the source, whatever it is.
  class PerSource final : public RoutingFunction {
   public:
    explicit PerSource(std::unique_ptr<RoutingFunction> inner) : inner_(std::move(inner)) {}
    std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
      return inner_->make_router(id);
    }
    std::string register_set() const override { return inner_->register_set(); }
    std::vector<RegisterWrite> register_program(SwitchId id) const override {
      return inner_->register_program(id);
    }
    bool in_order() const override { return inner_->in_order(); }

   private:
    std::unique_ptr<RoutingFunction> inner_;
  };
  const Netlist netlist = FatTree(2, 4).netlist({});
  for (const char* function : {"interval", "destro"}) {
    const RoutingContext context = context_of(netlist);
    auto routing = make_routing(function, context);
    ASSERT_FALSE(routing->depends_on_source());
    const CrosspointReport by_destination = count_crosspoints(context, *routing);
    PerSource slow(std::move(routing));
    const CrosspointReport by_pair = count_crosspoints(context, slow);
    for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
      EXPECT_EQ(by_destination.switches[id].crosspoints, by_pair.switches[id].crosspoints);
      EXPECT_EQ(by_destination.switches[id].most_ports, by_pair.switches[id].most_ports);
    }
    EXPECT_EQ(by_destination.connectivity.paths, by_pair.connectivity.paths);
  }
}

TEST(Crosspoints, RefusesInjectionVcsWithoutRoom) {
  const Netlist line = Mesh({3}, 1).netlist({});
  EXPECT_EQ(error_of([&] { count(line, "dor", 1, 2); }),
            "crosspoints: injection_vcs is 2; allowed: 1 to 1, the VCs that the candidate sets "
            "have room for");
}

}  // namespace
}  // namespace netloom
