#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/structural/part/host_end.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::CreditPins;
using structural::LinkPins;
using test::packet_to;
using test::Phase;
using testing::ElementsAre;
using testing::IsEmpty;

/// Hosts that send what a test says, and note what they are given.
class ScriptedHosts : public TrafficSource {
 public:
  Cycle first(NodeId /*host*/) override { return next(); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    generated.emplace_back(host, cycle);
    for (; next() <= cycle; script.erase(script.begin())) {
      for (const Message& message : script.begin()->second) injector.send(message, cycle);
    }
    return next();
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    packets.push_back(packet);
    return answer_in;
  }
  bool sends_control() const override { return true; }

  /// So many packets of four phits to host 1 in a cycle.
  void send(Cycle cycle, int count, std::uint32_t phits = 4) {
    for (int i = 0; i < count; ++i) script[cycle].push_back({1, phits, false, false});
  }

  std::map<Cycle, std::vector<Message>> script;
  Cycle answer_in = kNever;
  std::vector<std::pair<NodeId, Cycle>> generated;
  std::vector<DeliveredPacket> packets;

 private:
  Cycle next() const { return script.empty() ? kNever : script.begin()->first; }
};

/// The switch that steps the NICs of other hosts.
class ToldOfHosts : public HostSwitch {
 public:
  void wake_host(int port, Cycle cycle) override { woken.emplace_back(port, cycle); }
  void acknowledge_host(int port, NodeId destination, Cycle cycle) override {
    acknowledged.emplace_back(port, destination, cycle);
  }

  std::vector<std::pair<int, Cycle>> woken;
  std::vector<std::tuple<int, NodeId, Cycle>> acknowledged;
};

/// Host 2 at port 1 of a switch with two VCs, behind links of three cycles, with room for two
/// packets on each injection VC.
class StructuralHostEnd : public test::StructuralPart {
 protected:
  static constexpr NodeId kHost = 2;
  static constexpr Cycle kLatency = 3;

  StructuralHostEnd() : StructuralPart(2, 1) {
    config_.nic.packet_phits = 4;
    config_.nic.injection_buffer = 64;
    config_.nic.reorder_buffer = 0;
    shared_.config = &config_.nic;
    shared_.hosts = 4;
    shared_.traffic = &hosts_;
    shared_.arena = &arena_;
    places_.resize(4);
    places_[1] = {&told_of_, 5};
    places_[kHost] = {&told_of_, 6};
    plan_.hosts = &places_;
  }

  void build_injection() {
    injection_ = std::make_unique<InjectionSide>(shared_, kHost, 8);
    in_ = std::make_unique<structural::InjectionEnd>("input_end", of(), 1, *injection_,
                                                     static_cast<int>(kLatency));
    in_->flit_o(coming_.signal);
    in_->credit_i(credit_.signal);
  }
  void build_ejection() {
    ejection_ = std::make_unique<EjectionSide>(shared_, kHost);
    out_ = std::make_unique<structural::EjectionEnd>("output_end", of(), 1, *ejection_,
                                                     static_cast<int>(kLatency));
    out_->flit_i(leaving_.signal);
    out_->credit_o(no_credit_.signal);
  }
  void credit(int vc, Cycle cycle, int phits = 4) {
    CreditPins pins;
    pins.credits.push_back({vc, phits});
    credit_.in(cycle, pins);
  }
  std::vector<Cycle> coming() const {
    return coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_valid; });
  }
  /// Cycle and VC of each flit that starts at the NIC, by the phits that come L cycles later.
  std::vector<std::pair<Cycle, int>> started() const {
    std::vector<std::pair<Cycle, int>> result;
    for (const Cycle cycle :
         coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_head; })) {
      result.emplace_back(cycle - kLatency, coming_.in_phase(cycle).flit_vc);
    }
    return result;
  }
  static Flit packet_from(NodeId source, int phits, std::uint32_t number) {
    Flit flit = packet_to(kHost, phits, number);
    flit.set_source(source);
    return flit;
  }

  Arena arena_{std::size_t{1} << 16};
  ScriptedHosts hosts_;
  ToldOfHosts told_of_;
  std::vector<HostPlace> places_;
  NicShared shared_;
  test::Shown<LinkPins> coming_{around_, Phase::kArrive};
  test::Driven<CreditPins> credit_{around_, Phase::kCross};
  test::Driven<LinkPins> leaving_{around_, Phase::kLink};
  test::Shown<CreditPins> no_credit_{around_, Phase::kArrive};
  std::unique_ptr<InjectionSide> injection_;
  std::unique_ptr<EjectionSide> ejection_;
  std::unique_ptr<structural::InjectionEnd> in_;
  std::unique_ptr<structural::EjectionEnd> out_;
};

