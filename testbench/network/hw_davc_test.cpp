// DAVC in whole networks, with every hop held to the order of the labels (invariants are checked).

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

/// Switches in a ring: the host at port 0, the next switch at port 1, the one before at port 2.
Netlist ring(std::uint32_t switches) {
  Netlist netlist;
  netlist.kinds = {"host", "link"};
  for (std::uint32_t i = 0; i < switches; ++i) {
    netlist.switches.push_back({fmt::format("s{}", i), 3});
    netlist.hosts.push_back({fmt::format("h{}", i)});
  }
  for (std::uint32_t i = 0; i < switches; ++i) {
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
    netlist.add_cable({Endpoint::Type::kSwitch, i, 1},
                      {Endpoint::Type::kSwitch, (i + 1) % switches, 2}, 1, 1);
  }
  return netlist;
}

/// Every host sends to random others as fast as it can.
void fill(ScriptedSource& source, NodeId hosts, int packets) {
  Random random(5, 0);
  for (NodeId host = 0; host < hosts; ++host) {
    for (int i = 0; i < packets; ++i) {
      Message message;
      message.destination = (host + 1 + random.below(hosts - 1)) % hosts;
      message.phits = 4;
      source.send(host, 0, message);
    }
  }
}

/// What goes wrong while everything is delivered through buffers of one packet; empty: nothing.
std::string deliver(NetworkSetup setup, int packets) {
  setup.input_buffers(4);
  setup.config.simulation.watchdog = 1000;
  const auto hosts = static_cast<NodeId>(setup.netlist.hosts.size());
  ScriptedSource source(hosts);
  fill(source, hosts, packets);
  TestNetwork network(setup, source);
  network->run(1);
  if (!network.drain(500000)) return "not everything was delivered";
  return network->check_conservation().message;
}

struct Subject {
  Netlist netlist;
  std::string routing;
  int vcs;  ///< enough for each of the functions
};

TEST(Davc, EverythingArrivesWithEveryFunction) {
  const std::vector<Subject> subjects = {
      {ring(8), "ecmp", 5},
      {make_netlist("dragonfly", {{"h", std::int64_t{2}}}), "min", 4},
      {make_netlist("dragonfly", {{"h", std::int64_t{2}}}), "ecmp", 4},
      {make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}), "interval", 4}};
  for (const Subject& subject : subjects) {
    for (const char* function : {"n", "p", "np"}) {
      EXPECT_EQ(in_child([&] {
                  NetworkSetup setup(subject.netlist, subject.routing);
                  setup.assign_by_davc(function, subject.vcs);
                  setup.config.switches.selection = "random";
                  return deliver(std::move(setup), 60);
                }),
                "")
          << subject.netlist.topology << ' ' << subject.routing << ' ' << function;
    }
  }
}

// The registers of a network that runs: as the handshake left them, before the first cycle.
TEST(Davc, LinksComeUpBeforeTheFirstCycle) {
  NetworkSetup setup(ring(4), "ecmp");
  setup.assign_by_davc("np", 3);
  ScriptedSource source(4);
  TestNetwork network(setup, source);
  EXPECT_EQ(network->registers(2).value("NEIGHBOUR_ID", 1), 0u);
  network->run(1);
  EXPECT_EQ(network->registers(2).value("NODE_ID", 0), 2u);
  EXPECT_EQ(network->registers(2).value("NEIGHBOUR_ID", 1), 3u);
  EXPECT_EQ(network->registers(2).value("NEIGHBOUR_ID", 2), 1u);
  EXPECT_EQ(network->registers(2).value("NEIGHBOUR_PORT", 1), 2u);
  EXPECT_EQ(network->registers(2).value("NEIGHBOUR_PORT", 2), 1u);
}

// A switch that runs several cycles at a time routes heads in the first of them, with the ids that
// the handshake has brought.
TEST(Davc, TheFirstPacketFindsTheLinksUp) {
  Netlist netlist = ring(4);
  for (Link& link : netlist.links) link.latency = link.kind == 0 ? 1 : 4;
  NetworkSetup setup(std::move(netlist), "ecmp");
  setup.assign_by_davc("n", 3);
  ScriptedSource source(4);
  Message message;
  message.destination = 1;
  message.phits = 4;
  source.send(0, 0, message);
  TestNetwork network(setup, source);
  network->begin_measurement();
  network->run(100);
  ASSERT_EQ(source.packets.size(), 1u);
  network->end_measurement();
  const LinkUses uses = network->link_use();
  std::vector<std::uint64_t> phits;
  for (std::size_t link = 0; link < setup.netlist.links.size(); ++link) {
    if (setup.netlist.links[link].kind == 0) continue;
    const LinkUse use = uses[link];
    if (phits.empty()) phits.resize(use.size());
    for (std::size_t vc = 0; vc < use.size(); ++vc) phits[vc] += use[vc].phits;
  }
  // Switch 1 is the higher one, so the packet stays on VC 0.
  EXPECT_EQ(phits, (std::vector<std::uint64_t>{4, 0, 0}));
}

// All packets that would go on to a VC that there is not stay on the last one, and wait for each
// other around the ring.
TEST(Davc, ClampedAtTheLastVcARingDeadlocks) {
  NetworkSetup setup(ring(8), "ecmp");
  setup.assign_by_davc("p", 1, true);
  setup.input_buffers(4);
  setup.config.simulation.watchdog = 1000;
  ScriptedSource source(8);
  fill(source, 8, 2000);
  TestNetwork network(setup, source);
  try {
    network->run(500000);
    ADD_FAILURE() << "no deadlock was found";
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.channels().size(), 8u);
  }
}

// One VC less than needed, not clamped: the packet that needs it stops the run.
TEST(Davc, ThereIsNoWayBeyondTheLastVc) {
  NetworkSetup setup(ring(8), "ecmp");
  setup.assign_by_davc("p", 3);
  ScriptedSource source(8);
  Message message;
  message.destination = 4;
  message.phits = 4;
  for (int i = 0; i < 20; ++i) source.send(0, 0, message);
  TestNetwork network(setup, source);
  try {
    network->run(1000);
    ADD_FAILURE() << "a packet found a way";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("s3"));
  }
}

// A neighbour's id that is not what it should be is noticed at the first hop that it lets down.
TEST(Davc, HopsThatDoNotRaiseTheLabelStopTheRun) {
  NetworkSetup setup(ring(8), "ecmp");
  setup.assign_by_davc("p", 4);
  ScriptedSource source(8);
  Message message;
  message.destination = 3;
  message.phits = 4;
  source.send(0, 5, message);
  TestNetwork network(setup, source);
  network->run(1);
  network->registers(1).learn({{"NEIGHBOUR_PORT", 2, 0}});
  try {
    network->run(1000);
    ADD_FAILURE() << "the hop was not noticed";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("goes from s0.p1.vc0 to s1.p1.vc0, which does not raise the label"));
  }
}

TEST(SpdaNetwork, EverythingArrives) {
  for (const int trees : {1, 4, 100, 128}) {
    EXPECT_EQ(in_child([&] {
                NetworkSetup setup(ring(8), "spda");
                setup.vc_policy = "layered";
                setup.vcs(trees);
                setup.config.nic.injection_vcs = trees;
                return deliver(std::move(setup), 60);
              }),
              "")
        << trees;
  }
}

}  // namespace
}  // namespace netloom::test
