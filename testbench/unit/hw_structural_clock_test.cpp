#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/unit/hw_structural_support.h"

namespace netloom {
namespace {

using structural::Clock;
using test::Phase;
using testing::ElementsAre;

/// The clock of the structural switches, in quanta of so many cycles.
class StructuralClock : public testing::Test, public testing::WithParamInterface<int> {
 protected:
  QuantumClock quantum_{"quantum", static_cast<Cycle>(GetParam())};
  Clock clock_{"clock", quantum_};
  test::Surroundings around_{clock_};
};
INSTANTIATE_TEST_SUITE_P(Quanta, StructuralClock, testing::Values(1, 3));

// Each cycle has all phases, in their order, whatever the quantum.
TEST_P(StructuralClock, ACycleHasItsPhasesInOrder) {
  std::vector<std::pair<Cycle, int>> seen, expected;
  for (int phase = static_cast<int>(structural::kPhases) - 1; phase >= 0; --phase) {
    around_.in_each(static_cast<Phase>(phase),
                    [&, phase](Cycle now) { seen.emplace_back(now, phase); });
  }
  quantum_.run_until(4);
  for (Cycle cycle = 0; cycle < 4; ++cycle) {
    for (int phase = 0; phase < static_cast<int>(structural::kPhases); ++phase) {
      expected.emplace_back(cycle, phase);
    }
  }
  EXPECT_EQ(seen, expected);
}

// "Its processes see what those of the phases before have written", and not what their own phase
// writes.
TEST_P(StructuralClock, AProcessSeesWhatThePhasesBeforeHaveWritten) {
  sc_core::sc_signal<int> signal;
  std::vector<int> same, next;
  around_.in_each(Phase::kRoute, [&](Cycle now) {
    signal.write(static_cast<int>(now) + 10);
    same.push_back(signal.read());
  });
  std::vector<int> beside;
  clock_.add_process({{Phase::kRoute, [&] { beside.push_back(signal.read()); }},
                      {Phase::kLink, [&] { next.push_back(signal.read()); }}});
  quantum_.run_until(3);
  EXPECT_THAT(same, ElementsAre(0, 10, 11));
  EXPECT_THAT(beside, ElementsAre(0, 10, 11));
  EXPECT_THAT(next, ElementsAre(10, 11, 12));
}

// What somebody does is done in its phases, however it was told; of one phase, in the order told.
TEST_P(StructuralClock, AScheduleMayBeInAnyOrder) {
  std::vector<std::pair<Cycle, const char*>> done;
  const auto note = [&](const char* what) {
    return [&, what] { done.emplace_back(clock_.cycle(), what); };
  };
  clock_.add_process({{Phase::kLink, note("link")},
                      {Phase::kDrive, note("drive")},
                      {Phase::kLink, note("link again")},
                      {Phase::kArrive, note("arrive")}});
  around_.in_each(Phase::kRoute, [&](Cycle now) { done.emplace_back(now, "route, elsewhere"); });
  quantum_.run_until(2);
  std::vector<std::pair<Cycle, std::string>> found(done.begin(), done.end()), expected;
  for (Cycle cycle = 0; cycle < 2; ++cycle) {
    for (const char* what : {"drive", "arrive", "route, elsewhere", "link", "link again"}) {
      expected.emplace_back(cycle, what);
    }
  }
  EXPECT_EQ(found, expected);
}

// The clock rises when what other processes do at the beginning of the cycle is done, and falls
// when all signals are at rest; one period is a cycle (a nanosecond).
TEST_P(StructuralClock, RisesAfterAQuarterOfACycleAndFallsAfterThree) {
  std::vector<bool> high, low, reset;
  std::vector<double> rises, falls;
  around_.in_each(Phase::kDrive, [&](Cycle) {
    rises.push_back(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
  });
  around_.in_each(Phase::kArrive, [&](Cycle) {
    high.push_back(clock_.clk.read());
    reset.push_back(clock_.rst_n.read());
  });
  around_.in_each(Phase::kEnd, [&](Cycle) {
    low.push_back(clock_.clk.read());
    falls.push_back(sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS));
  });
  EXPECT_FALSE(clock_.rst_n.read()) << "low before the first cycle";
  quantum_.run_until(3);
  EXPECT_THAT(high, ElementsAre(true, true, true));
  EXPECT_THAT(low, ElementsAre(false, false, false));
  EXPECT_THAT(reset, ElementsAre(true, true, true));
  ASSERT_EQ(rises.size(), 3u);
  EXPECT_DOUBLE_EQ(rises[0], 0.25);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(rises[i] - rises[0], static_cast<double>(i));
    EXPECT_DOUBLE_EQ(falls[i] - rises[i], 0.5);
  }
}

TEST_P(StructuralClock, GoesOnWhereARunHasEnded) {
  std::vector<Cycle> cycles;
  around_.in_each(Phase::kArrive, [&](Cycle now) { cycles.push_back(now); });
  quantum_.run_until(2);
  EXPECT_THAT(cycles, ElementsAre(0, 1));
  quantum_.run_until(7);
  EXPECT_THAT(cycles, ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

// What a process throws ends the run.
TEST_P(StructuralClock, WhatAProcessThrowsEndsTheRun) {
  std::vector<Cycle> begun;
  around_.in_each(Phase::kDrive, [&](Cycle now) { begun.push_back(now); });
  around_.in_each(Phase::kCross, [](Cycle now) {
    if (now == 2) throw std::runtime_error("broken");
  });
  EXPECT_THROW(quantum_.run_until(8), std::runtime_error);
  EXPECT_THAT(begun, ElementsAre(0, 1, 2));
}

TEST(StructuralSignals, AreEqualIfAllTheirFieldsAre) {
  structural::OutputState a, b;
  EXPECT_TRUE(a == b);
  b.capacity = 1;
  EXPECT_FALSE(a == b);
  structural::LinkPins pins, others;
  Flit flit = test::packet_to(7, 4, 5);
  pins.flit_data = flit;
  EXPECT_FALSE(pins == others);
  others.flit_data = flit;
  EXPECT_TRUE(pins == others);
  flit.set_state(1);
  others.flit_data = flit;
  EXPECT_FALSE(pins == others);
}

TEST(StructuralSignals, SayTheirFieldsByName) {
  structural::Grant grant;
  grant.valid = true;
  grant.output = 5;
  std::vector<std::string> names;
  structural::for_each_field(grant, [&](const char* name, const auto&) { names.push_back(name); });
  EXPECT_THAT(names, ElementsAre("valid", "picked", "drops", "output"));
  std::ostringstream text;
  text << grant;
  EXPECT_EQ(text.str(), "valid 1, picked 0, drops 0, output 5");
}

TEST(StructuralSignals, SayHeadersCreditsAndChannels) {
  structural::CreditPins pins;
  pins.credits = {{0, 4}, {2, 1}};
  structural::Head head;
  head.valid = true;
  head.flit = test::packet_to(7, 4, 5);
  std::ostringstream text;
  text << pins << "; " << head << "; " << structural::Head();
  EXPECT_EQ(text.str(),
            "credits [VC 0: 4, VC 2: 1]; valid 1, complete 0, flit packet 5 of host 0 to host 7, "
            "state 0, 4 phits; valid 0, complete 0, flit none");
  structural::Request request;
  request.candidates = {1, 6};
  std::ostringstream lists;
  lists << request;
  EXPECT_THAT(lists.str(), testing::HasSubstr("candidates [1, 6], minimal [], entering []"));
}

}  // namespace
}  // namespace netloom
