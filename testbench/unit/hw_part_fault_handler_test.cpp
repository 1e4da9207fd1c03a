#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/switch/part/fault_handler.h"
#include "hw/switch/part/input_port.h"
#include "hw/switch/part/output_port.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::members;
using test::packet_of;
using test::Posted;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

/// The switch around a fault handler. What is released has its credit back four cycles later.
template <int kBits, Features kSet>
struct FailingSwitch {
  using Numbers = Channels<kBits, kSet>;
  using Mask = ChannelMask<kBits>;
  static constexpr int kPorts = 5;  ///< two down, two up, and that of control packets

  explicit FailingSwitch(int shift) : numbers(kPorts, shift) {
    inputs.build(arena, numbers);
    outputs.build(arena, numbers, 4, false, false, false);
    shapes.resize(kPorts);
    for (int port = 0; port < kPorts; ++port) {
      inputs.link(port).calendar = &calendar;
      inputs.link(port).latency = 4;
      inputs.link(port).channel = static_cast<std::uint16_t>(numbers.first(port));
      outputs.link(port).latency = 3;
      shapes[static_cast<std::size_t>(port)].input_vcs = numbers.vcs();
    }
    for (int channel = 0; channel < numbers.count(); ++channel) {
      inputs.build_channel(arena, channel, 2);
    }
    inputs.build_channel(arena, numbers.first(kPorts - 1), 1);
  }
  const Numbers& channels() const { return numbers; }
  int output_vcs(int /*port*/) const { return numbers.vcs(); }
  void tell_lost(int input, const Flit& flit, Cycle now) {
    lost.emplace_back(input, flit.tag.number, now);
  }
  void release(int input, const Flit& /*flit*/, Cycle last, bool same_size, Cycle /*now*/) {
    released.emplace_back(input, last);
    inputs.release(numbers, input, last, same_size, outbox);
    inputs.occupied.reset(input);
  }

  Arena arena{std::size_t{1} << 16};
  Numbers numbers;
  test::Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  InputPorts<Numbers> inputs;
  OutputPorts<Numbers, kSet> outputs;
  Outbox<Mask> outbox;
  struct {
    Mask awake;
  } wakeup;
  struct {
    void forget(int input) { forgotten.push_back(input); }
    std::vector<int> forgotten;
  } source_decision;
  Mask heads;
  SwitchCounters counters;
  std::vector<PortShape> shapes;
  Cycle quantum_end = 64;
  std::uint32_t crossbar_delay = 2;
  std::vector<std::tuple<int, std::uint32_t, Cycle>> lost;
  std::vector<std::pair<int, Cycle>> released;
};

/// Switch 4 of a 2-ary 3-tree, in the middle stage: ports 0 and 1 lead down, 2 and 3 up.
/// F = 10, G = 2, P = 3, U = 5.
template <class Part>
class PartFaultHandler : public testing::Test {
 protected:
  using Core = FailingSwitch<Part::kBits, Part::kFeatures>;
  using Mask = typename Core::Mask;

