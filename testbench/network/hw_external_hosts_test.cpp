// Hosts that SystemC processes play (hw/network/external_hosts.h).

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/network/external_hosts.h"
#include "hw/network/partition.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using testing::HasSubstr;

double nanoseconds() {
  return sc_core::sc_time_stamp() / sc_time(1, SC_NS);
}

/// A packet that a process offers at some time.
struct Sending {
  double time;  ///< ns
  NodeId host;
  ExternalPacket packet;
};

/// A process that offers packets, and hosts that write down when they are told of which, and may
/// answer at once.
class Platform : public sc_core::sc_module, public ExternalHost {
 public:
  Platform(sc_core::sc_module_name name, ExternalHosts& hosts, std::vector<Sending> sendings,
           bool answers)
      : sc_core::sc_module(name), hosts_(hosts), sendings_(std::move(sendings)), answers_(answers) {
    std::stable_sort(sendings_.begin(), sendings_.end(),
                     [](const Sending& a, const Sending& b) { return a.time < b.time; });
    SC_HAS_PROCESS(Platform);
    SC_THREAD(send);
  }

  void arrived(const Arrival& arrival, std::shared_ptr<PacketContent> /*content*/) override {
    told.push_back(fmt::format("{} ns: {} -> {} #{} of {} from {} and {} in {}, {} hops{}\n",
                               nanoseconds(), arrival.source, arrival.destination, arrival.number,
                               arrival.phits, arrival.generated, arrival.injected, arrival.cycle,
                               arrival.hops, arrival.response ? ", response" : ""));
    EXPECT_EQ(nanoseconds(), static_cast<double>(arrival.cycle));
    if (answers_ && !arrival.response) {
      hosts_.offer(arrival.destination, {arrival.source, arrival.phits, true});
    }
  }

  /// In the order in which they were told.
  std::string text() const {
    std::string all;
    for (const std::string& line : told) all += line;
    return all;
  }

  std::vector<std::string> told;

 private:
  void send() {
    for (const Sending& each : sendings_) {
      const sc_time then(each.time, SC_NS);
      if (then > sc_core::sc_time_stamp()) sc_core::wait(then - sc_core::sc_time_stamp());
      hosts_.offer(each.host, each.packet);
    }
    sc_core::wait(never_);
  }

  ExternalHosts& hosts_;
  std::vector<Sending> sendings_;
  bool answers_;
  sc_core::sc_event never_;
};

/// 24 hosts at 12 switches, with links of 3 cycles between switches and 4 to hosts.
NetworkSetup mesh() {
  NetworkSetup setup(
      make_netlist("mesh",
                   {{"k", std::vector<std::int64_t>{4, 3}}, {"concentration", std::int64_t{2}}},
                   {{"host", 4}, {"mesh", 3}}),
      "dor");
  setup.config.nic.packet_phits = 8;
  setup.config.smallest_packet = 1;
  return setup;
}

/// Of packets between random hosts, at times between and in the beginning of cycles.
std::vector<Sending> random_sendings(NodeId hosts, int count, double until) {
  Random random(7, 0);
  std::vector<Sending> result;
  for (int i = 0; i < count; ++i) {
    Sending each;
    each.time = std::floor(random.uniform() * until * 4) / 4;
    each.host = random.below(hosts);
    each.packet.destination = (each.host + 1 + random.below(hosts - 1)) % hosts;
    each.packet.phits = 1 + random.below(8);
    result.push_back(each);
  }
  return result;
}

/// Whether something was not as expected, for the process that asked for this one.
std::string failure() {
  return testing::Test::HasFailure() ? "failed\n" : "";
}

/// What hosts are told, in a process of its own.
std::string told(const NetworkSetup& setup, const std::vector<Sending>& sendings, bool answers,
                 const std::function<void(Network&, ExternalHosts&)>& run) {
  return in_child([&]() -> std::string {
    const auto count = static_cast<NodeId>(setup.netlist.hosts.size());
    ExternalHosts hosts("hosts", count);
    TestNetwork network(setup, hosts.source());
    hosts.join(*network);
    Platform platform("platform", hosts, sendings, answers);
    for (NodeId host = 0; host < count; ++host) hosts.play(host, platform);
    run(*network, hosts);
    const Conservation conservation = network->check_conservation();
    return platform.text() + (conservation.holds ? "" : conservation.message) + failure();
  });
}

void run_at_once(Network& network, ExternalHosts& /*hosts*/) {
  network.run(3000);
}

struct Variant {
  std::string name;
  std::function<void(NetworkSetup&)> change;
  std::function<void(Network&, ExternalHosts&)> run = run_at_once;

  friend void PrintTo(const Variant& each, std::ostream* out) { *out << each.name; }
};

