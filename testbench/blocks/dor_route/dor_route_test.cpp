#include "routing/function/grid/dor_route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "Vdor_route.h"
#include "routing/base/random.h"
#include "testbench/cosim/grid_network.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/vc_network.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// The model of a switch.
DorRoute dor_model_of(const GridNetwork& network, SwitchId id) {
  return {network.plan(), network.shape().class_vcs, id};
}

std::unique_ptr<RouteDecision> make_dor_route(const std::string& implementation,
                                              const DorRoute& reference) {
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  const int ports = reference.grid().ports();
  EXPECT_TRUE(entry.implements(reference, ports));
  return entry.make_as<RouteDecision>(reference, ports, 1);
}

/// Asks for every destination, input port and VC, at every switch: more than what packets come to
/// ask. Of large grids some switches and VCs: around both ends and in the middle.
testing::AssertionResult decides_as_dor_route(const std::string& implementation,
                                              const GridShape& each) {
  const GridNetwork network(each);
  const Grid& grid = network.grid();
  const bool large = grid.switches() > 100;
  const std::uint32_t step = large ? grid.switches() / 7 : 1;
  const int vcs = each.class_vcs * (each.dateline ? 2 : 1);
  for (SwitchId id = 0; id < grid.switches(); id += step) {
    DorRoute model = dor_model_of(network, id);
    const auto rtl = make_dor_route(implementation, model);
    for (NodeId destination = 0; destination < grid.hosts(); ++destination) {
      RouteQuery head;
      head.destination = destination;
      for (head.input_port = 0; head.input_port < grid.ports(); ++head.input_port) {
        for (head.input_vc = 0; head.input_vc < vcs; head.input_vc += large ? vcs - 1 : 1) {
          if (!(rtl->route(head) == model.route(head))) {
            return testing::AssertionFailure()
                   << implementation << ", " << each.topology << " of " << each.k.size()
                   << " dimensions, " << each.class_vcs << " VCs, switch " << id << " to "
                   << destination << " from port " << head.input_port << ", VC " << head.input_vc;
          }
          if (vcs == 1) break;
        }
      }
    }
  }
  return testing::AssertionSuccess();
}

TEST(DorRoute, DecidesAsTheModelEverywhere) {
  const std::vector<GridShape> cases = {
      {"mesh", {5, 3}, 2},
      {"torus", {5, 4}, 3, 2},
      {"torus", {4, 6}, 2, 1, false, "plus"},
      {"torus", {5, 4}, 3, 1, true},
      {"torus", {7, 2, 3}, 5, 3, true, "plus", 2},
      {"mesh", {4, 4, 4}, 1},
      {"torus", {130}, 64},
      {"torus", {130}, 32, 1, true},
      {"mesh", {3, 2, 2, 1, 2, 3}, 7},
      {"torus", {3, 2, 2, 1, 4}, 2, 1, true},
      {"torus", {3, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2}, 2, 1, true},
      {"torus", {300, 2}, 63},
      widest_ring()};
  for (const std::string& implementation : right_implementations("dor_route")) {
    for (const GridShape& each : cases) EXPECT_TRUE(decides_as_dor_route(implementation, each));
  }
}

TEST(DorRoute, TheWidestRingFindsASignedComparison) {
  EXPECT_TRUE(decides_as_dor_route("broken_sign_dor_route", {"torus", {300, 2}, 3, 1, true}));
  EXPECT_FALSE(decides_as_dor_route("broken_sign_dor_route", widest_ring()));
}

// A grid has 16 dimensions at most; one that is Verilated for four of them does not fit more.
TEST(DorRoute, DimensionsHaveToFit) {
  const auto fits = [](const std::string& implementation, std::size_t dimensions) {
    const GridNetwork network({"mesh", std::vector<std::int64_t>(dimensions, 1), 1});
    return RtlBlockRegistry::instance()
        .find(implementation)
        .implements(dor_model_of(network, 0), network.grid().ports());
  };
  EXPECT_TRUE(fits("dor_route", 16));
  EXPECT_TRUE(fits("broken_classes_dor_route", 4));
  EXPECT_FALSE(fits("broken_classes_dor_route", 5));
}

/// An answer, by hand.
struct Answer {
  int port;
  std::uint64_t vcs;
  std::uint64_t entering;

