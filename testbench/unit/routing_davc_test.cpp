#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/connectivity.h"
#include "routing/check/crosspoints.h"
#include "routing/check/deadlock.h"
#include "routing/check/programmed_routers.h"
#include "routing/check/relabel.h"
#include "routing/check/vc_need.h"
#include "routing/davc/davc_routing.h"
#include "routing/davc/davc_vcs.h"
#include "routing/davc/link_up.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

DavcRouting& davc_of(RoutingFunction& routing) {
  return dynamic_cast<DavcRouting&>(routing);
}

VcNeed need_of(const Netlist& netlist, const std::string& routing, const std::string& function,
               const ParameterMap& parameters = {}) {
  const auto made =
      test::make_routing(routing, test::davc_context_of(netlist, 1, function), parameters);
  return davc_vc_need(davc_of(*made));
}

/// Switches in a ring, a host at port 0 of each, the next switch at port 1, the one before at 2.
Netlist ring(int switches) {
  Netlist netlist;
  const int link = 1;
  netlist.kind("host");
  netlist.kind("link");
  for (int i = 0; i < switches; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 3});
    netlist.hosts.push_back({"h" + std::to_string(i)});
  }
  const auto sw = [](int id, int port) {
    return Endpoint{Endpoint::Type::kSwitch, static_cast<std::uint32_t>(id), port};
  };
  for (int i = 0; i < switches; ++i) {
    netlist.add_cable({Endpoint::Type::kHost, static_cast<std::uint32_t>(i), 0}, sw(i, 0), 1, 0);
    netlist.add_cable(sw(i, 1), sw((i + 1) % switches, 2), 1, link);
  }
  return netlist;
}

/// The graph that has a cable for each pair, one host at each switch (port 0).
Netlist graph(const std::vector<std::pair<int, int>>& cables) {
  std::string text;
  for (const auto& [a, b] : cables) {
    text += "s" + std::to_string(a) + " s" + std::to_string(b) + "\n";
  }
  const test::TemporaryFile file(text);
  return test::generate("graph", {{"file", file.path()}});
}

// ---- The rule.

