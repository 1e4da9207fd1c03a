#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/link/link.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::packet_of;
using test::Posted;
using testing::ElementsAre;
using testing::IsEmpty;

template <class Part>
class PartLink : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kLastChannel = Part::kPorts * Part::kVcs - 1;

  static constexpr int kFirstChannel = kLastChannel + 1 - Part::kVcs;

  /// Links of so many cycles.
  void reach(int latency, bool by_outbox = false) {
    link_.reach(far_.calendar, kFirstChannel, latency, by_outbox);
    credits_.reach(far_.calendar, kFirstChannel, latency, by_outbox);
  }

  test::Timetable<Mask> far_;  ///< of the switch at the other end
  OutputLink<Mask> link_;
  CreditLink<Mask> credits_;
  Outbox<Mask> outbox_;
};
TYPED_TEST_SUITE(PartLink, test::PartTypes);

// Rule 7: the first phit arrives L cycles after its start. Rule 1: the flit is visible from then
// on.
TYPED_TEST(PartLink, FirstPhitArrivesAfterTheLatency) {
  Cycle start = 20;
  for (const int latency : {1, 2, 9}) {
    for (const int phits : {1, 5}) {
      Flit slot;
      Flit flit = packet_of(phits, 3);
      flit.destination = 77;
      this->reach(latency);
      this->link_.send(flit, &slot, TypeParam::kVcs - 1, start, this->outbox_);
      EXPECT_EQ(slot.arrival, start + static_cast<Cycle>(latency));
      EXPECT_EQ(slot.destination, 77u);
      EXPECT_EQ(slot.phits, phits);
      EXPECT_THAT(this->far_.active_cycles(start), ElementsAre(start + latency));
      EXPECT_THAT(this->far_.arrivals(start + latency), ElementsAre(this->kLastChannel));
      EXPECT_THAT(this->far_.events(start + latency), IsEmpty());
      start += 64;
      this->far_.calendar.deactivate(start - 64 + latency, start - 64 + latency + 1);
    }
  }
}

// Rule 9: a packet is delivered in the cycle in which its tail arrives.
TYPED_TEST(PartLink, AHostSeesAFlitWhenItsTailIsThere) {
  this->link_.host = true;
  this->reach(3);
  Flit slot;
  this->link_.send(packet_of(4), &slot, 0, 10, this->outbox_);
  this->link_.send(packet_of(1), &slot, TypeParam::kVcs - 1, 20, this->outbox_);
  EXPECT_THAT(this->far_.active_cycles(), ElementsAre(16, 23));
  EXPECT_THAT(this->far_.events(16),
              ElementsAre(Posted{EventKind::kDelivery, this->kFirstChannel, 0}));
  EXPECT_THAT(this->far_.events(23),
              ElementsAre(Posted{EventKind::kDelivery, this->kLastChannel, 0}));
  EXPECT_THAT(this->far_.arrivals(13), IsEmpty());
  EXPECT_EQ(slot.arrival, 23u);
}

// Determinism: what goes by the outbox is there when the quantum ends, and is the same.
TYPED_TEST(PartLink, ByTheOutboxArrivesWhatArrivesWithout) {
  this->reach(7, true);
  Flit slot;
  this->link_.send(packet_of(3, 1), &slot, 0, 30, this->outbox_);
  EXPECT_EQ(slot.arrival, Flit::kEmpty);
  EXPECT_THAT(this->far_.active_cycles(), IsEmpty());
  this->outbox_.flush();
  EXPECT_EQ(slot.arrival, 37u);
  EXPECT_EQ(slot.phits, 3);
  EXPECT_THAT(this->far_.active_cycles(), ElementsAre(37));
  EXPECT_THAT(this->far_.arrivals(37), ElementsAre(this->kFirstChannel));
}

