#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fat_tree_switch.h"
#include "routing/error.h"
#include "routing/function/interval.h"
#include "rtl/rtl_hook.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// All (switch, destination) decisions of a 2-ary 3-tree with a hook, as candidate words.
std::vector<std::uint64_t> all_decisions(const PortMatcherHook& hook) {
  const FatTreeNetwork network(2, 3, hook);
  std::vector<std::uint64_t> result;
  for (SwitchId id = 0; id < network.netlist.switches.size(); ++id) {
    const auto router = network.routing->make_router(id);
    router->registers_written(network.programmed(id));
    for (NodeId destination = 0; destination < 8; ++destination) {
      std::uint64_t word = 0;
      CandidateSet candidates(&word, 1, 0);
      RouteQuery query;
      query.destination = destination;
      router->route(query, candidates);
      result.push_back(word);
    }
  }
  return result;
}

TEST(RtlHook, NothingSelectedIsNoHook) {
  const FatTreeNetwork network(2, 3);
  EXPECT_FALSE(make_port_matcher_hook(network.netlist, {}, RtlMode::kShadow,
                                      std::make_shared<RtlCounters>()));
}

TEST(RtlHook, BothModesDecideAsTheModel) {
  const FatTreeNetwork network(2, 3);
  const std::vector<std::uint64_t> expected = all_decisions({});
  for (const char* implementation : {"interval", "interval_subtract"}) {
    for (const RtlMode mode : {RtlMode::kReplace, RtlMode::kShadow}) {
      const auto counters = std::make_shared<RtlCounters>();
      EXPECT_EQ(
          all_decisions(make_port_matcher_hook(network.netlist, {implementation}, mode, counters)),
          expected);
      EXPECT_EQ(counters->decisions, 12u * 8);
      EXPECT_EQ(counters->mismatches, 0u);
    }
  }
}

TEST(RtlHook, ReplaceLetsTheRtlDecide) {
  const FatTreeNetwork network(2, 3);
  const auto counters = std::make_shared<RtlCounters>();
  EXPECT_NE(all_decisions(
                make_port_matcher_hook(network.netlist, {"broken"}, RtlMode::kReplace, counters)),
            all_decisions({}));
}

// The broken port excludes the upper bound. Switch 1 of the 2-ary 3-tree has the nodes 2 and 3
// below, and [4..1] up: the first difference for node 1 is at port 2.
TEST(Shadow, StopsAtTheFirstDifferenceAndSaysWhere) {
  const FatTreeNetwork plain(2, 3);
  const auto counters = std::make_shared<RtlCounters>();
  FatTreeNetwork network(2, 3);
  network.make_routing(
      make_port_matcher_hook(network.netlist, {"broken"}, RtlMode::kShadow, counters));
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
  EXPECT_EQ(counters->decisions, 1u);
  EXPECT_EQ(counters->mismatches, 0u);

  query.destination = 1;
  word = 0;
  EXPECT_THAT(
      [&] { router->route(query, candidates); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr("RTL block 'interval' (implementation 'broken')"), HasSubstr("cycle 4711"),
          HasSubstr("switch '" + plain.netlist.switches[1].name + "' (number 1)"),
          HasSubstr("output port 2"), HasSubstr("input port 1, VC 5"), HasSubstr("source 3"),
          HasSubstr("destination 1"), HasSubstr("LIB = 4, UIB = 1"),
          HasSubstr("the reference says allowed, the RTL says not allowed"),
          HasSubstr("reference {2, 3}, RTL {}"))));
  EXPECT_EQ(counters->decisions, 2u);
  EXPECT_EQ(counters->mismatches, 1u);
}

TEST(RtlHook, RefusesWhatCannotBe) {
  const FatTreeNetwork network(2, 3);
  const auto counters = std::make_shared<RtlCounters>();
  const auto make = [&](const std::vector<std::string>& names) {
    return make_port_matcher_hook(network.netlist, names, RtlMode::kShadow, counters);
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
  const PortMatcherHook hook = make({"interval"});
  EXPECT_THAT([&] { hook(0, 4, std::make_unique<Other>()); },
              ThrowsMessage<Error>(HasSubstr("(interval) makes the decision")));
}

}  // namespace
}  // namespace netloom
