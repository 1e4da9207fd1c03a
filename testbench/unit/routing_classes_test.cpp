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

struct ClassCase {
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

  friend void PrintTo(const ClassCase& each, std::ostream* out) { *out << each.name; }
};

std::vector<ClassCase> class_cases() {
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

Netlist class_netlist(const ClassCase& each) {
  return test::generate(each.topology, each.size);
}

RoutingContext classes_context(const Netlist& netlist, const ClassCase& each, int classes) {
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

DeadlockReport judged_classes(const RoutingContext& context, const ClassCase& each,
                              const AnsweringHosts& answering = {}) {
  const auto routing = test::make_routing(each.function, context, each.parameters);
  return check_deadlock(context, *routing, context.injection_vcs, {}, answering);
}

AnsweringHosts all_answering(const Netlist& netlist) {
  AnsweringHosts hosts;
  for (NodeId host = 0; host < netlist.hosts.size(); ++host) hosts.push_back(host);
  return hosts;
}

class ClassesOf : public testing::TestWithParam<ClassCase> {};

/// The graph of two classes is that of one, twice, with nothing between them.
TEST_P(ClassesOf, AreNetworksBesideEachOther) {
  const ClassCase& each = GetParam();
  const Netlist netlist = class_netlist(each);
  const DeadlockReport one = judged_classes(classes_context(netlist, each, 1), each);
  const DeadlockReport two = judged_classes(classes_context(netlist, each, 2), each);
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
  const ClassCase& each = GetParam();
  const Netlist netlist = class_netlist(each);
  const AnsweringHosts all = all_answering(netlist);
  const DeadlockReport one = judged_classes(classes_context(netlist, each, 1), each, all);
  const DeadlockReport two = judged_classes(classes_context(netlist, each, 2), each, all);
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
    EXPECT_GE(at_hosts, 1u);
  }
}

/// What a router offers one class, beside what another one does to a class alone.
class Comparison {
 public:
  Comparison(const RoutingContext& one, const RoutingContext& two, const PortMap& ports,
             SwitchId id, const SwitchRouter& alone, const SwitchRouter& router)
      : one_(one), two_(two), ports_(ports), id_(id), alone_(alone), router_(router) {}

  /// Of a packet that has come by a port, as class 0 sees it.
  void compare(const RouteQuery& query) {
    std::vector<std::uint16_t> states;
    alone_.decisions(query, states);
    if (states.empty()) states.push_back(0);
    for (const int message_class : {0, 1}) {
      RouteQuery of_class = query;
      of_class.input_vc += message_class * vcs_of(ports_.link_in(id_, query.input_port));
      std::vector<std::uint16_t> of_classes;
      router_.decisions(of_class, of_classes);
      if (of_classes.empty()) of_classes.push_back(0);
      EXPECT_EQ(of_classes, states);
      for (const std::uint16_t state : states) {
        RouteQuery decided = query;
        decided.state = of_class.state = state;
        compare(decided, of_class, message_class, false);
        compare(decided, of_class, message_class, true);
      }
    }
  }
  int offered() const { return offered_; }

 private:
  int vcs_of(int link) const {
    const Link& at = one_.netlist->links[static_cast<std::size_t>(link)];
    return at.from.type == Endpoint::Type::kHost ? one_.injection_vcs
                                                 : one_.vcs[static_cast<std::size_t>(at.kind)];
  }
  std::vector<std::uint64_t> asked(const SwitchRouter& router, const RouteQuery& query,
                                   bool escape) const {
    std::vector<std::uint64_t> words(candidate_words(ports_.ports(id_), two_.vc_shift), 0);
    CandidateSet candidates(words.data(), static_cast<int>(words.size()), two_.vc_shift);
    escape ? router.escape(query, candidates) : router.route(query, candidates);
    return words;
  }
  void compare(const RouteQuery& query, const RouteQuery& of_class, int message_class,
               bool escape) {
    const std::vector<std::uint64_t> alone = asked(alone_, query, escape);
    std::vector<std::uint64_t> moved(alone.size(), 0);
    CandidateSet candidates(moved.data(), static_cast<int>(moved.size()), two_.vc_shift);
    for_each_candidate(alone.data(), alone.size(), two_.vc_shift, [&](int port, int vc) {
      const int vcs = vcs_of(ports_.link_out(id_, port));
      const int own = message_class * vcs + vc, other = (1 - message_class) * vcs + vc;
      candidates.add(port, own);
      ++offered_;
      EXPECT_EQ(router_.next_state(of_class, port, own), alone_.next_state(query, port, vc));
      router_.check_hop(of_class, port, own);
      EXPECT_THAT(error_of([&] { router_.check_hop(of_class, port, other); }),
                  HasSubstr("of message class " + std::to_string(message_class)));
    });
    EXPECT_EQ(asked(router_, of_class, escape), moved);
  }

  const RoutingContext& one_;
  const RoutingContext& two_;
  const PortMap& ports_;
  SwitchId id_;
  const SwitchRouter& alone_;
  const SwitchRouter& router_;
  int offered_ = 0;
};

/// Each class is offered, and does, what one alone is, on its own VCs.
TEST_P(ClassesOf, DecideAsOneAlone) {
  const ClassCase& each = GetParam();
  const Netlist netlist = class_netlist(each);
  const RoutingContext two = classes_context(netlist, each, 2);
  RoutingContext one = classes_context(netlist, each, 1);
  one.vc_shift = two.vc_shift;
  const auto routing_of_two = test::make_routing(each.function, two, each.parameters);
  const auto routing_of_one = test::make_routing(each.function, one, each.parameters);
  const auto routers = programmed_routers(two, *routing_of_two);
  const auto alone = programmed_routers(one, *routing_of_one);
  const PortMap ports(netlist);
  const auto hosts = static_cast<NodeId>(netlist.hosts.size());
  int offered = 0;
  for (NodeId source = 0; source < hosts; ++source) {
    const Endpoint& at = netlist.links[static_cast<std::size_t>(ports.injection(source))].to;
    Comparison comparison(one, two, ports, at.index, *alone[at.index], *routers[at.index]);
    for (NodeId destination = 0; destination < hosts; ++destination) {
      if (source == destination) continue;
      for (int vc = 0; vc < each.injection_vcs; ++vc) {
        RouteQuery query;
        query.source = source;
        query.destination = destination;
        query.input_port = at.port;
        query.input_vc = vc;
        comparison.compare(query);
      }
    }
    offered += comparison.offered();
  }
  EXPECT_GT(offered, 100);
}

INSTANTIATE_TEST_SUITE_P(Over, ClassesOf, testing::ValuesIn(class_cases()),
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
  const ClassCase mesh{"", "mesh", {{"k", std::vector<std::int64_t>{2, 2}}}, "dor"};
  const Netlist netlist = class_netlist(mesh);
  const RoutingContext context = classes_context(netlist, mesh, 1);
  EXPECT_TRUE(judged_classes(context, mesh).deadlock_free());
  const DeadlockReport report = judged_classes(context, mesh, {0, 3});
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
