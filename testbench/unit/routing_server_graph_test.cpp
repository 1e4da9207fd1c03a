// Networks whose servers forward (DCell, BCube), and fat-trees with a host at every switch.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "routing/check/connectivity.h"
#include "routing/topology/fat_tree.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;

Netlist network(const std::string& topology, std::int64_t n, std::int64_t k,
                const LatencyMap& latency = {}) {
  const Netlist netlist = test::generate(topology, {{"n", n}, {"k", k}}, latency);
  validate(netlist);
  return netlist;
}

/// "s4.p0 up": where a link out of a port leads, and its kind; "-" if there is none.
std::string behind(const Netlist& netlist, SwitchId id, int port) {
  const int link = PortMap(netlist).link_out(id, port);
  if (link < 0) return "-";
  const Link& found = netlist.links[static_cast<std::size_t>(link)];
  return endpoint_name(netlist, found.to) + " " +
         netlist.kinds[static_cast<std::size_t>(found.kind)];
}

int longest_path(const Netlist& netlist) {
  const RoutingContext context = test::context_of(netlist);
  const auto routing = test::make_routing("shortest_path", context);
  const ConnectivityReport report = check_connectivity(context, *routing);
  EXPECT_TRUE(report.ok());
  return report.longest_path;
}

TEST(DCell, LevelOneOfFourServersByHand) {
  // [DCell 2008], Figure 1: five DCell_0 of four servers, [i, j-1] to [j, i].
  const Netlist netlist = network("dcell", 4, 1, {{"server", 3}, {"switch", 2}});
  EXPECT_EQ(netlist.hosts.size(), 20u);
  EXPECT_EQ(netlist.switches.size(), 25u);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "switch", "server"}));
  EXPECT_EQ(behind(netlist, 6, 0), "h6 host");
  EXPECT_EQ(behind(netlist, 6, 1), "s21.p2 switch");
  EXPECT_EQ(behind(netlist, 21, 3), "s7.p1 switch");
  // [0,0]-[1,0], [0,3]-[4,0], [1,1]-[2,1], [3,3]-[4,3].
  EXPECT_EQ(behind(netlist, 0, 2), "s4.p2 server");
  EXPECT_EQ(behind(netlist, 3, 2), "s16.p2 server");
  EXPECT_EQ(behind(netlist, 5, 2), "s9.p2 server");
  EXPECT_EQ(behind(netlist, 15, 2), "s19.p2 server");
  EXPECT_EQ(behind(netlist, 19, 2), "s15.p2 server");
  const std::vector<int> latencies = {1, 2, 3};
  for (const Link& link : netlist.links) {
    EXPECT_EQ(link.latency, latencies[static_cast<std::size_t>(link.kind)]);
  }
}

TEST(DCell, SizesAndLevels) {
  // t_0 = n, t_l = t_{l-1} (t_{l-1} + 1); the diameter in servers is at most 2^(k+1) - 1.
  for (const auto& [n, k, servers] :
       {std::tuple{2, 0, 2u}, {2, 2, 42u}, {3, 2, 156u}, {5, 1, 30u}}) {
    const Netlist netlist = network("dcell", n, k);
    EXPECT_EQ(netlist.hosts.size(), servers);
    EXPECT_EQ(netlist.switches.size(), servers + servers / static_cast<unsigned>(n));
    const PortMap ports(netlist);
    std::set<std::pair<SwitchId, SwitchId>> cables;
    for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
      for (int port = 0; port < netlist.switches[id].ports; ++port) {
        const int link = ports.link_out(id, port);
        ASSERT_GE(link, 0);
        const Endpoint& to = netlist.links[static_cast<std::size_t>(link)].to;
        if (to.type == Endpoint::Type::kHost) continue;
        EXPECT_NE(to.index, id);
        EXPECT_TRUE(cables.emplace(id, to.index).second) << id << " " << to.index;
      }
    }
    // Every n-port switch that is passed is one more switch.
    EXPECT_LE(longest_path(netlist), 2 * ((2 << k) - 1));
  }
  EXPECT_EQ(network("dcell", 2, 3).hosts.size(), 1806u);
}

TEST(DCell, AnyTwoCellsOfALevelHaveOneCable) {
  const Netlist netlist = network("dcell", 2, 2);
  std::set<std::pair<SwitchId, SwitchId>> cells;
  for (const Link& link : netlist.links) {
    if (netlist.kinds[static_cast<std::size_t>(link.kind)] != "server" || link.from.port != 3)
      continue;
    EXPECT_TRUE(cells.emplace(link.from.index / 6, link.to.index / 6).second);
  }
  EXPECT_EQ(cells.size(), 7u * 6);
}

