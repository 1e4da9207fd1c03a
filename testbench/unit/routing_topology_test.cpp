#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "routing/netlist/netlist.h"
#include "routing/netlist/topology.h"
#include "routing/topology/fat_tree.h"
#include "routing/topology/mesh.h"
#include "routing/topology/ruft.h"
#include "routing/topology/single_switch.h"
#include "routing/topology/torus.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using test::generate;
using testing::HasSubstr;

using List = std::vector<std::int64_t>;

/// "s4.p0 up": where a link out of a port leads, and its kind; "-" if there is none.
std::string text_behind(const Netlist& netlist, SwitchId id, int port) {
  const int link = PortMap(netlist).link_out(id, port);
  if (link < 0) return "-";
  const Link& found = netlist.links[static_cast<std::size_t>(link)];
  return endpoint_name(netlist, found.to) + " " +
         netlist.kinds[static_cast<std::size_t>(found.kind)];
}

/// Each link has its opposite between the same ports.
void expect_cables(const Netlist& netlist) {
  std::set<std::string> links;
  for (const Link& link : netlist.links) {
    links.insert(endpoint_name(netlist, link.from) + " " + endpoint_name(netlist, link.to));
  }
  for (const Link& link : netlist.links) {
    EXPECT_EQ(
        links.count(endpoint_name(netlist, link.to) + " " + endpoint_name(netlist, link.from)), 1u);
  }
}

TEST(FatTree, TwoAryThreeTreeByHand) {
  const Netlist netlist = FatTree(2, 3).netlist({{"host", 1}, {"up", 2}, {"down", 3}});
  validate(netlist);
  EXPECT_EQ(netlist.topology, "fat_tree");
  EXPECT_EQ(netlist.hosts.size(), 8u);
  EXPECT_EQ(netlist.switches.size(), 12u);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "up", "down"}));
  // 8 cables to hosts and 16 between switches.
  EXPECT_EQ(netlist.links.size(), 48u);
  EXPECT_EQ(netlist.switches[7].ports, 4);
  EXPECT_EQ(netlist.switches[8].ports, 2);

  // Host 5 = 101 is at switch <0, 10>, down link 1.
  EXPECT_EQ(text_behind(netlist, 2, 1), "h5 host");
  // <0, 00> and <0, 01> differ in digit 0 from each other: both reach <1, 00> and <1, 01>.
  EXPECT_EQ(text_behind(netlist, 0, 2), "s4.p0 up");
  EXPECT_EQ(text_behind(netlist, 0, 3), "s5.p0 up");
  EXPECT_EQ(text_behind(netlist, 1, 2), "s4.p1 up");
  EXPECT_EQ(text_behind(netlist, 1, 3), "s5.p1 up");
  // <1, 01> goes to <2, 01> and <2, 11>.
  EXPECT_EQ(text_behind(netlist, 5, 2), "s9.p0 up");
  EXPECT_EQ(text_behind(netlist, 5, 3), "s11.p0 up");
  EXPECT_EQ(text_behind(netlist, 11, 0), "s5.p3 down");
  EXPECT_EQ(text_behind(netlist, 11, 1), "s7.p3 down");
  EXPECT_EQ(text_behind(netlist, 5, 1), "s1.p3 down");

  const PortMap ports(netlist);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.link_out(5, 3))].latency, 2);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.link_out(11, 0))].latency, 3);
}

