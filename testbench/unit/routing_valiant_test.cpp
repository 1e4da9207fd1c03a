// Valiant and source-adaptive routing in dragonflies: intermediate ones, ways, VCs, decisions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "routing/check/connectivity.h"
#include "routing/check/deadlock.h"
#include "routing/function/dragonfly/hop_order.h"
#include "routing/function/dragonfly/ugal.h"
#include "routing/function/dragonfly/valiant_states.h"
#include "routing/registers/register_file.h"
#include "routing/topology/dragonfly.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using test::generate;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr int kGroups = 9;
constexpr NodeId kAtSwitch21 = 42;  ///< group 5, position 1

std::uint16_t via_group(int group) {
  return static_cast<std::uint16_t>(5 + group);
}
std::uint16_t via_switch(int id) {
  return static_cast<std::uint16_t>(5 + kGroups + id);
}

/// Queues as a test says.
class Queues : public CongestionView {
 public:
  Cycle cycle() const override { return 0; }
  int phits_behind(int port) const override {
    const auto found = ports.find(port);
    return found == ports.end() ? 0 : found->second;
  }
  int phits_behind(int port, int vc) const override {
    const auto found = vcs.find({port, vc});
    return found == vcs.end() ? 0 : found->second;
  }
  const std::uint32_t* status(SwitchId other, int delay) const override {
    delays.insert({other, delay});
    const auto found = words.find(other);
    return found == words.end() ? none.data() : found->second.data();
  }

  std::map<int, int> ports;
  std::map<std::pair<int, int>, int> vcs;  ///< by port and VC
  std::map<SwitchId, std::vector<std::uint32_t>> words;
  std::vector<std::uint32_t> none = std::vector<std::uint32_t>(16, 0);
  mutable std::map<SwitchId, int> delays;
};

/// The routers of a dragonfly with h = 2: switch j of group i has number 4i + j, hosts at ports
/// 0 and 1, local ports 2 to 4, and global ports m = 1, 2 at 5 and 6, to group i + 2j + m, switch
/// 3-j.
class H2 {
 public:
  explicit H2(const std::string& function, const ParameterMap& parameters = {},
              const ParameterMap& shape = {{"h", std::int64_t{2}}})
      : netlist_(generate("dragonfly", shape, {{"local", 10}, {"global", 100}})),
        ports_(netlist_),
        context_(test::own_context(netlist_, function, parameters)),
        routing_(test::make_routing(function, context_, parameters)) {
    for (SwitchId id = 0; id < netlist_.switches.size(); ++id) {
      routers_.push_back(routing_->make_router(id));
    }
  }

  SwitchRouter& router(SwitchId id) { return *routers_[id]; }
  RoutingFunction& routing() { return *routing_; }

  static RouteQuery injected(NodeId destination) {
    RouteQuery query;
    query.destination = destination;
    return query;
  }

  std::vector<std::uint16_t> decisions(SwitchId at, const RouteQuery& query) {
    std::vector<std::uint16_t> states;
    router(at).decisions(query, states);
    return states;
  }

  /// The way of a packet from a switch in a header state, as "s0 l0 s2 g1 s21 h0": hops by kind and
  /// VC, and the switches between them. Stops where a decision is due, or where there are several
  /// ways ("?").
  std::string way(SwitchId at, RouteQuery query) {
    std::string text = "s" + std::to_string(at);
    for (int hops = 0; hops < 10; ++hops) {
      std::vector<std::uint64_t> words(16, 0);
      CandidateSet candidates(words.data(), 16, context_.vc_shift);
      router(at).route(query, candidates);
      std::vector<std::pair<int, int>> found;
      for (int port = 0; port < ports_.ports(at); ++port) {
        for (int vc = 0; vc < 1 << context_.vc_shift; ++vc) {
          if (candidates.contains(port, vc)) found.push_back({port, vc});
        }
      }
      if (found.empty()) return text;
      if (found.size() > 1) return text + " ?";
      const auto [port, vc] = found.front();
      if (port < 2) return text + " h" + std::to_string(port);
      query.state = router(at).next_state(query, port, vc);
      const Link& link = netlist_.links[static_cast<std::size_t>(ports_.link_out(at, port))];
      at = link.to.index;
      query.input_port = link.to.port;
      query.input_vc = vc;
      text += (port < 5 ? " l" : " g") + std::to_string(vc) + " s" + std::to_string(at);
    }
    return text;
  }
  std::string way(SwitchId at, std::uint16_t state, NodeId destination = kAtSwitch21) {
    RouteQuery query = injected(destination);
    query.state = state;
    return way(at, query);
  }

