#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "routing/check/connectivity.h"
#include "routing/function/dragonfly/local_misrouting.h"
#include "routing/registers/register_file.h"
#include "routing/topology/dragonfly.h"
#include "routing/topology/dragonfly_of.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using test::generate;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Links from each group to each other one.
std::map<std::pair<int, int>, int> links_between(const Dragonfly& dragonfly,
                                                 const Netlist& netlist) {
  std::map<std::pair<int, int>, int> count;
  for (const Link& link : netlist.links) {
    if (netlist.kinds[static_cast<std::size_t>(link.kind)] != "global") continue;
    ++count[{dragonfly.group(link.from.index), dragonfly.group(link.to.index)}];
  }
  return count;
}

TEST(Dragonfly, CanonicalSizes) {
  for (int h = 1; h <= 4; ++h) {
    const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{h}}});
    validate(netlist);
    const Dragonfly dragonfly = dragonfly_of(netlist, "test");
    EXPECT_EQ(dragonfly.groups(), 2 * h * h + 1);
    EXPECT_EQ(netlist.switches.size(), static_cast<std::size_t>(2 * h * (2 * h * h + 1)));
    EXPECT_EQ(netlist.hosts.size(), static_cast<std::size_t>(2 * h * h * (2 * h * h + 1)));
    EXPECT_EQ(netlist.switches[0].ports, 4 * h - 1);
    // One link each way between any two groups, and every port is used.
    for (const auto& [pair, count] : links_between(dragonfly, netlist)) EXPECT_EQ(count, 1);
    EXPECT_EQ(netlist.links.size(),
              netlist.hosts.size() + netlist.switches.size() * static_cast<std::size_t>(4 * h - 1));
  }
}

// The size of the experiments of [RLM-OLM 2013], section IV.
TEST(Dragonfly, PaperSize) {
  const Dragonfly dragonfly({8, 16, 8, 1, 0}, GlobalArrangement::kPalmtree, 1);
  EXPECT_EQ(dragonfly.hosts(), 16512u);
  EXPECT_EQ(dragonfly.switches(), 2064u);
  EXPECT_EQ(dragonfly.groups(), 129);
  EXPECT_EQ(dragonfly.ports(), 31);
}

// Global port m of switch j in group i leads to group i + h·j + m, switch 2h-1-j, port h+1-m.
TEST(Dragonfly, PalmtreeByItsFormula) {
  const int h = 3;
  const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{h}}});
  const PortMap ports(netlist);
  const int groups = 2 * h * h + 1;
  for (int i = 0; i < groups; ++i) {
    for (int j = 0; j < 2 * h; ++j) {
      for (int m = 1; m <= h; ++m) {
        const auto id = static_cast<SwitchId>(i * 2 * h + j);
        const int port = h + 2 * h - 1 + m - 1;
        const int link = ports.link_out(id, port);
        ASSERT_GE(link, 0);
        const Endpoint to = netlist.links[static_cast<std::size_t>(link)].to;
        EXPECT_EQ(to.index,
                  static_cast<SwitchId>((i + h * j + m) % groups * 2 * h + 2 * h - 1 - j));
        EXPECT_EQ(to.port, h + 2 * h - 1 + (h + 1 - m) - 1);
      }
    }
  }
}

// With trunking, switch j + k·2h/t takes the place of j.
TEST(Dragonfly, TrunkedPalmtree) {
  const int h = 4;
  const int t = 2;
  const Dragonfly dragonfly({h, 2 * h, h, t, 0}, GlobalArrangement::kPalmtree, 1);
  const int groups = 2 * h * h / t + 1;
  ASSERT_EQ(dragonfly.groups(), groups);
  for (int j = 0; j < 2 * h / t; ++j) {
    for (int k = 0; k < t; ++k) {
      for (int m = 1; m <= h; ++m) {
        const SwitchId id = dragonfly.switch_id(5, j + k * 2 * h / t);
        const int port = dragonfly.first_global_port() + m - 1;
        EXPECT_EQ(dragonfly.group_behind(id, port), (5 + h * j + m) % groups);
        EXPECT_EQ(dragonfly.position(dragonfly.switch_behind(id, port)),
                  2 * h / t - 1 - j + k * 2 * h / t);
      }
    }
  }
}