TEST(FatTree, LinksFollowTheDefinition) {
  // <s, o> and <s+1, o'> are linked iff o and o' agree in all digits but digit s.
  for (const auto& [k, n] : {std::pair{2, 4}, {3, 3}, {4, 3}, {5, 2}}) {
    const FatTree tree(k, n);
    const Netlist netlist = tree.netlist({});
    validate(netlist);
    expect_cables(netlist);
    std::set<std::pair<SwitchId, SwitchId>> linked;
    for (const Link& link : netlist.links) {
      if (netlist.kinds[static_cast<std::size_t>(link.kind)] == "up") {
        linked.emplace(link.from.index, link.to.index);
      }
    }
    for (SwitchId a = 0; a < tree.switches(); ++a) {
      for (SwitchId b = 0; b < tree.switches(); ++b) {
        bool expected = tree.stage(b) == tree.stage(a) + 1;
        for (int i = 0; i + 1 < n; ++i) {
          if (i == tree.stage(a)) continue;
          expected = expected && tree.digit(tree.position(a), i) == tree.digit(tree.position(b), i);
        }
        EXPECT_EQ(linked.count({a, b}) == 1, expected) << a << " " << b;
      }
    }
  }
}

// Figure 5.4 of [Fat-Trees 2010] has four stages; this is the same with three.
TEST(Ruft, TwoAryThreeStagesByHand) {
  const Netlist netlist = Ruft(2, 3).netlist({{"host", 1}, {"up", 2}, {"long", 5}});
  validate(netlist);
  EXPECT_EQ(netlist.topology, "ruft");
  EXPECT_EQ(netlist.hosts.size(), 8u);
  EXPECT_EQ(netlist.switches.size(), 12u);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "up"}));
  for (const SwitchInfo& info : netlist.switches) EXPECT_EQ(info.ports, 2);

  // <0, 01> goes to <1, 00> and <1, 01>; <1, 01> to <2, 01> and <2, 11>.
  EXPECT_EQ(text_behind(netlist, 1, 0), "s4.p1 up");
  EXPECT_EQ(text_behind(netlist, 1, 1), "s5.p1 up");
  EXPECT_EQ(text_behind(netlist, 5, 0), "s9.p0 up");
  EXPECT_EQ(text_behind(netlist, 5, 1), "s11.p0 up");
  EXPECT_EQ(text_behind(netlist, 7, 0), "s9.p1 up");
  // <2, 11> delivers to 011 and 111.
  EXPECT_EQ(text_behind(netlist, 11, 0), "h3 host");
  EXPECT_EQ(text_behind(netlist, 11, 1), "h7 host");
  EXPECT_EQ(text_behind(netlist, 8, 1), "h4 host");

  const PortMap ports(netlist);
  const auto latency = [&](int link) {
    return netlist.links[static_cast<std::size_t>(link)].latency;
  };
  EXPECT_EQ(latency(ports.injection(5)), 1);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.injection(5))].to,
            (Endpoint{Endpoint::Type::kSwitch, 2, 1}));
  EXPECT_EQ(latency(ports.link_out(5, 1)), 2);
  EXPECT_EQ(latency(ports.ejection(5)), 5);
}

TEST(Ruft, HasAllPortsAndTheLinksOfTheThesis) {
  // (n+1) k^n links, [Fat-Trees 2010], section 5.2: every port of every switch has one in and one
  // out.
  for (const auto& [k, n] : {std::pair{2, 1}, {2, 4}, {3, 3}, {4, 3}, {16, 2}}) {
    const Ruft network(k, n);
    const Netlist netlist = network.netlist({});
    validate(netlist);
    EXPECT_EQ(netlist.links.size(), (static_cast<std::size_t>(n) + 1) * network.hosts());
    const PortMap ports(netlist);
    for (SwitchId id = 0; id < network.switches(); ++id) {
      for (int port = 0; port < k; ++port) {
        EXPECT_GE(ports.link_out(id, port), 0);
        EXPECT_GE(ports.link_in(id, port), 0);
      }
    }
  }
}

TEST(Ruft, LongLinksAreLikeTheOthersUnlessTheyAreSaidToBe) {
  const Netlist netlist = Ruft(2, 2).netlist({{"host", 3}, {"up", 7}});
  const PortMap ports(netlist);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.ejection(0))].latency, 7);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.injection(0))].latency, 3);
}

