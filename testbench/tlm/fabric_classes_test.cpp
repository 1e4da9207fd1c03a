// Hosts that take a limited number of requests: with requests and responses on the same virtual
// channels they come to a deadlock, with separate ones they do not.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/deadlock.h"
#include "testbench/support/child_process.h"
#include "testbench/tlm/platform.h"

namespace netloom::test {
namespace {

using sc_core::SC_PS;
using sc_core::sc_time;
using sc_core::SC_US;
using testing::HasSubstr;
using testing::StartsWith;

NetworkSetup tight(NetworkSetup setup) {
  setup.config.nic.packet_phits = 9;
  setup.config.nic.ejection_buffer = 9;
  setup.config.nic.injection_buffer = 27;
  setup.config.simulation.watchdog = 5000;
  setup.input_buffers(9);
  return setup;
}

NetworkSetup small_mesh() {
  return tight(NetworkSetup(
      make_netlist("mesh",
                   {{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", std::int64_t{1}}},
                   {{"host", 2}, {"mesh", 3}}),
      "dor"));
}

NetworkSetup small_torus() {
  NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{4}}}, {{"ring", 2}}),
                     "dor");
  setup.vcs(2);
  setup.function_parameters = {{"rings", std::string("dateline")}};
  return tight(std::move(setup));
}

NetworkSetup small_dragonfly() {
  NetworkSetup setup(
      make_netlist("dragonfly",
                   {{"h", std::int64_t{1}}, {"a", std::int64_t{2}}, {"p", std::int64_t{2}}},
                   {{"host", 1}, {"local", 2}, {"global", 12}}),
      "min");
  setup.vc_policy = "ascending";
  setup.vcs(3);
  return tight(std::move(setup));
}

NetworkSetup small_tree() {
  return tight(NetworkSetup(
      make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}), "destro"));
}

NetworkSetup wormhole_mesh() {
  NetworkSetup setup = small_mesh();
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 3;
  setup.input_buffers(6);
  return setup;
}

struct ClassesCase {
  friend void PrintTo(const ClassesCase& each, std::ostream* out) { *out << each.name; }
  std::string name;
  std::function<NetworkSetup()> setup;
};

std::vector<ClassesCase> classes_cases() {
  return {{"Mesh", small_mesh},
          {"WormholeMesh", wormhole_mesh},
          {"Torus", small_torus},
          {"Dragonfly", small_dragonfly},
          {"Tree", small_tree}};
}

NetworkSetup divided(NetworkSetup setup) {
  setup.divide_vcs();
  return setup;
}

TlmFabricConfig one_request() {
  TlmFabricConfig config;
  config.requests = 1;
  return config;
}

/// Initiators that read and write all memories but their own, several calls at once each. What each
/// does depends on nothing but its own random numbers and what comes back.
class Callers {
 public:
  static constexpr int kThreads = 4;  ///< of a host
  static constexpr int kCalls = 12;   ///< of a thread

  explicit Callers(Platform<64>& platform) : platform_(platform) {
    const std::size_t hosts = platform.initiators.size();
    text_.resize(hosts * kThreads);
    for (std::size_t i = 0; i < hosts * kThreads; ++i) {
      platform.memories[i % hosts]->draws = true;
      platform.memories[i % hosts]->latency = 9;
      threads_.push_back(
          std::make_unique<Program>(fmt::format("caller_{}", i).c_str(), [this, i] { call(i); }));
    }
  }

  bool done() const {
    return std::all_of(threads_.begin(), threads_.end(),
                       [](const auto& thread) { return thread->done; });
  }
  /// When each call ended, and how.
  std::string ends() const {
    std::string all;
    for (const std::string& each : text_) all += each;
    return all;
  }

 private:
  void call(std::size_t thread) {
    const std::size_t hosts = platform_.initiators.size(), host = thread % hosts;
    Random random(1, thread);
    for (int i = 0; i < kCalls; ++i) {
      Access access;
      access.write = random.below(2) == 0;
      access.data.resize(1 + random.below(150));
      const auto other = host + 1 + random.below(static_cast<std::uint32_t>(hosts - 1));
      access.address = Platform<64>::base(static_cast<NodeId>(other % hosts));
      // No two begin at the same time, whose order SystemC would choose.
      sc_time delay = time_of(random.below(4)) + sc_time(static_cast<double>(1 + thread), SC_PS);
      platform_.initiators[host]->call(access, delay);
      text_[thread] += fmt::format("{} {}; ", access.ended, static_cast<int>(access.status));
    }
  }

