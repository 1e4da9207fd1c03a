// Routing in meshes and tori: where packets may go, on which VCs, and that they cannot deadlock.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/check/connectivity.h"
#include "routing/check/crosspoints.h"
#include "routing/check/deadlock.h"
#include "routing/check/torus_crossbar.h"
#include "routing/decision/routing_delay.h"
#include "routing/function/grid/dimension_order.h"
#include "routing/function/grid/dimension_vcs.h"
#include "routing/topology/mesh.h"
#include "routing/topology/torus.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using Method = DeadlockReport::Method;
using Offers = std::vector<std::pair<int, int>>;
using test::error_of;

/// One VC on host links, `vcs` on the others.
RoutingContext grid_context(const Netlist& netlist, int vcs, const std::string& policy,
                            bool wormhole = false) {
  RoutingContext context = test::context_of(netlist, vcs, policy);
  context.vcs[0] = 1;
  context.wormhole = wormhole;
  return context;
}

std::unique_ptr<RoutingFunction> make(const Netlist& netlist, const std::string& function, int vcs,
                                      const std::string& policy, const ParameterMap& given = {},
                                      bool wormhole = false) {
  return test::make_routing(function, grid_context(netlist, vcs, policy, wormhole), given);
}

ParameterMap rings(const char* rule) {
  return {{"rings", std::string(rule)}};
}

using Ask = void (SwitchRouter::*)(const RouteQuery&, CandidateSet&) const;

/// The (port, VC) that a switch names to a packet that came in by `input_port` on `input_vc`.
Offers asked(RoutingFunction& routing, SwitchId at, NodeId destination, Ask what,
             int input_port = 0, int input_vc = 0, int vc_shift = 3) {
  std::uint64_t word = 0;
  CandidateSet candidates(&word, 1, vc_shift);
  RouteQuery query;
  query.destination = destination;
  query.input_port = input_port;
  query.input_vc = input_vc;
  ((*routing.make_router(at)).*what)(query, candidates);
  Offers result;
  for (int port = 0; port < 64 >> vc_shift; ++port) {
    for (int vc = 0; vc < 1 << vc_shift; ++vc) {
      if (candidates.contains(port, vc)) result.emplace_back(port, vc);
    }
  }
  return result;
}

Offers offered(RoutingFunction& routing, SwitchId at, NodeId destination, int vc_shift) {
  return asked(routing, at, destination, &SwitchRouter::route, 0, 0, vc_shift);
}

TEST(DimensionHop, TheShorterWayAround) {
  const Torus ring({6}, 1);
  const auto plus = [&](int at, int to, RingTies ties) {
    return dimension_hop(ring, 0, at, to, ties).plus;
  };
  EXPECT_TRUE(plus(1, 3, RingTies::kParity));
  EXPECT_FALSE(plus(1, 5, RingTies::kParity));
  EXPECT_TRUE(plus(5, 1, RingTies::kParity));
  // Ties: 3 hops either way.
  EXPECT_TRUE(plus(0, 3, RingTies::kParity));
  EXPECT_FALSE(plus(1, 4, RingTies::kParity));
  EXPECT_TRUE(plus(1, 4, RingTies::kPlus));
  // The answer does not change on the way.
  for (const RingTies ties : {RingTies::kParity, RingTies::kPlus}) {
    for (int from = 0; from < 6; ++from) {
      for (int to = 0; to < 6; ++to) {
        if (from == to) continue;
        const bool first = plus(from, to, ties);
        for (int at = from; at != to; at = ring.next_coordinate(at, 0, first)) {
          EXPECT_EQ(plus(at, to, ties), first) << from << " to " << to << " at " << at;
        }
      }
    }
  }
  EXPECT_FALSE(dimension_hop(Mesh({6}, 1), 0, 5, 0, RingTies::kPlus).plus);
}

