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

}  // namespace
}  // namespace netloom::test
