// RTL that decides about virtual channels in the switches of whole networks: DAVC in dragonflies,
// fat-trees and graphs, IODET in meshes and tori.

#include "vc_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<VcNetwork> vc_networks() {
  const std::int64_t two = 2;
  const std::int64_t three = 3;
  const ParameterMap dragonfly = {{"h", two}};
  const ParameterMap graph = {
      {"switches", std::int64_t{24}}, {"ports", std::int64_t{6}}, {"degree", std::int64_t{4}}};
  std::vector<VcNetwork> result;
  for (const char* function : {"n", "p", "np"}) {
    result.push_back({"dragonfly_min", "dragonfly", dragonfly, "min", function, 4, {"davc_vc"}});
    result.push_back({"dragonfly_val", "dragonfly", dragonfly, "val", function, 6, {"davc_vc"}});
    result.push_back(
        {"random_regular_ecmp", "random_regular", graph, "ecmp", function, 6, {"davc_vc"}});
    // The tree's own routing, with both of its decisions in RTL; packets between agents go down
    // first, by shortest paths.
    result.push_back({"fat_tree_interval",
                      "fat_tree",
                      {{"k", two}, {"n", three}},
                      "interval",
                      function,
                      4,
                      {"davc_vc", "interval"}});
    result.push_back({"managed_fat_tree_ecmp",
                      "managed_fat_tree",
                      {{"k", two}, {"n", three}},
                      "ecmp",
                      function,
                      6,
                      {"davc_vc"}});
    result.push_back({"dcell_ecmp",
                      "dcell",
                      {{"n", three}, {"k", std::int64_t{1}}},
                      "ecmp",
                      function,
                      6,
                      {"davc_vc"}});
  }
  const std::vector<std::int64_t> plane = {5, 4};
  const ParameterMap dateline = {{"rings", std::string("dateline")}};
  result.push_back({"mesh", "mesh", {{"k", plane}}, "dor", "iodet", 2, {"iodet_vc"}});
  result.push_back({"mesh_3d",
                    "mesh",
                    {{"k", std::vector<std::int64_t>{3, 4, 3}}},
                    "dor",
                    "iodet",
                    3,
                    {"iodet_vc"}});
  result.push_back({"torus_bubble", "torus", {{"k", plane}}, "dor", "iodet", 3, {"iodet_vc"}});
  result.push_back(
      {"torus_dateline", "torus", {{"k", plane}}, "dor", "iodet", 6, {"iodet_vc"}, dateline});
  return result;
}

class RtlVcs : public testing::TestWithParam<VcNetwork> {};

TEST_P(RtlVcs, ReplacingAndShadowingChangeNoDigit) {
  expect_that_no_digit_changes(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Networks, RtlVcs, testing::ValuesIn(vc_networks()), vc_network_name);

// It takes the sender's port of another input.
TEST(RtlVcsBroken, ShadowFindsTheBrokenDavcVc) {
  const VcNetwork dragonfly = {"", "dragonfly", {{"h", std::int64_t{2}}}, "min", "p", 4, {}};
  EXPECT_THAT(run_network(dragonfly, {"broken_davc_vc"}, RtlMode::kShadow),
              AllOf(StartsWith("ERROR: RTL block 'davc_vc' (implementation 'broken_davc_vc') "
                               "differs from the reference in cycle"),
                    HasSubstr("registers of the switch: NODE_ID = "),
                    HasSubstr("the reference says VCs {")));
}

// It looks at dimension 0 only.
TEST(RtlVcsBroken, ShadowFindsTheBrokenIodetVc) {
  const VcNetwork mesh = {"", "mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, "dor", "iodet",
                          2,  {}};
  EXPECT_THAT(run_network(mesh, {"broken_iodet_vc"}, RtlMode::kShadow),
              StartsWith("ERROR: RTL block 'iodet_vc' (implementation 'broken_iodet_vc') differs "
                         "from the reference in cycle"));
}

TEST(RtlVcsMisfit, IsRefused) {
  const VcNetwork mesh = {"", "mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, "dor", "iodet",
                          2,  {}};
  EXPECT_THAT(run_network(mesh, {"davc_vc"}, RtlMode::kShadow),
              StartsWith("ERROR: RTL block 'davc_vc' makes no decision of this network; allowed: "
                         "routing.vcs.policy davc"));
}

}  // namespace
}  // namespace netloom::test