TEST(DimensionHop, RoutersTakeItFromEverywhereToEverywhere) {
  // Every size of ring and line around the numbers where halves, ties and the border fall together.
  for (const int size : {1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 17}) {
    for (const std::string ties : {"parity", "plus"}) {
      for (const bool wraps : {false, true}) {
        std::unique_ptr<Grid> line;
        if (wraps) {
          line = std::make_unique<Torus>(std::vector<int>{size, 2}, 1);
        } else {
          line = std::make_unique<Mesh>(std::vector<int>{size, 2}, 1);
        }
        const Netlist netlist = line->netlist({});
        const bool dateline = line->has_rings();
        ParameterMap parameters = {{"ties", ties}};
        if (dateline) parameters["rings"] = std::string("dateline");
        const auto routing = make(netlist, "dor", 2, "free", parameters);
        const RingTies rule = ties == "plus" ? RingTies::kPlus : RingTies::kParity;
        for (int at = 0; at < size; ++at) {
          for (int to = 0; to < size; ++to) {
            if (at == to) continue;
            const DimensionHop hop = dimension_hop(*line, 0, at, to, rule);
            const int port = hop.plus ? line->plus_port(0) : line->minus_port(0);
            Offers expected;
            for (int vc = 0; vc < 2; ++vc) {
              if (!dateline || vc == (hop.wraps ? 0 : 1)) expected.emplace_back(port, vc);
            }
            EXPECT_EQ(offered(*routing, static_cast<SwitchId>(at), static_cast<NodeId>(to), 1),
                      expected)
                << (wraps ? "ring" : "line") << " of " << size << ", " << ties << ": " << at
                << " to " << to;
          }
        }
      }
    }
  }
}

TEST(Dor, PathsInATorusAreMinimal) {
  for (const std::vector<int>& sizes : {std::vector<int>{5, 4}, {3, 2, 4}}) {
    const Torus torus(sizes, 2);
    const Netlist netlist = torus.netlist({});
    const RoutingContext context = grid_context(netlist, 1, "single");
    const auto routing = test::make_routing("dor", context);
    const ConnectivityReport report = check_connectivity(context, *routing);
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(report.paths, report.pairs);
    int diameter = 0;
    for (const int size : sizes) diameter += size / 2;
    EXPECT_EQ(report.longest_path, diameter);
    EXPECT_TRUE(routing->in_order());
    EXPECT_TRUE(routing->uses_bubble());
  }
}

TEST(Dor, TiesUseBothWaysAroundAlike) {
  // Of a ring of 8, each link carries as many pairs of hosts as any other.
  const Netlist netlist = Torus({8}, 1).netlist({});
  const auto routing = make(netlist, "dor", 1, "single");
  std::vector<int> pairs(16, 0);
  for (NodeId from = 0; from < 8; ++from) {
    for (NodeId to = 0; to < 8; ++to) {
      for (SwitchId at = from; at != to;) {
        const int port = offered(*routing, at, to, 0).at(0).first;
        ++pairs[2 * at + static_cast<SwitchId>(port - 1)];
        at = port == 2 ? (at + 1) % 8 : (at + 7) % 8;
      }
    }
  }
  EXPECT_EQ(pairs, std::vector<int>(16, 8));
}

TEST(Dor, DatelineClassesByHand) {
  const Netlist netlist = Torus({6}, 1).netlist({});
  const auto routing = make(netlist, "dor", 4, "free", rings("dateline"));
  // Ports: 1 down, 2 up. Two VCs in each class.
  EXPECT_EQ(offered(*routing, 4, 1, 2), (Offers{{2, 0}, {2, 1}}));  // still to pass the end
  EXPECT_EQ(offered(*routing, 5, 1, 2), (Offers{{2, 0}, {2, 1}}));
  EXPECT_EQ(offered(*routing, 0, 1, 2), (Offers{{2, 2}, {2, 3}}));  // has passed it
  EXPECT_EQ(offered(*routing, 1, 3, 2), (Offers{{2, 2}, {2, 3}}));  // never passes it
  EXPECT_EQ(offered(*routing, 1, 5, 2), (Offers{{1, 0}, {1, 1}}));
  EXPECT_EQ(offered(*routing, 3, 3, 2), (Offers{{0, 0}}));
  EXPECT_FALSE(routing->in_order());
}