TEST(Ruft, RefusesSizesThatAreTooLargeOrTooSmall) {
  EXPECT_THAT(error_of([] { Ruft(1, 2); }),
              HasSubstr("topology ruft: k = 1, n = 2: k must be 2 to 256"));
  EXPECT_THAT(error_of([] { Ruft(257, 1); }), HasSubstr("k must be 2 to 256"));
  EXPECT_THAT(error_of([] { Ruft(2, 0); }), HasSubstr("n must be 1 to 24"));
  EXPECT_THAT(error_of([] { Ruft(2, 20); }), HasSubstr("at most 65536"));
  EXPECT_EQ(Ruft(256, 1).hosts(), 256u);
}

TEST(FatTree, DigitsAndNumbers) {
  const FatTree tree(3, 4);
  EXPECT_EQ(tree.hosts(), 81u);
  EXPECT_EQ(tree.switches_per_stage(), 27u);
  EXPECT_EQ(tree.switches(), 108u);
  // 2*27 + 0*9 + 1*3 + 2 = 59.
  EXPECT_EQ(tree.digit(59, 0), 2);
  EXPECT_EQ(tree.digit(59, 1), 1);
  EXPECT_EQ(tree.digit(59, 2), 0);
  EXPECT_EQ(tree.digit(59, 3), 2);
  EXPECT_EQ(tree.with_digit(59, 2, 2), 77u);
  EXPECT_EQ(tree.with_digit(59, 3, 0), 5u);
  EXPECT_EQ(tree.switch_of(59), 19u);
  EXPECT_EQ(tree.switch_number(2, 5), 59u);
  EXPECT_EQ(tree.stage(59), 2);
  EXPECT_EQ(tree.position(59), 5u);
}

TEST(FatTree, LargestAndTooLarge) {
  EXPECT_EQ(FatTree(128, 1).hosts(), 128u);
  EXPECT_EQ(FatTree(2, 13).switches(), 53248u);
  EXPECT_EQ(error_of([] { FatTree(1, 2); }), "topology fat_tree: k = 1, n = 2: k must be 2 to 128");
  EXPECT_EQ(error_of([] { FatTree(2, 0); }), "topology fat_tree: k = 2, n = 0: n must be 1 to 24");
  EXPECT_EQ(error_of([] { FatTree(2, 14); }),
            "topology fat_tree: k = 2, n = 14: the switches would be more than allowed: 114688, at "
            "most 65536");
  EXPECT_THAT(error_of([] { FatTree(128, 24); }), HasSubstr("would be more than allowed"));
}

TEST(Mesh, ThreeByTwoWithTwoHostsByHand) {
  const Netlist netlist = Mesh({3, 2}, 2).netlist({{"mesh", 5}});
  validate(netlist);
  expect_cables(netlist);
  EXPECT_EQ(netlist.switches.size(), 6u);
  EXPECT_EQ(netlist.hosts.size(), 12u);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "mesh"}));
  EXPECT_EQ(netlist.switches[4].ports, 6);
  // 3 4 5
  // 0 1 2
  const std::vector<std::string> of_switch_1 = {"h2 host",    "h3 host", "s0.p3 mesh",
                                                "s2.p2 mesh", "-",       "s4.p4 mesh"};
  const std::vector<std::string> of_switch_5 = {"h10 host", "h11 host",   "s4.p3 mesh",
                                                "-",        "s2.p5 mesh", "-"};
  for (int port = 0; port < 6; ++port) {
    EXPECT_EQ(text_behind(netlist, 1, port), of_switch_1[static_cast<std::size_t>(port)]);
    EXPECT_EQ(text_behind(netlist, 5, port), of_switch_5[static_cast<std::size_t>(port)]);
  }
  for (const Link& link : netlist.links) EXPECT_EQ(link.latency, link.kind == 0 ? 1 : 5);
  // 12 host cables, 4 in dimension 0 and 3 in dimension 1.
  EXPECT_EQ(netlist.links.size(), 38u);
}

