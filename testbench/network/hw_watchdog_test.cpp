#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr int kWatchdog = 100;

/// Four switches in a ring of one-way links: port 0 is the host, port 1 leads to the next switch,
/// port 2 comes from the one before. Host i sends to host i + 3, so that every packet has to pass
/// three ring links.
class RingNetwork : public testing::Test {
 protected:
  RingNetwork() : setup(ring(1), "shortest_path"), source(4) {
    setup.input_buffers(4);  // one packet
    setup.config.simulation.watchdog = kWatchdog;
  }

  static Netlist ring(int latency) {
    Netlist netlist;
    netlist.kinds = {"host", "ring"};
    for (std::uint32_t i = 0; i < 4; ++i) {
      netlist.switches.push_back({fmt::format("s{}", i), 3});
      netlist.hosts.push_back({fmt::format("h{}", i)});
      netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
      netlist.links.push_back(
          {{Endpoint::Type::kSwitch, i, 1}, {Endpoint::Type::kSwitch, (i + 1) % 4, 2}, latency, 1});
    }
    return netlist;
  }

  void send(NodeId from, Cycle cycle, std::uint32_t phits = 4) {
    Message message;
    message.destination = (from + 3) % 4;
    message.phits = phits;
    source.send(from, cycle, message);
  }

  /// Runs into the deadlock, and checks that what is named is the ring.
  void expect_deadlock() {
    TestNetwork network(setup, source);
    try {
      network->run(1000);
      ADD_FAILURE() << "no deadlock was found";
    } catch (const DeadlockError& error) {
      EXPECT_EQ(error.cycle(), 1u * kWatchdog);
      const std::vector<std::string>& channels = error.channels();
      EXPECT_THAT(channels,
                  UnorderedElementsAre("s0.p2.vc0", "s1.p2.vc0", "s2.p2.vc0", "s3.p2.vc0"));
      // Each waits for the next one on the ring.
      for (std::size_t i = 0; i < channels.size(); ++i) {
        const std::string& next = channels[(i + 1) % channels.size()];
        EXPECT_EQ((channels[i][1] - '0' + 1) % 4, next[1] - '0');
      }
      EXPECT_THAT(error.what(), HasSubstr("deadlock: in cycle 100 the packets at the front of "));
      for (const std::string& channel : channels) EXPECT_THAT(error.what(), HasSubstr(channel));
    }
  }

  NetworkSetup setup;
  ScriptedSource source;
};

/// All four packets take their first ring link, and with it the only buffer behind it.
TEST_F(RingNetwork, DeadlockIsReportedWithItsCycle) {
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  expect_deadlock();
}

/// A run may be shorter than the watchdog's interval: the network is dead all the same.
TEST_F(RingNetwork, DeadlockAtTheEndOfARun) {
  setup.config.simulation.watchdog = 20000;
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  TestNetwork network(setup, source);
  try {
    network->run(300);
    ADD_FAILURE() << "no deadlock was found";
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.cycle(), 300u);
    EXPECT_THAT(error.channels(),
                UnorderedElementsAre("s0.p2.vc0", "s1.p2.vc0", "s2.p2.vc0", "s3.p2.vc0"));
    EXPECT_THAT(error.what(), HasSubstr("deadlock: no flit can move any more in cycle 300 although "
                                        "packets are in the network"));
  }
}

/// Packets that are on the way at the end of a run are none, wherever they are.
TEST_F(RingNetwork, NoDeadlockInAnyCycleOfTheWay) {
  send(0, 0);
  TestNetwork network(setup, source);
  for (int cycle = 0; cycle < 60; ++cycle) network->run(1);
  EXPECT_EQ(network->counters().delivered, 1u);
}

TEST_F(RingNetwork, DeadlockOfWormholePacketsToo) {
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 2;
  setup.config.nic.packet_phits = 12;
  for (NodeId host = 0; host < 4; ++host) send(host, 0, 12);
  expect_deadlock();
}

TEST_F(RingNetwork, DeadlockWithOutputBuffersToo) {
  setup.output_buffers(4);
  // One more packet per host, which fills the output buffer.
  for (NodeId host = 0; host < 4; ++host) {
    for (int i = 0; i < 3; ++i) send(host, 0);
  }
  expect_deadlock();
}

/// What sources go on putting into their queues is no progress.
TEST_F(RingNetwork, DeadlockWhileSourcesGoOn) {
  for (Cycle cycle = 0; cycle < 1000; cycle += 3) {
    for (NodeId host = 0; host < 4; ++host) send(host, cycle);
  }
  expect_deadlock();
}

TEST_F(RingNetwork, DeadlockWithoutIdleSkippingToo) {
  setup.config.simulation.idle_skipping = false;
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  expect_deadlock();
}

