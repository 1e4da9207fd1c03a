#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "hw/link/flit.h"

namespace netloom {
namespace {

/// All that is stored together, as text.
std::string text(const Flit& flit) {
  return std::to_string(flit.source()) + ' ' + std::to_string(flit.state()) + ' ' +
         std::to_string(flit.head()) + std::to_string(flit.tail()) +
         std::to_string(flit.response()) + std::to_string(flit.control()) +
         std::to_string(flit.deviated()) + std::to_string(flit.cut()) + ' ' +
         std::to_string(flit.hops());
}

Flit hopped(std::uint32_t hops) {
  Flit flit;
  for (std::uint32_t i = 0; i < hops; ++i) flit.count_hop();
  return flit;
}

TEST(Flit, EveryFieldHoldsItsWidestValueAndNoOtherChanges) {
  const NodeId largest = (1u << most_bits(PacketField::kSource)) - 1;
  Flit flit;
  flit.set_source(largest);
  EXPECT_EQ(text(flit), "16777215 0 000000 0");
  flit.set_state(0xffff);
  EXPECT_EQ(text(flit), "16777215 65535 000000 0");
  flit.set_head(true);
  flit.set_control(true);
  flit.set_cut(true);
  EXPECT_EQ(text(flit), "16777215 65535 100101 0");
  flit.set_source(1);
  flit.set_state(2);
  flit.set_tail(true);
  flit.set_response(true);
  flit.set_deviated(true);
  flit.set_head(false);
  EXPECT_EQ(text(flit), "1 2 011111 0");
  flit.set_cut(false);
  flit.set_control(false);
  EXPECT_EQ(text(flit), "1 2 011010 0");
}

TEST(Flit, BeginsWithItsIdentityAndAsHeadAndTail) {
  const NodeId largest = (1u << most_bits(PacketField::kSource)) - 1;
  for (const int bits : {0, 1, 2, 4, 8, 15}) {
    const bool control = (bits & 1) != 0, response = (bits & 2) != 0;
    const bool head = (bits & 4) != 0, tail = (bits & 8) != 0;
    Flit expected;
    expected.set_source(largest);
    expected.set_control(control);
    expected.set_response(response);
    EXPECT_EQ(Flit::identity_word(largest, control, response), expected.identity_word()) << bits;
    expected.set_head(head);
    expected.set_tail(tail);
    EXPECT_EQ(Flit::identity_word(largest, control, response), expected.identity_word())
        << "whichever flit of the packet it is";
    Flit begun = hopped(3);
    begun.set_state(9);
    begun.begin(expected.identity_word(), head, tail);
    EXPECT_EQ(text(begun), text(expected)) << "nothing is left of what was there";
  }
}

TEST(Flit, CountsMoreHopsThanAnyNetworkHasSwitchesAndDisturbsNothing) {
  Flit flit;
  flit.set_source(5);
  flit.set_state(0x8001);
  flit.set_head(true);
  for (std::uint32_t i = 0; i < Flit::kMostHops; ++i) {
    ASSERT_EQ(flit.hops(), i);
    flit.count_hop();
  }
  // Twice as many switches as there can be, and more.
  EXPECT_GE(Flit::kMostHops, 3u << 16);
  EXPECT_EQ(text(flit), "5 32769 100000 " + std::to_string(Flit::kMostHops));
  flit.count_hop();
  EXPECT_EQ(text(flit), "5 32769 100000 0") << "what is lost is lost above all fields";
}

TEST(Flit, TellsWhetherItHasPassedALimit) {
  for (const std::uint32_t limit : {1u, 2047u, 2048u, 4095u, 65536u}) {
    EXPECT_FALSE(hopped(limit).passed(Flit::limit_word(limit))) << limit;
    EXPECT_TRUE(hopped(limit + 1).passed(Flit::limit_word(limit))) << limit;
  }
  Flit flit = hopped(3);
  flit.set_source((1u << most_bits(PacketField::kSource)) - 1);
  flit.set_state(0xffff);
  flit.set_cut(true);
  EXPECT_FALSE(flit.passed(Flit::limit_word(3))) << "the other fields of the word do not count";
}

/// A control packet of fault tolerance about an interval that ends there.
Flit about(NodeId interval_end) {
  Flit flit;
  flit.set_control(true);
  flit.set_interval_end(interval_end);
  return flit;
}

TEST(Flit, TheFingerprintHasAllThatMustArriveAndNotTheCycleOfInjection) {
  const NodeId largest = (1u << most_bits(PacketField::kIntervalEnd)) - 1;
  EXPECT_EQ(about(largest).interval_end(), largest);
  EXPECT_EQ(about(5).fingerprint(), about(5).fingerprint());
  EXPECT_NE(about(5).fingerprint(), about(6).fingerprint());
  EXPECT_NE(about(0).fingerprint(), about(largest).fingerprint());
  Flit packet;
  packet.packet_phits = 8;
  const std::uint64_t queued = packet.fingerprint();
  packet.set_injected(1000);
  EXPECT_EQ(packet.fingerprint(), queued);
}

/// With fields that meet in the same bits of the hash, all of which are set in some of the sizes.
TEST(Flit, TheFingerprintChangesWithEachFieldWhateverTheOthersAre) {
  for (const std::uint16_t phits : std::vector<std::uint16_t>{1, 0x40, 0x80, 0xc0, 0xffff}) {
    for (const bool control : {false, true}) {
      for (const bool response : {false, true}) {
        Flit packet;
        packet.packet_phits = phits;
        packet.set_control(control);
        packet.set_response(response);
        const auto changed = [&packet](auto change) {
          Flit other = packet;
          change(other);
          return other.fingerprint() != packet.fingerprint();
        };
        SCOPED_TRACE(std::to_string(phits) + ' ' + text(packet));
        EXPECT_TRUE(changed([&](Flit& other) { other.set_control(!control); }));
        EXPECT_TRUE(changed([&](Flit& other) { other.set_response(!response); }));
        EXPECT_TRUE(changed([](Flit& other) { other.packet_phits ^= 2; }));
        EXPECT_TRUE(changed([](Flit& other) { other.set_source(1); }));
        EXPECT_TRUE(changed([](Flit& other) { other.destination = 1; }));
        EXPECT_TRUE(changed([](Flit& other) { other.tag.number = 1; }));
        EXPECT_TRUE(changed([](Flit& other) { other.tag.generated = 1; }));
        EXPECT_TRUE(changed([](Flit& other) {
          other.tag.number = 1;
          --other.packet_phits;
        })) << "two that add up to the same";
      }
    }
  }
}

Flit generated(std::uint32_t cycle, NodeId source = 0) {
  Flit flit;
  flit.tag.generated = cycle;
  flit.set_source(source);
  return flit;
}

TEST(Flit, IsOlderByTheBitsOfTheAgeWhichWrap) {
  EXPECT_TRUE(generated(10).older_than(generated(11)));
  EXPECT_FALSE(generated(11).older_than(generated(10)));
  EXPECT_TRUE(generated(65535).older_than(generated(65536))) << "ages 65535 and 0";
  EXPECT_FALSE(generated(65536).older_than(generated(65535)));
  EXPECT_TRUE(generated(0).older_than(generated(32767)));
  EXPECT_FALSE(generated(0).older_than(generated(32769))) << "more than half of all ages";
  EXPECT_FALSE(generated(0).older_than(generated(65536))) << "the same age and source";
  EXPECT_TRUE(generated(65536, 1).older_than(generated(0, 2))) << "ties by source";
}

}  // namespace
}  // namespace netloom
