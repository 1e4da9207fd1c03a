// Up*/down* routing by forwarding tables.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/connectivity.h"
#include "routing/check/deadlock.h"
#include "routing/function/table/up_down_tables.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::context_of;
using test::error_of;
using test::generate;
using test::make_routing;
using testing::ElementsAre;
using testing::HasSubstr;

/// A switch at the top, one below it, and below that a row of four, neighbours of which have a
/// cable. A host at port 0 of each.
///
///     0 - 1 - 2, 3, 4, 5    2 - 3 - 4 - 5
Netlist row_below() {
  Netlist netlist;
  netlist.kind("host");
  const int kind = netlist.kind("link");
  std::vector<int> used(6, 1);
  for (SwitchId i = 0; i < 6; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 6});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
  }
  const std::pair<SwitchId, SwitchId> cables[] = {{0, 1}, {1, 2}, {1, 3}, {1, 4},
                                                  {1, 5}, {2, 3}, {3, 4}, {4, 5}};
  for (const auto& [a, b] : cables) {
    netlist.add_cable({Endpoint::Type::kSwitch, a, used[a]++},
                      {Endpoint::Type::kSwitch, b, used[b]++}, 1, kind);
  }
  validate(netlist);
  return netlist;
}

/// The switch behind the next hop of each switch, by number; -1: there is none.
std::vector<int> next_switches(const Netlist& netlist, const NextHopTables& tables,
                               NodeId destination) {
  const PortMap ports(netlist);
  std::vector<int> result;
  for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
    int next = -1;
    tables.next_hops(at, tables.column_of(destination)).for_each([&](int port) {
      EXPECT_EQ(next, -1) << "several next hops";
      const int link = ports.link_out(at, port);
      next = static_cast<int>(netlist.links[static_cast<std::size_t>(link)].to.index);
    });
    result.push_back(next);
  }
  return result;
}

NextHopTables tables_of(const Netlist& netlist, const std::vector<int>& failed,
                        std::optional<SwitchId> root, TieBreak ties = TieBreak::kLowest) {
  return up_down_tables(netlist, UpDownGraph(netlist, failed, root), ties).tables;
}

std::vector<int> links_between(const Netlist& netlist, SwitchId a, SwitchId b) {
  std::vector<int> result;
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    if (link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch &&
        link.from.index == a && link.to.index == b) {
      result.push_back(static_cast<int>(i));
    }
  }
  return result;
}

TEST(UpDown, ByHand) {
  const Netlist netlist = row_below();
  const NextHopTables tables = tables_of(netlist, {}, 0);
  // To 5 links down lead from everywhere, from 2 by three hops, though 2-1-5 has two.
  EXPECT_THAT(next_switches(netlist, tables, 5), ElementsAre(1, 5, 3, 4, 5, -1));
  // To 2 they do from 0 and 1. From 4, 1 and 3 are as near; the lower port leads to 1.
  EXPECT_THAT(next_switches(netlist, tables, 2), ElementsAre(1, 2, -1, 2, 1, 1));
  EXPECT_THAT(next_switches(netlist, tables, 0), ElementsAre(-1, 0, 1, 1, 1, 1));
}

// One direction of 1-3: the cable is left alone.
TEST(UpDown, ByHandWithAFailedLink) {
  const Netlist netlist = row_below();
  const NextHopTables tables = tables_of(netlist, links_between(netlist, 3, 1), 0);
  // 3 is at level 3 now, behind 2 or 4.
  EXPECT_THAT(next_switches(netlist, tables, 3), ElementsAre(1, 2, 3, -1, 3, 4));
  EXPECT_THAT(next_switches(netlist, tables, 5), ElementsAre(1, 5, 1, 4, 5, -1));
  EXPECT_EQ(next_switches(netlist, tables_of(netlist, links_between(netlist, 1, 3), 0), 5),
            next_switches(netlist, tables, 5));
}