  friend bool operator==(const Answer& a, const Answer& b) {
    return a.port == b.port && a.vcs == b.vcs && a.entering == b.entering;
  }
  friend std::ostream& operator<<(std::ostream& out, const Answer& answer) {
    return out << "port " << answer.port << ", VCs " << answer.vcs << ", entering "
               << answer.entering;
  }
};

/// What model and RTL say at a switch of a packet that comes in by a port, on a VC.
class Asked {
 public:
  Asked(const GridShape& shape, SwitchId at)
      : network_(shape),
        model_(dor_model_of(network_, at)),
        rtl_(make_dor_route("dor_route", model_)) {}

  Answer operator()(NodeId destination, int input_port, int input_vc) {
    RouteQuery head;
    head.destination = destination;
    head.input_port = input_port;
    head.input_vc = input_vc;
    const Routed routed = rtl_->route(head);
    EXPECT_TRUE(routed == model_.route(head));
    std::vector<int> ports;
    routed.for_each_port([&](int port) { ports.push_back(port); });
    EXPECT_EQ(ports.size(), 1u);
    return {ports.front(), routed.vcs, routed.entering};
  }

 private:
  GridNetwork network_;
  DorRoute model_;
  std::unique_ptr<RouteDecision> rtl_;
};

// A 4 x 4 mesh with a host and 2 VCs: port 0 to the host, then down and up in dimension 0, then in
// dimension 1. At switch <1 1>, number 5.
TEST(DorRoute, GoesDimensionByDimension) {
  Asked asked({"mesh", {4, 4}, 2}, 5);
  EXPECT_EQ(asked(5, 1, 0), (Answer{0, 0b1, 0}));        // here
  EXPECT_EQ(asked(4 * 3 + 3, 0, 0), (Answer{2, 3, 0}));  // to <3 3>: up in dimension 0 first
  EXPECT_EQ(asked(4 * 3 + 0, 0, 0), (Answer{1, 3, 0}));  // to <3 0>: down
  EXPECT_EQ(asked(4 * 3 + 1, 1, 0), (Answer{4, 3, 0}));  // to <3 1>: dimension 1, up
  EXPECT_EQ(asked(4 * 0 + 1, 1, 0), (Answer{3, 3, 0}));  // to <0 1>: down
}

// A ring of 6 with 2 VCs: the packet comes into it from the host, and where it changes its VC.
TEST(DorRoute, ComesIntoARing) {
  Asked asked({"torus", {6}, 2}, 1);
  EXPECT_EQ(asked(3, 0, 0), (Answer{2, 0b11, 0b11}));  // from the host, up
  EXPECT_EQ(asked(3, 1, 0), (Answer{2, 0b11, 0b10}));  // straight on, up
  EXPECT_EQ(asked(3, 1, 1), (Answer{2, 0b11, 0b01}));
  EXPECT_EQ(asked(5, 2, 1), (Answer{1, 0b11, 0b01}));  // straight on, down
  EXPECT_EQ(asked(5, 1, 1), (Answer{1, 0b11, 0b11}));  // turned back
  EXPECT_EQ(asked(1, 1, 1), (Answer{0, 0b01, 0}));     // delivered
  // Out of dimension 0 into dimension 1, whose ports are 3 and 4: at <1 1>, number 5.
  Asked turning({"torus", {4, 4}, 2}, 5);
  EXPECT_EQ(turning(4 * 2 + 1, 1, 0), (Answer{4, 0b11, 0b11}));
  EXPECT_EQ(turning(4 * 2 + 1, 3, 0), (Answer{4, 0b11, 0b10}));
  // Two switches are no ring.
  Asked pair({"torus", {4, 2}, 2}, 1);
  EXPECT_EQ(pair(4 + 1, 1, 0), (Answer{4, 0b11, 0}));
}

// Half around, a ring of 6: up from even coordinates, down from odd ones; or always up.
TEST(DorRoute, HalfAroundItGoesAsTheTiesSay) {
  EXPECT_EQ(Asked({"torus", {6}, 1}, 2)(5, 0, 0).port, 2);
  EXPECT_EQ(Asked({"torus", {6}, 1}, 3)(0, 0, 0).port, 1);
  EXPECT_EQ(Asked({"torus", {6}, 1, 1, false, "plus"}, 3)(0, 0, 0).port, 2);
}

