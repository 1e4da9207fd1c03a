#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "testbench/unit/hw_structural_output_choice_support.h"

namespace netloom {
namespace {

using structural::ChannelList;
using structural::OutputChoice;
using test::packet_to;
using testing::ElementsAre;
using testing::IsEmpty;

/// docs/timing.md, rule 4.
using StructuralOutputChoice = test::OutputChoiceAlone;

// Rule 4: outputs that it may take and that have credits, or space, for the flit.
TEST_F(StructuralOutputChoice, AnOutputNeedsRoomForTheWholeFlit) {
  head(0, {2, 3, 6});
  output(2).room = 4;
  output(3).room = 3;
  output(3).credits = 16;  // it has a buffer: what counts is its space
  output(5).room = 16;
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(2, 6));
  EXPECT_THAT(choice.with_room(0), ElementsAre(2, 6));
  EXPECT_EQ(obstacle(choice, 0, 2), Obstacle::kNone);
  EXPECT_EQ(obstacle(choice, 0, 3), Obstacle::kNoRoom);
}

// Rules 4 and 5: a multiplexed crossbar has one input and one output per port, which a flit
// occupies until its last phit leaves the buffer.
TEST_F(StructuralOutputChoice, AFlitThatCrossesOccupiesThePortsOfAMultiplexedCrossbar) {
  crossing(5).stays = true;
  crossing(5).phits = 1;
  crossing(5).output = 2;
  crossing(1).phits = 1;  // the last phit of another
  crossing(1).output = 6;
  crossing(1).tail = true;
  head(0, {2, 3, 6});
  const OutputChoice choice = this->choice();
  for (const int channel : {0, 1, 2, 3, 6, 7}) EXPECT_FALSE(choice.input_busy(channel)) << channel;
  for (const int channel : {4, 5}) EXPECT_TRUE(choice.input_busy(channel)) << channel;
  for (const int channel : {2, 3}) EXPECT_TRUE(choice.output_busy(channel)) << channel;
  EXPECT_THAT(choice.available(0), ElementsAre(6));
  EXPECT_THAT(choice.with_room(0), ElementsAre(2, 3, 6)) << "be its crossbar output free or not";
  EXPECT_EQ(obstacle(choice, 0, 3), Obstacle::kBusy);
}

// A full crossbar has an input for each input VC and, behind buffers, an output for each output VC;
// without a buffer an output port sends one flit at a time.
TEST_F(StructuralOutputChoice, AFullCrossbarHasAnOutputForEachBufferedVc) {
  config_.switches.crossbar = CrossbarKind::kFull;
  shape(1).output_buffer = 16;
  crossing(5).stays = crossing(7).stays = true;
  crossing(5).output = 2;
  crossing(7).output = 6;
  head(0, {2, 3, 6, 7});
  const OutputChoice choice = this->choice();
  EXPECT_TRUE(choice.input_busy(5));
  EXPECT_FALSE(choice.input_busy(4));
  EXPECT_THAT(choice.available(0), ElementsAre(3));
}

// Wormhole: the VC must not belong to another packet.
TEST_F(StructuralOutputChoice, AVcThatAPacketHoldsIsForItsFlitsOnly) {
  config_.switches.switching = Switching::kWormhole;
  output(2).owned = true;
  head(0, {2, 3});
  head(4, {2});
  request(4).body = true;
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(3));
  EXPECT_THAT(choice.available(4), ElementsAre(2));
  EXPECT_EQ(obstacle(choice, 0, 2), Obstacle::kOwned);
}

// Bubble flow control: a head that enters a ring needs room for two of the largest packets.
TEST_F(StructuralOutputChoice, AHeadThatEntersARingNeedsRoomForTwo) {
  head(0, {2, 3, 4});
  request(0).entering = {2, 3};
  output(2).room = 12;
  output(3).room = 11;
  output(4).room = 4;
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(2, 4));
  EXPECT_EQ(obstacle(choice, 0, 3), Obstacle::kBubble);
}