 private:
  Netlist netlist_;
  PortMap ports_;
  RoutingContext context_;
  std::unique_ptr<RoutingFunction> routing_;
  std::vector<std::unique_ptr<SwitchRouter>> routers_;
};

ParameterMap path_a(const std::string& name) {
  return {{"path_a", name}};
}

// ---- VCs.

TEST(HopOrder, TakesTheLowestVcThatComesLater) {
  using Kind = HopOrder::Kind;
  const HopOrder order("lgllgl");
  EXPECT_EQ(order.vcs(Kind::kLocal), 4);
  EXPECT_EQ(order.vcs(Kind::kGlobal), 2);
  EXPECT_EQ(order.next_vc(Kind::kLocal, -1), 0);
  EXPECT_EQ(order.next_vc(Kind::kGlobal, -1), 0);
  const int after_l1 = order.place(Kind::kLocal, 1);
  EXPECT_EQ(order.next_vc(Kind::kLocal, after_l1), 2);
  EXPECT_EQ(order.next_vc(Kind::kGlobal, after_l1), 1);
  const int after_g1 = order.place(Kind::kGlobal, 1);
  EXPECT_EQ(order.next_vc(Kind::kLocal, after_g1), 3);
  EXPECT_EQ(order.next_vc(Kind::kGlobal, after_g1), -1);
  EXPECT_EQ(order.next_vc(Kind::kLocal, order.place(Kind::kLocal, 3)), -1);
}

// ---- Intermediate ones and ways, by hand.

TEST(Valiant, ThroughAGroup) {
  H2 net("val");
  EXPECT_THAT(net.decisions(0, H2::injected(kAtSwitch21)),
              ElementsAre(via_group(1), via_group(2), via_group(3), via_group(4), via_group(6),
                          via_group(7), via_group(8)));
  EXPECT_EQ(net.way(0, via_group(3)), "s0 l0 s1 g0 s14 l1 s12 g1 s23 l2 s21 h0");
  // Shorter where the packet comes in at the right switch; the VCs are those of the places.
  EXPECT_EQ(net.way(0, via_group(1)), "s0 g0 s7 l1 s5 g1 s22 l2 s21 h0");
  EXPECT_EQ(net.way(0, 1), "s0 l0 s2 g0 s21 h0");
}

TEST(Valiant, ThroughASwitch) {
  H2 net("val", path_a("LGL"));
  const auto decisions = net.decisions(0, H2::injected(kAtSwitch21));
  EXPECT_EQ(decisions.size(), 28u);
  for (const int id : {4, 19, 24, 35}) EXPECT_THAT(decisions, testing::Contains(via_switch(id)));
  for (const int id : {0, 3, 20, 23}) {
    EXPECT_THAT(decisions, testing::Not(testing::Contains(via_switch(id))));
  }
  EXPECT_EQ(net.way(0, via_switch(15)), "s0 l0 s1 g0 s14 l1 s15 l2 s12 g1 s23 l3 s21 h0");
}

TEST(Valiant, ThroughTheEndOfAGlobalLinkOfTheGroup) {
  H2 net("val", path_a("LG-"));
  EXPECT_THAT(
      net.decisions(0, H2::injected(kAtSwitch21)),
      UnorderedElementsAre(via_switch(4 + 3), via_switch(8 + 3), via_switch(12 + 2),
                           via_switch(16 + 2), via_switch(24 + 1), via_switch(28), via_switch(32)));
  EXPECT_EQ(net.way(0, via_switch(14)), "s0 l0 s1 g0 s14 l1 s12 g1 s23 l2 s21 h0");
}

