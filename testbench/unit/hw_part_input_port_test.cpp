#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/switch/part/input_port.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::Posted;
using test::set_of;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// What an observer is told of arrivals and fronts, as (channel, packet, cycle).
class InputEvents : public SwitchObserver {
 public:
  using List = std::vector<std::tuple<int, std::uint32_t, Cycle>>;
  void arrived(const ObservedSwitch& /*at*/, int input, const Flit& flit, Cycle now) override {
    arrivals.emplace_back(input, flit.tag.number, now);
  }
  void at_front(const ObservedSwitch& /*at*/, int input, const Flit& flit, Cycle now) override {
    fronts.emplace_back(input, flit.tag.number, now);
  }
  void released(const ObservedSwitch& /*at*/, int input, const Flit& flit, Cycle last) override {
    releases.emplace_back(input, flit.tag.number, last);
  }

  List arrivals, fronts, releases;
};

/// The switch around input ports: what comes to the front.
template <class Part>
struct SwitchOfInputs : test::Tells<InputEvents> {
  using Mask = typename Part::Mask;
  const typename Part::Numbers& channels() const { return numbers; }
  bool discards(int input, const Flit& /*flit*/, Cycle /*now*/) const { return input == useless; }
  bool follows(int input) const { return worms.test(input); }
  void may_go(int input) { free_to_go.push_back(input); }
  void start_routing(int input, const Flit& flit, Cycle now) {
    started.emplace_back(input, flit.tag.number, now);
  }

  typename Part::Numbers numbers = Part::channels();
  test::Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  Outbox<Mask> box;
  Outbox<Mask>* outbox = &box;
  int useless = -1;
  Mask worms;
  std::vector<int> free_to_go;
  InputEvents::List started;
};

/// The ports of a switch, whose links all lead to one sender.
template <class Part>
class PartInputPort : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kLatency = 3;
  static constexpr int kLastChannel = Part::kPorts * Part::kVcs - 1;

  PartInputPort() { build(false); }
  void build(bool whole) {
    ports_ = InputPorts<typename Part::Numbers>();
    ports_.build(arena_, channels_, test::lines<Mask>(arena_, Part::kPorts), whole);
    for (int port = 0; port < Part::kPorts; ++port) {
      // The sender's ports are numbered the other way round.
      ports_.link(port).reach(sender_.calendar, channels_.first(Part::kPorts - 1 - port), kLatency,
                              false);
    }
  }
  int sent_from(int channel) const {
    return channels_.of(Part::kPorts - 1 - channels_.port(channel), channels_.vc(channel));
  }
  /// The flit that is in front then.
  Flit& release(int channel, Cycle last, bool one_size = true, Cycle now = 0) {
    ports_.release(core_, channel, last, one_size, now);
    return ports_.front(channel);
  }
  /// The sender has written a flit of two phits into a slot, whose first phit comes in `arrival`.
  void write(int channel, std::uint32_t slot, std::uint32_t number, Cycle arrival) {
    Flit flit = packet_of(2, arrival);
    flit.tag.number = number;
    ports_[channel].ring[slot] = flit;
  }
  void arrive(int channel, Cycle now) { ports_.take_arrivals(core_, Mask::bit(channel), now); }

  typename Part::Numbers channels_ = Part::channels();
  Arena arena_{std::size_t{1} << 17};
  test::Timetable<Mask> sender_;
  SwitchOfInputs<Part> core_;
  InputPorts<typename Part::Numbers> ports_;
};
TYPED_TEST_SUITE(PartInputPort, test::PartTypes);

// Rule 8: what credits are for.
TYPED_TEST(PartInputPort, AChannelHasASlotForEveryFlitOfItsBuffer) {
  for (int flits = 1; flits <= 9; ++flits) {
    InputPorts<typename TypeParam::Numbers> ports;
    ports.build(this->arena_, this->channels_,
                test::lines<typename TypeParam::Mask>(this->arena_, TypeParam::kPorts), false);
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

// Rule 1: a flit that comes by mailbox is put where the sender would have put it.
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
    this->ports_.front(channel) = packet_of(4, 1);
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
  const auto& input = this->ports_[channel];
  input.ring[0] = packet_of(2, 5);
  input.ring[1] = packet_of(9, 7);
  this->release(channel, 8, false);
  EXPECT_THAT(this->sender_.events(8 + this->kLatency),
              ElementsAre(Posted{EventKind::kCredit, this->sent_from(channel), 2}));
  this->release(channel, 17, false);
  EXPECT_THAT(this->sender_.events(17 + this->kLatency),
              ElementsAre(Posted{EventKind::kCredit, this->sent_from(channel), 9}));
}

// Rule 2: first in, first out, over the end of the ring; the slot of what has left is free.
TYPED_TEST(PartInputPort, TheNextFlitComesToTheFront) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 3);
  const auto& input = this->ports_[channel];
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