  PartFaultHandler() : registers_("ft2ei", shape()) {
    handling_.detection = 10;
    handling_.generation = 2;
    handling_.processing = 3;
    handling_.update = 5;
  }
  SwitchPlan plan() {
    SwitchPlan result;
    result.faults = &unit_;
    result.ports.resize(Core::kPorts);
    result.output_ends.assign(4, FaultWork::kNoCycle);
    result.output_ends[0] = 30;
    return result;
  }
  static SwitchShape shape() {
    SwitchShape result;
    result.hosts = 8;
    result.switches = 12;
    result.ports = 4;
    result.first_up_port = 2;
    result.up_ports = 2;
    result.exclusion_intervals = 1;
    return result;
  }
  static LinkFault in_cycle(Cycle cycle, int number = 1) {
    LinkFault fault;
    fault.cycle = cycle;
    fault.fault = number;
    return fault;
  }
  int last_of(int port) const { return core_.numbers.of(port, core_.numbers.vcs() - 1); }
  Mask ports(std::initializer_list<int> which) const {
    Mask result;
    for (const int port : which) result |= core_.numbers.of_port(port);
    return result;
  }
  Flit& front(int input, const Flit& flit) {
    core_.inputs.occupied.set(input);
    return core_.inputs[input].front() = flit;
  }
  /// A routed head with these candidates.
  Flit& head(int input, const Mask& candidates, Cycle arrival = 1, bool deviated = false) {
    Flit flit = packet_of(4, arrival);
    flit.set_deviated(deviated);
    Flit& at_front = front(input, flit);
    core_.inputs[input].candidates = candidates;
    stays_ = handler_.keep_off_failed_links(core_, input, 5);
    if (stays_) core_.inputs.ready.set(input);
    return at_front;
  }
  Flit& control(int input, int stage_of_fault) {
    Flit flit = packet_of(2, 8);
    flit.packet_phits = 0;
    flit.set_control(true);
    flit.set_source(static_cast<NodeId>(stage_of_fault));
    flit.destination = 6;
    flit.set_interval_end(7);
    flit.tag.number = 1;
    flit.count_hop();
    return front(input, flit);
  }
  Mask& candidates(int input) { return core_.inputs[input].candidates; }
  std::vector<int> candidate_list(int input) { return members(candidates(input)); }
  void work_until(Cycle last) {
    for (Cycle now = 0; now <= last; ++now) handler_.work(core_, now);
  }

  FaultHandling handling_;
  RegisterFile registers_;
  FaultUnit unit_{FatTree(2, 3), 4, handling_, registers_, 2};
  Core core_{Part::kShift};
  FaultHandler<Core> handler_{core_, plan()};
  bool stays_ = false;
};

template <int kWidth, Features kSet, int kVcShift>
struct FaultPart {
  static constexpr int kBits = kWidth;
  static constexpr Features kFeatures = kSet;
  static constexpr int kShift = kVcShift;
};
using FaultParts = testing::Types<FaultPart<32, kFaults, 0>, FaultPart<64, kAllFeatures, 1>,
                                  FaultPart<128, kAllFeatures, 2>>;
TYPED_TEST_SUITE(PartFaultHandler, FaultParts);

// Cycle by cycle, 1: no flit is granted to the output from f on.
TYPED_TEST(PartFaultHandler, AnOutputMovesNothingFromTheFaultOn) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  this->work_until(29);
  EXPECT_TRUE(this->handler_.dead_outputs().none());
  this->handler_.work(this->core_, 30);
  EXPECT_EQ(members(this->handler_.dead_outputs()), members(this->ports({0})));
}

// 1: a flit whose last phit would arrive in f or later is cut.
TYPED_TEST(PartFaultHandler, WhatWouldArriveInTheCycleOfTheFaultIsCut) {
  const auto is_cut = [&](int port, Cycle granted) {
    Flit flit = packet_of(4, 1);
    this->handler_.before_send(this->core_, flit, this->last_of(port), granted);
    return flit.cut();
  };
  // X + L + phits - 1 = 2 + 3 + 3 = 8 cycles.
  EXPECT_FALSE(is_cut(0, 21));
  EXPECT_TRUE(is_cut(0, 22));
  EXPECT_TRUE(is_cut(0, 30));
  EXPECT_FALSE(is_cut(1, 30)) << "another link";
}

TYPED_TEST(PartFaultHandler, TheNextActionIsAnEventOfItsQuantum) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  this->core_.quantum_end = 30;
  this->handler_.schedule(this->core_);
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  this->core_.quantum_end = 31;
  this->handler_.schedule(this->core_);
  EXPECT_THAT(this->core_.times.events(30), ElementsAre(Posted{EventKind::kFault, 0, 0}));
}