struct Arrangement {
  std::string name;
  int h, trunking, g;
  friend void PrintTo(const Arrangement& each, std::ostream* out) {
    *out << each.name << " h=" << each.h << " t=" << each.trunking << " g=" << each.g;
  }
};

class EveryArrangement : public testing::TestWithParam<Arrangement> {};

TEST_P(EveryArrangement, JoinsAllGroupsEvenlyAndRoundTrips) {
  const Arrangement& each = GetParam();
  const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{each.h}},
                                                 {"trunking", std::int64_t{each.trunking}},
                                                 {"g", std::int64_t{each.g}},
                                                 {"arrangement", each.name}});
  validate(netlist);
  // Made again from what the netlist says of itself.
  const Dragonfly dragonfly = dragonfly_of(netlist, "test");
  const int part = 2 * each.h * each.h / each.trunking;
  const int expected = each.trunking * (part / (each.g - 1));
  EXPECT_EQ(dragonfly.links_between_groups(), expected);
  const auto count = links_between(dragonfly, netlist);
  EXPECT_EQ(count.size(), static_cast<std::size_t>(each.g * (each.g - 1)));
  for (const auto& [pair, links] : count) EXPECT_EQ(links, expected);
  const PortMap ports(netlist);
  for (SwitchId id = 0; id < dragonfly.switches(); ++id) {
    for (int port = dragonfly.first_global_port(); port < dragonfly.ports(); ++port) {
      const int link = ports.link_out(id, port);
      ASSERT_EQ(link >= 0, dragonfly.group_behind(id, port) >= 0);
      if (link < 0) continue;
      EXPECT_EQ(netlist.links[static_cast<std::size_t>(link)].to.index,
                dragonfly.switch_behind(id, port));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, EveryArrangement,
    testing::Values(Arrangement{"palmtree", 2, 1, 9}, Arrangement{"consecutive", 2, 1, 9},
                    Arrangement{"random", 2, 1, 9}, Arrangement{"palmtree", 3, 1, 7},
                    Arrangement{"palmtree", 4, 2, 17}, Arrangement{"consecutive", 4, 2, 9},
                    Arrangement{"random", 4, 4, 5}, Arrangement{"palmtree", 4, 1, 2}));

TEST(Dragonfly, RandomArrangementDependsOnTheSeed) {
  const auto links = [](std::int64_t seed) {
    std::string text;
    const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}},
                                                   {"arrangement", std::string("random")},
                                                   {"arrangement_seed", seed}});
    for (const Link& link : netlist.links) text += endpoint_name(netlist, link.to) + " ";
    return text;
  };
  EXPECT_EQ(links(1), links(1));
  EXPECT_NE(links(1), links(2));
}

TEST(Dragonfly, Errors) {
  const auto error = [](const ParameterMap& parameters) {
    return error_of([&] { generate("dragonfly", parameters); });
  };
  EXPECT_THAT(error({{"h", std::int64_t{2}}, {"g", std::int64_t{10}}}),
              HasSubstr("g is 10; allowed: 2 to a·h/trunking + 1 = 9"));
  EXPECT_THAT(error({{"h", std::int64_t{2}}, {"trunking", std::int64_t{3}}}),
              HasSubstr("trunking is 3; allowed: the divisors of a = 4"));
  EXPECT_THAT(error({{"h", std::int64_t{40}}}), HasSubstr("switches would be more than allowed"));
  EXPECT_THAT(error({{"h", std::int64_t{90}}}), HasSubstr("ports of a switch"));
  EXPECT_THAT(error_of([] {
                Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}}});
                std::swap(netlist.links.back().to, netlist.links[netlist.links.size() - 3].to);
                dragonfly_of(netlist, "test");
              }),
              HasSubstr("leads elsewhere"));
}

