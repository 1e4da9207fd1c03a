// Random regular graphs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/check/connectivity.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;

Netlist random_regular(std::int64_t switches, std::int64_t ports, std::int64_t degree,
                       std::int64_t seed = 1, const LatencyMap& latency = {}) {
  return test::generate(
      "random_regular",
      {{"switches", switches}, {"ports", ports}, {"degree", degree}, {"graph_seed", seed}},
      latency);
}

std::string random_regular_error(const ParameterMap& parameters) {
  return error_of([&] { test::generate("random_regular", parameters); });
}

/// Neighbours of each switch, in the order of the ports; checks that there are no loops, no
/// parallel cables and no other ports than those after the hosts'.
std::vector<std::vector<SwitchId>> expect_simple(const Netlist& netlist, int hosts, int degree) {
  validate(netlist);
  const PortMap ports(netlist);
  std::vector<std::vector<SwitchId>> neighbours(netlist.switches.size());
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    for (int port = 0; port < netlist.switches[id].ports; ++port) {
      const int link = ports.link_out(id, port);
      EXPECT_EQ(link >= 0, port < hosts + degree);
      EXPECT_EQ(link >= 0, ports.link_in(id, port) >= 0);
      if (link < 0) continue;
      const Endpoint& to = netlist.links[static_cast<std::size_t>(link)].to;
      EXPECT_EQ(to.type == Endpoint::Type::kHost, port < hosts);
      if (to.type == Endpoint::Type::kHost) {
        EXPECT_EQ(to.index, id * static_cast<NodeId>(hosts) + static_cast<NodeId>(port));
        continue;
      }
      // The cable comes back by the same port.
      const int back = ports.link_out(to.index, to.port);
      EXPECT_EQ(netlist.links[static_cast<std::size_t>(back)].to,
                (Endpoint{Endpoint::Type::kSwitch, id, port}));
      neighbours[id].push_back(to.index);
    }
    const std::set<SwitchId> distinct(neighbours[id].begin(), neighbours[id].end());
    EXPECT_EQ(distinct.size(), static_cast<std::size_t>(degree)) << id;
    EXPECT_EQ(distinct.count(id), 0u);
  }
  return neighbours;
}

std::size_t reachable(const std::vector<std::vector<SwitchId>>& neighbours) {
  std::set<SwitchId> seen = {0};
  std::vector<SwitchId> stack = {0};
  while (!stack.empty()) {
    const SwitchId at = stack.back();
    stack.pop_back();
    for (const SwitchId next : neighbours[at]) {
      if (seen.insert(next).second) stack.push_back(next);
    }
  }
  return seen.size();
}

TEST(RandomRegular, AnySizeIsASimpleConnectedRegularGraph) {
  for (const std::int64_t switches : {2, 3, 4, 5, 8, 13, 40}) {
    for (std::int64_t degree = 1; degree < switches; ++degree) {
      if (switches * degree % 2 != 0 || (degree == 1 && switches > 2)) continue;
      for (const std::int64_t seed : {0, 1, 2}) {
        SCOPED_TRACE(std::to_string(switches) + " switches, degree " + std::to_string(degree));
        const Netlist netlist = random_regular(switches, degree + 2, degree, seed);
        const auto neighbours = expect_simple(netlist, 2, static_cast<int>(degree));
        EXPECT_EQ(reachable(neighbours), static_cast<std::size_t>(switches));
      }
    }
  }
}

TEST(RandomRegular, ThatOfThePaper) {
  const Netlist netlist = random_regular(876, 23, 17, 1, {{"host", 2}, {"link", 7}});
  EXPECT_EQ(netlist.hosts.size(), 5256u);
  EXPECT_EQ(netlist.links.size(), 2u * (5256 + 876 * 17 / 2));
  EXPECT_EQ(reachable(expect_simple(netlist, 6, 17)), 876u);
  for (const Link& link : netlist.links) EXPECT_EQ(link.latency, link.kind == 0 ? 2 : 7);
}

