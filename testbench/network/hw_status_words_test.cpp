// Words that switches publish are read after their delay, not sooner and not later, however the
// network is run.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/forwarding.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

constexpr Cycle kLeast = 8, kMost = 10;
constexpr SwitchId kSwitches = 4;

/// Publishes in each cycle which one it is, from 1 on, and reads what the others have published.
class Telling final : public ForwardingRouter {
 public:
  Telling(std::unique_ptr<SwitchRouter> inner, SwitchId id)
      : ForwardingRouter(std::move(inner)), id_(id) {}

  void publish(const CongestionView& view, std::uint32_t* words) const override {
    const Cycle now = view.cycle();
    words[0] = static_cast<std::uint32_t>(now) + 1;
    for (SwitchId other = 0; other < kSwitches; ++other) {
      if (other == id_) continue;
      for (const Cycle delay : {kLeast, kMost}) {
        const Cycle expected = now < delay ? 0 : now - delay + 1;
        const std::uint32_t found = view.status(other, static_cast<int>(delay))[0];
        if (found == expected) continue;
        throw Error(fmt::format("s{} reads {} of s{} in {} cycles before {}, and not {}", id_,
                                found, other, delay, now, expected));
      }
    }
  }

 private:
  SwitchId id_;
};

class TellingFunction final : public ForwardingFunction {
 public:
  explicit TellingFunction(std::unique_ptr<RoutingFunction> inner)
      : ForwardingFunction(std::move(inner)) {}
  std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
    return std::make_unique<Telling>(ForwardingFunction::make_router(id), id);
  }
  StatusBroadcast status_broadcast() const override {
    return {1, static_cast<int>(kLeast), static_cast<int>(kMost)};
  }
};

std::string run(const SimulationConfig& simulation, const std::vector<SwitchView>& views) {
  return in_child([&]() -> std::string {
    NetworkSetup setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{kSwitches}}},
                                    {{"host", 1}, {"mesh", 20}}),
                       "dor");
    setup.config.simulation = simulation;
    setup.config.simulation.idle_skipping = false;  // they publish in every cycle
    setup.config.views = views;
    RoutingContext context;
    context.netlist = &setup.netlist;
    context.vcs = setup.config.switches.vcs;
    context.vc_policy = setup.vc_policy;
    context.parameters =
        resolve_parameters(RoutingFunctionRegistry::instance().find("dor").parameters, {}, "dor");
    TellingFunction routing(make_routing_function("dor", context));
    SendingOnly source(kSwitches);
    Network network("network", setup.netlist, routing, setup.config, source);
    try {
      network.run(200);
    } catch (const Error& error) {
      return error.what();
    }
    return "as it should be";
  });
}

TEST(StatusWords, AreReadAfterTheirDelay) {
  const std::vector<std::vector<int>> all_regions = {{}, {0, 0, 1, 1}, {0, 1, 2, 3}};
  for (const std::vector<int>& regions : all_regions) {
    for (const int quantum : {0, 1, 3}) {
      for (const std::uint64_t shuffle : {0, 5}) {
        SimulationConfig simulation;
        simulation.region_of = regions;
        simulation.quantum = quantum;
        simulation.shuffle = shuffle;
        ASSERT_EQ(run(simulation, {}), "as it should be")
            << regions.size() << " regions, quantum " << quantum << ", shuffle " << shuffle;
      }
    }
  }
}

TEST(StatusWords, AreReadAfterTheirDelayInTheStructuralViewToo) {
  SimulationConfig simulation;
  simulation.region_of = {0, 1, 2, 3};
  const SwitchView fast = SwitchView::kFast, pins = SwitchView::kStructural;
  EXPECT_EQ(run(simulation, {fast, pins, pins, fast}), "as it should be");
}

}  // namespace
}  // namespace netloom::test
