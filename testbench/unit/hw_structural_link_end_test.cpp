#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "hw/structural/base/phit_watch.h"
#include "hw/structural/part/link_end.h"
#include "routing/base/error.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::Credit;
using structural::CreditPins;
using structural::CreditPipeline;
using structural::LinkPins;
using structural::Neighbour;
using test::packet_to;
using test::Phase;
using testing::ElementsAre;
using testing::IsEmpty;

/// The other end of a link, which notes what is sent to it.
class NotedMail : public MailReceiver {
 public:
  void receive(const Flit& flit, int channel) override {
    flits.emplace_back(flit.tag.number, channel, flit.arrival);
  }
  void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override {
    credits.emplace_back(channel, phits, cycle);
  }

  std::vector<std::tuple<std::uint32_t, int, std::uint32_t>> flits;  ///< number, channel, arrival
  std::vector<std::tuple<int, std::uint32_t, Cycle>> credits;
};

/// Both ends of a link at a switch with two VCs per port. The neighbour's port has the channels
/// from 6 on.
class StructuralLinkEnd : public test::StructuralPart {
 protected:
  static constexpr int kFirst = 6;

  StructuralLinkEnd() : StructuralPart(2, 1) {}

  void build_input(MailReceiver& sender, Cycle latency) {
    input_ = std::make_unique<structural::InputBridge>("input_end", of(),
                                                       Neighbour{&sender, kFirst, latency});
    input_->flit_o(coming_.signal);
    input_->credit_i(credit_out_.signal);
  }
  void build_output(MailReceiver& receiver, Cycle latency) {
    output_ = std::make_unique<structural::OutputBridge>("output_end", of(),
                                                         Neighbour{&receiver, kFirst, latency});
    output_->flit_i(leaving_.signal);
    output_->credit_o(credit_in_.signal);
  }
  /// A flit comes by mail.
  void mail(Cycle arrival, Flit flit, int vc) {
    flit.arrival = static_cast<std::uint32_t>(arrival);
    input_->add(flit, vc);
  }
  std::vector<Cycle> coming() const {
    return coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_valid; });
  }
  std::vector<Cycle> credits_in() const {
    return credit_in_.cycles_in_phase([](const CreditPins& pins) { return !pins.credits.empty(); });
  }

  test::Shown<LinkPins> coming_{around_, Phase::kArrive};
  test::Driven<CreditPins> credit_out_{around_, Phase::kCross};
  test::Driven<LinkPins> leaving_{around_, Phase::kLink};
  test::Shown<CreditPins> credit_in_{around_, Phase::kArrive};
  std::unique_ptr<structural::InputBridge> input_;
  std::unique_ptr<structural::OutputBridge> output_;
};

// Rule 7: a link is busy for `phits` cycles per flit; rule 1: the tail arrives phits - 1 later.
TEST_F(StructuralLinkEnd, AFlitComesPhitByPhitFromItsArrivalOn) {
  NotedMail sender;
  build_input(sender, 3);
  mail(4, packet_to(7, 3, 9), 1);
  run(10);
  EXPECT_THAT(coming(), ElementsAre(4, 5, 6));
  EXPECT_TRUE(coming_.in_phase(4).flit_head);
  EXPECT_FALSE(coming_.in_phase(4).flit_tail);
  EXPECT_EQ(coming_.in_phase(4).flit_data.tag.number, 9u);
  EXPECT_FALSE(coming_.in_phase(5).flit_head);
  EXPECT_FALSE(coming_.in_phase(5).flit_tail);
  EXPECT_FALSE(coming_.in_phase(6).flit_head);
  EXPECT_TRUE(coming_.in_phase(6).flit_tail);
  for (Cycle cycle = 4; cycle <= 6; ++cycle) {
    EXPECT_EQ(coming_.in_phase(cycle).flit_vc, 1);
    EXPECT_TRUE(coming_.in_phase(cycle).flit_first);
    EXPECT_TRUE(coming_.in_phase(cycle).flit_last);
  }
}