class ExternalHostsRun : public testing::TestWithParam<Variant> {};

// What is offered at a time is generated in the cycle that begins then, or next: as a source does
// that knows it before.
TEST_P(ExternalHostsRun, AreTheSourceOfWhatTheyOffer) {
  NetworkSetup setup = mesh();
  const std::vector<Sending> sendings = random_sendings(24, 600, 700);
  const std::string expected = in_child([&]() -> std::string {
    ScriptedSource source(24);
    std::vector<Sending> in_order = sendings;
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const Sending& a, const Sending& b) { return a.time < b.time; });
    for (const Sending& each : in_order) {
      Message message;
      message.destination = each.packet.destination;
      message.phits = each.packet.phits;
      source.send(each.host, static_cast<Cycle>(std::ceil(each.time)), message);
    }
    TestNetwork network(setup, source);
    network->run(3000);
    std::stable_sort(
        source.packets.begin(), source.packets.end(), [](const auto& a, const auto& b) {
          return std::tie(a.delivered, a.destination) < std::tie(b.delivered, b.destination);
        });
    std::string text;
    for (const DeliveredPacket& each : source.packets) {
      text += fmt::format("{} ns: {} -> {} #{} of {} from {} and {} in {}, {} hops\n",
                          each.delivered, each.source, each.destination, each.number, each.phits,
                          each.generated, each.injected, each.delivered, each.hops);
    }
    return text;
  });
  GetParam().change(setup);
  const std::string found = told(setup, sendings, false, GetParam().run);
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 600);
  EXPECT_EQ(found, expected);
}

// Who answers at once sends in the cycle in which the tail arrives, whatever the network is run by.
TEST_P(ExternalHostsRun, MayAnswerAtOnce) {
  NetworkSetup setup = mesh();
  const std::vector<Sending> sendings = random_sendings(24, 500, 600);
  const std::string expected = told(setup, sendings, true, run_at_once);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 1000);
  GetParam().change(setup);
  EXPECT_EQ(told(setup, sendings, true, GetParam().run), expected);
}

// A request alone and its answer take what docs/timing.md says.
TEST_P(ExternalHostsRun, TakeTheTimeOfALonePacket) {
  NetworkSetup setup = mesh();
  GetParam().change(setup);
  // Over six switches: 8 + 5 * 3 + 6 * 2 + 7 - 1 cycles.
  EXPECT_EQ(told(setup, {{100.5, 0, {23, 7}}}, true, GetParam().run),
            "142 ns: 0 -> 23 #0 of 7 from 101 and 101 in 142, 6 hops\n"
            "183 ns: 23 -> 0 #0 of 7 from 142 and 142 in 183, 6 hops, response\n");
}

INSTANTIATE_TEST_SUITE_P(
    Ways, ExternalHostsRun,
    testing::Values(
        Variant{"AsItIs", [](NetworkSetup&) {}},
        Variant{"OneCyclePerActivation",
                [](NetworkSetup& setup) {
                  setup.config.simulation.quantum = 1;
                  setup.config.simulation.regions = 1;
                }},
        Variant{"Regions", [](NetworkSetup& setup) { setup.config.simulation.regions = 5; }},
        Variant{"Threads",
                [](NetworkSetup& setup) {
                  setup.config.simulation.regions = 6;
                  setup.config.simulation.threads = 3;
                }},
        Variant{"GeneralCore",
                [](NetworkSetup& setup) { setup.config.simulation.specialised = false; }},
        Variant{
            "StructuralView",
            [](NetworkSetup& setup) { setup.config.views.assign(12, SwitchView::kStructural); }},
        Variant{"SomeInTheStructuralView",
                [](NetworkSetup& setup) {
                  setup.config.views.assign(12, SwitchView::kFast);
                  for (const std::size_t id : {0, 3, 7}) {
                    setup.config.views[id] = SwitchView::kStructural;
                  }
                }},
        Variant{"SeveralRuns", [](NetworkSetup&) {},
                [](Network& network, ExternalHosts&) {
                  for (int i = 0; i < 3000; i += 1 + i % 7) network.run(Cycle(1 + i % 7));
                }},
        Variant{"Freely", [](NetworkSetup&) {},
                [](Network& network, ExternalHosts& hosts) {
                  network.run_freely([&hosts] { return hosts.idle(); });
                  sc_core::sc_start();
                  EXPECT_TRUE(network.empty());
                }},
        Variant{"FreelyInRegions",
                [](NetworkSetup& setup) {
                  setup.config.simulation.regions = 6;
                  setup.config.simulation.threads = 2;
                },
                [](Network& network, ExternalHosts& hosts) {
                  network.run_freely([&hosts] { return hosts.idle(); });
                  sc_core::sc_start();
                }},
        Variant{"FreelyInTheStructuralView",
                [](NetworkSetup& setup) { setup.config.views.assign(12, SwitchView::kStructural); },
                [](Network& network, ExternalHosts& hosts) {
                  network.run_freely([&hosts] { return hosts.idle(); });
                  sc_core::sc_start(3000, SC_NS);
                }}),
    [](const auto& each) { return each.param.name; });

