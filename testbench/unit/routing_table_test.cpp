#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "routing/function/table/next_hops.h"
#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/table.h"
#include "routing/function/table/table_file.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/mesh.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::context_of;
using test::error_of;
using test::make_routing;
using testing::HasSubstr;

/// A ring of four switches, one host each at port 0; port 1 leads to the next, port 2 to the
/// previous switch.
Netlist ring_of_four() {
  Netlist netlist;
  netlist.kind("host");
  const int link = netlist.kind("link");
  for (SwitchId i = 0; i < 4; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 4});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
    netlist.add_cable({Endpoint::Type::kSwitch, i, 1}, {Endpoint::Type::kSwitch, (i + 1) % 4, 2}, 1,
                      link);
  }
  validate(netlist);
  return netlist;
}

std::vector<int> ports_of(const PortSet& set) {
  std::vector<int> result;
  set.for_each([&result](int port) { result.push_back(port); });
  return result;
}

/// The (port, VC) pairs that a router offers.
std::vector<std::pair<int, int>> offered(SwitchRouter& router, const RouteQuery& query, int ports,
                                         int vc_shift) {
  std::array<std::uint64_t, kMaxPorts> words{};
  const int count = ((ports << vc_shift) + 63) / 64;
  CandidateSet candidates(words.data(), count, vc_shift);
  router.route(query, candidates);
  for (std::size_t i = static_cast<std::size_t>(count); i < words.size(); ++i) {
    EXPECT_EQ(words[i], 0u) << "written beyond the candidate set";
  }
  std::vector<std::pair<int, int>> result;
  for (int port = 0; port < ports; ++port) {
    for (int vc = 0; vc < 1 << vc_shift; ++vc) {
      if (candidates.contains(port, vc)) result.emplace_back(port, vc);
    }
  }
  return result;
}

RouteQuery to(NodeId destination) {
  RouteQuery query;
  query.destination = destination;
  return query;
}

using Pairs = std::vector<std::pair<int, int>>;

TEST(PortSet, HoldsAnyPort) {
  PortSet set;
  EXPECT_TRUE(set.empty());
  for (const int port : {255, 0, 64, 63}) set.add(port);
  EXPECT_EQ(ports_of(set), (std::vector<int>{0, 63, 64, 255}));
  EXPECT_EQ(set.count(), 4);
  EXPECT_TRUE(set.contains(255));
  EXPECT_FALSE(set.contains(128));
}

TEST(NextHops, AllShortestPathsOfARing) {
  const Netlist netlist = ring_of_four();
  const NextHopTables tables = all_shortest_paths(netlist);
  ASSERT_EQ(tables.columns(), 4u);
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(1))), (std::vector<int>{1}));
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(2))), (std::vector<int>{1, 2}));
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(3))), (std::vector<int>{2}));
  EXPECT_TRUE(tables.next_hops(0, tables.column_of(0)).empty());
  EXPECT_EQ(tables.entry(0, tables.column_of(0)), NextHopTables::kDeliver);
  EXPECT_EQ(tables.delivery_port(3), 0);
  EXPECT_FALSE(tables.deterministic());
}

TEST(NextHops, OneShortestPath) {
  const Netlist netlist = ring_of_four();
  const NextHopTables lowest = single_shortest_paths(netlist, TieBreak::kLowest);
  EXPECT_TRUE(lowest.deterministic());
  EXPECT_EQ(ports_of(lowest.next_hops(0, lowest.column_of(2))), (std::vector<int>{1}));
  EXPECT_EQ(ports_of(lowest.next_hops(3, lowest.column_of(1))), (std::vector<int>{1}));
  EXPECT_EQ(ports_of(lowest.next_hops(0, lowest.column_of(3))), (std::vector<int>{2}));

  // Spreading uses more than the lowest up port of a fat-tree, always the same, always a shortest.
  const Netlist tree = FatTree(4, 2).netlist({});
  const NextHopTables all = all_shortest_paths(tree);
  const NextHopTables spread = single_shortest_paths(tree, TieBreak::kSpread);
  const NextHopTables again = single_shortest_paths(tree, TieBreak::kSpread);
  PortSet used;
  for (std::uint32_t column = 0; column < spread.columns(); ++column) {
    for (SwitchId at = 0; at < 8; ++at) {
      const PortSet& set = spread.next_hops(at, column);
      EXPECT_EQ(set, again.next_hops(at, column));
      if (at == spread.home(column)) continue;
      ASSERT_EQ(set.count(), 1);
      set.for_each([&](int port) {
        EXPECT_TRUE(all.next_hops(at, column).contains(port));
        if (at < 4) used.add(port);
      });
    }
  }
  EXPECT_GE(used.count(), 3);
}

