#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/switch/part/output_port.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::Posted;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr int kLargestFlit = 4;  ///< phits of the largest flit

/// What an observer is told of credits, as (channel, phits, cycle).
class Credits : public SwitchObserver {
 public:
  void credited(const ObservedSwitch& /*at*/, int output, int phits, Cycle now) override {
    come.emplace_back(output, phits, now);
  }

  std::vector<std::tuple<int, int, Cycle>> come;
};

/// The switch around output ports: what it is told has changed.
template <class Part>
struct SwitchOfOutputs : test::Tells<Credits> {
  const typename Part::Numbers& channels() const { return numbers; }
  void relieved(const typename Part::Mask& outputs) { less_behind |= outputs; }
  void has_room(int output) { opened.push_back(output); }

  typename Part::Numbers numbers = Part::channels();
  typename Part::Mask less_behind;
  std::vector<int> opened;
};

/// The outputs of a switch, with rings of four flits behind all links.
template <class Part>
class PartOutputPort : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;
  static constexpr Features kHas = Part::kFeatures;

  void build(bool mixed_sizes = false, bool bubbles = false, bool any_buffer = false) {
    ports_.build(arena_, channels_, test::lines<Mask>(arena_, Part::kPorts), kLargestFlit,
                 mixed_sizes, bubbles, any_buffer);
    for (int port = 0; port < Part::kPorts; ++port) {
      ports_.link(port).reach(far_.calendar, channels_.first(port), 2, false);
    }
  }
  void channel(int number, int credits, int buffer = 0) {
    ports_.build_channel(arena_, number, credits, buffer, 3);
    ports_.send_into(number, test::ring_of_four(arena_));
  }
  /// Whether heads look again because of a credit.
  bool credit(int output, int phits) {
    core_.opened.clear();
    core_.told.come.clear();
    ports_.take_credit(core_, output, phits, 7);
    EXPECT_THAT(core_.told.come, ElementsAre(std::make_tuple(output, phits, 7u)));
    EXPECT_TRUE(core_.less_behind.test(output));
    return core_.opened == std::vector<int>{output};
  }
  /// The outputs where heads look again because of credits for the largest flit.
  std::vector<int> credits(const Mask& credited) {
    core_.opened.clear();
    core_.told.come.clear();
    core_.less_behind = Mask();
    ports_.take_credits(core_, credited, 7);
    EXPECT_EQ(members(core_.less_behind), members(credited));
    EXPECT_EQ(core_.told.come.size(), static_cast<std::size_t>(credited.count()));
    EXPECT_EQ(core_.told.come.front(), std::make_tuple(credited.first(), kLargestFlit, Cycle{7}));
    return core_.opened;
  }

  typename Part::Numbers channels_ = Part::channels();
  Arena arena_{std::size_t{1} << 16};
  test::Timetable<Mask> far_;
  SwitchOfOutputs<Part> core_;
  OutputPorts<typename Part::Numbers> ports_;
  Outbox<Mask> outbox_;
};
TYPED_TEST_SUITE(PartOutputPort, test::PartTypes);

// Rule 4: a flit may go where there are credits for all of it.
TYPED_TEST(PartOutputPort, RoomIsCreditForAWholeFlit) {
  this->build();
  this->channel(0, kLargestFlit - 1);
  this->channel(1, kLargestFlit);
  this->channel(this->kTop, kLargestFlit + 1);
  EXPECT_THAT(members(this->ports_.room()), ElementsAre(1, this->kTop));
  EXPECT_EQ(this->ports_.free(0), kLargestFlit - 1);
}

// Rule 6: the credits are taken at the grant; rules 4 and 7.
TYPED_TEST(PartOutputPort, SendingTakesTheCreditsOfTheFlit) {
  this->build();
  const int output = this->kTop;
  this->channel(output, 2 * kLargestFlit);
  this->channel(0, 2 * kLargestFlit);
  this->ports_.send(this->channels_, packet_of(kLargestFlit), output, 10, this->outbox_);
  this->ports_.sent(output);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(output)) << "room for exactly one more";
  this->ports_.send(this->channels_, packet_of(1), output, 14, this->outbox_);
  this->ports_.sent(output);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit - 1);
  EXPECT_FALSE(this->ports_.room().test(output));
  EXPECT_EQ(this->ports_[output].sent, kLargestFlit + 1u);
  EXPECT_EQ(this->ports_.free(0), 2 * kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(0));
}

