// What a part is after its reset: what it was when it was made.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "hw/structural/part/link_end.h"
#include "hw/structural/part/pipelined_crossbar.h"
#include "testbench/unit/hw_structural_allocator_support.h"
#include "testbench/unit/hw_structural_input_port_support.h"
#include "testbench/unit/hw_structural_output_port_support.h"
#include "testbench/unit/hw_structural_routing_unit_support.h"

namespace netloom {
namespace {

using structural::Crossing;
using structural::LinkPins;
using test::packet_to;
using test::Phase;
using test::send;
using testing::ElementsAre;
using testing::IsEmpty;

/// A part whose reset falls at the end of a cycle.
template <class Alone>
class Reset : public Alone {
 protected:
  void reset_after(Cycle cycle) {
    this->around_.in_each(Phase::kDrive, [this, cycle](Cycle now) {
      if (now == cycle) this->clock_.reset();
    });
  }
};

using StructuralResetOfInputPort = Reset<test::InputPortAlone>;

TEST_F(StructuralResetOfInputPort, ItsBuffersAreEmpty) {
  build();
  send(pins_, 1, packet_to(7, 3, 1), 0);
  send(pins_, 5, packet_to(7, 3, 2), 1);
  grant(0, 3, kUnbuffered);
  reset_after(9);
  send(pins_, 11, packet_to(7, 2, 3), 1);
  run(14);
  EXPECT_EQ(front(1, 9), 2);
  EXPECT_EQ(front(1, 10), -1);
  EXPECT_EQ(front(1, 11), 3) << "a new flit is at the front at once";
  EXPECT_EQ(port_->occupancy(0), 0u);
  EXPECT_EQ(port_->flits(1).size(), 1u);
}

TEST_F(StructuralResetOfInputPort, WhatCrossesStops) {
  build();
  Crossing after_reset;
  after_reset.phits = -1;
  around_.in_each(Phase::kAllocate, [&](Cycle now) {
    if (now == 9) after_reset = crossing_[0].signal.read();
  });
  send(pins_, 0, packet_to(7, 6, 1), 0);
  grant(0, 6, kUnbuffered);
  reset_after(8);
  run(14);
  EXPECT_THAT(crossed(0, 6), ElementsAre(1, 1, 1));
  EXPECT_FALSE(crossing_[0].in_phase(9).stays);
  EXPECT_EQ(after_reset.phits, 0) << "the allocator of the next cycle finds nothing crossing";
  EXPECT_THAT(credits(), IsEmpty());
}

using StructuralResetOfOutputPort = Reset<test::StructuralOutput>;

TEST_F(StructuralResetOfOutputPort, AllCreditsAreThere) {
  build();
  grant(1, 2, packet_to(7, 4));
  reserve(0, 3, 4);
  reset_after(4);
  run(7);
  EXPECT_EQ(room(1, 4), 12);
  EXPECT_EQ(room(0, 4), 12);
  EXPECT_EQ(room(1, 5), 16);
  EXPECT_EQ(room(0, 5), 16);
  EXPECT_EQ(port_->crossing(1), 0);
  EXPECT_EQ(port_->sent(1), 0u);
}

TEST_F(StructuralResetOfOutputPort, TheBufferIsEmptyAndTheLinkIdle) {
  build_with_buffer(16);
  grant_and_cross(0, 1, packet_to(7, 4, 1), 2);
  grant_and_cross(1, 2, packet_to(7, 4, 2), 2);
  reset_after(4);
  grant_and_cross(1, 6, packet_to(7, 4, 3));
  run(14);
  EXPECT_THAT(started(), ElementsAre(1, 3)) << "2 was in the buffer";
  EXPECT_THAT(on_link(), ElementsAre(2, 3, 4, 7, 8, 9, 10));
}

using StructuralResetOfRoutingUnit = Reset<test::RoutingUnitAlone>;

TEST_F(StructuralResetOfRoutingUnit, ItIsFreeAndHasSeenNothing) {
  build(4);
  arrive(0, 1);
  arrive(1, 1);
  reset_after(2);
  run(16);
  // As if both came in cycle 3: one after the other.
  EXPECT_EQ(ready(0, 3), 3u + 4u);
  EXPECT_EQ(ready(1, 3), 3u + 4u + 4u);
}

using StructuralResetOfAllocator = Reset<test::StructuralAllocation>;

TEST_F(StructuralResetOfAllocator, PointersAreAtTheFirst) {
  again_ = true;
  build();
  head(2, {0});
  head(4, {0});
  head(6, {0});
  reset_after(4);
  run(7);
  // Served in turn; from the first on again after the reset.
  EXPECT_THAT(served(0, 7), ElementsAre(2, 4, 6, 2, 4, 2, 4));
}

/// A switch with three ports, X = 3.
class CrossbarAlone : public test::StructuralPart {
 protected:
  CrossbarAlone() : StructuralPart(3, 0) {
    config_.switches.crossbar_delay = 3;
    bar_ = std::make_unique<structural::PipelinedCrossbar>("crossbar", of());
    in_.bind_to(bar_->crossing_i);
    out_.bind_to(bar_->crossing_o);
  }
  void cross(Cycle cycle) {
    Crossing crossing;
    crossing.phits = 1;
    crossing.output = 2;
    crossing.head = crossing.tail = true;
    crossing.flit = packet_to(7, 1);
    in_[1].in(cycle, crossing);
  }