/// Outputs that stall hold up nobody who could not go anyway; found at the same time with and
/// without idle-skipping, whatever matches inputs and outputs.
TEST_F(RingNetwork, DeadlockAmongStallsToo) {
  for (const double probability : {0.0, 0.1, 0.8}) {
    for (const AllocatorKind allocator :
         {AllocatorKind::kSeparableInputFirst, AllocatorKind::kSeparableOutputFirst}) {
      for (const int output_buffer : {0, 4}) {
        std::string found[2];
        for (const bool idle_skipping : {false, true}) {
          found[idle_skipping ? 1 : 0] = in_child([&]() -> std::string {
            setup.config.simulation.stall_probability = probability;
            setup.config.simulation.idle_skipping = idle_skipping;
            setup.config.switches.allocator = allocator;
            setup.output_buffers(output_buffer);
            for (NodeId host = 0; host < 4; ++host) {
              for (int i = 0; i < 20; ++i) send(host, 0);
            }
            TestNetwork network(setup, source);
            try {
              network->run(10000);
            } catch (const DeadlockError& error) {
              return fmt::format("deadlock of {}, found in cycle {}", error.channels().size(),
                                 error.cycle());
            }
            return fmt::format("{} delivered", network->counters().delivered);
          });
        }
        EXPECT_THAT(found[0], HasSubstr("deadlock of 4"))
            << probability << ' ' << static_cast<int>(allocator) << ' ' << output_buffer;
        EXPECT_EQ(found[0], found[1])
            << probability << ' ' << static_cast<int>(allocator) << ' ' << output_buffer;
      }
    }
  }
}

/// The ring, with two more hosts at switch 0 that send to each other all the time.
class RingWithTraffic : public RingNetwork {
 protected:
  static constexpr int kPackets = 300;

  RingWithTraffic() {
    Netlist& netlist = setup.netlist;
    netlist.switches[0].ports = 5;
    for (std::uint32_t i = 4; i < 6; ++i) {
      netlist.hosts.push_back({fmt::format("h{}", i)});
      netlist.add_cable({Endpoint::Type::kHost, i, 0},
                        {Endpoint::Type::kSwitch, 0, static_cast<int>(i) - 1}, 1, 0);
    }
    source = ScriptedSource(6);
    for (int i = 0; i < kPackets; ++i) {
      for (const NodeId host : {4u, 5u}) {
        Message message;
        message.destination = 9 - host;
        message.phits = 4;
        source.send(host, static_cast<Cycle>(i) * 5, message);
      }
    }
  }
};

TEST_F(RingWithTraffic, DeadlockIsReportedThoughOthersMove) {
  for (NodeId host = 0; host < 4; ++host) send(host, 250);
  TestNetwork network(setup, source);
  try {
    network->run(2000);
    ADD_FAILURE() << "no deadlock was found";
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.cycle(), 3u * kWatchdog);
    EXPECT_THAT(error.channels(),
                UnorderedElementsAre("s0.p2.vc0", "s1.p2.vc0", "s2.p2.vc0", "s3.p2.vc0"));
    EXPECT_THAT(error.what(), HasSubstr("in cycle 300 the packets at the front of 4 input channels "
                                        "wait for each other and can never move again"));
  }
}

TEST_F(RingWithTraffic, AtTheEndOfARunItIsAskedFor) {
  setup.config.simulation.watchdog = 20000;
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  TestNetwork network(setup, source);
  network->run(300);
  EXPECT_THROW(network->require_all_can_move(), DeadlockError);
}

/// Asked in every cycle, packets that wait and can move again are none, however full it is.
TEST_F(RingWithTraffic, WaitingIsNoDeadlock) {
  setup.input_buffers(8);
  for (Cycle cycle = 0; cycle < 400; cycle += 20) {
    for (NodeId host = 0; host < 3; ++host) send(host, cycle);
  }
  TestNetwork network(setup, source);
  while (network->now() < 2000) {
    network->run(1);
    ASSERT_NO_THROW(network->require_all_can_move()) << network->now();
  }
  EXPECT_EQ(network->counters().delivered, 60u + 2 * kPackets);
}

TEST_F(RingNetwork, WithRoomForAnotherPacketThereIsNone) {
  setup.input_buffers(8);
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(1000));
  EXPECT_EQ(network->counters().delivered, 4u);
}

TEST_F(RingNetwork, WithoutWatchdogNothingIsReported) {
  setup.config.simulation.watchdog = 0;
  for (NodeId host = 0; host < 4; ++host) send(host, 0);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(1000));
  EXPECT_NO_THROW(network->require_all_can_move());
  EXPECT_EQ(network->counters().in_network, 4u);
}

TEST_F(RingNetwork, IdleIsNoDeadlock) {
  send(0, 5 * kWatchdog + 17);
  send(0, 11 * kWatchdog);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(15 * kWatchdog));
  EXPECT_EQ(network->counters().delivered, 2u);
}

TEST_F(RingNetwork, LongLinksAreNoDeadlock) {
  setup.netlist = ring(3 * kWatchdog);
  send(0, 0);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(15 * kWatchdog));
  EXPECT_EQ(network->counters().delivered, 1u);
}

TEST_F(RingNetwork, LongRoutingIsNoDeadlock) {
  setup.config.switches.routing_delay = 3 * kWatchdog;
  send(0, 0);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(15 * kWatchdog));
  EXPECT_EQ(network->counters().delivered, 1u);
}

TEST_F(RingNetwork, LongPacketsAreNoDeadlock) {
  setup.config.nic.packet_phits = 3 * kWatchdog;
  setup.config.nic.injection_buffer = 3 * kWatchdog;
  setup.input_buffers(3 * kWatchdog);
  send(0, 0, 3 * kWatchdog);
  TestNetwork network(setup, source);
  EXPECT_NO_THROW(network->run(15 * kWatchdog));
  EXPECT_EQ(network->counters().delivered, 1u);
}

}  // namespace
}  // namespace netloom::test