TEST(Valiant, ThroughASwitchOfAGroupBehindTheSource) {
  H2 net("val", path_a("-GL"));
  EXPECT_THAT(net.decisions(0, H2::injected(kAtSwitch21)),
              UnorderedElementsAre(via_switch(4), via_switch(5), via_switch(6), via_switch(7),
                                   via_switch(8), via_switch(9), via_switch(10), via_switch(11)));
  EXPECT_EQ(net.way(0, via_switch(4)), "s0 g0 s7 l0 s4 l1 s5 g1 s22 l2 s21 h0");
}

TEST(Valiant, ThroughTheEndOfAGlobalLinkOfTheSource) {
  H2 net("val", path_a("-G-"));
  EXPECT_THAT(net.decisions(0, H2::injected(kAtSwitch21)),
              UnorderedElementsAre(via_switch(7), via_switch(11)));
  EXPECT_EQ(net.way(0, via_switch(7)), "s0 g0 s7 l0 s5 g1 s22 l1 s21 h0");
  EXPECT_EQ(net.way(0, 1), "s0 l0 s2 g1 s21 h0");
  // To a group behind the source: the other link is left.
  EXPECT_THAT(net.decisions(0, H2::injected(2 * 8)), ElementsAre(via_switch(7)));
}

// With several links between two groups, LG- and -G- keep to those that end at the switch drawn.
TEST(Valiant, LandsOnTheSwitchThatWasDrawn) {
  const ParameterMap trunked = {{"h", std::int64_t{2}}, {"trunking", std::int64_t{2}}};
  // Five groups; switches 0, 1 and 2, 3 each have one link to every other group.
  for (const char* form : {"LG-", "-G-"}) {
    H2 net("val", path_a(form), trunked);
    RouteQuery query = H2::injected(2 * 17);
    for (const std::uint16_t state : net.decisions(1, query)) {
      const int drawn = state - 5 - 5;
      query.state = state;
      const std::string way = net.way(1, query);
      const std::string global = " g0 s" + std::to_string(drawn) + " ";
      EXPECT_THAT(way, HasSubstr(global)) << form;
    }
  }
}

TEST(Valiant, WithinAGroup) {
  const NodeId destination = 2 * 3;  // switch 3, from switch 0
  H2 other("val");
  EXPECT_EQ(other.decisions(0, H2::injected(destination)).size(), 8u);
  EXPECT_EQ(other.way(0, via_group(2), destination), "s0 g0 s11 g1 s0 l2 s3 h0");
  H2 own("val", {{"within_group", std::string("own_group")}});
  EXPECT_THAT(own.decisions(0, H2::injected(destination)),
              UnorderedElementsAre(via_switch(1), via_switch(2)));
  EXPECT_EQ(own.way(0, via_switch(2), destination), "s0 l0 s2 l1 s3 h0");
  H2 minimal("val", {{"within_group", std::string("minimal")}});
  EXPECT_THAT(minimal.decisions(0, H2::injected(destination)), ElementsAre(1));
  EXPECT_EQ(minimal.way(0, 1, destination), "s0 l0 s3 h0");
}

TEST(Valiant, StaysAtItsSwitch) {
  H2 net("val");
  EXPECT_THAT(net.decisions(0, H2::injected(1)), ElementsAre(1));
  EXPECT_EQ(net.way(0, 1, 1), "s0 h1");
}

TEST(Valiant, DrawsAllAlike) {
  for (const char* form : {"group", "LGL", "LG-", "-GL", "-G-"}) {
    H2 net("val", path_a(form));
    const Queues queues;
    const RouteQuery query = H2::injected(kAtSwitch21);
    const auto possible = net.decisions(0, query);
    std::map<std::uint16_t, int> count;
    const int draws = 2000 * static_cast<int>(possible.size());
    for (int i = 0; i < draws; ++i) {
      const Draw draw(Random(5, static_cast<std::uint64_t>(i)).next());
      ++count[net.router(0).decide(query, queues, draw)];
    }
    EXPECT_EQ(count.size(), possible.size()) << form;
    for (const std::uint16_t state : possible) EXPECT_NEAR(count[state], 2000, 220) << form;
  }
}

