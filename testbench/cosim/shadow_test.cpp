#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routed_network.h"
#include "routing/base/error.h"
#include "routing/function/tree/interval.h"
#include "rtl/rtl_hook.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

PortMatcherHook hook_of(const RoutedNetwork& network, const std::string& implementation,
                        RtlMode mode, RtlCounters& counters) {
  return make_decision_hooks(network.netlist, {{implementation}, mode}, counters).port_matcher;
}

/// All (switch, source, destination) decisions, as candidate words.
std::vector<std::uint64_t> all_decisions(const RoutedNetwork& network) {
  std::vector<std::uint64_t> result;
  const auto hosts = static_cast<NodeId>(network.netlist.hosts.size());
  for (SwitchId id = 0; id < network.netlist.switches.size(); ++id) {
    const auto router = network.routing->make_router(id);
    router->registers_written(network.programmed(id));
    for (NodeId source = 0; source < hosts; ++source) {
      for (NodeId destination = 0; destination < hosts; ++destination) {
        std::uint64_t word = 0;
        CandidateSet candidates(&word, 1, 0);
        RouteQuery query;
        query.source = source;
        query.destination = destination;
        router->route(query, candidates);
        result.push_back(word);
      }
    }
  }
  return result;
}

TEST(RtlHook, NothingSelectedIsNoHook) {
  const IntervalTree network(2, 3);
  RtlCounters counters;
  EXPECT_FALSE(make_decision_hooks(network.netlist, {}, counters).port_matcher);
  EXPECT_FALSE(make_decision_hooks(network.netlist, {}, counters).vc_decision);
  EXPECT_FALSE(make_port_selector_hook(network.netlist, "ff", {}, counters));
}

TEST(RtlHook, BlocksOfTheOtherSortAreNoHook) {
  const IntervalTree network(2, 3);
  RtlCounters counters;
  const DecisionHooks hooks =
      make_decision_hooks(network.netlist, {{"up_selector"}, RtlMode::kShadow}, counters);
  EXPECT_FALSE(hooks.port_matcher);
  EXPECT_FALSE(hooks.vc_decision);
  EXPECT_FALSE(
      make_port_selector_hook(network.netlist, "ff", {{"interval"}, RtlMode::kShadow}, counters));
}

/// A routing function, and RTL that makes its decision.
struct DecidingCase {
  const char* topology;
  const char* function;
  ParameterMap parameters;
  const char* implementation;
};

TEST(RtlHook, BothModesDecideAsTheModel) {
  const ParameterMap arithmetic = {{"implementation", std::string("arithmetic")}};
  for (const DecidingCase& each :
       {DecidingCase{"fat_tree", "interval", {}, "interval"},
        DecidingCase{"fat_tree", "interval", {}, "interval_subtract"},
        DecidingCase{"fat_tree", "destro", {}, "fir"},
        DecidingCase{"fat_tree", "det_lin", {}, "fir"},
        DecidingCase{"fat_tree", "destro", arithmetic, "destro_route"},
        DecidingCase{"fat_tree", "det_lin", arithmetic, "destro_route"},
        DecidingCase{"fat_tree", "destro_nonminimal", {}, "destro_route"},
        DecidingCase{"ruft", "ruft", {}, "ruft_route"}}) {
    SCOPED_TRACE(std::string(each.function) + " by " + each.implementation);
    RoutedNetwork network(each.topology, 2, 3, each.function, each.parameters);
    const std::vector<std::uint64_t> expected = all_decisions(network);
    for (const RtlMode mode : {RtlMode::kReplace, RtlMode::kShadow}) {
      RtlCounters counters;
      network.make_routing(each.function, each.parameters,
                           hook_of(network, each.implementation, mode, counters));
      EXPECT_EQ(all_decisions(network), expected);
      EXPECT_EQ(counters.decisions(), 12u * 8 * 8);
      EXPECT_EQ(counters.mismatches(), 0u);
    }
  }
}

TEST(RtlHook, ReplaceLetsTheRtlDecide) {
  IntervalTree network(2, 3);
  const std::vector<std::uint64_t> expected = all_decisions(network);
  RtlCounters counters;
  network.make_routing("interval", {}, hook_of(network, "broken", RtlMode::kReplace, counters));
  EXPECT_NE(all_decisions(network), expected);
}

