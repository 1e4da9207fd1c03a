// Hosts that take a limited number of requests: with requests and responses on the same virtual
// channels they come to a deadlock, with separate ones they do not.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "routing/check/deadlock.h"
#include "testbench/support/child_process.h"
#include "testbench/tlm/random_traffic.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

NetworkSetup with_packets(NetworkSetup setup) {
  setup.config.nic.packet_phits = 9;
  setup.config.nic.ejection_buffer = 9;
  setup.config.nic.injection_buffer = 27;
  setup.config.simulation.watchdog = 5000;
  setup.input_buffers(9);
  return setup;
}

NetworkSetup mesh() {
  return with_packets(NetworkSetup(
      make_netlist("mesh",
                   {{"k", std::vector<std::int64_t>{3, 2}}, {"concentration", std::int64_t{1}}},
                   {{"host", 2}, {"mesh", 3}}),
      "dor"));
}

NetworkSetup torus() {
  NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{4}}}, {{"ring", 2}}),
                     "dor");
  setup.vcs(2);
  return with_packets(std::move(setup));
}

NetworkSetup dragonfly() {
  NetworkSetup setup(
      make_netlist("dragonfly",
                   {{"h", std::int64_t{1}}, {"a", std::int64_t{2}}, {"p", std::int64_t{2}}},
                   {{"host", 1}, {"local", 2}, {"global", 12}}),
      "min");
  setup.vc_policy = "ascending";
  setup.vcs(3);
  return with_packets(std::move(setup));
}

NetworkSetup tree() {
  return with_packets(NetworkSetup(
      make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}), "destro"));
}

NetworkSetup wormhole_mesh() {
  NetworkSetup setup = mesh();
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 3;
  setup.input_buffers(6);
  return setup;
}

struct Case {
  std::string name;
  std::function<NetworkSetup()> setup;
};

std::vector<Case> cases() {
  return {{"Mesh", mesh},
          {"WormholeMesh", wormhole_mesh},
          {"Torus", torus},
          {"Dragonfly", dragonfly},
          {"Tree", tree}};
}

NetworkSetup divided(NetworkSetup setup) {
  setup.divide_vcs();
  return setup;
}

TlmFabricConfig one_request() {
  TlmFabricConfig config;
  config.requests = 1;
  config.outstanding = 4;
  return config;
}

/// What random initiators complain of, and how many packets there were, and when all was done.
std::string run(const NetworkSetup& setup, const TlmFabricConfig& config) {
  return in_child([&] {
    RandomTraffic traffic;
    traffic.rounds = 1;
    traffic.per_thread = 12;
    Platform<64> platform(setup, config);
    RandomInitiators<64> initiators(platform, traffic);
    sc_core::sc_start();
    return fmt::format("{}{} packets by {}", initiators.complaints(),
                       platform.fabric->network().counters().delivered,
                       sc_core::sc_time_stamp().to_string());
  });
}

DeadlockReport check(const NetworkSetup& setup) {
  const auto routing = make_routing_function(setup);
  AnsweringHosts all;
  for (NodeId host = 0; host < setup.netlist.hosts.size(); ++host) all.push_back(host);
  return check_deadlock(routing_context(setup), *routing, setup.config.nic.injection_vcs, {}, all);
}

class MessageClasses : public testing::TestWithParam<Case> {};

TEST_P(MessageClasses, OneOfThemComesToADeadlockThatTheCheckShows) {
  const NetworkSetup setup = GetParam().setup();
  const DeadlockReport report = check(setup);
  EXPECT_FALSE(report.deadlock_free());
  const auto leads_to_host = [&](const ChannelName& each) {
    return setup.netlist.links[static_cast<std::size_t>(each.link)].to.type ==
           Endpoint::Type::kHost;
  };
  EXPECT_TRUE(std::any_of(report.cycle.begin(), report.cycle.end(), leads_to_host));
  const std::string result = run(setup, one_request());
  EXPECT_THAT(result, StartsWith("ERROR: "));
  EXPECT_THAT(result, HasSubstr("deadlock: "));
  EXPECT_THAT(result, HasSubstr("cycle of waiting input channels: s"));
}

TEST_P(MessageClasses, TwoAreProvenFreeOfItAndRunToTheEnd) {
  const NetworkSetup setup = divided(GetParam().setup());
  EXPECT_TRUE(check(setup).deadlock_free());
  const std::string fast = run(setup, one_request());
  EXPECT_THAT(fast, testing::MatchesRegex("[0-9]+ packets by [0-9]+ ns"));
}

TEST_P(MessageClasses, OneIsEnoughForHostsThatTakeEverything) {
  TlmFabricConfig config = one_request();
  config.requests = 0;
  EXPECT_THAT(run(GetParam().setup(), config), testing::MatchesRegex("[0-9]+ packets by .*"));
}

TEST_P(MessageClasses, DoTheSameInEveryViewAndRegion) {
  NetworkSetup setup = divided(GetParam().setup());
  for (const std::uint32_t requests : {1u, 3u}) {
    TlmFabricConfig config = one_request();
    config.requests = requests;
    const std::string fast = run(setup, config);
    NetworkSetup other = setup;
    other.config.simulation.regions = 2;
    other.config.simulation.threads = 2;
    EXPECT_EQ(run(other, config), fast) << "threads";
    other.config.simulation.regions = 1;
    other.config.simulation.quantum = 1;
    EXPECT_EQ(run(other, config), fast) << "cycle by cycle";
    other = setup;
    other.config.simulation.specialised = false;
    EXPECT_EQ(run(other, config), fast) << "general core";
    other = setup;
    other.config.views.assign(setup.netlist.switches.size(), SwitchView::kStructural);
    EXPECT_EQ(run(other, config), fast) << "structural";
    other.config.views[0] = SwitchView::kFast;
    EXPECT_EQ(run(other, config), fast) << "both views";
  }
}

INSTANTIATE_TEST_SUITE_P(Over, MessageClasses, testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace netloom::test