// 2: from f + F on the output is no candidate of heads that have been routed before or after.
TYPED_TEST(PartFaultHandler, AFailedOutputIsNoCandidateFromDetectionOn) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->last_of(2), other = this->last_of(3);
  this->head(input, this->ports({0, 1}));
  this->head(other, this->ports({1}));
  this->work_until(39);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({0, 1})));
  this->handler_.work(this->core_, 40);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({1})));
  EXPECT_EQ(this->candidate_list(other), members(this->ports({1})));
  EXPECT_THAT(members(this->core_.wakeup.awake), ElementsAre(input)) << "it looks anew";
  this->head(this->last_of(1), this->ports({0, 3}));
  EXPECT_TRUE(this->stays_);
  EXPECT_EQ(this->candidate_list(this->last_of(1)), members(this->ports({3})));
  EXPECT_EQ(this->core_.counters.deviated, 0u);
}

// 2: a head that has none left is deviated in that cycle: by another down link, not the one by
// which it came.
TYPED_TEST(PartFaultHandler, AHeadWithoutAWayLeavesByAnotherDownLink) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->last_of(2);
  Flit& flit = this->head(input, this->ports({0}));
  this->work_until(40);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({1})));
  EXPECT_TRUE(flit.deviated());
  EXPECT_EQ(this->core_.counters.deviated, 1u);
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  this->head(this->last_of(3), this->ports({0}), 41, true);
  EXPECT_EQ(this->core_.counters.deviated, 1u) << "for the first time only";
  this->head(this->last_of(1), this->ports({0}));
  EXPECT_EQ(this->candidate_list(this->last_of(1)), members(this->ports({1})))
      << "there is no other down link";
}

// What has been deviated goes up again by another port.
TYPED_TEST(PartFaultHandler, ADeviatedPacketGoesUpByAnotherPort) {
  const int input = this->last_of(2);
  this->head(input, this->ports({2, 3}), 1, true);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({3})));
  this->head(input, this->ports({2}), 1, true);
  EXPECT_EQ(this->candidate_list(input), members(this->ports({2}))) << "it is the only one";
  this->head(input, this->ports({2, 3}));
  EXPECT_EQ(this->candidate_list(input), members(this->ports({2, 3})));
}

// 2: without emergency paths it is dropped, and leaves its buffer like one that is granted.
TYPED_TEST(PartFaultHandler, ADroppedPacketLeavesItsBuffer) {
  this->handling_.emergency_path = false;
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int there = this->last_of(2), arriving = this->last_of(3);
  const Flit lost = this->head(there, this->ports({0}), 20);
  this->head(arriving, this->ports({0}), 39);
  this->core_.heads.set(there);
  this->core_.calendar.timers(41).routed.set(there);
  this->work_until(40);
  EXPECT_THAT(this->core_.released,
              ElementsAre(std::make_pair(there, Cycle{40}), std::make_pair(arriving, Cycle{42})))
      << "the last phit of the second comes in cycle 42";
  EXPECT_THAT(this->core_.times.events(44), Contains(Posted{EventKind::kCredit, there, 4}));
  EXPECT_EQ(this->core_.counters.dropped, 2u);
  EXPECT_EQ(this->core_.counters.cut, 0u);
  EXPECT_EQ(this->core_.counters.lost_fingerprint, 2 * lost.fingerprint());
  EXPECT_EQ(this->core_.lost.size(), 2u);
  EXPECT_THAT(this->core_.source_decision.forgotten, ElementsAre(there, arriving));
  EXPECT_FALSE(this->core_.inputs.ready.test(there));
  EXPECT_FALSE(this->core_.heads.test(there));
  EXPECT_FALSE(this->core_.wakeup.awake.test(there));
  EXPECT_FALSE(this->core_.calendar.timers(41).routed.test(there));
  this->handler_.work(this->core_, 41);
  EXPECT_EQ(this->core_.released.size(), 2u);
}