// The broken port excludes the upper bound. Switch 1 of the 2-ary 3-tree has the nodes 2 and 3
// below, and [4..1] up: the first difference for node 1 is at port 2.
TEST(Shadow, StopsAtTheFirstDifferenceAndSaysWhere) {
  IntervalTree network(2, 3);
  RtlCounters counters;
  network.make_routing("interval", {}, hook_of(network, "broken", RtlMode::kShadow, counters));
  const auto router = network.routing->make_router(1);
  router->registers_written(network.programmed(1));

  std::uint64_t word = 0;
  CandidateSet candidates(&word, 1, 0);
  RouteQuery query;
  query.source = 3;
  query.input_port = 1;
  query.input_vc = 5;
  query.cycle = 4711;
  query.destination = 6;
  router->route(query, candidates);
  EXPECT_EQ(word, 0xcu);
  EXPECT_EQ(counters.decisions(), 1u);
  EXPECT_EQ(counters.mismatches(), 0u);

  query.destination = 1;
  word = 0;
  EXPECT_THAT(
      [&] { router->route(query, candidates); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr("RTL block 'interval' (implementation 'broken')"), HasSubstr("cycle 4711"),
          HasSubstr("switch '" + network.netlist.switches[1].name + "' (number 1)"),
          HasSubstr("output port 2"), HasSubstr("input port 1, VC 5"), HasSubstr("source 3"),
          HasSubstr("destination 1"), HasSubstr("LIB = 4, UIB = 1"),
          HasSubstr("the reference says allowed, the RTL says not allowed"),
          HasSubstr("reference {2, 3}, RTL {}"))));
  EXPECT_EQ(counters.decisions(), 2u);
  EXPECT_EQ(counters.mismatches(), 1u);
}

// The broken fir_port does not look at its restrictions. At switch 1, which has the nodes 2 and 3
// below, port 2 (up, even nodes) matches node 2 as port 0 does, and is not to be offered.
TEST(Shadow, ShowsRegistersInTheirForm) {
  RoutedNetwork network("fat_tree", 2, 3, "destro");
  RtlCounters counters;
  network.make_routing("destro", {}, hook_of(network, "broken_fir", RtlMode::kShadow, counters));
  const auto router = network.routing->make_router(1);
  router->registers_written(network.programmed(1));
  std::uint64_t word = 0;
  CandidateSet candidates(&word, 1, 0);
  RouteQuery query;
  query.destination = 2;
  EXPECT_THAT([&] { router->route(query, candidates); },
              ThrowsMessage<Error>(AllOf(
                  HasSubstr("RTL block 'fir' (implementation 'broken_fir')"),
                  HasSubstr("output port 2"), HasSubstr("LIB = 0, UIB = 0, MR = 0x1, RRR = 0x3"),
                  HasSubstr("the reference says not allowed, the RTL says allowed"),
                  HasSubstr("reference {0}, RTL {0, 2}"))));
  EXPECT_EQ(counters.blocks.at("fir").mismatches(), 1u);
}

TEST(RtlHook, RefusesWhatCannotBe) {
  const IntervalTree network(2, 3);
  RtlCounters counters;
  const auto make = [&](const std::vector<std::string>& names) {
    return make_decision_hooks(network.netlist, {names, RtlMode::kShadow}, counters).port_matcher;
  };
  EXPECT_THAT([&] { make({"no_such_port"}); },
              ThrowsMessage<Error>(HasSubstr("unknown RTL block implementation 'no_such_port'")));
  EXPECT_THAT(
      [&] {
        make({"interval", "interval_subtract"});
      },
      ThrowsMessage<Error>(HasSubstr("one implementation of a block")));

  class Other final : public PortMatcher {
   public:
    void registers_written(const RegisterFile& /*file*/) override {}
    void match(const RouteQuery& /*query*/, std::uint64_t* /*ports*/) override {}
  };
  EXPECT_THAT([&] { make({"interval_subtract"})(0, 4, std::make_unique<Other>()); },
              ThrowsMessage<Error>(HasSubstr("RTL block 'interval' (implementation "
                                             "'interval_subtract') makes no decision of this "
                                             "network; allowed: routing.function interval")));
  // One decision is made by one block.
  EXPECT_THAT(
      [&] {
        make({"interval", "fir"})(0, 4, std::make_unique<IntervalPorts>(4));
      },
      ThrowsMessage<Error>(HasSubstr("RTL block 'fir' makes no decision of this network")));
}

/// A network whose routing one block does not fit.
struct Misfit {
  const char* topology;
  std::int64_t k;
  const char* function;
  const char* implementation;  ///< of destro and det_lin
  const char* block;
};

TEST(RtlHook, RefusesWhatABlockDoesNotFit) {
  for (const Misfit& each : {Misfit{"fat_tree", 4, "destro", "fir", "destro_route"},
                             Misfit{"fat_tree", 4, "destro", "arithmetic", "fir"},
                             Misfit{"fat_tree", 4, "destro", "fir", "interval"},
                             Misfit{"fat_tree", 3, "destro", "arithmetic", "destro_route"},
                             Misfit{"ruft", 3, "ruft", nullptr, "ruft_route"}}) {
    SCOPED_TRACE(std::string(each.function) + " by " + each.block);
    ParameterMap parameters;
    if (each.implementation != nullptr) {
      parameters = {{"implementation", std::string(each.implementation)}};
    }
    RoutedNetwork network(each.topology, each.k, 2, each.function, parameters);
    RtlCounters counters;
    network.make_routing(each.function, parameters,
                         hook_of(network, each.block, RtlMode::kShadow, counters));
    EXPECT_THAT([&] { network.routing->make_router(0); },
                ThrowsMessage<Error>(AllOf(
                    HasSubstr("RTL block '" + std::string(each.block) + "' makes no decision"),
                    HasSubstr("allowed: routing.function "))));
  }
}

}  // namespace
}  // namespace netloom