// Determinism: … all of it, however much is sent in a quantum, and once.
TYPED_TEST(PartLink, TheOutboxHandsOverEverythingOnce) {
  constexpr Cycle kMany = 100;
  constexpr Cycle kLatency = 4;
  this->reach(kLatency, true);
  std::vector<Flit> slots(kMany);
  for (Cycle i = 0; i < kMany; ++i) {
    Flit flit = packet_of(1);
    flit.tag.number = static_cast<std::uint32_t>(i);
    this->link_.send(flit, &slots[i], 0, i, this->outbox_);
    this->credits_.send(TypeParam::kVcs - 1, 1, i, true, this->outbox_);
    this->credits_.send(0, static_cast<std::uint32_t>(i) + 1, i, false, this->outbox_);
  }
  for (const bool again : {false, true}) {
    this->outbox_.flush();
    for (Cycle i = 0; i < kMany; ++i) {
      const Cycle cycle = i + kLatency;
      auto& bucket = this->far_.calendar.at(cycle);
      EXPECT_EQ(slots[i].arrival, again ? Flit::kEmpty : cycle);
      EXPECT_EQ(slots[i].tag.number, again ? 0 : i);
      EXPECT_EQ(bucket.arrived.count(), again ? 0 : 1);
      EXPECT_EQ(bucket.credited.count(), again ? 0 : 1);
      const Posted credit{EventKind::kCredit, this->kFirstChannel, static_cast<int>(i) + 1};
      EXPECT_THAT(this->far_.events(cycle), ElementsAre(credit));
      slots[i] = Flit();
      bucket.arrived = bucket.credited = typename TypeParam::Mask();
    }
  }
}

// Rule 8: the credit leaves with the last phit and can be used L cycles later.
TYPED_TEST(PartLink, CreditComesTheLatencyAfterTheLastPhit) {
  for (const bool by_outbox : {false, true}) {
    const Cycle last = by_outbox ? 70 : 5;
    this->reach(4, by_outbox);
    this->credits_.send(TypeParam::kVcs - 1, 8, last, true, this->outbox_);
    if (by_outbox) {
      EXPECT_FALSE(this->far_.active(last + 4));
      this->outbox_.flush();
    }
    EXPECT_THAT(this->far_.active_cycles(last), ElementsAre(last + 4));
    EXPECT_THAT(this->far_.credits(last + 4), ElementsAre(this->kLastChannel));
    EXPECT_THAT(this->far_.events(last + 4), IsEmpty()) << "it would count twice";
  }
}

// Rule 8, where flits differ in size: the credit says of how many phits.
TYPED_TEST(PartLink, CreditOfMixedSizesHasThePhits) {
  for (const bool by_outbox : {false, true}) {
    const Cycle last = by_outbox ? 70 : 5;
    this->reach(1, by_outbox);
    this->credits_.send(0, 3, last, false, this->outbox_);
    this->credits_.send(TypeParam::kVcs - 1, 7, last, false, this->outbox_);
    this->outbox_.flush();
    EXPECT_THAT(this->far_.active_cycles(last), ElementsAre(last + 1));
    EXPECT_THAT(this->far_.credits(last + 1), IsEmpty());
    EXPECT_THAT(this->far_.events(last + 1),
                ElementsAre(Posted{EventKind::kCredit, this->kFirstChannel, 3},
                            Posted{EventKind::kCredit, this->kLastChannel, 7}));
  }
}

// Rules 8 and 9: a NIC gets its credits as a switch does.
TYPED_TEST(PartLink, CreditOfANicHasItsPhitsWhateverTheSizes) {
  this->credits_.kind = EventKind::kInjectCredit;
  this->reach(2);
  for (const bool one_size : {false, true}) {
    const Cycle last = one_size ? 70 : 5;
    this->credits_.send(0, 6, last, one_size, this->outbox_);
    EXPECT_THAT(this->far_.active_cycles(last), ElementsAre(last + 2));
    EXPECT_THAT(this->far_.credits(last + 2), IsEmpty());
    EXPECT_THAT(this->far_.events(last + 2),
                ElementsAre(Posted{EventKind::kInjectCredit, this->kFirstChannel, 6}));
  }
}

