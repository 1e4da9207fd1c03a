// Meshes and tori: what their switches do under pressure.

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

constexpr NodeId kHosts = 24;
constexpr int kPhits = 4;

struct Mechanism {
  std::string name, function, policy, rings;
  int vcs;
  bool in_order;

  friend void PrintTo(const Mechanism& mechanism, std::ostream* out) { *out << mechanism.name; }
};

/// 8 x 3 switches, in which every host sends packets to random others as fast as it can.
class CongestedTorus : public testing::TestWithParam<Mechanism> {
 protected:
  NetworkSetup setup(const Mechanism& mechanism) const {
    NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{8, 3}}}),
                       mechanism.function);
    setup.vc_policy = mechanism.policy;
    setup.function_parameters = {{"rings", mechanism.rings}};
    setup.config.switches.vcs[1] = mechanism.vcs;
    setup.config.switches.selection = "mc";
    setup.config.simulation.watchdog = 1000;
    setup.input_buffers(2 * kPhits);
    setup.config.nic.packet_phits = kPhits;
    return setup;
  }

  static void fill(ScriptedSource& source, int packets) {
    Random random(11, 0);
    for (NodeId host = 0; host < kHosts; ++host) {
      for (int i = 0; i < packets; ++i) {
        Message message;
        message.destination = (host + 1 + random.below(kHosts - 1)) % kHosts;
        message.phits = kPhits;
        source.send(host, 0, message);
      }
    }
  }

  /// "", if all packets arrive, in order if they have to.
  std::string run(const NetworkSetup& network_setup, bool in_order) const {
    constexpr int kPackets = 300;
    ScriptedSource source(kHosts);
    fill(source, kPackets);
    TestNetwork network(network_setup, source);
    network->run(1);
    if (!network.drain(200000) || network->counters().delivered != kHosts * kPackets) {
      return "not everything was delivered";
    }
    if (network.routing().in_order() != in_order) return "another promise of order";
    if ((network->counters().out_of_order == 0) != in_order) {
      return std::to_string(network->counters().out_of_order) + " packets out of order";
    }
    return network->check_conservation().message;
  }
};

TEST_P(CongestedTorus, EverythingArrivesWithRoomForTwoPackets) {
  EXPECT_EQ(in_child([&] { return run(setup(GetParam()), GetParam().in_order); }), "");
}

TEST_P(CongestedTorus, AlsoThroughAFullCrossbarWithOutputQueues) {
  EXPECT_EQ(in_child([&] {
              NetworkSetup network_setup = setup(GetParam());
              network_setup.config.switches.crossbar = CrossbarKind::kFull;
              network_setup.output_buffers(2 * kPhits);
              network_setup.config.switches.output_buffer[0] = 0;
              return run(network_setup, GetParam().in_order);
            }),
            "");
}

INSTANTIATE_TEST_SUITE_P(
    Mechanisms, CongestedTorus,
    testing::Values(Mechanism{"dor", "dor", "single", "bubble", 1, true},
                    Mechanism{"oodet", "dor", "free", "bubble", 3, false},
                    Mechanism{"iodet", "dor", "iodet", "bubble", 2, true},
                    Mechanism{"dbbm", "dor", "dbbm", "bubble", 3, true},
                    Mechanism{"voqsw", "dor", "voqsw", "bubble", 5, true},
                    Mechanism{"voqnet", "dor", "voqnet", "auto", 24, true},
                    Mechanism{"iodet_dateline", "dor", "iodet", "dateline", 4, true},
                    Mechanism{"adaptive_bubble", "adaptive", "free", "bubble", 2, false},
                    Mechanism{"adaptive_dateline", "adaptive", "free", "dateline", 3, false}));

/// Nothing keeps the rings free: the watchdog finds packets that wait in a circle.
TEST_F(CongestedTorus, WithoutBubbleItStopsWithItsCycle) {
  NetworkSetup network_setup = setup({"none", "dor", "single", "none", 1, true});
  ScriptedSource source(kHosts);
  fill(source, 2000);
  TestNetwork network(network_setup, source);
  try {
    network->run(200000);
    ADD_FAILURE() << "no deadlock was found";
  } catch (const DeadlockError& error) {
    EXPECT_GE(error.channels().size(), 3u);
  }
}

/// A packet that comes from its host enters a ring only where two have room.
TEST(BubbleNetwork, APacketWaitsForRoomForTwo) {
  const auto latency = [](int buffer) {
    return in_child([&]() -> std::string {
      NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{4}}}), "dor");
      setup.input_buffers(buffer);
      setup.config.nic.packet_phits = kPhits;
      setup.vc_policy = "single";
      ScriptedSource source(4);
      Message message;
      message.destination = 1;
      message.phits = kPhits;
      source.send(0, 0, message);
      source.send(0, 0, message);
      TestNetwork network(setup, source);
      network->run(1);
      if (!network.drain(200)) return "stuck";
      return std::to_string(source.packets.back().delivered - source.packets.front().delivered);
    });
  };
  // With room for three, the second packet follows at the rate of the link.
  EXPECT_EQ(latency(3 * kPhits), "4");
  // With room for two it waits for the credits of the first, which leave when its tail leaves the
  // next switch: granted there in cycle 5 + R, 3 cycles for the rest, L back.
  EXPECT_GT(std::stoi(latency(2 * kPhits)), 4);
}

TEST(BubbleNetwork, NeedsRoomForTwoPackets) {
  NetworkSetup setup(make_netlist("torus", {{"k", std::vector<std::int64_t>{4}}}), "dor");
  setup.input_buffers(2 * kPhits - 1);
  setup.vc_policy = "single";
  ScriptedSource source(4);
  try {
    TestNetwork network(setup, source);
    ADD_FAILURE() << "it was built";
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "switch.input_buffer.torus: 7 phits do not hold two packets (8 phits), for which a "
        "packet that enters a ring waits in bubble flow control; allowed: 8 to 16777216");
  }
}

}  // namespace
}  // namespace netloom::test