// [DAVC 2018], Figure 3: the path 3-7-6-9-4 leaves node 3 by port 0 and switches 7 and 6 by port 2.
// Source: [DAVC 2018], sections 5.1 to 5.3.
TEST(DavcRule, Figure3) {
  struct Hop {
    std::uint32_t inbound_port, outbound_port, node, next_node;
  };
  const std::vector<Hop> hops = {{0, 2, 7, 6}, {2, 2, 6, 9}};
  const auto vcs = [&hops](DavcFunction function) {
    const DavcRule rule(function);
    std::vector<int> result = {0};  // injection
    for (const Hop& hop : hops) {
      result.push_back(rule.next_vc(result.back(), hop.inbound_port, hop.outbound_port, hop.node,
                                    hop.next_node));
    }
    return result;
  };
  EXPECT_EQ(vcs(DavcFunction::kNode), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(vcs(DavcFunction::kPort), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(vcs(DavcFunction::kNodePort), (std::vector<int>{0, 0, 0}));
}

// All identifiers of up to three values: the label rises strictly, and the VC only where it has to.
TEST(DavcRule, RaisesTheLabelAndNoMoreThanThat) {
  for (const std::string& name : davc_function_names()) {
    const DavcRule rule(parse_davc_function(name));
    for (std::uint32_t i = 0; i < 3 * 3 * 3 * 3; ++i) {
      const std::uint32_t q = i % 3, p = i / 3 % 3, c = i / 9 % 3, n = i / 27;
      const DavcLabel before{5, q, c};
      const int vc = rule.next_vc(5, q, p, c, n);
      EXPECT_TRUE(rule.less(before, {vc, p, n})) << name << i;
      EXPECT_FALSE(rule.less({vc, p, n}, before)) << name << i;
      EXPECT_EQ(vc, rule.less(before, {5, p, n}) ? 5 : 6) << name << i;
    }
  }
}

TEST(DavcRule, UnknownFunction) {
  EXPECT_EQ(test::error_of([] { parse_davc_function("pn"); }),
            "unknown function of DAVC 'pn'; allowed: n, p, np");
}

// ---- Registers and the link-up handshake.

TEST(DavcRegisters, LinkUpTellsTheNeighbours) {
  const Netlist netlist = ring(4);
  const auto routing = test::make_routing("shortest_path", test::davc_context_of(netlist, 4, "np"));
  EXPECT_EQ(routing->register_set(), kNoRegisters);
  std::vector<std::unique_ptr<RegisterFile>> files;
  std::vector<RegisterFile*> pointers;
  for (SwitchId id = 0; id < 4; ++id) {
    SwitchShape shape;
    shape.hosts = 4;
    shape.switches = 4;
    shape.ports = 3;
    routing->complete_shape(id, shape);
    files.push_back(std::make_unique<RegisterFile>(routing->register_set(), shape));
    for (const RegisterWrite& write : routing->register_program(id)) files.back()->write(write);
    pointers.push_back(files.back().get());
  }
  EXPECT_EQ(files[0]->value("NEIGHBOUR_ID", 2), 0u);  // the links are not up
  bring_links_up(netlist, pointers);
  for (SwitchId id = 0; id < 4; ++id) {
    EXPECT_EQ(files[id]->value("NODE_ID", 0), id);
    EXPECT_EQ(files[id]->value("NEIGHBOUR_PORT", 0), 0u);  // a host has no other port
    EXPECT_EQ(files[id]->value("NEIGHBOUR_ID", 1), (id + 1) % 4);
    EXPECT_EQ(files[id]->value("NEIGHBOUR_PORT", 1), 2u);
    EXPECT_EQ(files[id]->value("NEIGHBOUR_ID", 2), (id + 3) % 4);
    EXPECT_EQ(files[id]->value("NEIGHBOUR_PORT", 2), 1u);
  }
  // What the explanation of a decision at switch 1 says that was compared.
  DavcVcs vcs(DavcRule(DavcFunction::kNodePort), 3);
  vcs.registers_written(*files[1]);
  const auto compared = [&](int input, int output) {
    RouteQuery query;
    query.input_port = input;
    const std::string text = vcs.explain(query, {output}, *files[1]);
    return text.substr(0, text.find(':', 5));
  };
  EXPECT_EQ(compared(0, 1), "F_NP: PORT_ID 1 > NEIGHBOUR_PORT 0");
  EXPECT_EQ(compared(1, 1), "F_NP: PORT_ID 1 < NEIGHBOUR_PORT 2");
  EXPECT_EQ(compared(2, 1), "F_NP: PORT_ID 1 = NEIGHBOUR_PORT 1, NEIGHBOUR_ID 2 > NODE_ID 1");
  // Status registers cannot be written, and software registers not learnt.
  std::uint32_t value = 0;
  EXPECT_EQ(files[0]->write(files[0]->address("NEIGHBOUR_ID", 1), 1),
            RegisterFile::Status::kReadOnly);
  EXPECT_EQ(files[0]->read(files[0]->address("NEIGHBOUR_ID", 1), value), RegisterFile::Status::kOk);
  EXPECT_THAT(
      [&] {
        files[0]->learn({{"NODE_ID", 0, 1}});
      },
      testing::ThrowsMessage<BrokenInvariant>(
          "register NODE_ID is written by software, hardware does not learn it"));
}

// Output and input port of a number may lead to different neighbours.
TEST(DavcRegisters, UnidirectionalLinks) {
  Netlist netlist = ring(3);
  netlist.links.clear();
  const auto sw = [](std::uint32_t id, int port) {
    return Endpoint{Endpoint::Type::kSwitch, id, port};
  };
  for (std::uint32_t i = 0; i < 3; ++i) {
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, sw(i, 0), 1, 0);
    netlist.links.push_back({sw(i, 2), sw((i + 1) % 3, 1), 1, 1});
  }
  SwitchShape shape;
  shape.switches = 3;
  shape.ports = 3;
  shape.davc = true;
  std::vector<RegisterFile> files(3, RegisterFile(kNoRegisters, shape));
  std::vector<RegisterFile*> pointers;
  for (std::uint32_t i = 0; i < 3; ++i) {
    files[i].write({"NODE_ID", 0, i});
    for (int port = 0; port < 3; ++port) {
      files[i].write({"PORT_ID", port, static_cast<std::uint32_t>(port)});
    }
    pointers.push_back(&files[i]);
  }
  bring_links_up(netlist, pointers);
  EXPECT_EQ(files[0].value("NEIGHBOUR_ID", 2), 1u);    // where its packets go
  EXPECT_EQ(files[0].value("NEIGHBOUR_PORT", 1), 2u);  // by which port its packets were sent
  EXPECT_EQ(files[0].value("NEIGHBOUR_ID", 1), 0u);    // no link leaves there
}

// ---- The router.

/// What a switch offers a packet that came in by this port and VC: (port, VC) pairs.
std::vector<std::pair<int, int>> offered(SwitchRouter& router, int ports, int vc_shift,
                                         const RouteQuery& query) {
  std::vector<std::uint64_t> words(64, 0);
  CandidateSet candidates(words.data(), static_cast<int>(words.size()), vc_shift);
  router.route(query, candidates);
  std::vector<std::pair<int, int>> result;
  for (int port = 0; port < ports; ++port) {
    for (int vc = 0; vc < 1 << vc_shift; ++vc) {
      if (candidates.contains(port, vc)) result.emplace_back(port, vc);
    }
  }
  return result;
}

using Offers = std::vector<std::pair<int, int>>;

// The inbound port id is the sender's: a packet around a ring leaves every switch by port 1 and
// comes in by port 2, and the VC rises at every switch but the first.
TEST(DavcRouter, InboundPortIsThatOfTheSender) {
  const Netlist netlist = ring(8);
  const RoutingContext context = test::davc_context_of(netlist, 8, "p");
  const auto routing =
      test::make_routing("shortest_path", context, {{"ties", std::string("lowest")}});
  const auto routers = programmed_routers(context, *routing);
  RouteQuery query;
  query.destination = 3;
  query.source = 0;
  query.input_port = 0;
  EXPECT_EQ(offered(*routers[0], 3, 3, query), (Offers{{1, 0}}));
  query.input_port = 2;
  EXPECT_EQ(offered(*routers[1], 3, 3, query), (Offers{{1, 1}}));
  query.input_vc = 1;
  EXPECT_EQ(offered(*routers[2], 3, 3, query), (Offers{{1, 2}}));
  query.input_vc = 2;
  EXPECT_EQ(offered(*routers[3], 3, 3, query),
            (Offers{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}}));
}

