#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/structural/part/end_of_cycle_decision.h"
#include "hw/switch/base/status_board.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::Decision;
using structural::Grant;
using structural::LinkPins;
using structural::OutputState;
using structural::Request;
using test::packet_to;
using test::Phase;
using testing::ElementsAre;
using testing::IsEmpty;

/// Decides on state 1 + the phits behind port 1, counts packets, and publishes the same phits.
class RouterByQueues : public SwitchRouter, public InjectionCounter {
 public:
  void route(const RouteQuery& /*query*/, CandidateSet& /*candidates*/) const override {}
  bool decides() const override { return true; }
  bool decides_again() const override { return again; }
  std::uint16_t decide(const RouteQuery& query, const CongestionView& view,
                       const Draw& draw) const override {
    asked.emplace_back(view.cycle(), query.input_port, query.input_vc, query.state);
    bits.push_back(draw.bits());
    of_vc.push_back(view.phits_behind(1, 1));
    if (reads != nullptr) read.push_back(view.status(*reads, 2)[0]);
    return static_cast<std::uint16_t>(1 + view.phits_behind(1));
  }
  void publish(const CongestionView& view, std::uint32_t* words) const override {
    words[0] = 100 + static_cast<std::uint32_t>(view.phits_behind(1));
  }
  InjectionCounter* injection_counter() override { return counts ? this : nullptr; }
  void stored(NodeId destination, Cycle now) override { in.emplace_back(destination, now); }
  void injected(NodeId destination, Cycle now, Cycle waited) override {
    out.emplace_back(destination, now, waited);
  }
  std::uint32_t counter(const std::string& /*name*/, int /*index*/, Cycle /*now*/) override {
    return 0;
  }

  bool again = false, counts = false;
  const SwitchId* reads = nullptr;
  mutable std::vector<std::tuple<Cycle, int, int, std::uint32_t>> asked;
  mutable std::vector<std::uint32_t> bits, read;
  mutable std::vector<int> of_vc;
  std::vector<std::pair<NodeId, Cycle>> in;
  std::vector<std::tuple<NodeId, Cycle, Cycle>> out;
};

/// A switch with three ports of two VCs: channels 0 … 5. A host is at port 0, links at the others.
class StructuralSourceDecision : public test::StructuralPart {
 protected:
  StructuralSourceDecision() : StructuralPart(3, 1) {}

  void build() {
    of().plan.router = &by_queues_;
    of().plan.board = board_.get();
    of().from_host[0] = 1;
    part_ = std::make_unique<structural::EndOfCycleDecision>("source_decision", of());
    requests_.bind_to(part_->request_i);
    grants_.bind_to(part_->grant_i);
    outputs_.bind_to(part_->output_i);
    decisions_.bind_to(part_->decision_o);
    pins_.bind_to(part_->flit_i);
  }
  /// A head is at the front and waits for its decision.
  void undecided(int input, Cycle cycle) {
    Request request;
    request.undecided = true;
    request.flit = packet_to(7, 4);
    requests_[input].from(cycle, request);
  }
  /// It is routed in this state.
  void decided(int input, Cycle cycle, std::uint16_t state, bool committed = false) {
    Request request;
    request.ready = true;
    request.committed = committed;
    request.flit = packet_to(7, 4);
    request.flit.set_state(state);
    requests_[input].from(cycle, request);
  }
  void grant(int input, Cycle cycle) {
    Grant value;
    value.valid = true;
    grants_[input].in(cycle, value);
  }
  /// So many phits wait behind a channel at the end of a cycle and after it.
  void waiting(int output, Cycle cycle, int phits) {
    OutputState state;
    state.waiting = phits;
    outputs_[output].from(cycle, state);
  }
  /// Cycle and state of each decision on the head of an input channel.
  std::vector<std::pair<Cycle, int>> decisions(int input) {
    std::vector<std::pair<Cycle, int>> result;
    for (const Cycle cycle :
         decisions_[input].cycles([](const Decision& decision) { return decision.valid; })) {
      result.emplace_back(cycle, decisions_[input].at_end(cycle).state);
    }
    return result;
  }

