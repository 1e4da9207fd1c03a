#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/part/output_buffer.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::Posted;
using testing::ElementsAre;
using testing::IsEmpty;

/// The switch around output buffers: credits for what is behind the links, and what they start. Of
/// several outputs the link takes the highest.
template <class Part>
struct SwitchOfBuffers {
  using Mask = typename Part::Mask;
  const typename Part::Numbers& channels() const { return numbers; }
  int flit_phits(const Flit& flit) const { return flit.phits; }
  int credits(int output) const { return behind.at(output); }
  bool stalls(int port, Cycle now) const { return stalled.count({port, now}) != 0; }
  int pick_link(int port, const Mask& able, Cycle /*now*/) {
    asked.emplace_back(port, members(able));
    return members(able).back();
  }
  void start_link(int output, const Flit& flit, Cycle now) {
    started.emplace_back(output, flit.tag.number, now);
  }

  typename Part::Numbers numbers = Part::channels();
  test::Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  std::map<int, int> behind;
  std::set<std::pair<int, Cycle>> stalled;
  std::vector<std::pair<int, std::vector<int>>> asked;
  std::vector<std::tuple<int, std::uint32_t, Cycle>> started;
};

/// Buffers of twelve phits at all outputs of the first and the last port.
template <class Part>
class PartOutputBuffer : public testing::Test {
 protected:
  static constexpr int kTopPort = Part::kPorts - 1;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  PartOutputBuffer() {
    buffers_.build(arena_, static_cast<std::size_t>(kTop + 1));
    for (const int port : {0, kTopPort}) {
      for (int vc = 0; vc < Part::kVcs; ++vc) {
        buffers_.build_channel(arena_, core_.numbers.of(port, vc), 12, 3);
        core_.behind[core_.numbers.of(port, vc)] = 100;
      }
    }
  }
  /// A flit of four phits that is there from `arrival` on, with the numbers in turn.
  void store(int output, Cycle arrival) {
    Flit flit = packet_of(4);
    flit.tag.number = stored_++;
    buffers_.store(flit, output, arrival);
    buffers_.add_space(output, -4);
  }
  void start(Cycle now) { buffers_.start_links(core_, now); }

  Arena arena_{std::size_t{1} << 16};
  SwitchOfBuffers<Part> core_;
  OutputBuffers<typename Part::Numbers> buffers_;
  std::uint32_t stored_ = 0;
};
using PartBufferTypes =
    testing::Types<test::PartOf<64, kOutputBuffers, 0>,
                   test::PartOf<64, kManyVcs | kOutputBuffers, 2>,
                   test::PartOf<32, kAllFeatures, 1>, test::PartOf<128, kAllFeatures, 3>>;
TYPED_TEST_SUITE(PartOutputBuffer, PartBufferTypes);

// Rule 6: space for what is granted.
TYPED_TEST(PartOutputBuffer, OnlySomeChannelsHaveOne) {
  EXPECT_TRUE(this->buffers_.any());
  EXPECT_TRUE(this->buffers_.has(this->kTop));
  EXPECT_FALSE(this->buffers_.has(this->core_.numbers.first(1)));
  EXPECT_EQ(this->buffers_.channels().count(), 2 * TypeParam::kVcs);
  EXPECT_EQ(this->buffers_.space(this->kTop), 12);
  this->store(this->kTop, 10);
  EXPECT_EQ(this->buffers_.space(this->kTop), 8);
  EXPECT_EQ(this->buffers_.waiting(this->kTop), 4);
}

// Rule 6: a flit is there from g + X on, and waits for the link; rule 7: which is busy for as many
// cycles as the flit has phits.
TYPED_TEST(PartOutputBuffer, AFlitStartsWhenItIsThereAndTheLinkIsFree) {
  const int output = this->kTop;
  this->store(output, 10);
  this->start(9);
  EXPECT_THAT(this->core_.started, IsEmpty());
  this->buffers_.arrived(output);  // as the event of cycle 10 does
  this->start(10);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(output, 0u, 10u)));
  EXPECT_EQ(members(this->buffers_.sending()),
            members(this->core_.numbers.of_port(this->kTopPort)));
  EXPECT_THAT(this->core_.times.events(14), ElementsAre(Posted{EventKind::kLinkDone, output, 4}));
  this->store(output, 11);
  this->buffers_.arrived(output);
  this->start(13);
  EXPECT_EQ(this->core_.started.size(), 1u) << "the last phit leaves in this cycle";
  this->buffers_.sent(this->core_.numbers, output);
  EXPECT_TRUE(this->buffers_.sending().none()) << "any VC of the port may send";
  this->start(14);
  EXPECT_EQ(this->core_.started.back(), std::make_tuple(output, 1u, Cycle{14}));
}

