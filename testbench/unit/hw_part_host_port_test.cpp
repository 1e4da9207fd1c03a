#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/base/switch_model.h"
#include "hw/switch/part/host_port.h"
#include "hw/switch/part/input_port.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using test::packet_of;
using test::Posted;
using testing::ElementsAre;
using testing::IsEmpty;

/// The switch of another host, which is told of what concerns it.
class ToldSwitch : public HostSwitch {
 public:
  void wake_host(int port, Cycle cycle) override { woken.emplace_back(port, cycle); }
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override {
    acknowledged.emplace_back(port, destination, cycle);
  }

  std::vector<std::pair<int, Cycle>> woken;
  std::vector<std::tuple<int, NodeId, Cycle>> acknowledged;
};

/// Hosts that each send one packet of four phits to host 2 whenever they are due.
class DueHosts : public TrafficSource {
 public:
  Cycle first(NodeId /*host*/) override { return first_cycle; }
  Cycle generate(NodeId /*host*/, Cycle cycle, Injector& injector) override {
    Message message;
    message.destination = 2;
    message.phits = 4;
    for (int i = 0; i < packets; ++i) injector.send(message, cycle);
    return next;
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    delivered_in.push_back(packet.delivered);
    return wake;
  }

  Cycle first_cycle = 10, next = kNever, wake = kNever;
  int packets = 1;
  std::vector<Cycle> delivered_in;
};

/// What an observer is told of hosts, as (channel, packet, cycle).
class HostEvents : public SwitchObserver {
 public:
  void injected(const ObservedSwitch& /*at*/, int input, const Flit& flit, Cycle now) override {
    in.emplace_back(input, flit.tag.number, now);
  }
  void delivered(const ObservedSwitch& /*at*/, int output, const Flit& flit, Cycle now) override {
    out.emplace_back(output, flit.tag.number, now);
  }

  std::vector<std::tuple<int, std::uint32_t, Cycle>> in, out;
};

/// The switch around the hosts.
template <class Part>
struct SwitchOfHosts : test::Tells<HostEvents> {
  using Mask = typename Part::Mask;
  const typename Part::Numbers& channels() const { return numbers; }
  int output_vcs(int /*port*/) const { return Part::kVcs; }
  bool checking() const { return true; }
  bool counting() const { return counts; }
  std::string channel_name(int channel) const { return std::to_string(channel); }
  [[noreturn]] void fail(const std::string& what, Cycle /*now*/) const {
    throw std::runtime_error(what);
  }

  typename Part::Numbers numbers = Part::channels();
  test::Timetable<Mask> times;
  Calendar<Mask>& calendar = times.calendar;
  InputPorts<typename Part::Numbers> inputs;
  OutputPorts<typename Part::Numbers> outputs;
  SwitchCounters counters;
  bool counts = false;
};

/// Rule 9: a host at the last port, behind links of latency 3, with room for two packets on each
/// VC.
template <class Part>
class PartHostPort : public testing::Test {
 protected:
  static constexpr int kPort = Part::kPorts - 1;
  static constexpr int kFirst = kPort << Part::kShift;
  static constexpr NodeId kHost = 3;

  PartHostPort() {
    config_.packet_phits = 4;
    config_.injection_buffer = 64;
    config_.injection_vcs = Part::kVcs;
    nic_.config = &config_;
    nic_.hosts = 8;
    nic_.traffic = &source_;
    nic_.arena = &arena_;
    auto* const lines = test::lines<typename Part::Mask>(arena_, Part::kPorts);
    core_.inputs.build(arena_, core_.numbers, lines, false);
    core_.outputs.build(arena_, core_.numbers, lines, 4, false, false, false);
    for (int channel = kFirst; channel < kFirst + Part::kVcs; ++channel) {
      core_.inputs.build_channel(arena_, channel, 2);
      core_.outputs.send_to_host(arena_, channel, 2);
    }
    core_.outputs.link(kPort).host = true;
    places_.resize(8);
    places_[1] = {&other_, 5};
    places_[kHost] = {&other_, 6};
  }
  void build() {
    hosts_.build(arena_, Part::kPorts, &places_);
    injection_ = arena_.make<InjectionSide>(nic_, kHost, 8);
    ejection_ = arena_.make<EjectionSide>(nic_, kHost);
    hosts_.attach(kPort, *injection_, 3);
    hosts_.attach(kPort, *ejection_);
  }
  /// The host generates in this cycle.
  void generate(Cycle now) { hosts_.generate(core_, kFirst, now, 64); }
  const Flit& slot(int vc, std::uint32_t index) { return core_.inputs[kFirst + vc].ring[index]; }