// [DAVC 2018], Figure 3 hop by hop: a packet goes from a host over the switches 7, 6 and 9, and
// leaves 7 and 6 by port 2.
TEST(DavcRouter, Figure3HopByHop) {
  Netlist netlist;
  netlist.kind("host");
  netlist.kind("link");
  for (int i = 0; i < 10; ++i) netlist.switches.push_back({"s" + std::to_string(i), 3});
  netlist.hosts = {{"n3"}, {"n4"}};
  const auto sw = [](std::uint32_t id, int port) {
    return Endpoint{Endpoint::Type::kSwitch, id, port};
  };
  netlist.add_cable({Endpoint::Type::kHost, 0, 0}, sw(7, 0), 1, 0);
  netlist.add_cable({Endpoint::Type::kHost, 1, 0}, sw(9, 0), 1, 0);
  netlist.add_cable(sw(7, 2), sw(6, 1), 1, 1);
  netlist.add_cable(sw(6, 2), sw(9, 1), 1, 1);
  // The others are a chain behind switch 9.
  std::uint32_t before = 9;
  for (const std::uint32_t next : {8u, 5u, 4u, 3u, 2u, 1u, 0u}) {
    netlist.add_cable(sw(before, 2), sw(next, 1), 1, 1);
    before = next;
  }
  const auto vcs = [&](const std::string& function) {
    const RoutingContext context = test::davc_context_of(netlist, 2, function);
    const auto routing = test::make_routing("shortest_path", context);
    const auto routers = programmed_routers(context, *routing);
    std::vector<int> result = {0};  // injection
    RouteQuery query;
    query.source = 0;
    query.destination = 1;
    query.input_port = 0;
    for (const SwitchId at : {7u, 6u}) {
      query.input_vc = result.back();
      const auto offers = offered(*routers[at], 3, 1, query);
      EXPECT_EQ(offers.size(), 1u);
      EXPECT_EQ(offers.front().first, 2);
      result.push_back(offers.front().second);
      query.input_port = 1;
    }
    return result;
  };
  EXPECT_EQ(vcs("n"), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(vcs("p"), (std::vector<int>{0, 0, 1}));
  EXPECT_EQ(vcs("np"), (std::vector<int>{0, 0, 0}));
}

TEST(DavcRouter, OffersNothingBeyondTheLastVcUnlessItClamps) {
  const Netlist netlist = ring(8);
  RouteQuery query;
  query.destination = 3;
  query.input_port = 2;
  query.input_vc = 1;
  for (const bool clamp : {false, true}) {
    const RoutingContext context = test::davc_context_of(netlist, 2, "p", clamp);
    const auto routing = test::make_routing("shortest_path", context);
    const auto routers = programmed_routers(context, *routing);
    EXPECT_EQ(offered(*routers[2], 3, 1, query), clamp ? Offers({{1, 1}}) : Offers());
  }
}

// The model decides for all ports at once, by a table of its registers; for anything that decides
// in its place, RTL say, it asks port by port. Both are one rule.
TEST(DavcRouter, AllPortsAtOnceAreEachByItself) {
  const std::vector<Netlist> netlists = {
      test::generate("random_regular", {{"switches", std::int64_t{20}},
                                        {"ports", std::int64_t{9}},
                                        {"degree", std::int64_t{6}}}),
      test::generate("fat_tree", {{"k", std::int64_t{40}}, {"n", std::int64_t{2}}})};
  std::size_t compared = 0;
  for (const Netlist& netlist : netlists) {
    // 37 in the tree, whose destinations then have every digit.
    const auto step = static_cast<NodeId>(netlist.hosts.size() / 44 + 1);
    for (const std::string& function : davc_function_names()) {
      for (const int vcs : {1, 3}) {
        RoutingContext context = test::davc_context_of(netlist, vcs, function);
        const auto routing = test::make_routing("ecmp", context);
        const auto at_once = programmed_routers(context, *routing);
        RoutingContext asking = context;
        asking.hooks.vc_decision = [](SwitchId /*id*/, int /*ports*/,
                                      std::unique_ptr<VcDecision> decision) { return decision; };
        const auto asked_routing = test::make_routing("ecmp", asking);
        const auto one_by_one = programmed_routers(asking, *asked_routing);
        for (SwitchId id = 0; id < netlist.switches.size(); id += 7) {
          const int ports = netlist.switches[id].ports;
          RouteQuery query;
          for (query.input_port = 0; query.input_port < ports; ++query.input_port) {
            for (query.input_vc = 0; query.input_vc < vcs; ++query.input_vc) {
              for (query.destination = 0; query.destination < netlist.hosts.size();
                   query.destination += step) {
                const Offers offers = offered(*one_by_one[id], ports, vcs, query);
                ASSERT_EQ(offered(*at_once[id], ports, vcs, query), offers)
                    << function << " switch " << id << " port " << query.input_port << " VC "
                    << query.input_vc << " to " << query.destination;
                compared += offers.size();
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 10000u);
}

TEST(DavcRouter, ChecksThatHopsRaiseTheLabel) {
  const Netlist netlist = ring(8);
  const RoutingContext context = test::davc_context_of(netlist, 8, "p");
  const auto routing = test::make_routing("shortest_path", context);
  const auto routers = programmed_routers(context, *routing);
  RouteQuery query;
  query.destination = 3;
  query.input_port = 2;
  query.input_vc = 1;
  routers[2]->check_hop(query, 1, 2);
  EXPECT_EQ(test::error_of([&] { routers[2]->check_hop(query, 1, 1); }),
            "DAVC: a packet of h0 to h3 goes from s1.p1.vc1 to s2.p1.vc1, which does not raise the "
            "label of the channel: (vc 1, port 1, node 2) to (vc 1, port 1, node 3)");
  query.input_port = 0;  // from the host
  routers[2]->check_hop(query, 1, 0);
}

TEST(DavcRouter, FunctionsThatNeedTheirVcs) {
  const Netlist netlist = test::generate("dragonfly", {{"h", std::int64_t{2}}});
  EXPECT_EQ(test::error_of([&] {
              test::make_routing("rlm", test::davc_context_of(netlist, 3, "p"));
            }).substr(0, 118),
            "routing function 'rlm' decides by the VC on which a packet is, so that it cannot use "
            "the VC policy 'davc'; allowed wit");
}

TEST(DavcRouting, DependsOnTheSourceAsWhatItWraps) {
  const Netlist netlist =
      test::generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  const RoutingContext context = test::davc_context_of(netlist, 1, "p");
  EXPECT_TRUE(test::make_routing("det_lin", context)->depends_on_source());
  EXPECT_FALSE(test::make_routing("ecmp", context)->depends_on_source());
}

// ---- VC need.

// By hand: half-way around an 8-ring are 4 hops. F_P: all but the first raise the VC. F_N, upwards:
// the hop to switch 0 raises it; downwards: every hop but the one from 0 to 7 does, also the first.
TEST(DavcNeed, RingByHand) {
  const Netlist netlist = ring(8);
  EXPECT_EQ(need_of(netlist, "ecmp", "p").vcs[1], 4);
  EXPECT_EQ(need_of(netlist, "ecmp", "n").vcs[1], 5);
  // F_NP: equal ports, so that the nodes decide. Upwards once at most, downwards at every switch
  // but the first, where port 2 is more than the host's 0.
  EXPECT_EQ(need_of(netlist, "ecmp", "np").vcs[1], 4);
}

// To each of 8 switches: the links from the 7 other hosts, and those of the two ways half round.
TEST(DavcNeed, FollowsEveryLinkToEverySwitch) {
  EXPECT_EQ(need_of(ring(8), "ecmp", "p").states, 8u * (7 + 2 * 4));
}

TEST(DavcNeed, WitnessIsAPathThatNeedsIt) {
  const Netlist netlist = ring(8);
  const RoutingContext context = test::davc_context_of(netlist, 3, "n");
  const auto routing = test::make_routing("ecmp", context);
  const VcNeed need = davc_vc_need(davc_of(*routing));
  EXPECT_EQ(
      too_few_vcs(context, need),
      "DAVC (n) needs 5 VCs on links of the kind 'link', which have 3; a path that needs them "
      "is that of h4 to h0: s4.p2.vc1, s3.p2.vc2, s2.p2.vc3, s1.p2.vc4");
  const RoutingContext enough = test::davc_context_of(netlist, 5, "n");
  EXPECT_EQ(too_few_vcs(enough, need), "");
}

/// The need by following every path, one after the other, hop by hop.
int need_by_enumeration(const Netlist& netlist, RoutingFunction& inner, const DavcRule& rule,
                        const RoutingContext& context) {
  const PortMap ports(netlist);
  const auto routers = programmed_routers(context, inner);
  int most = 0;
  const auto hosts = static_cast<NodeId>(netlist.hosts.size());
  for (NodeId source = 0; source < hosts; ++source) {
    for (NodeId destination = 0; destination < hosts; ++destination) {
      if (source == destination) continue;
      const std::function<void(int, int, std::uint32_t, std::uint32_t)> follow =
          [&](int link, int vc, std::uint32_t inbound, std::uint32_t state) {
            const Endpoint at = netlist.links[static_cast<std::size_t>(link)].to;
            RouteQuery query;
            query.destination = destination;
            query.source = source;
            query.input_port = at.port;
            query.state = state;
            SwitchRouter& router = *routers[at.index];
            const Offers offers = offered(router, ports.ports(at.index), context.vc_shift, query);
            for (const auto& [port, inner_vc] : offers) {
              const int out = ports.link_out(at.index, port);
              const Endpoint to = netlist.links[static_cast<std::size_t>(out)].to;
              if (to.type == Endpoint::Type::kHost) continue;
              const auto outbound = static_cast<std::uint32_t>(port);
              const int next = rule.next_vc(vc, inbound, outbound, at.index, to.index);
              most = std::max(most, next + 1);
              follow(out, next, outbound, router.next_state(query, port, inner_vc));
            }
          };
      follow(ports.injection(source), 0, 0, 0);
    }
  }
  return most;
}

TEST(DavcNeed, EqualsThatOfAllPathsOneByOne) {
  Random random(7, 0);
  for (int round = 0; round < 12; ++round) {
    const int switches = 5 + round;
    std::vector<std::pair<int, int>> cables;
    for (int i = 1; i < switches; ++i) {
      cables.emplace_back(static_cast<int>(random.below(static_cast<std::uint32_t>(i))), i);
    }
    for (int i = 0; i < switches; ++i) {
      const int a = static_cast<int>(random.below(static_cast<std::uint32_t>(switches)));
      const int b = static_cast<int>(random.below(static_cast<std::uint32_t>(switches)));
      if (a != b) cables.emplace_back(a, b);
    }
    const Netlist netlist = graph(cables);
    for (const char* routing : {"ecmp", "shortest_path"}) {
      for (const std::string& function : davc_function_names()) {
        const RoutingContext context = test::davc_context_of(netlist, 1, function);
        const auto made = test::make_routing(routing, context);
        DavcRouting& davc = davc_of(*made);
        const int expected =
            need_by_enumeration(netlist, davc.inner(), davc.settings().rule, davc.inner_context());
        const VcNeed need = davc_vc_need(davc);
        EXPECT_EQ(need.vcs[1], expected) << routing << ' ' << function << ' ' << round;
        EXPECT_EQ(need.witnesses[1].hops.back().vc, expected - 1);
      }
    }
  }
}

// The hosts of a switch are destinations at different ones.
TEST(DavcNeed, UnidirectionalNetworks) {
  const Netlist ruft = test::generate("ruft", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}});
  for (const char* routing : {"ecmp", "all_path", "ruft"}) {
    for (const std::string& function : davc_function_names()) {
      const RoutingContext context = test::davc_context_of(ruft, 1, function);
      const auto made = test::make_routing(routing, context);
      DavcRouting& davc = davc_of(*made);
      EXPECT_EQ(davc_vc_need(davc).most(),
                need_by_enumeration(ruft, davc.inner(), davc.settings().rule, davc.inner_context()))
          << routing << ' ' << function;
    }
  }
}

// The dragonfly of [DAVC 2018] at a smaller size: F_P and F_NP need what Dally's scheme needs, 2
// VCs on local and 1 on global links with minimal routing, 3 and 2 with Valiant; F_N needs more.
TEST(DavcNeed, SmallDragonfly) {
  const Netlist netlist = test::generate("dragonfly", {{"h", std::int64_t{2}}});
  for (const char* function : {"p", "np"}) {
    EXPECT_EQ(need_of(netlist, "min", function).vcs, (std::vector<int>{0, 2, 1})) << function;
    EXPECT_EQ(need_of(netlist, "val", function).vcs, (std::vector<int>{0, 3, 2})) << function;
  }
  EXPECT_GT(need_of(netlist, "min", "n").most(), 2);
  EXPECT_GT(need_of(netlist, "val", "n").most(), 3);
}

// The dragonfly of [DAVC 2018], DF(6,12,6), by link kinds (host, local, global).
// Source: [DAVC 2018], section 8.1: "Both F_P and F_NP require the same number of VCs as
// Dally", which are 2 with minimal routing; F_N always a higher one.
TEST(DavcNeed, PaperDragonfly) {
  using Vcs = std::vector<int>;
  const Netlist netlist = test::generate("dragonfly", {{"h", std::int64_t{6}}});
  EXPECT_EQ(need_of(netlist, "min", "n").vcs, (Vcs{0, 4, 3}));
  EXPECT_EQ(need_of(netlist, "min", "p").vcs, (Vcs{0, 2, 1}));
  EXPECT_EQ(need_of(netlist, "min", "np").vcs, (Vcs{0, 2, 1}));
  for (const char* routing : {"shortest_path", "ecmp"}) {
    EXPECT_EQ(need_of(netlist, routing, "n").vcs, (Vcs{0, 4, 4})) << routing;
    EXPECT_EQ(need_of(netlist, routing, "p").vcs, (Vcs{0, 3, 3})) << routing;
    EXPECT_EQ(need_of(netlist, routing, "np").vcs, (Vcs{0, 3, 3})) << routing;
  }
}

TEST(DavcNeed, LoopsAreUnbounded) {
  const Netlist netlist = ring(4);
  // Between s0 and s1 there and back, any number of times.
  const test::TemporaryFile loop("s0 h2 1 2\ns1 h2 1 2\ns3 h2 1\ns0 * 1\ns1 * 1\ns2 * 1\ns3 * 1\n");
  const RoutingContext context = test::davc_context_of(netlist, 4, "p");
  const auto routing = test::make_routing("table", context, {{"file", loop.path()}});
  const VcNeed need = davc_vc_need(davc_of(*routing));
  EXPECT_TRUE(need.unbounded);
  EXPECT_EQ(too_few_vcs(context, need),
            "DAVC (p) needs any number of VCs: packets to h2 can come back to where they were");
}

// ---- Freedom of deadlocks, computed.

TEST(DavcDeadlock, AcyclicWithEnoughVcsAndNotWhenClamped) {
  const Netlist netlist = ring(8);
  for (const std::string& function : davc_function_names()) {
    const int vcs = need_of(netlist, "ecmp", function).most();
    const RoutingContext context = test::davc_context_of(netlist, vcs, function);
    const auto routing = test::make_routing("ecmp", context);
    const DeadlockReport report = check_deadlock(context, *routing);
    EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic) << function;
    EXPECT_EQ(report.vcs_needed[1], vcs) << function;

    const RoutingContext fewer = test::davc_context_of(netlist, 1, function, true);
    const auto clamped = test::make_routing("ecmp", fewer);
    const DeadlockReport deadlock = check_deadlock(fewer, *clamped);
    EXPECT_FALSE(deadlock.deadlock_free()) << function;
    EXPECT_EQ(deadlock.cycle.size(), 8u);
  }
}

// Every routing that goes with DAVC, on networks of all kinds: with exactly the VCs that are
// computed the dependencies between channels have no cycle, everything arrives, and with a VC less
// on any kind of links some packet would find no way.
TEST(DavcDeadlock, ProvenForAllNetworks) {
  using Int = std::int64_t;
  const std::map<std::string, ParameterMap> networks = {
      {"random_regular",
       {{"switches", Int{30}}, {"ports", Int{6}}, {"degree", Int{5}}, {"graph_seed", Int{3}}}},
      {"dcell", {{"n", Int{3}}, {"k", Int{1}}}},
      {"bcube", {{"n", Int{3}}, {"k", Int{1}}}},
      {"managed_fat_tree", {{"k", Int{2}}, {"n", Int{3}}}},
      {"mesh", {{"k", std::vector<Int>{4, 3}}}},
      {"dragonfly", {{"h", Int{2}}, {"p", Int{1}}}}};
  for (const auto& [topology, parameters] : networks) {
    const Netlist netlist = test::generate(topology, parameters);
    std::vector<std::string> routings = {"ecmp", "shortest_path", "all_path"};
    if (topology == "mesh") routings.emplace_back("dor");
    if (topology == "dragonfly") routings.insert(routings.end(), {"min", "val"});
    for (const std::string& routing : routings) {
      for (const std::string& function : davc_function_names()) {
        const std::string name = topology + ' ' + routing + ' ' + function;
        const VcNeed need = need_of(netlist, routing, function);
        RoutingContext context = test::davc_context_of(netlist, need.most(), function);
        context.vcs = need.vcs;
        for (int& count : context.vcs) count = std::max(count, 1);
        const auto made = test::make_routing(routing, context);
        const DeadlockReport report = check_deadlock(context, *made);
        EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic) << name;
        EXPECT_EQ(report.vcs_needed, need.vcs) << name;
        EXPECT_TRUE(check_connectivity(context, *made).ok()) << name;
        for (std::size_t kind = 1; kind < need.vcs.size(); ++kind) {
          if (need.vcs[kind] < 2) continue;
          RoutingContext fewer = context;
          --fewer.vcs[kind];
          EXPECT_NE(too_few_vcs(fewer, need), "") << name;
          EXPECT_FALSE(check_connectivity(fewer, *test::make_routing(routing, fewer)).ok()) << name;
        }
      }
    }
  }
}

// ---- Routing on any graph.

/// Two hexagons that share an edge, and a pendant switch: cycles of different lengths.
Netlist two_hexagons() {
  return graph({{0, 1},
                {1, 2},
                {2, 3},
                {3, 4},
                {4, 5},
                {5, 0},
                {2, 6},
                {6, 7},
                {7, 8},
                {8, 9},
                {9, 3},
                {9, 10}});
}

/// Switches of all walks from one host to another that the function offers.
std::vector<std::vector<SwitchId>> walks(const Netlist& netlist, const RoutingContext& context,
                                         RoutingFunction& routing, NodeId source,
                                         NodeId destination) {
  const PortMap ports(netlist);
  const auto routers = programmed_routers(context, routing);
  std::vector<std::vector<SwitchId>> result;
  std::vector<SwitchId> walk;
  const std::function<void(int, std::uint32_t)> follow = [&](int link, std::uint32_t state) {
    const Endpoint at = netlist.links[static_cast<std::size_t>(link)].to;
    if (at.type == Endpoint::Type::kHost) {
      EXPECT_EQ(at.index, destination);
      result.push_back(walk);
      return;
    }
    walk.push_back(at.index);
    RouteQuery query;
    query.destination = destination;
    query.source = source;
    query.input_port = at.port;
    query.state = state;
    SwitchRouter& router = *routers[at.index];
    const Offers offers = offered(router, ports.ports(at.index), context.vc_shift, query);
    EXPECT_FALSE(offers.empty());
    for (const auto& [port, vc] : offers) {
      follow(ports.link_out(at.index, port), router.next_state(query, port, vc));
    }
    walk.pop_back();
  };
  follow(ports.injection(source), 0);
  std::sort(result.begin(), result.end());
  return result;
}

/// The same from the graph alone: no switch twice, no more than k hops longer than the shortest.
std::vector<std::vector<SwitchId>> simple_paths(const Netlist& netlist, SwitchId from, SwitchId to,
                                                std::size_t k) {
  std::vector<std::vector<SwitchId>> all;
  std::vector<SwitchId> path = {from};
  const std::function<void()> extend = [&] {
    if (path.back() == to) {
      all.push_back(path);
      return;
    }
    for (const Link& link : netlist.links) {
      if (link.from.type == Endpoint::Type::kHost || link.to.type == Endpoint::Type::kHost ||
          link.from.index != path.back() ||
          std::find(path.begin(), path.end(), link.to.index) != path.end()) {
        continue;
      }
      path.push_back(link.to.index);
      extend();
      path.pop_back();
    }
  };
  extend();
  std::size_t shortest = ~std::size_t{0};
  for (const auto& each : all) shortest = std::min(shortest, each.size());
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const auto& each) { return each.size() > shortest + k; }),
            all.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(AllPath, OffersExactlyThePathsNoLongerThanShortestPlusK) {
  const Netlist netlist = two_hexagons();
  const RoutingContext context = test::context_of(netlist);
  for (const std::int64_t k : {0, 1, 2}) {
    const auto routing = test::make_routing("all_path", context, {{"k", k}});
    for (NodeId source = 0; source < netlist.hosts.size(); ++source) {
      for (NodeId destination = 0; destination < netlist.hosts.size(); ++destination) {
        if (source == destination) continue;
        EXPECT_EQ(walks(netlist, context, *routing, source, destination),
                  simple_paths(netlist, source, destination, static_cast<std::size_t>(k)))
            << k << ": " << source << " to " << destination;
      }
    }
  }
}

// A walk that would have to turn back at the pendant switch is not offered, however long it may be.
TEST(AllPath, NoDeadEndsWithLongerWays) {
  const Netlist netlist = two_hexagons();
  const RoutingContext context = test::context_of(netlist);
  const auto routing = test::make_routing("all_path", context, {{"k", std::int64_t{6}}});
  const ConnectivityReport report = check_connectivity(context, *routing);
  EXPECT_TRUE(report.ok()) << (report.problems.empty() ? "" : report.problems.front().message);
}

TEST(AllPath, WithDavcFreeOfDeadlocks) {
  const Netlist netlist = two_hexagons();
  for (const std::string& function : davc_function_names()) {
    const int vcs = need_of(netlist, "all_path", function, {{"k", std::int64_t{2}}}).most();
    const RoutingContext context = test::davc_context_of(netlist, vcs, function);
    const auto routing = test::make_routing("all_path", context, {{"k", std::int64_t{2}}});
    const DeadlockReport report = check_deadlock(context, *routing);
    EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic) << function;
    EXPECT_EQ(report.vcs_needed[1], vcs) << function;
    EXPECT_TRUE(check_connectivity(context, *routing).ok()) << function;
  }
}

TEST(AllPath, TableBits) {
  const Netlist netlist = ring(8);
  const auto routing = test::make_routing("all_path", test::context_of(netlist));
  // 8 destinations, 3 ports, 0 to 7 hops and "no way".
  EXPECT_EQ(routing->table_bits(0), 8u * 3u * 4u);
}

TEST(Spda, EveryVcIsASpanningTree) {
  const Netlist netlist = two_hexagons();
  for (const int trees : {1, 3, 16, 128}) {
    const RoutingContext context = test::context_of(netlist, trees, "layered");
    const auto routing = test::make_routing("spda", context);
    const DeadlockReport deadlock = check_deadlock(context, *routing, trees);
    EXPECT_EQ(deadlock.method, DeadlockReport::Method::kAcyclic);
    EXPECT_EQ(deadlock.vcs_needed[1], trees);
    ConnectivityOptions options;
    options.injection_vcs = trees;
    EXPECT_TRUE(check_connectivity(context, *routing, options).ok());
    // The cables that a tree uses are one less than the switches.
    std::vector<std::vector<std::pair<SwitchId, int>>> used(static_cast<std::size_t>(trees));
    options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet offers) {
      for (int port = 1; port < netlist.switches[at].ports; ++port) {
        for (int vc = 0; vc < trees; ++vc) {
          if (!offers.contains(port, vc)) continue;
          EXPECT_EQ(vc, query.input_vc);
          used[static_cast<std::size_t>(vc)].emplace_back(at, port);
        }
      }
    };
    check_connectivity(context, *routing, options);
    for (auto& links : used) {
      std::sort(links.begin(), links.end());
      links.erase(std::unique(links.begin(), links.end()), links.end());
      EXPECT_EQ(links.size(), 2 * (netlist.switches.size() - 1));
    }
  }
}