  RouterByQueues by_queues_;
  std::unique_ptr<StatusBoard> board_;
  test::Each<test::Driven<Request>> requests_{6, around_, Phase::kRoute};
  test::Each<test::Driven<Grant>> grants_{6, around_, Phase::kAllocate};
  test::Each<test::Driven<OutputState>> outputs_{6, around_, Phase::kCross};
  test::Each<test::Shown<Decision>> decisions_{6, around_, Phase::kDecided};
  test::Each<test::Driven<LinkPins>> pins_{3, around_, Phase::kDrive};
  std::unique_ptr<structural::EndOfCycleDecision> part_;
};

// Rule 2: by the queues at the end of the cycle in which the head comes to the front.
TEST_F(StructuralSourceDecision, DecidesByTheQueuesAtTheEndOfTheCycle) {
  build();
  waiting(2, 4, 9);
  waiting(2, 5, 3);
  waiting(3, 5, 2);
  waiting(2, 6, 8);
  undecided(1, 5);
  decided(1, 6, 6);
  run(9);
  EXPECT_THAT(decisions(1), ElementsAre(std::pair(5, 6))) << "1 + 3 + 2, once";
  EXPECT_FALSE(decisions_[1].at_end(5).again);
  EXPECT_THAT(by_queues_.of_vc, ElementsAre(2));
  EXPECT_THAT(by_queues_.asked, ElementsAre(std::tuple(5, 0, 1, 0)));
  EXPECT_THAT(decisions(0), IsEmpty());
  EXPECT_THAT(told_.events, ElementsAre("decided 1 packet 0: 5"));
}

// Determinism: the bits are those of the place "decision", of channel and cycle.
TEST_F(StructuralSourceDecision, DrawsWithTheBitsOfItsPlace) {
  build();
  undecided(1, 5);
  undecided(4, 5);
  decided(1, 6, 1);
  decided(4, 6, 1);
  run(9);
  SwitchRandom random(config_.simulation.seed, plan_.id);
  EXPECT_THAT(by_queues_.bits, ElementsAre(random.draw(5, DrawPlace::kDecision, 1).bits(),
                                           random.draw(5, DrawPlace::kDecision, 4).bits()));
}

// decide: while_waiting: again at the end of each cycle until it is granted, as if it came to the
// front then, with the bits of the first time.
TEST_F(StructuralSourceDecision, DecidesAgainUntilTheGrant) {
  by_queues_.again = true;
  build();
  undecided(0, 5);
  decided(0, 6, 1);
  waiting(2, 7, 4);
  decided(0, 8, 5);
  grant(0, 10);
  decided(0, 11, 5);
  waiting(2, 11, 6);
  run(14);
  EXPECT_THAT(decisions(0), ElementsAre(std::pair(5, 1), std::pair(7, 5)))
      << "only what changes is a new decision";
  EXPECT_TRUE(decisions_[0].at_end(7).again);
  std::vector<std::tuple<Cycle, int, int, std::uint32_t>> asked;
  for (Cycle cycle = 5; cycle < 10; ++cycle) asked.emplace_back(cycle, 0, 0, 0u);
  EXPECT_EQ(by_queues_.asked, asked) << "in header state 0, that of packets from hosts";
  EXPECT_THAT(by_queues_.bits, testing::Each(by_queues_.bits[0]));
  EXPECT_THAT(told_.events, ElementsAre("decided 0 packet 0: 5", "decided 0 packet 0: 7"));
}

TEST_F(StructuralSourceDecision, TellsWhoIsDecidedOnAgain) {
  by_queues_.again = true;
  build();
  undecided(0, 5);
  undecided(4, 5);
  decided(0, 6, 1);
  decided(4, 6, 1);
  grant(0, 8);
  decided(0, 9, 1);
  std::vector<Cycle> may_change;
  around_.in_each(Phase::kEnd, [&](Cycle now) {
    if (part_->may_change(0)) may_change.push_back(now);
    EXPECT_FALSE(part_->may_change(4)) << "not at an injection port";
  });
  run(11);
  EXPECT_THAT(may_change, ElementsAre(5, 6, 7));
}

// "… a head that waits at an injection port": one that came by a link is decided on once.
TEST_F(StructuralSourceDecision, DecidesOnceOnHeadsFromLinks) {
  by_queues_.again = true;
  build();
  undecided(4, 5);
  decided(4, 6, 1);
  waiting(2, 7, 4);
  run(9);
  EXPECT_THAT(decisions(4), ElementsAre(std::pair(5, 1)));
}