  Arena arena_{std::size_t{1} << 16};
  NicConfig config_;
  NicShared nic_;
  DueHosts source_;
  ToldSwitch other_;
  std::vector<HostPlace> places_;
  SwitchOfHosts<Part> core_;
  ArenaPtr<InjectionSide> injection_;
  ArenaPtr<EjectionSide> ejection_;
  HostPorts<typename Part::Numbers> hosts_;
};
TYPED_TEST_SUITE(PartHostPort, test::PartTypes);

// What hosts generate in a quantum becomes events; the first cycle behind it belongs to the next.
TYPED_TEST(PartHostPort, AGenerationIsAnEventOfItsQuantum) {
  this->build();
  EXPECT_EQ(this->hosts_.next_generation(), 10u);
  this->hosts_.schedule(this->core_, 10);
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  EXPECT_EQ(this->hosts_.next_generation(), 10u);
  this->hosts_.schedule(this->core_, 11);
  EXPECT_THAT(this->core_.times.events(10),
              ElementsAre(Posted{EventKind::kGenerate, this->kFirst, 0}));
  EXPECT_EQ(this->hosts_.next_generation(), kNever);
}

// … so does what they generate next.
TYPED_TEST(PartHostPort, TheNextGenerationIsInThisQuantumOrLater) {
  this->build();
  this->hosts_.schedule(this->core_, 64);
  this->source_.next = 63;
  this->generate(10);
  EXPECT_THAT(this->core_.times.events(63),
              ElementsAre(Posted{EventKind::kGenerate, this->kFirst, 0}));
  this->source_.next = 64;
  this->generate(63);
  EXPECT_THAT(this->core_.times.events(64), IsEmpty());
  EXPECT_EQ(this->hosts_.next_generation(), 64u);
}

// … each host for itself.
TYPED_TEST(PartHostPort, EachHostGeneratesWhenItIsDue) {
  this->build();
  this->source_.first_cycle = 20;
  this->source_.packets = 0;
  const auto other = this->arena_.template make<InjectionSide>(this->nic_, this->kHost + 1, 8);
  this->hosts_.attach(0, *other, 3);
  EXPECT_EQ(this->hosts_.next_generation(), 10u);
  this->hosts_.schedule(this->core_, 64);
  EXPECT_THAT(this->core_.times.active_cycles(), ElementsAre(10, 20));
  EXPECT_THAT(this->core_.times.events(10),
              ElementsAre(Posted{EventKind::kGenerate, this->kFirst, 0}));
  EXPECT_THAT(this->core_.times.events(20), ElementsAre(Posted{EventKind::kGenerate, 0, 0}));
  this->source_.next = 70;
  this->generate(10);
  this->source_.next = 66;
  this->hosts_.generate(this->core_, 0, 20, 64);
  EXPECT_EQ(this->hosts_.next_generation(), 66u);
  this->hosts_.schedule(this->core_, 67);
  EXPECT_THAT(this->core_.times.events(66), ElementsAre(Posted{EventKind::kGenerate, 0, 0}));
  EXPECT_EQ(this->hosts_.next_generation(), 70u);
}

// Rule 9: a message may start in the cycle in which it is generated; rule 7: L cycles to arrive.
TYPED_TEST(PartHostPort, AMessageStartsInTheCycleInWhichItIsGenerated) {
  this->build();
  this->generate(10);
  this->hosts_.step(this->core_, 10);
  EXPECT_EQ(this->slot(0, 0).arrival, 13u);
  EXPECT_EQ(this->slot(0, 0).injected(), 10u);
  EXPECT_THAT(this->core_.times.arrivals(13), ElementsAre(this->kFirst));
  EXPECT_THAT(this->core_.told.in, ElementsAre(std::make_tuple(this->kFirst, 0u, 10u)));
  EXPECT_EQ(this->core_.counters.link_flits, 1u);
  EXPECT_THAT(this->core_.times.active_cycles(), ElementsAre(13)) << "nothing else is to be sent";
}

// Rule 7: the link is busy for as many cycles as the flit has phits; it looks once, and then.
TYPED_TEST(PartHostPort, TheNextFlitStartsWhenTheLinkIsFree) {
  this->build();
  this->source_.packets = 3;
  this->generate(10);
  this->hosts_.step(this->core_, 10);
  EXPECT_THAT(this->core_.times.events(14),
              ElementsAre(Posted{EventKind::kInject, this->kFirst, 0}));
  this->source_.packets = 0;
  this->generate(13);  // it looks in the last cycle in which the link is busy
  this->hosts_.step(this->core_, 13);
  EXPECT_EQ(this->core_.times.events(14).size(), 1u) << "it looks already";
  EXPECT_EQ(this->core_.told.in.size(), 1u);
  this->hosts_.link_free(this->core_.numbers, this->kFirst);
  this->hosts_.step(this->core_, 14);
  ASSERT_EQ(this->core_.told.in.size(), 2u);
  const int vc = TypeParam::kVcs > 1 ? 1 : 0;
  EXPECT_EQ(this->core_.told.in[1], std::make_tuple(this->kFirst + vc, 1u, Cycle{14}));
  EXPECT_EQ(this->slot(vc, vc == 1 ? 0 : 1).arrival, 17u);
  EXPECT_THAT(this->core_.times.arrivals(17), ElementsAre(this->kFirst + vc));
  EXPECT_THAT(this->core_.times.events(18),
              ElementsAre(Posted{EventKind::kInject, this->kFirst, 0}))
      << "for the third packet";
}