/// Of a ring of five, a tree leaves out the cable that is opposite to its root: no two of five
/// trees the same one, for they have different roots as long as there are some.
TEST(Spda, TreesHaveDifferentRoots) {
  constexpr int kSwitches = 5;
  const Netlist netlist = ring(kSwitches);
  for (const std::int64_t seed : {1, 2, 3}) {
    const auto routing = test::make_routing("spda", test::context_of(netlist, kSwitches, "layered"),
                                            {{"tree_seed", seed}});
    std::multiset<SwitchId> left_out;  // cables, by the switch at whose port 1 they are
    for (int tree = 0; tree < kSwitches; ++tree) {
      for (SwitchId at = 0; at < kSwitches; ++at) {
        const auto router = routing->make_router(at);
        const bool used = [&] {
          for (NodeId destination = 0; destination < kSwitches; ++destination) {
            std::uint64_t word = 0;
            CandidateSet candidates(&word, 1, 3);
            RouteQuery query;
            query.destination = destination;
            query.input_vc = tree;
            router->route(query, candidates);
            if (candidates.contains(1, tree)) return true;
          }
          return false;
        }();
        if (!used) left_out.insert(at);
      }
    }
    EXPECT_EQ(left_out, (std::multiset<SwitchId>{0, 1, 2, 3, 4})) << "seed " << seed;
  }
}

