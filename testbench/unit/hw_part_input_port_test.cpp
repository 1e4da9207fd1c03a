#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/part/input_port.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::packet_of;
using test::Posted;
using testing::ElementsAre;
using testing::IsEmpty;

/// The ports of a switch, whose links all lead to one sender.
template <class Part>
class PartInputPort : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kLatency = 3;
  static constexpr int kLastChannel = Part::kPorts * Part::kVcs - 1;

  PartInputPort() {
    ports_.build(arena_, channels_, test::lines<Mask>(arena_, Part::kPorts));
    for (int port = 0; port < Part::kPorts; ++port) {
      // The sender's ports are numbered the other way round.
      ports_.link(port).reach(sender_.calendar, channels_.first(Part::kPorts - 1 - port), kLatency,
                              false);
    }
  }
  int sent_from(int channel) const {
    return channels_.of(Part::kPorts - 1 - channels_.port(channel), channels_.vc(channel));
  }
  Flit& release(int channel, Cycle last, bool one_size = true) {
    return ports_.release(channels_, channel, last, one_size, outbox_);
  }

  typename Part::Numbers channels_ = Part::channels();
  Arena arena_{std::size_t{1} << 16};
  test::Timetable<Mask> sender_;
  InputPorts<typename Part::Numbers> ports_;
  Outbox<Mask> outbox_;
};
TYPED_TEST_SUITE(PartInputPort, test::PartTypes);

TYPED_TEST(PartInputPort, AChannelHasASlotForEveryFlitOfItsBuffer) {
  for (int flits = 1; flits <= 9; ++flits) {
    InputPorts<typename TypeParam::Numbers> ports;
    ports.build(this->arena_, this->channels_,
                test::lines<typename TypeParam::Mask>(this->arena_, TypeParam::kPorts));
    ports.build_channel(this->arena_, this->kLastChannel, flits);
    const auto& channel = ports[this->kLastChannel];
    EXPECT_GE(channel.slots(), static_cast<std::uint32_t>(flits));
    std::uint32_t slot = channel.head;
    for (int i = 0; i < flits; ++i, slot = channel.after(slot)) {
      EXPECT_LT(slot, channel.slots());
      EXPECT_EQ(channel.ring[slot].arrival, Flit::kEmpty) << "empty at first";
      EXPECT_EQ(slot == channel.head, i == 0) << "slot " << i << " of " << flits;
    }
  }
}

// A flit that comes by mailbox is put where the sender would have put it.
TYPED_TEST(PartInputPort, FlitsByMailboxTakeTheSlotsInTurn) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  this->ports_.expect_mail(this->arena_, this->channels_);
  for (std::uint32_t number = 0; number < 5; ++number) {
    Flit flit = packet_of(4, 10 + number);
    flit.tag.number = number;
    EXPECT_TRUE(this->ports_.receive(channel, flit));
    EXPECT_EQ(this->ports_[channel].front().tag.number, number);
    EXPECT_EQ(this->ports_[channel].front().arrival, 10 + number);
    this->release(channel, 20 + number);
  }
  EXPECT_TRUE(this->ports_.receive(channel, packet_of(4, 20)));
  EXPECT_TRUE(this->ports_.receive(channel, packet_of(4, 24)));
  EXPECT_FALSE(this->ports_.receive(channel, packet_of(4, 28))) << "room for two";
}

// Rule 8: the credit leaves with the last phit, on the VC and by the link that the flit came by.
TYPED_TEST(PartInputPort, CreditGoesBackToTheSenderWithTheLastPhit) {
  Cycle last = 10;
  for (const int channel : {0, 1, this->kLastChannel - 1, this->kLastChannel}) {
    this->ports_.build_channel(this->arena_, channel, 2);
    this->ports_[channel].front() = packet_of(4, 1);
    this->release(channel, last);
    EXPECT_THAT(this->sender_.credits(last + this->kLatency),
                ElementsAre(this->sent_from(channel)));
    last += 10;
  }
  EXPECT_THAT(this->sender_.active_cycles(), ElementsAre(13, 23, 33, 43));
}

// Rule 8 with flits of several sizes: the credit is for the flit that leaves.
TYPED_TEST(PartInputPort, CreditIsForThePhitsOfTheFlitThatLeaves) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  auto& input = this->ports_[channel];
  input.ring[0] = packet_of(2, 5);
  input.ring[1] = packet_of(9, 7);
  this->release(channel, 8, false);
  EXPECT_THAT(this->sender_.events(8 + this->kLatency),
              ElementsAre(Posted{EventKind::kCredit, this->sent_from(channel), 2}));
  this->release(channel, 17, false);
  EXPECT_THAT(this->sender_.events(17 + this->kLatency),
              ElementsAre(Posted{EventKind::kCredit, this->sent_from(channel), 9}));
}

// First in, first out, over the end of the ring; the slot of what has left is free.
TYPED_TEST(PartInputPort, TheNextFlitComesToTheFront) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 3);
  auto& input = this->ports_[channel];
  std::uint32_t tail = input.head;
  for (std::uint32_t number = 0; number < 12; ++number) {
    // Two flits are there in turn, then one, and then none.
    for (std::uint32_t ahead = number == 0 ? 0 : 1; ahead < 2; ++ahead) {
      Flit flit = packet_of(2, 10 + number + ahead);
      flit.tag.number = number + ahead;
      ASSERT_EQ(input.ring[tail].arrival, Flit::kEmpty);
      input.ring[tail] = flit;
      tail = input.after(tail);
    }
    ASSERT_EQ(input.front().tag.number, number);
    const std::uint32_t slot = input.head;
    const Flit& next = this->release(channel, 20 + number);
    EXPECT_EQ(&next, &input.front());
    EXPECT_EQ(next.tag.number, number + 1);
    EXPECT_EQ(next.arrival, 11 + number);
    EXPECT_EQ(input.ring[slot].arrival, Flit::kEmpty);
  }
  EXPECT_EQ(this->release(channel, 40).arrival, Flit::kEmpty) << "nothing is behind the last one";
}

TYPED_TEST(PartInputPort, ABufferForOneFlitIsEmptyAfterIt) {
  this->ports_.build_channel(this->arena_, 0, 1);
  this->ports_[0].front() = packet_of(4, 6);
  EXPECT_EQ(this->release(0, 9).arrival, Flit::kEmpty);
  this->ports_[0].front() = packet_of(4, 12);
  EXPECT_EQ(this->ports_[0].front().arrival, 12u);
  EXPECT_EQ(this->release(0, 15).arrival, Flit::kEmpty);
}

// Occupancy: phits times the cycles from the arrival of the first to the end of the last, that
// cycle included.
TYPED_TEST(PartInputPort, OccupancyIsPhitsTimesCycles) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  auto& input = this->ports_[channel];
  input.ring[0] = packet_of(4, 10);
  input.ring[1] = packet_of(1, 14);
  this->release(channel, 13);
  EXPECT_EQ(input.occupancy, 4u * 4u);
  this->release(channel, 20);
  EXPECT_EQ(input.occupancy, 4u * 4u + 1u * 7u);
  EXPECT_EQ(this->ports_[0].occupancy, 0u);
}

}  // namespace
}  // namespace netloom