TEST(UpDown, TheRootIsInTheMiddleUnlessOneIsNamed) {
  const Netlist netlist = row_below();
  const UpDownGraph graph(netlist, {}, {});
  EXPECT_EQ(graph.root_of(4), 1u);
  EXPECT_EQ(graph.level(0), 1u);
  EXPECT_TRUE(graph.leads_up(5, 4));
  EXPECT_FALSE(graph.leads_up(0, 2));
  EXPECT_EQ(UpDownGraph(netlist, {}, 5).root_of(4), 5u);
}

TEST(UpDown, WhatIsCutOffHasARootOfItsOwn) {
  const Netlist netlist = row_below();
  const std::vector<int> cut = links_between(netlist, 0, 1);
  const UpDownGraph graph(netlist, cut, {});
  EXPECT_EQ(graph.root_of(0), 0u);
  EXPECT_EQ(graph.root_of(5), 1u);
  const NextHopTables tables = tables_of(netlist, cut, {});
  EXPECT_THAT(next_switches(netlist, tables, 0), ElementsAre(-1, -1, -1, -1, -1, -1));
  EXPECT_THAT(next_switches(netlist, tables, 1), ElementsAre(-1, -1, 1, 1, 1, 1));
  // The others keep their root, if there is another way.
  EXPECT_EQ(UpDownGraph(netlist, links_between(netlist, 1, 2), {}).root_of(2), 1u);
}

/// Levels by a search of the test's own, from the root of each part.
std::vector<int> levels_of(const Netlist& netlist, const std::vector<int>& failed,
                           const UpDownGraph& graph) {
  const PortMap ports(netlist);
  std::vector<bool> works(netlist.links.size(), true);
  for (const int link : failed) {
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    works[static_cast<std::size_t>(link)] = false;
    works[static_cast<std::size_t>(ports.link_out(each.to.index, each.to.port))] = false;
  }
  std::vector<int> level(netlist.switches.size(), -1);
  for (SwitchId id = 0; id < level.size(); ++id) {
    if (graph.root_of(id) == id) level[id] = 0;
  }
  for (int now = 0; now < static_cast<int>(level.size()); ++now) {
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
      const Link& link = netlist.links[i];
      if (!works[i] || link.from.type == Endpoint::Type::kHost ||
          link.to.type == Endpoint::Type::kHost) {
        continue;
      }
      if (level[link.from.index] == now && level[link.to.index] < 0) {
        level[link.to.index] = now + 1;
      }
    }
  }
  return level;
}

/// What is wrong about the way from one switch to the hosts of another; "" if nothing is.
std::string way_problem(const Netlist& netlist, const PortMap& ports,
                        const std::vector<int>& failed, const std::vector<int>& level,
                        const UpDownTables& made, SwitchId from, std::uint32_t column) {
  bool down = false;
  SwitchId at = from;
  for (std::uint32_t passed = 1; at != made.tables.home(column); ++passed) {
    if (passed > netlist.switches.size()) return "in a circle";
    int next_port = -1;
    made.tables.next_hops(at, column).for_each([&](int port) { next_port = port; });
    if (next_port < 0) return passed == 1 ? "none" : "it ends";
    const int link = ports.link_out(at, next_port);
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    const int back = ports.link_out(each.to.index, each.to.port);
    for (const int one : {link, back}) {
      if (std::count(failed.begin(), failed.end(), one) > 0) return "over a failed link";
    }
    const SwitchId next = each.to.index;
    const bool up = std::pair(level[next], next) < std::pair(level[at], at);
    if (up && down) return "up after down";
    down = !up;
    at = next;
  }
  return "";
}

/// The same of the ways from all switches.
void expect_legal(const Netlist& netlist, const std::vector<int>& failed, const UpDownGraph& graph,
                  TieBreak ties) {
  const UpDownTables made = up_down_tables(netlist, graph, ties);
  const std::vector<int> level = levels_of(netlist, failed, graph);
  const PortMap ports(netlist);
  for (std::uint32_t column = 0; column < made.tables.columns(); ++column) {
    for (SwitchId from = 0; from < netlist.switches.size(); ++from) {
      const bool together = graph.root_of(from) == graph.root_of(made.tables.home(column));
      ASSERT_EQ(way_problem(netlist, ports, failed, level, made, from, column),
                together ? "" : "none")
          << "from switch " << from << " to those of " << made.tables.home(column);
    }
  }
}

