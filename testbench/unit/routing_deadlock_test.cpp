#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/check/channel_graph.h"
#include "routing/check/cycle_witness.h"
#include "routing/check/deadlock.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using Method = DeadlockReport::Method;
using test::generate;

/// The function with the VCs it declares, or with one on every link.
DeadlockReport judged(const Netlist& netlist, const std::string& function,
                      const ParameterMap& parameters = {}, bool wormhole = false) {
  RoutingContext context = test::own_context(netlist, function, parameters);
  context.wormhole = wormhole;
  const auto routing = test::make_routing(function, context, parameters);
  return check_deadlock(context, *routing);
}

Netlist dragonfly(int h) {
  return generate("dragonfly", {{"h", std::int64_t{h}}});
}

/// Each link of the cycle ends at the switch where the next begins.
void expect_closed(const Netlist& netlist, const std::vector<ChannelName>& cycle) {
  std::set<std::pair<int, int>> distinct;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Link& link = netlist.links[static_cast<std::size_t>(cycle[i].link)];
    const ChannelName& next = cycle[(i + 1) % cycle.size()];
    EXPECT_EQ(link.to.index, netlist.links[static_cast<std::size_t>(next.link)].from.index);
    distinct.insert({cycle[i].link, cycle[i].vc});
  }
  EXPECT_EQ(distinct.size(), cycle.size());
}

TEST(ChannelGraph, ShortestCycle) {
  ChannelGraph graph(7);
  for (const auto& [from, to] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 1}, {4, 0}, {2, 5}, {5, 6}, {0, 1}}) {
    graph.add(from, to);
  }
  EXPECT_EQ(graph.edges(), 8u);
  EXPECT_EQ(graph.shortest_cycle(), (std::vector<std::uint32_t>{1, 2, 3}));
}

TEST(ChannelGraph, NoCycle) {
  ChannelGraph graph(4);
  graph.add(0, 1);
  graph.add(0, 2);
  graph.add(1, 3);
  graph.add(2, 3);
  EXPECT_TRUE(graph.shortest_cycle().empty());
}

TEST(ChannelGraph, ChannelThatWaitsForItself) {
  ChannelGraph graph(2);
  graph.add(0, 1);
  graph.add(1, 1);
  EXPECT_EQ(graph.shortest_cycle(), (std::vector<std::uint32_t>{1}));
}

TEST(Deadlock, TreesAndMeshesAreAcyclic) {
  const Netlist tree = generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}});
  for (const char* function : {"interval", "destro", "det_lin", "destro_nonminimal"}) {
    const DeadlockReport report = judged(tree, function);
    EXPECT_EQ(report.method, Method::kAcyclic) << function;
    EXPECT_GT(report.dependencies, 0u);
  }
  const Netlist mesh = generate("mesh", {{"k", std::vector<std::int64_t>{3, 3}}});
  EXPECT_EQ(judged(mesh, "dor").method, Method::kAcyclic);
}

// Minimal adaptive routing in a mesh may turn in all directions.
TEST(Deadlock, AdaptiveMeshHasTheCycleOfFourTurns) {
  const Netlist mesh = generate("mesh", {{"k", std::vector<std::int64_t>{3, 3}}});
  const DeadlockReport report = judged(mesh, "ecmp");
  EXPECT_EQ(report.method, Method::kNone);
  EXPECT_EQ(report.cycle.size(), 4u);
  expect_closed(mesh, report.cycle);
}

TEST(Deadlock, AscendingVcsAreAcyclic) {
  for (const int h : {2, 3}) {
    for (const char* function : {"min", "par62", "rlm"}) {
      for (const bool wormhole : {false, true}) {
        const DeadlockReport report = judged(dragonfly(h), function, {}, wormhole);
        EXPECT_EQ(report.method, Method::kAcyclic) << function << ", h = " << h;
        EXPECT_TRUE(report.cycle.empty());
      }
    }
  }
}

TEST(Deadlock, OlmHasAnEscape) {
  for (const int h : {2, 3}) {
    const DeadlockReport report = judged(dragonfly(h), "olm");
    EXPECT_EQ(report.method, Method::kEscape);
    EXPECT_GT(report.escape_dependencies, 0u);
    EXPECT_LT(report.escape_dependencies, report.dependencies);
    EXPECT_EQ(report.no_escape, "");
  }
}