// The wires beside the phits tell the flit's place in its packet.
TEST_F(StructuralLinkEnd, FlitsOfAPacketComeOneAfterTheOther) {
  NotedMail sender;
  build_input(sender, 1);
  Flit first = packet_to(7, 2), last = packet_to(7, 1);
  first.set_tail(false);
  last.set_head(false);
  mail(2, first, 0);
  mail(4, packet_to(8, 1), 1);
  mail(5, last, 0);
  run(10);
  EXPECT_THAT(coming(), ElementsAre(2, 3, 4, 5)) << "without a gap";
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_first; }),
              ElementsAre(2, 3, 4));
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_last; }),
              ElementsAre(4, 5));
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_head; }),
              ElementsAre(2, 4, 5));
}

// Rule 8: a credit that leaves in e can be used upstream from e + L on, on the VC of its flit.
TEST_F(StructuralLinkEnd, ACreditIsMailedForLCyclesLater) {
  NotedMail sender;
  build_input(sender, 3);
  CreditPins pins;
  pins.credits = {{1, 4}};
  credit_out_.in(5, pins);
  pins.credits = {{0, 4}, {1, 2}};
  credit_out_.in(6, pins);
  run(10);
  EXPECT_THAT(sender.credits,
              ElementsAre(std::tuple(kFirst + 1, 4u, 8u), std::tuple(kFirst, 4u, 9u),
                          std::tuple(kFirst + 1, 2u, 9u)));
}

// Rule 7: the first phit arrives L cycles after its start.
TEST_F(StructuralLinkEnd, AFlitIsMailedForLCyclesLater) {
  NotedMail receiver;
  build_output(receiver, 5);
  test::send(leaving_, 3, packet_to(7, 2, 1), 1);
  test::send(leaving_, 5, packet_to(7, 2, 2), 0);
  run(10);
  EXPECT_THAT(receiver.flits,
              ElementsAre(std::tuple(1u, kFirst + 1, 8u), std::tuple(2u, kFirst, 10u)));
}

// Rule 8: the credits show in the cycle from which on they can be used, all of a cycle together.
TEST_F(StructuralLinkEnd, CreditsShowInTheCycleInWhichTheyCome) {
  NotedMail receiver;
  build_output(receiver, 1);
  output_->credits().add({1, 4}, 6);
  output_->credits().add({0, 2}, 3);
  output_->credits().add({0, 3}, 6);
  run(10);
  EXPECT_THAT(credits_in(), ElementsAre(3, 6));
  EXPECT_THAT(credit_in_.in_phase(3).credits, ElementsAre(Credit{0, 2}));
  EXPECT_THAT(credit_in_.in_phase(6).credits, ElementsAre(Credit{1, 4}, Credit{0, 3}));
  EXPECT_TRUE(output_->credits().empty());
}

// For the balance of packets and credits, and for whether a switch is at rest.
TEST_F(StructuralLinkEnd, TellsWhatIsOnItsWay) {
  NotedMail other;
  build_input(other, 1);
  build_output(other, 1);
  mail(3, packet_to(7, 2, 1), 0);
  mail(6, packet_to(7, 2, 2), 1);
  output_->credits().add({1, 4}, 4);
  std::vector<std::vector<std::uint32_t>> flits;
  std::vector<Cycle> input_scheduled, output_scheduled;
  around_.in_each(Phase::kEnd, [&](Cycle now) {
    flits.emplace_back();
    input_->for_each_flit([&](const Flit& flit, int vc) {
      EXPECT_EQ(vc, flit.tag.number == 1 ? 0 : 1);
      flits.back().push_back(flit.tag.number);
    });
    if (input_->scheduled()) input_scheduled.push_back(now);
    if (output_->scheduled()) output_scheduled.push_back(now);
  });
  run(9);
  EXPECT_THAT(flits[2], ElementsAre(1, 2));
  EXPECT_THAT(flits[3], ElementsAre(2)) << "the other is in the buffer";
  EXPECT_THAT(flits[6], IsEmpty());
  EXPECT_THAT(input_scheduled, ElementsAre(0, 1, 2, 3, 4, 5, 6)) << "a phit is still to come";
  EXPECT_THAT(output_scheduled, ElementsAre(0, 1, 2, 3));
}

