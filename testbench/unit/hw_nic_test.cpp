#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/nic/nic.h"
#include "routing/base/error.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;

/// Hosts that a test steers by hand.
class HandSource : public TrafficSource {
 public:
  Cycle first(NodeId /*host*/) override { return first_cycle; }
  Cycle generate(NodeId /*host*/, Cycle cycle, Injector& /*injector*/) override {
    generated.push_back(cycle);
    const auto it = then.find(cycle);
    return it == then.end() ? kNever : it->second;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    packets.push_back(packet);
    return wake;
  }
  bool sends_control() const override { return control; }
  void sent(NodeId /*host*/, std::uint32_t number, Cycle cycle) override {
    left.emplace_back(number, cycle);
  }

  std::vector<std::pair<std::uint32_t, Cycle>> left;  ///< what sent() was told
  Cycle first_cycle = kNever;
  std::map<Cycle, Cycle> then;  ///< what generate() returns, by cycle
  Cycle wake = kNever;          ///< what delivered() returns
  bool control = true;          ///< what sends_control() returns
  std::vector<Cycle> generated;
  std::vector<DeliveredPacket> packets;
};

class NicTest : public testing::Test {
 protected:
  NicTest() {
    config_.packet_phits = 4;
    config_.injection_buffer = 64;
    shared_.config = &config_;
    shared_.hosts = 8;
    shared_.traffic = &source_;
    shared_.arena = &arena_;
  }

  static Message to(NodeId destination, std::uint32_t phits, bool control = false) {
    Message message;
    message.destination = destination;
    message.phits = phits;
    message.control = control;
    return message;
  }

  Arena arena_{std::size_t{1} << 16};
  NicConfig config_;
  NicShared shared_;
  HandSource source_;
};

// ---- The injection side.

class InjectionTest : public NicTest {
 protected:
  static constexpr NodeId kHost = 1;
  static constexpr int kNothing = -1;

  InjectionSide make(int credits) { return InjectionSide(shared_, kHost, credits); }

  /// The VC of the flit that starts, which is then in flit_; kNothing if none may.
  int start(InjectionSide& side, Cycle cycle = 0) {
    int vc = kNothing;
    return side.start_flit(cycle, flit_, vc) ? vc : kNothing;
  }
  /// (VC, destination) of the next `count` flits.
  std::vector<std::pair<int, NodeId>> start_many(InjectionSide& side, int count) {
    std::vector<std::pair<int, NodeId>> result;
    for (int i = 0; i < count; ++i) {
      const int vc = start(side);
      result.emplace_back(vc, vc == kNothing ? 0 : flit_.destination);
    }
    return result;
  }

  Flit flit_;
};

TEST_F(InjectionTest, CutsAMessageIntoPackets) {
  InjectionSide side = make(64);
  side.send(to(3, 10), 17);
  EXPECT_EQ(side.generated(), 3u);
  EXPECT_EQ(side.queued(), 3u);
  EXPECT_TRUE(side.waiting());
  const int sizes[] = {4, 4, 2};
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(start(side, static_cast<Cycle>(20 + i)), 0);
    EXPECT_EQ(flit_.phits, sizes[i]);
    EXPECT_EQ(flit_.packet_phits, sizes[i]);
    EXPECT_TRUE(flit_.head());
    EXPECT_TRUE(flit_.tail());
    EXPECT_FALSE(flit_.control());
    EXPECT_EQ(flit_.hops(), 0);
    EXPECT_EQ(flit_.source(), kHost);
    EXPECT_EQ(flit_.destination, 3u);
    EXPECT_EQ(flit_.tag.number, static_cast<std::uint32_t>(i));
    EXPECT_EQ(flit_.tag.generated, 17u);
    EXPECT_EQ(flit_.injected(), static_cast<std::uint32_t>(20 + i));
  }
  EXPECT_EQ(start(side), kNothing);
  EXPECT_FALSE(side.waiting());
  EXPECT_EQ(side.injected(), 3u);
  EXPECT_EQ(side.queued(), 0u);
  EXPECT_EQ(side.sent_phits(0), 10u);
}