/// What comes by mailbox.
class ToldReceiver : public MailReceiver {
 public:
  void receive(const Flit& flit, int channel) override {
    flits.emplace_back(flit.tag.number, flit.arrival, channel);
  }
  void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override {
    credits.emplace_back(channel, phits, cycle);
  }
  std::vector<std::tuple<std::uint32_t, std::uint32_t, int>> flits;
  std::vector<std::tuple<int, std::uint32_t, Cycle>> credits;
};

// Rules 7 and 8, between switches that cannot write into each other: handed over when the mailbox
// is emptied, once, in the order in which it was sent, whatever becomes of the outbox.
TYPED_TEST(PartLink, ByMailboxIsHandedOverWhenItIsEmptied) {
  ToldReceiver end;
  Mailbox mailbox;
  const MailRoute route{&end, &mailbox};
  this->link_.reach(route, this->kFirstChannel, 7);
  this->credits_.reach(route, this->kFirstChannel, 4);
  for (std::uint32_t number = 0; number < 2; ++number) {
    Flit flit = packet_of(3, 1);
    flit.tag.number = number;
    this->link_.send(flit, nullptr, TypeParam::kVcs - 1, 30 + 3 * number, this->outbox_);
  }
  this->credits_.send(0, 3, 33, true, this->outbox_);
  this->credits_.send(TypeParam::kVcs - 1, 2, 36, false, this->outbox_);
  this->outbox_.flush();
  EXPECT_THAT(end.flits, IsEmpty());
  EXPECT_THAT(end.credits, IsEmpty());
  for (int i = 0; i < 2; ++i) {
    mailbox.deliver();
    EXPECT_THAT(end.flits, ElementsAre(std::make_tuple(0u, 37u, this->kLastChannel),
                                       std::make_tuple(1u, 40u, this->kLastChannel)));
    EXPECT_THAT(end.credits, ElementsAre(std::make_tuple(this->kFirstChannel, 3u, Cycle{37}),
                                         std::make_tuple(this->kLastChannel, 2u, Cycle{40})));
  }
  this->link_.send(packet_of(3), nullptr, 0, 50, this->outbox_);
  this->credits_.send(0, 3, 50, true, this->outbox_);
  mailbox.deliver();
  EXPECT_EQ(end.flits.size(), 3u) << "of what came since alone";
  EXPECT_EQ(end.credits.size(), 3u);
}

// Rules 7 and 8: what is sent while a mailbox is emptied waits in another one, with which it is
// swapped.
TYPED_TEST(PartLink, WhatComesInAWindowIsHandedOverInTheNext) {
  ToldReceiver end;
  Mailbox coming, came;
  const MailRoute route{&end, &coming};
  this->link_.reach(route, this->kFirstChannel, 7);
  this->credits_.reach(route, this->kFirstChannel, 4);
  this->link_.send(packet_of(3), nullptr, 0, 30, this->outbox_);
  this->credits_.send(0, 3, 33, true, this->outbox_);
  came.deliver();
  EXPECT_THAT(end.flits, IsEmpty());
  coming.swap(came);
  this->link_.send(packet_of(3), nullptr, 0, 40, this->outbox_);
  this->credits_.send(0, 3, 43, true, this->outbox_);
  came.deliver();
  EXPECT_THAT(end.flits, ElementsAre(std::make_tuple(0u, 37u, this->kFirstChannel)));
  EXPECT_THAT(end.credits, ElementsAre(std::make_tuple(this->kFirstChannel, 3u, Cycle{37})));
  coming.swap(came);
  came.deliver();
  EXPECT_EQ(end.flits.size(), 2u);
  EXPECT_EQ(end.credits.size(), 2u);
}

}  // namespace
}  // namespace netloom
