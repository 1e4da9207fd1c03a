#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/netlist/netlist.h"
#include "routing/netlist/netlist_io.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using test::generate;
using testing::HasSubstr;

Endpoint at_switch(SwitchId id, int port) {
  return {Endpoint::Type::kSwitch, id, port};
}
Endpoint at_host(NodeId id) {
  return {Endpoint::Type::kHost, id, 0};
}

/// h0 - s0 - s1 - h1, hosts at port 0, the cable between the switches at ports 1.
Netlist two_switches() {
  Netlist netlist;
  netlist.kind("host");
  netlist.switches = {{"s0", 3}, {"s1", 3}};
  netlist.hosts = {{"h0"}, {"h1"}};
  netlist.add_cable(at_host(0), at_switch(0, 0), 1, 0);
  netlist.add_cable(at_host(1), at_switch(1, 0), 1, 0);
  netlist.add_cable(at_switch(0, 1), at_switch(1, 1), 4, netlist.kind("link"));
  return netlist;
}

void expect_identical(const Netlist& a, const Netlist& b) {
  EXPECT_EQ(a.topology, b.topology);
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.kinds, b.kinds);
  ASSERT_EQ(a.switches.size(), b.switches.size());
  for (std::size_t i = 0; i < a.switches.size(); ++i) {
    EXPECT_EQ(a.switches[i].name, b.switches[i].name);
    EXPECT_EQ(a.switches[i].ports, b.switches[i].ports);
  }
  ASSERT_EQ(a.hosts.size(), b.hosts.size());
  for (std::size_t i = 0; i < a.hosts.size(); ++i) EXPECT_EQ(a.hosts[i].name, b.hosts[i].name);
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    EXPECT_EQ(a.links[i].from, b.links[i].from) << i;
    EXPECT_EQ(a.links[i].to, b.links[i].to) << i;
    EXPECT_EQ(a.links[i].latency, b.links[i].latency) << i;
    EXPECT_EQ(a.links[i].kind, b.links[i].kind) << i;
  }
}

std::string written(const Netlist& netlist, NetlistFormat format) {
  std::ostringstream out;
  write_netlist(netlist, format, out);
  return out.str();
}

TEST(Netlist, KindsAreAddedOnce) {
  Netlist netlist;
  EXPECT_EQ(netlist.kind("host"), 0);
  EXPECT_EQ(netlist.kind("up"), 1);
  EXPECT_EQ(netlist.kind("host"), 0);
  EXPECT_EQ(netlist.kind("up"), 1);
  EXPECT_EQ(netlist.kinds, (std::vector<std::string>{"host", "up"}));
}

TEST(Netlist, CableIsTwoLinks) {
  const Netlist netlist = two_switches();
  ASSERT_EQ(netlist.links.size(), 6u);
  EXPECT_EQ(netlist.links[4].from, at_switch(0, 1));
  EXPECT_EQ(netlist.links[4].to, at_switch(1, 1));
  EXPECT_EQ(netlist.links[5].from, at_switch(1, 1));
  EXPECT_EQ(netlist.links[5].to, at_switch(0, 1));
  EXPECT_EQ(netlist.links[5].latency, 4);
  EXPECT_EQ(error_of([&] { validate(netlist); }), "");
}

TEST(Netlist, EndpointNames) {
  const Netlist netlist = two_switches();
  EXPECT_EQ(endpoint_name(netlist, at_switch(1, 2)), "s1.p2");
  EXPECT_EQ(endpoint_name(netlist, at_host(1)), "h1");
  EXPECT_EQ(endpoint_name(netlist, at_switch(7, 2)), "switch 7 port 2");
  EXPECT_EQ(endpoint_name(netlist, at_host(9)), "host 9");
}

