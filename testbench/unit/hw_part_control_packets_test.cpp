#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <utility>

#include "testbench/unit/hw_part_fault_support.h"

namespace netloom {
namespace {

using test::Posted;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// The rules of docs/live_faults.md, "Cycle by cycle", by their numbers.
template <class Part>
class PartControlPackets : public test::PartFaultHandler<Part> {};
TYPED_TEST_SUITE(PartControlPackets, test::FaultParts);

// 3: for a down link a control packet is handed over in f + F + G, by a port of its own.
TYPED_TEST(PartControlPackets, AControlPacketIsHandedOverAfterItsGeneration) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->handler_.control_input();
  EXPECT_EQ(input, this->core_.numbers.first(4));
  this->work_until(41);
  EXPECT_FALSE(this->core_.inputs.occupied().test(input));
  this->handler_.work(this->core_, 42);
  EXPECT_TRUE(this->core_.inputs.occupied().test(input));
  EXPECT_TRUE(this->core_.inputs.control().test(input));
  EXPECT_TRUE(this->core_.inputs.ready().test(input)) << "it may be granted in this cycle";
  EXPECT_TRUE(this->core_.wakeup.awake().test(input));
  EXPECT_EQ(this->core_.inputs.front(input).arrival, 42u);
  EXPECT_THAT(this->candidate_list(input),
              ElementsAre(this->core_.numbers.first(2), this->core_.numbers.first(3)));
  Flit& flit = this->core_.inputs.front(input);
  this->handler_.before_send(this->core_, flit, this->core_.numbers.first(4),
                             this->core_.numbers.first(2), 42);
  EXPECT_EQ(this->unit_.work(1).control_packets, 1u);
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, this->core_.numbers.first(2)))
      << "one up port is enough";
}

// 3: that port holds one; others wait before it, until it has left.
TYPED_TEST(PartControlPackets, OthersWaitBeforeTheControlPort) {
  this->unit_.output_will_fail(0, this->in_cycle(30, 1));
  this->unit_.output_will_fail(1, this->in_cycle(30, 2));
  this->work_until(43);
  const int input = this->handler_.control_input();
  ASSERT_EQ(this->core_.inputs.front(input).tag.number, 1u);
  this->core_.gone(input);
  this->core_.inputs.release(this->core_, input, 45, true, 44);
  EXPECT_THAT(this->core_.times.events(46), Contains(Posted{EventKind::kFault, input, 2}))
      << "in the cycle after its last phit";
  this->handler_.work(this->core_, 46);
  EXPECT_EQ(this->core_.inputs.front(input).tag.number, 2u);
  EXPECT_EQ(this->core_.inputs.front(input).arrival, 46u);
  EXPECT_TRUE(this->core_.inputs.ready().test(input));
}

// 4: a control packet that is there in t is processed in t + P; from below it goes up.
TYPED_TEST(PartControlPackets, AControlPacketFromBelowGoesUpByOneOfThePorts) {
  const int input = this->core_.numbers.first(0);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  EXPECT_THAT(this->core_.times.events(12), ElementsAre(Posted{EventKind::kFault, 0, 0}));
  this->work_until(11);
  EXPECT_FALSE(this->core_.inputs.ready().test(input));
  this->handler_.work(this->core_, 12);
  EXPECT_TRUE(this->core_.inputs.ready().test(input));
  EXPECT_TRUE(this->core_.wakeup.awake().test(input));
  EXPECT_EQ(this->candidates(input).count(), 2);
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, this->core_.numbers.first(3)));
}

// 4: a copy that goes to several outputs leaves its buffer with the last.
TYPED_TEST(PartControlPackets, ACopyForEachDownLink) {
  const int input = this->core_.numbers.first(2);
  const int left = this->core_.numbers.first(0), right = this->core_.numbers.first(1);
  Flit& flit = this->control(input, 1);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(12);
  ASSERT_THAT(this->candidate_list(input), ElementsAre(left, right));
  flit.count_hop();
  flit.set_cut(true);
  EXPECT_TRUE(this->handler_.stays_for_more(this->core_, input, left));
  EXPECT_EQ(flit.hops(), 1u) << "as the other copies";
  EXPECT_FALSE(flit.cut()) << "only the copy on that link";
  EXPECT_THAT(this->candidate_list(input), ElementsAre(right));
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, right));
  this->head(input, this->ports({0, 1}));
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, left))
      << "the packet behind it leaves by one output";
}

// 4: or it leaves the buffer in t + P, and the registers change in t + P + U.
TYPED_TEST(PartControlPackets, AControlPacketThatEndsHereLeavesItsBuffer) {
  const int input = this->core_.numbers.first(2);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(12);
  EXPECT_THAT(this->core_.told.gone, ElementsAre(std::make_pair(input, Cycle{12})));
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  EXPECT_EQ(this->unit_.work(1).stranded, 0u);
  EXPECT_THAT(this->core_.told.losses, IsEmpty());
  EXPECT_EQ(this->unit_.next(), 17u);
  this->work_until(17);
  EXPECT_EQ(this->unit_.work(1).updates, 1u);
  EXPECT_EQ(this->unit_.work(1).updated, 17u);
}

// 2, of control packets: one copy less, which is told, and none at all if it was the last.
TYPED_TEST(PartControlPackets, ACopyThatFindsItsLinkFailedIsStranded) {
  this->unit_.output_will_fail(0, this->in_cycle(10, 3));
  this->unit_.output_will_fail(1, this->in_cycle(15, 3));
  const int input = this->core_.numbers.first(2);
  this->control(input, 1);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(20);
  EXPECT_THAT(this->candidate_list(input), ElementsAre(this->core_.numbers.first(1)));
  EXPECT_EQ(this->unit_.work(1).stranded, 1u);
  EXPECT_THAT(this->core_.told.gone, IsEmpty());
  for (Cycle now = 21; now <= 25; ++now) this->handler_.work(this->core_, now);
  EXPECT_EQ(this->unit_.work(1).stranded, 2u);
  EXPECT_THAT(this->core_.told.gone, ElementsAre(std::make_pair(input, Cycle{25})));
}

// … and nothing to one that has gone on before.
TYPED_TEST(PartControlPackets, AFaultDoesNotConcernAControlPacketThatHasGone) {
  this->unit_.output_will_fail(2, this->in_cycle(20, 3));
  this->unit_.output_will_fail(3, this->in_cycle(20, 3));
  const int input = this->core_.numbers.first(0);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(12);
  ASSERT_EQ(this->candidates(input).count(), 2);
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, this->core_.numbers.first(3)));
  this->core_.gone(input);
  this->core_.inputs.release(this->core_, input, 13, true, 12);
  for (Cycle now = 13; now <= 30; ++now) this->handler_.work(this->core_, now);
  EXPECT_THAT(this->core_.told.gone, ElementsAre(std::make_pair(input, Cycle{13}))) << "once";
  EXPECT_EQ(this->unit_.work(1).stranded, 0u);
}

// … one of several ways less leaves it another.
TYPED_TEST(PartControlPackets, AControlPacketWithAnotherUpPortIsNotStranded) {
  this->unit_.output_will_fail(2, this->in_cycle(10, 3));
  const int input = this->core_.numbers.first(0);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(20);
  EXPECT_THAT(this->candidate_list(input), ElementsAre(this->core_.numbers.first(3)));
  EXPECT_EQ(this->unit_.work(1).stranded, 0u);
}

}  // namespace
}  // namespace netloom
