#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "routing/base/error.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr int kDraws = 2000;

/// Where a node's packets go: h = 2, so 9 groups of 4 switches with 2 hosts each.
std::set<NodeId> drawn(const std::string& pattern, const ParameterMap& parameters, NodeId source) {
  const Netlist netlist = network("dragonfly", {{"h", std::int64_t{2}}});
  const auto made = make_pattern(pattern, netlist, parameters);
  Random random(7, source);
  std::set<NodeId> result;
  for (int i = 0; i < kDraws; ++i) result.insert(made->destination(source, random));
  return result;
}

std::set<NodeId> nodes(NodeId first, NodeId last) {
  std::set<NodeId> result;
  for (NodeId node = first; node <= last; ++node) result.insert(node);
  return result;
}

TEST(DragonflyPattern, GlobalGoesToAllNodesOfTheGroup) {
  EXPECT_EQ(drawn("adversarial_global", {}, 0), nodes(8, 15));
  EXPECT_EQ(drawn("adversarial_global", {{"offset", std::int64_t{2}}}, 71), nodes(8, 15));
  EXPECT_EQ(drawn("adversarial_global", {{"offset", std::int64_t{10}}}, 13), nodes(16, 23));
}

TEST(DragonflyPattern, ConsecutiveGoesToTheNextGroups) {
  EXPECT_EQ(drawn("adversarial_consecutive", {}, 3), nodes(8, 23));
}

TEST(DragonflyPattern, LocalStaysInTheGroup) {
  EXPECT_EQ(drawn("adversarial_local", {}, 0), nodes(2, 3));
  EXPECT_EQ(drawn("adversarial_local", {{"offset", std::int64_t{2}}}, 15), nodes(10, 11));
}

TEST(DragonflyPattern, Errors) {
  EXPECT_THAT(
      [] {
        drawn("adversarial_global", {{"offset", std::int64_t{9}}}, 0);
      },
      ThrowsMessage<Error>(HasSubstr("each group would send to itself; allowed: no "
                                     "multiple of 9")));
  EXPECT_THAT(
      [] {
        drawn("adversarial_local", {{"offset", std::int64_t{4}}}, 0);
      },
      ThrowsMessage<Error>(HasSubstr("each switch would send to itself")));
  EXPECT_THAT([] { make_pattern("adversarial_local", hosts_only(8), {}); },
              ThrowsMessage<Error>(HasSubstr("is defined on dragonflies only")));
}

}  // namespace
}  // namespace netloom::test