TEST(Netlist, PortMapFindsLinks) {
  const Netlist netlist = two_switches();
  const PortMap ports(netlist);
  EXPECT_EQ(ports.injection(0), 0);
  EXPECT_EQ(ports.ejection(0), 1);
  EXPECT_EQ(ports.injection(1), 2);
  EXPECT_EQ(ports.ejection(1), 3);
  EXPECT_EQ(ports.link_in(0, 0), 0);
  EXPECT_EQ(ports.link_out(0, 0), 1);
  EXPECT_EQ(ports.link_out(0, 1), 4);
  EXPECT_EQ(ports.link_in(1, 1), 4);
  EXPECT_EQ(ports.link_out(1, 1), 5);
  EXPECT_EQ(ports.link_in(0, 1), 5);
  EXPECT_EQ(ports.link_out(0, 2), -1);
  EXPECT_EQ(ports.link_in(1, 2), -1);
  EXPECT_EQ(ports.ports(1), 3);
}

TEST(Netlist, InputAndOutputOfOnePortMayLeadToDifferentNeighbours) {
  // A unidirectional ring of three switches uses port 1 both ways.
  Netlist netlist;
  netlist.kind("host");
  const int ring = netlist.kind("ring");
  for (SwitchId i = 0; i < 3; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 2});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable(at_host(i), at_switch(i, 0), 1, 0);
    netlist.links.push_back({at_switch(i, 1), at_switch((i + 1) % 3, 1), 1, ring});
  }
  EXPECT_EQ(error_of([&] { validate(netlist); }), "");
}

TEST(Netlist, ValidateNamesWhatIsWrong) {
  using Change = std::function<void(Netlist&)>;
  const std::vector<std::pair<Change, std::string>> cases = {
      {[](Netlist& n) { n.hosts.clear(); }, "a network needs at least one switch and one host"},
      {[](Netlist& n) { n.kinds[0] = "node"; }, "the first link kind must be 'host'"},
      {[](Netlist& n) { n.kinds.emplace_back("link"); }, "the link kind 'link' is there twice"},
      {[](Netlist& n) { n.kinds[1] = "a b"; },
       "the link kind's name 'a b' contains white space or a control character"},
      {[](Netlist& n) { n.switches[1].name = "s0"; },
       "the name 's0' of switch 1 is already that of another switch; names are unique over "
       "switches and hosts"},
      {[](Netlist& n) { n.hosts[0].name = "s1"; },
       "the name 's1' of host 0 is already that of another switch; names are unique over switches "
       "and hosts"},
      {[](Netlist& n) { n.hosts[1].name = ""; }, "the name '' of host 1 is empty"},
      {[](Netlist& n) { n.hosts[1].name = "s1.p0"; },
       "the name 's1.p0' of host 1 ends like the port of a switch (NAME.pN)"},
      {[](Netlist& n) { n.hosts[1].name = "*"; },
       "the name '*' of host 1 stands for all parts in routing tables"},
      {[](Netlist& n) { n.switches[0].name = "a#b"; },
       "the name 'a#b' of switch 0 contains a '#', which begins a comment in files"},
      {[](Netlist& n) { n.switches[1].ports = 0; }, "switch s1 has 0 ports; allowed: 1 to 256"},
      {[](Netlist& n) { n.switches[1].ports = 257; }, "switch s1 has 257 ports; allowed: 1 to 256"},
      {[](Netlist& n) { n.links[4].latency = 0; },
       "link s0.p1 -> s1.p1: the latency is 0 cycles; allowed: 1 to 65535"},
      {[](Netlist& n) { n.links[4].kind = 2; },
       "link s0.p1 -> s1.p1: there is no link kind 2; the network has 2"},
      {[](Netlist& n) { n.links[4].kind = 0; },
       "link s0.p1 -> s1.p1: the kind 'host' is for links to and from hosts only"},
      {[](Netlist& n) { n.links[3].kind = 1; },
       "link s1.p0 -> h1: the kind of a link to or from a host is 'host', not 'link'"},
      {[](Netlist& n) { n.links[4].to.port = 3; },
       "link s0.p1 -> s1.p3: switch s1 has no port 3; allowed: 0 to 2"},
      {[](Netlist& n) { n.links[4].to.index = 2; },
       "link s0.p1 -> switch 2 port 1: there is no switch 2; the network has 2"},
      {[](Netlist& n) { n.links[0].from.index = 2; },
       "link host 2 -> s0.p0: there is no host 2; the network has 2"},
      {[](Netlist& n) { n.links[0].from.port = 1; }, "link h0 -> s0.p0: a host has port 0 only"},
      {[](Netlist& n) { n.links[0].to = at_host(1); },
       "link h0 -> h1: a link between two hosts; at least one end must be a switch"},
      {[](Netlist& n) {
         n.links.push_back({at_switch(0, 1), at_switch(1, 2), 1, 1});
       },
       "link s0.p1 -> s1.p2: s0.p1 already has a link out: s0.p1 -> s1.p1"},
      {[](Netlist& n) {
         n.links.push_back({at_switch(0, 2), at_switch(1, 1), 1, 1});
       },
       "link s0.p2 -> s1.p1: s1.p1 already has a link in: s0.p1 -> s1.p1"},
      {[](Netlist& n) {
         n.links.push_back({at_host(0), at_switch(0, 2), 1, 0});
       },
       "link h0 -> s0.p2: h0 already has a link out: h0 -> s0.p0"},
      {[](Netlist& n) { n.links.erase(n.links.begin() + 2); },
       "host h1 has no link to a switch; it needs exactly one"},
      {[](Netlist& n) { n.links.erase(n.links.begin() + 3); },
       "host h1 has no link from a switch; it needs exactly one"},
  };
  for (const auto& [change, message] : cases) {
    Netlist netlist = two_switches();
    change(netlist);
    EXPECT_EQ(error_of([&n = netlist] { validate(n); }), "netlist: " + message);
  }
}

