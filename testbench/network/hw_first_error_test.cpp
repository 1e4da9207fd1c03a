// Which of several errors ends a run.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// Selects as the model does, but from a cycle on it fails.
class FailingSelector final : public PortSelector {
 public:
  FailingSelector(SwitchId id, Cycle from) : id_(id), from_(from) {}
  int select(const SelectionQuery& query) override {
    if (query.cycle >= from_) {
      throw Error("s" + std::to_string(id_) + " fails in " + std::to_string(query.cycle));
    }
    return query.selected;
  }
  void used(int /*port*/) override {}

 private:
  SwitchId id_;
  Cycle from_;
};

/// Eight switches in a line, with links of 20 cycles, of which some fail. Each host sends a packet
/// every four cycles, so that each switch selects in cycles 2, 6, 10, … for its own host at least.
std::string first_error(const std::map<SwitchId, Cycle>& failures,
                        const SimulationConfig& simulation, std::vector<SwitchView> views = {}) {
  return in_child([&]() -> std::string {
    NetworkSetup setup(
        make_netlist("mesh", {{"k", std::vector<std::int64_t>{8}}}, {{"host", 1}, {"mesh", 20}}),
        "dor");
    setup.config.simulation = simulation;
    setup.config.views = std::move(views);
    setup.port_selector = [&](SwitchId id, int, int) -> std::unique_ptr<PortSelector> {
      const auto failure = failures.find(id);
      return std::make_unique<FailingSelector>(
          id, failure == failures.end() ? kNever : failure->second);
    };
    SendingOnly source(8);
    for (NodeId host = 0; host < 8; ++host) {
      for (Cycle cycle = 0; cycle < 80; cycle += 4) {
        Message message;
        message.phits = 4;
        message.destination = host ^ 1;
        source.send(host, cycle, message);
      }
    }
    TestNetwork network(setup, source);
    try {
      network->run(100);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  });
}

/// In whatever order, in quanta or regions of whatever size, on two threads if there are regions.
void expect_first(const std::map<SwitchId, Cycle>& failures, const std::string& error) {
  const std::vector<std::vector<int>> all_regions = {
      {}, {0, 0, 0, 0, 1, 1, 1, 1}, {0, 1, 2, 0, 1, 2, 0, 1}};
  for (const std::vector<int>& regions : all_regions) {
    for (const int quantum : {0, 1, 7}) {
      for (const std::uint64_t shuffle : {0, 1, 2, 3}) {
        SimulationConfig simulation;
        simulation.quantum = quantum;
        simulation.shuffle = shuffle;
        simulation.region_of = regions;
        simulation.threads = regions.empty() ? 1 : 2;
        EXPECT_EQ(first_error(failures, simulation), error)
            << regions.size() << " regions, quantum " << quantum << ", shuffle " << shuffle;
      }
    }
  }
}

TEST(FirstError, IsThatOfTheFirstCycle) {
  expect_first({{2, 34}, {5, 30}}, "s5 fails in 30");
  expect_first({{2, 30}, {5, 34}}, "s2 fails in 30");
}

TEST(FirstError, IsThatOfTheLowestSwitchInACycle) {
  expect_first({{6, 30}, {2, 30}, {4, 31}}, "s2 fails in 30");
}

}  // namespace
}  // namespace netloom::test