TEST_F(InjectionTest, NumbersAllPacketsOfItsHost) {
  InjectionSide side = make(64);
  side.send(to(3, 1), 0);
  side.send(to(5, 1), 0);
  start(side);
  EXPECT_EQ(flit_.tag.number, 0u);
  start(side);
  EXPECT_EQ(flit_.tag.number, 1u);
}

TEST_F(InjectionTest, RefusesImpossibleMessages) {
  InjectionSide side = make(64);
  const std::string allowed = "; allowed: at least 1 phit, another host below 8";
  EXPECT_THAT(
      [&] { side.send(to(1, 4), 0); },
      ThrowsMessage<BrokenInvariant>("host 1 sends a message of 4 phits to host 1" + allowed));
  EXPECT_THAT(
      [&] { side.send(to(8, 4), 0); },
      ThrowsMessage<BrokenInvariant>("host 1 sends a message of 4 phits to host 8" + allowed));
  EXPECT_THAT(
      [&] { side.send(to(2, 0), 0); },
      ThrowsMessage<BrokenInvariant>("host 1 sends a message of 0 phits to host 2" + allowed));
  EXPECT_EQ(side.generated(), 0u);
}

TEST_F(InjectionTest, RefusesPacketsForWhichBuffersAreTooShort) {
  // A buffer has places for as many flits as packets of the smallest size fit into it.
  shared_.smallest_packet = 3;
  InjectionSide side = make(64);
  side.send(to(2, 3), 0);
  side.send(to(2, 8), 0);
  const std::string allowed =
      "; allowed: at least 3 (smallest_packet of the network's configuration)";
  EXPECT_THAT([&] { side.send(to(2, 2), 0); },
              ThrowsMessage<BrokenInvariant>("host 1 sends a packet of 2 phits" + allowed));
  // The last packet of a message.
  EXPECT_THAT([&] { side.send(to(2, 9), 0); },
              ThrowsMessage<BrokenInvariant>("host 1 sends a packet of 1 phits" + allowed));
}

TEST_F(InjectionTest, WormholeControlPacketsAreOneFlit) {
  shared_.wormhole = true;
  shared_.flit_phits = 2;
  InjectionSide side = make(64);
  EXPECT_THAT(
      [&] { side.send(to(2, 3, true), 0); },
      ThrowsMessage<BrokenInvariant>("host 1 sends a control packet of 3 phits; with wormhole "
                                     "switching it must fit into one flit of 2"));
  side.send(to(2, 2, true), 0);
  ASSERT_EQ(start(side), 0);
  EXPECT_TRUE(flit_.control());
}

TEST_F(InjectionTest, RefusesControlPacketsOfASourceWithoutAny) {
  source_.control = false;
  InjectionSide side = make(64);
  EXPECT_THAT(
      [&] { side.send(to(2, 4, true), 0); },
      ThrowsMessage<BrokenInvariant>("host 1 sends a control packet, but its traffic source says "
                                     "that there are none"));
  side.send(to(2, 4), 0);
}

/// A source that says nothing of control packets has none.
TEST_F(InjectionTest, RefusesControlPacketsOfASourceThatSaysNothingOfThem) {
  class Silent final : public TrafficSource {
   public:
    Cycle first(NodeId /*host*/) override { return kNever; }
    Cycle generate(NodeId /*host*/, Cycle /*cycle*/, Injector& /*injector*/) override {
      return kNever;
    }
    Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  } silent;
  shared_.traffic = &silent;
  InjectionSide side = make(64);
  EXPECT_THROW(side.send(to(2, 4, true), 0), BrokenInvariant);
}

TEST_F(InjectionTest, StartsOnlyWithCreditsForTheWholePacket) {
  InjectionSide side = make(6);
  side.send(to(2, 4), 0);
  side.send(to(2, 4), 0);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(side.credits(0), 2);
  EXPECT_EQ(start(side), kNothing);
  side.credit(0, 1);
  EXPECT_EQ(start(side), kNothing) << "3 of 4 credits";
  side.credit(0, 1);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(side.credits(0), 0);
}