TEST(NetlistFile, YamlAsDocumented) {
  EXPECT_EQ(written(two_switches(), NetlistFormat::kYaml),
            "netlist: 1\n"
            "kinds: [host, link]\n"
            "switches:\n"
            "  - {name: s0, ports: 3}\n"
            "  - {name: s1, ports: 3}\n"
            "hosts:\n"
            "  - {name: h0}\n"
            "  - {name: h1}\n"
            "links:\n"
            "  - {from: h0, to: s0.p0, latency: 1, kind: host}\n"
            "  - {from: s0.p0, to: h0, latency: 1, kind: host}\n"
            "  - {from: h1, to: s1.p0, latency: 1, kind: host}\n"
            "  - {from: s1.p0, to: h1, latency: 1, kind: host}\n"
            "  - {from: s0.p1, to: s1.p1, latency: 4, kind: link}\n"
            "  - {from: s1.p1, to: s0.p1, latency: 4, kind: link}\n");
}

TEST(NetlistFile, ComesBackIdentical) {
  Netlist odd = two_switches();
  // Names that YAML would read as something else, or that need quotes.
  odd.switches[0].name = "true";
  odd.switches[1].name = "12";
  odd.hosts[0].name = "a\"b\\c";
  odd.hosts[1].name = "{x}:,[y]";
  odd.kinds.emplace_back("unused");
  const std::vector<Netlist> netlists = {
      odd,
      two_switches(),
      generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}},
               {{"host", 2}, {"up", 3}, {"down", 4}}),
      generate("fat_tree", {{"k", std::int64_t{3}}, {"n", std::int64_t{1}}}),
      generate("mesh", {{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", std::int64_t{2}}},
               {{"mesh", 7}}),
      generate("single_switch", {{"hosts", std::int64_t{5}}}),
  };
  for (const Netlist& netlist : netlists) {
    for (const NetlistFormat format : {NetlistFormat::kYaml, NetlistFormat::kJson}) {
      const std::string text = written(netlist, format);
      const Netlist read = parse_netlist(text, "net");
      expect_identical(netlist, read);
      EXPECT_EQ(written(read, format), text);
    }
  }
}

TEST(NetlistFile, ReadsFromDisk) {
  const Netlist netlist = generate("mesh", {{"k", std::int64_t{4}}, {"n", std::int64_t{2}}});
  const test::TemporaryFile file(written(netlist, NetlistFormat::kJson));
  expect_identical(netlist, read_netlist(file.path()));
  EXPECT_EQ(error_of([] { read_netlist("/nowhere/net.yaml"); }),
            "/nowhere/net.yaml: the file cannot be read: No such file or directory");
}