// Switches of every sort: what they tell of packets before these are there is what happens.
struct Sort {
  std::string name;
  std::function<void(NetworkSetup&)> change;

  friend void PrintTo(const Sort& each, std::ostream* out) { *out << each.name; }
};

class ExternalHostsOfSwitches : public testing::TestWithParam<Sort> {};

TEST_P(ExternalHostsOfSwitches, AreToldOfAllPacketsInTime) {
  NetworkSetup setup = mesh();
  GetParam().change(setup);
  const std::vector<Sending> sendings = random_sendings(24, 500, 600);
  const std::string fast = told(setup, sendings, true, run_at_once);
  EXPECT_EQ(std::count(fast.begin(), fast.end(), '\n'), 1000);
  setup.config.views.assign(12, SwitchView::kStructural);
  EXPECT_EQ(told(setup, sendings, true, run_at_once), fast);
}

INSTANTIATE_TEST_SUITE_P(
    Sorts, ExternalHostsOfSwitches,
    testing::Values(Sort{"Wormhole",
                         [](NetworkSetup& setup) {
                           setup.config.switches.switching = Switching::kWormhole;
                           setup.config.switches.flit_phits = 3;
                           setup.vcs(2);
                           setup.config.nic.injection_vcs = 2;
                           setup.config.nic.injection_buffer = 16;
                         }},
                    Sort{"StoreAndForward",
                         [](NetworkSetup& setup) {
                           setup.config.switches.switching = Switching::kStoreAndForward;
                         }},
                    Sort{"OutputBuffers",
                         [](NetworkSetup& setup) {
                           setup.output_buffers(16);
                           setup.config.switches.speedup = 2;
                         }},
                    Sort{"SlowCrossbar",
                         [](NetworkSetup& setup) { setup.config.switches.crossbar_delay = 5; }},
                    Sort{"ShortLinks",
                         [](NetworkSetup& setup) {
                           for (Link& link : setup.netlist.links) link.latency = 1;
                         }},
                    // Windows could be much longer than what is on an ejection link takes.
                    Sort{"LongLinksBetweenSwitches",
                         [](NetworkSetup& setup) {
                           for (Link& link : setup.netlist.links) {
                             link.latency = link.kind == 0 ? 1 : 20;
                           }
                         }},
                    Sort{"FullCrossbar",
                         [](NetworkSetup& setup) {
                           setup.vcs(2);
                           setup.config.switches.crossbar = CrossbarKind::kFull;
                         }}),
    [](const auto& each) { return each.param.name; });

// Beside a source of the network's own.
TEST(ExternalHosts, MayBeSomeAmongOthers) {
  for (const int threads : {1, 2}) {
    const std::string text = in_child([&]() -> std::string {
      NetworkSetup setup = mesh();
      setup.config.simulation.regions = 4;
      setup.config.simulation.threads = threads;
      UniformSource others(24, 0.2, 4, 4, 1);
      others.stop = 400;
      ExternalHosts hosts("hosts", 24, {3, 20}, others);
      TestNetwork network(setup, hosts.source());
      hosts.join(*network);
      EXPECT_FALSE(hosts.idle());
      Platform platform("platform", hosts, {{10, 3, {20, 8}}, {20, 20, {5, 2}}}, false);
      hosts.play(3, platform);
      hosts.play(20, platform);
      network->run(2000);
      EXPECT_TRUE(network->empty());
      EXPECT_EQ(platform.told.size() +
                    std::accumulate(others.count.begin(), others.count.end(), std::uint64_t{0}),
                network->counters().delivered);
      std::string from_3;
      for (const std::string& each : platform.told) {
        if (each.find("3 -> 20 #0 of 8") != std::string::npos) from_3 += "told";
      }
      return from_3 + failure();
    });
    EXPECT_EQ(text, "told");
  }
}

// A network in which nothing happens takes no time, and lets the simulation end.
TEST(ExternalHosts, LetTheNetworkRest) {
  NetworkSetup setup = mesh();
  // Ten seconds of cycles would take hours.
  const std::string text = told(setup, {{5, 0, {1, 4}}, {3e9, 0, {1, 4}}}, true,
                                [](Network& network, ExternalHosts& hosts) {
                                  network.run_freely([&hosts] { return hosts.idle(); });
                                  sc_core::sc_start();
                                  EXPECT_GE(nanoseconds(), 3e9 + 26);
                                  EXPECT_LE(nanoseconds(), 3e9 + 200);
                                });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4) << text;
}

