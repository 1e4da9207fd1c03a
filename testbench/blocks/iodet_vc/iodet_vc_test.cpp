#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Vmodulo.h"
#include "routing/function/grid/iodet_vcs.h"
#include "rtl/decision/vc_deciding.h"
#include "testbench/cosim/grid_network.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/verilated_instance.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

// Verilated for dividends of 10 bits and divisors of 4.
TEST(Modulo, Exhaustive) {
  VerilatedInstance<Vmodulo> instance;
  Vmodulo& model = *instance;
  for (std::uint32_t divisor = 1; divisor < 16; ++divisor) {
    for (std::uint32_t dividend = 0; dividend < 1024; ++dividend) {
      model.divisor_i = static_cast<CData>(divisor);
      model.dividend_i = static_cast<SData>(dividend);
      model.eval();
      ASSERT_EQ(model.remainder_o, dividend % divisor) << dividend << " mod " << divisor;
    }
  }
}

/// The model of a switch.
IodetVcs iodet_model_of(const GridNetwork& network, SwitchId id) {
  return {network.plan(), network.shape().class_vcs, id};
}

std::unique_ptr<VcDecision> make_iodet_vc(const std::string& implementation,
                                          const IodetVcs& reference) {
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  EXPECT_TRUE(entry.implements(reference, 5));
  return entry.make_as<VcDecision>(reference, 5, 1);
}

// In the place of the model. Channels behind those of a port belong to the next one.
TEST(VcReplace, RefusesVcsThatDoNotExist) {
  class Says final : public VcDecision {
   public:
    explicit Says(std::uint64_t what) : what_(what) {}
    std::uint64_t vcs(const RouteQuery& /*head*/, const VcHop& /*hop*/) override { return what_; }

   private:
    std::uint64_t what_;
  };
  const GridNetwork line({"mesh", {4}, 3});
  const GridNetwork ring({"torus", {4}, 3, 1, true});
  const auto replacing = [](const GridNetwork& network, std::uint64_t what) {
    RtlSwitchCounters counters;
    RtlPost post{RtlMode::kReplace, {"mine", "iodet_vc", "s1", 1, 3}, &counters};
    RefereedVcDecision decision(post, std::make_unique<IodetVcs>(iodet_model_of(network, 1)),
                                std::make_unique<Says>(what));
    RouteQuery head;
    head.destination = 3;
    head.cycle = 12;
    return test::error_of([&] { EXPECT_EQ(decision.vcs(head, {2, false}), what); });
  };
  EXPECT_EQ(replacing(line, 0b100), "");
  EXPECT_EQ(replacing(line, 0), "") << "it offers nothing";
  EXPECT_EQ(replacing(line, 0b1001),
            "RTL block 'iodet_vc' (implementation 'mine') offers channels that do not exist, in "
            "cycle 12 at switch 's1' (number 1), for packet 0 at input port 0, VC 0, from source 0 "
            "to destination 3, and a hop by output port 2; the RTL says VCs {0, 3}; the port has "
            "VCs {0, 1, 2}");
  EXPECT_EQ(replacing(ring, 0b100000), "");
  EXPECT_THAT(replacing(ring, 0b1000000), testing::HasSubstr("VCs {6}; the port has VCs {0, 1,"));
}

/// Asks for every destination and port between switches, at every switch: more than what packets
/// come to ask. Of large grids some switches: around both ends and in the middle.
testing::AssertionResult decides_as_iodet_vcs(const std::string& implementation,
                                              const GridShape& each) {
  const GridNetwork network(each);
  const Grid& grid = network.grid();
  const std::uint32_t step = grid.switches() > 100 ? grid.switches() / 7 : 1;
  for (SwitchId id = 0; id < grid.switches(); id += step) {
    IodetVcs model = iodet_model_of(network, id);
    const auto rtl = make_iodet_vc(implementation, model);
    for (NodeId destination = 0; destination < grid.hosts(); ++destination) {
      for (int port = grid.concentration(); port < grid.ports(); ++port) {
        RouteQuery head;
        head.destination = destination;
        if (rtl->vcs(head, {port, false}) == model.vcs(head, {port, false})) continue;
        return testing::AssertionFailure()
               << implementation << ", " << each.topology << " of " << each.k.size()
               << " dimensions, " << each.class_vcs << " VCs, switch " << id << " to "
               << destination << " by port " << port;
      }
    }
  }
  return testing::AssertionSuccess();
}

TEST(IodetVc, DecidesAsTheModelEverywhere) {
  const std::vector<GridShape> cases = {
      {"mesh", {5, 3}, 2},           {"torus", {5, 4}, 3, 2},
      {"torus", {5, 4}, 3, 1, true}, {"torus", {7, 2, 3}, 5, 1, true},
      {"mesh", {4, 4, 4}, 1},        {"torus", {130}, 64},
      {"torus", {130}, 32, 1, true}, {"mesh", {3, 2, 2, 1, 2, 3}, 7},
      {"torus", {300, 2}, 63},       widest_ring()};
  for (const std::string& implementation : right_implementations("iodet_vc")) {
    for (const GridShape& each : cases) EXPECT_TRUE(decides_as_iodet_vcs(implementation, each));
  }
}

// Coordinates are compared as if they had a sign.
TEST(IodetVc, TheWidestRingFindsASignedComparison) {
  EXPECT_TRUE(decides_as_iodet_vcs("broken_sign_iodet_vc", {"torus", {300, 2}, 3, 1, true}));
  EXPECT_FALSE(decides_as_iodet_vcs("broken_sign_iodet_vc", widest_ring()));
}

// [IODET 2013], section 3, in a 4 x 4 mesh with 2 VCs: the host of switch <p1 p0> at port 0,
// then the ports of dimension 0, then those of dimension 1.
TEST(IodetVc, IsWhatThePaperSays) {
  const GridNetwork network({"mesh", {4, 4}, 2});
  const auto rtl = make_iodet_vc("iodet_vc", iodet_model_of(network, 0));
  const auto vcs = [&](NodeId destination, int port) {
    RouteQuery head;
    head.destination = destination;
    return rtl->vcs(head, {port, false});
  };
  EXPECT_EQ(vcs(4 * 2 + 3, 2), 0b10u);  // in dimension 0, to p0 = 3
  EXPECT_EQ(vcs(4 * 2 + 3, 4), 0b01u);  // in dimension 1, to p1 = 2
  EXPECT_EQ(vcs(4 * 1 + 2, 2), 0b01u);
  EXPECT_EQ(vcs(4 * 1 + 2, 4), 0b10u);
}

// With a dateline, up from 4 of 6 to 1: over the border, then not.
TEST(IodetVc, ClassesFollowTheBorder) {
  const GridNetwork network({"torus", {6}, 2, 1, true});
  RouteQuery head;
  head.destination = 1;
  EXPECT_EQ(make_iodet_vc("iodet_vc", iodet_model_of(network, 4))->vcs(head, {2, false}), 0b0010u);
  EXPECT_EQ(make_iodet_vc("iodet_vc", iodet_model_of(network, 0))->vcs(head, {2, false}), 0b1000u);
}

}  // namespace
}  // namespace netloom
