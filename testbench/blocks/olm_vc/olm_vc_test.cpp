#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/error.h"
#include "routing/function/dragonfly/in_transit_vcs.h"
#include "routing/function/dragonfly/olm.h"
#include "rtl/decision/vc_deciding.h"
#include "testbench/cosim/matcher_support.h"

namespace netloom {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// The decision of a switch with h = 2: ports 0-1 lead to hosts, 2-4 to the group, 5-6 out of it.
std::unique_ptr<VcDecision> model() {
  DragonflySize size;
  size.p = 2;
  size.a = 4;
  size.h = 2;
  return std::make_unique<InTransitVcs>(
      std::make_shared<const Dragonfly>(size, GlobalArrangement::kPalmtree, 0),
      std::make_shared<const OlmRule>());
}

std::unique_ptr<VcDecision> make_olm_vc(const std::string& implementation) {
  return RtlBlockRegistry::instance().find(implementation).make_as<VcDecision>(*model(), 7, 1);
}

constexpr VcHop kMinimalLocal{2, false};
constexpr VcHop kMisroutedLocal{2, true};
constexpr VcHop kGlobal{5, false};

// More than every place that a packet can be in: injection VCs beyond those of the block's input,
// and VCs that the links have not.
TEST(OlmVc, DecidesAsTheModelForEveryPlaceAndHop) {
  const auto reference = model();
  for (const std::string& implementation : right_implementations("olm_vc")) {
    SCOPED_TRACE(implementation);
    const auto rtl = make_olm_vc(implementation);
    for (std::uint32_t state = 0; state < 16; ++state) {
      for (int port = 0; port < 7; ++port) {
        for (int vc = 0; vc < (port < 2 ? kMaxVirtualChannels : 4); ++vc) {
          RouteQuery head;
          head.state = state;
          head.input_port = port;
          head.input_vc = vc;
          for (const VcHop& hop : {kMinimalLocal, kMisroutedLocal, kGlobal}) {
            ASSERT_EQ(rtl->vcs(head, hop), reference->vcs(head, hop))
                << "state " << state << ", input port " << port << ", VC " << vc << ", output port "
                << hop.output_port << (hop.misrouted ? ", misrouted" : "");
          }
        }
      }
    }
  }
}

// [RLM-OLM 2013], section III-C, written out.
TEST(OlmVc, IsWhatThePaperSays) {
  const auto rtl = make_olm_vc("olm_vc");
  const auto vcs = [&](int input_port, int input_vc, const VcHop& hop) {
    RouteQuery head;
    head.input_port = input_port;
    head.input_vc = input_vc;
    return rtl->vcs(head, hop);
  };
  // From a host, and on l1.
  EXPECT_EQ(vcs(0, 0, kMinimalLocal), 0b001u);
  EXPECT_EQ(vcs(0, 0, kMisroutedLocal), 0b001u);
  EXPECT_EQ(vcs(0, 0, kGlobal), 0b01u);
  EXPECT_EQ(vcs(3, 0, kGlobal), 0b01u);
  // In the intermediate group: misrouted on l1 only.
  EXPECT_EQ(vcs(5, 0, kMinimalLocal), 0b010u);
  EXPECT_EQ(vcs(5, 0, kMisroutedLocal), 0b001u);
  EXPECT_EQ(vcs(3, 0, kMinimalLocal), 0b010u);
  EXPECT_EQ(vcs(3, 1, kGlobal), 0b10u);
  // In the destination group after g2: on l1 or l2.
  EXPECT_EQ(vcs(5, 1, kMinimalLocal), 0b100u);
  EXPECT_EQ(vcs(5, 1, kMisroutedLocal), 0b011u);
  // Nothing is above l3.
  EXPECT_EQ(vcs(3, 2, kMinimalLocal), 0u);
  EXPECT_EQ(vcs(3, 2, kGlobal), 0u);
}

TEST(VcShadow, StopsAtTheFirstDifferenceAndSaysWhere) {
  RtlSwitchCounters counters;
  RefereedVcDecision shadow({RtlMode::kShadow, {"broken_olm_vc", "olm_vc", "s9", 9, 7}, &counters},
                            model(), make_olm_vc("broken_olm_vc"));
  RouteQuery head;
  head.source = 3;
  head.destination = 71;
  head.state = 1;
  head.input_port = 6;
  head.input_vc = 1;
  head.cycle = 4711;
  EXPECT_EQ(shadow.vcs(head, kMinimalLocal), 0b100u);
  EXPECT_EQ(counters.decisions, 1u);
  EXPECT_THAT(
      [&] { shadow.vcs(head, kMisroutedLocal); },
      ThrowsMessage<Error>(AllOf(
          HasSubstr("RTL block 'olm_vc' (implementation 'broken_olm_vc') differs from the "
                    "reference in cycle 4711 at switch 's9' (number 9)"),
          HasSubstr("input port 6, VC 1, from source 3 to destination 71, with header state 0x1"),
          HasSubstr("a misrouted hop by output port 2"),
          HasSubstr("the reference says VCs {0, 1}, the RTL says {0}"))));
  EXPECT_EQ(counters.decisions, 2u);
  EXPECT_EQ(counters.mismatches, 1u);
}

}  // namespace
}  // namespace netloom
