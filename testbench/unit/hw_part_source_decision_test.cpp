#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/part/input_port.h"
#include "hw/switch/part/output_port.h"
#include "hw/switch/part/source_decision.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::set_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Decides on state 1 + the phits behind port 1, counts packets, and publishes the same phits.
class DecidingRouter : public SwitchRouter, public InjectionCounter {
 public:
  void route(const RouteQuery& /*query*/, CandidateSet& /*candidates*/) const override {}
  bool decides() const override { return true; }
  bool decides_again() const override { return again; }
  std::uint16_t decide(const RouteQuery& query, const CongestionView& view,
                       const Draw& draw) const override {
    asked.emplace_back(query.state, query.input_port);
    bits.push_back(draw.bits());
    cycles.push_back(view.cycle());
    behind_vc = view.phits_behind(1, 0);
    if (reads_after > 0) read.push_back(*view.status(1, reads_after));
    return static_cast<std::uint16_t>(1 + view.phits_behind(1));
  }
  InjectionCounter* injection_counter() override { return counts ? this : nullptr; }
  void publish(const CongestionView& view, std::uint32_t* words) const override {
    words[0] = 100 + static_cast<std::uint32_t>(view.phits_behind(1));
  }
  void stored(NodeId destination, Cycle now) override { in.emplace_back(destination, now); }
  void injected(NodeId destination, Cycle now, Cycle waited) override {
    out.emplace_back(destination, now, waited);
  }
  std::uint32_t counter(const std::string& /*name*/, int /*index*/, Cycle /*now*/) override {
    return 0;
  }

  bool again = false, counts = false;
  int reads_after = 0;  ///< cycles after which it reads what switch 1 has published
  mutable std::vector<std::uint32_t> read;
  mutable std::vector<std::pair<std::uint32_t, int>> asked;
  mutable std::vector<std::uint32_t> bits;
  mutable std::vector<Cycle> cycles;
  mutable int behind_vc = 0;
  std::vector<std::pair<NodeId, Cycle>> in;
  std::vector<std::tuple<NodeId, Cycle, Cycle>> out;
};

/// What an observer is told of decisions.
class Decisions : public SwitchObserver {
 public:
  void decided(const ObservedSwitch& /*at*/, int input, const Flit& /*flit*/,
               const RouteQuery& /*query*/, const CongestionView& view, const Draw& /*draw*/,
               std::uint32_t state) override {
    states.emplace_back(input, state, view.cycle());
  }
  void routed(const ObservedSwitch& /*at*/, int input, const Flit& /*flit*/,
              const RouteQuery& /*query*/, Cycle begin, Cycle ready) override {
    results.emplace_back(input, begin, ready);
  }

  std::vector<std::tuple<int, std::uint32_t, Cycle>> states;
  std::vector<std::tuple<int, Cycle, Cycle>> results;
};

/// The switch around a source decision: what is started, and what is asked of it.
template <class Part>
struct DecidingSwitch : test::Tells<Decisions> {
  using Mask = typename Part::Mask;
  const typename Part::Numbers& channels() const { return numbers; }
  int output_vcs(int /*port*/) const { return Part::kVcs; }
  SwitchRandom& random() { return random_bits; }
  RouteQuery query_of(int input, const Flit& flit, Cycle now) const {
    RouteQuery query;
    query.destination = flit.destination;
    query.state = flit.state();
    query.input_port = numbers.port(input);
    query.cycle = now;
    return query;
  }
  void start_routing(int input, const Flit& flit, Cycle now) {
    started.emplace_back(input, flit.state(), now);
    if (unroutable) decision->wait(input);
  }
  void find_candidates(int input, const RouteQuery& query) {
    inputs.set_candidates(input, unroutable ? Mask() : Mask::bit(static_cast<int>(query.state)));
  }
  [[noreturn]] void no_output(int input, Cycle /*now*/) const {
    throw std::runtime_error("no output at " + std::to_string(input));
  }