// Rule 2: … and nothing if there is none.
TYPED_TEST(PartInputPort, ABufferForOneFlitIsEmptyAfterIt) {
  this->ports_.build_channel(this->arena_, 0, 1);
  this->ports_.front(0) = packet_of(4, 6);
  EXPECT_EQ(this->release(0, 9).arrival, Flit::kEmpty);
  this->ports_.front(0) = packet_of(4, 12);
  EXPECT_EQ(this->ports_[0].front().arrival, 12u);
  EXPECT_EQ(this->release(0, 15).arrival, Flit::kEmpty);
}

// No rule, a count. Occupancy: phits times the cycles from the arrival of the first to the end of
// the last, that cycle included.
TYPED_TEST(PartInputPort, OccupancyIsPhitsTimesCycles) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  const auto& input = this->ports_[channel];
  input.ring[0] = packet_of(4, 10);
  input.ring[1] = packet_of(1, 14);
  this->release(channel, 13);
  EXPECT_EQ(input.occupancy, 4u * 4u);
  this->release(channel, 20);
  EXPECT_EQ(input.occupancy, 4u * 4u + 1u * 7u);
  EXPECT_EQ(this->ports_[0].occupancy, 0u);
}

// Rule 1: a flit is visible from the cycle on in which its first phit arrives; rule 2: a head at
// the front is routed at once.
TYPED_TEST(PartInputPort, AHeadThatArrivesInAnEmptyChannelIsRouted) {
  for (const int channel : {0, this->kLastChannel}) {
    this->ports_.build_channel(this->arena_, channel, 2);
    EXPECT_TRUE(this->ports_.empty(channel));
    this->write(channel, 0, 7, 10);
    EXPECT_FALSE(this->ports_.occupied().test(channel)) << "it is still on the link";
    this->arrive(channel, 10);
    EXPECT_TRUE(this->ports_.occupied().test(channel));
    EXPECT_FALSE(this->ports_.empty(channel));
    EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(channel, 7u, 10u)));
    EXPECT_FALSE(this->ports_.ready().test(channel)) << "its result does not count yet";
    EXPECT_THAT(this->core_.told.arrivals, ElementsAre(std::make_tuple(channel, 7u, 10u)));
    EXPECT_THAT(this->core_.told.fronts, ElementsAre(std::make_tuple(channel, 7u, 10u)));
    this->core_.started.clear();
    this->core_.told = InputEvents();
  }
}

// Rule 2: what arrives behind another flit comes to the front when that one has been granted,
// although its phits are still crossing.
TYPED_TEST(PartInputPort, TheNextHeadIsRoutedWhenTheFlitBeforeIsGranted) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 4);
  this->write(channel, 0, 1, 10);
  this->ports_.take_arrival(this->core_, channel, 10);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(channel, 1u, 10u)));
  this->write(channel, 1, 2, 12);
  this->write(channel, 2, 3, 15);
  this->core_.started.clear();
  this->ports_.take_arrival(this->core_, channel, 12);
  EXPECT_THAT(this->core_.told.arrivals, Contains(std::make_tuple(channel, 2u, 12u)));
  EXPECT_THAT(this->core_.started, IsEmpty()) << "another is at the front";
  this->release(channel, 14, true, 12);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(channel, 2u, 12u)));
  EXPECT_THAT(this->core_.told.releases, ElementsAre(std::make_tuple(channel, 1u, 14u)));
  this->release(channel, 16, true, 14);
  EXPECT_FALSE(this->ports_.occupied().test(channel)) << "the third is still on the link";
  this->arrive(channel, 15);
  EXPECT_THAT(this->core_.started, Contains(std::make_tuple(channel, 3u, 15u)));
}

// Rules 1 and 2: … of all that arrive in a cycle.
TYPED_TEST(PartInputPort, OfThoseThatArriveOnlyTheFirstOfAChannelComesToTheFront) {
  using Set = typename TypeParam::Mask;
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, 0, 2);
  this->ports_.build_channel(this->arena_, channel, 2);
  this->write(channel, 0, 1, 10);
  this->arrive(channel, 10);
  this->core_.started.clear();
  this->write(channel, 1, 2, 12);
  this->write(0, 0, 3, 12);
  this->ports_.take_arrivals(this->core_, set_of<Set>({0, channel}), 12);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(0, 3u, 12u)));
}