// ---- Source-adaptive decisions.

TEST(Ugal, ComparesTwiceTheValiantQueue) {
  EXPECT_TRUE(ugal_minimal(0, 0, 0));
  EXPECT_TRUE(ugal_minimal(20, 10, 0));
  EXPECT_FALSE(ugal_minimal(21, 10, 0));
  EXPECT_TRUE(ugal_minimal(24, 10, 4));
  EXPECT_FALSE(ugal_minimal(25, 10, 4));
  EXPECT_TRUE(ugal_minimal(17, 10, -3));
  EXPECT_FALSE(ugal_minimal(18, 10, -3));
  EXPECT_FALSE(ugal_minimal(0, 0, -1));
}

/// Programs the routers as the fabric manager does.
RegisterFile programmed(H2& net) {
  SwitchShape shape;
  shape.hosts = 72;
  shape.switches = 36;
  shape.ports = 7;
  RegisterFile file(net.routing().register_set(), shape);
  for (const RegisterWrite& write : net.routing().register_program(0)) file.write(write);
  return file;
}

/// What a router decides where the draw falls on `intermediate`: that, or the minimal path.
std::uint16_t decided(const SwitchRouter& router, const RouteQuery& query, const Queues& queues,
                      std::uint16_t intermediate) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Draw draw(Random(1, i).next());
    if (router.decide(query, queues, draw) == intermediate) return intermediate;
  }
  return 1;
}

// From switch 0 to group 5: the minimal path begins with the local port to switch 2, a Valiant one
// through group 1 with global port 5.
TEST(Ugal, LocalComparesNextHopsAtItsLimits) {
  for (const int threshold : {0, 7, -7}) {
    H2 net("ugal_l", {{"ugal_threshold", std::int64_t{threshold}}});
    net.router(0).registers_written(programmed(net));
    const RouteQuery query = H2::injected(kAtSwitch21);
    Queues queues;
    queues.ports = {{3, 40 + threshold}, {5, 20}};
    EXPECT_EQ(decided(net.router(0), query, queues, via_group(1)), 1);
    queues.ports[3] += 1;
    EXPECT_EQ(decided(net.router(0), query, queues, via_group(1)), via_group(1));
  }
}

// With queue = vc the VCs that the packet would take count, l1 and g1 from the source, and nothing
// else behind the ports.
TEST(Ugal, ComparesTheVcsOfTheNextHops) {
  H2 net("ugal_l", {{"queue", std::string("vc")}});
  net.router(0).registers_written(programmed(net));
  const RouteQuery query = H2::injected(kAtSwitch21);
  Queues queues;
  queues.ports = {{3, 1000}, {5, 1}};
  queues.vcs = {{{3, 0}, 40}, {{5, 0}, 20}, {{3, 1}, 500}, {{5, 1}, 500}};
  EXPECT_EQ(decided(net.router(0), query, queues, via_group(1)), 1);
  queues.vcs[{3, 0}] = 41;
  EXPECT_EQ(decided(net.router(0), query, queues, via_group(1)), via_group(1));
}

// After PAR's first local hop those are l2 and g1: at switch 2, where port 5 leads to group 5 and
// local port 3 to switch 1, from which group 3 is reached.
TEST(Ugal, ComparesTheVcsAfterALocalHop) {
  H2 net("par", {{"queue", std::string("vc")}});
  net.router(2).registers_written(programmed(net));
  RouteQuery query = H2::injected(kAtSwitch21);
  query.state = 3;
  query.input_port = 2;
  query.input_vc = 0;
  Queues queues;
  queues.vcs = {{{5, 0}, 40}, {{3, 1}, 20}, {{5, 1}, 500}, {{3, 0}, 500}};
  EXPECT_EQ(decided(net.router(2), query, queues, via_group(3)), 1);
  queues.vcs[{5, 0}] = 41;
  EXPECT_EQ(decided(net.router(2), query, queues, via_group(3)), via_group(3));
}