/// A link from an output to an input of the switch; the latency is the parameter.
class StructuralLink : public StructuralLinkEnd, public testing::WithParamInterface<int> {
 protected:
  /// Hands over what comes, as a switch does.
  class Handover : public MailReceiver {
   public:
    explicit Handover(StructuralLink& link) : link_(link) {}
    void receive(const Flit& flit, int channel) override {
      link_.input_->add(flit, channel - kFirst);
    }
    void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override {
      link_.output_->credits().add({channel - kFirst, static_cast<int>(phits)}, cycle);
    }

   private:
    StructuralLink& link_;
  };

  StructuralLink() {
    build_output(mail_, l());
    build_input(mail_, l());
  }
  static Cycle l() { return static_cast<Cycle>(GetParam()); }

  Handover mail_{*this};
};
INSTANTIATE_TEST_SUITE_P(Latencies, StructuralLink, testing::Values(1, 2, 7));

// Rule 7: what is on the pins of one end is on those of the other L cycles later, phit by phit.
TEST_P(StructuralLink, EachPhitTakesLCycles) {
  test::send(leaving_, 2, packet_to(7, 3, 1), 1);
  test::send(leaving_, 5, packet_to(7, 2, 2), 0);
  test::send(leaving_, 9, packet_to(7, 1, 3), 1);
  run(20);
  std::vector<Cycle> expected;
  for (const Cycle cycle : {2, 3, 4, 5, 6, 9}) expected.push_back(cycle + l());
  EXPECT_EQ(coming(), expected);
  EXPECT_EQ(coming_.in_phase(2 + l()).flit_data.tag.number, 1u);
  EXPECT_EQ(coming_.in_phase(5 + l()).flit_data.tag.number, 2u);
  EXPECT_EQ(coming_.in_phase(9 + l()).flit_data.tag.number, 3u);
  EXPECT_EQ(coming_.in_phase(4 + l()).flit_vc, 1);
  EXPECT_EQ(coming_.in_phase(6 + l()).flit_vc, 0);
}

// Rule 8: credits travel on wires of their own, as long.
TEST_P(StructuralLink, EachCreditTakesLCycles) {
  for (const Cycle cycle : {2, 3, 6}) {
    CreditPins pins;
    pins.credits = {{1, static_cast<int>(cycle)}};
    credit_out_.in(cycle, pins);
  }
  test::send(leaving_, 2, packet_to(7, 4), 0);
  run(20);
  EXPECT_THAT(credits_in(), ElementsAre(2 + l(), 3 + l(), 6 + l()));
  EXPECT_THAT(credit_in_.in_phase(6 + l()).credits, ElementsAre(Credit{1, 6}));
}

TEST(StructuralCreditPipeline, GivesCreditsInTheOrderInWhichTheyCome) {
  CreditPipeline pipeline;
  EXPECT_TRUE(pipeline.empty());
  pipeline.add({0, 1}, 9);
  pipeline.add({1, 2}, 5);
  pipeline.add({0, 3}, 5);
  pipeline.add({0, 4}, 7);
  EXPECT_EQ(pipeline.phits(0), 8);
  EXPECT_EQ(pipeline.phits(1), 2);
  std::vector<int> taken;
  const auto take = [&](Cycle now) {
    taken.clear();
    pipeline.take(now, [&](const Credit& credit) { taken.push_back(credit.phits); });
    return taken;
  };
  EXPECT_THAT(take(4), IsEmpty());
  EXPECT_THAT(take(5), ElementsAre(2, 3));
  EXPECT_THAT(take(5), IsEmpty()) << "each once";
  EXPECT_EQ(pipeline.phits(0), 5);
  EXPECT_THAT(take(9), ElementsAre(4, 1));
  EXPECT_TRUE(pipeline.empty());
}