// Rule 7: into the slots of the receiver, one after another, and at its channel of the same VC.
TYPED_TEST(PartOutputPort, FlitsGoIntoTheSlotsBehindTheLinkInTurn) {
  this->build();
  const int output = this->kTop;
  this->channel(output, 64);
  for (std::uint32_t number = 0; number < 9; ++number) {
    Flit flit = packet_of(2);
    flit.tag.number = number;
    const Cycle start = 10 + 2 * number;
    this->ports_.send(this->channels_, flit, output, start, this->outbox_);
    const Flit& slot = this->ports_[output].ring[number % 4];
    EXPECT_EQ(slot.tag.number, number);
    EXPECT_EQ(slot.arrival, start + 2);
    EXPECT_THAT(this->far_.arrivals(start + 2), ElementsAre(output));
  }
}

// Rule 9: but one whose buffer is bounded gives credits as a switch does.
TYPED_TEST(PartOutputPort, ALinkToABoundedNicTakesCredits) {
  this->build();
  const int output = this->kTop;
  this->channel(output, 2 * kLargestFlit);
  this->ports_.link(TypeParam::kPorts - 1).host = true;
  this->ports_.send(this->channels_, packet_of(kLargestFlit), output, 10, this->outbox_);
  this->ports_.sent(output);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(output));
  this->ports_.send(this->channels_, packet_of(kLargestFlit), output, 20, this->outbox_);
  this->ports_.sent(output);
  EXPECT_EQ(this->ports_.free(output), 0);
  EXPECT_FALSE(this->ports_.room().test(output));
}

// Rule 9: a NIC takes every flit.
TYPED_TEST(PartOutputPort, ALinkToAHostNeedsNoCredits) {
  this->build();
  const int output = this->kTop;
  this->channel(output, kLargestFlit);
  this->ports_.link(TypeParam::kPorts - 1).host = true;
  this->ports_.link(TypeParam::kPorts - 1).endless = true;
  EXPECT_TRUE(this->ports_.leads_to_host(TypeParam::kPorts - 1));
  EXPECT_FALSE(this->ports_.leads_to_host(0));
  for (int i = 0; i < 3; ++i) {
    this->ports_.send(this->channels_, packet_of(kLargestFlit), output, 10, this->outbox_);
    this->ports_.sent(output);
  }
  this->ports_.reserve(this->channels_, output, kLargestFlit);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(output));
  EXPECT_EQ(this->ports_[output].sent, 3u * kLargestFlit);
}

// Rule 8: a credit can be used when it is there; heads are to look again if it makes room.
TYPED_TEST(PartOutputPort, ACreditThatMakesRoomIsTold) {
  this->build();
  const int output = this->kTop;
  this->channel(output, kLargestFlit - 3);
  EXPECT_FALSE(this->credit(output, 2));
  EXPECT_FALSE(this->ports_.room().test(output)) << "one phit is missing";
  EXPECT_TRUE(this->credit(output, 1));
  EXPECT_TRUE(this->ports_.room().test(output));
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_FALSE(this->credit(output, 7)) << "who could not go before cannot either now";
  EXPECT_EQ(this->ports_.free(output), kLargestFlit + 7);
}

// Rule 8, of flits of one size.
TYPED_TEST(PartOutputPort, CreditsOfACycleAreOneFlitEach) {
  this->build();
  const int full = 0, half = 1, open = this->kTop;
  this->channel(full, 0);
  this->channel(half, 1);
  this->channel(open, kLargestFlit);
  this->channel(2, 0);
  using Set = typename TypeParam::Mask;
  EXPECT_THAT(this->credits(set_of<Set>({full, half, open})), ElementsAre(full, half));
  EXPECT_THAT(members(this->ports_.room()), ElementsAre(full, half, open));
  EXPECT_EQ(this->ports_.free(full), kLargestFlit);
  EXPECT_EQ(this->ports_.free(half), kLargestFlit + 1);
  EXPECT_EQ(this->ports_.free(open), 2 * kLargestFlit);
  EXPECT_EQ(this->ports_.free(2), 0);
}

// Rule 4 with `select_at: routing`: room is reserved and given back, with the phits of the packet.
TYPED_TEST(PartOutputPort, AReservationTakesRoomUntilItIsLetGo) {
  this->build();
  const int output = this->kTop;
  this->channel(output, kLargestFlit + 1);
  this->ports_.reserve(this->channels_, output, 1);
  EXPECT_TRUE(this->ports_.room().test(output));
  this->ports_.reserve(this->channels_, output, 2);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit - 2);
  EXPECT_FALSE(this->ports_.room().test(output));
  this->ports_.reserve(this->channels_, output, -2);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(output));
}

// Rule 4: a packet that is shorter than the largest needs less.
TYPED_TEST(PartOutputPort, AShortFlitFindsRoomWhereALongOneDoesNot) {
  using Set = typename TypeParam::Mask;
  this->build();
  this->channel(0, 2);
  this->channel(1, 3);
  this->channel(this->kTop, kLargestFlit);
  EXPECT_THAT(members(this->ports_.with_room(set_of<Set>({0, 1, this->kTop}), 3)),
              ElementsAre(1, this->kTop));
}