TEST(DimensionVcs, ByHand) {
  EXPECT_EQ(iodet_vc(5, 4), 1);
  EXPECT_EQ(dbbm_vc(13, 4), 1);
  const Netlist netlist = Torus({8, 8}, 1).netlist({});
  // Destination <3 5>: host 29. Ports: 1, 2 down and up in dimension 0, 3, 4 in dimension 1.
  const NodeId destination = 5 + 8 * 3;
  const auto iodet = make(netlist, "dor", 4, "iodet");
  EXPECT_EQ(offered(*iodet, 2, destination, 2), (Offers{{2, 1}}));  // 5 mod 4
  EXPECT_EQ(offered(*iodet, 5, destination, 2), (Offers{{4, 3}}));  // 3 mod 4
  EXPECT_EQ(offered(*iodet, 29, destination, 2), (Offers{{0, 0}}));
  EXPECT_TRUE(iodet->in_order());
  const auto dbbm = make(netlist, "dor", 4, "dbbm");
  EXPECT_EQ(offered(*dbbm, 2, destination, 2), (Offers{{2, 1}}));  // 29 mod 4
  EXPECT_EQ(offered(*dbbm, 5, destination, 2), (Offers{{4, 1}}));
  EXPECT_TRUE(dbbm->in_order());
  const auto voqsw = make(netlist, "dor", 5, "voqsw");
  EXPECT_EQ(offered(*voqsw, 3, destination, 3), (Offers{{2, 2}}));  // straight on
  EXPECT_EQ(offered(*voqsw, 4, destination, 3), (Offers{{2, 4}}));  // turns behind this link
  EXPECT_EQ(offered(*voqsw, 5 + 8 * 2, destination, 3), (Offers{{4, 0}}));  // has arrived there
  EXPECT_TRUE(voqsw->in_order());
  const auto oodet = make(netlist, "dor", 2, "free");
  EXPECT_EQ(offered(*oodet, 2, destination, 1), (Offers{{2, 0}, {2, 1}}));
  EXPECT_FALSE(oodet->in_order());

  const Netlist small = Torus({3}, 2).netlist({});
  const auto voqnet = make(small, "dor", 6, "voqnet");
  EXPECT_EQ(offered(*voqnet, 0, 3, 3), (Offers{{3, 3}}));
  EXPECT_FALSE(voqnet->uses_bubble());
}

TEST(Dor, EntersRingsByTurnsAndFromHosts) {
  const Netlist netlist = Torus({8, 8}, 1).netlist({});
  const auto entering = [](RoutingFunction& routing, SwitchId at, NodeId to, int port, int vc,
                           int shift) {
    return asked(routing, at, to, &SwitchRouter::entering, port, vc, shift);
  };
  const NodeId destination = 5 + 8 * 3;
  const auto iodet = make(netlist, "dor", 4, "iodet");
  EXPECT_EQ(entering(*iodet, 2, destination, 0, 0, 2), (Offers{{2, 1}}));  // from the host
  EXPECT_EQ(entering(*iodet, 3, destination, 1, 1, 2), (Offers{}));        // straight on
  EXPECT_EQ(entering(*iodet, 5, destination, 1, 1, 2), (Offers{{4, 3}}));  // turns
  EXPECT_EQ(entering(*iodet, 29, destination, 3, 3, 2), (Offers{}));       // to the host
  // OODET may change to another VC of the ring, as if it came from outside.
  const auto oodet = make(netlist, "dor", 2, "free");
  EXPECT_EQ(entering(*oodet, 3, destination, 1, 1, 1), (Offers{{2, 0}}));
  EXPECT_EQ(asked(*oodet, 3, destination, &SwitchRouter::escape, 1, 1, 1), (Offers{{2, 1}}));
  // Of VOQsw, only the VC of those that go straight on is a ring.
  const auto voqsw = make(netlist, "dor", 5, "voqsw");
  EXPECT_EQ(entering(*voqsw, 2, destination, 0, 0, 3), (Offers{{2, 2}}));
  EXPECT_EQ(entering(*voqsw, 4, destination, 1, 2, 3), (Offers{}));
  // <7 5>, one hop up and then one down: behind this link it turns to the port next to it.
  const NodeId turns = 5 + 8 * 7;
  EXPECT_EQ(offered(*voqsw, 4, turns, 3), (Offers{{2, 3}}));
  EXPECT_EQ(entering(*voqsw, 4, turns, 0, 0, 3), (Offers{}));
  const auto adaptive = make(netlist, "adaptive", 2, "free", rings("bubble"));
  EXPECT_EQ(entering(*adaptive, 3, destination, 1, 0, 1), (Offers{}));
  EXPECT_EQ(entering(*adaptive, 3, destination, 1, 1, 1), (Offers{{2, 0}}));
}