// Rule 9: the NIC may start a message in the cycle in which it is generated. Rule 7: it arrives L
// cycles later.
TEST_F(StructuralHostEnd, AMessageStartsInTheCycleInWhichItIsGenerated) {
  hosts_.send(5, 1);
  build_injection();
  run(20);
  EXPECT_THAT(hosts_.generated, ElementsAre(std::pair(kHost, Cycle{5})));
  EXPECT_THAT(coming(), ElementsAre(8, 9, 10, 11));
  const Flit& flit = coming_.in_phase(8).flit_data;
  EXPECT_EQ(flit.injected(), 5u);
  EXPECT_EQ(flit.source(), kHost);
  EXPECT_EQ(flit.destination, 1u);
  EXPECT_EQ(flit.arrival, 8u);
  EXPECT_THAT(told_.events, ElementsAre("injected 2 packet 0: 5"));
  EXPECT_EQ(of().counters.link_flits, 1u);
}

// Rules 7 and 9: one packet after another, at the rate of the link.
TEST_F(StructuralHostEnd, TheNextPacketStartsWhenTheLinkIsFree) {
  hosts_.send(5, 2);
  hosts_.send(14, 1, 2);
  build_injection();
  credit(0, 10);
  run(24);
  EXPECT_THAT(started(), ElementsAre(std::pair(5, 0), std::pair(9, 0), std::pair(14, 0)));
  EXPECT_THAT(coming(), ElementsAre(8, 9, 10, 11, 12, 13, 14, 15, 17, 18));
  EXPECT_THAT(told_.events, ElementsAre("injected 2 packet 0: 5", "injected 2 packet 1: 9",
                                        "injected 2 packet 2: 14"));
}

// Rule 8: the credit that leaves in e can be used by the NIC from e + L on.
TEST_F(StructuralHostEnd, TheNicWaitsForCreditsForTheWholePacket) {
  hosts_.send(5, 4);
  build_injection();
  credit(0, 16, 3);
  credit(0, 20, 1);
  run(40);
  EXPECT_THAT(started(), ElementsAre(std::pair(5, 0), std::pair(9, 0), std::pair(23, 0)));
  EXPECT_THAT(told_.nic_credits, ElementsAre(std::tuple(2, 3, 19), std::tuple(2, 1, 23)));
}

// Rule 9: where several VCs have a flit to send, it takes them in turn, from VC 0 on.
TEST_F(StructuralHostEnd, VcsTakeTurns) {
  config_.nic.injection_vcs = 2;
  hosts_.send(5, 5);
  build_injection();
  run(40);
  EXPECT_THAT(started(),
              ElementsAre(std::pair(5, 0), std::pair(9, 1), std::pair(13, 0), std::pair(17, 1)))
      << "room for two on each";
}

// "With switch.control_priority control packets go before others …, and at the NICs."
TEST_F(StructuralHostEnd, ControlPacketsGoFirst) {
  config_.nic.injection_vcs = 2;
  shared_.control_priority = true;
  hosts_.send(5, 1);
  hosts_.script[5].push_back({1, 4, true, false});
  build_injection();
  run(20);
  EXPECT_THAT(started(), ElementsAre(std::pair(5, 1), std::pair(9, 0)));
}

// Wormhole: a packet goes flit by flit.
TEST_F(StructuralHostEnd, WormsGoFlitByFlit) {
  shared_.wormhole = true;
  shared_.flit_phits = 2;
  hosts_.send(5, 1);
  build_injection();
  run(20);
  EXPECT_THAT(started(), ElementsAre(std::pair(5, 0), std::pair(7, 0)));
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_first; }),
              ElementsAre(8, 9));
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_last; }),
              ElementsAre(10, 11));
}

// A host that is woken generates in that cycle too.
TEST_F(StructuralHostEnd, AHostThatIsWokenGenerates) {
  build_injection();
  injection_->wake(6);
  run(9);
  EXPECT_THAT(hosts_.generated, ElementsAre(std::pair(kHost, Cycle{6})));
}