// A grant takes the crossbar's input and output, and the room of the flit.
TEST_F(StructuralOutputChoice, AGrantTakesInputOutputAndRoom) {
  head(0, {2}, 4);
  head(4, {2, 3, 6}, 4);
  OutputChoice choice = this->choice();
  choice.granted(0, 2);
  EXPECT_TRUE(choice.input_busy(1));
  EXPECT_FALSE(choice.request(0).ready) << "it has gone";
  EXPECT_THAT(choice.available(4), ElementsAre(6));
  EXPECT_THAT(choice.with_room(4), ElementsAre(2, 3, 6));
  head(5, {2}, 13);
  begin(choice);
  choice.granted(0, 2);
  EXPECT_THAT(choice.with_room(5), IsEmpty()) << "12 are left of 16";
}

// Rule 4: "the grant of a head takes it, and that of the tail frees it for the next cycle".
TEST_F(StructuralOutputChoice, AGrantedHeadTakesItsVc) {
  config_.switches.switching = Switching::kWormhole;
  config_.switches.crossbar = CrossbarKind::kFull;
  head(0, {2});
  request(0).flit.set_tail(false);
  head(4, {2});
  OutputChoice choice = this->choice();
  choice.granted(0, 2);
  EXPECT_EQ(choice.obstacle(4, 2, {}), Obstacle::kBusy);
  EXPECT_THAT(choice.with_room(4), IsEmpty()) << "it is another packet's";
}

// An ejection port has no credits to run out of.
TEST_F(StructuralOutputChoice, ALinkToAHostLosesNoRoom) {
  config_.switches.crossbar = CrossbarKind::kFull;
  of().leads_to_host[3] = 1;
  of().plan.ports[3].credits = 0;
  output(6).room = output(6).credits = std::numeric_limits<int>::max();
  head(0, {6});
  head(2, {6});
  OutputChoice choice = this->choice();
  choice.granted(0, 6);
  EXPECT_THAT(choice.with_room(2), ElementsAre(6));
}

// select_at: routing: who has picked has its room, and waits for the crossbar output alone.
TEST_F(StructuralOutputChoice, WhoHasPickedWaitsForTheCrossbarAlone) {
  head(0, {2, 4});
  head(2, {4}, 13);
  crossing(7).stays = true;
  crossing(7).output = 5;
  OutputChoice choice = this->choice();
  choice.committed(0, 4);
  EXPECT_TRUE(choice.request(0).committed);
  EXPECT_THAT(choice.request(0).candidates, ElementsAre(4));
  EXPECT_THAT(choice.available(0), IsEmpty()) << "the output is busy";
  EXPECT_THAT(choice.with_room(2), IsEmpty()) << "12 are left of 16";
  // A cycle later, with all room gone: its own is reserved.
  head(0, {4});
  request(0).committed = true;
  output(4).room = 0;
  crossing(7).stays = false;
  begin(choice, 6);
  EXPECT_THAT(choice.available(0), ElementsAre(4));
  // Its grant takes no more.
  head(2, {4}, 3);
  output(4).room = 3;
  begin(choice, 7);
  choice.granted(0, 4);
  EXPECT_THAT(choice.with_room(2), ElementsAre(4));
}

// Random stalls for tests: a port without a buffer takes nothing; with one, its link waits.
TEST_F(StructuralOutputChoice, AStalledPortTakesNothing) {
  config_.simulation.stall_probability = 1;
  head(0, {2, 4});
  output(4).buffered = true;
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(4));
  EXPECT_EQ(obstacle(choice, 0, 2), Obstacle::kStalled);
}

// … and who has its room waits for the end of the stall, which comes by itself.
TEST_F(StructuralOutputChoice, WhoHasPickedWaitsForTheEndOfAStall) {
  config_.simulation.stall_probability = 1;
  head(0, {4});
  request(0).committed = true;
  output(4).room = 0;  // its own is reserved
  OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), IsEmpty());
  EXPECT_THAT(choice.with_room(0), ElementsAre(4));
  EXPECT_EQ(obstacle(choice, 0, 4), Obstacle::kStalled);
  begin(choice, 5, false);
  EXPECT_THAT(choice.available(0), ElementsAre(4)) << "as if nothing stalled";
  EXPECT_EQ(obstacle(choice, 0, 4), Obstacle::kNone);
}

