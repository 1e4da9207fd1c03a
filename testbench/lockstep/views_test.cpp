// What the views tell of themselves: the state of a switch, and why a packet goes where it goes.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/lockstep/side.h"
#include "sim/lockstep/state_recorder.h"
#include "sim/run/point.h"
#include "testbench/random/examined.h"
#include "testbench/support/child_process.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

/// The names of the configurations of features/.
std::vector<std::string> features() {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(NETLOOM_FEATURES)) {
    if (each.path().extension() == ".yaml") names.push_back(each.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// A feature network, for its first load and seed.
class Views : public testing::TestWithParam<std::string> {
 protected:
  static constexpr Cycle kCycles = 150;

  static void SetUpTestSuite() { limit_time(); }

  /// For as many cycles as are looked at, or until its workload is complete.
  static LockstepSide side(const std::string& view) {
    LockstepSide result =
        lockstep_side(std::string(NETLOOM_FEATURES) + '/' + GetParam() + ".yaml", {}, view);
    result.config.run.warmup = 0;
    result.config.run.measure = thorough() ? 250 : kCycles;
    result.config.run.drain = 0;
    return result;
  }
};

/// The states of all switches in some cycles; in one run.
class States final : public SwitchObserver {
 public:
  States(const Config& config, const std::vector<Cycle>& cycles) : cycles_(cycles) {
    for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
      for (const Cycle cycle : cycles) {
        at_[id].push_back(std::make_unique<StateRecorder>(config, id, cycle));
      }
    }
  }

  void at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override {
    tell(at, now, [&](StateRecorder& each) { each.at_front(at, input, flit, now); });
  }
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override {
    tell(at, now, [&](StateRecorder& each) { each.granted(at, input, output, flit, now, last); });
  }
  void allocating(const ObservedSwitch& at, Cycle now) override {
    tell(at, now, [&](StateRecorder& each) { each.allocating(at, now); });
  }
  void cycle_done(const ObservedSwitch& at, Cycle now) override {
    tell(at, now, [&](StateRecorder& each) { each.cycle_done(at, now); });
  }

  std::string text() const {
    std::string all;
    for (const auto& [id, recorders] : at_) {
      for (const auto& each : recorders) all += "switch " + std::to_string(id) + each->text();
    }
    return all;
  }

 private:
  template <class Tell>
  void tell(const ObservedSwitch& at, Cycle now, Tell tell_one) {
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      if (now <= cycles_[i]) tell_one(*at_.at(at.id)[i]);
    }
  }

  std::vector<Cycle> cycles_;
  std::map<SwitchId, std::vector<std::unique_ptr<StateRecorder>>> at_;
};

std::string states_of(const LockstepSide& side, const std::vector<Cycle>& cycles) {
  return in_child([&] {
    States states(side.config, cycles);
    PointRequest request = points_of(side.config, false).front();
    request.observer = &states;
    simulate_point(side.config, request, nullptr);
    return states.text();
  });
}

/// The first lines of two texts that are not the same.
std::string first_difference(const std::string& a, const std::string& b) {
  const auto [here, there] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto around = [](const std::string& text, std::ptrdiff_t at) {
    const std::size_t begin = static_cast<std::size_t>(std::max<std::ptrdiff_t>(at - 500, 0));
    return text.substr(begin, 800);
  };
  return around(a, here - a.begin()) + "\n---- but\n" + around(b, there - b.begin());
}

TEST_P(Views, StatesAreTheSame) {
  const LockstepSide of_fast = side("fast");
  const Cycle step = of_fast.config.netlist.switches.size() > 6 ? 7 : 2;
  std::vector<Cycle> cycles;
  for (Cycle cycle = 2; cycle < kCycles; cycle += step) cycles.push_back(cycle);
  const std::string fast = states_of(of_fast, cycles);
  const std::string structural = states_of(side("structural"), cycles);
  EXPECT_NE(fast.find("routed\n    p"), std::string::npos);
  EXPECT_TRUE(fast == structural) << first_difference(fast, structural);
}

Json explanation_of(const LockstepSide& side, const PacketName& packet) {
  return Json::parse(in_child([&] {
    PointRequest request = points_of(side.config, false).front();
    request.explain = PacketChoice();
    request.explain->name = packet;
    return simulate_point(side.config, request, nullptr).at("explanation").dump();
  }));
}

TEST_P(Views, ExplanationsAreTheSame) {
  const LockstepSide fast = side("fast");
  const LockstepSide structural = side("structural");
  std::size_t hops = 0;
  const auto hosts = static_cast<NodeId>(fast.config.netlist.hosts.size());
  const NodeId packets = thorough() ? 12 : 3;
  for (NodeId i = 0; i < packets; ++i) {
    PacketName packet;
    packet.source = i * hosts / packets;
    packet.number = i;
    if (fast.config.network.nic.reorders()) packet.destination = (packet.source + 1) % hosts;
    const Json first = explanation_of(fast, packet);
    const Json second = explanation_of(structural, packet);
    EXPECT_EQ(first, second) << Json::diff(first, second).dump(1);
    if (first.contains("hops")) hops += first.at("hops").size();
  }
  EXPECT_GT(hops, 0u);
}

INSTANTIATE_TEST_SUITE_P(Features, Views, testing::ValuesIn(features()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace netloom::test
