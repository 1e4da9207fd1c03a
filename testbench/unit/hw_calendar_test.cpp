#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/kernel/channel_mask.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

TEST(Event, CarriesKindChannelAndPhitsUpToTheirLimits) {
  const Event event(EventKind::kAcknowledge, 4095, 65535);
  EXPECT_EQ(event.kind(), EventKind::kAcknowledge);
  EXPECT_EQ(event.channel(), 4095);
  EXPECT_EQ(event.phits(), 65535);
  const Event credit(EventKind::kCredit, 0);
  EXPECT_EQ(credit.kind(), EventKind::kCredit);
  EXPECT_EQ(credit.channel(), 0);
  EXPECT_EQ(credit.phits(), 0);
}

class CalendarTest : public testing::Test {
 protected:
  using Mask = ChannelMask<64>;
  static constexpr std::size_t kLength = 64;
  static constexpr int kInline = Bucket<Mask>::kEvents;

  CalendarTest() { calendar_.build(arena_, active_.data(), kLength, 16); }

  void post(Cycle cycle, int channel) { calendar_.post(cycle, Event(EventKind::kCredit, channel)); }
  /// The channels of the events of a cycle, taken out.
  std::vector<int> take(Cycle cycle) {
    std::vector<int> channels;
    calendar_.take_events(cycle, calendar_.at(cycle),
                          [&](Event event) { channels.push_back(event.channel()); });
    return channels;
  }
  bool active(Cycle cycle) const {
    return (calendar_.active_block(cycle) >> (cycle & 63) & 1) != 0;
  }

  Arena arena_{1 << 16};
  std::array<std::uint64_t, kLength / 64> active_{};
  Calendar<Mask> calendar_;
};

TEST_F(CalendarTest, GivesEventsOfACycleInTheOrderOfPostingAndOnce) {
  post(5, 3);
  post(6, 9);
  post(5, 1);
  EXPECT_THAT(take(4), IsEmpty());
  EXPECT_THAT(take(5), ElementsAre(3, 1));
  EXPECT_THAT(take(5), IsEmpty());
  EXPECT_THAT(take(6), ElementsAre(9));
}

TEST_F(CalendarTest, WrapsRound) {
  // As far ahead as it is long, over the end of the ring and again.
  for (Cycle now = 0; now < 300; ++now) {
    post(now + kLength - 1, static_cast<int>((now + kLength - 1) % 4096));
    const std::vector<int> events = take(now);
    if (now < kLength - 1) {
      ASSERT_THAT(events, IsEmpty());
    } else {
      ASSERT_THAT(events, ElementsAre(static_cast<int>(now % 4096))) << "cycle " << now;
    }
  }
}

TEST_F(CalendarTest, MoreEventsThanABucketHolds) {
  // Two full cycles, so that each has to leave the other's overflow alone.
  std::vector<int> expected_7, expected_9;
  for (int i = 0; i < kInline + 5; ++i) {
    post(7, i);
    expected_7.push_back(i);
    post(9, 100 + i);
    expected_9.push_back(100 + i);
  }
  EXPECT_EQ(take(7), expected_7);
  EXPECT_THAT(take(7), IsEmpty());
  post(7 + kLength, 55);
  EXPECT_EQ(take(9), expected_9);
  EXPECT_THAT(take(7 + kLength), ElementsAre(55));
}

TEST_F(CalendarTest, HandlersMayPostWhileAnOverflowIsTaken) {
  for (int i = 0; i < kInline + 3; ++i) post(7, i);
  std::vector<int> seen;
  calendar_.take_events(7, calendar_.at(7), [&](Event event) {
    seen.push_back(event.channel());
    for (int i = 0; i < 3; ++i) post(8, event.channel());  // overflows cycle 8 as well
  });
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(kInline + 3));
  const std::vector<int> later = take(8);
  ASSERT_EQ(later.size(), static_cast<std::size_t>(3 * (kInline + 3)));
  for (std::size_t i = 0; i < later.size(); ++i) {
    EXPECT_EQ(later[i], static_cast<int>(i / 3));
  }
}

TEST_F(CalendarTest, SaysWhichCyclesAreActive) {
  post(3, 0);
  calendar_.activate(10);
  calendar_.post(kLength + 1, Event(EventKind::kCredit, 0));  // the slot of cycle 1
  for (Cycle cycle = 2; cycle < kLength + 2; ++cycle) {
    EXPECT_EQ(active(cycle), cycle == 3 || cycle == 10 || cycle == kLength + 1) << cycle;
  }
  calendar_.deactivate(3, 10);
  EXPECT_FALSE(active(3));
  EXPECT_TRUE(active(10));
  calendar_.activate(5, 8);
  for (Cycle cycle = 2; cycle < 10; ++cycle) {
    EXPECT_EQ(active(cycle), cycle >= 5 && cycle < 8) << cycle;
  }
}