// ---- Pairs of local hops.

LocalHop hop(const std::string& name) {
  for (int i = 0; i < kLocalHops; ++i) {
    if (name == local_hop_name(static_cast<LocalHop>(i))) return static_cast<LocalHop>(i);
  }
  ADD_FAILURE() << name;
  return LocalHop::kOddMinus;
}

// [RLM-OLM 2013], Table I, line by line.
TEST(LocalPairs, ParitySignIsTableI) {
  const std::vector<std::vector<std::string>> table = {
      {"odd-", "even+", "YES"}, {"odd-", "even-", "YES"},  {"odd-", "odd+", "YES"},
      {"odd-", "odd-", "YES"},  {"even+", "even+", "YES"}, {"even+", "even-", "YES"},
      {"even+", "odd+", "YES"}, {"even+", "odd-", "NO"},   {"odd+", "even+", "NO"},
      {"odd+", "even-", "YES"}, {"odd+", "odd+", "YES"},   {"odd+", "odd-", "NO"},
      {"even-", "even+", "NO"}, {"even-", "even-", "YES"}, {"even-", "odd+", "NO"},
      {"even-", "odd-", "NO"}};
  const LocalPairs pairs(LocalRestriction::kParitySign);
  for (const auto& line : table) {
    EXPECT_EQ(pairs.allowed(hop(line[0]), hop(line[1])), line[2] == "YES")
        << line[0] << " " << line[1];
  }
}

/// The switches over which two allowed hops lead from one to another in a group of `size`.
std::vector<int> ways(const LocalPairs& pairs, int from, int to, int size) {
  std::vector<int> result;
  for (int via = 0; via < size; ++via) {
    if (via != from && via != to && pairs.allowed(from, via, to)) result.push_back(via);
  }
  return result;
}

// Section III-B: at least h-1 routes of two hops between any pair of nodes.
TEST(LocalPairs, ParitySignLeavesEnoughWays) {
  const LocalPairs pairs(LocalRestriction::kParitySign);
  for (int h = 2; h <= 16; ++h) {
    for (int from = 0; from < 2 * h; ++from) {
      for (int to = 0; to < 2 * h; ++to) {
        if (from == to) continue;
        EXPECT_GE(ways(pairs, from, to, 2 * h).size(), static_cast<std::size_t>(h - 1))
            << "h = " << h << ", " << from << " to " << to;
      }
    }
  }
}

// [RLM-OLM 2013], Figure 2 and section III-B.
TEST(LocalPairs, FigureTwo) {
  const LocalPairs pairs(LocalRestriction::kParitySign);
  EXPECT_EQ(ways(pairs, 5, 0, 8), (std::vector<int>{2, 4, 6}));
  EXPECT_FALSE(pairs.allowed(5, 1, 0));
}

TEST(LocalPairs, SignOnlyIsUnbalanced) {
  const LocalPairs pairs(LocalRestriction::kSignOnly);
  EXPECT_FALSE(pairs.allowed(0, 5, 1));
  EXPECT_TRUE(pairs.allowed(5, 1, 0));
  EXPECT_TRUE(pairs.allowed(1, 0, 5));
  EXPECT_TRUE(ways(pairs, 0, 1, 8).empty());
}

// ---- Routing functions.

ConnectivityReport connectivity(const Netlist& netlist, const std::string& function) {
  const RoutingContext context = test::own_context(netlist, function);
  const auto routing = test::make_routing(function, context);
  return check_connectivity(context, *routing);
}

TEST(DragonflyRouting, MinimalTakesAtMostThreeLinks) {
  const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}}});
  const ConnectivityReport report = connectivity(netlist, "min");
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.paths, report.pairs);
  EXPECT_EQ(report.longest_path, 3);
}