using List = std::vector<std::int64_t>;

std::vector<Netlist> networks() {
  const auto number = [](int value) { return std::int64_t{value}; };
  std::vector<Netlist> result;
  result.push_back(row_below());
  result.push_back(generate("mesh", {{"k", List{4, 3}}}));
  result.push_back(generate("torus", {{"k", List{5, 4}}}));
  result.push_back(generate("fat_tree", {{"k", number(2)}, {"n", number(3)}}));
  result.push_back(generate("dragonfly", {{"h", number(2)}}));
  result.push_back(generate("bcube", {{"n", number(3)}, {"k", number(1)}}));
  result.push_back(generate("dcell", {{"n", number(3)}, {"k", number(1)}}));
  result.push_back(generate("single_switch", {{"hosts", number(4)}}));
  for (int seed = 1; seed <= 5; ++seed) {
    result.push_back(generate("random_regular", {{"switches", number(16)},
                                                 {"ports", number(5)},
                                                 {"degree", number(4)},
                                                 {"graph_seed", number(seed)}}));
  }
  return result;
}

std::vector<int> random_faults(const Netlist& netlist, std::uint64_t seed) {
  std::vector<int> links;
  for (std::size_t i = 0; i < netlist.links.size(); ++i) {
    const Link& link = netlist.links[i];
    if (link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch) {
      links.push_back(static_cast<int>(i));
    }
  }
  Random random(seed, 0);
  std::vector<int> failed;
  for (std::uint64_t i = 0; i < seed % 9 && !links.empty(); ++i) {
    failed.push_back(links[random.below(static_cast<std::uint32_t>(links.size()))]);
  }
  return failed;
}

// Packets of any place follow the same entries, so that the ways from all switches are all ways.
TEST(UpDown, NoWayGoesUpAfterDownWithAnyFaults) {
  for (const Netlist& netlist : networks()) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      SCOPED_TRACE(netlist.topology + ", seed " + std::to_string(seed));
      const std::vector<int> failed = random_faults(netlist, seed);
      std::optional<SwitchId> root;
      if (seed % 3 == 0) root = static_cast<SwitchId>(seed % netlist.switches.size());
      expect_legal(netlist, failed, UpDownGraph(netlist, failed, root),
                   seed % 2 == 0 ? TieBreak::kSpread : TieBreak::kLowest);
      if (HasFatalFailure()) return;
    }
  }
}

// By the checks of `netloom check`, of what is in the registers.
TEST(UpDown, DependenciesHaveNoCycleWithAnyFaults) {
  for (const Netlist& netlist : networks()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RoutingContext context = context_of(netlist);
      context.failed_links = random_faults(netlist, seed);
      const auto routing = make_routing("up_down", context);
      const DeadlockReport report = check_deadlock(context, *routing);
      const bool tolerated = RoutingFunctionRegistry::instance()
                                 .find("up_down")
                                 .fault_tolerance(netlist, {})
                                 ->tolerates(context.failed_links);
      const ConnectivityReport connectivity = check_connectivity(context, *routing);
      EXPECT_EQ(connectivity.ok(), tolerated) << netlist.topology << ", seed " << seed;
      EXPECT_TRUE(report.cycle.empty()) << netlist.topology << ", seed " << seed;
      if (!tolerated) continue;
      EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic)
          << netlist.topology << ", seed " << seed;
      EXPECT_EQ(connectivity.paths, connectivity.pairs);
      EXPECT_EQ(static_cast<std::uint32_t>(connectivity.longest_path + 1), routing->longest_way());
    }
  }
}

