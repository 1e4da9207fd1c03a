// The reset of a whole structural switch: what it is after it, it was at the beginning.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "hw/structural/structural_model.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

constexpr Cycle kAgain = 1000;  ///< when all is sent for the second time
constexpr Cycle kReset = 900;

/// Notes what happens at the ports of a switch, with the cycles since the traffic began, and the
/// hosts that packets come from.
class EventNotes : public SwitchObserver {
 public:
  void arrived(const ObservedSwitch&, int input, const Flit& flit, Cycle now) override {
    note("arrives at", input, flit, now);
  }
  void granted(const ObservedSwitch&, int /*input*/, int output, const Flit& flit, Cycle now,
               Cycle last) override {
    note("is granted", output, flit, now);
    note("has left its buffer for", output, flit, last);
  }
  void sent(const ObservedSwitch&, int output, const Flit& flit, Cycle start) override {
    note("starts on", output, flit, start);
  }
  void delivered(const ObservedSwitch&, int output, const Flit& flit, Cycle now) override {
    note("is delivered by", output, flit, now);
  }

  std::string first, second;

 private:
  void note(const char* what, int channel, const Flit& flit, Cycle cycle) {
    (cycle < kAgain ? first : second) +=
        fmt::format("{}: packet of h{} {} {}\n", cycle % kAgain, flit.source(), what, channel);
  }
};

/// Four hosts at a switch, three of which send to the fourth at once. After their six packets the
/// pointer of its port is not where it was.
class ResetOfASwitch : public testing::Test {
 protected:
  ResetOfASwitch() : setup(star(), "shortest_path"), source(4) {
    setup.config.views = {SwitchView::kStructural};
    setup.config.simulation.specialised = false;
    for (const Cycle begin : {Cycle{0}, kAgain}) {
      for (int i = 0; i < 2; ++i) send(0, begin);
      for (int i = 0; i < 3; ++i) send(1, begin);
      send(2, begin);
    }
  }

  static Netlist star() {
    Netlist netlist;
    netlist.kinds = {"host"};
    netlist.switches.push_back({"s0", 4});
    for (std::uint32_t i = 0; i < 4; ++i) {
      netlist.hosts.push_back({fmt::format("h{}", i)});
      netlist.add_cable({Endpoint::Type::kHost, i, 0},
                        {Endpoint::Type::kSwitch, 0, static_cast<int>(i)}, 1, 0);
    }
    return netlist;
  }
  void send(NodeId from, Cycle cycle) {
    Message message;
    message.destination = 3;
    message.phits = 4;
    source.send(from, cycle, message);
  }

  /// Whether the second half is like the first.
  std::string outcome(bool resets) {
    return in_child([&]() -> std::string {
      EventNotes notes;
      TestNetwork network(setup, source);
      network->observe(0, notes);
      network->run(kReset);
      if (!network->empty() && network->counters().delivered != 6) return "it is not drained";
      const auto& model = dynamic_cast<const structural::StructuralModel&>(network->model(0));
      if (resets) model.modules().parameters().clock->reset();
      network->run(kReset);
      if (network->counters().delivered != 12) return "not all have arrived";
      return notes.first == notes.second ? "the same" : "another";
    });
  }

  NetworkSetup setup;
  ScriptedSource source;
};

TEST_F(ResetOfASwitch, ItBeginsAnew) {
  EXPECT_EQ(outcome(true), "the same");
}

TEST_F(ResetOfASwitch, ElseItsPointersAreElsewhere) {
  EXPECT_EQ(outcome(false), "another");
}

// With output buffers, VCs, several stages, and another arbiter.
TEST_F(ResetOfASwitch, WithBuffersToo) {
  setup.output_buffers(8);
  setup.vcs(2);
  setup.config.switches.crossbar_delay = 3;
  setup.config.switches.routing_delay = 2;
  setup.config.switches.arbiter = ArbiterKind::kLeastRecentlyServed;
  EXPECT_EQ(outcome(true), "the same");
  EXPECT_EQ(outcome(false), "another");
}

}  // namespace
}  // namespace netloom::test
