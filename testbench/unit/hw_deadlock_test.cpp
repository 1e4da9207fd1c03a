#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "hw/network/deadlock.h"
#include "routing/netlist/netlist.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Three switches in a ring: port 0 of each leads to port 1 of the next one.
class WaitGraphs : public testing::Test {
 protected:
  WaitGraphs() : netlist(ring()), ports(netlist) {}

  static Netlist ring() {
    Netlist netlist;
    const int kind = netlist.kind("ring");
    for (std::uint32_t i = 0; i < 3; ++i) netlist.switches.push_back({"s" + std::to_string(i), 2});
    for (std::uint32_t i = 0; i < 3; ++i) {
      netlist.add_cable({Endpoint::Type::kSwitch, i, 0}, {Endpoint::Type::kSwitch, (i + 1) % 3, 1},
                        1, kind);
    }
    return netlist;
  }
  /// What comes by port 1 of these switches waits for port 0.
  WaitGraph waiting(const std::vector<SwitchId>& switches) const {
    std::vector<WaitGraph::Edge> edges;
    for (const SwitchId id : switches) edges.push_back({id, {1, 0}});
    return {netlist, ports, 0, std::move(edges)};
  }

  Netlist netlist;
  PortMap ports;
};

bool all(SwitchId /*id*/) {
  return true;
}

TEST_F(WaitGraphs, HaveCyclesOfChannelsThatWaitForEachOther) {
  WaitGraph graph = waiting({2, 0, 1});
  EXPECT_THAT(graph.cycle(), ElementsAre("s0.p1.vc0", "s1.p1.vc0", "s2.p1.vc0"));
  graph.keep_stuck(all);
  EXPECT_EQ(graph.size(), 3u);
  EXPECT_THAT(graph.cycle(), ElementsAre("s0.p1.vc0", "s1.p1.vc0", "s2.p1.vc0"));
}

TEST_F(WaitGraphs, LoseChannelsThatWaitForOneThatGoesOn) {
  WaitGraph graph = waiting({0, 1});
  EXPECT_EQ(graph.size(), 2u);
  EXPECT_THAT(graph.cycle(), IsEmpty());
  graph.keep_stuck(all);
  EXPECT_EQ(graph.size(), 0u);
  EXPECT_THAT(graph.edges(), IsEmpty());
}

// What s1 waits for, at s2, may wait, or may not.
TEST_F(WaitGraphs, KeepChannelsOfWhichNothingIsKnown) {
  WaitGraph graph = waiting({0, 1});
  graph.keep_stuck([](SwitchId id) { return id != 2; });
  EXPECT_EQ(graph.size(), 2u);
  graph.keep_stuck([](SwitchId id) { return id != 1; });
  EXPECT_EQ(graph.size(), 0u);
}

// The head at s1 has a choice, and one of its outputs leads to a channel that goes on.
TEST_F(WaitGraphs, LoseChannelsWithOneWayOut) {
  std::vector<WaitGraph::Edge> edges = waiting({0, 1, 2}).edges();
  edges.push_back({1, {1, 1}});
  WaitGraph graph(netlist, ports, 0, std::move(edges));
  EXPECT_EQ(graph.size(), 3u);
  graph.keep_stuck(all);
  EXPECT_EQ(graph.size(), 0u);
}

}  // namespace
}  // namespace netloom::test