/// What is wrong with the phits of these pins, in consecutive cycles; "": nothing.
std::string wrong_with(const std::vector<LinkPins>& pins) {
  structural::PhitWatch watch;
  for (const LinkPins& each : pins) {
    if (const char* const wrong = watch.see(each)) return wrong;
  }
  return "";
}

/// The pins of a flit, phit by phit.
std::vector<LinkPins> phits_of(const Flit& flit, int vc) {
  std::vector<LinkPins> pins(flit.phits);
  for (LinkPins& each : pins) {
    each.flit_valid = true;
    each.flit_vc = vc;
    each.flit_first = flit.head();
    each.flit_last = flit.tail();
  }
  pins.front().flit_head = true;
  pins.front().flit_data = flit;
  pins.back().flit_tail = true;
  return pins;
}

std::vector<LinkPins> operator+(std::vector<LinkPins> first, const std::vector<LinkPins>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

// Rule 7: a link is busy for `phits` cycles per flit.
TEST(StructuralPhitWatch, FlitsOneAfterTheOtherAreRight) {
  Flit body = packet_to(7, 2);
  body.set_head(false);
  body.set_tail(false);
  const std::vector<LinkPins> idle(2);
  EXPECT_EQ(wrong_with(idle + phits_of(packet_to(7, 1), 0) + phits_of(packet_to(7, 3), 1) +
                       phits_of(body, 0) + idle + phits_of(packet_to(7, 2), 1)),
            "");
}

TEST(StructuralPhitWatch, SeesWhatIsNoFlit) {
  const auto changed = [](std::size_t phit, auto change) {
    std::vector<LinkPins> pins = phits_of(packet_to(7, 4), 1);
    change(pins[phit]);
    return wrong_with(pins + phits_of(packet_to(7, 1), 1));
  };
  EXPECT_EQ(changed(0, [](LinkPins& pins) { pins.flit_head = false; }),
            "a phit without the first one of its flit");
  EXPECT_EQ(changed(1, [](LinkPins& pins) { pins = {}; }), "a cycle without a phit within a flit");
  EXPECT_EQ(changed(2, [](LinkPins& pins) { pins.flit_tail = true; }),
            "flit_tail before the last phit of a flit");
  EXPECT_EQ(changed(2, [](LinkPins& pins) { pins.flit_vc = 0; }), "phits of a flit on two VCs");
  EXPECT_EQ(changed(2, [](LinkPins& pins) { pins.flit_head = true; }),
            "the first phit of a flit within another");
  EXPECT_EQ(changed(3, [](LinkPins& pins) { pins.flit_tail = false; }),
            "the last phit of a flit without flit_tail");
  for (const std::size_t phit : {0u, 1u, 3u}) {
    EXPECT_EQ(changed(phit, [](LinkPins& pins) { pins.flit_first = false; }),
              "flit_first is not as in the header");
    EXPECT_EQ(changed(phit, [](LinkPins& pins) { pins.flit_last = false; }),
              "flit_last is not as in the header");
  }
}

TEST_F(StructuralLinkEnd, WhatLeavesAndIsNoFlitEndsTheRun) {
  NotedMail receiver;
  build_output(receiver, 5);
  std::vector<LinkPins> pins = phits_of(packet_to(7, 3), 1);
  pins[1].flit_tail = true;
  for (std::size_t i = 0; i < pins.size(); ++i) leaving_.in(3 + i, pins[i]);
  try {
    run(8);
    ADD_FAILURE() << "nothing was found";
  } catch (const BrokenInvariant& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("cycle 4: s0: flit_tail before the last phit of a flit at "
                                   "output_end.flit_i, VC 1"));
  }
}

}  // namespace
}  // namespace netloom