// 1: what arrives of a cut flit takes its place until it comes to the front or cycle f has come.
TYPED_TEST(PartFaultHandler, RemainsOfACutFlitAreNoLongerThereWhenTheInputFails) {
  this->unit_.input_will_fail(1, this->in_cycle(30));
  Flit cut = packet_of(4, 28);
  cut.set_cut(true);
  const int input = this->last_of(1), other_port = this->last_of(2);
  this->front(input, cut);
  this->front(other_port, cut);
  EXPECT_FALSE(this->handler_.is_remains(input, cut));
  this->work_until(29);
  EXPECT_THAT(this->core_.released, IsEmpty());
  this->handler_.work(this->core_, 30);
  EXPECT_THAT(this->core_.released, ElementsAre(std::make_pair(input, Cycle{31})));
  EXPECT_EQ(this->core_.counters.cut, 1u);
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  EXPECT_TRUE(this->handler_.is_remains(input, cut)) << "what comes to the front later";
  EXPECT_FALSE(this->handler_.is_remains(other_port, cut));
  EXPECT_FALSE(this->handler_.is_remains(input, packet_of(4, 20))) << "it has arrived whole";
}

TYPED_TEST(PartFaultHandler, AFlitThatHasArrivedWholeOutlivesItsLink) {
  this->unit_.input_will_fail(1, this->in_cycle(30));
  this->front(this->last_of(1), packet_of(4, 20));
  this->work_until(30);
  EXPECT_TRUE(this->core_.inputs.occupied.test(this->last_of(1)));
  EXPECT_THAT(this->core_.released, IsEmpty());
}

// 3: for a down link a control packet is handed over in f + F + G, by a port of its own.
TYPED_TEST(PartFaultHandler, AControlPacketIsHandedOverAfterItsGeneration) {
  this->unit_.output_will_fail(0, this->in_cycle(30));
  const int input = this->handler_.control_input();
  EXPECT_EQ(input, this->core_.numbers.first(4));
  this->work_until(41);
  EXPECT_FALSE(this->core_.inputs.occupied.test(input));
  this->handler_.work(this->core_, 42);
  EXPECT_TRUE(this->core_.inputs.occupied.test(input));
  EXPECT_TRUE(this->core_.inputs.control.test(input));
  EXPECT_TRUE(this->core_.inputs.ready.test(input)) << "it may be granted in this cycle";
  EXPECT_TRUE(this->core_.wakeup.awake.test(input));
  EXPECT_EQ(this->core_.inputs[input].front().arrival, 42u);
  EXPECT_THAT(this->candidate_list(input),
              ElementsAre(this->core_.numbers.first(2), this->core_.numbers.first(3)));
  Flit& flit = this->core_.inputs[input].front();
  this->handler_.before_send(this->core_, flit, this->core_.numbers.first(2), 42);
  EXPECT_EQ(this->unit_.work(1).control_packets, 1u);
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, this->core_.numbers.first(2)))
      << "one up port is enough";
}

// 3: that port holds one; others wait before it, until it has left.
TYPED_TEST(PartFaultHandler, OthersWaitBeforeTheControlPort) {
  this->unit_.output_will_fail(0, this->in_cycle(30, 1));
  this->unit_.output_will_fail(1, this->in_cycle(30, 2));
  this->work_until(43);
  const int input = this->handler_.control_input();
  ASSERT_EQ(this->core_.inputs[input].front().tag.number, 1u);
  this->core_.inputs.ready.reset(input);
  this->core_.release(input, this->core_.inputs[input].front(), 45, true, 44);
  EXPECT_THAT(this->core_.times.events(46), Contains(Posted{EventKind::kFault, input, 2}))
      << "in the cycle after its last phit";
  this->handler_.work(this->core_, 46);
  EXPECT_EQ(this->core_.inputs[input].front().tag.number, 2u);
  EXPECT_EQ(this->core_.inputs[input].front().arrival, 46u);
  EXPECT_TRUE(this->core_.inputs.ready.test(input));
}

// 4: a control packet that is there in t is processed in t + P; from below it goes up.
TYPED_TEST(PartFaultHandler, AControlPacketFromBelowGoesUpByOneOfThePorts) {
  const int input = this->core_.numbers.first(0);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  EXPECT_THAT(this->core_.times.events(12), ElementsAre(Posted{EventKind::kFault, 0, 0}));
  this->work_until(11);
  EXPECT_FALSE(this->core_.inputs.ready.test(input));
  this->handler_.work(this->core_, 12);
  EXPECT_TRUE(this->core_.inputs.ready.test(input));
  EXPECT_TRUE(this->core_.wakeup.awake.test(input));
  EXPECT_EQ(this->candidates(input).count(), 2);
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, this->core_.numbers.first(3)));
}