TEST(NextHops, ColumnsOnlyForSwitchesWithHosts) {
  const Netlist tree = FatTree(2, 3).netlist({});
  const NextHopTables tables = all_shortest_paths(tree);
  EXPECT_EQ(tables.columns(), 4u);
  EXPECT_EQ(tables.column_of_switch(3), 3);
  EXPECT_EQ(tables.column_of_switch(4), -1);
  EXPECT_EQ(tables.column_of(5), 2u);
  EXPECT_EQ(tables.delivery_port(5), 1);
  EXPECT_EQ(ports_of(tables.next_hops(0, 3)), (std::vector<int>{2, 3}));
  EXPECT_EQ(ports_of(tables.next_hops(11, 3)), (std::vector<int>{1}));
  EXPECT_EQ(ports_of(tables.next_hops(4, 1)), (std::vector<int>{1}));
}

TEST(NextHops, WideEntriesBeyond254Sets) {
  // A switch with as many different sets as there are destinations: 300 switches with one host
  // each behind a complete core would need 300 ports, so the sets are made up.
  const Netlist netlist = Mesh({20, 15}, 1).netlist({});
  NextHopTables tables(netlist);
  const auto set_for = [](std::uint32_t column) {
    PortSet set;
    for (int bit = 0; bit < 9; ++bit) {
      if (((column + 1) >> bit & 1) != 0) set.add(bit);
    }
    return set;
  };
  for (std::uint32_t column = 1; column < tables.columns(); ++column) {
    tables.set(0, column, set_for(column));
    EXPECT_EQ(tables.narrow_entries(0) != nullptr, column <= 254);
  }
  EXPECT_NE(tables.wide_entries(0), nullptr);
  EXPECT_EQ(tables.wide_entries(1), nullptr);
  EXPECT_EQ(tables.entry(0, 0), NextHopTables::kDeliver);
  for (std::uint32_t column = 1; column < tables.columns(); ++column) {
    EXPECT_EQ(tables.next_hops(0, column), set_for(column));
  }
}

TEST(TableRouting, EcmpOffersAllShortestPaths) {
  const Netlist netlist = ring_of_four();
  const RoutingContext context = context_of(netlist);
  const auto routing = make_routing("ecmp", context);
  const auto router = routing->make_router(0);
  EXPECT_EQ(offered(*router, to(0), 4, 0), (Pairs{{0, 0}}));
  EXPECT_EQ(offered(*router, to(1), 4, 0), (Pairs{{1, 0}}));
  EXPECT_EQ(offered(*router, to(2), 4, 0), (Pairs{{1, 0}, {2, 0}}));
  EXPECT_EQ(offered(*router, to(3), 4, 0), (Pairs{{2, 0}}));
  EXPECT_FALSE(routing->in_order());
  EXPECT_FALSE(routing->depends_on_source());
}

TEST(TableRouting, VcPolicies) {
  const Netlist netlist = ring_of_four();
  RoutingContext context = context_of(netlist, 3, "free");
  context.vcs = {1, 3};  // host, link
  const auto free = make_routing("shortest_path", context);
  EXPECT_EQ(offered(*free->make_router(0), to(1), 4, 2), (Pairs{{1, 0}, {1, 1}, {1, 2}}));
  EXPECT_EQ(offered(*free->make_router(0), to(0), 4, 2), (Pairs{{0, 0}}));
  EXPECT_FALSE(free->in_order());
  context.vc_policy = "single";
  const auto single = make_routing("shortest_path", context);
  EXPECT_EQ(offered(*single->make_router(0), to(1), 4, 2), (Pairs{{1, 0}}));
  EXPECT_TRUE(single->in_order());
  context.vc_policy = "ascending";
  EXPECT_EQ(error_of([&] { make_routing("shortest_path", context); }),
            "routing function 'shortest_path' cannot use the VC policy 'ascending'; allowed: "
            "davc, free, single");
  context.vc_policy = "free";
  context.vcs = {1, 5};
  const auto too_many = make_routing("ecmp", context);
  EXPECT_EQ(error_of([&] { too_many->make_router(0); }),
            "the number of virtual channels of links of the kind 'link' must be 1 to 4");
}