TEST_F(InjectionTest, SpreadsPacketsRoundRobinOverTheVcs) {
  config_.injection_vcs = 3;
  InjectionSide side = make(64);
  for (const NodeId destination : {7u, 6u, 5u, 4u}) side.send(to(destination, 4), 0);
  // VCs 0, 1, 2, 0 get the packets; the link takes the VCs in turn, one packet of VC 0 each round.
  EXPECT_THAT(start_many(side, 5),
              ElementsAre(Pair(0, 7), Pair(1, 6), Pair(2, 5), Pair(0, 4), Pair(kNothing, 0)));
}

// Requests have the first half of the VCs, and fill neither the VCs nor the queue of responses.
TEST_F(InjectionTest, KeepsResponsesApartFromRequests) {
  config_.injection_vcs = 4;
  config_.classes = 2;
  config_.injection_buffer = 8;
  InjectionSide side = make(4);
  for (const NodeId destination : {7u, 6u, 5u, 4u}) side.send(to(destination, 4), 0);
  Message response = to(3, 4);
  response.response = true;
  side.send(response, 0);
  response.destination = 2;
  side.send(response, 0);
  EXPECT_THAT(start_many(side, 5),
              ElementsAre(Pair(0, 7), Pair(1, 6), Pair(2, 3), Pair(3, 2), Pair(kNothing, 0)));
  // The requests behind them wait for credits of their own.
  side.credit(2, 4);
  side.credit(3, 4);
  EXPECT_EQ(start(side), kNothing);
  side.credit(0, 4);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(flit_.destination, 5u);
}

TEST_F(InjectionTest, SaysWhatHasLeftWhereItsHostIsBounded) {
  const std::vector<std::uint8_t> bounded = {0, 1};
  shared_.bounded = &bounded;
  InjectionSide side = make(64);
  side.send(to(7, 6), 0);
  EXPECT_EQ(start(side, 3), 0);
  EXPECT_EQ(start(side, 8), 0);
  EXPECT_THAT(source_.left, ElementsAre(Pair(0u, 3u), Pair(1u, 8u))) << "each packet";
}

TEST_F(InjectionTest, OrByDestinationModuloTheVcs) {
  config_.injection_vcs = 3;
  config_.injection_vc_choice = InjectionVcChoice::kDestination;
  InjectionSide side = make(64);
  for (const NodeId destination : {7u, 4u, 5u, 0u}) side.send(to(destination, 4), 0);
  // 7 and 4 are 1 modulo 3, 5 is 2, 0 is 0.
  EXPECT_THAT(start_many(side, 5),
              ElementsAre(Pair(0, 0), Pair(1, 7), Pair(2, 5), Pair(1, 4), Pair(kNothing, 0)));
}

TEST_F(InjectionTest, OrAtRandomByRunAndHost) {
  config_.injection_vcs = 4;
  config_.injection_vc_choice = InjectionVcChoice::kRandom;
  config_.injection_buffer = 4000;
  constexpr int kPackets = 1000;
  const auto vcs_of_packets = [&](std::uint64_t seed) {
    shared_.seed = seed;
    InjectionSide side = make(4 * kPackets);
    for (int i = 0; i < kPackets; ++i) side.send(to(2 + static_cast<NodeId>(i) % 6, 4), 0);
    std::vector<int> packets(4);
    for (const auto& [vc, destination] : start_many(side, kPackets)) {
      ++packets[static_cast<std::size_t>(vc)];
    }
    return packets;
  };
  const std::vector<int> packets = vcs_of_packets(1);
  for (const int count : packets)
    EXPECT_NEAR(count, kPackets / 4, 5 * std::sqrt(kPackets * 3 / 16.0));
  EXPECT_EQ(vcs_of_packets(1), packets);
  EXPECT_NE(vcs_of_packets(2), packets);
}

TEST_F(InjectionTest, LinkTakesTheVcsThatHaveCredits) {
  config_.injection_vcs = 2;
  InjectionSide side = make(4);
  for (const NodeId destination : {2u, 3u, 4u, 5u}) side.send(to(destination, 4), 0);
  EXPECT_THAT(start_many(side, 3), ElementsAre(Pair(0, 2), Pair(1, 3), Pair(kNothing, 0)));
  side.credit(1, 4);
  EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(1, 5), Pair(kNothing, 0)));
  side.credit(0, 4);
  EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(0, 4), Pair(kNothing, 0)));
}