// With a dateline, up from 4 of 6 to 1: over the border, then not.
TEST(DorRoute, ClassesFollowTheBorder) {
  const GridShape ring = {"torus", {6}, 2, 1, true};
  EXPECT_EQ(Asked(ring, 4)(1, 0, 0).vcs, 0b0011u);
  EXPECT_EQ(Asked(ring, 0)(1, 1, 0).vcs, 0b1100u);
  EXPECT_EQ(Asked(ring, 1)(4, 0, 0).vcs, 0b0011u);  // half around, from an odd one: down
  EXPECT_EQ(Asked(ring, 2)(4, 0, 0).vcs, 0b1100u);
}

/// A coordinate of 16 bits for each dimension.
class Coordinates {
 public:
  void set(int dimension, std::uint32_t value) {
    words_[static_cast<std::size_t>(dimension / 4)] |= std::uint64_t{value} << 16 * (dimension % 4);
  }
  std::int64_t operator[](int dimension) const {
    const std::uint64_t word = words_[static_cast<std::size_t>(dimension / 4)];
    return static_cast<std::int64_t>(word >> 16 * (dimension % 4) & 0xffff);
  }
  template <class Port>
  void drive_to(Port& port) const {
    drive_bits(port, words_.data(), static_cast<int>(words_.size()));
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

// Sixteen dimensions of 16 bits, all of them random, against what the words say.
TEST(DorRoute, DecidesOnAllBits) {
  constexpr int kDimensions = 16;
  VerilatedInstance<Vdor_route> block;
  Random random(31, 0);
  for (int i = 0; i < 40000; ++i) {
    Coordinates position, destination, last;
    std::uint32_t rings = 0;
    const bool narrow = random.below(4) == 0;  // ties and neighbours are likely
    const auto same = static_cast<int>(random.below(kDimensions + 1));  // at least so many
    for (int dimension = 0; dimension < kDimensions; ++dimension) {
      const std::uint32_t k = 3 + random.below(narrow ? 6 : (1u << 16) - 2);
      const std::uint32_t here = random.below(k);
      last.set(dimension, k - 1);
      position.set(dimension, here);
      destination.set(dimension, dimension < same ? here : random.below(k));
      rings |= random.below(2) << dimension;
    }
    const bool dateline = random.below(2) == 0, ties_plus = random.below(2) == 0;
    const std::uint32_t class_vcs = 1 + random.below(dateline ? 32 : 64);
    const std::uint32_t host_vcs = 1 + random.below(64);
    const std::uint32_t concentration = 1 + random.below(256 - 2 * kDimensions);
    const std::uint32_t host_port = random.below(concentration);
    const std::uint32_t link = concentration + random.below(2 * kDimensions);
    const std::uint32_t input_port = random.below(4) == 0 ? host_port : link;
    const std::uint32_t input_vc = random.below(64);
    position.drive_to(block->position_i);
    destination.drive_to(block->destination_i);
    last.drive_to(block->last_i);
    drive(block->ring_i, rings);
    drive(block->concentration_i, concentration);
    drive(block->host_vcs_i, host_vcs);
    drive(block->class_vcs_i, class_vcs);
    drive(block->dateline_i, dateline);
    drive(block->ties_plus_i, ties_plus);
    drive(block->destination_port_i, host_port);
    drive(block->input_port_i, input_port);
    drive(block->input_vc_i, input_vc);
    block->eval();

    int d = 0;
    while (d < kDimensions && position[d] == destination[d]) ++d;
    if (d == kDimensions) {
      ASSERT_TRUE(has_only_bit<256>(block->allowed_ports_o, static_cast<int>(host_port)));
      ASSERT_EQ(block->vcs_o, ~std::uint64_t{0} >> (64 - host_vcs));
      ASSERT_EQ(block->entering_vcs_o, 0u);
      continue;
    }
    const std::int64_t from = position[d], to = destination[d];
    const std::int64_t k = last[d] + 1;
    const bool ring = (rings >> d & 1) != 0;
    const std::int64_t up = ((to - from) % k + k) % k, down = k - up;
    const bool plus = !ring ? to > from : up < down || (up == down && (ties_plus || from % 2 == 0));
    const std::int64_t end = plus ? from + up : from - down;
    const bool over = ring && (end < 0 || end >= k);
    const std::uint64_t vcs = (~std::uint64_t{0} >> (64 - class_vcs))
                              << (dateline && !over ? class_vcs : 0);
    const auto port = static_cast<int>(concentration) + 2 * d + (plus ? 1 : 0);
    const bool straight = static_cast<int>(input_port) == port + (plus ? -1 : 1);
    const std::uint64_t kept = straight ? std::uint64_t{1} << input_vc : 0;
    ASSERT_TRUE(has_only_bit<256>(block->allowed_ports_o, port)) << i;
    ASSERT_EQ(block->vcs_o, vcs) << i;
    ASSERT_EQ(block->entering_vcs_o, ring ? vcs & ~kept : 0) << i;
  }
}

}  // namespace
}  // namespace netloom