// Channels behind those of a port belong to the next one.
TEST(TableRouting, WhatDecidesInItsPlaceOffersAPortTheVcsThatItHas) {
  const Netlist netlist = ring_of_four();
  RoutingContext context = context_of(netlist, 3, "free");
  context.vcs = {1, 3};  // host, link
  context.hooks.route = test::always(test::routed_by({0, 1}, 0b11111));
  EXPECT_EQ(offered(*make_routing("ecmp", context)->make_router(0), to(2), 4, 2),
            (Pairs{{0, 0}, {1, 0}, {1, 1}, {1, 2}}));
  context.hooks.route = test::always(test::routed_by({2}, 0b100));
  EXPECT_EQ(offered(*make_routing("shortest_path", context)->make_router(0), to(2), 4, 2),
            (Pairs{{2, 2}}));
}

// Beside the model it is asked for nothing that the model does not know.
TEST(TableRouting, TheModelForAHookDecidesAsTheRouter) {
  const Netlist netlist = ring_of_four();
  RoutingContext context = context_of(netlist, 3, "free");
  context.vcs = {1, 3};
  const auto plain = make_routing("ecmp", context);
  context.hooks.route = [](SwitchId, int ports, std::unique_ptr<RouteDecision> model) {
    EXPECT_EQ(ports, 4);
    EXPECT_EQ(model->vcs_of(0), 0b1u);
    EXPECT_EQ(model->vcs_of(1), 0b111u);
    EXPECT_EQ(model->vcs_of(3), 0u) << "no link";
    return model;
  };
  const auto hooked = make_routing("ecmp", context);
  for (SwitchId at = 0; at < 4; ++at) {
    const auto router = plain->make_router(at), same = hooked->make_router(at);
    for (NodeId host = 0; host < 4; ++host) {
      EXPECT_EQ(offered(*same, to(host), 4, 2), offered(*router, to(host), 4, 2));
      Explanation of_router, of_same;
      const RegisterFile registers(kNoRegisters, {});
      router->explain(to(host), registers, of_router);
      same->explain(to(host), registers, of_same);
      EXPECT_EQ(of_same.decision, of_router.decision);
      EXPECT_EQ(of_same.decision.size(), 1u);
    }
  }
}

// An entry for each of four switches: the number of one of four ports, or which of them are
// offered.
TEST(TableRouting, TableBits) {
  const Netlist netlist = ring_of_four();
  EXPECT_EQ(make_routing("shortest_path", context_of(netlist))->table_bits(0), 4u * 2u);
  EXPECT_EQ(make_routing("ecmp", context_of(netlist))->table_bits(0), 4u * 4u);
}

TEST(TableRouting, SixtyFourVcsAndManyPorts) {
  // 40 ports of 64 VCs: every port has a word of its own.
  const Netlist netlist = FatTree(20, 2).netlist({});
  const auto routing = make_routing("ecmp", context_of(netlist, 64, "free"));
  const Pairs pairs = offered(*routing->make_router(0), to(399), 40, 6);
  ASSERT_EQ(pairs.size(), 20u * 64u);
  EXPECT_EQ(pairs.front(), (std::pair{20, 0}));
  EXPECT_EQ(pairs.back(), (std::pair{39, 63}));
}