TEST(NetlistFile, CablesAndDefaults) {
  const Netlist netlist = parse_netlist(
      "netlist: 1\n"
      "switches: [{ports: 3}, {ports: 3}]\n"
      "hosts: [{}, {}]\n"
      "cables:\n"
      "  - {from: h0, to: s0.p0}\n"
      "  - {from: h1, to: s1.p0}\n"
      "  - {from: s0.p1, to: s1.p1, latency: 4}\n",
      "net");
  expect_identical(netlist, two_switches());
}

TEST(NetlistFile, DotDrawsCablesOnceAndSingleLinksAsArrows) {
  Netlist netlist = two_switches();
  netlist.links.push_back({at_switch(0, 2), at_switch(1, 2), 1, 1});
  netlist.links[5].latency = 6;
  EXPECT_EQ(written(netlist, NetlistFormat::kDot),
            "digraph \"netlist\" {\n"
            "  node [shape=box];\n"
            "  \"s0\";\n"
            "  \"s1\";\n"
            "  \"h0\" [shape=ellipse];\n"
            "  \"h1\" [shape=ellipse];\n"
            "  \"h0\" -> \"s0\" [dir=none, color=gray50, taillabel=\"\", headlabel=\"0\", "
            "label=\"\"];\n"
            "  \"h1\" -> \"s1\" [dir=none, color=gray50, taillabel=\"\", headlabel=\"0\", "
            "label=\"\"];\n"
            "  \"s0\" -> \"s1\" [dir=none, color=black, taillabel=\"1\", headlabel=\"1\", "
            "label=\"4/6\"];\n"
            "  \"s0\" -> \"s1\" [color=black, taillabel=\"2\", headlabel=\"2\", label=\"\"];\n"
            "}\n");
}

TEST(NetlistFile, InvalidNetlistIsNotWritten) {
  Netlist netlist = two_switches();
  netlist.links[4].latency = 0;
  EXPECT_THAT(error_of([&] { written(netlist, NetlistFormat::kYaml); }),
              HasSubstr("the latency is 0 cycles"));
}

TEST(NetlistFile, FormatNames) {
  EXPECT_EQ(parse_netlist_format("yaml"), NetlistFormat::kYaml);
  EXPECT_EQ(parse_netlist_format("json"), NetlistFormat::kJson);
  EXPECT_EQ(parse_netlist_format("dot"), NetlistFormat::kDot);
  EXPECT_EQ(error_of([] { parse_netlist_format("xml"); }),
            "unknown netlist format 'xml'; known: yaml, json, dot");
}

/// A valid file, one part per line; the cases below change one line.
std::vector<std::string> lines() {
  return {
      "netlist: 1",                                            // 1
      "kinds: [host, link]",                                   // 2
      "switches:",                                             // 3
      "  - {name: s0, ports: 3}",                              // 4
      "  - {name: s1, ports: 3}",                              // 5
      "hosts:",                                                // 6
      "  - {name: h0}",                                        // 7
      "  - {name: h1}",                                        // 8
      "links:",                                                // 9
      "  - {from: h0, to: s0.p0, latency: 1, kind: host}",     // 10
      "  - {from: s0.p0, to: h0, latency: 1, kind: host}",     // 11
      "  - {from: h1, to: s1.p0, latency: 1, kind: host}",     // 12
      "  - {from: s1.p0, to: h1, latency: 1, kind: host}",     // 13
      "  - {from: s0.p1, to: s1.p1, latency: 4, kind: link}",  // 14
      "  - {from: s1.p1, to: s0.p1, latency: 4, kind: link}",  // 15
  };
}

