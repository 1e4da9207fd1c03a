#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "hw/structural/part/pipelined_crossbar.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::Crossing;
using test::Phase;
using testing::ElementsAre;
using testing::IsEmpty;

/// The crossbar of three ports of two VCs, with X as the parameter.
class StructuralCrossbar : public test::StructuralPart, public testing::WithParamInterface<int> {
 protected:
  StructuralCrossbar() : StructuralPart(3, 1) {
    config_.switches.crossbar_delay = GetParam();
    bar_ = std::make_unique<structural::PipelinedCrossbar>("crossbar", of());
    in_.bind_to(bar_->crossing_i);
    out_.bind_to(bar_->crossing_o);
  }

  Cycle x() const { return static_cast<Cycle>(GetParam()); }
  /// A flit crosses from a cycle on, one phit a cycle.
  void cross(int input, int output, Cycle first, const Flit& flit) {
    for (int phit = 0; phit < flit.phits; ++phit) {
      Crossing crossing;
      crossing.phits = 1;
      crossing.output = output;
      crossing.head = phit == 0;
      crossing.tail = phit + 1 == flit.phits;
      crossing.stays = !crossing.tail;
      if (crossing.head) crossing.flit = flit;
      in_[input].in(first + static_cast<Cycle>(phit), crossing);
    }
  }
  /// Cycles in which anything comes out there.
  std::vector<Cycle> out(int output) {
    return out_[output].cycles_in_phase([](const Crossing& value) { return value.phits > 0; });
  }
  test::Each<test::Driven<Crossing>> in_{6, around_, Phase::kCross};
  test::Each<test::Shown<Crossing>> out_{6, around_, Phase::kArrive};
  std::unique_ptr<structural::PipelinedCrossbar> bar_;
};
INSTANTIATE_TEST_SUITE_P(Delays, StructuralCrossbar, testing::Values(1, 2, 5));

// Rule 6: what leaves the input in g is at the output stage in g + X, each phit for itself.
TEST_P(StructuralCrossbar, EachPhitComesOutXCyclesAfterItHasGoneIn) {
  cross(1, 4, 3, test::packet_to(7, 3));
  run(16);
  EXPECT_THAT(out(4), ElementsAre(3 + x(), 4 + x(), 5 + x()));
  const Crossing& head = out_[4].in_phase(3 + x());
  EXPECT_TRUE(head.head);
  EXPECT_FALSE(head.tail);
  EXPECT_EQ(head.flit.destination, 7u);
  const Crossing& tail = out_[4].in_phase(5 + x());
  EXPECT_FALSE(tail.head);
  EXPECT_TRUE(tail.tail);
}

// Rule 5: inputs that are matched with different outputs cross at the same time.
TEST_P(StructuralCrossbar, FlitsToDifferentOutputsCrossSideBySide) {
  cross(0, 5, 2, test::packet_to(1, 2));
  cross(3, 0, 2, test::packet_to(2, 2));
  cross(4, 2, 3, test::packet_to(3, 1));
  run(16);
  EXPECT_THAT(out(5), ElementsAre(2 + x(), 3 + x()));
  EXPECT_THAT(out(0), ElementsAre(2 + x(), 3 + x()));
  EXPECT_THAT(out(2), ElementsAre(3 + x()));
  EXPECT_EQ(out_[5].in_phase(2 + x()).flit.destination, 1u);
  EXPECT_EQ(out_[0].in_phase(2 + x()).flit.destination, 2u);
  EXPECT_EQ(out_[2].in_phase(3 + x()).flit.destination, 3u);
  for (const int other : {1, 3, 4}) EXPECT_THAT(out(other), IsEmpty()) << "output " << other;
}

// Rule 5: input and output can be granted again in e + 1; one flit follows the other without a gap.
TEST_P(StructuralCrossbar, AnOutputTakesOneFlitBehindTheOther) {
  cross(0, 4, 2, test::packet_to(1, 2));
  cross(2, 4, 4, test::packet_to(2, 2));
  run(16);
  EXPECT_THAT(out(4), ElementsAre(2 + x(), 3 + x(), 4 + x(), 5 + x()));
  EXPECT_EQ(out_[4].in_phase(2 + x()).flit.destination, 1u);
  EXPECT_EQ(out_[4].in_phase(4 + x()).flit.destination, 2u);
}

// Rule 5 with S = 2: the phits of a cycle stay together.
TEST_P(StructuralCrossbar, PhitsOfACycleStayTogether) {
  Crossing crossing;
  crossing.phits = 2;
  crossing.output = 3;
  crossing.head = true;
  in_[1].in(4, crossing);
  run(16);
  EXPECT_THAT(out(3), ElementsAre(4 + x()));
  EXPECT_EQ(out_[3].in_phase(4 + x()).phits, 2);
}

// For the balance of packets, and for whether a switch is at rest.
TEST_P(StructuralCrossbar, TellsWhatIsBetweenItsStages) {
  cross(0, 5, 2, test::packet_to(1, 2, 8));
  std::vector<Cycle> busy, heads;
  around_.in_each(Phase::kEnd, [&](Cycle now) {
    if (bar_->busy()) busy.push_back(now);
    for (const Flit& flit : bar_->heads()) {
      EXPECT_EQ(flit.tag.number, 8u);
      heads.push_back(now);
    }
  });
  run(16);
  std::vector<Cycle> expected_heads;
  for (Cycle cycle = 2; cycle < 2 + x(); ++cycle) expected_heads.push_back(cycle);
  EXPECT_EQ(heads, expected_heads) << "from its grant until it is at the output stage";
  std::vector<Cycle> expected_busy = expected_heads;
  expected_busy.push_back(2 + x());
  EXPECT_EQ(busy, expected_busy) << "a cycle longer: it has two phits";
}

TEST_P(StructuralCrossbar, WhatCrossesGoesToAnOutputOfItsOwn) {
  cross(0, 5, 2, test::packet_to(1, 1));
  cross(1, 5, 2, test::packet_to(2, 1));
  run(2 + x());
  try {
    run(3 + x());
    ADD_FAILURE() << "two flits at one output";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("s0: crossbar: two flits cross at once to output "
                                                 "channel 5; allowed: one, to 0 to 5"));
  }
}

TEST_P(StructuralCrossbar, WhatCrossesGoesToAnOutput) {
  cross(0, 6, 2, test::packet_to(1, 1));
  try {
    run(3 + x());
    ADD_FAILURE() << "there is no such output";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("a flit crosses to output channel 6; allowed: one, to 0 to 5"));
  }
}

}  // namespace
}  // namespace netloom