TEST(Mesh, SizesAsListOrOneForAll) {
  const Netlist a = generate("mesh", {{"k", List{4, 4, 4}}});
  const Netlist b = generate("mesh", {{"k", std::int64_t{4}}, {"n", std::int64_t{3}}});
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.links.size(), b.links.size());
  EXPECT_EQ(generate("mesh", {{"k", std::int64_t{4}}}).switches.size(), 4u);
  EXPECT_EQ(error_of([] {
              generate("mesh", {{"k", List{4, 4}}, {"n", std::int64_t{3}}});
            }),
            "topology mesh: n is 3, but k lists 2 sizes; leave n out when k is a list");
  EXPECT_EQ(error_of([] {
              generate("mesh", {{"k", List{300, 300}}});
            }),
            "topology mesh: the switches would be more than allowed: 90000, at most 65536");
  EXPECT_EQ(error_of([] {
              generate("mesh", {{"k", List{4, 4}}, {"concentration", std::int64_t{253}}});
            }),
            "topology mesh: the ports of a switch would be more than allowed: 257, at most 256");
}

TEST(Torus, ThreeByTwoByHand) {
  const Netlist netlist = Torus({3, 2}, 1).netlist({{"torus", 4}});
  validate(netlist);
  expect_cables(netlist);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "torus"}));
  // 3 4 5   Rows are rings; the two switches of a column have one cable.
  // 0 1 2
  const std::vector<std::string> of_switch_0 = {"h0 host", "s2.p2 torus", "s1.p1 torus", "-",
                                                "s3.p3 torus"};
  const std::vector<std::string> of_switch_5 = {"h5 host", "s4.p2 torus", "s3.p1 torus",
                                                "s2.p4 torus", "-"};
  for (int port = 0; port < 5; ++port) {
    EXPECT_EQ(text_behind(netlist, 0, port), of_switch_0[static_cast<std::size_t>(port)]);
    EXPECT_EQ(text_behind(netlist, 5, port), of_switch_5[static_cast<std::size_t>(port)]);
  }
  for (const Link& link : netlist.links) EXPECT_EQ(link.latency, link.kind == 0 ? 1 : 4);
  // 6 host cables, 6 in dimension 0 and 3 in dimension 1.
  EXPECT_EQ(netlist.links.size(), 30u);
}

TEST(Torus, SizesAndHypercubes) {
  EXPECT_EQ(generate("torus", {{"k", std::int64_t{5}}, {"n", std::int64_t{3}}}).links.size(),
            2u * (125 + 3 * 125));
  // The 2-ary 4-cube has 4 cables at each of 16 switches; so has the mesh of that size.
  EXPECT_EQ(generate("torus", {{"k", std::int64_t{2}}, {"n", std::int64_t{4}}}).links.size(),
            2u * (16 + 32));
  EXPECT_FALSE(Torus({2, 2}, 1).has_rings());
  EXPECT_TRUE(Torus({2, 3}, 1).has_rings());
  // A dimension of one switch has no links.
  EXPECT_EQ(Torus({1, 4}, 1).netlist({}).links.size(), 2u * (4 + 4));
  EXPECT_EQ(error_of([] { Torus({4, 0}, 1); }), "topology torus: a size is 0; at least 1 needed");
}

TEST(SingleSwitch, HostsAtItsPorts) {
  const Netlist netlist = SingleSwitch(256).netlist({{"host", 3}});
  validate(netlist);
  EXPECT_EQ(netlist.switches.size(), 1u);
  EXPECT_EQ(netlist.hosts.size(), 256u);
  EXPECT_EQ(text_behind(netlist, 0, 17), "h17 host");
  EXPECT_EQ(netlist.links[0].latency, 3);
  EXPECT_EQ(error_of([] { SingleSwitch(1); }),
            "topology single_switch: hosts is 1; allowed: 2 to 256");
}