TEST(NetlistFile, BrokenFilesAreRefusedWithPlaceAndRemedy) {
  struct Broken {
    std::size_t line;  ///< replaced
    std::string by;
    std::string message;
  };
  const std::vector<Broken> cases = {
      {1, "", "net:2: the key 'netlist' is missing: the version of the format, 1"},
      {1, "netlist: 2", "net:1: the version of the netlist format is 2; allowed: 1"},
      {1, "netlist: 1\nlnks: []",
       "net:2: unknown key 'lnks' in a netlist; allowed: netlist, topology, kinds, switches, "
       "hosts, links, cables"},
      {1, "netlist: 1\nnetlist: 1", "net:2: the key 'netlist' of a netlist is given twice"},
      {2, "kinds: [link, host]", "net:2: the first link kind must be 'host'"},
      {2, "kinds: host", "net:2: 'kinds' must be a list of names"},
      {2, "kinds: [host, link, link]", "net:2: the link kind 'link' is there twice"},
      {4, "  - {name: s0}", "net:4: switch s0 has no key 'ports'; allowed: 1 to 256"},
      {4, "  - {name: s0, ports: 300}",
       "net:4: ports of switch s0 is '300'; allowed: an integer from 1 to 256"},
      {4, "  - {name: s0, ports: \"3\"}",
       "net:4: ports of switch s0 is '3'; allowed: an integer from 1 to 256"},
      {4, "  - {name: [s0], ports: 3}", "net:4: the name of a switch must be text"},
      {4, "  - s0", "net:4: a switch must be a map with the keys name, ports"},
      {5, "  - {name: s0, ports: 3}\n  - {name: s1, ports: 3}",
       "net:5: the name 's0' of switch 1 is already that of another switch; names are unique over "
       "switches and hosts"},
      {8, "  - {name: h1, port: 0}", "net:8: unknown key 'port' in a host; allowed: name"},
      {8, "  - {name: h1}\n  - {name: h2}",
       "net:9: host h2 has no link to a switch; it needs exactly one"},
      {10, "  - {to: s0.p0}", "net:10: a link has no key 'from'; allowed: HOST or SWITCH.pPORT"},
      {14, "  - {from: s0.p1, to: s2.p1, latency: 4, kind: link}",
       "net:14: 's2.p1' is no part of this network; allowed: HOST or SWITCH.pPORT"},
      {14, "  - {from: s0.p01, to: s1.p1, latency: 4, kind: link}",
       "net:14: 's0.p01' is no part of this network; allowed: HOST or SWITCH.pPORT"},
      {14, "  - {from: s0, to: s1.p1, latency: 4, kind: link}",
       "net:14: 's0' is a switch; the port has to be named too, as in s0.p0"},
      {14, "  - {from: s0.p3, to: s1.p1, latency: 4, kind: link}",
       "net:14: link s0.p3 -> s1.p1: switch s0 has no port 3; allowed: 0 to 2"},
      {14, "  - {from: s0.p1, to: s1.p1, latency: 0, kind: link}",
       "net:14: the latency of s0.p1 -> s1.p1 is '0'; allowed: an integer from 1 to 65535"},
      {14, "  - {from: s0.p1, to: s1.p1, latency: 1.5, kind: link}",
       "net:14: the latency of s0.p1 -> s1.p1 is '1.5'; allowed: an integer from 1 to 65535"},
      {14, "  - {from: s0.p1, to: s1.p1, kind: up}",
       "net:14: unknown link kind 'up'; 'kinds' lists: host, link"},
      {14, "  - {from: s0.p1, to: s1.p1, kind: host}",
       "net:14: link s0.p1 -> s1.p1: the kind 'host' is for links to and from hosts only"},
      {15, "  - {from: s0.p1, to: s1.p2, kind: link}",
       "net:15: link s0.p1 -> s1.p2: s0.p1 already has a link out: s0.p1 -> s1.p1"},
      {15, "  - {from: s1.p1, to: s0.p1, delay: 4}",
       "net:15: unknown key 'delay' in a link; allowed: from, to, latency, kind"},
      {1, "netlist: 1\ntopology: {name: fat_tee}", "net:2: unknown topology 'fat_tee'; known: "},
      {1, "netlist: 1\ntopology: {name: fat_tree, parameters: {k: 1, n: 1}}",
       "net:2: topology fat_tree: parameter 'k' is 1; allowed: an integer from 2 to 128"},
      {1, "netlist: 1\ntopology: {name: fat_tree, parameters: {k: 2.5, n: 1}}",
       "net:2: topology fat_tree: parameter 'k' is 2.5; allowed: an integer from 2 to 128"},
      {1, "netlist: 1\ntopology: {name: fat_tree, parameters: {k: 0x2, n: 1}}",
       "net:2: topology fat_tree: parameter 'k' is '0x2'; allowed: an integer from 2 to 128"},
      {1, "netlist: 1\ntopology: {name: fat_tree, parameters: {k: 9223372036854775808, n: 1}}",
       "net:2: topology fat_tree: parameter 'k' is 9.223372036854776e+18; allowed: an integer "
       "from 2 to 128"},
      {1, "netlist: 1\ntopology: {name: single_switch, parameters: {hosts: 2}}",
       "net:3: not the network of the topology single_switch: link kind 1 is link here, nothing "
       "there; remove the key 'topology' if the network was changed by hand"},
      {9, "links: [", "net:"},
  };
  for (const Broken& each : cases) {
    std::vector<std::string> changed = lines();
    changed[each.line - 1] = each.by;
    std::string text;
    for (const std::string& line : changed) text += line + '\n';
    const std::string message = error_of([&text] { parse_netlist(text, "net"); });
    if (each.message.back() == ' ' || each.message.back() == ':') {
      EXPECT_EQ(message.substr(0, each.message.size()), each.message);
    } else {
      EXPECT_EQ(message, each.message) << each.by;
    }
  }
  EXPECT_EQ(error_of([] { parse_netlist("", "net"); }),
            "net:1: the file is empty; a netlist begins with 'netlist: 1'");
  EXPECT_EQ(error_of([] { parse_netlist("netlist: 1\n---\nnetlist: 1\n", "net"); }),
            "net:2: more than one document; a netlist file has one");
  // yaml-cpp makes an endless row of empty documents of a stray comma.
  for (const char* text : {",", "[netlist],"}) {
    EXPECT_THAT(error_of([&] { parse_netlist(text, "net"); }), HasSubstr(": not YAML or JSON: "))
        << text;
  }
  EXPECT_THAT(error_of([] { parse_netlist("[1, 2]", "net"); }),
              HasSubstr("net:1: a netlist must be a map with the keys netlist"));
}