// Rule 9: flits come to the end of the link to a host in their order.
TYPED_TEST(PartOutputPort, AHostTakesFlitsInTheirOrder) {
  this->build();
  const int output = this->kTop;
  this->ports_.link(TypeParam::kPorts - 1).host = true;
  this->ports_.build_channel(this->arena_, output, 0, 0, 0);
  EXPECT_FALSE(this->ports_.room().test(output));
  this->ports_.send_to_host(this->arena_, output, 3);
  EXPECT_TRUE(this->ports_.room().test(output));
  for (std::uint32_t number = 0; number < 9; ++number) {
    Flit flit = packet_of(kLargestFlit);
    flit.tag.number = number;
    this->ports_.send(this->channels_, flit, output, 10, this->outbox_);
    Flit& taken = this->ports_.take_from_link(output);
    EXPECT_EQ(taken.tag.number, number);
    EXPECT_FALSE(this->ports_[output].overruns());
    taken.arrival = Flit::kEmpty;
  }
}

// Rule 2, decisions by queues: what waits has no credit yet.
TYPED_TEST(PartOutputPort, WhatWaitsIsWhatHasNoCreditYet) {
  this->build();
  const int output = this->kTop;
  this->channel(output, 3 * kLargestFlit);
  EXPECT_EQ(this->ports_.waiting(output), 0);
  this->ports_.send(this->channels_, packet_of(3), output, 10, this->outbox_);
  EXPECT_EQ(this->ports_.waiting(output), 3);
  EXPECT_EQ(this->ports_.fill(output).phits, 3);
  EXPECT_EQ(this->ports_.fill(output).size, 3 * kLargestFlit);
  this->credit(output, 3);
  EXPECT_EQ(this->ports_.waiting(output), 0);
}

// ---- What a feature adds.

template <class Part>
class PartOutputPortExtra : public PartOutputPort<Part> {};
using PartOutputTypes =
    testing::Types<test::PartOf<64, kOutputBuffers | kBubble | kMixedSizes, 0>,
                   test::PartOf<64, kManyVcs | kOutputBuffers | kBubble | kMixedSizes, 2>,
                   test::PartOf<32, kAllFeatures, 1>, test::PartOf<128, kAllFeatures, 3>>;
TYPED_TEST_SUITE(PartOutputPortExtra, PartOutputTypes);

// Rule 4: a short packet may find room where a long one does not, so that any credit may help.
TYPED_TEST(PartOutputPortExtra, OfMixedSizesAnyCreditIsTold) {
  this->build(true);
  this->channel(this->kTop, 0);
  EXPECT_TRUE(this->credit(this->kTop, 1));
  EXPECT_FALSE(this->ports_.room().test(this->kTop));
}

// Rule 4, bubble flow control: room for exactly two of the largest packets is enough.
TYPED_TEST(PartOutputPortExtra, ABubbleIsRoomForTwo) {
  this->build(false, true);
  const int output = this->kTop;
  this->channel(0, 2 * kLargestFlit - 1);
  this->channel(output, 2 * kLargestFlit);
  EXPECT_THAT(members(this->ports_.bubble()), ElementsAre(output));
  this->ports_.send(this->channels_, packet_of(1), output, 10, this->outbox_);
  this->ports_.sent(output);
  EXPECT_FALSE(this->ports_.bubble().test(output));
  EXPECT_TRUE(this->ports_.room().test(output));
  EXPECT_TRUE(this->credit(output, 1)) << "who enters the ring may go on";
  EXPECT_TRUE(this->ports_.bubble().test(output));
  EXPECT_FALSE(this->credit(output, 1));
  EXPECT_TRUE(this->credit(0, 1));
  EXPECT_TRUE(this->ports_.bubble().test(0));
}

// Rule 4: … also when flits leave.
TYPED_TEST(PartOutputPortExtra, AfterAFlitABubbleIsStillRoomForTwo) {
  this->build(false, true);
  const int output = this->kTop;
  this->channel(output, 3 * kLargestFlit);
  this->ports_.send(this->channels_, packet_of(kLargestFlit), output, 10, this->outbox_);
  this->ports_.sent(output);
  EXPECT_EQ(this->ports_.free(output), 2 * kLargestFlit);
  EXPECT_TRUE(this->ports_.bubble().test(output));
}