// Rule 6: … and for credits for all of it.
TYPED_TEST(PartOutputBuffer, AFlitWaitsForCredits) {
  const int output = this->kTop;
  this->store(output, 10);
  this->buffers_.arrived(output);
  this->core_.behind[output] = 3;
  this->start(10);
  EXPECT_THAT(this->core_.started, IsEmpty());
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty()) << "the credit is an event";
  this->core_.behind[output] = 4;
  this->start(15);
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(output, 0u, 15u)));
}

// Who goes first: the arbiter of the link takes one of those that can go; ports do not wait for
// each other.
TYPED_TEST(PartOutputBuffer, ALinkSendsOneFlitAtATime) {
  const auto& numbers = this->core_.numbers;
  for (int vc = 0; vc < TypeParam::kVcs; ++vc) {
    this->store(numbers.of(this->kTopPort, vc), 10);
    this->buffers_.arrived(numbers.of(this->kTopPort, vc));
  }
  this->store(0, 10);
  this->buffers_.arrived(0);
  const int first = numbers.first(this->kTopPort);
  if (TypeParam::kVcs > 1) this->core_.behind[first] = 0;
  this->start(10);
  EXPECT_THAT(this->core_.started,
              ElementsAre(std::make_tuple(0, std::uint32_t{TypeParam::kVcs}, 10u),
                          std::make_tuple(this->kTop, TypeParam::kVcs - 1u, 10u)));
  ASSERT_EQ(this->core_.asked.size(), 2u);
  EXPECT_EQ(this->core_.asked[1].first, this->kTopPort);
  EXPECT_EQ(this->core_.asked[1].second.front(), TypeParam::kVcs > 1 ? first + 1 : first)
      << "who has no credits does not ask";
}

// Rule 6: flits wait in their order.
TYPED_TEST(PartOutputBuffer, TheBufferIsAQueue) {
  const int output = this->kTop;
  this->store(output, 10);
  this->buffers_.arrived(output);
  for (std::uint32_t number = 0; number < 9; ++number) {
    const Cycle now = 10 + number;
    this->store(output, now + 1);
    ASSERT_EQ(this->buffers_.front(output).tag.number, number);
    EXPECT_EQ(this->buffers_.front(output).arrival, now);
    this->start(now);
    this->buffers_.sent(this->core_.numbers, output);
    this->buffers_.add_space(output, 4);
    EXPECT_EQ(this->core_.started.back(), std::make_tuple(output, number, now));
    EXPECT_FALSE(this->buffers_.staged().test(output)) << "the next one comes a cycle later";
    this->buffers_.arrived(output);
  }
  this->start(19);
  this->buffers_.sent(this->core_.numbers, output);
  EXPECT_FALSE(this->buffers_.staged().test(output)) << "nothing is behind the last one";
  this->start(20);
  EXPECT_EQ(this->core_.started.size(), 10u);
}

// Rule 6: a flit that comes in this very cycle is there.
TYPED_TEST(PartOutputBuffer, TheNextFlitIsThereOrNot) {
  const int output = this->kTop;
  for (const Cycle arrival : {10, 12, 20}) this->store(output, arrival);
  this->buffers_.arrived(output);
  this->buffers_.arrived(0);
  this->core_.behind[0] = 0;
  this->store(0, 10);
  const auto start = [&](Cycle now) {
    this->start(now);
    this->buffers_.sent(this->core_.numbers, output);
    return this->buffers_.staged().test(output);
  };
  EXPECT_TRUE(start(12)) << "it comes in this very cycle";
  EXPECT_FALSE(start(19)) << "it comes in the next one";
  EXPECT_TRUE(this->buffers_.staged().test(0));
  this->buffers_.arrived(output);
  EXPECT_FALSE(start(30)) << "nothing is left";
  EXPECT_EQ(this->core_.started.size(), 3u);
}

// No rule, random stalls: a link that starts nothing tries again in the next cycle.
TYPED_TEST(PartOutputBuffer, ALinkThatStallsTriesAgain) {
  const int output = this->kTop;
  this->store(output, 10);
  this->buffers_.arrived(output);
  this->core_.stalled = {{this->kTopPort, 10}};
  this->start(10);
  EXPECT_THAT(this->core_.started, IsEmpty());
  EXPECT_TRUE(this->core_.times.active(11));
  this->start(11);
  EXPECT_EQ(this->core_.started.size(), 1u);
}

// Rule 6: without output buffers links start at the grant.
TEST(PartOutputBufferWithout, TheFeatureThereIsNone) {
  const OutputBuffers<Channels<64, kManyVcs>> buffers;
  EXPECT_FALSE(buffers.any());
  EXPECT_FALSE(buffers.has(3));
}

// Rule 6: … also in a core that could have some.
TEST(PartOutputBufferWithout, ABufferThereIsNone) {
  const OutputBuffers<Channels<64, kOutputBuffers>> buffers;
  EXPECT_FALSE(buffers.any());
  EXPECT_FALSE(buffers.has(3));
}

}  // namespace
}  // namespace netloom
