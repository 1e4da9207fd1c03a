#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "routing/check/connectivity.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/mesh.h"
#include "routing/topology/single_switch.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::context_of;
using test::error_of;
using test::make_routing;
using Kind = ConnectivityProblem::Kind;

/// A routing function made of one decision, to misbehave on purpose.
class Scripted final : public RoutingFunction {
 public:
  using Decision = std::function<void(SwitchId, const RouteQuery&, CandidateSet&)>;

  explicit Scripted(Decision decision, bool depends_on_source = true)
      : decision_(std::move(decision)), depends_on_source_(depends_on_source) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<Router>(decision_, switch_id);
  }
  bool in_order() const override { return false; }
  bool depends_on_source() const override { return depends_on_source_; }

 private:
  class Router final : public SwitchRouter {
   public:
    Router(const Decision& decision, SwitchId id) : decision_(decision), id_(id) {}
    void route(const RouteQuery& query, CandidateSet& candidates) const override {
      decision_(id_, query, candidates);
    }

   private:
    const Decision& decision_;
    SwitchId id_;
  };

  Decision decision_;
  bool depends_on_source_;
};

ConnectivityReport check(const Netlist& netlist, const std::string& function) {
  const RoutingContext context = context_of(netlist);
  const auto routing = make_routing(function, context);
  return check_connectivity(context, *routing);
}

/// Three switches in a line (a mesh), one host each: port 0 the host, 1 down, 2 up.
class Line : public testing::TestWithParam<bool> {
 protected:
  /// Where a correct router sends.
  static int port(SwitchId at, NodeId destination) {
    return destination == at ? 0 : destination < at ? 1 : 2;
  }

  ConnectivityReport check(const Scripted::Decision& decision, int vcs = 1) {
    Scripted routing(decision, GetParam());
    return check_connectivity(context_of(netlist_, vcs), routing);
  }

  const Netlist netlist_ = Mesh({3}, 1).netlist({});
};

INSTANTIATE_TEST_SUITE_P(PerSourceOrDestination, Line, testing::Bool());

TEST(Connectivity, PathsOfMinimalAdaptiveFatTrees) {
  // One way for a pair below one switch, k ways where the common ancestors are one stage up, …:
  // 8 (1·1 + 2·2 + 4·4) and 64 (3·1 + 12·4 + 48·16).
  for (const char* function : {"interval", "ecmp"}) {
    const ConnectivityReport small = check(FatTree(2, 3).netlist({}), function);
    EXPECT_TRUE(small.ok());
    EXPECT_EQ(small.pairs, 56u);
    EXPECT_EQ(small.paths, 168u);
    EXPECT_EQ(small.longest_path, 4);
    EXPECT_EQ(small.unconnected, 0u);
    EXPECT_EQ(small.endangered, 0u);
    const ConnectivityReport large = check(FatTree(4, 3).netlist({}), function);
    EXPECT_TRUE(large.ok());
    EXPECT_EQ(large.paths, 52416u);
  }
}

TEST(Connectivity, DeterministicRoutingHasOnePathPerPair) {
  const ConnectivityReport tree = check(FatTree(4, 3).netlist({}), "shortest_path");
  EXPECT_TRUE(tree.ok());
  EXPECT_EQ(tree.paths, 64u * 63u);
  EXPECT_EQ(tree.longest_path, 4);
  const ConnectivityReport mesh = check(Mesh({4, 3}, 2).netlist({}), "dor");
  EXPECT_TRUE(mesh.ok());
  EXPECT_EQ(mesh.paths, 24u * 23u);
  EXPECT_EQ(mesh.longest_path, 5);
  const ConnectivityReport single = check(SingleSwitch(6).netlist({}), "ecmp");
  EXPECT_EQ(single.paths, 30u);
  EXPECT_EQ(single.longest_path, 0);
}

TEST(Connectivity, MinimalPathsOfAMesh) {
  // 2 x 2: the 4 ordered diagonal pairs have 2 ways, the other 8 have 1.
  EXPECT_EQ(check(Mesh({2, 2}, 1).netlist({}), "ecmp").paths, 16u);
}

