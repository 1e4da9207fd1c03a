#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "routing/base/error.h"
#include "testbench/unit/hw_structural_output_port_support.h"

namespace netloom {
namespace {

using structural::LinkPins;
using structural::OutputState;
using test::packet_to;
using testing::ElementsAre;
using testing::IsEmpty;

/// An output port without buffers.
using StructuralOutputPort = test::StructuralOutput;

TEST_F(StructuralOutputPort, HasAllCreditsAtFirst) {
  build();
  run(2);
  for (const int vc : {0, 1}) {
    EXPECT_EQ(room(vc, 0), 16);
    EXPECT_EQ(credits(vc, 1), 16);
    EXPECT_EQ(waiting(vc, 1), 0);
    EXPECT_EQ(state_[vc].at_end(1).capacity, 16);
    EXPECT_FALSE(state_[vc].at_end(1).buffered);
    EXPECT_FALSE(state_[vc].at_end(1).owned);
  }
  EXPECT_THAT(on_link(), IsEmpty());
}

// Rule 6: without an output buffer the credits are taken at the grant, those of its VC.
TEST_F(StructuralOutputPort, CreditsAreTakenAtTheGrant) {
  build();
  grant(1, 4, packet_to(7, 3));
  run(8);
  EXPECT_EQ(room(1, 4), 16);
  EXPECT_EQ(state_[1].at_end(4).room, 13);
  EXPECT_EQ(state_[1].at_end(4).credits, 13);
  EXPECT_EQ(room(1, 5), 13);
  EXPECT_EQ(waiting(1, 5), 3) << "no credit has come back for these";
  EXPECT_EQ(room(0, 7), 16);
  EXPECT_EQ(port_->credits(1), 13);
}

// Rule 8: a credit can be used in the cycle in which it comes.
TEST_F(StructuralOutputPort, ACreditCanBeUsedInTheCycleInWhichItComes) {
  build();
  grant(0, 2, packet_to(7, 4));
  grant(0, 3, packet_to(7, 4));
  credit(0, 6, 4);
  credit(0, 9, 4);
  run(12);
  EXPECT_EQ(room(0, 5), 8);
  EXPECT_EQ(room(0, 6), 12);
  EXPECT_EQ(room(0, 8), 12);
  EXPECT_EQ(room(0, 9), 16);
  EXPECT_EQ(waiting(0, 6), 4);
  EXPECT_EQ(room(1, 9), 16);
}

// In a full crossbar the VCs of a port get credits in one cycle.
TEST_F(StructuralOutputPort, TakesAllCreditsOfACycle) {
  build();
  grant(0, 2, packet_to(7, 4));
  grant(1, 2, packet_to(7, 3));
  structural::CreditPins pins;
  pins.credits = {{0, 4}, {1, 3}};
  credit_.in(6, pins);
  run(8);
  EXPECT_EQ(room(0, 5), 12);
  EXPECT_EQ(room(1, 5), 13);
  EXPECT_EQ(room(0, 6), 16);
  EXPECT_EQ(room(1, 6), 16);
  EXPECT_THAT(told_.credits, ElementsAre(std::tuple(2, 4, 6), std::tuple(3, 3, 6)));
}

TEST_F(StructuralOutputPort, MoreCreditsThanTheBufferHasEndTheRun) {
  build();
  grant(1, 2, packet_to(7, 4));
  credit(1, 5, 4);
  credit(1, 6, 1);
  run(6);
  try {
    run(7);
    ADD_FAILURE() << "a credit too many";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("cycle 6: s0: too many credits behind s0.p1.vc1"));
  }
}

// Rule 6: the link starts in the cycle in which the first phit comes to the output stage; rule 7:
// it is busy for as many cycles as the flit has phits.
TEST_F(StructuralOutputPort, PhitsGoOnTheLinkAsTheyComeOutOfTheCrossbar) {
  build();
  grant_and_cross(1, 4, packet_to(7, 3, 9));
  run(12);
  EXPECT_THAT(on_link(), ElementsAre(5, 6, 7));
  EXPECT_THAT(heads(), ElementsAre(5));
  EXPECT_THAT(tails(), ElementsAre(7));
  EXPECT_THAT(
      pins_.cycles([](const LinkPins& pins) { return pins.flit_valid && pins.flit_vc == 1; }),
      ElementsAre(5, 6, 7));
  EXPECT_EQ(pins_.at_end(5).flit_data.tag.number, 9u);
  EXPECT_THAT(pins_.cycles([](const LinkPins& pins) { return pins.flit_first; }),
              ElementsAre(5, 6, 7));
  EXPECT_THAT(told_.events, ElementsAre("sent 3 packet 9: 5"));
  EXPECT_EQ(port_->sent(1), 3u);
  EXPECT_EQ(port_->sent(0), 0u);
}

// What the wires tell beside the phits is of the flit on the link.
TEST_F(StructuralOutputPort, ThePinsTellFirstAndLastFlitOfAPacket) {
  config_.switches.switching = Switching::kWormhole;
  build();
  Flit head = packet_to(7, 2), body = packet_to(7, 2), tail = packet_to(7, 1);
  head.set_tail(false);
  body.set_head(false);
  body.set_tail(false);
  tail.set_head(false);
  grant_and_cross(0, 2, head);
  grant_and_cross(0, 4, body);
  grant_and_cross(0, 6, tail);
  run(10);
  EXPECT_THAT(on_link(), ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(heads(), ElementsAre(3, 5, 7));
  EXPECT_THAT(pins_.cycles([](const LinkPins& pins) { return pins.flit_first; }),
              ElementsAre(3, 4));
  EXPECT_THAT(pins_.cycles([](const LinkPins& pins) { return pins.flit_last; }), ElementsAre(7));
}

// For the balance of credits: phits that are granted and whose head has not come to the link.
TEST_F(StructuralOutputPort, TellsWhatCrosses) {
  build();
  grant(0, 2, packet_to(7, 3));
  cross(0, 5, packet_to(7, 3));  // X = 3
  std::vector<Cycle> crossing;
  around_.in_each(test::Phase::kEnd, [&](Cycle now) {
    if (port_->crossing(0) == 3) crossing.push_back(now);
  });
  run(8);
  EXPECT_THAT(crossing, ElementsAre(2, 3, 4));
  EXPECT_EQ(port_->crossing(0), 0);
  EXPECT_EQ(port_->crossing(1), 0);
}

// Rule 4, wormhole: the grant of a head takes the VC, that of the tail frees it for the next cycle.
TEST_F(StructuralOutputPort, APacketHoldsItsVcFromItsHeadToItsTail) {
  config_.switches.switching = Switching::kWormhole;
  build();
  Flit head = packet_to(7, 1), body = packet_to(7, 1), tail = packet_to(7, 1);
  head.set_tail(false);
  body.set_head(false);
  body.set_tail(false);
  tail.set_head(false);
  grant(1, 3, head);
  grant(1, 5, body);
  grant(1, 7, tail);
  grant(1, 9, packet_to(8, 1));
  run(12);
  const auto owned = [](const OutputState& state) { return state.owned; };
  EXPECT_THAT(state_[1].cycles_in_phase(owned), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(state_[1].cycles(owned), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(state_[0].cycles(owned), IsEmpty());
}

// The NIC takes every flit that arrives: an ejection port has no credits to run out of.
TEST_F(StructuralOutputPort, ALinkToAHostAlwaysHasRoom) {
  build_to_host();
  for (Cycle cycle = 2; cycle < 12; cycle += 2) grant_and_cross(0, cycle, packet_to(7, 2));
  run(14);
  for (Cycle cycle = 0; cycle < 14; ++cycle) EXPECT_GE(room(0, cycle), 1 << 20) << cycle;
  EXPECT_EQ(waiting(0, 13), 0) << "of ports to hosts nobody asks what waits there";
  EXPECT_EQ(port_->credits(0), 0) << "none is taken";
  EXPECT_THAT(on_link(), ElementsAre(3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_EQ(port_->sent(0), 10u);
}

// … but one whose buffer is bounded, which gives credits as a switch does.
TEST_F(StructuralOutputPort, ALinkToABoundedNicTakesCredits) {
  shape(kPort).credits = 4;
  of().leads_to_host[kPort] = 1;
  build();
  for (Cycle cycle = 2; cycle < 6; cycle += 2) grant_and_cross(0, cycle, packet_to(7, 2));
  run(8);
  EXPECT_EQ(room(0, 7), 0);
  EXPECT_EQ(port_->credits(0), 0);
  EXPECT_EQ(waiting(0, 7), 4);
}

// Rule 4, select_at: routing: the room is reserved, and the grant takes what was reserved.
TEST_F(StructuralOutputPort, AReservationTakesRoomUntilItsGrant) {
  build();
  reserve(0, 3, 4);
  grant(0, 6, packet_to(7, 4), true);
  run(9);
  EXPECT_EQ(room(0, 3), 16);
  EXPECT_EQ(room(0, 4), 12);
  EXPECT_EQ(waiting(0, 4), 4) << "it waits behind this output as if it had been granted";
  EXPECT_EQ(room(0, 6), 12);
  EXPECT_EQ(room(0, 7), 12) << "once";
  EXPECT_EQ(waiting(0, 7), 4);
  EXPECT_EQ(port_->credits(0), 12);
  EXPECT_EQ(room(1, 7), 16);
}

// One head reserves room in the cycle in which another takes its own.
TEST_F(StructuralOutputPort, AReservationAndAGrantInOneCycle) {
  build();
  reserve(1, 3, 4);
  structural::Taking both;
  both.valid = both.tail = both.has_room = true;
  both.phits = 4;
  both.reserved = 3;
  taking_[1].in(5, both);
  run(8);
  EXPECT_EQ(room(1, 5), 12);
  EXPECT_EQ(room(1, 6), 9);
  EXPECT_EQ(port_->credits(1), 12) << "of the one that was granted";
}

}  // namespace
}  // namespace netloom