TEST_F(CalendarTest, ACycleForWhichAnythingIsPostedIsActive) {
  calendar_.post_arrival(3, 0);
  calendar_.post_credit(5, 0);
  calendar_.post_routed(7, 0);
  for (Cycle cycle = 2; cycle < 9; ++cycle) {
    EXPECT_EQ(active(cycle), cycle == 3 || cycle == 5 || cycle == 7) << cycle;
  }
}

TEST_F(CalendarTest, SaysWhetherAnythingIsScheduled) {
  EXPECT_FALSE(calendar_.any_active());
  post(kLength - 1, 0);
  EXPECT_TRUE(calendar_.any_active());
  calendar_.deactivate(kLength - 1, kLength);
  EXPECT_FALSE(calendar_.any_active());
}

TEST(LongCalendar, HasOneActivityWordPer64Cycles) {
  Arena arena(1 << 16);
  Calendar<ChannelMask<32>> calendar;
  std::array<std::uint64_t, 256 / 64> active{};
  calendar.build(arena, active.data(), 256, 16);
  calendar.activate(0);
  calendar.activate(127);
  calendar.activate(192);
  EXPECT_TRUE(calendar.any_active());
  EXPECT_EQ(calendar.active_block(63), 1u);
  EXPECT_EQ(calendar.active_block(64), std::uint64_t{1} << 63);
  EXPECT_EQ(calendar.active_block(128), 0u);
  EXPECT_EQ(calendar.active_block(200), 1u);
  EXPECT_EQ(calendar.active_block(256), 1u) << "cycle 256 has the slot of cycle 0";
}

TEST(LongCalendar, SaysWhetherAWindowIsActive) {
  Arena arena(1 << 16);
  Calendar<ChannelMask<32>> calendar;
  std::array<std::uint64_t, 256 / 64> active{};
  calendar.build(arena, active.data(), 256, 16);
  // The first cycle of a block of 64, one within and the last one.
  for (const Cycle cycle : {Cycle{320}, Cycle{330}, Cycle{383}}) {
    calendar.activate(cycle);
    for (const Cycle length : {Cycle{1}, Cycle{10}, Cycle{64}}) {
      for (Cycle from = cycle - length - 2; from <= cycle + 2; ++from) {
        EXPECT_EQ(calendar.any_active(from, from + length), from <= cycle && cycle < from + length)
            << length << " cycles from " << from << ", active: " << cycle;
      }
    }
    calendar.deactivate(cycle, cycle + 1);
  }
}

TEST(LongCalendar, VisitsTheActiveCyclesOfAWindow) {
  Arena arena(1 << 16);
  std::array<std::uint64_t, 256 / 64> active{};
  Calendar<ChannelMask<32>> calendar;
  calendar.build(arena, active.data(), 256, 16);
  for (const Cycle cycle : {100, 127, 128, 140, 163, 164}) calendar.activate(cycle);
  std::vector<Cycle> seen;
  calendar.for_active(101, 164, [&](Cycle cycle) { seen.push_back(cycle); });
  EXPECT_THAT(seen, ElementsAre(127, 128, 140, 163));
}

TEST_F(CalendarTest, ArrivalsAndCreditsAreSets) {
  calendar_.post_arrival(5, 3);
  calendar_.post_arrival(5, 60);
  calendar_.post_credit(5, 3);
  calendar_.post_credit(kLength + 2, 3);
  EXPECT_TRUE(active(5));
  EXPECT_TRUE(active(kLength + 2));
  EXPECT_EQ(calendar_.at(5).arrived.count(), 2);
  EXPECT_TRUE(calendar_.at(5).arrived.test(60));
  EXPECT_EQ(calendar_.at(5).credited.first(), 3);
  EXPECT_EQ(calendar_.credits(3), 2);
  EXPECT_EQ(calendar_.credits(60), 0);
  EXPECT_THAT(take(5), IsEmpty());
}

// A head that is discarded leaves no result behind, whenever it would have counted.
TEST_F(CalendarTest, ForgetsTheResultsOfAChannelInEveryCycle) {
  for (Cycle cycle = 0; cycle < kLength; ++cycle) {
    calendar_.post_routed(cycle, 3);
    calendar_.post_routed(cycle, 60);
  }
  calendar_.forget_routed(3);
  for (Cycle cycle = 0; cycle < kLength; ++cycle) {
    EXPECT_FALSE(calendar_.at(cycle).routed.test(3)) << cycle;
    EXPECT_TRUE(calendar_.at(cycle).routed.test(60)) << cycle;
  }
}

TEST_F(CalendarTest, VisitSeesEveryEventThatIsScheduled) {
  std::vector<int> expected = {77};
  post(40, 77);
  for (int i = 0; i < kInline + 2; ++i) {
    post(7, 200 + i);
    take(8);
    post(8, i);
    expected.push_back(200 + i);
  }
  expected.push_back(kInline + 1);  // the others of cycle 8 were taken
  std::vector<int> seen;
  calendar_.visit([&](Event event) { seen.push_back(event.channel()); });
  EXPECT_THAT(seen, UnorderedElementsAreArray(expected));
}

}  // namespace
}  // namespace netloom