namespace netloom::test {
namespace {

const std::vector<std::int64_t> kPlane = {5, 4};
const ParameterMap kDateline = {{"rings", std::string("dateline")}};

std::vector<VcNetwork> dor_networks() {
  const ParameterMap plane = {{"k", kPlane}};
  const ParameterMap concentrated = {{"k", kPlane}, {"concentration", std::int64_t{2}}};
  const std::vector<std::int64_t> space = {3, 4, 3};
  const ParameterMap plus = {{"ties", std::string("plus")}};
  const std::vector<std::string> both = {"dor_route", "iodet_vc"};
  const std::vector<std::string> with_davc = {"dor_route", "davc_vc"};
  return {
      {"mesh", "mesh", plane, "dor", "single", 1, {"dor_route"}},
      {"mesh", "mesh", {{"k", space}}, "dor", "free", 3, {"dor_route"}},
      {"mesh", "mesh", plane, "dor", "voqsw", 5, {"dor_route"}},
      {"bubble", "torus", plane, "dor", "single", 1, {"dor_route"}},
      {"bubble", "torus", concentrated, "dor", "free", 2, {"dor_route"}},
      {"bubble", "torus", plane, "dor", "dbbm", 3, {"dor_route"}},
      {"bubble", "torus", plane, "dor", "voqsw", 5, {"dor_route"}},
      {"bubble", "torus", plane, "dor", "iodet", 3, both},
      {"bubble_plus", "torus", plane, "dor", "single", 1, {"dor_route"}, plus},
      {"tree", "torus", plane, "dor", "voqnet", 20, {"dor_route"}},
      {"dateline", "torus", plane, "dor", "free", 4, {"dor_route"}, kDateline},
      {"dateline", "torus", plane, "dor", "iodet", 6, both, kDateline},
      {"davc", "torus", plane, "dor", "np", 4, with_davc, {{"rings", std::string("none")}}},
  };
}

class DorRouteNetworks : public testing::TestWithParam<VcNetwork> {};

TEST_P(DorRouteNetworks, ReplacingAndShadowingChangeNoDigit) {
  expect_that_no_digit_changes(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Policies, DorRouteNetworks, testing::ValuesIn(dor_networks()),
                         vc_network_name);

TEST(DorRouteBroken, ShadowFindsSwappedClasses) {
  const VcNetwork torus = {"", "torus", {{"k", kPlane}}, "dor", "free", 4, {}, kDateline};
  EXPECT_THAT(
      run_network(torus, {"broken_classes_dor_route"}, RtlMode::kShadow),
      AllOf(StartsWith("ERROR: RTL block 'dor_route' (implementation "
                       "'broken_classes_dor_route') differs from the reference in cycle"),
            HasSubstr("; the reference says ports {"), HasSubstr("; the RTL says ports {")));
}

// The VCs and ports are right: only what counts as coming into a ring is not.
TEST(DorRouteBroken, ShadowFindsABubbleThatIsLeftOut) {
  const VcNetwork torus = {"", "torus", {{"k", kPlane}}, "dor", "free", 2, {}};
  EXPECT_THAT(run_network(torus, {"broken_bubble_dor_route"}, RtlMode::kShadow),
              AllOf(HasSubstr("'broken_bubble_dor_route') differs from the reference"),
                    HasSubstr("VCs {0, 1}, of which VCs {} come into a ring")));
}

}  // namespace
}  // namespace netloom::test