/// The ports that a router offers.
std::vector<int> offered(const SwitchRouter& router, NodeId destination, int ports) {
  std::uint64_t word = 0;
  CandidateSet candidates(&word, 1, 0);
  RouteQuery query;
  query.destination = destination;
  router.route(query, candidates);
  std::vector<int> result;
  for (int port = 0; port < ports; ++port) {
    if (candidates.contains(port, 0)) result.push_back(port);
  }
  return result;
}

TEST(UpDown, RoutesByItsRegistersAlone) {
  const Netlist netlist = row_below();
  const auto routing = make_routing("up_down", context_of(netlist));
  SwitchShape shape;
  shape.hosts = 6;
  shape.switches = 6;
  shape.ports = 6;
  RegisterFile file(routing->register_set(), shape);
  const auto router = routing->make_router(1);
  for (NodeId host = 0; host < 6; ++host) EXPECT_THAT(offered(*router, host, 6), ElementsAre());
  router->registers_written(file);
  for (NodeId host = 0; host < 6; ++host) EXPECT_THAT(offered(*router, host, 6), ElementsAre());
  for (const RegisterWrite& write : routing->register_program(1)) file.write(write);
  router->registers_written(file);
  EXPECT_THAT(offered(*router, 1, 6), ElementsAre(0));  // its own host
  EXPECT_THAT(offered(*router, 3, 6), ElementsAre(3));
  file.write({"LFT", 3, 4});
  router->register_written(file, "LFT", 3);
  EXPECT_THAT(offered(*router, 3, 6), ElementsAre(4));
  EXPECT_THAT(offered(*router, 2, 6), ElementsAre(2));
  // What is no port is no way.
  for (const std::uint32_t none : {6u, 7u}) {
    file.write({"LFT", 3, none});
    router->register_written(file, "LFT", 3);
    EXPECT_THAT(offered(*router, 3, 6), ElementsAre()) << none;
  }
}

TEST(UpDown, ToleratesWhatKeepsAllHostsTogether) {
  const Netlist netlist = row_below();
  const auto tolerance =
      RoutingFunctionRegistry::instance().find("up_down").fault_tolerance(netlist, {});
  std::vector<int> failed = links_between(netlist, 1, 3);
  EXPECT_TRUE(tolerance->tolerates({}));
  EXPECT_TRUE(tolerance->tolerates(failed));
  for (const SwitchId other : {2u, 4u}) {
    EXPECT_TRUE(tolerance->tolerates(failed));
    failed.push_back(links_between(netlist, other, 3).front());
  }
  EXPECT_FALSE(tolerance->tolerates(failed));
}

TEST(UpDown, Errors) {
  const Netlist one_way = generate("ruft", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  EXPECT_THAT(error_of([&] { make_routing("up_down", context_of(one_way)); }),
              HasSubstr("routing function 'up_down' needs, for each link between switches, one "
                        "back between the same ports; the one from "));
  const Netlist netlist = row_below();
  EXPECT_EQ(
      error_of([&] {
        make_routing("up_down", context_of(netlist), {{"root", std::string("s9")}});
      }),
      "routing function 'up_down': root: 's9' is no switch of the network; allowed: s0 to s5");
  Netlist parted = row_below();
  parted.links.erase(std::remove_if(parted.links.begin(), parted.links.end(),
                                    [](const Link& link) {
                                      return link.kind == 1 &&
                                             (link.from.index == 0 || link.to.index == 0);
                                    }),
                     parted.links.end());
  EXPECT_EQ(error_of([&] { make_routing("up_down", context_of(parted)); }),
            "routing function 'up_down': switch s1 has no way to s0");
}

// Those that say that they tolerate faults are those that can judge them.
TEST(FaultTolerance, IsKnownOfEachFunction) {
  const Netlist tree = generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  for (const char* function : {"ft2ei", "up_down", "interval", "ecmp", "destro"}) {
    const auto& entry = RoutingFunctionRegistry::instance().find(function);
    EXPECT_EQ(make_routing(function, context_of(tree))->words_per_fault().has_value(),
              static_cast<bool>(entry.fault_tolerance))
        << function;
  }
}

}  // namespace
}  // namespace netloom