  typename Part::Numbers numbers = Part::channels();
  SwitchId id = 2;
  test::Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  InputPorts<typename Part::Numbers> inputs;
  OutputPorts<typename Part::Numbers> outputs;
  struct {
    std::uint32_t delay() const { return routing_delay; }
    void serve_together(const DecidingSwitch& /*core*/, Cycle now) { served.push_back(now); }
    std::uint32_t routing_delay = 1;
    std::vector<Cycle> served;
  } routing_units;
  struct {
    void wake(int input) { woken.push_back(input); }
    std::vector<int> woken;
  } wakeup;
  struct {
    const Mask& all() const { return held; }
    Mask held;
  } reservations;
  SwitchRandom random_bits{7, 2};
  SwitchRouter* router = nullptr;
  SourceDecision<typename Part::Numbers>* decision = nullptr;
  bool unroutable = false;
  std::vector<std::tuple<int, std::uint16_t, Cycle>> started;
};

/// Rule 2, decided at the source. A host is at port 0, with a head at the front of its last VC, and
/// links behind the other ports.
template <class Part>
class PartSourceDecision : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kVcs = Part::kVcs;
  static constexpr int kInput = kVcs - 1;  ///< the injection channel
  static constexpr int kOther = 2 * kVcs;  ///< an input channel of a link
  static constexpr int kChannels = Part::kPorts * kVcs;

  PartSourceDecision() {
    lines_ = test::lines<typename Part::Mask>(arena_, Part::kPorts);
    core_.inputs.build(arena_, core_.numbers, lines_, false);
    core_.outputs.build(arena_, core_.numbers, lines_, 4, false, false, false);
    for (int channel = 0; channel < kChannels; ++channel) {
      core_.inputs.build_channel(arena_, channel, 2);
      core_.outputs.build_channel(arena_, channel, 8, 0, 0);
      core_.inputs.front(channel) = packet_of(4, 1);
    }
    core_.outputs.link(0).host = true;
    core_.router = &router_;
    core_.decision = &decision_;
  }
  void build(int routing_delay = 1, StatusBoard* board = nullptr) {
    core_.routing_units.routing_delay = static_cast<std::uint32_t>(routing_delay);
    decision_.build(core_.numbers, router_, board);
  }
  /// So many phits wait behind port 1, all of the last VC.
  void behind(int phits) {
    core_.outputs.reserve(core_.numbers, 2 * kVcs - 1, phits - core_.outputs.waiting(2 * kVcs - 1));
  }
  void end(Cycle now) { decision_.end_cycle(core_, now); }
  std::uint16_t state(int input) { return core_.inputs.front(input).state(); }

  Arena arena_{std::size_t{1} << 16};
  PortLine<Mask>* lines_ = nullptr;
  DecidingRouter router_;
  DecidingSwitch<Part> core_;
  SourceDecision<typename Part::Numbers> decision_;
};
TYPED_TEST_SUITE(PartSourceDecision, test::PartTypes);

// Rule 2: by the queues at the end of the cycle in which the head comes to the front.
TYPED_TEST(PartSourceDecision, LooksAtTheQueuesAtTheEndOfTheCycle) {
  this->build();
  EXPECT_TRUE(this->decision_.there());
  this->end(9);
  EXPECT_THAT(this->core_.started, IsEmpty()) << "nobody waits";
  this->decision_.wait(this->kInput);
  this->behind(5);
  this->end(10);
  EXPECT_EQ(this->state(this->kInput), 6);
  EXPECT_EQ(this->router_.behind_vc, this->kVcs > 1 ? 0 : 5);
  EXPECT_THAT(this->router_.cycles, ElementsAre(10));
  EXPECT_THAT(this->core_.started, ElementsAre(std::make_tuple(this->kInput, 6, 10)))
      << "it is routed in the state that was decided";
  EXPECT_THAT(this->core_.told.states, ElementsAre(std::make_tuple(this->kInput, 6, 10)));
  EXPECT_THAT(this->core_.routing_units.served, ElementsAre(9, 10));
  this->end(11);
  EXPECT_EQ(this->core_.started.size(), 1u) << "once";
}