TEST(RandomRegular, TheSeedDrawsTheGraph) {
  const auto ends = [](std::int64_t seed) {
    std::set<std::pair<SwitchId, SwitchId>> result;
    for (const Link& link : random_regular(30, 5, 3, seed).links) {
      if (link.kind != 0) result.emplace(link.from.index, link.to.index);
    }
    return result;
  };
  EXPECT_EQ(ends(4), ends(4));
  EXPECT_NE(ends(4), ends(5));
  EXPECT_EQ(random_regular(30, 5, 3, 4).parameters.at("graph_seed"),
            ParameterValue(std::int64_t{4}));
}

TEST(RandomRegular, EveryPairOfSwitchesIsAsLikelyAsAnyOther) {
  // 3 of 9 others: each pair has a link in a third of the graphs.
  constexpr int kGraphs = 3000;
  std::vector<int> count(100, 0);
  for (int seed = 0; seed < kGraphs; ++seed) {
    for (const Link& link : random_regular(10, 4, 3, seed).links) {
      if (link.kind != 0) ++count[link.from.index * 10 + link.to.index];
    }
  }
  for (std::size_t a = 0; a < 10; ++a) {
    for (std::size_t b = 0; b < 10; ++b) {
      if (a == b) continue;
      // Five standard deviations of a binomial distribution.
      EXPECT_NEAR(count[a * 10 + b], kGraphs / 3, 130) << a << " " << b;
    }
  }
}

TEST(RandomRegular, PortsAreDrawnToo) {
  // Were they in the order of the neighbours' numbers, the port back could be told.
  int ascending = 0;
  const auto neighbours = expect_simple(random_regular(60, 7, 6), 1, 6);
  for (const std::vector<SwitchId>& list : neighbours) {
    ascending += std::is_sorted(list.begin(), list.end()) ? 1 : 0;
  }
  EXPECT_LE(ascending, 2);
}

TEST(RandomRegular, FewerHostsLeavePortsWithoutLink) {
  const Netlist netlist = test::generate("random_regular", {{"switches", std::int64_t{6}},
                                                            {"ports", std::int64_t{8}},
                                                            {"degree", std::int64_t{3}},
                                                            {"hosts_per_switch", std::int64_t{2}}});
  expect_simple(netlist, 2, 3);
  EXPECT_EQ(netlist.switches[0].ports, 8);
}

TEST(RandomRegular, ShortestPathsConnectAllHosts) {
  const Netlist netlist = random_regular(20, 6, 4);
  const RoutingContext context = test::context_of(netlist);
  const auto routing = test::make_routing("shortest_path", context);
  EXPECT_TRUE(check_connectivity(context, *routing).ok());
}

TEST(RandomRegular, RefusesWhatThereIsNot) {
  const auto error = [](std::int64_t switches, std::int64_t ports, std::int64_t degree) {
    return random_regular_error({{"switches", switches}, {"ports", ports}, {"degree", degree}});
  };
  EXPECT_EQ(error(15, 8, 3),
            "topology random_regular: degree is 3 with 15 switches: a cable has two ends, so one "
            "of the two numbers must be even");
  EXPECT_EQ(error(4, 8, 4),
            "topology random_regular: degree is 4; allowed with 4 switches: up to 3, one cable to "
            "every other switch");
  EXPECT_EQ(error(4, 8, 1),
            "topology random_regular: degree is 1, with which 4 switches cannot be connected; "
            "allowed: 2 or more");
  EXPECT_EQ(error(20, 8, 8),
            "topology random_regular: degree is 8; allowed with 8 ports: up to 7, since a switch "
            "has at least one host");
  EXPECT_EQ(random_regular_error({{"switches", std::int64_t{20}},
                                  {"ports", std::int64_t{8}},
                                  {"degree", std::int64_t{4}},
                                  {"hosts_per_switch", std::int64_t{5}}}),
            "topology random_regular: 5 hosts and 4 other switches are more than the 8 ports of a "
            "switch");
  EXPECT_EQ(error(20, 300, 4),
            "topology random_regular: parameter 'ports' is 300; allowed: an integer from 2 to 256");
}

}  // namespace
}  // namespace netloom