TEST(TableRouting, WideAndNarrowRoutersDecideAlike) {
  const Netlist netlist = Mesh({20, 15}, 5).netlist({});
  const RoutingContext context = context_of(netlist, 2, "free");
  const NextHopTables tables = all_shortest_paths(netlist);
  NextHopTables wide(netlist);
  // Sets that no entry refers to any more push the ones in use beyond a byte.
  for (int i = 1; i < 400; ++i) {
    PortSet set;
    for (int bit = 0; bit < 9; ++bit) {
      if ((i >> bit & 1) != 0) set.add(bit);
    }
    wide.set(0, 299, set);
  }
  for (std::uint32_t column = 0; column < tables.columns(); ++column) {
    for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
      if (at != tables.home(column)) wide.set(at, column, tables.next_hops(at, column));
    }
  }
  ASSERT_NE(wide.wide_entries(0), nullptr);
  ASSERT_NE(tables.narrow_entries(0), nullptr);
  TableRouting narrow_routing(context, tables, "narrow");
  TableRouting wide_routing(context, wide, "wide");
  const auto narrow_router = narrow_routing.make_router(0);
  const auto wide_router = wide_routing.make_router(0);
  for (NodeId host = 0; host < netlist.hosts.size(); ++host) {
    const Pairs pairs = offered(*narrow_router, to(host), 9, 1);
    EXPECT_FALSE(pairs.empty());
    EXPECT_EQ(pairs, offered(*wide_router, to(host), 9, 1));
  }
}

TEST(Dor, MeshByHand) {
  // 3 4 5
  // 0 1 2
  const Netlist netlist = Mesh({3, 2}, 1).netlist({});
  const auto routing = make_routing("dor", context_of(netlist));
  EXPECT_TRUE(routing->in_order());
  const auto port = [&](SwitchId at, NodeId destination) {
    const Pairs pairs = offered(*routing->make_router(at), to(destination), 5, 0);
    EXPECT_EQ(pairs.size(), 1u);
    return pairs.at(0).first;
  };
  EXPECT_EQ(port(0, 5), 2);  // + in dimension 0 first
  EXPECT_EQ(port(1, 5), 2);
  EXPECT_EQ(port(2, 5), 4);  // then + in dimension 1
  EXPECT_EQ(port(5, 5), 0);
  EXPECT_EQ(port(5, 0), 1);
  EXPECT_EQ(port(3, 0), 3);
  EXPECT_EQ(port(4, 2), 2);
}

TEST(Dor, OnlyOnCompleteMeshes) {
  const Netlist tree = FatTree(2, 2).netlist({});
  EXPECT_EQ(error_of([&] { make_routing("dor", context_of(tree)); }),
            "routing function 'dor' is defined on meshes and tori only; the topology here is "
            "'fat_tree'");
  const Netlist by_hand = ring_of_four();
  EXPECT_EQ(error_of([&] { make_routing("dor", context_of(by_hand)); }),
            "routing function 'dor' is defined on meshes and tori only; the topology here is a "
            "netlist without one");
  Netlist broken = Mesh({3, 2}, 1).netlist({});
  // The first link between switches, from s0.p2 to s1.p1.
  broken.links.erase(broken.links.begin() + 12);
  EXPECT_EQ(error_of([&] { make_routing("dor", context_of(broken)); }),
            "routing function 'dor': the netlist says that it is a mesh, but port 2 of switch s0 "
            "does not lead to switch s1");
}

TEST(TableFile, WrittenTablesComeBack) {
  for (const Netlist& netlist :
       {ring_of_four(), FatTree(2, 3).netlist({}), Mesh({3, 3}, 2).netlist({})}) {
    const NextHopTables tables = all_shortest_paths(netlist);
    std::ostringstream text;
    write_tables(netlist, tables, text);
    const test::TemporaryFile file(text.str());
    const NextHopTables read = read_tables(netlist, file.path());
    ASSERT_EQ(read.columns(), tables.columns());
    for (std::uint32_t column = 0; column < tables.columns(); ++column) {
      for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
        EXPECT_EQ(read.next_hops(at, column), tables.next_hops(at, column));
      }
    }
  }
}