TEST_F(InjectionTest, InjectionQueueIsBoundedAndFedInOrder) {
  config_.injection_vcs = 2;
  config_.injection_vc_choice = InjectionVcChoice::kDestination;
  config_.injection_buffer = 8;
  InjectionSide side = make(4);
  for (const NodeId destination : {2u, 4u, 6u, 3u}) side.send(to(destination, 4), 0);
  EXPECT_EQ(side.queued(), 4u) << "source and injection queue";
  // Two packets of VC 0 fill the 8 phits. When the first has left, the third (VC 0) comes in; the
  // fourth, for the idle VC 1, waits behind it in the source queue.
  EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(0, 2), Pair(kNothing, 0)));
  side.credit(0, 4);
  EXPECT_THAT(start_many(side, 3), ElementsAre(Pair(0, 4), Pair(1, 3), Pair(kNothing, 0)));
  side.credit(0, 4);
  EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(0, 6), Pair(kNothing, 0)));
}

TEST_F(InjectionTest, ControlPacketsGoFirstWhenTheyHavePriority) {
  config_.injection_vcs = 2;
  for (const bool priority : {false, true}) {
    shared_.control_priority = priority;
    InjectionSide side = make(64);
    side.send(to(2, 4), 0);
    side.send(to(3, 4, true), 0);
    if (priority) {
      EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(1, 3), Pair(0, 2)));
    } else {
      EXPECT_THAT(start_many(side, 2), ElementsAre(Pair(0, 2), Pair(1, 3)));
    }
  }
}

class WormholeInjectionTest : public InjectionTest {
 protected:
  WormholeInjectionTest() {
    config_.packet_phits = 10;
    shared_.wormhole = true;
    shared_.flit_phits = 4;
  }
};

TEST_F(WormholeInjectionTest, SendsHeadBodyAndShorterTail) {
  InjectionSide side = make(64);
  side.send(to(2, 10), 5);
  const int sizes[] = {4, 4, 2};
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(start(side, static_cast<Cycle>(6 + 4 * i)), 0);
    EXPECT_EQ(flit_.phits, sizes[i]);
    EXPECT_EQ(flit_.packet_phits, 10);
    EXPECT_EQ(flit_.head(), i == 0);
    EXPECT_EQ(flit_.tail(), i == 2);
    EXPECT_EQ(flit_.tag.number, 0u);
    EXPECT_EQ(flit_.injected(), 6u) << "the head's cycle in all flits";
    EXPECT_EQ(side.queued(), i == 2 ? 0u : 1u) << "queued until the tail has left";
  }
  EXPECT_EQ(side.injected(), 1u);
}

TEST_F(WormholeInjectionTest, NeedsCreditsForOneFlitOnly) {
  InjectionSide side = make(4);
  side.send(to(2, 10), 0);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(start(side), kNothing);
  side.credit(0, 4);
  EXPECT_EQ(start(side), 0);
  side.credit(0, 2);
  EXPECT_EQ(start(side), 0) << "the tail flit has two phits";
  EXPECT_TRUE(flit_.tail());
  EXPECT_EQ(side.credits(0), 0);
}

TEST_F(WormholeInjectionTest, InterleavesFlitsOfDifferentVcsOnly) {
  config_.injection_vcs = 2;
  InjectionSide side = make(64);
  for (const NodeId destination : {2u, 3u, 4u}) side.send(to(destination, 10), 0);
  // Packets 2 and 4 share VC 0: the head of 4 comes after the tail of 2.
  EXPECT_THAT(start_many(side, 9),
              ElementsAre(Pair(0, 2), Pair(1, 3), Pair(0, 2), Pair(1, 3), Pair(0, 2), Pair(1, 3),
                          Pair(0, 4), Pair(0, 4), Pair(0, 4)));
}