TEST(Adaptive, OffersAllMinimalHopsAndTheEscape) {
  const Netlist mesh = Mesh({4, 4}, 1).netlist({});
  const auto in_mesh = make(mesh, "adaptive", 3, "free");
  EXPECT_EQ(offered(*in_mesh, 5, 10, 2), (Offers{{2, 0}, {2, 1}, {2, 2}, {4, 1}, {4, 2}}));
  EXPECT_EQ(asked(*in_mesh, 5, 10, &SwitchRouter::escape, 1, 1, 2), (Offers{{2, 0}}));
  EXPECT_EQ(offered(*in_mesh, 5, 5, 2), (Offers{{0, 0}}));
  const Netlist torus = Torus({4, 4}, 1).netlist({});
  // From <1 1> to <1 3>: two hops either way around; the escape goes down, over the end.
  const auto dateline = make(torus, "adaptive", 3, "free");
  EXPECT_EQ(offered(*dateline, 5, 7, 2), (Offers{{1, 0}, {1, 2}, {2, 2}}));
  const ConnectivityReport report = check_connectivity(grid_context(torus, 3, "free"), *dateline);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.longest_path, 4);
  EXPECT_FALSE(dateline->in_order());
}

struct Case {
  const char* name;
  std::string function, policy;
  int vcs;
  const char* rings;
  bool wormhole;
  bool torus;
  Method method;

  friend void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }
};

class GridDeadlock : public testing::TestWithParam<Case> {};

