#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include "testbench/unit/hw_structural_output_choice_support.h"

namespace netloom {
namespace {

using structural::ChannelList;
using structural::OutputChoice;
using testing::ElementsAre;
using testing::IsEmpty;

/// Which of several outputs a head picks.
using StructuralSelection = test::OutputChoiceAlone;

// Picking::kPreferred: a cyclic search, upwards from the preferred port of the head.
TEST_F(StructuralSelection, SearchesFromThePreferredPort) {
  head(0, {1, 2, 3, 6});
  request(0).preferred_port = 1;
  head(2, {0, 1, 2});
  request(2).preferred_port = 3;
  OutputChoice choice = this->choice();
  EXPECT_EQ(select(choice, 0), 2);
  EXPECT_EQ(choice.search_from(0), 1);
  EXPECT_EQ(select(choice, 2), 0) << "behind the last port is the first";
  output(2).room = output(3).room = 0;
  begin(choice);
  EXPECT_EQ(select(choice, 0), 6);
}

// Picking::kCyclic: from the port after the one used last on, where there was a choice.
TEST_F(StructuralSelection, SearchesFromBehindThePortUsedLast) {
  plan_.picking = Picking::kCyclic;
  head(0, {2, 4, 6});
  head(2, {0, 2, 4});
  head(4, {2});
  OutputChoice choice = this->choice();
  EXPECT_EQ(choice.cyclic_port(), 0);
  EXPECT_EQ(select(choice, 0), 2);
  EXPECT_EQ(choice.cyclic_port(), 0) << "it moves with a grant";
  choice.granted(0, 4);
  EXPECT_EQ(choice.cyclic_port(), 3);
  EXPECT_EQ(select(choice, 2), 0);
  begin(choice);
  choice.granted(4, 2);
  EXPECT_EQ(choice.cyclic_port(), 3) << "there was no choice";
  EXPECT_EQ(choice.search_from(0), 3);
  choice.granted(0, 6);
  EXPECT_EQ(choice.cyclic_port(), 0);
}

// Picking::kMostCredits: the most credits, the lowest on a tie.
TEST_F(StructuralSelection, PicksTheOneWithMostCredits) {
  plan_.picking = Picking::kMostCredits;
  head(0, {2, 3, 5, 6});
  output(2).credits = 9;
  output(3).credits = output(5).credits = 12;
  output(6).credits = 11;
  EXPECT_EQ(select(choice(), 0), 3);
}

// An ejection port has no credits to run out of: its VCs stay alike, whoever has picked one.
TEST_F(StructuralSelection, VcsToAHostStayAlike) {
  plan_.picking = Picking::kMostCredits;
  of().leads_to_host[3] = 1;
  of().plan.ports[3].credits = 0;
  for (const int channel : {6, 7}) {
    output(channel).room = output(channel).credits = std::numeric_limits<int>::max();
  }
  head(0, {6, 7});
  head(2, {6, 7});
  OutputChoice choice = this->choice();
  choice.committed(0, 6);
  EXPECT_EQ(choice.select(2, choice.with_room(2)), 6);
}

// Picking::kRandom: by the bits that the input channel has in the cycle.
TEST_F(StructuralSelection, DrawsWithTheBitsOfItsInput) {
  plan_.picking = Picking::kRandom;
  config_.simulation.seed = 5;
  const ChannelList outputs{1, 2, 5, 6};
  head(0, outputs);
  head(3, outputs);
  SwitchRandom random(5, plan_.id);
  for (Cycle now = 0; now < 20; ++now) {
    const OutputChoice choice = this->choice(now);
    for (const int input : {0, 3}) {
      const std::uint32_t drawn = random.draw(now, DrawPlace::kSelection, input).below(4);
      EXPECT_EQ(select(choice, input), outputs[drawn]) << "cycle " << now;
    }
    EXPECT_EQ(choice.select(0, {5}), 5);
  }
}

/// Selects the highest, and notes what it is asked and told.
class HighestSelected : public PortSelector {
 public:
  int select(const SelectionQuery& query) override {
    asked.emplace_back(query.destination, query.qualifying[0], query.words, query.selected,
                       query.preferred_port, query.input_port, query.input_vc, query.cycle);
    int highest = 63;
    while ((query.qualifying[0] >> highest & 1) == 0) --highest;
    return highest;
  }
  void used(int port) override { told.push_back(port); }

  std::vector<std::tuple<NodeId, std::uint64_t, int, int, int, int, int, Cycle>> asked;
  std::vector<int> told;
};

// RTL of the plan selects in the model's place, and knows what the model would.
TEST_F(StructuralSelection, RtlSelectsInItsPlace) {
  HighestSelected rtl;
  plan_.selector = &rtl;
  head(3, {1, 4, 6});
  request(3).preferred_port = 1;
  OutputChoice choice = this->choice(5);
  EXPECT_EQ(select(choice, 3), 6);
  EXPECT_THAT(rtl.asked, ElementsAre(std::tuple(7u, 0b1010010u, 1, 4, 1, 1, 1, 5u)));
  choice.granted(3, 6);
  EXPECT_THAT(rtl.told, IsEmpty()) << "its search does not depend on what was used";
}

TEST_F(StructuralSelection, RtlThatSearchesCyclicallyIsToldWhatIsUsed) {
  HighestSelected rtl;
  plan_.selector = &rtl;
  plan_.picking = Picking::kCyclic;
  head(3, {1, 4, 6});
  head(0, {2});
  OutputChoice choice = this->choice();
  choice.granted(0, 2);
  EXPECT_THAT(rtl.told, IsEmpty()) << "there was no choice";
  choice.granted(3, 6);
  EXPECT_THAT(rtl.told, ElementsAre(3));
}

}  // namespace
}  // namespace netloom