// What is published then, and what Piggybacking takes for saturated, are the queues of g1.
TEST(Ugal, PublishesTheVcsOfTheGlobalHop) {
  Queues queues;
  queues.ports = {{5, 500}, {6, 600}};
  queues.vcs = {{{5, 0}, 17}, {{6, 0}, 4}, {{5, 1}, 300}, {{6, 1}, 900}};
  H2 global("ugal_g", {{"queue", std::string("vc")}});
  global.router(0).registers_written(programmed(global));
  std::uint32_t words[2] = {};
  global.router(0).publish(queues, words);
  EXPECT_THAT(words, ElementsAre(17, 4));
  H2 piggyback("pb", {{"queue", std::string("vc")}});
  piggyback.router(0).registers_written(programmed(piggyback));
  piggyback.router(0).publish(queues, words);
  EXPECT_EQ(words[0], 0u);  // 17 > 0.6 (17 + 4) + 5 is false
  queues.vcs[{5, 0}] = 20;
  piggyback.router(0).publish(queues, words);
  EXPECT_EQ(words[0], 1u);
}

/// `decide`, of every function that compares queues; once unless it is given.
TEST(SourceAdaptive, DecidesAgainIfAndOnlyIfItIsToldTo) {
  for (const char* function : {"ugal_l", "ugal_g", "pb", "par", "tpr", "lia", "pb_acor"}) {
    const auto again = [function](const ParameterMap& parameters) {
      return H2(function, parameters).router(0).decides_again();
    };
    EXPECT_FALSE(again({})) << function;
    EXPECT_FALSE(again({{"decide", std::string("once")}})) << function;
    EXPECT_TRUE(again({{"decide", std::string("while_waiting")}})) << function;
  }
  for (const char* function : {"val", "acor"}) {
    EXPECT_FALSE(H2(function).router(0).decides_again()) << function;
  }
}

TEST(Ugal, DecidesForAllDrawsOrMinimal) {
  H2 net("ugal_l");
  auto states = net.decisions(0, H2::injected(kAtSwitch21));
  EXPECT_EQ(states.size(), 8u);
  EXPECT_EQ(states.front(), 1);
}

// The same, by the queues of the links to groups 5 (switch 2, port 5) and 3 (switch 1, port 5) as
// their switches have published them.
TEST(Ugal, GlobalComparesTheGlobalLinksOfTheGroup) {
  H2 net("ugal_g");
  EXPECT_EQ(net.routing().status_broadcast().words, 2);
  EXPECT_EQ(net.routing().status_broadcast().least_delay, 1);
  net.router(0).registers_written(programmed(net));
  const RouteQuery query = H2::injected(kAtSwitch21);
  Queues queues;
  const auto decide = [&] { return decided(net.router(0), query, queues, via_group(3)); };
  queues.ports = {{3, 1000}};  // local queues do not count
  queues.words = {{2, {100, 0}}, {1, {50, 0}}};
  EXPECT_EQ(decide(), 1);
  queues.words = {{2, {101, 0}}, {1, {50, 0}}};
  EXPECT_EQ(decide(), via_group(3));
  EXPECT_EQ(queues.delays.at(1), 1);

  std::uint32_t words[2] = {};
  queues.ports = {{5, 17}, {6, 4}};
  net.router(0).publish(queues, words);
  EXPECT_THAT(words, ElementsAre(17, 4));
}

