#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/config/config.h"
#include "sim/lockstep/lockstep.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using Kind = PortEvent::Kind;

/// The network of docs/timing.md, "Without contention": one packet of four phits over two switches.
/// With R = 1 it is granted by s0 in cycle 2, and its link to s1 starts X cycles later.
class Lockstep : public testing::Test {
 protected:
  Lockstep() { folder_.write("one_packet.txt", "0 0 1 32\n"); }

  LockstepSide side(const std::string& view, int crossbar_delay) const {
    const std::string delay = std::to_string(crossbar_delay);
    return {view, parse_config("network: {topology: mesh, k: [2], latency: {host: 1, mesh: 3}}\n"
                               "switch: {routing_delay: 1, crossbar: {delay: " +
                                   delay +
                                   "}}\n"
                                   "traffic: {trace: one_packet.txt, packet_phits: 4}\n"
                                   "views: {default: " +
                                   view + "}\n",
                               "two_switches.yaml", folder_.file("."))};
  }

  TemporaryFolder folder_;
  PointRequest request_;
};

TEST_F(Lockstep, EveryEventOfBothViewsIsCompared) {
  const LockstepResult result = run_lockstep(side("fast", 2), side("structural", 2), request_);
  EXPECT_FALSE(result.difference);
  // Injected and delivered; at each switch it arrives, is granted, starts on the link, and leaves
  // the buffer.
  EXPECT_EQ(result.events, 2u + 2u * 4u);
  EXPECT_EQ(result.grants, 2u);
  EXPECT_EQ(result.first_point, result.second_point);
  EXPECT_EQ(result.first_point.at("completion_cycle"), 14);
}

TEST_F(Lockstep, TheFirstDifferenceIsFound) {
  for (const bool structural_first : {false, true}) {
    const LockstepResult result =
        structural_first ? run_lockstep(side("structural", 1), side("fast", 2), request_)
                         : run_lockstep(side("fast", 1), side("structural", 2), request_);
    ASSERT_TRUE(result.difference);
    ASSERT_TRUE(result.difference->first);
    ASSERT_TRUE(result.difference->second);
    EXPECT_EQ(result.events, 3u);  // injected, arrived, granted
    EXPECT_EQ(result.difference->cycle(), 3u);
    EXPECT_EQ(result.difference->switch_id(), 0u);
    EXPECT_EQ(result.difference->first->kind, Kind::kSent);
    EXPECT_EQ(result.difference->first->cycle, 3u);
    EXPECT_EQ(result.difference->second->kind, Kind::kSent);
    EXPECT_EQ(result.difference->second->cycle, 4u);
  }
}

TEST_F(Lockstep, ARunThatStopsEarlierDiffers) {
  LockstepSide shorter = side("structural", 2);
  shorter.config.run.completion_limit = 9;
  for (const bool shorter_first : {false, true}) {
    const LockstepSide longer = side("fast", 2);
    const LockstepResult result = shorter_first ? run_lockstep(shorter, longer, request_)
                                                : run_lockstep(longer, shorter, request_);
    ASSERT_TRUE(result.difference);
    EXPECT_EQ(result.difference->first.has_value(), !shorter_first);
    EXPECT_EQ(result.difference->second.has_value(), shorter_first);
    EXPECT_EQ(result.difference->cycle(), 10u);  // the ejection link of s1 starts
    EXPECT_EQ(result.difference->switch_id(), 1u);
  }
}

TEST_F(Lockstep, TheStateOfASwitchIsWhatItIsBeforeTheAllocation) {
  for (const char* view : {"fast", "structural"}) {
    const std::string text = switch_state(side(view, 2), request_, 0, 2);
    EXPECT_THAT(text, HasSubstr("before the allocation of cycle 2"));
    EXPECT_THAT(text, HasSubstr("packet 0 from h0 to h1, 4 phits"));
    EXPECT_THAT(text, HasSubstr("can be taken"));
  }
}

}  // namespace
}  // namespace netloom::test
