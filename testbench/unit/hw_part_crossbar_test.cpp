#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hw/switch/part/crossbar.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;

using AnyCrossbar = Crossbar<Channels<64, kAllFeatures>>;

AnyCrossbar crossbar_of(int speedup, CrossbarKind kind = CrossbarKind::kMultiplexed) {
  SwitchConfig config;
  config.speedup = speedup;
  config.crossbar = kind;
  config.crossbar_delay = 3;
  AnyCrossbar result;
  result.build(config);
  return result;
}

Cycle last_phit(Cycle granted, std::uint32_t phits, Cycle arrival, bool to_buffer, int speedup) {
  return crossbar_of(speedup).last_phit(granted, phits, arrival, to_buffer);
}

/// When the last phit leaves if in every cycle as many leave as the crossbar takes and have
/// arrived.
Cycle counted_last_phit(Cycle granted, std::uint32_t phits, Cycle arrival, std::uint32_t speedup) {
  std::uint32_t left = 0;
  Cycle now = granted;
  for (;; ++now) {
    const auto arrived = static_cast<std::uint32_t>(std::min<Cycle>(phits, now - arrival + 1));
    left += std::min(speedup, arrived - left);
    if (left == phits) return now;
  }
}

// Rule 5: e = g + phits - 1, at speedup 2 too.
TEST(PartCrossbar, WithoutAnOutputBufferTheLinkBoundsTheCrossing) {
  for (const int speedup : {1, 2}) {
    EXPECT_EQ(last_phit(10, 1, 10, false, speedup), 10u);
    EXPECT_EQ(last_phit(10, 4, 10, false, speedup), 13u);
    EXPECT_EQ(last_phit(10, 4, 2, false, speedup), 13u);
  }
}

// Rule 5: ceil(phits / S), of a packet that is all there.
TEST(PartCrossbar, AtSpeedupTwoAnOddPhitTakesACycle) {
  const Cycle long_ago = 1, now = 100;
  const auto last = [&](std::uint32_t phits) { return last_phit(now, phits, long_ago, true, 2); };
  EXPECT_EQ(last(1), now);
  EXPECT_EQ(last(2), now);
  EXPECT_EQ(last(3), now + 1);
  EXPECT_EQ(last(4), now + 1);
  EXPECT_EQ(last(5), now + 2);
  EXPECT_EQ(last_phit(now, 5, long_ago, true, 1), now + 4);
}

// Rule 5: no phit leaves before it has arrived.
TEST(PartCrossbar, APacketThatIsStillArrivingIsNotOvertaken) {
  EXPECT_EQ(last_phit(10, 4, 10, true, 2), 13u);
  EXPECT_EQ(last_phit(11, 4, 10, true, 2), 13u);
  EXPECT_EQ(last_phit(12, 4, 10, true, 2), 13u) << "both bounds are the same";
  EXPECT_EQ(last_phit(13, 4, 10, true, 2), 14u);
}

// Rule 5, phit by phit.
TEST(PartCrossbar, TheLastPhitIsWhereCountingThemPutsIt) {
  for (const std::uint32_t speedup : {1u, 2u}) {
    for (std::uint32_t phits = 1; phits <= 9; ++phits) {
      for (Cycle granted = 20; granted < 34; ++granted) {
        EXPECT_EQ(last_phit(granted, phits, 20, true, static_cast<int>(speedup)),
                  counted_last_phit(granted, phits, 20, speedup))
            << phits << " phits, granted in " << granted << ", speedup " << speedup;
      }
    }
  }
}

template <class Part>
class PartCrossbarTimes : public testing::Test {};
TYPED_TEST_SUITE(PartCrossbarTimes, test::PartTypes);