// 3/2 VCs and all pairs of local hops: the example of a cycle in one group of
// [RLM-OLM 2013], section III-B.
TEST(Deadlock, UnrestrictedLocalMisroutingHasACycle) {
  const Netlist netlist = dragonfly(2);
  const DeadlockReport report = judged(netlist, "rlm", {{"restriction", std::string("none")}});
  EXPECT_EQ(report.method, Method::kNone);
  ASSERT_GE(report.cycle.size(), 2u);
  EXPECT_LE(report.cycle.size(), 3u);
  expect_closed(netlist, report.cycle);
  EXPECT_THAT(cycle_text(netlist, report.cycle), testing::HasSubstr(".vc0 -> "));
}

TEST(Deadlock, SignOnlyIsAcyclic) {
  EXPECT_EQ(judged(dragonfly(2), "rlm", {{"restriction", std::string("sign_only")}}).method,
            Method::kAcyclic);
}

// ---- An escape whose condition differs between virtual cut-through and wormhole.

/// Four switches in a square.
Netlist small_netlist() {
  return generate("mesh", {{"k", std::vector<std::int64_t>{2, 2}}});
}

/// Adaptive on VC 1 in any direction to a neighbour, minimal or not, and dimension order on VC 0 as
/// the escape.
class EscapeByDimension final : public RoutingFunction {
 public:
  explicit EscapeByDimension(bool has_escape) : has_escape_(has_escape) {}

  class Router final : public SwitchRouter {
   public:
    Router(SwitchId id, bool has_escape) : id_(id), has_escape_(has_escape) {}

    void route(const RouteQuery& query, CandidateSet& candidates) const override {
      if (query.destination == id_) {
        candidates.add(0, 0);
        return;
      }
      // Ports of a mesh: 1 + 2d leads down in dimension d, 2 + 2d up; here to the only neighbour.
      for (int d = 0; d < 2; ++d) candidates.add(port_of(d), 1);
      if (has_escape_) candidates.add(escape_port(query), 0);
    }
    void escape(const RouteQuery& query, CandidateSet& candidates) const override {
      if (query.destination == id_) {
        candidates.add(0, 0);
      } else if (has_escape_) {
        candidates.add(escape_port(query), 0);
      }
    }

   private:
    int port_of(int dimension) const {
      const bool up = (id_ >> dimension & 1) == 0;
      return 1 + 2 * dimension + (up ? 1 : 0);
    }
    int escape_port(const RouteQuery& query) const {
      return port_of(((id_ ^ query.destination) & 1) != 0 ? 0 : 1);
    }

    SwitchId id_;
    bool has_escape_;
  };

  std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
    return std::make_unique<Router>(id, has_escape_);
  }
  bool in_order() const override { return false; }
  bool depends_on_source() const override { return false; }

 private:
  bool has_escape_;
};

TEST(Deadlock, EscapeIsJudgedByTheFlowControl) {
  const Netlist netlist = small_netlist();
  RoutingContext context = test::context_of(netlist, 2, "free");
  EscapeByDimension routing(true);
  // In virtual cut-through a packet that waits for the escape holds one channel.
  EXPECT_EQ(check_deadlock(context, routing).method, Method::kEscape);
  // In wormhole it may hold an escape channel, go on in a circle on VC 1, and wait for that escape.
  context.wormhole = true;
  const DeadlockReport wormhole = check_deadlock(context, routing);
  EXPECT_EQ(wormhole.method, Method::kNone);
  EXPECT_FALSE(wormhole.cycle.empty());
}

TEST(Deadlock, StateWithoutEscapeIsNamed) {
  const Netlist netlist = small_netlist();
  EscapeByDimension routing(false);
  const DeadlockReport report = check_deadlock(test::context_of(netlist, 2, "free"), routing);
  EXPECT_EQ(report.method, Method::kNone);
  EXPECT_EQ(report.no_escape, "h1.vc0 to h0");
}

// ---- Packets that make up a cycle.