// One crosspoint for each tree, input and next hop of the tree.
TEST(Spda, CrosspointsOfMoreVcsThanAWordHas) {
  const Netlist netlist = ring(4);
  std::uint64_t before = 0;
  for (const int trees : {4, 64, 68, 128}) {
    const RoutingContext context = test::context_of(netlist, trees, "layered");
    const auto routing = test::make_routing("spda", context);
    const CrosspointReport report = count_crosspoints(context, *routing, trees);
    EXPECT_EQ(report.switches[0].most_ports, 1);
    std::uint64_t sum = 0;
    for (const auto& each : report.switches) sum += each.crosspoints;
    EXPECT_GT(sum, before);
    before = sum;
  }
}

TEST(Spda, Errors) {
  const Netlist netlist = ring(4);
  RoutingContext narrow = test::context_of(netlist, 65, "layered");
  narrow.vc_shift = 6;
  EXPECT_EQ(test::error_of([&] { test::make_routing("spda", narrow); }),
            "routing function 'spda': 65 VCs; allowed: 1 to 64");
  EXPECT_EQ(
      test::error_of([&] { test::make_routing("spda", test::context_of(netlist, 2, "free")); }),
      "routing function 'spda' cannot use the VC policy 'free'; allowed: layered");
  Netlist one_way = ring(3);
  one_way.links.erase(
      std::remove_if(one_way.links.begin(), one_way.links.end(),
                     [](const Link& link) { return link.kind == 1 && link.from.port == 2; }),
      one_way.links.end());
  EXPECT_EQ(
      test::error_of([&] {
        test::make_routing("spda", test::context_of(one_way, 1, "layered"));
      }).substr(0, 97),
      "routing function 'spda': there is no way over cables (two links between the same two ports) "
      "from ");
}