TEST(Topology, LatencyMustBePositive) {
  EXPECT_EQ(error_of([] {
              SingleSwitch(2).netlist({{"host", 0}});
            }),
            "latency of links of the kind 'host' is 0 cycles; it must be at least 1");
}

TEST(Topology, ComesBackFromTheNetlist) {
  const std::unique_ptr<Topology> tree = topology_of(FatTree(4, 2).netlist({}));
  const auto* fat_tree = dynamic_cast<const FatTree*>(tree.get());
  ASSERT_NE(fat_tree, nullptr);
  EXPECT_EQ(fat_tree->k(), 4);
  EXPECT_EQ(fat_tree->n(), 2);
  const std::unique_ptr<Topology> grid = topology_of(Mesh({3, 2, 4}, 2).netlist({}));
  const auto* mesh = dynamic_cast<const Mesh*>(grid.get());
  ASSERT_NE(mesh, nullptr);
  EXPECT_EQ(mesh->dimensions(), 3);
  EXPECT_EQ(mesh->size(2), 4);
  EXPECT_EQ(mesh->concentration(), 2);
  Netlist by_hand = FatTree(4, 2).netlist({});
  by_hand.topology.clear();
  EXPECT_EQ(topology_of(by_hand), nullptr);
}

TEST(Graph, FromAFile) {
  const test::TemporaryFile file(
      "# a triangle with a tail\n"
      "a b\n"
      "  b c 7   # a long cable\n"
      "c\ta 3 optical\n"
      "\n"
      "c tail\n"
      "c tail 2\n");
  const Netlist netlist = generate(
      "graph", {{"file", file.path()}, {"hosts_per_switch", std::int64_t{2}}}, {{"link", 4}});
  validate(netlist);
  expect_cables(netlist);
  EXPECT_EQ(netlist.topology, "");
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "link", "optical"}));
  ASSERT_EQ(netlist.switches.size(), 4u);
  EXPECT_EQ(netlist.switches[2].name, "c");
  EXPECT_EQ(netlist.switches[2].ports, 6);
  EXPECT_EQ(netlist.hosts.size(), 8u);
  EXPECT_EQ(text_behind(netlist, 0, 1), "h1 host");
  EXPECT_EQ(text_behind(netlist, 0, 2), "b.p2 link");
  EXPECT_EQ(text_behind(netlist, 0, 3), "c.p3 optical");
  EXPECT_EQ(text_behind(netlist, 1, 3), "c.p2 link");
  EXPECT_EQ(text_behind(netlist, 2, 4), "tail.p2 link");
  EXPECT_EQ(text_behind(netlist, 2, 5), "tail.p3 link");
  const PortMap ports(netlist);
  const auto latency = [&](SwitchId id, int port) {
    return netlist.links[static_cast<std::size_t>(ports.link_out(id, port))].latency;
  };
  EXPECT_EQ(latency(0, 0), 1);
  EXPECT_EQ(latency(0, 2), 4);
  EXPECT_EQ(latency(1, 3), 7);
  EXPECT_EQ(latency(0, 3), 3);
  EXPECT_EQ(latency(3, 3), 2);
}