// Rule 7: the link is busy; it looks when it is free.
TYPED_TEST(PartHostPort, AMessageThatComesWhileTheLinkIsBusyWaitsForIt) {
  this->build();
  this->source_.next = 11;
  this->generate(10);
  this->hosts_.step(this->core_, 10);
  this->generate(11);
  this->hosts_.step(this->core_, 11);
  EXPECT_THAT(this->core_.times.events(14),
              ElementsAre(Posted{EventKind::kInject, this->kFirst, 0}));
  EXPECT_EQ(this->core_.told.in.size(), 1u);
}

// Rule 9: as credits allow; each VC has its own.
TYPED_TEST(PartHostPort, ANicSendsAsCreditsAllow) {
  this->build();
  constexpr int kVcs = TypeParam::kVcs;
  this->source_.packets = 3 * kVcs;
  this->generate(10);
  Cycle now = 10;
  for (int i = 0; i < 2 * kVcs; ++i, now += 4) {
    this->hosts_.link_free(this->core_.numbers, this->kFirst);
    this->hosts_.step(this->core_, now);
    ASSERT_EQ(this->core_.told.in.size(), static_cast<std::size_t>(i) + 1);
    EXPECT_EQ(std::get<0>(this->core_.told.in.back()), this->kFirst + i % kVcs) << "in turn";
  }
  this->hosts_.link_free(this->core_.numbers, this->kFirst);
  this->hosts_.step(this->core_, now);
  EXPECT_EQ(this->core_.told.in.size(), 2u * kVcs) << "two packets of each VC";
  const int vc = kVcs - 1;
  this->core_.inputs[this->kFirst + vc].ring[0].arrival = Flit::kEmpty;  // it has gone on
  this->hosts_.credit(this->core_.numbers, this->kFirst + vc, 4);
  this->hosts_.step(this->core_, now + 1);
  ASSERT_EQ(this->core_.told.in.size(), 2u * kVcs + 1);
  EXPECT_EQ(std::get<0>(this->core_.told.in.back()), this->kFirst + vc);
  EXPECT_EQ(this->slot(vc, 0).arrival, now + 1 + 3) << "over the end of the ring";
}

// What a credit stands for is free.
TYPED_TEST(PartHostPort, AFlitThatIsInTheWayIsABrokenInvariant) {
  this->build();
  this->core_.inputs[this->kFirst].ring[0] = packet_of(4, 2);
  this->generate(10);
  EXPECT_THROW(this->hosts_.step(this->core_, 10), std::runtime_error);
}

// Decided at the source: what is injected is counted when its first phit is there.
TYPED_TEST(PartHostPort, ACountedInjectionIsAnEvent) {
  this->build();
  this->core_.counts = true;
  this->generate(10);
  this->hosts_.step(this->core_, 10);
  EXPECT_THAT(this->core_.times.arrivals(13), IsEmpty());
  EXPECT_THAT(this->core_.times.events(13),
              ElementsAre(Posted{EventKind::kCountedInjection, this->kFirst, 0}));
}

// A delivery may make another host send.
TYPED_TEST(PartHostPort, AHostIsWokenInThisQuantumOrLater) {
  this->source_.first_cycle = kNever;
  this->build();
  this->hosts_.wake(this->core_, this->kPort, 20, 21);
  EXPECT_THAT(this->core_.times.events(20),
              ElementsAre(Posted{EventKind::kGenerate, this->kFirst, 0}));
  EXPECT_EQ(this->hosts_.next_generation(), kNever);
  this->hosts_.wake(this->core_, this->kPort, 21, 21);
  EXPECT_THAT(this->core_.times.events(21), IsEmpty());
  EXPECT_EQ(this->hosts_.next_generation(), 21u);
}