// With a reorder buffer for one packet the next waits for the acknowledgement, and for its cycle.
TEST_F(StructuralHostEnd, AnAcknowledgementCountsFromItsCycleOn) {
  config_.nic.reorder_buffer = 1;
  hosts_.send(5, 2);
  build_injection();
  around_.in_each(Phase::kEnd, [this](Cycle now) {
    if (now == 12) injection_->acknowledge(1, 17);
  });
  run(24);
  EXPECT_THAT(started(), ElementsAre(std::pair(5, 0), std::pair(17, 0)));
}

// For whether a switch is at rest, and for the balance of credits.
TEST_F(StructuralHostEnd, TellsWhatIsOnItsWay) {
  hosts_.send(2, 2);
  build_injection();
  credit(0, 14);
  std::vector<Cycle> idle, credited;
  around_.in_each(Phase::kEnd, [&](Cycle now) {
    if (!in_->scheduled()) idle.push_back(now);
    if (in_->credits().phits(0) == 4) credited.push_back(now);
  });
  run(20);
  // Phits come in 5 … 12; the credit leaves at the end of 14 and is there in 17.
  EXPECT_THAT(idle, testing::IsSupersetOf({0, 1, 12, 13, 17, 18, 19}));
  for (const Cycle cycle : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16}) {
    EXPECT_THAT(idle, testing::Not(testing::Contains(cycle)));
  }
  EXPECT_THAT(credited, testing::IsSupersetOf({15, 16}));
  EXPECT_THAT(credited, testing::Not(testing::Contains(17)));
}

// Rules 7 and 9: delivered in the cycle in which the tail arrives: L + phits - 1 after the start.
TEST_F(StructuralHostEnd, APacketIsDeliveredWhenItsTailArrives) {
  build_ejection();
  test::send(leaving_, 4, packet_from(1, 4, 0), 1);
  test::send(leaving_, 8, packet_from(1, 1, 1), 0);
  run(11);
  EXPECT_EQ(ejection_->delivered(), 1u);
  run(20);
  ASSERT_EQ(hosts_.packets.size(), 2u);
  EXPECT_EQ(hosts_.packets[0].delivered, 4 + kLatency + 3);
  EXPECT_EQ(hosts_.packets[0].phits, 4u);
  EXPECT_EQ(hosts_.packets[1].delivered, 8 + kLatency);
  EXPECT_THAT(told_.events, ElementsAre("delivered 3 packet 0: 10", "delivered 2 packet 1: 11"));
  EXPECT_THAT(no_credit_.cycles([](const CreditPins& pins) { return !pins.credits.empty(); }),
              IsEmpty())
      << "the NIC takes every flit: nobody counts credits";
}

// What a delivery makes its host and its source do is told to who steps them.
TEST_F(StructuralHostEnd, ADeliveryWakesItsHostAndIsAcknowledgedACycleLater) {
  config_.nic.reorder_buffer = 4;
  hosts_.answer_in = 30;
  build_ejection();
  test::send(leaving_, 4, packet_from(1, 4, 0), 0);
  test::send(leaving_, 8, packet_from(1, 4, 1), 0);
  run(12);
  EXPECT_THAT(told_of_.woken, ElementsAre(std::pair(6, Cycle{30})));
  EXPECT_THAT(told_of_.acknowledged, ElementsAre(std::tuple(5, kHost, Cycle{11})));
  run(20);
  EXPECT_THAT(told_of_.woken, ElementsAre(std::pair(6, Cycle{30}), std::pair(6, Cycle{30})))
      << "once for each packet";
  EXPECT_THAT(told_of_.acknowledged,
              ElementsAre(std::tuple(5, kHost, Cycle{11}), std::tuple(5, kHost, Cycle{15})));
}

TEST_F(StructuralHostEnd, TellsWhatIsOnTheLinkToTheHost) {
  build_ejection();
  test::send(leaving_, 4, packet_from(1, 4, 7), 1);
  std::vector<Cycle> on_link, scheduled;
  around_.in_each(Phase::kEnd, [&](Cycle now) {
    if (out_->scheduled()) scheduled.push_back(now);
  });
  // Between the cycles: what leaves in one is noted at its end.
  around_.in_each(Phase::kArrive, [&](Cycle now) {
    out_->for_each_flit([&](const Flit& flit) {
      EXPECT_EQ(flit.tag.number, 7u);
      on_link.push_back(now);
    });
  });
  run(14);
  EXPECT_THAT(on_link, ElementsAre(5, 6, 7, 8, 9));
  EXPECT_THAT(scheduled, testing::IsSupersetOf({5, 6, 7, 8, 9}));
  EXPECT_THAT(scheduled, testing::Not(testing::Contains(10)));
}

}  // namespace
}  // namespace netloom