TEST(TableFile, MostSpecificLineHolds) {
  const Netlist netlist = ring_of_four();
  const test::TemporaryFile file(
      "s0 h2 2        # a host before\n"
      "s0 s1 1        # a switch before\n"
      "s0 * 1 2       # all others\n"
      "s1 * 1\n"
      "s2 * 1\n"
      "s3 h2 2\n"
      "s3 * 1\n");
  const NextHopTables tables = read_tables(netlist, file.path());
  EXPECT_EQ(tables.columns(), 5u);
  EXPECT_EQ(tables.column_of(2), 4u);
  EXPECT_EQ(tables.column_name(netlist, 4), "h2");
  EXPECT_EQ(tables.column_name(netlist, 1), "s1");
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(1))), (std::vector<int>{1}));
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(2))), (std::vector<int>{2}));
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(3))), (std::vector<int>{1, 2}));
  EXPECT_EQ(ports_of(tables.next_hops(3, tables.column_of(2))), (std::vector<int>{2}));
  EXPECT_EQ(ports_of(tables.next_hops(3, tables.column_of(0))), (std::vector<int>{1}));

  const auto routing =
      make_routing("table", context_of(netlist), {{"file", std::string(file.path())}});
  EXPECT_EQ(offered(*routing->make_router(0), to(2), 4, 0), (Pairs{{2, 0}}));
  EXPECT_EQ(offered(*routing->make_router(2), to(2), 4, 0), (Pairs{{0, 0}}));
  EXPECT_FALSE(routing->in_order());

  // Written again, it reads as the same tables.
  std::ostringstream text;
  write_tables(netlist, tables, text);
  const test::TemporaryFile copy(text.str());
  const NextHopTables again = read_tables(netlist, copy.path());
  for (NodeId host = 0; host < 4; ++host) {
    for (SwitchId at = 0; at < 4; ++at) {
      EXPECT_EQ(again.next_hops(at, again.column_of(host)),
                tables.next_hops(at, tables.column_of(host)));
    }
  }
}

TEST(TableFile, EveryDestinationMayBeNamedByHost) {
  const Netlist netlist = ring_of_four();
  std::string text;
  for (int at = 0; at < 4; ++at) {
    for (int host = 0; host < 4; ++host) {
      if (host != at) text += "s" + std::to_string(at) + " h" + std::to_string(host) + " 1\n";
    }
  }
  const test::TemporaryFile file(text);
  const NextHopTables tables = read_tables(netlist, file.path());
  EXPECT_EQ(ports_of(tables.next_hops(0, tables.column_of(3))), (std::vector<int>{1}));
  // One line less leaves a host that cannot be reached.
  const test::TemporaryFile incomplete(text.substr(text.find('\n') + 1));
  EXPECT_THAT(error_of([&] { read_tables(netlist, incomplete.path()); }),
              HasSubstr("switch s0 has no way to h1"));
}

TEST(TableFile, SingleEntriesAreInOrder) {
  const Netlist netlist = ring_of_four();
  const test::TemporaryFile file("s0 * 1\ns1 * 1\ns2 * 1\ns3 * 1\n");
  EXPECT_TRUE(make_routing("table", context_of(netlist), {{"file", file.path()}})->in_order());
}

