// Hooks that make nothing for a switch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "grid_network.h"
#include "routed_network.h"
#include "routing/function/grid/dor_route.h"
#include "routing/function/tree/interval.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;
using testing::AllOf;
using testing::HasSubstr;

// An implementation of each sort that makes nothing.
RtlBlockEntry nothing(const std::string& block) {
  RtlBlockEntry entry;
  entry.block = block;
  entry.sources = {"none"};  // nothing to synthesise
  const auto all = [](const Decision&, int) { return true; };
  const auto none = [](const Decision&, int, std::uint64_t) { return nullptr; };
  if (block == "interval") {
    entry.stands_for<PortMatcher, PortMatcher>(all, none);
  } else if (block == "dor_route") {
    entry.stands_for<RouteDecision, RouteDecision>(all, none);
  } else if (block == "up_selector") {
    entry.stands_for<PortSelector, PortSelector>(all, none);
  } else {
    entry.stands_for<SwitchArbiters, SwitchArbiters>(all, none);
  }
  return entry;
}
const RtlBlockRegistry::Registration kNoMatcher("broken_no_matcher", nothing("interval"));
const RtlBlockRegistry::Registration kNoRoute("broken_no_route", nothing("dor_route"));
const RtlBlockRegistry::Registration kNoSelector("broken_no_selector", nothing("up_selector"));
const RtlBlockRegistry::Registration kNoArbiters("broken_no_arbiters", nothing("rr_arbiter"));

TEST(RtlHook, AnImplementationThatMakesNothingIsAnError) {
  const IntervalTree tree(4, 2);
  RtlCounters counters;
  const auto names = [&](const std::string& block, const std::string& implementation) {
    return AllOf(
        HasSubstr("RTL block '" + block + "' (implementation '" + implementation + "')"),
        HasSubstr("makes nothing for switch '" + tree.netlist.switches[3].name + "' (number 3)"));
  };
  EXPECT_THAT(error_of([&] {
                make_decision_hooks(tree.netlist, {{"broken_no_matcher"}}, counters)
                    .port_matcher(3, 8, std::make_unique<IntervalPorts>(8));
              }),
              names("interval", "broken_no_matcher"));
  const GridNetwork mesh({"mesh", {2, 2}, 1});
  EXPECT_THAT(error_of([&] {
                make_decision_hooks(tree.netlist, {{"broken_no_route"}}, counters)
                    .route(3, 5, std::make_unique<DorRoute>(mesh.plan(), 1, 3));
              }),
              AllOf(HasSubstr("RTL block 'dor_route' (implementation 'broken_no_route')"),
                    HasSubstr("makes nothing for switch")));
  EXPECT_THAT(error_of([&] {
                make_port_selector_hook(tree.netlist, "cp", {{"broken_no_selector"}}, counters)(
                    3, 8, 0);
              }),
              names("up_selector", "broken_no_selector"));
  EXPECT_THAT(error_of([&] {
                make_arbiters_hook(tree.netlist, ArbiterKind::kRoundRobin, false,
                                   {{"broken_no_arbiters"}}, counters)(3, 8, 0);
              }),
              names("rr_arbiter", "broken_no_arbiters"));
}

/// What a network says whose setup `change` has changed.
template <class Change>
std::string network_with(const Change& change) {
  return test::in_child([&] {
    test::NetworkSetup setup(
        test::make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}),
        "interval");
    change(setup);
    test::UniformSource source(4, 0.1, 4, 4, 1);
    test::TestNetwork network(setup, source);
    return std::string("no error");
  });
}

TEST(NetworkHooks, OneThatMakesNothingIsAnError) {
  EXPECT_THAT(network_with([](test::NetworkSetup& setup) {
                setup.port_selector = [](SwitchId, int, int) { return nullptr; };
              }),
              AllOf(HasSubstr("ERROR: the hook for the selector of each switch makes none for"),
                    HasSubstr("switch 's0' (number 0)")));
  EXPECT_THAT(network_with([](test::NetworkSetup& setup) {
                setup.arbiters = [](SwitchId, int, int) { return nullptr; };
              }),
              HasSubstr("ERROR: the hook for the arbiters of each switch makes none for switch"));
  EXPECT_THAT(
      network_with([](test::NetworkSetup& setup) {
        setup.hooks.port_matcher = [](SwitchId, int, auto) { return nullptr; };
      }),
      HasSubstr("ERROR: the hook for the port matcher of each switch makes none for switch"));
  EXPECT_THAT(test::in_child([] {
                test::NetworkSetup setup(
                    test::make_netlist("mesh", {{"k", std::vector<std::int64_t>{2, 2}}}), "dor");
                setup.hooks.route = [](SwitchId, int, auto) { return nullptr; };
                test::UniformSource source(4, 0.1, 4, 4, 1);
                test::TestNetwork network(setup, source);
                return std::string("no error");
              }),
              HasSubstr("ERROR: the hook for the decision about ports and virtual channels of each "
                        "switch makes none for switch"));
}

}  // namespace
}  // namespace netloom
