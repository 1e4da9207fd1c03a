#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "routing/netlist/longest_way.h"
#include "testbench/unit/routing_support.h"

namespace netloom::test {
namespace {

using Lengths = std::vector<std::int64_t>;

TEST(LongestShortestWay, IsThatOfTheNetwork) {
  EXPECT_EQ(longest_shortest_way(generate("single_switch", {{"hosts", std::int64_t{4}}})), 1u);
  EXPECT_EQ(longest_shortest_way(generate("mesh", {{"k", Lengths{4, 3}}})), 6u);
  EXPECT_EQ(longest_shortest_way(generate("torus", {{"k", Lengths{5, 4}}})), 5u);
  EXPECT_EQ(
      longest_shortest_way(generate("fat_tree", {{"k", std::int64_t{4}}, {"n", std::int64_t{3}}})),
      5u);
  EXPECT_EQ(
      longest_shortest_way(generate("ruft", {{"k", std::int64_t{4}}, {"n", std::int64_t{3}}})), 3u);
  EXPECT_EQ(longest_shortest_way(generate("dragonfly", {{"h", std::int64_t{2}}})), 4u);
}

// Large enough that not every switch is looked at: no less than it is, and at most twice as much.
TEST(LongestShortestWay, IsBoundedInLargeNetworks) {
  const std::uint32_t mesh = longest_shortest_way(generate("mesh", {{"k", Lengths{110, 110}}}));
  EXPECT_GE(mesh, 219u);
  EXPECT_LE(mesh, 438u);
  const std::uint32_t tree =
      longest_shortest_way(generate("fat_tree", {{"k", std::int64_t{8}}, {"n", std::int64_t{5}}}));
  EXPECT_GE(tree, 9u);
  EXPECT_LE(tree, 18u);
}

/// Of a function with its own VCs.
std::uint32_t longest_way(const std::string& topology, const ParameterMap& shape,
                          const std::string& function, const ParameterMap& given = {}) {
  const Netlist netlist = generate(topology, shape);
  const auto routing = make_routing(function, own_context(netlist, function, given), given);
  const auto longest = routing->longest_way();
  return longest ? *longest : longest_shortest_way(netlist);
}

TEST(LongestWay, HasWhatMisroutingAdds) {
  const ParameterMap h2 = {{"h", std::int64_t{2}}};
  EXPECT_EQ(longest_way("dragonfly", h2, "min"), 4u);
  EXPECT_EQ(longest_way("dragonfly", h2, "val"), 6u) << "l-g-l-g-l";
  EXPECT_EQ(longest_way("dragonfly", h2, "val", {{"path_a", std::string("LGL")}}), 7u);
  EXPECT_EQ(longest_way("dragonfly", h2, "par"), 7u) << "l-l-g-l-g-l";
  EXPECT_EQ(longest_way("dragonfly", h2, "olm"), 9u) << "l-l-g-l-l-g-l-l";
  EXPECT_EQ(longest_way("mesh", {{"k", Lengths{3, 3}}}, "all_path", {{"k", std::int64_t{2}}}), 7u);
  EXPECT_EQ(longest_way("mesh", {{"k", Lengths{4, 3}}}, "dor"), 6u);
}

/// Of the routing function `table` with these lines.
std::uint32_t longest_way_by(const Netlist& netlist, const std::string& table) {
  const TemporaryFile file(table);
  return make_routing("table", context_of(netlist), {{"file", file.path()}})->longest_way().value();
}

/// Four switches, each with a host at port 0 and a cable to each other: the ports 1 to 3 lead to
/// the others in turn.
Netlist complete_graph() {
  Netlist netlist;
  netlist.kind("host");
  const int link = netlist.kind("link");
  for (SwitchId i = 0; i < 4; ++i) {
    netlist.switches.push_back({"s" + std::to_string(i), 4});
    netlist.hosts.push_back({"h" + std::to_string(i)});
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
  }
  for (SwitchId i = 0; i < 4; ++i) {
    for (SwitchId j = i + 1; j < 4; ++j) {
      netlist.add_cable({Endpoint::Type::kSwitch, i, static_cast<int>(j)},
                        {Endpoint::Type::kSwitch, j, static_cast<int>(i) + 1}, 1, link);
    }
  }
  validate(netlist);
  return netlist;
}

TEST(LongestWay, IsWalkedInTables) {
  const Netlist netlist = complete_graph();
  ASSERT_EQ(longest_shortest_way(netlist), 2u);
  const std::string direct = R"(
s0 s1 1
s0 s2 2
s0 s3 3
s1 s0 1
s1 s2 2
s1 s3 3
s2 s0 1
s2 s1 2
s2 s3 3
s3 s0 1
s3 s1 2
s3 s2 3
)";
  EXPECT_EQ(longest_way_by(netlist, direct), 2u);
  EXPECT_EQ(longest_way_by(netlist, direct + "s0 h3 1\n"), 3u) << "an entry for one host alone";
  // Along the line s0, s1, s2, s3 and back.
  EXPECT_EQ(longest_way_by(netlist, R"(
s0 * 1
s1 * 2
s1 s0 1
s2 * 2
s2 s3 3
s3 * 3
)"),
            4u);
  // Where there is a choice, the longer way counts: s0, s1, s2, s3.
  EXPECT_EQ(longest_way_by(netlist, R"(
s0 * 1
s0 s3 1 3
s1 s0 1
s1 s2 2
s1 s3 2 3
s2 s0 1
s2 s1 2
s2 s3 3
s3 s0 1
s3 s1 2
s3 s2 3
)"),
            4u);
}

// To s3, s1 may send back to s0: the shortest ways by the table count, of which the longest has all
// four switches, although each switch is next to s3.
TEST(LongestWay, IsTheLongestOfTheShortestWhereATableLeadsInCircles) {
  EXPECT_EQ(longest_way_by(complete_graph(), R"(
s0 s1 1
s0 s2 2
s0 s3 1
s1 s0 1
s1 s2 2
s1 s3 1 2
s2 s0 1
s2 s1 2
s2 s3 3
s3 s0 1
s3 s1 2
s3 s2 3
)"),
            4u);
}

}  // namespace
}  // namespace netloom::test