// Units, store-and-forward: a head is routed when its tail is there: in t + phits - 1.
TYPED_TEST(PartInputPort, StoredAndForwardedAHeadIsRoutedWhenTheTailIsThere) {
  this->build(true);
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  this->write(channel, 0, 1, 10);
  this->arrive(channel, 10);
  EXPECT_THAT(this->core_.started, IsEmpty());
  EXPECT_THAT(this->core_.times.events(11), ElementsAre(Posted{EventKind::kTail, channel, 0}));
  this->ports_.take_tail(this->core_, channel, 11);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(channel, 1u, 11u)));
  this->write(channel, 1, 2, 12);
  this->release(channel, 14, true, 13);
  EXPECT_THAT(this->core_.started, Contains(std::make_tuple(channel, 2u, 13u)))
      << "it is all there";
  this->release(channel, 16, true, 15);
  this->ports_.take_tail(this->core_, channel, 16);
  EXPECT_EQ(this->core_.started.size(), 2u) << "nothing is there any more";
}

// Rule 4: a head may be granted when its result counts, until it is granted.
TYPED_TEST(PartInputPort, AHeadIsReadyFromItsResultToItsGrant) {
  using Set = typename TypeParam::Mask;
  const int channel = this->kLastChannel;
  this->ports_.set_candidates(channel, set_of<Set>({0, channel}));
  this->ports_.set_preferred(channel, 3);
  EXPECT_THAT(members(this->ports_.candidates(channel)), ElementsAre(0, channel));
  EXPECT_EQ(this->ports_[channel].preferred, 3);
  this->ports_.set_ready(set_of<Set>({0, channel}));
  this->ports_.set_ready(1);
  this->ports_.leave(channel);
  EXPECT_THAT(members(this->ports_.ready()), ElementsAre(0, 1));
}

// ---- What a feature adds.

template <class Part>
class PartInputPortExtra : public PartInputPort<Part> {};
using PartInputTypes =
    testing::Types<test::PartOf<64, kManyVcs | kWormhole | kControl | kFaults, 2>,
                   test::PartOf<32, kAllFeatures, 1>>;
TYPED_TEST_SUITE(PartInputPortExtra, PartInputTypes);

// Rule 4, wormhole: the flits that follow their head are not routed.
TYPED_TEST(PartInputPortExtra, AFlitThatFollowsItsHeadMayGoAtOnce) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  this->core_.worms.set(channel);
  this->write(channel, 0, 1, 10);
  this->arrive(channel, 10);
  EXPECT_THAT(this->core_.free_to_go, ElementsAre(channel));
  EXPECT_THAT(this->core_.started, IsEmpty());
}

// Units: control packets are always stored and forwarded.
TYPED_TEST(PartInputPortExtra, AControlPacketIsRoutedWhenItsTailIsThere) {
  const int channel = this->kLastChannel;
  this->ports_.build_channel(this->arena_, channel, 2);
  this->write(channel, 0, 1, 10);
  this->ports_.front(channel).set_control(true);
  this->arrive(channel, 10);
  EXPECT_TRUE(this->ports_.control().test(channel));
  EXPECT_THAT(this->core_.times.events(11), ElementsAre(Posted{EventKind::kTail, channel, 0}));
  this->write(channel, 1, 2, 12);
  this->release(channel, 14, true, 13);
  EXPECT_FALSE(this->ports_.control().test(channel)) << "the next one is none";
}

// docs/live_faults.md: what is of no use any more is not routed; a switch's own control packet is
// there at once.
TYPED_TEST(PartInputPortExtra, WhatIsDiscardedIsNotRouted) {
  this->ports_.build_channel(this->arena_, 0, 1);
  this->core_.useless = 0;
  this->write(0, 0, 1, 10);
  this->arrive(0, 10);
  EXPECT_THAT(this->core_.started, IsEmpty());
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  this->ports_.build_channel(this->arena_, 1, 1);
  this->ports_.enter(1, packet_of(2, 12));
  EXPECT_TRUE(this->ports_.occupied().test(1));
  EXPECT_TRUE(this->ports_.control().test(1));
  EXPECT_EQ(this->ports_.front(1).arrival, 12u);
}

}  // namespace
}  // namespace netloom
