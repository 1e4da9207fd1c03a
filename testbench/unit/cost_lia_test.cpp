// What the traffic counters of LIA cost: [LIA 2025], section 7.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/study/register_cost.h"

namespace netloom {
namespace {

std::uint64_t bits_of(const RegisterCost& cost, const std::string& name) {
  const auto& registers = cost.registers();
  const auto found = std::find_if(registers.begin(), registers.end(),
                                  [&](const RegisterBits& each) { return each.name == name; });
  return found == registers.end() ? 0 : found->total();
}

/// The counters of a switch with a window of 200 cycles.
SwitchShape shape(int offsets, int remote_counters, int hosts, int bucket) {
  SwitchShape result;
  result.offsets = offsets;
  result.remote_counters = remote_counters;
  result.global_links = hosts;
  result.injection_ports = hosts;
  result.window = 200;
  result.bucket = bucket;
  result.vcs = 1;
  result.input_buffer = 5040;
  return result;
}

// h = 6: 72 groups, R_+1 to R_+6 and R_-1 to R_-6, up to 6 packets in a cycle, 1,200 in the window,
// and 30,240 phits in the queues.
TEST(LiaCost, AtH6) {
  const RegisterCost cost("lia", shape(72, 12, 6, 1));
  EXPECT_EQ(bits_of(cost, "WINDOW_BUCKET"), 72 * 200 * 3);
  EXPECT_EQ(bits_of(cost, "INJECTED_PACKETS"), 72 * 11);
  EXPECT_EQ(bits_of(cost, "STORED_PACKETS"), 72 * 15);
  EXPECT_EQ(bits_of(cost, "EXTENDED_COUNTER"), 72 * 22);
  EXPECT_EQ(bits_of(cost, "REMOTE_COUNTER"), 12 * (22 + 6));
  EXPECT_EQ(cost.bits(RegisterClass::kCounters), 43200 + 792 + 1080 + 1584 + 336);
}

// Frontier: 73 global counters and, one for each local link of a switch, 31 remote ones. Buckets of
// several cycles make the window cheaper.
TEST(LiaCost, AtTheSizeOfFrontier) {
  const RegisterCost cost("lia", shape(73, 31, 16, 1));
  EXPECT_EQ(bits_of(cost, "WINDOW_BUCKET"), 73 * 200 * 5);
  EXPECT_EQ(bits_of(cost, "INJECTED_PACKETS"), 73 * 12);
  EXPECT_EQ(bits_of(cost, "STORED_PACKETS"), 73 * 17);
  EXPECT_EQ(bits_of(cost, "EXTENDED_COUNTER"), 73 * 23);
  EXPECT_EQ(bits_of(cost, "REMOTE_COUNTER"), 31 * (23 + 8));
  EXPECT_EQ(cost.bits(RegisterClass::kCounters), 73000 + 876 + 1241 + 1679 + 961);
  const RegisterCost coarse("lia", shape(73, 31, 16, 10));
  EXPECT_EQ(bits_of(coarse, "WINDOW_BUCKET"), 73 * 20 * 8);
  EXPECT_EQ(coarse.bits(RegisterClass::kCounters), 11680 + 876 + 1241 + 1679 + 961);
}

}  // namespace
}  // namespace netloom