// Rule 4: with an output buffer it is its space that counts, whatever the credits.
TYPED_TEST(PartOutputPortExtra, WithABufferRoomIsItsSpace) {
  this->build(false, false, true);
  const int output = this->kTop;
  this->channel(output, 0, 2 * kLargestFlit);
  this->channel(0, kLargestFlit);
  EXPECT_TRUE(this->ports_.buffers().any());
  EXPECT_TRUE(this->ports_.buffers().has(output));
  EXPECT_FALSE(this->ports_.buffers().has(0));
  EXPECT_EQ(this->ports_.free(output), 2 * kLargestFlit);
  EXPECT_THAT(members(this->ports_.room()), ElementsAre(0, output));
  this->ports_.store(packet_of(kLargestFlit), output, 12);
  EXPECT_EQ(this->ports_.free(output), kLargestFlit);
  EXPECT_TRUE(this->ports_.room().test(output)) << "for exactly one more";
  this->ports_.store(packet_of(kLargestFlit), output, 14);
  EXPECT_EQ(this->ports_.free(output), 0) << "filled exactly";
  EXPECT_FALSE(this->ports_.room().test(output));
  EXPECT_FALSE(this->credit(output, kLargestFlit)) << "it is the link that waits for it";
  using Set = typename TypeParam::Mask;
  EXPECT_THAT(this->credits(set_of<Set>({output})), IsEmpty());
  EXPECT_FALSE(this->ports_.room().test(output));
  EXPECT_EQ(this->ports_[output].credits, 2 * kLargestFlit);
  this->core_.opened.clear();
  this->core_.less_behind = Set();
  this->ports_.link_done(this->core_, output, kLargestFlit - 1);
  EXPECT_FALSE(this->ports_.room().test(output));
  this->ports_.link_done(this->core_, output, 1);
  EXPECT_TRUE(this->ports_.room().test(output));
  EXPECT_THAT(this->core_.opened, ElementsAre(output, output));
  EXPECT_THAT(members(this->core_.less_behind), ElementsAre(output));
}

// Rule 4 with `select_at: routing`, and output buffers.
TYPED_TEST(PartOutputPortExtra, AReservationInABufferTakesItsSpace) {
  this->build(false, false, true);
  const int output = this->kTop;
  this->channel(output, 8, kLargestFlit);
  for (const bool to_host : {false, true}) {
    this->ports_.link(TypeParam::kPorts - 1).host = to_host;
    this->ports_.reserve(this->channels_, output, kLargestFlit);
    EXPECT_EQ(this->ports_.free(output), 0);
    EXPECT_FALSE(this->ports_.room().test(output));
    EXPECT_EQ(this->ports_[output].credits, 8);
    this->ports_.reserve(this->channels_, output, -kLargestFlit);
    EXPECT_EQ(this->ports_.free(output), kLargestFlit);
    EXPECT_TRUE(this->ports_.room().test(output));
  }
}

// Rule 2, decisions by queues: those in output buffers too.
TYPED_TEST(PartOutputPortExtra, WhatWaitsInTheBufferCountsToo) {
  this->build(false, false, true);
  const int output = this->kTop;
  this->channel(output, 8, 3 * kLargestFlit);
  this->ports_.store(packet_of(kLargestFlit), output, 10);
  this->ports_.store(packet_of(kLargestFlit), output, 14);
  this->ports_.send(this->channels_, packet_of(3), output, 14, this->outbox_);
  EXPECT_EQ(this->ports_.waiting(output), 2 * kLargestFlit + 3);
  EXPECT_EQ(this->ports_.fill(output).phits, 2 * kLargestFlit + 3);
  EXPECT_EQ(this->ports_.fill(output).size, 8 + 3 * kLargestFlit);
}

template <class Part>
class PartOutputPortOneSize : public PartOutputPort<Part> {};
using PartOneSizeTypes = testing::Types<test::PartOf<64, kOutputBuffers, 0>,
                                        test::PartOf<64, kManyVcs | kOutputBuffers, 2>>;
TYPED_TEST_SUITE(PartOutputPortOneSize, PartOneSizeTypes);

// Rules 4 and 6: the credit lets the link start, and makes no room in the buffer before it.
TYPED_TEST(PartOutputPortOneSize, ACreditMakesNoRoomInAnOutputBuffer) {
  using Set = typename TypeParam::Mask;
  this->build(false, false, true);
  const int output = this->kTop;
  this->channel(output, 0, kLargestFlit);
  this->channel(0, 0);
  this->ports_.store(packet_of(kLargestFlit), output, 12);
  EXPECT_THAT(this->credits(set_of<Set>({0, output})), ElementsAre(0));
  EXPECT_THAT(members(this->ports_.room()), ElementsAre(0));
  EXPECT_EQ(this->ports_[output].credits, kLargestFlit);
}

}  // namespace
}  // namespace netloom
