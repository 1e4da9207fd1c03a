#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/netlist/failed_parts.h"
#include "rtl/rtl_hook.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

/// A network with a routing function, whose decisions RTL makes or is compared with.
struct NetworkCase {
  std::string topology;
  std::int64_t k, n;
  std::string function;
  ParameterMap parameters;
  std::string selection;
  int vcs;
  std::vector<std::string> blocks;
  std::vector<std::string> faults = {};  ///< cables that have failed before the start
};

/// Runs it under uniform load: a digest of all deliveries, and whether the RTL took, or was
/// compared in, all decisions.
std::string run(const NetworkCase& network_case, const std::vector<std::string>& blocks,
                RtlMode mode, std::uint64_t seed = 1) {
  return in_child([&] {
    NetworkSetup setup(
        make_netlist(network_case.topology, {{"k", network_case.k}, {"n", network_case.n}}),
        network_case.function);
    setup.function_parameters = network_case.parameters;
    setup.vcs(network_case.vcs);
    for (const std::string& fault : network_case.faults) {
      for (const int link : links_of_part(setup.netlist, FailedPart::kCable, fault)) {
        setup.failed_links.push_back(link);
      }
    }
    setup.config.switches.selection = network_case.selection;
    const RtlPlan plan{blocks, mode, seed};
    RtlCounters counters;
    setup.hooks = make_decision_hooks(setup.netlist, plan, counters);
    setup.port_selector =
        make_port_selector_hook(setup.netlist, network_case.selection, plan, counters);
    UniformSource source(static_cast<std::uint32_t>(setup.netlist.hosts.size()), 0.6, 4, 4, 11);
    TestNetwork network(setup, source);
    network->run(2000);
    const NetworkCounters counts = network->counters();
    // Every head that was granted had been routed and had selected; the others still wait. Each
    // switch counts for itself.
    bool counted = counters.blocks.size() == blocks.size();
    for (const auto& [block, each] : counters.blocks) {
      counted = counted && each.decisions() >= counts.packet_hops &&
                each.switches.size() == setup.netlist.switches.size();
    }
    return fmt::format("digest {:016x}, {} delivered, conservation {}, decisions {}, mismatches {}",
                       source.digest(), counts.delivered, network->check_conservation().holds,
                       counted ? "counted" : "not counted", counters.mismatches());
  });
}

const ParameterMap kArithmetic = {{"implementation", std::string("arithmetic")}};

NetworkCase tree(std::int64_t k, std::int64_t n, const std::string& function,
                 const ParameterMap& parameters, const std::vector<std::string>& blocks) {
  return {"fat_tree", k, n, function, parameters, "ff", 1, blocks};
}

/// Cables of a fat-tree have failed: FT2EI with so many exclusion intervals.
NetworkCase faulty(std::int64_t k, std::int64_t n, std::int64_t exclusion_intervals,
                   std::vector<std::string> faults) {
  NetworkCase result =
      tree(k, n, "ft2ei", {{"exclusion_intervals", exclusion_intervals}}, {"ft2ei", "up_selector"});
  result.selection = "sadp";
  result.faults = std::move(faults);
  return result;
}

/// Adaptive interval routing with RTL that selects, and RTL that matches beside it.
NetworkCase adaptive(std::int64_t k, std::int64_t n, const std::string& selection, int vcs) {
  return {"fat_tree", k, n, "interval", {}, selection, vcs, {"interval", "up_selector"}};
}

std::vector<NetworkCase> network_cases() {
  std::vector<NetworkCase> result;
  for (const auto& [k, n] : {std::pair{2, 3}, {4, 2}, {3, 3}, {4, 3}}) {
    result.push_back(tree(k, n, "interval", {}, {"interval"}));
    result.push_back(tree(k, n, "interval", {}, {"interval_subtract"}));
    result.push_back(tree(k, n, "interval", {}, {"interval_length"}));
  }
  for (const auto& [k, n] : {std::pair{2, 3}, {4, 3}, {8, 2}}) {
    for (const char* function : {"destro", "det_lin"}) {
      result.push_back(tree(k, n, function, {}, {"fir"}));
      result.push_back(tree(k, n, function, kArithmetic, {"destro_route"}));
    }
    result.push_back(tree(k, n, "destro_nonminimal", {}, {"destro_route"}));
    result.push_back({"ruft", k, n, "ruft", {}, "ff", 1, {"ruft_route"}});
  }
  result.push_back(faulty(2, 4, 1, {"s18.p1"}));
  result.push_back(faulty(4, 3, 2, {"s16.p1", "s21.p3", "s33.p2"}));
  result.push_back(faulty(4, 3, 3, {}));
  result.push_back(faulty(8, 2, 1, {"s8.p0", "s9.p5"}));
  // More ports than the smaller of the Verilated sizes.
  result.push_back(tree(16, 2, "destro", {}, {"fir", "up_selector"}));
  for (const char* selection : {"ff", "ssp", "sdp", "sop", "cp", "sadp", "adap_lin"}) {
    result.push_back(adaptive(4, 3, selection, 1));
    result.push_back(adaptive(4, 2, selection, 3));
  }
  result.push_back(adaptive(3, 3, "ssp", 1));
  // No larger than the switch.
  for (const char* selection : {"cp", "sadp"}) {
    result.push_back(adaptive(2, 3, selection, 1));
    result.back().blocks = {"interval", "small_up_selector"};
  }
  result.push_back(adaptive(8, 2, "cp", 8));
  return result;
}