TEST(Graph, BrokenFiles) {
  const auto error = [](const std::string& text) {
    const test::TemporaryFile file(text);
    const std::string message = error_of([&] { generate("graph", {{"file", file.path()}}); });
    EXPECT_EQ(message.substr(0, file.path().size()), file.path());
    return message.substr(file.path().size());
  };
  EXPECT_EQ(error("a b\na\n"), ":2: expected SWITCH SWITCH [LATENCY [KIND]]");
  EXPECT_EQ(error("a b 1 link x\n"), ":1: expected SWITCH SWITCH [LATENCY [KIND]]");
  EXPECT_EQ(error("a b 0\n"), ":1: '0' is not a latency; allowed: 1 to 65535 cycles");
  EXPECT_EQ(error("a b x\n"), ":1: 'x' is not a latency; allowed: 1 to 65535 cycles");
  EXPECT_EQ(error("a b\n\nb b\n"), ":3: a cable from switch 'b' to itself");
  EXPECT_EQ(error("a b 1 host\n"), ":1: the kind 'host' is for links to and from hosts only");
  EXPECT_EQ(error("a b\na x.p1\n"),
            ":2: the name 'x.p1' of switch 2 ends like the port of a switch (NAME.pN)");
  EXPECT_EQ(error("# nothing\n"), ": a network needs at least one switch and one host");
  EXPECT_EQ(error_of([] {
              generate("graph", {{"file", std::string("/nowhere/x")}});
            }),
            "/nowhere/x: the file cannot be read: No such file or directory");
}

TEST(GraphMl, FromAFile) {
  const test::TemporaryFile file(R"(<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key id="d0" for="node" attr.name="hosts" attr.type="int"/>
  <key id="d1" for="edge" attr.name="latency" attr.type="int"><default>3</default></key>
  <key id="d2" for="edge" attr.name="kind" attr.type="string"/>
  <key id="d3" for="node" attr.name="label" attr.type="string"/>
  <key id="d4" for="node" yfiles.type="nodegraphics"/>
  <graph id="G" edgedefault="undirected">
    <desc>two leaves &amp; a spine</desc>
    <edge source="a" target="spine"><data key="d1"> 7 </data><data key="d2">optical</data></edge>
    <node id="a"><data key="d3">Leaf A</data></node>
    <node id="spine"><data key="d0">0</data><data key="d4"><y:ShapeNode>12</y:ShapeNode></data></node>
    <node id="b"/>
    <edge id="e2" source="spine" target="b"/>
  </graph>
</graphml>
)");
  const Netlist netlist = generate("graph", {{"file", file.path()},
                                             {"format", std::string("graphml")},
                                             {"hosts_per_switch", std::int64_t{2}}});
  validate(netlist);
  expect_cables(netlist);
  EXPECT_EQ(netlist.topology, "");
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "optical", "link"}));
  ASSERT_EQ(netlist.switches.size(), 3u);
  EXPECT_EQ(netlist.switches[1].name, "spine");
  EXPECT_EQ(netlist.hosts.size(), 4u);
  EXPECT_EQ(text_behind(netlist, 0, 1), "h1 host");
  EXPECT_EQ(text_behind(netlist, 2, 0), "h2 host");
  EXPECT_EQ(text_behind(netlist, 1, 0), "a.p2 optical");
  EXPECT_EQ(text_behind(netlist, 1, 1), "b.p2 link");
  const PortMap ports(netlist);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.link_out(1, 0))].latency, 7);
  EXPECT_EQ(netlist.links[static_cast<std::size_t>(ports.link_out(1, 1))].latency, 3);
}

TEST(GraphMl, IsTheSameNetworkAsAnEdgeList) {
  const test::TemporaryFile graphml(
      "<graphml><graph edgedefault='undirected'><node id='x'/><node id='y'/><node id='z'/>\n"
      "<edge source='x' target='y'/><edge source='y' target='z'/><edge source='x' target='z'/>\n"
      "</graph></graphml>\n");
  const test::TemporaryFile list("x y\ny z\nx z\n");
  const Netlist a =
      generate("graph", {{"file", graphml.path()}, {"format", std::string("graphml")}});
  const Netlist b = generate("graph", {{"file", list.path()}});
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    EXPECT_EQ(a.links[i].from, b.links[i].from);
    EXPECT_EQ(a.links[i].to, b.links[i].to);
    EXPECT_EQ(a.links[i].latency, b.links[i].latency);
  }
}

