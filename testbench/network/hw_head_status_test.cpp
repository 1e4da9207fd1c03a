// What keeps heads from their outputs, as both views of a switch tell it before each allocation.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "hw/switch/base/switch_model.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// Notes of each head that counts what keeps it from which output, as numbers (Obstacle).
class ObstacleNotes : public SwitchObserver {
 public:
  explicit ObstacleNotes(const Netlist& netlist) : netlist_(netlist) {}

  void allocating(const ObservedSwitch& at, Cycle now) override {
    const int channels = netlist_.switches[at.id].ports << at.vc_shift;
    for (int input = 0; input < channels; ++input) {
      const HeadStatus status = at.model->head_status(input, now);
      if (!status.ready) continue;
      std::string text = status.input_busy ? "input busy" : "";
      for (const OutputStatus& each : status.candidates) {
        text += fmt::format(" {}:{}", each.channel, static_cast<int>(each.obstacle));
      }
      notes[{now, at.id, input}] = text;
    }
  }
  bool has(Obstacle obstacle) const {
    for (const auto& [where, text] : notes) {
      if (text.find(fmt::format(":{}", static_cast<int>(obstacle))) != std::string::npos) {
        return true;
      }
    }
    return false;
  }

  std::map<std::tuple<Cycle, SwitchId, int>, std::string> notes;

 private:
  const Netlist& netlist_;
};

/// A mesh in which outputs stall.
class HeadStatusInBothViews : public testing::Test {
 protected:
  HeadStatusInBothViews()
      : setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{2, 2}}}), "adaptive") {
    setup.vcs(2);
    setup.input_buffers(8);
    setup.config.simulation.specialised = false;
    setup.config.simulation.stall_probability = 0.5;
  }

  /// Runs a view; what it notes, a line for each.
  std::string run(SwitchView view, Obstacle needed) {
    return in_child([&] {
      setup.config.views.assign(setup.netlist.switches.size(), view);
      UniformSource source(4, 0.5, 4, 4, 1);
      source.stop = 300;
      ObstacleNotes notes(setup.netlist);
      TestNetwork network(setup, source);
      for (SwitchId id = 0; id < setup.netlist.switches.size(); ++id) network->observe(id, notes);
      network->run(source.stop);
      if (!network.drain(5000)) return std::string("it does not drain");
      std::string text = notes.has(needed) ? "has it\n" : "has it not\n";
      for (const auto& [where, what] : notes.notes) {
        text += fmt::format("cycle {}: s{}, input {}: {}\n", std::get<0>(where), std::get<1>(where),
                            std::get<2>(where), what);
      }
      return text;
    });
  }
  /// That both tell the same, of some heads that this keeps from an output; the fast view in the
  /// cycles in which it does anything.
  void expect_same(Obstacle needed) {
    const std::vector<std::string> fast = lines(run(SwitchView::kFast, needed));
    const std::vector<std::string> structural = lines(run(SwitchView::kStructural, needed));
    EXPECT_EQ(fast.front(), "has it");
    EXPECT_GT(fast.size(), 100u);
    const std::set<std::string> all(structural.begin(), structural.end());
    for (const std::string& line : fast) {
      ASSERT_EQ(all.count(line), 1u) << line << " in the fast view, not in the structural one";
    }
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
  }

  NetworkSetup setup;
};

TEST_F(HeadStatusInBothViews, WhereOutputsStall) {
  expect_same(Obstacle::kStalled);
}

TEST_F(HeadStatusInBothViews, WhereHeadsHaveTheirRoom) {
  setup.config.switches.selection_time = SelectionTime::kRouting;
  setup.input_buffers(4);
  expect_same(Obstacle::kStalled);
}

TEST_F(HeadStatusInBothViews, WhereWormsHoldVcs) {
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 2;
  expect_same(Obstacle::kOwned);
}

}  // namespace
}  // namespace netloom::test
