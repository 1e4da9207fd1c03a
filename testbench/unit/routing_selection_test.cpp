#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/selection.h"
#include "routing/netlist/topology.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

Netlist make(const std::string& topology, const ParameterMap& given) {
  const TopologyEntry& entry = TopologyRegistry::instance().find(topology);
  return entry.make(resolve_parameters(entry.parameters, given, topology))->netlist({});
}

Netlist fat_tree(std::int64_t k, std::int64_t n) {
  return make("fat_tree", {{"k", k}, {"n", n}});
}

/// In the 3-ary 3-tree: 9 switches a stage, switch <1, 21> is number 9 + 7 = 16, up ports are 3,
/// 4, 5. Node 5 is 012, node 19 is 201.
constexpr SwitchId kStage0 = 7;
constexpr SwitchId kStage1 = 16;

TEST(Selection, IsFoundByItsName) {
  const SelectionRegistry& registry = SelectionRegistry::instance();
  EXPECT_EQ(registry.find("ff").picking, Picking::kPreferred);
  EXPECT_FALSE(registry.find("ff").needs_fat_tree());
  EXPECT_TRUE(registry.find("sadp").needs_fat_tree());
  EXPECT_TRUE(registry.find("cp").searches_cyclically());
  EXPECT_FALSE(registry.find("random").searches_cyclically());
  EXPECT_THAT([&] { registry.find("best"); },
              ThrowsMessage<Error>("unknown selection 'best'; known: adap_lin, cp, ff, mc, random, "
                                   "sadp, sdp, sop, ssp"));
}

TEST(Selection, FirstFreeBeginsAtTheFirstUpPort) {
  const auto ports = preferred_ports("ff", fat_tree(3, 3));
  EXPECT_EQ(ports[kStage0].of(5, 19), 3);
  EXPECT_EQ(ports[kStage1].of(5, 19), 3);
}

TEST(Selection, SwitchPriorityIsTheSwitchesOwnDigit) {
  const auto ports = preferred_ports("ssp", fat_tree(3, 3));
  EXPECT_EQ(ports[kStage0].of(5, 19), 3 + 1) << "o_0 of <0, 21>";
  EXPECT_EQ(ports[kStage1].of(5, 19), 3 + 2) << "o_1 of <1, 21>";
}

TEST(Selection, DestinationAndOriginPriorityAreTheLowestDigit) {
  const Netlist netlist = fat_tree(3, 3);
  const auto destination = preferred_ports("sdp", netlist);
  const auto origin = preferred_ports("sop", netlist);
  for (const SwitchId id : {kStage0, kStage1}) {
    EXPECT_EQ(destination[id].of(5, 19), 3 + 1);
    EXPECT_EQ(origin[id].of(5, 19), 3 + 2);
  }
}

TEST(Selection, StagePrioritiesAreTheStagesDigit) {
  const Netlist netlist = fat_tree(3, 3);
  const auto sadp = preferred_ports("sadp", netlist);
  EXPECT_EQ(sadp[kStage0].of(5, 19), 3 + 1);
  EXPECT_EQ(sadp[kStage1].of(5, 19), 3 + 0);
  const auto linear = preferred_ports("adap_lin", netlist);
  EXPECT_EQ(linear[kStage0].of(5, 19), 3 + 2);
  EXPECT_EQ(linear[kStage1].of(5, 19), 3 + 1);
}

// [Fat-Trees 2010], section 4.3.1: SADP prefers the link of the deterministic routing, so that over
// all destinations every up port of a switch is preferred equally often.
TEST(Selection, StagePriorityIsBalanced) {
  const Netlist netlist = fat_tree(4, 3);
  const auto ports = preferred_ports("sadp", netlist);
  for (SwitchId id = 0; id < 32; ++id) {
    std::vector<int> uses(8);
    for (NodeId destination = 0; destination < 64; ++destination) {
      ++uses[static_cast<std::size_t>(ports[id].of(0, destination))];
    }
    EXPECT_EQ(uses, (std::vector<int>{0, 0, 0, 0, 16, 16, 16, 16}));
  }
}

// Root switches have no up ports: the preference has to name a port that exists.
TEST(Selection, RootsPreferAPortThatExists) {
  const Netlist netlist = fat_tree(2, 3);
  for (const std::string& name : SelectionRegistry::instance().names()) {
    const auto ports = preferred_ports(name, netlist);
    ASSERT_EQ(ports.size(), netlist.switches.size());
    for (SwitchId id = 8; id < 12; ++id) {
      for (NodeId node = 0; node < 8; ++node) EXPECT_LT(ports[id].of(node, 7 - node), 2);
    }
  }
}

TEST(Selection, OtherTopologiesHaveNoDigits) {
  Netlist netlist;
  netlist.topology = "torus";
  netlist.switches.resize(3);
  EXPECT_THAT([&] { preferred_ports("sadp", netlist); },
              ThrowsMessage<Error>(AllOf(HasSubstr("'sadp'"), HasSubstr("'torus'"),
                                         HasSubstr("allowed here: cp, ff, mc, random"))));
  for (const auto kind : {"ff", "cp", "mc", "random"}) {
    const auto ports = preferred_ports(kind, netlist);
    ASSERT_EQ(ports.size(), 3u);
    EXPECT_EQ(ports[2].of(0, 0), 0);
  }
}

}  // namespace
}  // namespace netloom
