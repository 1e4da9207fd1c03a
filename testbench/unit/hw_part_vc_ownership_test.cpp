#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/part/vc_ownership.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;

/// Rule 4: what keeps heads from outputs that are free and have room.
template <class Part>
class PartVcOwnership : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  using Ownership = VcOwnership<typename Part::Numbers>;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  Ownership build(bool wormhole, bool bubble) {
    Ownership result;
    result.build(arena_, Part::channels(), wormhole, bubble);
    return result;
  }
  std::vector<int> kept_from(const Ownership& ownership, int input, const Mask& bubble = Mask()) {
    std::vector<int> kept = members(ownership.kept_from(input, bubble));
    for (const int output : {0, 1, 2, kTop}) {
      const bool one_by_one =
          ownership.is_owned(input, output) || ownership.lacks_bubble(input, output, bubble);
      EXPECT_EQ(one_by_one, testing::Value(kept, testing::Contains(output))) << output;
    }
    return kept;
  }

  Arena arena_{std::size_t{1} << 14};
};
using PartOwnershipTypes =
    testing::Types<test::PartOf<32, kWormhole | kBubble, 0>,
                   test::PartOf<64, kManyVcs | kWormhole | kBubble, 2>,
                   test::PartOf<32, kAllFeatures, 1>, test::PartOf<128, kAllFeatures, 3>>;
TYPED_TEST_SUITE(PartVcOwnership, PartOwnershipTypes);

// Rule 4: the grant of a head takes the VC, and that of the tail frees it.
TYPED_TEST(PartVcOwnership, AWormKeepsItsVcFromHeadToTail) {
  auto ownership = this->build(true, false);
  EXPECT_TRUE(ownership.wormhole());
  EXPECT_THAT(this->kept_from(ownership, 0), IsEmpty());
  EXPECT_TRUE(ownership.granted(0, this->kTop, false)) << "more flits follow";
  EXPECT_THAT(this->kept_from(ownership, 1), ElementsAre(this->kTop));
  EXPECT_THAT(this->kept_from(ownership, 0), IsEmpty()) << "its own flits follow";
  EXPECT_TRUE(ownership.granted(0, this->kTop, false));
  EXPECT_TRUE(ownership.follows(0));
  EXPECT_FALSE(ownership.granted(0, this->kTop, true));
  EXPECT_FALSE(ownership.follows(0)) << "the next flit is a head again";
  EXPECT_THAT(this->kept_from(ownership, 1), IsEmpty());
}

TYPED_TEST(PartVcOwnership, APacketOfOneFlitKeepsNothing) {
  auto ownership = this->build(true, false);
  EXPECT_FALSE(ownership.granted(this->kTop, 1, true));
  EXPECT_FALSE(ownership.is_owned(1));
  EXPECT_FALSE(ownership.follows(this->kTop));
}

// Only the VCs that the worms hold, and the head behind a worm of another input is kept from them.
TYPED_TEST(PartVcOwnership, WormsHoldTheirOwnVcs) {
  auto ownership = this->build(true, false);
  ownership.granted(0, 1, false);
  ownership.granted(this->kTop, 2, false);
  EXPECT_THAT(this->kept_from(ownership, 1), ElementsAre(1, 2));
  ownership.granted(0, 1, true);
  EXPECT_THAT(this->kept_from(ownership, 0), ElementsAre(2)) << "its next packet";
  EXPECT_THAT(this->kept_from(ownership, this->kTop), IsEmpty());
}

TYPED_TEST(PartVcOwnership, InOtherSwitchingNobodyOwnsAVc) {
  auto ownership = this->build(false, false);
  EXPECT_FALSE(ownership.wormhole());
  EXPECT_FALSE(ownership.bubbles());
  ownership.granted(2, 1, false);
  EXPECT_THAT(this->kept_from(ownership, 0), IsEmpty());
}

// Rule 4, bubble flow control: a head that enters a ring needs room for two.
TYPED_TEST(PartVcOwnership, WhoEntersARingNeedsABubble) {
  using Set = typename TypeParam::Mask;
  auto ownership = this->build(false, true);
  EXPECT_TRUE(ownership.bubbles());
  EXPECT_THAT(this->kept_from(ownership, 0), IsEmpty());
  ownership.set_entering(this->kTop, set_of<Set>({0, 2, this->kTop}));
  EXPECT_THAT(this->kept_from(ownership, this->kTop, set_of<Set>({2, 3})),
              ElementsAre(0, this->kTop));
  EXPECT_THAT(this->kept_from(ownership, 0, set_of<Set>({2})), IsEmpty())
      << "that of another input";
  ownership.set_entering(this->kTop, set_of<Set>({1}));
  EXPECT_THAT(this->kept_from(ownership, this->kTop), ElementsAre(1)) << "the next head";
}

// Rule 4 in a core without wormhole and bubbles.
TEST(PartVcOwnershipWithout, TheFeatureNothingIsKept) {
  using Set = ChannelMask<32>;
  Arena arena(std::size_t{1} << 12);
  VcOwnership<Channels<32, 0>> ownership;
  ownership.build(arena, Channels<32, 0>(32, 0), true, true);
  ownership.granted(2, 3, false);
  ownership.set_entering(0, set_of<Set>({4}));
  EXPECT_FALSE(ownership.wormhole());
  EXPECT_FALSE(ownership.bubbles());
  EXPECT_FALSE(ownership.follows(2));
  EXPECT_TRUE(ownership.kept_from(0, Set()).none());
}

}  // namespace
}  // namespace netloom