/// Every witness goes along links from its source, holds a channel of the cycle, and ends with the
/// next one.
void expect_witnesses(const Netlist& netlist, const std::vector<ChannelName>& cycle,
                      const std::vector<CycleWitness>& witnesses) {
  ASSERT_EQ(witnesses.size(), cycle.size());
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const WitnessPath& path = witnesses[i].path;
    SCOPED_TRACE(path_text(netlist, path));
    ASSERT_GE(path.hops.size(), witnesses[i].holds + 2);
    EXPECT_EQ(path.hops[witnesses[i].holds], cycle[i]);
    EXPECT_EQ(path.hops.back(), cycle[(i + 1) % cycle.size()]);
    EXPECT_NE(path.source, path.destination);
    const int injection = PortMap(netlist).injection(path.source);
    SwitchId at = netlist.links[static_cast<std::size_t>(injection)].to.index;
    for (const ChannelName& hop : path.hops) {
      const Link& link = netlist.links[static_cast<std::size_t>(hop.link)];
      EXPECT_EQ(link.from.index, at);
      at = link.to.index;
    }
  }
}

struct Witnessed {
  DeadlockReport report;
  std::vector<CycleWitness> witnesses;
};

Witnessed witnessed(const RoutingContext& context, RoutingFunction& routing,
                    int injection_vcs = 1) {
  Witnessed result;
  result.report = check_deadlock(context, routing, injection_vcs);
  result.witnesses = cycle_witnesses(context, routing, injection_vcs, result.report);
  return result;
}

TEST(CycleWitnesses, OfARingAreTheHostsBesideIt) {
  const Netlist ring = generate("torus", {{"k", std::vector<std::int64_t>{5}}});
  const ParameterMap parameters = {{"rings", std::string("none")}};
  const RoutingContext context = test::own_context(ring, "dor", parameters);
  const auto routing = test::make_routing("dor", context, parameters);
  const Witnessed found = witnessed(context, *routing);
  ASSERT_EQ(found.report.cycle.size(), 5u);
  expect_witnesses(ring, found.report.cycle, found.witnesses);
  for (std::size_t i = 0; i < found.witnesses.size(); ++i) {
    const CycleWitness& each = found.witnesses[i];
    EXPECT_TRUE(each.only_way);
    EXPECT_EQ(each.holds, 0u);  // the nearest host, though that behind it sends by it, too
    EXPECT_EQ(each.path.hops.size(), 2u);
  }
}

TEST(CycleWitnesses, WhereThereIsAChoiceItIsNotTheOnlyWay) {
  const Netlist mesh = generate("mesh", {{"k", std::vector<std::int64_t>{3, 3}}});
  const RoutingContext context = test::own_context(mesh, "ecmp", {});
  const auto routing = test::make_routing("ecmp", context, {});
  const Witnessed found = witnessed(context, *routing);
  expect_witnesses(mesh, found.report.cycle, found.witnesses);
  for (const CycleWitness& each : found.witnesses) {
    // Both directions lead nearer to any switch behind a turn.
    EXPECT_FALSE(each.only_way);
  }
}

TEST(CycleWitnesses, InWormholeGoOnOutsideTheEscapeBeforeTheyWait) {
  const Netlist netlist = small_netlist();
  RoutingContext context = test::context_of(netlist, 2, "free");
  context.wormhole = true;
  EscapeByDimension routing(true);
  const Witnessed found = witnessed(context, routing, 2);
  ASSERT_FALSE(found.report.cycle.empty());
  expect_witnesses(netlist, found.report.cycle, found.witnesses);
  std::size_t longest = 0;
  for (const CycleWitness& each : found.witnesses) {
    EXPECT_FALSE(each.only_way);
    EXPECT_EQ(each.path.hops.back().vc, 0);  // the escape
    for (std::size_t i = each.holds + 1; i + 1 < each.path.hops.size(); ++i) {
      EXPECT_EQ(each.path.hops[i].vc, 1);
    }
    longest = std::max(longest, each.path.hops.size() - each.holds);
  }
  EXPECT_GT(longest, 2u);
}

TEST(CycleWitnesses, ThereAreNoneWithoutACycle) {
  const Netlist mesh = generate("mesh", {{"k", std::vector<std::int64_t>{3, 3}}});
  const RoutingContext context = test::own_context(mesh, "dor", {});
  const auto routing = test::make_routing("dor", context, {});
  EXPECT_TRUE(witnessed(context, *routing).witnesses.empty());
}

}  // namespace
}  // namespace netloom