// 4: a copy that goes to several outputs leaves its buffer with the last.
TYPED_TEST(PartFaultHandler, ACopyForEachDownLink) {
  const int input = this->core_.numbers.first(2);
  const int left = this->core_.numbers.first(0), right = this->core_.numbers.first(1);
  Flit& flit = this->control(input, 1);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(12);
  ASSERT_THAT(this->candidate_list(input), ElementsAre(left, right));
  flit.count_hop();
  flit.set_cut(true);
  EXPECT_TRUE(this->handler_.stays_for_more(this->core_, input, left));
  EXPECT_EQ(flit.hops(), 1u) << "as the other copies";
  EXPECT_FALSE(flit.cut()) << "only the copy on that link";
  EXPECT_THAT(this->candidate_list(input), ElementsAre(right));
  EXPECT_FALSE(this->handler_.stays_for_more(this->core_, input, right));
}

// 4: or it leaves the buffer in t + P, and the registers change in t + P + U.
TYPED_TEST(PartFaultHandler, AControlPacketThatEndsHereLeavesItsBuffer) {
  const int input = this->core_.numbers.first(2);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(12);
  EXPECT_THAT(this->core_.released, ElementsAre(std::make_pair(input, Cycle{12})));
  EXPECT_EQ(this->core_.counters.dropped, 0u);
  EXPECT_EQ(this->unit_.work(1).stranded, 0u);
  EXPECT_THAT(this->core_.lost, IsEmpty());
  EXPECT_EQ(this->unit_.next(), 17u);
  this->work_until(17);
  EXPECT_EQ(this->unit_.work(1).updates, 1u);
  EXPECT_EQ(this->unit_.work(1).updated, 17u);
}

// 2, of control packets: one copy less, which is told, and none at all if it was the last.
TYPED_TEST(PartFaultHandler, ACopyThatFindsItsLinkFailedIsStranded) {
  this->unit_.output_will_fail(0, this->in_cycle(10, 3));
  this->unit_.output_will_fail(1, this->in_cycle(15, 3));
  const int input = this->core_.numbers.first(2);
  this->control(input, 1);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(20);
  EXPECT_THAT(this->candidate_list(input), ElementsAre(this->core_.numbers.first(1)));
  EXPECT_EQ(this->unit_.work(1).stranded, 1u);
  EXPECT_THAT(this->core_.released, IsEmpty());
  for (Cycle now = 21; now <= 25; ++now) this->handler_.work(this->core_, now);
  EXPECT_EQ(this->unit_.work(1).stranded, 2u);
  EXPECT_THAT(this->core_.released, ElementsAre(std::make_pair(input, Cycle{25})));
}

TYPED_TEST(PartFaultHandler, AControlPacketWithAnotherUpPortIsNotStranded) {
  this->unit_.output_will_fail(2, this->in_cycle(10, 3));
  const int input = this->core_.numbers.first(0);
  this->control(input, 2);
  this->handler_.arrived(this->core_, input, 9);
  this->work_until(20);
  EXPECT_THAT(this->candidate_list(input), ElementsAre(this->core_.numbers.first(3)));
  EXPECT_EQ(this->unit_.work(1).stranded, 0u);
}

// A link that never worked is known from the start (LinkFault::cycle 0).
TYPED_TEST(PartFaultHandler, ALinkThatNeverWorkedIsKnownAtOnce) {
  this->unit_.output_will_fail(0, this->in_cycle(0));
  this->handler_.work(this->core_, 0);
  this->head(this->last_of(2), this->ports({0, 1}));
  EXPECT_EQ(this->candidate_list(this->last_of(2)), members(this->ports({1})));
  EXPECT_EQ(this->unit_.next(), FaultWork::kNoCycle) << "the registers are programmed for it";
}

}  // namespace
}  // namespace netloom