TEST(Connectivity, VirtualChannelsAreNotPathsOfTheirOwn) {
  const Netlist tree = FatTree(2, 3).netlist({});
  const RoutingContext context = context_of(tree, 4, "free");
  const auto routing = make_routing("ecmp", context);
  ConnectivityOptions options;
  options.injection_vcs = 3;
  EXPECT_EQ(check_connectivity(context, *routing, options).paths, 168u);
}

TEST(Connectivity, LargeFatTreeInSeconds) {
  // 512 (7·1 + 56·8 + 448·64).
  EXPECT_EQ(check(FatTree(8, 3).netlist({}), "interval").paths, 14913024u);
}

TEST_P(Line, CorrectRouting) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(port(at, query.destination), 0);
      });
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.pairs, 6u);
  EXPECT_EQ(report.paths, 6u);
  EXPECT_EQ(report.longest_path, 2);
}

TEST_P(Line, NoOutput) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        if (at == 1 && query.destination == 2) return;
        candidates.add(port(at, query.destination), 0);
      });
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.unconnected, 2u);
  EXPECT_EQ(report.endangered, 2u);
  EXPECT_EQ(report.paths, 4u);
  ASSERT_EQ(report.problems.size(), 2u);
  EXPECT_EQ(report.problems[0].kind, Kind::kNoOutput);
  EXPECT_EQ(report.problems[0].source, 0u);
  EXPECT_EQ(report.problems[0].destination, 2u);
  EXPECT_EQ(report.problems[0].at, 1u);
  EXPECT_EQ(report.problems[0].message,
            "from h0 to h2: switch s1 offers no output to what comes in by port 1 on VC 0");
}

TEST_P(Line, PortWithoutLink) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(port(at, query.destination), 0);
        if (at == 2 && query.destination == 2) candidates.add(2, 0);
      });
  // The way to the host is offered too, so the pairs are connected, but a packet may get stuck.
  EXPECT_EQ(report.unconnected, 0u);
  EXPECT_EQ(report.endangered, 2u);
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.problems.at(0).kind, Kind::kNoLink);
  EXPECT_EQ(report.problems.at(0).message,
            "from h0 to h2: switch s2 offers port 2, which has no link");
}

TEST_P(Line, PortThatDoesNotExist) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(at == 0 ? 9 : port(at, query.destination), 0);
      });
  // All pairs with h0.
  EXPECT_EQ(report.unconnected, 4u);
  EXPECT_EQ(report.problems.at(0).message,
            "from h1 to h0: switch s0 offers port 9, which has no link");
}

TEST_P(Line, VcThatDoesNotExist) {
  const ConnectivityReport report = check(
      [](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(port(at, query.destination), at == 1 ? 3 : 0);
      },
      3);
  EXPECT_EQ(report.unconnected, 6u);
  EXPECT_EQ(report.problems.at(0).kind, Kind::kNoVc);
  EXPECT_EQ(report.problems.at(0).message,
            "from h1 to h0: switch s1 offers VC 3 of port 1, which has 3");
}

TEST_P(Line, WrongHost) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(at == 1 ? 0 : port(at, query.destination), 0);
      });
  EXPECT_EQ(report.unconnected, 4u);
  EXPECT_EQ(report.problems.at(0).kind, Kind::kWrongHost);
  EXPECT_EQ(report.problems.at(0).message, "from h1 to h0: switch s1 delivers to h1");
}

TEST_P(Line, LoopsAreFoundAndConnectedPairsStillRecognised) {
  // A head for h2 may turn back at s1.
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(port(at, query.destination), 0);
        if (at == 1 && query.destination == 2) candidates.add(1, 0);
      });
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.unconnected, 0u);
  EXPECT_EQ(report.endangered, 2u);
  EXPECT_EQ(report.paths, 0u);
  EXPECT_EQ(report.problems.at(0).kind, Kind::kLoop);
  EXPECT_EQ(report.problems.at(0).message,
            "from h0 to h2: the way can go in circles: s1.p1, s0.p2");
}