TEST(DCell, RefusesWhatIsTooLarge) {
  EXPECT_EQ(error_of([] { network("dcell", 16, 2); }),
            "topology dcell: the switches would be more than allowed: 78897, at most 65536");
  EXPECT_EQ(error_of([] { network("dcell", 4, 4); }),
            "topology dcell: parameter 'k' is 4; allowed: an integer from 0 to 3");
}

TEST(BCube, LevelOneOfFourPortsByHand) {
  // Servers 00 … 33; switch <1, 2> has 02, 12, 22, 32, and <0, 2> has 20, 21, 22, 23.
  const Netlist netlist = network("bcube", 4, 1, {{"switch", 5}});
  EXPECT_EQ(netlist.hosts.size(), 16u);
  EXPECT_EQ(netlist.switches.size(), 24u);
  EXPECT_EQ(behind(netlist, 9, 0), "h9 host");
  EXPECT_EQ(behind(netlist, 9, 1), "s18.p1 switch");
  EXPECT_EQ(behind(netlist, 9, 2), "s21.p2 switch");
  EXPECT_EQ(behind(netlist, 22, 0), "s2.p2 switch");
  EXPECT_EQ(behind(netlist, 22, 3), "s14.p2 switch");
  for (const Link& link : netlist.links) EXPECT_EQ(link.latency, link.kind == 0 ? 1 : 5);
}

TEST(BCube, ServersOfASwitchDifferInOneDigit) {
  for (const auto& [n, k] : {std::pair{2, 0}, {2, 4}, {3, 2}, {5, 1}}) {
    const Netlist netlist = network("bcube", n, k);
    const std::size_t servers = netlist.hosts.size();
    EXPECT_EQ(netlist.links.size(), 2 * servers * (static_cast<std::size_t>(k) + 2));
    std::vector<std::set<SwitchId>> of_switch(netlist.switches.size());
    for (const Link& link : netlist.links) {
      if (link.kind != 0 && link.from.index >= servers)
        of_switch[link.from.index].insert(link.to.index);
    }
    const std::size_t per_level = servers / static_cast<std::size_t>(n);
    for (std::size_t id = servers; id < of_switch.size(); ++id) {
      ASSERT_EQ(of_switch[id].size(), static_cast<std::size_t>(n));
      SwitchId stride = 1;
      for (std::size_t level = 0; level < (id - servers) / per_level; ++level)
        stride *= static_cast<SwitchId>(n);
      SwitchId expected = *of_switch[id].begin();
      EXPECT_EQ(expected / stride % static_cast<SwitchId>(n), 0u);
      for (const SwitchId server : of_switch[id]) {
        EXPECT_EQ(server, expected);
        expected += stride;
      }
    }
    // One switch, and so two links, for each digit that differs.
    EXPECT_EQ(longest_path(netlist), 2 * (k + 1));
  }
}

TEST(BCube, LargestAndTooLarge) {
  EXPECT_EQ(network("bcube", 2, 12).switches.size(), 61440u);
  EXPECT_EQ(error_of([] { network("bcube", 40, 2); }),
            "topology bcube: the switches would be more than allowed: 68800, at most 65536");
}

TEST(ManagedFatTree, IsAFatTreeWithAHostAtEverySwitch) {
  const Netlist netlist = network("managed_fat_tree", 3, 2, {{"host", 2}, {"up", 3}, {"down", 4}});
  const Netlist tree = FatTree(2, 3).netlist({{"host", 2}, {"up", 3}, {"down", 4}});
  EXPECT_EQ(netlist.hosts.size(), 8u + 12);
  EXPECT_EQ(netlist.links.size(), tree.links.size() + 2 * 12);
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    EXPECT_EQ(netlist.links[i].latency, tree.links[i].latency);
  }
  EXPECT_EQ(netlist.switches[3].ports, 5);
  EXPECT_EQ(netlist.switches[11].ports, 3);
  EXPECT_EQ(behind(netlist, 2, 0), "h10 host");
  EXPECT_EQ(behind(netlist, 2, 2), "h5 host");
  EXPECT_EQ(behind(netlist, 0, 4), "s5.p1 up");
  EXPECT_EQ(behind(netlist, 11, 0), "h19 host");
  EXPECT_EQ(behind(netlist, 11, 2), "s7.p4 down");
  // From one switch of the last stage to another: down to the first and up again.
  EXPECT_EQ(longest_path(netlist), 4);
  EXPECT_EQ(error_of([] { network("managed_fat_tree", 1, 128); }),
            "topology managed_fat_tree: parameter 'k' is 128; allowed: an integer from 2 to 127");
}

}  // namespace
}  // namespace netloom