// Rule 2: with R = 0 the result counts from the next cycle.
TYPED_TEST(PartSourceDecision, WithoutARoutingDelayTheNextCycleHasSomethingToDo) {
  for (const int delay : {0, 1}) {
    this->build(delay);
    this->decision_.wait(this->kInput);
    const Cycle now = delay == 0 ? 10 : 20;
    this->end(now);
    EXPECT_EQ(this->core_.times.active(now + 1), delay == 0);
  }
}

// Determinism: the bits are those of the place "decision at the source", of channel and cycle.
TYPED_TEST(PartSourceDecision, DrawsWithTheBitsOfItsPlace) {
  this->build();
  SwitchRandom random(7, 2);
  this->decision_.wait(this->kInput);
  this->decision_.wait(this->kOther);
  this->end(10);
  EXPECT_THAT(this->router_.bits,
              ElementsAre(random.draw(10, DrawPlace::kDecision, this->kInput).bits(),
                          random.draw(10, DrawPlace::kDecision, this->kOther).bits()));
}

// A link may fail meanwhile.
TYPED_TEST(PartSourceDecision, AHeadThatIsGoneIsNotDecidedOn) {
  this->build();
  this->decision_.wait(this->kInput);
  this->decision_.forget(this->kInput);
  this->end(10);
  EXPECT_THAT(this->router_.asked, IsEmpty());
}

// A router that decides has to name an output then.
TYPED_TEST(PartSourceDecision, ADecisionThatLeavesNoOutputIsAnError) {
  this->build();
  this->core_.unroutable = true;
  this->decision_.wait(this->kInput);
  EXPECT_THROW(this->end(10), std::runtime_error);
}

// Rule 2, `decide: while_waiting`: again at the end of each cycle until the head is granted.
TYPED_TEST(PartSourceDecision, DecidesAgainUntilTheGrant) {
  this->router_.again = true;
  this->build();
  this->decision_.wait(this->kInput);
  this->end(10);
  EXPECT_TRUE(this->decision_.may_change(this->kInput));
  EXPECT_TRUE(this->core_.times.active(11));
  this->end(11);
  EXPECT_EQ(this->core_.told.states.size(), 1u) << "the same as before";
  EXPECT_THAT(this->core_.wakeup.woken, IsEmpty());
  this->behind(3);
  this->end(12);
  EXPECT_EQ(this->state(this->kInput), 4);
  EXPECT_THAT(members(this->core_.inputs.candidates(this->kInput)), ElementsAre(4));
  EXPECT_THAT(this->core_.wakeup.woken, ElementsAre(this->kInput)) << "it looks anew";
  EXPECT_THAT(this->core_.told.results, ElementsAre(std::make_tuple(this->kInput, 12, 13)))
      << "without another routing delay";
  EXPECT_EQ(this->core_.started.size(), 1u);
  this->decision_.granted(this->kInput);
  EXPECT_FALSE(this->decision_.may_change(this->kInput));
  this->end(13);
  EXPECT_THAT(this->router_.cycles, ElementsAre(10, 11, 12));
}

// … as if it had just come from the host, with the bits of the cycle in which it came to the front.
TYPED_TEST(PartSourceDecision, DecidesAgainAsIfItJustCame) {
  this->router_.again = true;
  this->build();
  this->decision_.wait(this->kInput);
  this->end(10);
  this->end(11);
  EXPECT_THAT(this->router_.asked, ElementsAre(Pair(0, 0), Pair(0, 0)));
  ASSERT_EQ(this->router_.bits.size(), 2u);
  EXPECT_EQ(this->router_.bits[1], this->router_.bits[0]);
}

// … which is only the source.
TYPED_TEST(PartSourceDecision, OnlyHeadsAtInjectionPortsAreDecidedOnAgain) {
  this->router_.again = true;
  this->build();
  this->decision_.wait(this->kOther);
  this->end(10);
  EXPECT_FALSE(this->decision_.may_change(this->kOther));
  EXPECT_FALSE(this->core_.times.active(11));
  this->end(11);
  EXPECT_EQ(this->router_.asked.size(), 1u);
}