TEST_P(Line, LoopWithoutWayOut) {
  const ConnectivityReport report =
      check([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
        candidates.add(at == 1 && query.destination == 2 ? 1 : port(at, query.destination), 0);
      });
  EXPECT_EQ(report.unconnected, 2u);
  EXPECT_EQ(report.endangered, 2u);
}

TEST(Connectivity, InputPortAndVcAreStates) {
  // VCs count the hops (0, 1, …), and a head may pass s1 only on VC 1 or straight from its host:
  // without telling the VCs apart the check would see heads on VC 0 that never come.
  const Netlist netlist = Mesh({3}, 1).netlist({});
  Scripted routing([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
    const int port = query.destination == at ? 0 : query.destination < at ? 1 : 2;
    const bool injected = query.input_port == 0;
    if (at == 1 && !injected && query.input_vc != 1) return;
    candidates.add(port, port == 0 ? 0 : injected ? 1 : 2);
  });
  EXPECT_TRUE(check_connectivity(context_of(netlist, 3), routing).ok());
}

TEST(Connectivity, SourceDependentRoutingIsWalkedPerPair) {
  // On a ring of four the source decides on the direction; together the ways would form a circle.
  Netlist netlist;
  netlist.kind("host");
  const int link = netlist.kind("link");
  for (SwitchId i = 0; i < 4; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 3});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
    netlist.add_cable({Endpoint::Type::kSwitch, i, 1}, {Endpoint::Type::kSwitch, (i + 1) % 4, 2}, 1,
                      link);
  }
  Scripted routing([](SwitchId at, const RouteQuery& query, CandidateSet& candidates) {
    candidates.add(at == query.destination ? 0 : query.source % 2 == 0 ? 1 : 2, 0);
  });
  const ConnectivityReport report = check_connectivity(context_of(netlist), routing);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.paths, 12u);
  EXPECT_EQ(report.longest_path, 3);
}

TEST(Connectivity, ManyProblemsAreCountedNotListed) {
  const Netlist netlist = FatTree(4, 2).netlist({});
  Scripted routing([](SwitchId, const RouteQuery&, CandidateSet&) {});
  ConnectivityOptions options;
  options.most_problems = 3;
  const ConnectivityReport report = check_connectivity(context_of(netlist), routing, options);
  EXPECT_EQ(report.problems.size(), 3u);
  EXPECT_EQ(report.problem_count, 240u);
  EXPECT_EQ(report.unconnected, 240u);
}

TEST(Connectivity, CountsSaturate) {
  // A chain of 40 switches with 4 parallel cables from each to the next: 4^39 ways end to end.
  Netlist netlist;
  netlist.kind("host");
  const int link = netlist.kind("link");
  for (SwitchId i = 0; i < 40; ++i) netlist.switches.push_back({"s" + std::to_string(i), 9});
  for (SwitchId i = 0; i < 2; ++i) {
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i * 39, 0}, 1, 0);
  }
  for (SwitchId i = 0; i < 39; ++i) {
    for (int j = 1; j <= 4; ++j) {
      netlist.add_cable({Endpoint::Type::kSwitch, i, j}, {Endpoint::Type::kSwitch, i + 1, j + 4}, 1,
                        link);
    }
  }
  const ConnectivityReport report = check(netlist, "ecmp");
  EXPECT_EQ(report.paths, ~std::uint64_t{0});
  EXPECT_EQ(report.longest_path, 39);
}

TEST(Connectivity, WrongUseIsRefused) {
  const Netlist netlist = SingleSwitch(2).netlist({});
  RoutingContext context = context_of(netlist);
  const auto routing = make_routing("ecmp", context);
  ConnectivityOptions options;
  options.injection_vcs = 0;
  EXPECT_EQ(error_of([&] { check_connectivity(context, *routing, options); }),
            "connectivity check: injection_vcs is 0; allowed: 1 to 128");
  context.vcs.clear();
  EXPECT_EQ(error_of([&] { check_connectivity(context, *routing); }),
            "connectivity check: the virtual channels need a count from 1 to 1 for each of the 1 "
            "link kinds");
}

}  // namespace
}  // namespace netloom