TEST(DragonflyRouting, InTransitTakesAtMostEightLinks) {
  for (const char* function : {"par62", "rlm", "olm"}) {
    const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}}});
    const ConnectivityReport report = connectivity(netlist, function);
    EXPECT_TRUE(report.ok()) << function << ": "
                             << (report.problems.empty() ? "" : report.problems[0].message);
    EXPECT_EQ(report.longest_path, 8) << function;
    EXPECT_GT(report.paths, report.pairs) << function;
  }
}

/// At the switch of the destination there is nothing to say of groups and hops, elsewhere there is,
/// and of every port that a packet could go by.
TEST(DragonflyRouting, InTransitExplainsWhereThePacketIs) {
  const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}}});
  SwitchShape shape;
  shape.hosts = 72;
  shape.switches = 36;
  shape.ports = 7;
  for (const char* function : {"par62", "rlm", "olm"}) {
    const auto routing = test::make_routing(function, test::own_context(netlist, function));
    for (const SwitchId at : {0u, 1u, 21u, 35u}) {
      RegisterFile registers(routing->register_set(), shape);
      for (const RegisterWrite& write : routing->register_program(at)) registers.write(write);
      const auto router = routing->make_router(at);
      router->registers_written(registers);
      for (NodeId destination = 0; destination < 72; ++destination) {
        RouteQuery query;
        query.destination = destination;
        Explanation explanation;
        router->explain(query, registers, explanation);
        if (destination / 2 == at) {
          EXPECT_THAT(explanation.decision, ElementsAre("the destination is at this switch"));
          EXPECT_THAT(explanation.ports, IsEmpty());
        } else {
          ASSERT_FALSE(explanation.decision.empty());
          EXPECT_THAT(
              explanation.decision.front(),
              HasSubstr(fmt::format("group {}, to group {}; global hops so far 0, in this group no "
                                    "local hop",
                                    at / 4, destination / 8)));
          EXPECT_THAT(explanation.ports, SizeIs(5)) << "three local ones and two global ones";
        }
      }
    }
  }
}

TEST(DragonflyRouting, EveryShapeIsConnected) {
  const std::vector<ParameterMap> shapes = {
      {{"h", std::int64_t{2}}, {"trunking", std::int64_t{2}}},
      {{"h", std::int64_t{2}}, {"g", std::int64_t{4}}},
      {{"h", std::int64_t{2}}, {"arrangement", std::string("random")}},
      {{"h", std::int64_t{1}}, {"a", std::int64_t{5}}, {"p", std::int64_t{1}}},
      {{"h", std::int64_t{2}},
       {"a", std::int64_t{3}},
       {"arrangement", std::string("consecutive")}}};
  for (const ParameterMap& shape : shapes) {
    const Netlist netlist = generate("dragonfly", shape);
    for (const char* function : {"min", "par62", "rlm", "olm"}) {
      const ConnectivityReport report = connectivity(netlist, function);
      EXPECT_TRUE(report.ok()) << function << ": "
                               << (report.problems.empty() ? "" : report.problems[0].message);
    }
  }
}

TEST(DragonflyRouting, Errors) {
  const Netlist dragonfly = generate("dragonfly", {{"h", std::int64_t{2}}});
  const Netlist tree = generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  EXPECT_THAT(error_of([&] { test::make_routing("min", test::own_context(tree, "min")); }),
              HasSubstr("routing function 'min' is defined on dragonflies only; the topology here "
                        "is 'fat_tree'"));
  EXPECT_THAT(error_of([&] { test::make_routing("rlm", test::context_of(dragonfly, 2, "free")); }),
              HasSubstr("cannot use the VC policy 'free'; allowed: ascending"));
  EXPECT_THAT(error_of([&] { test::make_routing("par62", test::own_context(dragonfly, "rlm")); }),
              HasSubstr("needs 6 virtual channels on local links"));
  RoutingContext wormhole = test::own_context(dragonfly, "olm");
  wormhole.wormhole = true;
  EXPECT_THAT(error_of([&] { test::make_routing("olm", wormhole); }),
              HasSubstr("'olm' needs room for whole packets"));
  test::make_routing("rlm", wormhole);  // is defined for wormhole
}

}  // namespace
}  // namespace netloom