TEST_F(InjectionTest, GeneratesWhenItsSourceSays) {
  source_.first_cycle = 3;
  source_.then = {{3, 8}};
  InjectionSide side = make(64);
  EXPECT_EQ(side.next_generation(), 3u);
  side.generate(2);
  EXPECT_THAT(source_.generated, IsEmpty());
  side.generate(3);
  EXPECT_EQ(side.next_generation(), 8u);
  side.wake(5);
  EXPECT_EQ(side.next_generation(), 5u);
  side.generate(5);
  EXPECT_EQ(side.next_generation(), 8u) << "a wake is in addition";
  side.generate(8);
  EXPECT_EQ(side.next_generation(), kNever);
  EXPECT_THAT(source_.generated, ElementsAre(3, 5, 8));
}

TEST_F(InjectionTest, AWokenHostMayGoOnGenerating) {
  source_.then = {{4, 6}};
  InjectionSide side = make(64);
  EXPECT_EQ(side.next_generation(), kNever);
  side.wake(4);
  side.generate(4);
  EXPECT_EQ(side.next_generation(), 6u);
  side.generate(6);
  EXPECT_EQ(side.next_generation(), kNever);
  EXPECT_THAT(source_.generated, ElementsAre(4, 6));
}

TEST_F(InjectionTest, ReorderBufferBoundsWhatIsOutstandingPerDestination) {
  config_.reorder_buffer = 2;
  InjectionSide side = make(64);
  for (int i = 0; i < 3; ++i) side.send(to(2, 4), 0);
  side.send(to(3, 4), 0);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(start(side), kNothing) << "two packets to host 2 are not acknowledged";
  side.acknowledge(2, 10);
  side.take_acknowledgements(9);
  EXPECT_EQ(start(side), kNothing) << "counts from cycle 10";
  side.take_acknowledgements(10);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(flit_.tag.number, 2u);
  EXPECT_EQ(start(side), 0) << "host 3 has a buffer of its own";
  EXPECT_EQ(flit_.destination, 3u);
  EXPECT_EQ(flit_.tag.number, 0u) << "numbers count per pair";
}

TEST_F(InjectionTest, ReorderBufferWithoutLimitBoundsNothing) {
  config_.reorder_buffer = kUnlimitedReorderBuffer;
  InjectionSide side = make(1 << 20);
  constexpr std::uint32_t kMany = 70000;  // more than any limited buffer holds
  for (std::uint32_t i = 0; i < kMany; ++i) side.send(to(2, 1), 0);
  side.send(to(3, 4), 0);
  for (std::uint32_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(start(side), 0);
    ASSERT_EQ(flit_.tag.number, i);
  }
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(flit_.tag.number, 0u) << "numbers count per pair";
}

TEST_F(InjectionTest, ReorderedPacketsOfAPairStartInOrderOnAllVcs) {
  config_.reorder_buffer = 8;
  config_.injection_vcs = 2;
  InjectionSide side = make(4);
  for (int i = 0; i < 4; ++i) side.send(to(2, 4), 0);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(start(side), 1);
  side.credit(1, 4);
  EXPECT_EQ(start(side), kNothing) << "number 3 (VC 1) waits for number 2 (VC 0, no credits)";
  side.credit(0, 4);
  EXPECT_EQ(start(side), 0);
  EXPECT_EQ(flit_.tag.number, 2u);
  EXPECT_EQ(start(side), 1);
  EXPECT_EQ(flit_.tag.number, 3u);
}

TEST_F(InjectionTest, FingerprintsOfQueuedAndStartedPacketsSumUp) {
  config_.injection_vcs = 2;
  config_.injection_buffer = 8;
  InjectionSide side = make(64);
  for (int i = 0; i < 5; ++i) side.send(to(2, 4), static_cast<Cycle>(i));
  EXPECT_EQ(side.queued_fingerprint(), side.generated_fingerprint());
  std::uint64_t started = 0;
  while (start(side) != kNothing) {
    started += flit_.fingerprint();
    EXPECT_EQ(started + side.queued_fingerprint(), side.generated_fingerprint());
  }
  EXPECT_EQ(side.queued_fingerprint(), 0u);
}

// ---- The ejection side.

class EjectionTest : public NicTest {
 protected:
  static constexpr NodeId kHost = 4;

