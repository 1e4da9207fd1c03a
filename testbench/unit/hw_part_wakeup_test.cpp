#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/part/wakeup.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;

/// Rule 4: who gets nothing tries again in a later cycle, as soon as anything has changed at one of
/// its outputs. Heads of the first and the last input, and ports at both ends.
template <class Part>
class PartWakeup : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTopPort = Part::kPorts - 1;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  PartWakeup() {
    wakeup_.build(test::lines<Mask>(arena_, Part::kPorts));
    wakeup_.wake(set_of<Mask>({0, 1, 2, kTop}));
  }
  /// All heads are gone.
  void nobody_looks() {
    for (const int input : members(wakeup_.awake())) wakeup_.leave(input);
  }
  Mask all_vcs(int port) const { return channels_.of_port(port); }

  typename Part::Numbers channels_ = Part::channels();
  Arena arena_{std::size_t{1} << 14};
  Wakeup<typename Part::Numbers> wakeup_;
};
TYPED_TEST_SUITE(PartWakeup, test::PartTypes);

TYPED_TEST(PartWakeup, AHeadSleepsUntilItsPortChanges) {
  const int last_vc = this->kTop;  // of the last port
  this->wakeup_.sleep(this->channels_, 0, TypeParam::Mask::bit(last_vc));
  this->wakeup_.sleep(this->channels_, this->kTop, this->all_vcs(0));
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(1, 2));
  this->wakeup_.changed(this->channels_, 1);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(1, 2));
  this->wakeup_.changed(this->channels_, this->kTopPort);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, 2));
  this->wakeup_.changed(this->channels_, 0);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, 2, this->kTop));
}

TYPED_TEST(PartWakeup, AllWhoSleepAtAPortWakeUp) {
  for (const int input : {0, 2, this->kTop}) {
    this->wakeup_.sleep(this->channels_, input, this->all_vcs(3));
  }
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(1));
  this->wakeup_.changed(this->channels_, 3);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, 2, this->kTop));
}

TYPED_TEST(PartWakeup, AHeadWithSeveralPortsWakesUpAtEachOfThem) {
  for (const int port : {0, this->kTopPort}) {
    this->wakeup_.sleep(this->channels_, 1, this->all_vcs(0) | TypeParam::Mask::bit(this->kTop));
    EXPECT_FALSE(this->wakeup_.awake().test(1));
    this->wakeup_.changed(this->channels_, port);
    EXPECT_TRUE(this->wakeup_.awake().test(1)) << "port " << port;
  }
}

// Rule 5: the crossbar output can be granted again.
TYPED_TEST(PartWakeup, FreeCrossbarOutputsWakeUpWhoWaitsForThem) {
  this->wakeup_.sleep(this->channels_, 0, this->all_vcs(1));
  this->wakeup_.sleep(this->channels_, 1, this->all_vcs(this->kTopPort));
  this->wakeup_.sleep(this->channels_, 2, this->all_vcs(2));
  this->wakeup_.freed(this->channels_, this->all_vcs(1) | this->all_vcs(this->kTopPort));
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, this->kTop));
  // A full crossbar frees a VC.
  this->wakeup_.freed(this->channels_,
                      TypeParam::Mask::bit(this->channels_.of(2, TypeParam::kVcs - 1)));
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, 2, this->kTop));
}

TYPED_TEST(PartWakeup, AFreeCrossbarOutputWakesUpWhoHasSeveral) {
  for (const bool another_sleeps_at_a_port : {false, true}) {
    this->wakeup_.sleep(this->channels_, 1, this->all_vcs(0) | this->all_vcs(this->kTopPort));
    if (another_sleeps_at_a_port) this->wakeup_.sleep(this->channels_, 2, this->all_vcs(2));
    this->wakeup_.freed(this->channels_, this->all_vcs(this->kTopPort));
    EXPECT_TRUE(this->wakeup_.awake().test(1));
    EXPECT_EQ(this->wakeup_.awake().test(2), !another_sleeps_at_a_port);
  }
}

// A head that has asked for an output in vain, and has no other port.
TYPED_TEST(PartWakeup, WhoLosesSleepsOnlyIfItHasNoOtherPort) {
  EXPECT_TRUE(
      this->wakeup_.sleep_at(this->channels_, 0, this->all_vcs(this->kTopPort), this->kTopPort));
  EXPECT_FALSE(this->wakeup_.sleep_at(
      this->channels_, 1, this->all_vcs(this->kTopPort) | this->all_vcs(1), this->kTopPort));
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(1, 2, this->kTop));
  this->wakeup_.changed(this->channels_, this->kTopPort);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(0, 1, 2, this->kTop));
}

TYPED_TEST(PartWakeup, WhoHasWokenUpDoesNotSleepThereAnyMore) {
  this->wakeup_.sleep(this->channels_, 0, this->all_vcs(3));
  this->wakeup_.sleep(this->channels_, 1, this->all_vcs(3) | this->all_vcs(2));
  this->wakeup_.changed(this->channels_, 3);
  this->nobody_looks();
  this->wakeup_.changed(this->channels_, 3);
  this->wakeup_.freed(this->channels_, this->all_vcs(3));
  EXPECT_THAT(members(this->wakeup_.awake()), IsEmpty());
  this->wakeup_.sleep(this->channels_, 2, this->all_vcs(3));
  this->wakeup_.changed(this->channels_, 3);
  EXPECT_THAT(members(this->wakeup_.awake()), ElementsAre(2)) << "who comes later sleeps alone";
  this->wakeup_.sleep(this->channels_, 2, this->all_vcs(3) | this->all_vcs(2));
  this->wakeup_.freed(this->channels_, this->all_vcs(3));
  this->nobody_looks();
  this->wakeup_.freed(this->channels_, this->all_vcs(3));
  EXPECT_THAT(members(this->wakeup_.awake()), IsEmpty());
}

}  // namespace
}  // namespace netloom