// … in the earlier of two cycles first, and in the other one too.
TYPED_TEST(PartHostPort, AHostIsWokenInEachCycleThatWasAskedFor) {
  this->source_.first_cycle = kNever;
  this->build();
  this->hosts_.wake(this->core_, this->kPort, 30, 21);
  this->hosts_.wake(this->core_, this->kPort, 40, 21);
  EXPECT_EQ(this->hosts_.next_generation(), 30u) << "the earlier one";
  this->hosts_.schedule(this->core_, 30);
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  this->hosts_.schedule(this->core_, 31);
  EXPECT_THAT(this->core_.times.active_cycles(), ElementsAre(30));
  EXPECT_THAT(this->core_.times.events(30),
              ElementsAre(Posted{EventKind::kGenerate, this->kFirst, 0}));
  this->source_.packets = 0;
  this->hosts_.generate(this->core_, this->kFirst, 30, 31);
  EXPECT_EQ(this->hosts_.next_generation(), 40u) << "the other one is still to come";
}

// No rule, an optimisation: what is brought into the cache stays as it is.
TYPED_TEST(PartHostPort, BringingHostsIntoTheCacheChangesNothing) {
  this->build();
  const int output = this->kFirst + TypeParam::kVcs - 1;
  Flit flit = packet_of(4, 20);
  flit.set_source(1);
  flit.destination = this->kHost;
  this->core_.outputs[output].ring[0] = flit;
  this->generate(10);
  this->hosts_.prefetch_ports();
  this->hosts_.prefetch_sides(this->core_);
  this->hosts_.prefetch_packets(this->core_);
  EXPECT_THAT(this->core_.times.active_cycles(), IsEmpty());
  this->hosts_.step(this->core_, 10);
  EXPECT_THAT(this->core_.told.in, ElementsAre(std::make_tuple(this->kFirst, 0u, 10u)));
  this->hosts_.deliver(this->core_, output, 23);
  EXPECT_THAT(this->source_.delivered_in, ElementsAre(23));
}

// Rule 9: the NIC takes every flit; its slot on the link is free then.
TYPED_TEST(PartHostPort, DeliversInTheCycleOfTheTail) {
  this->build();
  const int output = this->kFirst + TypeParam::kVcs - 1;
  for (std::uint32_t number = 0; number < 5; ++number) {
    Flit flit = packet_of(4, 20);
    flit.set_source(1);
    flit.destination = this->kHost;
    flit.tag.number = number;
    Flit& slot = this->core_.outputs[output].ring[number % 2];
    slot = flit;
    this->hosts_.deliver(this->core_, output, 23 + number);
    EXPECT_EQ(slot.arrival, Flit::kEmpty);
    EXPECT_EQ(this->core_.told.out.back(), std::make_tuple(output, number, Cycle{23 + number}));
  }
  EXPECT_THAT(this->source_.delivered_in, ElementsAre(23, 24, 25, 26, 27));
  EXPECT_EQ(this->ejection_->delivered(), 5u);
  EXPECT_THAT(this->other_.woken, IsEmpty());
}

// Whoever is delivered to may want to send; an ideal acknowledgement is seen one cycle later.
TYPED_TEST(PartHostPort, TellsTheHostAndTheSource) {
  this->config_.reorder_buffer = 4;
  this->source_.wake = 30;
  this->build();
  Flit flit = packet_of(4, 20);
  flit.set_source(1);
  flit.destination = this->kHost;
  this->core_.outputs[this->kFirst].ring[0] = flit;
  this->hosts_.deliver(this->core_, this->kFirst, 23);
  EXPECT_THAT(this->other_.woken, ElementsAre(std::make_pair(6, Cycle{30})));
  EXPECT_THAT(this->other_.acknowledged, ElementsAre(std::make_tuple(5, this->kHost, Cycle{24})));
  flit.tag.number = 1;
  this->core_.outputs[this->kFirst].ring[1] = flit;
  this->hosts_.deliver(this->core_, this->kFirst, 27);
  EXPECT_EQ(this->other_.woken.size(), 2u) << "of each packet once";
  EXPECT_THAT(this->other_.acknowledged, ElementsAre(std::make_tuple(5, this->kHost, Cycle{24}),
                                                     std::make_tuple(5, this->kHost, Cycle{28})));
}

// A host with a reorder buffer sends no more than it can hold.
TYPED_TEST(PartHostPort, AnAcknowledgementLetsTheNextPacketGo) {
  this->config_.reorder_buffer = 1;
  this->build();
  this->source_.packets = 2;
  this->generate(10);
  this->hosts_.step(this->core_, 10);
  this->hosts_.link_free(this->core_.numbers, this->kFirst);
  this->hosts_.step(this->core_, 14);
  ASSERT_EQ(this->core_.told.in.size(), 1u) << "one may be outstanding";
  this->injection_->acknowledge(2, 20);
  this->hosts_.take_acknowledgements(this->core_.numbers, this->kFirst, 20);
  this->hosts_.step(this->core_, 20);
  EXPECT_EQ(this->core_.told.in.size(), 2u);
}

}  // namespace
}  // namespace netloom
