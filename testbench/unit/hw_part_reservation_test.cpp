#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "hw/switch/part/reservation.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// The switch around heads that reserve: where there is room for each, less what others reserve.
template <class Part>
struct SwitchWithRoom {
  using Mask = typename Part::Mask;
  Mask with_room(int input) const {
    const auto found = rooms.find(input);
    return found == rooms.end() ? Mask() : found->second - taken;
  }
  int select(int /*input*/, const Mask& outputs, Cycle /*now*/) const { return outputs.first(); }
  void reserve(int input, int output) {
    reserved.emplace_back(input, output);
    taken.set(output);
  }

  std::map<int, Mask> rooms;
  Mask taken;
  std::vector<std::pair<int, int>> reserved;
};

template <class Part>
class PartReservation : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  PartReservation() { reservations_.build(true); }

  SwitchWithRoom<Part> core_;
  Reservations<typename Part::Numbers> reservations_;
};
using PartCommitTypes =
    testing::Types<test::PartOf<32, kCommits, 0>, test::PartOf<64, kManyVcs | kCommits, 2>,
                   test::PartOf<128, kAllFeatures, 3>>;
TYPED_TEST_SUITE(PartReservation, PartCommitTypes);

// Rule 4, `select_at: routing`: heads select in the order of their channels, and room is reserved.
TYPED_TEST(PartReservation, HeadsSelectInTheOrderOfTheirChannels) {
  using Set = typename TypeParam::Mask;
  this->core_.rooms = {
      {0, set_of<Set>({3, 4})}, {1, set_of<Set>({3})}, {this->kTop, set_of<Set>({3, 5})}};
  this->reservations_.reserve(this->core_, set_of<Set>({0, 1, this->kTop}), 10);
  EXPECT_THAT(this->core_.reserved, ElementsAre(Pair(0, 3), Pair(this->kTop, 5)));
  EXPECT_THAT(members(this->reservations_.all()), ElementsAre(0, this->kTop));
  EXPECT_FALSE(this->reservations_.has(1)) << "another was before it";
}

// Rule 4: … once: the head waits for that output.
TYPED_TEST(PartReservation, AHeadThatHasItsRoomDoesNotSelectAgain) {
  using Set = typename TypeParam::Mask;
  this->core_.rooms = {{this->kTop, set_of<Set>({3, 5})}};
  this->reservations_.reserve(this->core_, Set::bit(this->kTop), 10);
  this->reservations_.reserve(this->core_, Set::bit(this->kTop), 11);
  EXPECT_EQ(this->core_.reserved.size(), 1u);
  EXPECT_TRUE(this->reservations_.has(this->kTop));
  EXPECT_TRUE(this->reservations_.granted(this->kTop));
  EXPECT_FALSE(this->reservations_.granted(this->kTop)) << "the next head has none";
  this->reservations_.reserve(this->core_, Set::bit(this->kTop), 14);
  EXPECT_EQ(this->core_.reserved.size(), 2u);
}

// Rule 4: as soon as the crossbar input is free: only heads that look.
TYPED_TEST(PartReservation, WhoDoesNotLookSelectsNothing) {
  using Set = typename TypeParam::Mask;
  this->core_.rooms = {{0, set_of<Set>({3})}, {1, set_of<Set>({4})}};
  this->reservations_.reserve(this->core_, Set::bit(1), 10);
  EXPECT_THAT(members(this->reservations_.all()), ElementsAre(1));
}

// Rule 4 with `select_at: allocation`: nothing is reserved.
TEST(PartReservationWithout, TheFeatureNobodyReserves) {
  Reservations<Channels<64, kManyVcs>> reservations;
  reservations.build(true);
  EXPECT_FALSE(reservations.there());
  EXPECT_FALSE(reservations.has(0));
  EXPECT_FALSE(reservations.granted(0));
  Reservations<Channels<64, kCommits>> others;
  others.build(false);
  EXPECT_FALSE(others.there()) << "select_at: allocation";
}

}  // namespace
}  // namespace netloom