TEST(ExternalHosts, EndTheRunWhereTheNetworkDoes) {
  const std::string text = in_child([&]() -> std::string {
    NetworkSetup setup = mesh();
    ExternalHosts hosts("hosts", 24);
    TestNetwork network(setup, hosts.source());
    hosts.join(*network);
    Platform platform("platform", hosts, {{4294901760.0, 0, {1, 4}}}, false);
    network->run_freely([&hosts] { return hosts.idle(); });
    try {
      sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
      return report.what();
    }
    return "";
  });
  EXPECT_THAT(text, HasSubstr("the network has run for 4294901759 cycles; allowed: up to that"));
}

/// What an action is refused with.
std::string refused(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(ExternalHosts, SayWhatTheyCannotOffer) {
  UniformSource others(24, 0.2, 4, 4, 1);
  EXPECT_EQ(refused([&] {
              ExternalHosts("twice", 24, {3, 5, 3}, others);
            }),
            "host 3 is to be played outside of the network; allowed: each host below 24 once");
  EXPECT_EQ(refused([&] { ExternalHosts("beyond", 24, {24}, others); }),
            "host 24 is to be played outside of the network; allowed: each host below 24 once");
  ExternalHosts hosts("hosts", 24, {3}, others);
  EXPECT_EQ(refused([&] {
              hosts.offer(3, {4, 4});
            }),
            "host 3 offers a packet before there is a network");
  NetworkSetup setup = mesh();
  setup.config.smallest_packet = 2;
  TestNetwork network(setup, hosts.source());
  hosts.join(*network);
  const std::string allowed = "; allowed: 2 to 8 phits, another host below 24";
  EXPECT_EQ(refused([&] {
              hosts.offer(3, {3, 4});
            }),
            "host 3 offers a packet of 4 phits to host 3" + allowed);
  EXPECT_EQ(refused([&] {
              hosts.offer(3, {24, 4});
            }),
            "host 3 offers a packet of 4 phits to host 24" + allowed);
  EXPECT_EQ(refused([&] {
              hosts.offer(3, {4, 9});
            }),
            "host 3 offers a packet of 9 phits to host 4" + allowed);
  EXPECT_EQ(refused([&] {
              hosts.offer(3, {4, 1});
            }),
            "host 3 offers a packet of 1 phits to host 4" + allowed);
  EXPECT_EQ(refused([&] {
              hosts.offer(4, {3, 4});
            }),
            "host 4 is not played outside of the network");
  EXPECT_EQ(hosts.offer(3, {4, 8}), 0u);
  EXPECT_EQ(hosts.offer(3, {5, 2}), 1u);
}

TEST(ExternalHosts, AreNotForReorderBuffers) {
  NetworkSetup setup = mesh();
  setup.config.nic.reorder_buffer = 4;
  ExternalHosts hosts("hosts", 24);
  TestNetwork network(setup, hosts.source());
  EXPECT_THAT(refused([&] { hosts.join(*network); }),
              HasSubstr("nic.reorder_buffer: hosts that are played outside of the network"));
}

TEST(ExternalHosts, NeedAFineTime) {
  const auto refusal = [](double resolution, SwitchView view) {
    return in_child([&]() -> std::string {
      sc_core::sc_set_time_resolution(resolution, sc_core::SC_PS);
      NetworkSetup setup = mesh();
      setup.config.views.assign(12, view);
      ExternalHosts hosts("hosts", 24);
      TestNetwork network(setup, hosts.source());
      return refused([&] { hosts.join(*network); });
    });
  };
  EXPECT_EQ(refusal(10000, SwitchView::kFast),
            "SystemC's time has a resolution of 10000 ps; allowed with a network whose hosts are "
            "played outside of it: up to 1000 ps");
  EXPECT_EQ(refusal(1000, SwitchView::kStructural),
            "SystemC's time has a resolution of 1000 ps; allowed with a network whose hosts are "
            "played outside of it, some switches with pins: up to 125 ps");
  EXPECT_EQ(refusal(1000, SwitchView::kFast), "");
  EXPECT_EQ(refusal(100, SwitchView::kStructural), "");
}

TEST(ExternalHosts, RunFreelyOrForSomeCycles) {
  NetworkSetup setup = mesh();
  ExternalHosts hosts("hosts", 24);
  TestNetwork network(setup, hosts.source());
  hosts.join(*network);
  network->run_freely([&hosts] { return hosts.idle(); });
  EXPECT_THAT(refused([&] { network->run(1); }), HasSubstr("cannot be run for some cycles"));
}

}  // namespace
}  // namespace netloom::test