// Rule 5: both are occupied from g until e, and can be granted again in e + 1.
TYPED_TEST(PartCrossbarTimes, BothPortsAreTakenUntilTheCycleAfterTheLastPhit) {
  using Set = typename TypeParam::Mask;
  const auto channels = TypeParam::channels();
  const int top = TypeParam::kPorts - 1;
  test::Timetable<Set> times;
  Crossbar<typename TypeParam::Numbers> crossbar;
  crossbar.take(channels.of_port(top), channels.of_port(0), 13, times.calendar);
  crossbar.take(channels.of_port(1), channels.of_port(top), 13, times.calendar);
  crossbar.take(channels.of_port(0), channels.of_port(1), 14, times.calendar);
  EXPECT_EQ(members(crossbar.inputs_busy()),
            members(channels.of_port(0) | channels.of_port(1) | channels.of_port(top)));
  EXPECT_EQ(members(crossbar.outputs_busy()), members(crossbar.inputs_busy()));
  EXPECT_THAT(times.active_cycles(), ElementsAre(14, 15));
  EXPECT_THAT(members(times.calendar.timers(13).inputs_free), IsEmpty());
  EXPECT_THAT(members(times.calendar.timers(13).outputs_free), IsEmpty());

  auto& first = times.calendar.timers(14);
  EXPECT_EQ(members(first.inputs_free), members(channels.of_port(top) | channels.of_port(1)));
  EXPECT_EQ(members(first.outputs_free), members(channels.of_port(0) | channels.of_port(top)));
  crossbar.free(first.inputs_free, first.outputs_free);
  EXPECT_EQ(members(crossbar.inputs_busy()), members(channels.of_port(0)));
  EXPECT_EQ(members(crossbar.outputs_busy()), members(channels.of_port(1)));

  auto& second = times.calendar.timers(15);
  EXPECT_EQ(members(second.inputs_free), members(channels.of_port(0)));
  EXPECT_EQ(members(second.outputs_free), members(channels.of_port(1)));
  crossbar.free(second.inputs_free, second.outputs_free);
  EXPECT_TRUE(crossbar.inputs_busy().none());
  EXPECT_TRUE(crossbar.outputs_busy().none());
}

// Rule 5. A full crossbar has an input and an output of each VC.
TEST(PartCrossbar, AChannelOfItsOwnLeavesTheOthersOfThePortFree) {
  using Set = ChannelMask<64>;
  test::Timetable<Set> times;
  Crossbar<Channels<64, kAllFeatures>> crossbar;
  crossbar.take(Set::bit(4), Set::bit(9), 20, times.calendar);
  EXPECT_THAT(members(crossbar.inputs_busy()), ElementsAre(4));
  EXPECT_THAT(members(crossbar.outputs_busy()), ElementsAre(9));
  crossbar.take(Set::bit(5), Set::bit(8), 20, times.calendar);
  EXPECT_THAT(members(times.calendar.timers(21).inputs_free), ElementsAre(4, 5));
  EXPECT_THAT(members(times.calendar.timers(21).outputs_free), ElementsAre(8, 9));
  crossbar.free(set_of<Set>({4}), set_of<Set>({9}));
  EXPECT_THAT(members(crossbar.inputs_busy()), ElementsAre(5));
  EXPECT_THAT(members(crossbar.outputs_busy()), ElementsAre(8));
}

// Rule 5 and what follows the rules: a multiplexed crossbar has one input and one output per port,
// whatever the number of VCs.
TYPED_TEST(PartCrossbarTimes, MultiplexedTheVcsOfAPortShareIt) {
  const auto channels = TypeParam::channels();
  const Crossbar<typename TypeParam::Numbers> crossbar;
  const int port = TypeParam::kPorts - 1, last = channels.of(port, TypeParam::kVcs - 1);
  EXPECT_FALSE(crossbar.full());
  EXPECT_EQ(members(crossbar.input_group(channels, last)), members(channels.of_port(port)));
  for (const bool buffered : {false, true}) {
    EXPECT_EQ(members(crossbar.output_group(channels, last, buffered)),
              members(channels.of_port(port)));
    EXPECT_EQ(crossbar.output_of(channels, last, buffered), channels.first(port));
  }
}

// Rule 5: … a full one has an input for each input VC and an output for each output VC; without an
// output buffer an output port still sends one flit at a time.
TEST(PartCrossbar, FullEveryVcHasItsOwn) {
  const Channels<64, kAllFeatures> channels(16, 2);
  const AnyCrossbar crossbar = crossbar_of(1, CrossbarKind::kFull);
  EXPECT_TRUE(crossbar.full());
  EXPECT_EQ(crossbar.delay(), 3u);
  EXPECT_THAT(members(crossbar.input_group(channels, 9)), ElementsAre(9));
  EXPECT_THAT(members(crossbar.output_group(channels, 9, true)), ElementsAre(9));
  EXPECT_EQ(crossbar.output_of(channels, 9, true), 9);
  EXPECT_THAT(members(crossbar.output_group(channels, 9, false)), ElementsAre(8, 9, 10, 11));
  EXPECT_EQ(crossbar.output_of(channels, 9, false), 8);
}

}  // namespace
}  // namespace netloom
