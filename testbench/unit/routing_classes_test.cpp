// Routing functions in several message classes (routing/decision/class_routing.h), and what hosts
// that answer requests add to the dependencies.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "routing/check/cycle_witness.h"
#include "routing/check/deadlock.h"
#include "routing/check/programmed_routers.h"
#include "routing/decision/class_routing.h"
#include "routing/decision/vc_classes.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using testing::HasSubstr;

constexpr std::int64_t operator""_n(unsigned long long value) {
  return static_cast<std::int64_t>(value);
}

struct Case {
  std::string name;
  std::string topology;
  ParameterMap size;
  std::string function;
  ParameterMap parameters = {};
  std::string policy = "";  ///< empty: the function's own
  int vcs = 0;              ///< of each link between switches; 0: as many as it declares
  bool wormhole = false;
  int injection_vcs = 1;
  bool cyclic = false;  ///< also without answering hosts

  friend void PrintTo(const Case& each, std::ostream* out) { *out << each.name; }
};

std::vector<Case> cases() {
  const ParameterMap mesh{{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", 2_n}};
  const ParameterMap torus{{"k", std::vector<std::int64_t>{4, 3}}};
  const ParameterMap tree{{"k", 2_n}, {"n", 3_n}};
  const ParameterMap groups{{"h", 1_n}};
  const ParameterMap irregular{{"switches", 8_n}, {"ports", 4_n}, {"degree", 3_n}};
  return {{"MeshDor", "mesh", mesh, "dor"},
          {"MeshDorFree", "mesh", mesh, "dor", {}, "free", 3},
          {"MeshDorIodet", "mesh", mesh, "dor", {}, "iodet", 2},
          {"MeshDorDavc", "mesh", mesh, "dor", {}, "davc", 4},
          {"MeshAdaptive", "mesh", mesh, "adaptive", {}, "free", 2},
          {"MeshAdaptiveWormhole", "mesh", mesh, "adaptive", {}, "free", 2, true},
          {"MeshTwoInjectionVcs", "mesh", mesh, "dor", {}, "free", 2, false, 2},
          {"TorusDateline", "torus", torus, "dor", {{"rings", std::string("dateline")}}, "free", 2},
          {"TorusBubble", "torus", torus, "dor", {{"rings", std::string("bubble")}}},
          {"TorusUnrestricted", "torus", torus, "shortest_path", {}, "", 0, false, 1, true},
          {"TreeEcmp", "fat_tree", tree, "ecmp"},
          {"TreeDestro", "fat_tree", tree, "destro"},
          {"TreeFt2ei", "fat_tree", tree, "ft2ei"},
          {"TreeUpDown", "fat_tree", tree, "up_down"},
          {"DragonflyMin", "dragonfly", groups, "min"},
          {"DragonflyVal", "dragonfly", groups, "val"},
          {"DragonflyUgal", "dragonfly", groups, "ugal_l"},
          {"DragonflyPb", "dragonfly", groups, "pb"},
          {"DragonflyPar", "dragonfly", groups, "par62"},
          {"DragonflyOlm", "dragonfly", groups, "olm"},
          {"IrregularUpDown", "random_regular", irregular, "up_down"},
          {"IrregularLayers", "random_regular", irregular, "spda", {}, "", 2, false, 2}};
}

Netlist netlist_of(const Case& each) {
  return test::generate(each.topology, each.size);
}

RoutingContext context_of(const Netlist& netlist, const Case& each, int classes) {
  RoutingContext context = test::own_context(netlist, each.function, each.parameters);
  if (each.policy == "davc") context = test::davc_context_of(netlist, each.vcs, "np");
  if (!each.policy.empty()) context.vc_policy = each.policy;
  if (each.vcs > 0) std::fill(context.vcs.begin() + 1, context.vcs.end(), each.vcs);
  context.wormhole = each.wormhole;
  context.classes = classes;
  context.injection_vcs = classes * each.injection_vcs;
  context.vc_shift = 0;
  for (int& count : context.vcs) count *= classes;
  const int most =
      std::max(context.injection_vcs, *std::max_element(context.vcs.begin(), context.vcs.end()));
  while (1 << context.vc_shift < most) ++context.vc_shift;
  return context;
}

DeadlockReport judged(const RoutingContext& context, const Case& each,
                      const AnsweringHosts& answering = {}) {
  const auto routing = test::make_routing(each.function, context, each.parameters);
  return check_deadlock(context, *routing, context.injection_vcs, {}, answering);
}

AnsweringHosts all_hosts(const Netlist& netlist) {
  AnsweringHosts hosts;
  for (NodeId host = 0; host < netlist.hosts.size(); ++host) hosts.push_back(host);
  return hosts;
}

class ClassesOf : public testing::TestWithParam<Case> {};

/// The graph of two classes is that of one, twice, with nothing between them.
TEST_P(ClassesOf, AreNetworksBesideEachOther) {
  const Case& each = GetParam();
  const Netlist netlist = netlist_of(each);
  const DeadlockReport one = judged(context_of(netlist, each, 1), each);
  const DeadlockReport two = judged(context_of(netlist, each, 2), each);
  EXPECT_EQ(one.deadlock_free(), !each.cyclic);
  EXPECT_EQ(two.method, one.method);
  EXPECT_EQ(two.channels, 2 * one.channels);
  EXPECT_EQ(two.states, 2 * one.states);
  EXPECT_EQ(two.dependencies, 2 * one.dependencies);
  EXPECT_EQ(two.escape_dependencies, 2 * one.escape_dependencies);
  EXPECT_EQ(two.rings, 2 * one.rings);
  EXPECT_EQ(two.cycle.size(), one.cycle.size());
}

/// … and hosts wait from one to the other only.
TEST_P(ClassesOf, KeepResponsesFromRequests) {
  const Case& each = GetParam();
  const Netlist netlist = netlist_of(each);
  const AnsweringHosts all = all_hosts(netlist);
  const DeadlockReport one = judged(context_of(netlist, each, 1), each, all);
  const DeadlockReport two = judged(context_of(netlist, each, 2), each, all);
  EXPECT_FALSE(one.deadlock_free());
  EXPECT_EQ(two.deadlock_free(), !each.cyclic);
  EXPECT_EQ(two.answering_hosts, all.size());
  const PortMap ports(netlist);
  std::size_t at_hosts = 0;
  for (std::size_t i = 0; i < one.cycle.size(); ++i) {
    const ChannelName& here = one.cycle[i];
    const ChannelName& next = one.cycle[(i + 1) % one.cycle.size()];
    const Endpoint& to = netlist.links[static_cast<std::size_t>(here.link)].to;
    const Endpoint& from = netlist.links[static_cast<std::size_t>(next.link)].from;
    EXPECT_EQ(to.type, from.type);
    EXPECT_EQ(to.index, from.index);
    if (to.type == Endpoint::Type::kHost) ++at_hosts;
  }
  if (!each.cyclic) {
    EXPECT_GE(at_hosts, 2u) << "a response to a host that does not take requests";
  }
}

/// Each class is offered, and does, what one alone is, on its own VCs.
TEST_P(ClassesOf, DecideAsOneAlone) {
  const Case& each = GetParam();
  const Netlist netlist = netlist_of(each);
  const RoutingContext two = context_of(netlist, each, 2);
  RoutingContext one = context_of(netlist, each, 1);
  one.vc_shift = two.vc_shift;
  const auto routing_of_two = test::make_routing(each.function, two, each.parameters);
  const auto routing_of_one = test::make_routing(each.function, one, each.parameters);
  const auto routers = programmed_routers(two, *routing_of_two);
  const auto expected = programmed_routers(one, *routing_of_one);
  const PortMap ports(netlist);
  const auto hosts = static_cast<NodeId>(netlist.hosts.size());
  int offered = 0;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const int count = ports.ports(id);
    const std::size_t words = candidate_words(count, two.vc_shift);
    const auto vcs_of = [&](int link) {
      const Link& at = netlist.links[static_cast<std::size_t>(link)];
      return at.from.type == Endpoint::Type::kHost ? each.injection_vcs
                                                   : one.vcs[static_cast<std::size_t>(at.kind)];
    };
    for (int in = 0; in < count; ++in) {
      const int link = ports.link_in(id, in);
      if (link < 0) continue;
      const bool injected =
          netlist.links[static_cast<std::size_t>(link)].from.type == Endpoint::Type::kHost;
      for (int vc = 0; vc < vcs_of(link); ++vc) {
        for (NodeId destination = 0; destination < hosts; destination += 1 + hosts / 5) {
          RouteQuery query;
          query.destination = destination;
          query.source = injected ? netlist.links[static_cast<std::size_t>(link)].from.index
                                  : (destination + 1) % hosts;
          if (query.source == destination) continue;
          query.input_port = in;
          query.input_vc = vc;
          const auto asked = [&](const SwitchRouter& router, const RouteQuery& at, bool escape) {
            std::vector<std::uint64_t> bits(words, 0);
            CandidateSet candidates(bits.data(), static_cast<int>(words), two.vc_shift);
            escape ? router.escape(at, candidates) : router.route(at, candidates);
            return bits;
          };
          for (const int message_class : {0, 1}) {
            RouteQuery of_class = query;
            of_class.input_vc += message_class * vcs_of(link);
            for (const bool escape : {false, true}) {
              std::vector<std::uint64_t> moved(words, 0);
              CandidateSet candidates(moved.data(), static_cast<int>(words), two.vc_shift);
              const auto alone = asked(*expected[id], query, escape);
              for_each_candidate(alone.data(), words, two.vc_shift, [&](int port, int out_vc) {
                const int first = message_class * vcs_of(ports.link_out(id, port));
                candidates.add(port, first + out_vc);
                ++offered;
                EXPECT_EQ(routers[id]->next_state(of_class, port, first + out_vc),
                          expected[id]->next_state(query, port, out_vc));
                if (escape) return;
                routers[id]->check_hop(of_class, port, first + out_vc);
                const int other = (1 - message_class) * vcs_of(ports.link_out(id, port));
                EXPECT_THAT(
                    error_of([&] { routers[id]->check_hop(of_class, port, other + out_vc); }),
                    HasSubstr("of message class " + std::to_string(message_class)));
              });
              EXPECT_EQ(asked(*routers[id], of_class, escape), moved);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(offered, 100);
}

INSTANTIATE_TEST_SUITE_P(Over, ClassesOf, testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

TEST(Classes, DivideTheVcsOfALink) {
  const VcClasses two = VcClasses::of(6, 2);
  EXPECT_EQ(two.first(0), 0);
  EXPECT_EQ(two.first(1), 3);
  EXPECT_EQ(two.class_of(2), 0);
  EXPECT_EQ(two.class_of(3), 1);
  EXPECT_EQ(two.of_responses(), 1);
  EXPECT_EQ(VcClasses::of(6, 1).of_responses(), 0);
}

TEST(Classes, AreRefusedWhereVcsCannotBeDivided) {
  const Netlist netlist = test::generate("mesh", {{"k", std::vector<std::int64_t>{2, 2}}});
  RoutingContext context = test::context_of(netlist, 4, "free");
  context.classes = 2;
  context.injection_vcs = 1;
  EXPECT_EQ(error_of([&] { test::make_routing("dor", context); }),
            "1 injection VCs cannot be divided among 2 message classes; allowed: a multiple of 2, "
            "up to 64");
  context.injection_vcs = 2;
  context.vcs.back() = 3;
  EXPECT_EQ(error_of([&] { test::make_routing("dor", context); }),
            "3 VCs of links of the kind 'mesh' cannot be divided among 2 message classes; allowed: "
            "a multiple of 2, up to 64");
  context.classes = 3;
  EXPECT_EQ(error_of([&] { test::make_routing("dor", context); }),
            "3 message classes; allowed: 1 to 2");
}

/// Where only one host answers, no cycle goes through two of them.
TEST(Classes, NeedHostsThatWait) {
  const Case mesh{"", "mesh", {{"k", std::vector<std::int64_t>{2, 2}}}, "dor"};
  const Netlist netlist = netlist_of(mesh);
  const RoutingContext context = context_of(netlist, mesh, 1);
  EXPECT_TRUE(judged(context, mesh).deadlock_free());
  const DeadlockReport report = judged(context, mesh, {0, 3});
  EXPECT_FALSE(report.deadlock_free());
  EXPECT_EQ(report.answering_hosts, 2u);
  const auto routing = test::make_routing("dor", context);
  const auto witnesses = cycle_witnesses(context, *routing, 1, report);
  ASSERT_EQ(witnesses.size(), report.cycle.size());
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const Link& link = netlist.links[static_cast<std::size_t>(report.cycle[i].link)];
    EXPECT_EQ(witnesses[i].path.hops.empty(), link.to.type == Endpoint::Type::kHost);
  }
}

}  // namespace
}  // namespace netloom