  static Flit flit(NodeId source, std::uint32_t number, int phits = 4, int packet_phits = 4,
                   bool head = true, bool tail = true) {
    Flit result;
    result.set_source(source);
    result.destination = kHost;
    result.tag.number = number;
    result.phits = static_cast<std::uint16_t>(phits);
    result.packet_phits = static_cast<std::uint16_t>(packet_phits);
    for (int hop = 0; hop < 3; ++hop) result.count_hop();
    result.set_head(head);
    result.set_tail(tail);
    return result;
  }
  std::vector<std::uint32_t> numbers() const {
    std::vector<std::uint32_t> result;
    for (const DeliveredPacket& packet : source_.packets) result.push_back(packet.number);
    return result;
  }

  EjectionSide side_{shared_, kHost};
  EjectionSide::Outcome outcome_;
};

TEST_F(EjectionTest, StateOfAPacketIsThatOfItsHead) {
  Flit head = flit(2, 9, 2, 4, true, false);
  head.set_state(5);
  side_.take(head, 30, outcome_);
  side_.take(flit(2, 9, 2, 4, false, true), 32, outcome_);
  ASSERT_EQ(source_.packets.size(), 1u);
  EXPECT_EQ(source_.packets[0].state, 5);
}

TEST_F(EjectionTest, DeliversAPacketWithAllItCarries) {
  Flit packet = flit(2, 9);
  packet.tag.generated = 10;
  packet.set_injected(12);
  packet.set_control(true);
  side_.take(packet, 30, outcome_);
  ASSERT_EQ(source_.packets.size(), 1u);
  const DeliveredPacket& delivered = source_.packets[0];
  EXPECT_EQ(delivered.source, 2u);
  EXPECT_EQ(delivered.destination, kHost);
  EXPECT_EQ(delivered.number, 9u);
  EXPECT_EQ(delivered.phits, 4u);
  EXPECT_EQ(delivered.generated, 10u);
  EXPECT_EQ(delivered.injected, 12u);
  EXPECT_EQ(delivered.delivered, 30u);
  EXPECT_EQ(delivered.hops, 3);
  EXPECT_TRUE(delivered.control);
  EXPECT_EQ(side_.delivered(), 1u);
  EXPECT_EQ(side_.delivered_phits(), 4u);
  EXPECT_EQ(side_.delivered_fingerprint(), packet.fingerprint());
  EXPECT_THAT(outcome_.wakes, IsEmpty());
  EXPECT_THAT(outcome_.acknowledged, IsEmpty());
}

TEST_F(EjectionTest, PassesOnWhenTheHostWantsToGenerate) {
  source_.wake = 44;
  side_.take(flit(2, 0), 30, outcome_);
  side_.take(flit(3, 0), 31, outcome_);
  EXPECT_THAT(outcome_.wakes, ElementsAre(44, 44));
}

TEST_F(EjectionTest, CountsPacketsThatComeAfterALaterOneOfTheirSource) {
  // Numbers have gaps, because they count the packets of a source to all destinations.
  for (const std::uint32_t number : {0u, 5u, 3u, 4u, 6u}) side_.take(flit(2, number), 0, outcome_);
  EXPECT_EQ(side_.out_of_order(), 2u) << "3 and 4 after 5";
  side_.take(flit(3, 1), 0, outcome_);
  EXPECT_EQ(side_.out_of_order(), 2u) << "another source has an order of its own";
  EXPECT_EQ(numbers(), (std::vector<std::uint32_t>{0, 5, 3, 4, 6, 1})) << "all are handed over";
}

TEST_F(EjectionTest, RefusesAPacketForAnotherHost) {
  Flit stray = flit(2, 9);
  stray.destination = 6;
  EXPECT_THAT(
      [&] { side_.take(stray, 30, outcome_); },
      ThrowsMessage<BrokenInvariant>("cycle 30: packet 9 from host 2 to host 6 was delivered at "
                                     "host 4"));
}