TEST_P(GridDeadlock, Proof) {
  const Case& each = GetParam();
  for (const std::vector<int>& sizes : {std::vector<int>{8, 8}, {8, 3, 2}}) {
    const Netlist netlist = each.torus ? Torus(sizes, 1).netlist({}) : Mesh(sizes, 1).netlist({});
    int vcs = each.vcs;
    if (each.policy == "voqsw") vcs *= 1 + 2 * static_cast<int>(sizes.size());
    if (each.policy == "voqnet") vcs *= static_cast<int>(netlist.hosts.size());
    const RoutingContext context = grid_context(netlist, vcs, each.policy, each.wormhole);
    const auto routing = test::make_routing(each.function, context, rings(each.rings));
    const DeadlockReport report = check_deadlock(context, *routing);
    EXPECT_EQ(report.method, each.method)
        << deadlock_method_name(report.method) << ' ' << cycle_text(netlist, report.cycle)
        << report.no_escape << report.unguarded;
    EXPECT_EQ(report.rings > 0, each.method == Method::kBubble);
    EXPECT_EQ(report.cycle.empty(), each.method != Method::kNone);
    if (each.method == Method::kBubble && each.policy == "iodet") {
      // One for both ways around every row of 8, and each VC. In rows of 3 nobody goes straight on.
      const std::uint64_t rows = sizes.size() == 2 ? 8 + 8 : 3 * 2;
      EXPECT_EQ(report.rings, rows * 2 * static_cast<std::uint64_t>(vcs));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, GridDeadlock,
    testing::Values(
        Case{"MeshOodet", "dor", "free", 3, "auto", false, false, Method::kAcyclic},
        Case{"MeshIodet", "dor", "iodet", 3, "auto", true, false, Method::kAcyclic},
        Case{"MeshVoqsw", "dor", "voqsw", 1, "auto", false, false, Method::kAcyclic},
        Case{"MeshAdaptive", "adaptive", "free", 2, "auto", false, false, Method::kEscape},
        Case{"MeshAdaptiveWormhole", "adaptive", "free", 3, "auto", true, false, Method::kEscape},
        Case{"TorusNothing", "dor", "single", 1, "none", false, true, Method::kNone},
        Case{"TorusFreeNothing", "dor", "free", 3, "none", false, true, Method::kNone},
        Case{"TorusDor", "dor", "single", 1, "auto", false, true, Method::kBubble},
        Case{"TorusOodet", "dor", "free", 3, "auto", false, true, Method::kBubble},
        Case{"TorusIodet", "dor", "iodet", 2, "auto", false, true, Method::kBubble},
        Case{"TorusDbbm", "dor", "dbbm", 3, "auto", false, true, Method::kBubble},
        Case{"TorusVoqsw", "dor", "voqsw", 1, "auto", false, true, Method::kBubble},
        Case{"TorusVoqnet", "dor", "voqnet", 1, "auto", false, true, Method::kAcyclic},
        Case{"TorusAdaptiveBubble", "adaptive", "free", 2, "bubble", false, true, Method::kBubble},
        Case{"TorusAdaptive", "adaptive", "free", 3, "auto", false, true, Method::kEscape},
        Case{"TorusAdaptiveWormhole", "adaptive", "free", 4, "auto", true, true, Method::kEscape},
        Case{"TorusAdaptiveNothing", "adaptive", "free", 2, "none", false, true, Method::kNone},
        Case{"TorusDateline", "dor", "free", 2, "dateline", false, true, Method::kAcyclic},
        Case{"TorusOodetWormhole", "dor", "free", 4, "auto", true, true, Method::kAcyclic},
        Case{"TorusIodetDateline", "dor", "iodet", 4, "dateline", true, true, Method::kAcyclic},
        Case{"TorusDbbmDateline", "dor", "dbbm", 4, "dateline", true, true, Method::kAcyclic},
        Case{"TorusVoqswDateline", "dor", "voqsw", 2, "dateline", true, true, Method::kAcyclic}),
    [](const auto& test_case) { return std::string(test_case.param.name); });

// A function that forgets that its packets enter rings is found out.
// Channels behind those of a port belong to the next one.
TEST(Dor, WhatDecidesInItsPlaceOffersAPortTheVcsThatItHas) {
  const Netlist netlist = Torus({5}, 1).netlist({});
  const auto told = [&](int vcs, const std::string& policy, int vc_shift, Ask what, int port,
                        std::uint64_t mask) {
    RoutingContext context = grid_context(netlist, vcs, policy);
    context.vc_shift = vc_shift;
    Routed routed = test::routed_by({port}, mask);
    routed.entering = mask;
    context.hooks.route = test::always(routed);
    return asked(*test::make_routing("dor", context), 0, 1, what, 0, 0, vc_shift);
  };
  for (const Ask what : {&SwitchRouter::route, &SwitchRouter::escape, &SwitchRouter::entering}) {
    EXPECT_EQ(told(3, "free", 2, what, 1, 0b11111), (Offers{{1, 0}, {1, 1}, {1, 2}}));
    EXPECT_EQ(told(3, "single", 2, what, 1, 0b10000), Offers());
    // The VC of an output of the next switch, above the lowest of the class.
    EXPECT_EQ(told(3, "voqsw", 2, what, 1, 0b11111), (Offers{{1, 1}}));
    EXPECT_EQ(told(3, "voqsw", 2, what, 1, 0b01000), Offers());
  }
  EXPECT_EQ(told(3, "free", 2, &SwitchRouter::route, 0, 0b11111), (Offers{{0, 0}}));
}

TEST(Bubble, UnguardedRingsAreFound) {
  class Careless final : public RoutingFunction {
   public:
    explicit Careless(std::unique_ptr<RoutingFunction> inner) : inner_(std::move(inner)) {}
    std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
      class Router final : public SwitchRouter {
       public:
        explicit Router(std::unique_ptr<SwitchRouter> inner) : inner_(std::move(inner)) {}
        void route(const RouteQuery& query, CandidateSet& candidates) const override {
          inner_->route(query, candidates);
        }
        void entering(const RouteQuery& query, CandidateSet& candidates) const override {
          // Turns are forgotten, hosts are not.
          if (query.input_port == 0) inner_->entering(query, candidates);
        }

       private:
        std::unique_ptr<SwitchRouter> inner_;
      };
      return std::make_unique<Router>(inner_->make_router(id));
    }
    bool uses_bubble() const override { return true; }
    bool in_order() const override { return true; }
    bool depends_on_source() const override { return false; }

   private:
    std::unique_ptr<RoutingFunction> inner_;
  };
  const Netlist netlist = Torus({8, 8}, 1).netlist({});
  const RoutingContext context = grid_context(netlist, 1, "single");
  Careless routing(test::make_routing("dor", context));
  const DeadlockReport report = check_deadlock(context, routing);
  EXPECT_EQ(report.method, Method::kNone);
  EXPECT_NE(report.unguarded, "");
}

TEST(ChienDelay, GrowsWithTheLogarithmOfTheOptions) {
  ChienDelay model;
  EXPECT_EQ(routing_delay(model), 20);
  model.options = 2;
  EXPECT_EQ(routing_delay(model), 25);  // 20 (4.7 + 1.2) / 4.7 = 25.1
  model.options = 3;
  EXPECT_EQ(routing_delay(model), 28);  // 28.09
  model.options = 4;
  EXPECT_EQ(routing_delay(model), 30);  // 30.2
  const Netlist mesh = Mesh({4, 4}, 1).netlist({});
  EXPECT_EQ(make(mesh, "dor", 3, "iodet")->routing_options(), 1);
  EXPECT_EQ(make(mesh, "dor", 3, "free")->routing_options(), 3);
  EXPECT_EQ(make(mesh, "adaptive", 3, "free")->routing_options(), 5);
}

// ---- Table 1 of [IODET 2013].

struct Table1Row {
  int dimensions, vcs;
  std::uint64_t oodet, adaptive, iodet;
};

constexpr Table1Row kTable1[] = {
    {2, 2, 48, 64, 40},      {2, 6, 336, 480, 216},    {3, 2, 96, 144, 84},
    {3, 6, 720, 1152, 540},  {4, 2, 160, 256, 144},    {4, 6, 1248, 2112, 1008},
    {6, 2, 336, 576, 312},   {6, 6, 2736, 4896, 2376}, {2, 4, 160, 224, 112},
    {2, 8, 576, 832, 352},   {3, 4, 336, 528, 264},    {3, 8, 1248, 2016, 912},
    {4, 4, 576, 960, 480},   {4, 8, 2176, 3712, 1728}, {6, 4, 1248, 2208, 1104},
    {6, 8, 4800, 8640, 4128}};

SharedCrossbar crossbar(int dimensions, int vcs, const char* function, const char* policy) {
  return torus_crossbar(dimensions, 8, vcs, function, policy, rings("bubble"));
}

// A torus with switches in all dimensions at once shows nothing else.
TEST(Crosspoints, TwoDimensionsAtATimeAreEnough) {
  const Netlist netlist = Torus({5, 5, 5}, 1).netlist({});
  for (const auto& [function, policy] : std::vector<std::pair<std::string, std::string>>{
           {"dor", "iodet"}, {"dor", "free"}, {"adaptive", "free"}}) {
    const RoutingContext context = grid_context(netlist, 2, policy);
    const auto routing = test::make_routing(function, context, rings("bubble"));
    const SharedCrossbar whole = count_crosspoints(context, *routing).shared.at(0);
    const SharedCrossbar pairs = torus_crossbar(3, 5, 2, function, policy, rings("bubble"));
    EXPECT_EQ(whole.crosspoints(), pairs.crosspoints());
    EXPECT_EQ(whole.crosspoints_between_ports(), pairs.crosspoints_between_ports());
  }
}

TEST(Crosspoints, AllNumbersOfTable1) {
  for (const Table1Row& row : kTable1) {
    SCOPED_TRACE(std::to_string(row.dimensions) + " dimensions, " + std::to_string(row.vcs) +
                 " VCs");
    const auto n = static_cast<std::uint64_t>(row.dimensions);
    const auto v = static_cast<std::uint64_t>(row.vcs);
    const SharedCrossbar oodet = crossbar(row.dimensions, row.vcs, "dor", "free");
    EXPECT_EQ(oodet.crosspoints(), row.oodet);
    EXPECT_EQ(row.oodet, 2 * n * n * v * v + 4 * n * v);
    EXPECT_EQ(oodet.crosspoints_between_ports(), row.oodet);
    const SharedCrossbar adaptive = crossbar(row.dimensions, row.vcs, "adaptive", "free");
    EXPECT_EQ(adaptive.crosspoints_between_ports(), row.adaptive);
    EXPECT_EQ(row.adaptive, 2 * n * (2 * n - 1) * v * v + 4 * n * v);
    EXPECT_LT(adaptive.crosspoints(), row.adaptive);  // the escape has fewer ways
    const SharedCrossbar iodet = crossbar(row.dimensions, row.vcs, "dor", "iodet");
    EXPECT_EQ(iodet.crosspoints(), row.iodet);
    EXPECT_EQ(row.iodet, 2 * n * (n - 1) * v * v + 6 * n * v);
  }
}

// A switch that knows where it is needs a turn only from the VC of its own coordinate.
TEST(Crosspoints, IodetWhereTheSwitchKnowsItsPlace) {
  const Netlist netlist = Torus({8, 8}, 1).netlist({});
  for (const int vcs : {2, 4}) {
    const RoutingContext context = grid_context(netlist, vcs, "iodet");
    const auto routing = test::make_routing("dor", context);
    const CrosspointReport report = count_crosspoints(context, *routing);
    std::uint64_t most = 0;
    for (const auto& each : report.switches) most = std::max(most, each.crosspoints);
    const auto v = static_cast<std::uint64_t>(vcs);
    // Straight on 4 V; turns 4 V instead of 4 V²; from the host 4 V; to it 2 from dimension 0 and 2
    // from dimension 1, on one VC.
    EXPECT_LE(most, 4 * v + 4 * v + 4 * v + 4);
    EXPECT_LT(most, report.shared.front().crosspoints());
  }
}

}  // namespace
}  // namespace netloom