// Q_g > F · mean + Z, with F = 120 % and Z = 5: with queues of 30 and 10 the limit is 29.
TEST(Piggyback, SaturatedAtItsLimits) {
  H2 net("pb");
  EXPECT_EQ(net.routing().status_broadcast().words, 1);
  EXPECT_EQ(net.routing().status_broadcast().least_delay, 10);
  EXPECT_EQ(net.routing().status_broadcast().most_delay, 10);
  net.router(0).registers_written(programmed(net));
  const auto bits = [&net](int first, int second) {
    Queues queues;
    queues.ports = {{5, first}, {6, second}};
    std::uint32_t words[1] = {~0u};
    net.router(0).publish(queues, words);
    return words[0];
  };
  EXPECT_EQ(bits(0, 0), 0u);
  EXPECT_EQ(bits(30, 10), 1u);  // 30 > 24 + 5
  EXPECT_EQ(bits(10, 30), 2u);
  // x > 0.6 (x + 10) + 5 from x = 27.5 on.
  EXPECT_EQ(bits(27, 10), 0u);
  EXPECT_EQ(bits(28, 10), 1u);
  // x > 0.6 x + 5 from x = 12.5 on; 100 and 100: 100 > 125 is false.
  EXPECT_EQ(bits(12, 0), 0u);
  EXPECT_EQ(bits(13, 0), 1u);
  EXPECT_EQ(bits(100, 100), 0u);
}

TEST(Piggyback, LeavesASaturatedLinkWhateverItsOwnQueuesSay) {
  H2 net("pb");
  net.router(0).registers_written(programmed(net));
  const RouteQuery query = H2::injected(kAtSwitch21);  // by switch 2, global port 0
  Queues queues;
  // Of 100 draws.
  const auto minimal = [&](const RouteQuery& asked) {
    int count = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Draw draw(Random(1, i).next());
      count += net.router(0).decide(asked, queues, draw) == 1 ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(minimal(query), 100);
  queues.words = {{2, {2}}};  // another link of the same switch
  EXPECT_EQ(minimal(query), 100);
  queues.words = {{2, {1}}};
  EXPECT_EQ(minimal(query), 0);
  EXPECT_EQ(queues.delays, (std::map<SwitchId, int>{{2, 10}}));
  // Its own link, as it is now.
  const RouteQuery by_own = H2::injected(2 * 4);  // group 1
  queues.words.clear();
  queues.ports = {{5, 100}, {6, 90}, {2, 90}, {3, 90}, {4, 90}};
  EXPECT_EQ(minimal(by_own), 100);
  queues.ports[6] = 10;
  EXPECT_EQ(minimal(by_own), 0);
  // In its group there is no global link to ask for.
  queues.words = {{1, {3}}, {2, {3}}, {3, {3}}};
  queues.ports.clear();
  EXPECT_EQ(minimal(H2::injected(2 * 2)), 100);
}

TEST(Piggyback, SaysThatLinksAreSaturatedWhereTheyAre) {
  H2 net("pb");
  const RegisterFile registers = programmed(net);
  net.router(0).registers_written(registers);
  Queues queues;
  const auto explained = [&](NodeId destination) {
    Explanation explanation;
    net.router(0).explain_decision(H2::injected(destination), queues, Draw(Random(1, 0).next()),
                                   registers, explanation);
    return explanation.decision.back();
  };
  const auto all = HasSubstr("all global links of the minimal path are saturated");
  const auto not_all = HasSubstr("not all global links of the minimal path are saturated");
  EXPECT_THAT(explained(kAtSwitch21), not_all);
  queues.words = {{2, {1}}};  // the link to its group
  EXPECT_THAT(explained(kAtSwitch21), AllOf(all, Not(not_all)));
  EXPECT_THAT(explained(2 * 2), not_all) << "in its group there is none";
}

// After a first local hop it decides again, from there; VCs l1 … for what follows.
TEST(Progressive, DecidesTwice) {
  H2 net("par");
  const auto first = net.decisions(0, H2::injected(kAtSwitch21));
  EXPECT_EQ(first.size(), 8u);
  EXPECT_EQ(first.front(), 2);
  EXPECT_EQ(net.way(0, 2), "s0 l0 s2");  // waits for the second decision
  RouteQuery query = H2::injected(kAtSwitch21);
  query.state = 3;
  query.input_port = 2;  // of switch 2, from switch 0
  query.input_vc = 0;
  const auto second = net.decisions(2, query);
  EXPECT_EQ(second.size(), 8u);
  EXPECT_EQ(second.front(), 1);
  query.state = 1;
  EXPECT_EQ(net.way(2, query), "s2 g0 s21 h0");
  query.state = via_group(3);
  EXPECT_EQ(net.way(2, query), "s2 l1 s1 g0 s14 l2 s12 g1 s23 l3 s21 h0");
  // A global first hop is final.
  EXPECT_EQ(net.decisions(0, H2::injected(2 * 4)).front(), 1);
  EXPECT_EQ(net.way(0, via_group(3)), "s0 l0 s1 g0 s14 l2 s12 g1 s23 l3 s21 h0");
}

// ---- Checks.

struct Shape {
  const char* name;
  ParameterMap parameters;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"h=2", {{"h", std::int64_t{2}}}},
      {"trunked", {{"h", std::int64_t{2}}, {"trunking", std::int64_t{2}}}},
      {"several rounds", {{"h", std::int64_t{2}}, {"g", std::int64_t{4}}}},
      {"two groups", {{"h", std::int64_t{1}}, {"a", std::int64_t{3}}, {"g", std::int64_t{2}}}},
      {"random", {{"h", std::int64_t{2}}, {"arrangement", std::string("random")}}}};
  return all;
}