  Platform<64>& platform_;
  std::vector<std::string> text_;  ///< by thread
  std::vector<std::unique_ptr<Program>> threads_;
};

/// What is wrong, and when each call ended; "ERROR: …": a deadlock.
std::string run_calls(const NetworkSetup& setup, const TlmFabricConfig& config) {
  return in_child([&] {
    Platform<64> platform(setup, config);
    Callers callers(platform);
    // With pins the clock goes on.
    while (!callers.done() && sc_core::sc_time_stamp() < sc_time(50, SC_US)) {
      sc_core::sc_start(100, sc_core::SC_NS);
    }
    const Conservation conservation = platform.fabric->network().check_conservation();
    return fmt::format("{}{}{}{}", platform.complaints(), conservation.message,
                       callers.done() ? "done: " : "not done: ", callers.ends());
  });
}

DeadlockReport check_hosts(const NetworkSetup& setup) {
  const auto routing = make_routing_function(setup);
  AnsweringHosts all;
  for (NodeId host = 0; host < setup.netlist.hosts.size(); ++host) all.push_back(host);
  return check_deadlock(routing_context(setup), *routing, setup.config.nic.injection_vcs, {}, all);
}

class MessageClasses : public testing::TestWithParam<ClassesCase> {};

TEST_P(MessageClasses, OneOfThemComesToADeadlockThatTheCheckShows) {
  const NetworkSetup setup = GetParam().setup();
  const DeadlockReport report = check_hosts(setup);
  EXPECT_FALSE(report.deadlock_free());
  const auto leads_to_host = [&](const ChannelName& each) {
    return setup.netlist.links[static_cast<std::size_t>(each.link)].to.type ==
           Endpoint::Type::kHost;
  };
  EXPECT_TRUE(std::any_of(report.cycle.begin(), report.cycle.end(), leads_to_host));
  const std::string result = run_calls(setup, one_request());
  EXPECT_THAT(result, StartsWith("ERROR: "));
  EXPECT_THAT(result, HasSubstr("deadlock: "));
  EXPECT_THAT(result, HasSubstr("cycle of waiting input channels: s"));
  NetworkSetup with_pins = setup;
  with_pins.config.views.assign(setup.netlist.switches.size(), SwitchView::kStructural);
  EXPECT_THAT(run_calls(with_pins, one_request()), HasSubstr("cycle of waiting input channels: s"));
}

TEST_P(MessageClasses, TwoAreProvenFreeOfItAndRunToTheEnd) {
  const NetworkSetup setup = divided(GetParam().setup());
  EXPECT_TRUE(check_hosts(setup).deadlock_free());
  const std::string fast = run_calls(setup, one_request());
  EXPECT_THAT(fast, StartsWith("done: "));
}

TEST_P(MessageClasses, OneIsEnoughForHostsThatTakeEverything) {
  TlmFabricConfig config = one_request();
  config.requests = 0;
  EXPECT_THAT(run_calls(GetParam().setup(), config), StartsWith("done: "));
}

TEST_P(MessageClasses, DoTheSameInEveryViewAndRegion) {
  const NetworkSetup setup = divided(GetParam().setup());
  TlmFabricConfig config = one_request();
  config.requests = 2;
  const std::string fast = run_calls(setup, config);
  NetworkSetup other = setup;
  other.config.simulation.regions = 2;
  other.config.simulation.threads = 2;
  EXPECT_EQ(run_calls(other, config), fast) << "threads";
  other = setup;
  other.config.simulation.quantum = 1;
  EXPECT_EQ(run_calls(other, config), fast) << "cycle by cycle";
  other = setup;
  other.config.simulation.specialised = false;
  EXPECT_EQ(run_calls(other, config), fast) << "general core";
  other = setup;
  other.config.views.assign(setup.netlist.switches.size(), SwitchView::kStructural);
  EXPECT_EQ(run_calls(other, config), fast) << "structural";
  other.config.views[0] = SwitchView::kFast;
  EXPECT_EQ(run_calls(other, config), fast) << "both views";
}

INSTANTIATE_TEST_SUITE_P(Over, MessageClasses, testing::ValuesIn(classes_cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace netloom::test