TEST_F(StructuralSourceDecision, DecidesOnceIfTheRouterDoes) {
  build();
  undecided(0, 5);
  decided(0, 6, 1);
  waiting(2, 7, 4);
  run(9);
  EXPECT_THAT(decisions(0), ElementsAre(std::pair(5, 1)));
}

// select_at: routing: who has picked its output has done so once.
TEST_F(StructuralSourceDecision, WhoHasPickedIsNotDecidedOnAgain) {
  by_queues_.again = true;
  build();
  undecided(0, 5);
  decided(0, 6, 1, true);
  waiting(2, 7, 4);
  run(9);
  EXPECT_THAT(decisions(0), ElementsAre(std::pair(5, 1)));
}

/// The routing delay is the parameter.
class StructuralInjectionCount : public StructuralSourceDecision,
                                 public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(Delays, StructuralInjectionCount, testing::Values(0, 1, 4));

// The counter is told when packets come from a host and when they are granted, and how long after
// they could have been: R cycles after the decision, and not before the next.
TEST_P(StructuralInjectionCount, CountsHowLongPacketsFromHostsWait) {
  config_.switches.routing_delay = GetParam();
  by_queues_.counts = true;
  build();
  test::send(pins_[0], 5, packet_to(7, 4), 1);
  test::send(pins_[2], 5, packet_to(8, 4), 0);
  undecided(1, 5);
  undecided(4, 5);
  decided(1, 6, 1);
  decided(4, 6, 1);
  grant(1, 12);
  grant(4, 12);
  run(14);
  EXPECT_THAT(by_queues_.in, ElementsAre(std::pair(7u, 5u)));
  const Cycle could = 5 + static_cast<Cycle>(GetParam() == 0 ? 1 : GetParam());
  EXPECT_THAT(by_queues_.out, ElementsAre(std::tuple(7u, 12u, 12 - could)));
}

// Flits behind the head are not packets of their own.
TEST_F(StructuralSourceDecision, CountsHeadsOnly) {
  by_queues_.counts = true;
  build();
  Flit head = packet_to(7, 2), tail = packet_to(7, 2);
  head.set_tail(false);
  tail.set_head(false);
  test::send(pins_[0], 5, head, 0);
  test::send(pins_[0], 7, tail, 0);
  Request request;
  request.body = request.ready = true;
  request.flit = tail;
  requests_[0].from(7, request);
  grant(0, 8);
  run(12);
  EXPECT_THAT(by_queues_.in, ElementsAre(std::pair(7u, 5u)));
  EXPECT_THAT(by_queues_.out, IsEmpty());
}

// A packet that is granted as soon as it could be has not waited.
TEST_F(StructuralSourceDecision, APacketThatGoesAtOnceHasNotWaited) {
  config_.switches.routing_delay = 3;
  by_queues_.counts = true;
  build();
  undecided(0, 5);
  decided(0, 6, 1);
  grant(0, 8);
  run(12);
  EXPECT_THAT(by_queues_.out, ElementsAre(std::tuple(7u, 8u, 0u)));
}

// What a switch publishes at the end of a cycle, others read with their delay.
TEST_F(StructuralSourceDecision, PublishesTheQueuesAtTheEndOfTheCycle) {
  board_ = std::make_unique<StatusBoard>(4, StatusBroadcast{1, 1, 8}, 1);
  build();
  waiting(2, 4, 5);
  waiting(3, 6, 2);
  std::vector<std::uint32_t> read;
  around_.in_each(Phase::kEnd, [&](Cycle now) { read.push_back(board_->read(3, now, 1)[0]); });
  run(10);
  EXPECT_THAT(read, ElementsAre(0, 100, 100, 100, 100, 105, 105, 107, 107, 107));
}

// … and reads what others have published: here what it has itself, two cycles ago.
TEST_F(StructuralSourceDecision, ReadsWhatIsPublishedWithItsDelay) {
  board_ = std::make_unique<StatusBoard>(4, StatusBroadcast{1, 1, 8}, 1);
  by_queues_.reads = &plan_.id;
  build();
  waiting(2, 4, 5);
  waiting(3, 6, 2);
  undecided(4, 5);  // looks once in each cycle, as nobody takes its decision
  run(10);
  EXPECT_THAT(by_queues_.read, ElementsAre(100, 105, 105, 107, 107));
}

}  // namespace
}  // namespace netloom