struct Form {
  const char* path;
  int local, global;
  int longest;  ///< hops
};

TEST(Valiant, EveryFormIsConnectedAndAcyclicWithItsVcs) {
  const std::vector<Form> forms = {
      {"group", 3, 2, 5}, {"LGL", 4, 2, 6}, {"LG-", 3, 2, 5}, {"-GL", 3, 2, 5}, {"-G-", 2, 2, 4}};
  for (const Shape& shape : shapes()) {
    const Netlist netlist = generate("dragonfly", shape.parameters);
    for (const Form& form : forms) {
      for (const bool wormhole : {false, true}) {
        SCOPED_TRACE(std::string(shape.name) + " " + form.path);
        RoutingContext context = test::own_context(netlist, "val", path_a(form.path));
        context.wormhole = wormhole;
        const auto routing = test::make_routing("val", context, path_a(form.path));
        const ConnectivityReport connected = check_connectivity(context, *routing);
        EXPECT_TRUE(connected.ok()) << connected.problems[0].message;
        const DeadlockReport report = check_deadlock(context, *routing);
        EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic);
        if (shape.name != std::string("h=2")) continue;
        EXPECT_EQ(connected.longest_path, form.longest);
        // Netlist::kinds: host, local, global.
        EXPECT_EQ(context.vcs, (std::vector<int>{1, form.local, form.global}));
        EXPECT_EQ(report.vcs_needed[1], form.local);
        EXPECT_EQ(report.vcs_needed[2], form.global);
      }
    }
  }
}

TEST(SourceAdaptive, EveryFunctionIsConnectedAndAcyclic) {
  const std::vector<std::pair<std::string, int>> functions = {
      {"ugal_l", 3}, {"ugal_g", 3}, {"pb", 3}, {"par", 4}};
  for (const Shape& shape : shapes()) {
    const Netlist netlist = generate("dragonfly", shape.parameters);
    for (const auto& [function, local] : functions) {
      SCOPED_TRACE(std::string(shape.name) + " " + function);
      const RoutingContext context = test::own_context(netlist, function);
      const auto routing = test::make_routing(function, context);
      const ConnectivityReport connected = check_connectivity(context, *routing);
      EXPECT_TRUE(connected.ok()) << connected.problems[0].message;
      const DeadlockReport report = check_deadlock(context, *routing);
      EXPECT_EQ(report.method, DeadlockReport::Method::kAcyclic);
      if (shape.name != std::string("h=2")) continue;
      EXPECT_EQ(report.vcs_needed[1], local);
      EXPECT_EQ(report.vcs_needed[2], 2);
    }
  }
}