// Rule 4, `select_at: routing`: a head that has its room waits for that output.
TYPED_TEST(PartSourceDecision, AHeadThatHasItsRoomIsNotDecidedOnAgain) {
  this->router_.again = true;
  this->build();
  this->decision_.wait(this->kInput);
  this->end(10);
  this->core_.reservations.held.set(this->kInput);
  this->behind(3);
  this->end(11);
  EXPECT_EQ(this->state(this->kInput), 1);
}

// … of every decision.
TYPED_TEST(PartSourceDecision, AnotherDecisionThatLeavesNoOutputIsAnError) {
  this->router_.again = true;
  this->build();
  this->decision_.wait(this->kInput);
  this->end(10);
  this->behind(3);
  this->core_.unroutable = true;
  EXPECT_THROW(this->end(11), std::runtime_error);
}

// What a switch publishes is what it knows at the end of the cycle; others read it a delay later.
TYPED_TEST(PartSourceDecision, PublishesAtTheEndOfTheCycle) {
  StatusBroadcast broadcast;
  broadcast.words = 1;
  broadcast.least_delay = broadcast.most_delay = 3;
  StatusBoard board(4, broadcast, 1);
  this->build(1, &board);
  this->behind(2);
  this->end(10);
  this->behind(5);
  this->end(11);
  EXPECT_EQ(*board.read(2, 12, 3), 0u);
  EXPECT_EQ(*board.read(2, 13, 3), 102u);
  EXPECT_EQ(*board.read(2, 14, 3), 105u);
  EXPECT_EQ(*board.read(1, 14, 3), 0u);
}

TYPED_TEST(PartSourceDecision, ADecisionReadsWhatAnotherSwitchPublishedADelayAgo) {
  StatusBroadcast broadcast;
  broadcast.words = 1;
  broadcast.least_delay = broadcast.most_delay = 3;
  StatusBoard board(4, broadcast, 1);
  for (std::uint32_t cycle = 10; cycle < 12; ++cycle) board.publish(1, cycle, &cycle);
  this->router_.reads_after = 3;
  this->build(1, &board);
  for (Cycle now = 12; now < 15; ++now) {
    this->decision_.wait(this->kInput);
    this->end(now);
  }
  EXPECT_THAT(this->router_.read, ElementsAre(0, 10, 11));
}

// InjectionCounter: heads that have come in, and how much later than possible they went.
TYPED_TEST(PartSourceDecision, CountsHeadsOfHosts) {
  this->router_.counts = true;
  this->build();
  EXPECT_TRUE(this->decision_.counts());
  const auto& ring = this->core_.inputs[this->kInput];
  for (std::uint32_t i = 0; i < 3; ++i) {
    ring.ring[i % 2] = packet_of(2, 1);
    ring.ring[i % 2].destination = i;
    ring.ring[i % 2].set_head(i != 1);
    this->decision_.count_stored(this->core_, this->kInput, 20 + i);
  }
  EXPECT_THAT(this->router_.in, ElementsAre(Pair(0u, 20u), Pair(2u, 22u)));
}

// … from the cycle in which they could have gone.
TYPED_TEST(PartSourceDecision, CountsHowLongAHeadHasWaited) {
  for (const int delay : {0, 1, 4}) {
    DecidingRouter router;
    router.counts = true;
    this->core_.routing_units.routing_delay = static_cast<std::uint32_t>(delay);
    SourceDecision<typename TypeParam::Numbers> decision;
    decision.build(this->core_.numbers, router, nullptr);
    this->core_.router = &router;
    decision.wait(this->kInput);
    decision.end_cycle(this->core_, 10);
    // Its result counts R cycles later, and not before the next cycle.
    const Cycle possible = delay == 4 ? 14 : 11;
    decision.count_injected(this->kInput, 9, possible);
    decision.count_injected(this->kInput, 9, possible + 3);
    EXPECT_THAT(router.out, ElementsAre(std::make_tuple(9u, possible, 0u),
                                        std::make_tuple(9u, possible + 3, 3u)));
  }
}

}  // namespace
}  // namespace netloom