std::string name_of(const NetworkCase& each) {
  std::string name =
      fmt::format("{}_{}_{}_{}_{}vc", each.k, each.n, each.function, each.selection, each.vcs);
  for (const std::string& block : each.blocks) name += "_" + block;
  if (!each.faults.empty()) name += fmt::format("_{}faults", each.faults.size());
  return name;
}

void PrintTo(const NetworkCase& each, std::ostream* out) {
  *out << name_of(each);
}

class RtlInNetwork : public testing::TestWithParam<NetworkCase> {};

TEST_P(RtlInNetwork, ReplacingAndShadowingChangeNoDigit) {
  const NetworkCase& each = GetParam();
  const std::string model = run(each, {}, RtlMode::kReplace);
  ASSERT_THAT(model, HasSubstr("conservation true, decisions counted, mismatches 0"));
  EXPECT_EQ(run(each, each.blocks, RtlMode::kReplace), model);
  EXPECT_EQ(run(each, each.blocks, RtlMode::kShadow), model);
  for (std::uint64_t seed = 2; seed <= 4; ++seed) {
    EXPECT_EQ(run(each, each.blocks, RtlMode::kShadow, seed), model)
        << "what is left open: " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, RtlInNetwork, testing::ValuesIn(network_cases()),
                         [](const auto& each) { return name_of(each.param); });

// The broken block leaves out the upper bound of its interval.
TEST(RtlInNetworkBroken, ShadowStopsTheRunAndSaysWhere) {
  EXPECT_THAT(
      run(tree(2, 3, "interval", {}, {}), {"broken"}, RtlMode::kShadow),
      AllOf(StartsWith("ERROR: "), HasSubstr("cycle"), HasSubstr("switch"), HasSubstr("port"),
            HasSubstr("destination"), HasSubstr("LIB"), HasSubstr("UIB")));
}

TEST(RtlInNetworkBroken, ReplaceStopsWhereThereIsNoWay) {
  EXPECT_THAT(run(tree(2, 3, "interval", {}, {}), {"broken"}, RtlMode::kReplace),
              AllOf(StartsWith("ERROR: "), ContainsRegex("no output for packet [0-9]+ from host")));
}

TEST(RtlInNetworkBroken, ShadowNamesThePacketByItsNumber) {
  EXPECT_THAT(run(tree(2, 3, "interval", {}, {}), {"broken"}, RtlMode::kShadow),
              ContainsRegex("for packet [0-9]+ at input port [0-9]+, VC 0, from source [0-9]+ to"));
  EXPECT_THAT(run(adaptive(4, 2, "cp", 1), {"broken_up_selector"}, RtlMode::kShadow),
              ContainsRegex("for packet [0-9]+ at input port [0-9]+, VC 0, from source [0-9]+ to"));
}

// Without restrictions the up links offer what is below the switch.
TEST(RtlInNetworkBroken, ShadowFindsTheBrokenFirPort) {
  for (const char* function : {"destro", "det_lin"}) {
    EXPECT_THAT(run(tree(4, 2, function, {}, {}), {"broken_fir"}, RtlMode::kShadow),
                AllOf(StartsWith("ERROR: RTL block 'fir' (implementation 'broken_fir') differs"),
                      HasSubstr("RRR = 0xf"), HasSubstr("the RTL says allowed")));
  }
}

// The last of the exclusion intervals has no effect.
TEST(RtlInNetworkBroken, ShadowFindsTheBrokenFt2eiPort) {
  EXPECT_THAT(run(faulty(2, 4, 2, {"s18.p1", "s22.p1"}), {"broken_ft2ei"}, RtlMode::kShadow),
              AllOf(StartsWith("ERROR: RTL block 'ft2ei' (implementation 'broken_ft2ei') differs"),
                    HasSubstr("ELIB[1] = 12, EUIB[0] = 7, EUIB[1] = 15, EENABLE[0] = 1"),
                    HasSubstr("the RTL says allowed")));
}

// Only cyclic priority has the pointer that is broken.
TEST(RtlInNetworkBroken, ShadowFindsTheBrokenSelector) {
  EXPECT_THAT(
      run(adaptive(4, 2, "cp", 1), {"broken_up_selector"}, RtlMode::kShadow),
      StartsWith("ERROR: RTL block 'up_selector' (implementation 'broken_up_selector') differs"));
  EXPECT_THAT(run(adaptive(4, 2, "ssp", 1), {"broken_up_selector"}, RtlMode::kShadow),
              HasSubstr("conservation true, decisions counted, mismatches 0"));
}

// Its pointer has no reset: only cyclic priority looks at it, and few of its values lead to another
// link up than the right one, so that it takes several runs.
TEST(RtlInNetworkBroken, SomeSeedsFindAPointerWithoutReset) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::string result =
        run(adaptive(4, 2, "cp", 1), {"broken_reset_up_selector"}, RtlMode::kShadow, seed);
    if (result.find("(implementation 'broken_reset_up_selector') differs") != std::string::npos) {
      ++found;
    }
  }
  EXPECT_GT(found, 0);
}

// A bit of the start is lost, in switches of four channels: k = 2.
TEST(RtlInNetworkBroken, ShadowFindsASearchThatLosesABitOfItsStart) {
  EXPECT_THAT(run(adaptive(2, 3, "sadp", 1), {"broken_start_up_selector"}, RtlMode::kShadow),
              HasSubstr("(implementation 'broken_start_up_selector') differs"));
}

}  // namespace
}  // namespace netloom::test