TEST(TableFile, BrokenFiles) {
  const Netlist netlist = ring_of_four();
  const std::string rest = "s1 * 1\ns2 * 1\ns3 * 1\n";
  const auto error = [&netlist](const std::string& text) {
    const test::TemporaryFile file(text);
    const std::string message = error_of([&] { read_tables(netlist, file.path()); });
    EXPECT_EQ(message.substr(0, file.path().size()), file.path());
    return message.substr(std::min(message.size(), file.path().size()));
  };
  EXPECT_EQ(error("s0 h1\n"), ":1: expected SWITCH DESTINATION PORT [PORT ...]");
  EXPECT_EQ(error("s9 h1 1\n"), ":1: there is no switch 's9' in the netlist");
  EXPECT_EQ(error("\ns0 h9 1\n"),
            ":2: the destination 'h9' is neither a host nor a switch of the netlist, nor *");
  EXPECT_EQ(error("s0 h1 4\n"), ":1: '4' is not a port of switch s0; allowed: 0 to 3");
  EXPECT_EQ(error("s0 h1 p1\n"), ":1: 'p1' is not a port of switch s0; allowed: 0 to 3");
  EXPECT_EQ(error("s0 h1 3\n"), ":1: no link leaves switch s0 by port 3");
  EXPECT_EQ(error("s0 h1 0\n"), ":1: port 0 of switch s0 leads to host h0, not to a switch");
  EXPECT_EQ(error("s0 h1 1 1\n"), ":1: port 1 is listed twice");
  EXPECT_EQ(error("s0 h0 1\n"),
            ":1: h0 is at switch s0 itself, which delivers to its hosts without an entry");
  EXPECT_EQ(error("s0 s0 1\n"),
            ":1: s0 is at switch s0 itself, which delivers to its hosts without an entry");
  EXPECT_THAT(error("s0 h1 1\ns0 h1 2\n"),
              HasSubstr(":2: switch s0 already has an entry for h1, "));
  EXPECT_EQ(error("s0 s1 1\ns0 s2 1\n" + rest), ": switch s0 has no way to s3");
  EXPECT_EQ(error("s0 * 1\ns1 * 1\ns2 * 1\ns3 * 1\ns1 h3 2\ns0 h3 1\n"),
            ": switch s0 has next hops that only lead in circles, never to h3");
  const Netlist tree = FatTree(2, 2).netlist({});
  const test::TemporaryFile file("s0 s2 2\n");
  EXPECT_THAT(error_of([&] { read_tables(tree, file.path()); }),
              HasSubstr(":1: switch s2 has no hosts, so nothing goes to it"));
  EXPECT_EQ(error_of([&] { read_tables(netlist, "/nowhere/t"); }),
            "/nowhere/t: the file cannot be read: No such file or directory");
}

TEST(TableRouting, UnreachableDestinationsAreAnError) {
  Netlist netlist = ring_of_four();
  // Without the two links into s2 nothing comes there.
  for (std::size_t i = netlist.links.size(); i-- > 0;) {
    const Link& link = netlist.links[i];
    if (link.kind == 1 && link.to.index == 2) {
      netlist.links.erase(netlist.links.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  validate(netlist);
  EXPECT_EQ(error_of([&] { make_routing("ecmp", context_of(netlist)); }),
            "routing function 'ecmp': switch s0 has no way to s2");
}

TEST(TableRouting, TablesMadeByHandAreChecked) {
  const Netlist netlist = ring_of_four();
  for (const int port : {0, 3, 4}) {  // a host, no link, no port
    NextHopTables tables = all_shortest_paths(netlist);
    PortSet set;
    set.add(port);
    tables.set(0, tables.column_of(2), set);
    EXPECT_EQ(error_of([&] { TableRouting(context_of(netlist), tables, "mine"); }),
              "routing function 'mine': switch s0 has the port " + std::to_string(port) +
                  ", which does not lead to a switch, as next hop to s2");
  }
}

TEST(TableRouting, UnidirectionalNetworksNeedWaysOnlyWherePacketsCome) {
  // h0, h1 enter at s0 and leave at s1: from s1 no way to s0 is needed.
  Netlist netlist;
  netlist.kind("host");
  const int up = netlist.kind("up");
  netlist.switches = {{"s0", 2}, {"s1", 2}};
  netlist.hosts = {{"h0"}, {"h1"}};
  for (NodeId i = 0; i < 2; ++i) {
    const int port = static_cast<int>(i);
    netlist.links.push_back(
        {{Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, 0, port}, 1, 0});
    netlist.links.push_back(
        {{Endpoint::Type::kSwitch, 1, port}, {Endpoint::Type::kHost, i, 0}, 1, 0});
  }
  netlist.links.push_back(
      {{Endpoint::Type::kSwitch, 0, 0}, {Endpoint::Type::kSwitch, 1, 0}, 1, up});
  validate(netlist);
  const auto routing = make_routing("ecmp", context_of(netlist));
  EXPECT_EQ(offered(*routing->make_router(0), to(1), 2, 0), (Pairs{{0, 0}}));
  EXPECT_EQ(offered(*routing->make_router(1), to(1), 2, 0), (Pairs{{1, 0}}));
}

}  // namespace
}  // namespace netloom