  test::Each<test::Driven<Crossing>> in_{3, around_, Phase::kCross};
  test::Each<test::Shown<Crossing>> out_{3, around_, Phase::kArrive};
  std::unique_ptr<structural::PipelinedCrossbar> bar_;
};
using StructuralResetOfPipeline = Reset<CrossbarAlone>;

TEST_F(StructuralResetOfPipeline, ItsStagesAreEmpty) {
  for (const Cycle cycle : {2, 3, 5}) cross(cycle);
  reset_after(4);
  run(12);
  EXPECT_THAT(out_[2].cycles_in_phase([](const Crossing& value) { return value.phits > 0; }),
              ElementsAre(5 + 3));
}

/// Both ends of a link.
class EndsAlone : public test::StructuralPart, public MailReceiver {
 protected:
  EndsAlone() : StructuralPart(2, 1) {
    input_ = std::make_unique<structural::InputBridge>("input_end", of(),
                                                       structural::Neighbour{this, 0, 3});
    input_->flit_o(coming_.signal);
    input_->credit_i(credit_out_.signal);
    output_ = std::make_unique<structural::OutputBridge>("output_end", of(),
                                                         structural::Neighbour{this, 0, 3});
    output_->flit_i(leaving_.signal);
    output_->credit_o(credit_in_.signal);
  }
  void receive(const Flit& /*flit*/, int /*channel*/) override {}
  void receive_credit(int /*channel*/, std::uint32_t /*phits*/, Cycle /*cycle*/) override {}

  test::Shown<LinkPins> coming_{around_, Phase::kArrive};
  test::Driven<structural::CreditPins> credit_out_{around_, Phase::kCross};
  test::Driven<LinkPins> leaving_{around_, Phase::kLink};
  test::Shown<structural::CreditPins> credit_in_{around_, Phase::kArrive};
  std::unique_ptr<structural::InputBridge> input_;
  std::unique_ptr<structural::OutputBridge> output_;
};
using StructuralResetOfLinkEnds = Reset<EndsAlone>;

TEST_F(StructuralResetOfLinkEnds, WhatWasOnTheWayIsGone) {
  Flit flit = packet_to(7, 3, 9);
  flit.arrival = 2;
  input_->add(flit, 1);
  output_->credits().add({1, 4}, 6);
  reset_after(3);
  run(10);
  EXPECT_THAT(coming_.cycles_in_phase([](const LinkPins& pins) { return pins.flit_valid; }),
              ElementsAre(2, 3));
  EXPECT_THAT(credit_in_.cycles_in_phase(
                  [](const structural::CreditPins& pins) { return !pins.credits.empty(); }),
              IsEmpty());
  EXPECT_FALSE(input_->scheduled());
}

/// A part that is clocked and does nothing by phases: counts the cycles.
class ClockedCounter : public structural::Part {
 public:
  sc_core::sc_out<int> count_o{"count_o"};

  ClockedCounter(sc_core::sc_module_name name, structural::SwitchParameters& of) : Part(name, of) {
    SC_HAS_PROCESS(ClockedCounter);
    SC_METHOD(count);
    sensitive << clk_i.pos();
    dont_initialize();
  }

  bool breaks = false;  ///< when it is reset

 private:
  void reset() override {
    if (breaks) throw std::runtime_error("cannot be reset");
    count_ = 0;
  }
  void clear_outputs() override { clear(count_o); }
  void count() { count_o.write(++count_); }

  int count_ = 0;
};

class ClockedAlone : public test::StructuralPart {
 protected:
  ClockedAlone() : StructuralPart(2, 0), counter_("counter", of()) {
    counter_.count_o(count_);
    around_.in_each(Phase::kEnd, [this](Cycle /*now*/) { counts_.push_back(count_.read()); });
  }

  ClockedCounter counter_;
  sc_core::sc_signal<int, sc_core::SC_MANY_WRITERS> count_;
  std::vector<int> counts_;
};
using StructuralResetOfClockedPart = Reset<ClockedAlone>;

TEST_F(StructuralResetOfClockedPart, ItBeginsAnew) {
  reset_after(3);
  run(6);
  EXPECT_THAT(counts_, ElementsAre(1, 2, 3, 4, 1, 2));
}

TEST_F(StructuralResetOfClockedPart, WhatTheResetThrowsEndsTheRun) {
  counter_.breaks = true;
  reset_after(3);
  EXPECT_THROW(run(6), std::runtime_error);
}

}  // namespace
}  // namespace netloom
