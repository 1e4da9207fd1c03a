// The cycles in which credits come, as both views of a switch tell them (docs/timing.md, rule 8).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// Notes each credit that comes, a line for each; in the order of cycles.
class CreditNotes : public SwitchObserver {
 public:
  void credited(const ObservedSwitch& at, int output, int phits, Cycle now) override {
    note(at, "output", output, phits, now);
  }
  void nic_credited(const ObservedSwitch& at, int input, int phits, Cycle now) override {
    note(at, "NIC", input, phits, now);
  }
  std::string text() {
    std::sort(notes_.begin(), notes_.end());
    std::string result;
    for (const auto& [cycle, what] : notes_) result += fmt::format("{}: {}\n", cycle, what);
    return result;
  }

 private:
  void note(const ObservedSwitch& at, const char* who, int channel, int phits, Cycle now) {
    notes_.emplace_back(now, fmt::format("s{}, {} p{}.vc{}, {} phits", at.id, who, at.port(channel),
                                         at.vc(channel), phits));
  }

  std::vector<std::pair<Cycle, std::string>> notes_;
};

/// One packet of four phits from the first to the second of two switches, with R = 1 and X = 2 and
/// links of one cycle to the hosts and of three between the switches: the network of
/// docs/timing.md, "Without contention". Port 0 leads to the host, port 2 to the other switch.
class ObservedCredits : public testing::TestWithParam<std::string> {
 protected:
  ObservedCredits()
      : setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{2}}}, {{"mesh", 3}}), "dor") {
    setup.config.switches.routing_delay = 1;
    setup.config.switches.crossbar_delay = 2;
    setup.config.simulation.specialised = false;
    setup.config.views.assign(2,
                              GetParam() == "fast" ? SwitchView::kFast : SwitchView::kStructural);
  }

  std::string credits() {
    return in_child([this] {
      ScriptedSource source(2);
      Message message;
      message.destination = 1;
      message.phits = 4;
      source.send(0, 0, message);
      CreditNotes notes;
      TestNetwork network(setup, source);
      for (SwitchId id = 0; id < 2; ++id) network->observe(id, notes);
      network->run(20);
      return source.packets.size() == 1 ? notes.text() : std::string("it is not delivered");
    });
  }

  NetworkSetup setup;
};

// Granted in 2 and 8, its last phits leave the buffers in 5 and 11.
TEST_P(ObservedCredits, AreToldInTheCycleInWhichTheyCome) {
  const std::string expected =
      "6: s0, NIC p0.vc0, 4 phits\n"
      "14: s0, output p2.vc0, 4 phits\n";
  EXPECT_EQ(credits(), expected);
  setup.output_buffers(8);
  EXPECT_EQ(credits(), expected);
}

// A flit of three phits and one of one: granted by s0 in 2 and, when its crossbar input is free, 5;
// by s1, where they arrive in 7 and 10, in 8 and 11. Their last phits leave in 4, 5, 10 and 11.
TEST_P(ObservedCredits, AreOfTheFlitsThatHaveLeft) {
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 3;
  EXPECT_EQ(credits(),
            "5: s0, NIC p0.vc0, 3 phits\n"
            "6: s0, NIC p0.vc0, 1 phits\n"
            "13: s0, output p2.vc0, 3 phits\n"
            "14: s0, output p2.vc0, 1 phits\n");
}

INSTANTIATE_TEST_SUITE_P(Views, ObservedCredits, testing::Values("fast", "structural"),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace netloom::test