TEST_F(EjectionTest, DeliversAWormholePacketWithItsTail) {
  // Two packets of different sources, interleaved.
  side_.take(flit(2, 7, 4, 10, true, false), 10, outcome_);
  side_.take(flit(3, 7, 4, 6, true, false), 14, outcome_);
  side_.take(flit(2, 7, 4, 10, false, false), 18, outcome_);
  EXPECT_EQ(side_.delivered(), 0u);
  side_.take(flit(3, 7, 2, 6, false, true), 20, outcome_);
  side_.take(flit(2, 7, 2, 10, false, true), 22, outcome_);
  ASSERT_EQ(source_.packets.size(), 2u);
  EXPECT_EQ(source_.packets[0].source, 3u);
  EXPECT_EQ(source_.packets[0].delivered, 20u);
  EXPECT_EQ(source_.packets[0].phits, 6u);
  EXPECT_EQ(source_.packets[1].source, 2u);
  EXPECT_EQ(source_.packets[1].delivered, 22u);
  EXPECT_EQ(source_.packets[1].phits, 10u);
  EXPECT_EQ(side_.delivered_phits(), 16u);
}

TEST_F(EjectionTest, RefusesAnIncompletePacket) {
  side_.take(flit(2, 7, 4, 10, true, false), 10, outcome_);
  EXPECT_THAT([&] { side_.take(flit(2, 7, 2, 10, false, true), 14, outcome_); },
              ThrowsMessage<BrokenInvariant>(
                  "cycle 14: packet 7 from host 2 arrived at host 4 with 6 of 10 "
                  "phits"));
}

TEST_F(EjectionTest, ReorderBufferHandsOverInOrder) {
  config_.reorder_buffer = 3;
  side_.take(flit(2, 2), 10, outcome_);
  side_.take(flit(2, 1), 11, outcome_);
  EXPECT_THAT(numbers(), IsEmpty());
  EXPECT_EQ(side_.reordering(), 2u);
  EXPECT_EQ(side_.reordering_fingerprint(), flit(2, 1).fingerprint() + flit(2, 2).fingerprint());
  side_.take(flit(3, 0), 12, outcome_);
  EXPECT_THAT(outcome_.acknowledged, ElementsAre(3));
  side_.take(flit(2, 0), 13, outcome_);
  EXPECT_THAT(numbers(), ElementsAre(0, 0, 1, 2));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(source_.packets[i].source, 2u);
    EXPECT_EQ(source_.packets[i].delivered, 13u) << "handed over with the one they waited for";
  }
  EXPECT_THAT(outcome_.acknowledged, ElementsAre(3, 2, 2, 2));
  EXPECT_EQ(side_.reordering(), 0u);
  EXPECT_EQ(side_.reordering_fingerprint(), 0u);
  EXPECT_EQ(side_.out_of_order(), 2u) << "of arrivals: 1 after 2, 0 after 2";
}

TEST_F(EjectionTest, ReorderBufferWithoutLimitHandsOverInOrderAndAcknowledgesNothing) {
  config_.reorder_buffer = kUnlimitedReorderBuffer;
  constexpr std::uint32_t kMany = 5000;
  for (std::uint32_t number = kMany; number-- > 1;) side_.take(flit(2, number), 10, outcome_);
  EXPECT_EQ(side_.reordering(), kMany - 1);
  EXPECT_THAT(numbers(), IsEmpty());
  side_.take(flit(2, 0), 11, outcome_);
  ASSERT_EQ(source_.packets.size(), kMany);
  for (std::uint32_t number = 0; number < kMany; ++number) {
    ASSERT_EQ(source_.packets[number].number, number);
  }
  EXPECT_EQ(side_.reordering(), 0u);
  EXPECT_THAT(outcome_.acknowledged, IsEmpty());
}

TEST_F(EjectionTest, ReorderBufferThatOverflowsIsABrokenInvariant) {
  config_.reorder_buffer = 2;
  side_.take(flit(2, 1), 10, outcome_);
  side_.take(flit(2, 2), 11, outcome_);
  EXPECT_THAT([&] { side_.take(flit(2, 3), 12, outcome_); },
              ThrowsMessage<BrokenInvariant>(
                  "cycle 12: the reorder buffer of host 4 for source 2 overflows"));
}

}  // namespace
}  // namespace netloom