TEST(SourceAdaptive, TooFewVcs) {
  const Netlist netlist = generate("dragonfly", {{"h", std::int64_t{2}}});
  EXPECT_THAT(error_of([&] { test::make_routing("par", test::own_context(netlist, "ugal_l")); }),
              HasSubstr("routing function 'par' needs 4 virtual channels on local links"));
  EXPECT_THAT(error_of([&] { test::make_routing("pb", test::own_context(netlist, "min")); }),
              HasSubstr("routing function 'pb' needs 3 virtual channels on local links"));
}

TEST(Valiant, Errors) {
  const Netlist dragonfly = generate("dragonfly", {{"h", std::int64_t{2}}});
  const Netlist tree = generate("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}});
  EXPECT_THAT(error_of([&] { test::make_routing("val", test::own_context(tree, "val")); }),
              HasSubstr("routing function 'val' is defined on dragonflies only"));
  EXPECT_THAT(error_of([&] {
                test::make_routing("val", test::own_context(dragonfly, "val"), path_a("LGL"));
              }),
              HasSubstr("routing function 'val' with path_a 'LGL' needs 4 virtual channels on "
                        "local links, in ascending order along a path; there are 3"));
  EXPECT_THAT(error_of([&] {
                test::make_routing("val", test::own_context(dragonfly, "val"), path_a("LLL"));
              }),
              HasSubstr("allowed: group, LGL, LG-, -GL, -G-"));
  EXPECT_THAT(error_of([&] { test::make_routing("val", test::context_of(dragonfly, 4, "free")); }),
              HasSubstr("cannot use the VC policy 'free'; allowed: ascending"));
}

/// Dragonflies with exactly as many goals as a header can name for these forms of path A, and with
/// one more.
struct Border {
  std::vector<PathA> forms;
  DragonflySize full, over;
};
const Border kBorders[] = {
    {{PathA::kLgl}, {1, 18, 192, 1, 3449}, {1, 42, 37, 1, 1524}},
    {{PathA::kG, PathA::kGl, PathA::kLgl}, {1, 26, 32, 1, 809}, {1, 42, 13, 1, 508}},
};

TEST(ValiantStates, TheLastOfAHeaderIsTheLastGoalOfTheLastForm) {
  for (const Border& border : kBorders) {
    const Dragonfly dragonfly(border.full, GlobalArrangement::kPalmtree, 1);
    const ValiantStates states(dragonfly, border.forms);
    EXPECT_EQ(ValiantStates::goals(dragonfly), ValiantStates::most_goals(border.forms.size()));
    const DragonflyGoal last{dragonfly.groups() - 1, dragonfly.a() - 1, false};
    const std::uint16_t state = states.towards(last, border.forms.back());
    EXPECT_EQ(state, 65535);
    EXPECT_TRUE(states.on_path_a(state));
    EXPECT_EQ(states.form(state), border.forms.size() - 1);
    EXPECT_EQ(states.goal(state).group, last.group);
    EXPECT_EQ(states.goal(state).position, last.position);
    EXPECT_EQ(states.form(states.past(state)), border.forms.size() - 1);

    const Dragonfly larger(border.over, GlobalArrangement::kPalmtree, 1);
    EXPECT_EQ(ValiantStates::goals(larger), ValiantStates::most_goals(border.forms.size()) + 1);
  }
}

TEST(Valiant, MoreGoalsThanAHeaderCanNameAreRefused) {
  const auto error_with = [](const DragonflySize& size) {
    const Netlist netlist = generate("dragonfly", {{"p", std::int64_t{size.p}},
                                                   {"a", std::int64_t{size.a}},
                                                   {"h", std::int64_t{size.h}},
                                                   {"g", std::int64_t{size.g}}});
    const RoutingContext context = test::own_context(netlist, "acor");
    return error_of([&] { test::make_routing("acor", context); });
  };
  EXPECT_EQ(error_with(kBorders[1].full), "");
  EXPECT_THAT(
      error_with(kBorders[1].over),
      HasSubstr("21336 switches and 508 groups are more intermediate ones than a header can "
                "name; allowed: up to 21843 together"));
}

}  // namespace
}  // namespace netloom