TEST(GraphMl, BrokenFiles) {
  const auto error_in = [](const std::string& text) {
    const test::TemporaryFile file(text);
    const std::string message = error_of([&] {
      generate("graph", {{"file", file.path()}, {"format", std::string("graphml")}});
    });
    EXPECT_EQ(message.substr(0, file.path().size()), file.path());
    return message.substr(std::min(file.path().size(), message.size()));
  };
  const auto error = [&](const std::string& graph, const std::string& keys = "") {
    return error_in("<graphml>" + keys + "\n<graph edgedefault='undirected'>\n" + graph +
                    "</graph></graphml>\n");
  };
  const std::string ab = "<node id='a'/><node id='b'/>\n";
  EXPECT_EQ(error_in("a b\n"), ":1: syntax error");
  EXPECT_EQ(error_in("<graphml>\n<graph edgedefault='undirected'>\n"), ":3: no element found");
  EXPECT_EQ(error_in("<svg/>"), ":1: the element 'svg' is not a GraphML file; allowed: graphml");
  EXPECT_EQ(error_in("<graphml><graph/></graphml>"), ":1: the graph has no 'edgedefault'");
  EXPECT_EQ(error_in("<graphml>\n<graph edgedefault='directed'/></graphml>"),
            ":2: edgedefault=\"directed\": an edge is a cable with a link each way; allowed: "
            "undirected edges");
  EXPECT_EQ(error_in("<graphml/>"), ": a network needs at least one switch and one host");
  EXPECT_EQ(error("<node/>"), ":3: the node has no 'id'");
  EXPECT_EQ(error(ab + "<node id='a'/>"), ":4: there is a node 'a' already");
  EXPECT_EQ(error(ab + "<edge source='a' target='c'/>"), ":4: there is no node 'c'");
  EXPECT_EQ(error(ab + "<edge source='a'/>"), ":4: the edge has no 'target'");
  EXPECT_EQ(error(ab + "<edge source='a' target='a'/>"), ":4: a cable from switch 'a' to itself");
  EXPECT_EQ(error(ab + "<edge source='a' target='b' directed='true'/>"),
            ":4: directed=\"true\": an edge is a cable with a link each way; allowed: undirected "
            "edges");
  EXPECT_EQ(error("<node id='a'>\n<graph edgedefault='undirected'/></node>"),
            ":4: a second or a nested graph; allowed: one graph, whose nodes are all switches");
  EXPECT_THAT(error(ab + "<edge source='a' target='b' sourceport='1'/>"),
              HasSubstr(":4: 'sourceport' is not read"));
  EXPECT_THAT(error("<node id='a'><port name='1'/></node>"), HasSubstr(":3: ports of nodes"));
  EXPECT_EQ(error(ab + "<hyperedge/>"),
            ":4: the element 'hyperedge' is not read; allowed: graph, node, edge, key, data, desc, "
            "default");
  EXPECT_EQ(error("<node id='a b'/>"),
            ":3: the name 'a b' of switch 0 contains white space or a control character");
  const std::string latency = "<key id='l' for='edge' attr.name='latency'/>";
  const std::string hosts = "<key id='h' for='node' attr.name='hosts'/>";
  EXPECT_EQ(error(ab + "<edge source='a' target='b'>\n<data key='l'>0</data></edge>", latency),
            ":5: '0' is not a latency; allowed: 1 to 65535 cycles");
  EXPECT_EQ(error(ab + "<edge source='a' target='b'>\n<data key='x'>1</data></edge>", latency),
            ":5: there is no key 'x'");
  EXPECT_EQ(error("<node id='a'><data key='h'>many</data></node>", hosts),
            ":3: 'many' is not a number of hosts; allowed: 0 to 255");
  EXPECT_EQ(error_of([] {
              generate("graph", {{"file", std::string("/nowhere/x.graphml")}});
            }),
            "/nowhere/x.graphml: the file cannot be read: No such file or directory");
}

}  // namespace
}  // namespace netloom