// ---- Relabelling.

/// The need with these ids.
int need_with(const Netlist& netlist, const std::string& function, const DavcIds& ids) {
  RoutingContext context = test::context_of(netlist, 1, "davc");
  context.davc = std::make_shared<const DavcSettings>(
      DavcSettings{DavcRule(parse_davc_function(function)), ids, false});
  const auto routing = test::make_routing("ecmp", context);
  return davc_vc_need(davc_of(*routing)).most();
}

TEST(Relabel, ReportsWhatTheIdsNeed) {
  const Netlist netlist = two_hexagons();
  for (const std::string& function : davc_function_names()) {
    const RoutingContext context = test::davc_context_of(netlist, 1, function);
    const auto routing = test::make_routing("ecmp", context);
    const RelabelReport report = relabel(davc_of(*routing));
    EXPECT_EQ(report.before, need_with(netlist, function, netlist_ids(netlist))) << function;
    EXPECT_EQ(report.after, need_with(netlist, function, report.ids)) << function;
    EXPECT_LE(report.at_least, report.after) << function;
    EXPECT_LE(report.after, report.before) << function;
  }
}

// Four switches have 24 numberings, so that all are tried: the best is known. The lower bound that
// is computed without trying is not above it.
TEST(Relabel, AllNumberingsOfASmallNetwork) {
  const Netlist netlist = graph({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const RoutingContext context = test::davc_context_of(netlist, 1, "n");
  const auto routing = test::make_routing("ecmp", context);
  const RelabelReport all = relabel(davc_of(*routing));
  EXPECT_EQ(all.reason, "all numberings were tried");
  EXPECT_EQ(all.at_least, all.after);
  int best = 100;
  DavcIds ids = netlist_ids(netlist);
  do {
    best = std::min(best, need_with(netlist, "n", ids));
  } while (std::next_permutation(ids.nodes.begin(), ids.nodes.end()));
  EXPECT_EQ(all.after, best);
  RelabelOptions few;
  few.numberings = 10;
  const RelabelReport some = relabel(davc_of(*routing), few);
  EXPECT_LE(some.at_least, best);
  EXPECT_GE(some.after, best);
}

// Half of the hops of a path of four raise the VC, at the least, in one of its directions.
TEST(Relabel, RingByNodes) {
  const Netlist netlist = ring(8);
  const RoutingContext context = test::davc_context_of(netlist, 1, "n");
  const auto routing = test::make_routing("ecmp", context);
  const RelabelReport report = relabel(davc_of(*routing));
  EXPECT_EQ(report.before, 5);
  EXPECT_EQ(report.at_least, 3);
  EXPECT_EQ(report.reason,
            "a path of 4 links between switches is also offered backwards, and each hop changes "
            "the VC in one of the directions");
  EXPECT_EQ(report.after, 3);
}

// ---- Ids.

TEST(DavcIdsFile, ReadAndWritten) {
  const Netlist netlist = ring(4);
  const test::TemporaryFile file("# two switches change\ns0 3\ns3 0\ns1.p1 2\ns1.p2 1\n");
  const DavcIds ids = read_davc_ids(netlist, file.path());
  EXPECT_EQ(ids.nodes, (std::vector<std::uint32_t>{3, 1, 2, 0}));
  EXPECT_EQ(ids.ports[1], (std::vector<std::uint32_t>{0, 2, 1}));
  EXPECT_EQ(ids.ports[2], (std::vector<std::uint32_t>{0, 1, 2}));
  std::ostringstream out;
  write_davc_ids(netlist, ids, out);
  const test::TemporaryFile again(out.str());
  const DavcIds copy = read_davc_ids(netlist, again.path());
  EXPECT_EQ(copy.nodes, ids.nodes);
  EXPECT_EQ(copy.ports, ids.ports);
}

TEST(DavcIdsFile, Errors) {
  const Netlist netlist = ring(4);
  const auto error = [&netlist](const std::string& text) {
    const test::TemporaryFile file(text);
    const std::string message = test::error_of([&] { read_davc_ids(netlist, file.path()); });
    return message.substr(std::min(message.size(), file.path().size()));
  };
  EXPECT_EQ(error("s0\n"), ":1: expected SWITCH ID or SWITCH.pPORT ID");
  EXPECT_EQ(error("s9 1\n"), ":1: 's9' is neither a switch nor a port of one (SWITCH.pPORT)");
  EXPECT_EQ(error("s1.p3 1\n"), ":1: switch s1 has no port '3'; allowed: 0 to 2");
  EXPECT_EQ(error("s1 4\n"), ":1: '4' is not an id of s1; allowed: 0 to 3");
  EXPECT_EQ(error("s1.p0 x\n"), ":1: 'x' is not an id of s1.p0; allowed: 0 to 2");
  EXPECT_EQ(error("s2 0\n"),
            ":1: s0 and s2 both have the id 0 (what no line names keeps its number); allowed: "
            "different ones");
  EXPECT_EQ(error("s1 2\n"),
            ":1: s1 and s2 both have the id 2 (what no line names keeps its number); allowed: "
            "different ones");
}

}  // namespace
}  // namespace netloom