// … what it has reserved counts for those that pick after it in the cycle.
TEST_F(StructuralOutputChoice, WhatIsReservedCountsForThoseThatPickNext) {
  plan_.picking = Picking::kMostCredits;
  output(2).credits = output(2).room = 15;
  output(4).credits = output(4).room = 12;
  head(0, {2, 4});
  head(6, {2, 4});
  OutputChoice choice = this->choice();
  EXPECT_EQ(choice.select(0, choice.with_room(0)), 2);
  choice.committed(0, 2);
  EXPECT_EQ(choice.select(6, choice.with_room(6)), 4) << "11 are left behind the other";
}

/// The trigger allows what is filled less than half as much as the emptiest minimal output.
class StructuralMisrouting : public StructuralOutputChoice {
 protected:
  StructuralMisrouting() {
    trigger_.threshold = 50;
    router_.misrouting = &trigger_;
    head(0, {2, 4, 6});
    request(0).minimal = {2};
    output(2).waiting = 8;
    output(4).waiting = 3;
    output(6).waiting = 4;
  }
  /// The minimal output cannot be taken.
  void block_minimal() { output(2).room = 0; }

  MisroutingTrigger trigger_;
};

// "… may be taken only while no minimal one can be".
TEST_F(StructuralMisrouting, MinimalOutputsGoFirst) {
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(2));
  EXPECT_EQ(obstacle(choice, 0, 4), Obstacle::kMinimalFirst);
  EXPECT_TRUE(choice.is_minimal(0, 2));
  EXPECT_FALSE(choice.is_minimal(0, 4));
}

// "… only if the filled share of the buffers behind it is less than `threshold` percent".
TEST_F(StructuralMisrouting, AnotherNeedsToBeFilledLessThanTheThreshold) {
  block_minimal();
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(4)) << "3 of 16 are less than half of 8 of 16";
  EXPECT_EQ(obstacle(choice, 0, 2), Obstacle::kNoRoom);
  EXPECT_EQ(obstacle(choice, 0, 6), Obstacle::kTrigger) << "4 of 16 are not";
}

// Links of different length have buffers of different size: what counts is the share.
TEST_F(StructuralMisrouting, SharesAreComparedAndNotPhits) {
  block_minimal();
  output(2).waiting = 16;
  output(2).capacity = 64;  // a quarter
  output(4).waiting = 1;    // a sixteenth
  output(6).waiting = 2;    // an eighth: not less than half of a quarter
  EXPECT_THAT(choice().available(0), ElementsAre(4));
}

// The emptiest, if there are several.
TEST_F(StructuralMisrouting, TheEmptiestMinimalOutputCounts) {
  block_minimal();
  request(0).minimal = {2, 6};
  output(6).room = 0;
  output(4).waiting = 2;
  EXPECT_THAT(choice().available(0), IsEmpty()) << "2 are not less than half of 4";
  output(4).waiting = 1;
  EXPECT_THAT(choice().available(0), ElementsAre(4));
}

// What a head has picked before in the cycle waits behind its output already.
TEST_F(StructuralMisrouting, WhatIsReservedCountsAsWaiting) {
  head(4, {2});
  request(4).minimal = {2};
  OutputChoice choice = this->choice();
  choice.committed(4, 2);
  head(2, {2, 6}, 13);
  request(2).minimal = {2};
  begin(choice);
  EXPECT_THAT(choice.with_room(2), ElementsAre(2));
  choice.committed(4, 2);
  EXPECT_THAT(choice.with_room(2), ElementsAre(6)) << "4 are less than half of 8 + 4";
}

// select_at: routing: whoever has picked an output that is not minimal keeps it.
TEST_F(StructuralMisrouting, WhoHasPickedIsNotAskedAgain) {
  request(0).committed = true;
  request(0).candidates = {6};
  output(6).waiting = 16;
  const OutputChoice choice = this->choice();
  EXPECT_THAT(choice.available(0), ElementsAre(6));
  EXPECT_THAT(choice.with_room(0), ElementsAre(6));
}

TEST_F(StructuralMisrouting, ATriggerThatIsOffAllowsMinimalOutputsOnly) {
  trigger_.enabled = false;
  block_minimal();
  EXPECT_THAT(choice().available(0), IsEmpty());
}

}  // namespace
}  // namespace netloom