TEST(NetlistFile, ChangedTopologyIsRefusedUnlessTheKeyIsRemoved) {
  const Netlist tree = generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  std::string text = written(tree, NetlistFormat::kYaml);
  const auto replace = [&text](const std::string& old_text, const std::string& new_text) {
    const std::size_t place = text.find(old_text);
    ASSERT_NE(place, std::string::npos) << old_text;
    text.replace(place, old_text.size(), new_text);
  };
  // Other latencies are the topology's all the same.
  replace("to: s2.p0, latency: 1", "to: s2.p0, latency: 9");
  EXPECT_EQ(error_of([&text] { parse_netlist(text, "net"); }), "");
  // A swap of two cables' upper ends is not.
  replace("{from: s0.p2, to: s2.p0, latency: 9", "{from: s0.p2, to: s2.p1, latency: 9");
  replace("{from: s1.p2, to: s2.p1, latency: 1", "{from: s1.p2, to: s2.p0, latency: 1");
  EXPECT_THAT(error_of([&text] { parse_netlist(text, "net"); }),
              HasSubstr("not the network of the topology fat_tree: link 8 is s0.p2 -> s2.p1 (up) "
                        "here, s0.p2 -> s2.p0 (up) there; remove the key 'topology' if the "
                        "network was changed by hand"));
  // What is of another size is not made to be compared.
  replace("parameters: {k: 2, n: 2}}", "parameters: {k: 16, n: 4}}");
  EXPECT_EQ(error_of([&text] { parse_netlist(text, "net"); }),
            "net:2: not the network of the topology fat_tree: 4 hosts, 4 switches and 16 links "
            "here, 65536 hosts, 16384 switches and 524288 links there; remove the key 'topology' "
            "if the network was changed by hand");
  replace("topology: {name: fat_tree, parameters: {k: 16, n: 4}}\n", "");
  EXPECT_EQ(error_of([&text] { parse_netlist(text, "net"); }), "");
}

