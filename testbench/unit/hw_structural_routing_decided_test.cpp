#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/no_output_error.h"
#include "testbench/unit/hw_structural_routing_unit_support.h"

namespace netloom {
namespace {

using structural::Decision;
using test::packet_to;
using test::Phase;
using testing::ElementsAre;

/// A router that decides: packets to host 8 have candidates once they are in another state.
class StructuralRoutingOfDecided : public test::RoutingUnitAlone {
 protected:
  StructuralRoutingOfDecided() { router_.deciding = true; }
  void decide(int index, Cycle cycle, std::uint16_t state, NodeId offered, bool again = false) {
    Decision decision;
    decision.valid = true;
    decision.state = state;
    decision.again = again;
    decisions_[index].in(cycle, decision);
    around_.in_each(Phase::kDecide, [=](Cycle now) {
      if (now == cycle) router_.ways[8] = {{2, static_cast<int>(offered)}};
    });
  }
};

// Rule 2: the decision is at the end of the cycle in which the head comes to the front, and its
// routing begins in that cycle.
TEST_F(StructuralRoutingOfDecided, AHeadIsRoutedInTheStateThatIsDecided) {
  build(2);
  arrive(0, 3, packet_to(8, 4));
  decide(0, 3, 5, 1);
  run(8);
  EXPECT_TRUE(requests_[0].in_phase(3).undecided);
  EXPECT_FALSE(requests_[0].in_phase(4).undecided);
  EXPECT_EQ(ready(0), 5u);
  EXPECT_THAT(requests_[0].in_phase(5).candidates, ElementsAre(9));
  EXPECT_EQ(requests_[0].in_phase(5).flit.state(), 5u);
  EXPECT_EQ(router_.asked.back().state, 5u);
}

// Rule 2: with R = 0 the result counts from the next cycle.
TEST_F(StructuralRoutingOfDecided, WithoutADelayTheResultCountsFromTheNextCycle) {
  build(0);
  arrive(0, 3, packet_to(8, 4));
  decide(0, 3, 5, 1);
  run(8);
  EXPECT_EQ(ready(0), 4u);
}

// A head that waits for its decision keeps no other from the unit; then it takes its turn.
TEST_F(StructuralRoutingOfDecided, ADecisionTakesNoTimeOfTheUnit) {
  build(3);
  arrive(0, 3, packet_to(8, 4));
  arrive(1, 3);
  decide(0, 3, 5, 1);
  run(12);
  EXPECT_EQ(ready(1), 6u);
  EXPECT_EQ(ready(0), 9u);
}

// Rule 2, decide: while_waiting: the new result counts from the next cycle, without another delay.
TEST_F(StructuralRoutingOfDecided, ANewDecisionCountsFromTheNextCycle) {
  build(3);
  arrive(0, 3, packet_to(8, 4));
  decide(0, 3, 5, 1);
  decide(0, 8, 6, 3, true);
  run(12);
  EXPECT_EQ(ready(0), 6u);
  EXPECT_THAT(requests_[0].in_phase(8).candidates, ElementsAre(9));
  EXPECT_TRUE(requests_[0].in_phase(9).ready);
  EXPECT_THAT(requests_[0].in_phase(9).candidates, ElementsAre(11));
  EXPECT_EQ(requests_[0].in_phase(9).flit.state(), 6u);
  EXPECT_THAT(told_.events, testing::Contains("routed 4 packet 0: 8 9"));
}

// … nor does it make a head that is being routed ready earlier.
TEST_F(StructuralRoutingOfDecided, ANewDecisionDoesNotHastenTheRouting) {
  build(3);
  arrive(0, 3, packet_to(8, 4));
  decide(0, 3, 5, 1);
  decide(0, 4, 6, 3, true);
  run(12);
  EXPECT_EQ(ready(0), 6u);
  EXPECT_THAT(requests_[0].in_phase(6).candidates, ElementsAre(11));
}

TEST_F(StructuralRoutingOfDecided, ADecisionThatLeavesNoOutputEndsTheRun) {
  build(1);
  arrive(0, 3, packet_to(9, 4));
  decide(0, 3, 5, 1);
  EXPECT_THROW(run(8), NoOutputError);
}

TEST_F(StructuralRoutingOfDecided, ANewDecisionThatLeavesNoOutputEndsTheRun) {
  build(1);
  arrive(0, 3, packet_to(8, 4));
  decide(0, 3, 5, 1);
  decide(0, 6, 6, 1, true);
  around_.in_each(Phase::kDecide, [this](Cycle now) {
    if (now == 6) router_.ways.clear();
  });
  run(6);
  EXPECT_THROW(run(7), NoOutputError);
}

}  // namespace
}  // namespace netloom