// Parameters

std::vector<Parameter> declarations() {
  Parameter size;
  size.name = "size";
  size.meaning = "switches";
  size.minimum = 2;
  size.maximum = 8;
  Parameter share;
  share.name = "share";
  share.type = Parameter::Type::kReal;
  share.default_value = 0.5;
  share.maximum = 1;
  Parameter on;
  on.name = "on";
  on.type = Parameter::Type::kBoolean;
  on.default_value = false;
  Parameter order;
  order.name = "order";
  order.type = Parameter::Type::kString;
  order.default_value = std::string("up");
  order.choices = {"up", "down"};
  Parameter list;
  list.name = "list";
  list.type = Parameter::Type::kIntegerList;
  list.minimum = 1;
  list.maximum = 9;
  list.optional = true;
  return {size, share, on, order, list};
}

TEST(Parameters, ResolvedWithDefaultsAndConversions) {
  const ParameterMap map = resolve_parameters(
      declarations(), {{"size", std::int64_t{4}}, {"share", std::int64_t{1}}}, "here");
  EXPECT_EQ(map.size(), 4u);
  EXPECT_EQ(integer_parameter(map, "size"), 4);
  EXPECT_EQ(real_parameter(map, "share"), 1.0);
  EXPECT_EQ(boolean_parameter(map, "on"), false);
  EXPECT_EQ(string_parameter(map, "order"), "up");
  const ParameterMap with_list = resolve_parameters(
      declarations(), {{"size", std::int64_t{4}}, {"list", std::int64_t{3}}}, "here");
  EXPECT_EQ(list_parameter(with_list, "list"), std::vector<std::int64_t>{3});
}

TEST(Parameters, MistakesAreNamed) {
  const auto error = [](ParameterMap map) {
    map.emplace("size", std::int64_t{4});
    return error_of([&map] { resolve_parameters(declarations(), map, "here"); });
  };
  EXPECT_EQ(error_of([] { resolve_parameters(declarations(), {}, "here"); }),
            "here: parameter 'size' (switches) is missing; allowed: an integer from 2 to 8");
  EXPECT_EQ(error({{"speed", std::int64_t{1}}}),
            "here: unknown parameter 'speed'; known: size, share, on, order, list");
  EXPECT_EQ(error({{"size", std::int64_t{9}}}),
            "here: parameter 'size' is 9; allowed: an integer from 2 to 8");
  EXPECT_EQ(error({{"size", 2.5}}),
            "here: parameter 'size' is 2.5; allowed: an integer from 2 to 8");
  EXPECT_EQ(error({{"share", 1.5}}),
            "here: parameter 'share' is 1.5; allowed: a number from 0 to 1");
  EXPECT_EQ(error({{"on", std::int64_t{1}}}), "here: parameter 'on' is 1; allowed: true or false");
  EXPECT_EQ(error({{"order", std::string("left")}}),
            "here: parameter 'order' is 'left'; allowed: up, down");
  EXPECT_EQ(error({{"list", std::vector<std::int64_t>{3, 10}}}),
            "here: parameter 'list' is [3, 10]; allowed: an integer or a list of integers from 1 "
            "to 9");
  EXPECT_EQ(error({{"list", std::vector<std::int64_t>{}}}),
            "here: parameter 'list' is []; allowed: an integer or a list of integers from 1 to 9");
  const ParameterMap map = {{"size", true}};
  EXPECT_EQ(error_of([&map] { integer_parameter(map, "size"); }),
            "parameter 'size' is not an integer");
  EXPECT_EQ(error_of([&map] { real_parameter(map, "share"); }), "parameter 'share' is missing");
}

}  // namespace
}  // namespace netloom
