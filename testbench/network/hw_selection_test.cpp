#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::ElementsAre;

/// The 2-ary 3-tree: up ports are 2 and 3. Host 5 = 101 sits below switch <0, 10> (number 2), whose
/// up port 2 + j leads to <1, 1j> (number 6 + j).
class SelectionNetwork : public testing::Test {
 protected:
  SelectionNetwork()
      : setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}),
              "interval"),
        source(8) {}

  void send(NodeId from, NodeId to, Cycle cycle) {
    Message message;
    message.destination = to;
    message.phits = 4;
    source.send(from, cycle, message);
  }

  /// Packets of 4 phits that have left by an up link of a switch.
  static std::uint64_t packets(const LinkUses& use, const Netlist& netlist, SwitchId switch_id,
                               int port) {
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
      const Endpoint& from = netlist.links[i].from;
      if (from.type == Endpoint::Type::kSwitch && from.index == switch_id && from.port == port) {
        return use[i][0].phits / 4;
      }
    }
    ADD_FAILURE() << "no link";
    return 0;
  }

  /// "s2.p3" for every up link used, once per packet, by switch and port.
  std::vector<std::string> up_links(Cycle cycles) {
    TestNetwork network(setup, source);
    network->begin_measurement();
    network->run(cycles);
    network->end_measurement();
    const LinkUses use = network->link_use();
    std::vector<std::string> result;
    for (SwitchId id = 0; id < 8; ++id) {
      for (const int port : {2, 3}) {
        for (std::uint64_t n = packets(use, setup.netlist, id, port); n > 0; --n) {
          result.push_back(setup.netlist.switches[id].name + ".p" + std::to_string(port));
        }
      }
    }
    return result;
  }

  NetworkSetup setup;
  ScriptedSource source;
};

struct First {
  std::string kind;
  std::string stage_0;
  std::string stage_1;

  friend void PrintTo(const First& first, std::ostream* out) { *out << first.kind; }
};

class FirstChoice : public SelectionNetwork, public testing::WithParamInterface<First> {};

/// Source 5 = 101, destination 2 = 010, the network empty: which up links the packet takes. Digits
/// p_0 and p_1 of the source are 1 and 0, of the destination 0 and 1; o_0 of <0, 10> is 0, o_1 of
/// <1, 1j> is 1.
TEST_P(FirstChoice, OfAPacketInAnEmptyNetwork) {
  setup.config.switches.selection = GetParam().kind;
  send(5, 2, 0);
  EXPECT_THAT(up_links(200), ElementsAre(GetParam().stage_0, GetParam().stage_1));
}

INSTANTIATE_TEST_SUITE_P(
    Functions, FirstChoice,
    testing::Values(First{"ff", "s2.p2", "s6.p2"}, First{"ssp", "s2.p2", "s6.p3"},
                    First{"sdp", "s2.p2", "s6.p2"}, First{"sop", "s2.p3", "s7.p3"},
                    First{"cp", "s2.p2", "s6.p2"}, First{"sadp", "s2.p2", "s6.p3"},
                    First{"adap_lin", "s2.p3", "s7.p2"}, First{"mc", "s2.p2", "s6.p2"}),
    [](const testing::TestParamInfo<First>& test) { return test.param.kind; });

/// From host 0 to host 2 = 010: up at switch <0, 00>, number 0, and down again at the next stage.
TEST_F(SelectionNetwork, CyclicTakesThePortAfterTheOneUsedLast) {
  setup.config.switches.selection = "cp";
  for (Cycle i = 0; i < 3; ++i) send(0, 2, 100 * i);
  EXPECT_THAT(up_links(400), ElementsAre("s0.p2", "s0.p2", "s0.p3")) << "2, 3, 2";
}

TEST_F(SelectionNetwork, FirstFreeTakesTheSamePortAgain) {
  setup.config.switches.selection = "ff";
  for (Cycle i = 0; i < 3; ++i) send(0, 2, 100 * i);
  EXPECT_THAT(up_links(400), ElementsAre("s0.p2", "s0.p2", "s0.p2"));
}

/// Hosts 0 and 1 send at the same time. Both prefer port 2, host 0 gets it; a cycle later port 2 is
/// busy and host 1 takes port 3. Zero-load latency over three switches is 4 + 3 (R + X) + P - 1 =
/// 13; at the second switch they meet no more.
TEST_F(SelectionNetwork, GoesOnToTheNextFreePort) {
  setup.config.switches.selection = "ff";
  send(0, 2, 0);
  send(1, 3, 0);
  EXPECT_THAT(up_links(200), ElementsAre("s0.p2", "s0.p3"));
  ASSERT_EQ(source.packets.size(), 2u);
  for (const DeliveredPacket& packet : source.packets) {
    EXPECT_EQ(packet.delivered, packet.source == 0 ? 13u : 14u);
  }
}

/// The same, but the choice is made once. There is room for two packets behind port 2: host 1 waits
/// for it until the first packet has crossed.
TEST_F(SelectionNetwork, AtRoutingWaitsForThePickedPort) {
  setup.config.switches.selection = "ff";
  setup.config.switches.selection_time = SelectionTime::kRouting;
  setup.config.switches.input_buffer = {8, 8, 8};
  send(0, 2, 0);
  send(1, 3, 0);
  EXPECT_THAT(up_links(200), ElementsAre("s0.p2", "s0.p2"));
  ASSERT_EQ(source.packets.size(), 2u);
  for (const DeliveredPacket& packet : source.packets) {
    EXPECT_EQ(packet.delivered, packet.source == 0 ? 13u : 17u);
  }
}

/// There is room for one packet, which host 0 has reserved: host 1 takes port 3 in the same cycle.
TEST_F(SelectionNetwork, AtRoutingRoomIsReserved) {
  setup.config.switches.selection = "ff";
  setup.config.switches.selection_time = SelectionTime::kRouting;
  setup.config.switches.input_buffer = {4, 4, 4};
  send(0, 2, 0);
  send(1, 3, 0);
  EXPECT_THAT(up_links(200), ElementsAre("s0.p2", "s0.p3"));
  ASSERT_EQ(source.packets.size(), 2u);
  for (const DeliveredPacket& packet : source.packets) EXPECT_EQ(packet.delivered, 13u);
}

/// The same with output buffers.
TEST_F(SelectionNetwork, AtRoutingRoomInOutputBuffersIsReserved) {
  setup.config.switches.selection = "ff";
  setup.config.switches.selection_time = SelectionTime::kRouting;
  setup.config.switches.output_buffer = {4, 4, 4};
  send(0, 2, 0);
  send(1, 3, 0);
  EXPECT_THAT(up_links(200), ElementsAre("s0.p2", "s0.p3"));
}

/// With links of latency 20, the credits of a packet sent in 2 are away for 40 cycles and more.
TEST_F(SelectionNetwork, MostCreditsAvoidsThePortThatWasUsedJustBefore) {
  for (Link& link : setup.netlist.links) {
    if (link.kind != 0) link.latency = 20;
  }
  setup.config.switches.selection = "mc";
  send(0, 2, 0);
  send(0, 2, 10);
  send(0, 2, 500);
  EXPECT_THAT(up_links(1000), ElementsAre("s0.p2", "s0.p2", "s0.p3"))
      << "2, then 3, and 2 again when all credits are back";
}

TEST_F(SelectionNetwork, RandomIsUniform) {
  setup.config.switches.selection = "random";
  constexpr int kPackets = 1000;
  for (int i = 0; i < kPackets; ++i) send(0, 2, static_cast<Cycle>(20 * i));
  const std::vector<std::string> links = up_links(20 * kPackets + 100);
  ASSERT_EQ(links.size(), static_cast<std::size_t>(kPackets));
  const auto first = std::count(links.begin(), links.end(), "s0.p2");
  // Binomial, p = 1/2: four standard deviations.
  EXPECT_NEAR(static_cast<double>(first), kPackets / 2.0, 4 * std::sqrt(kPackets / 4.0));
}

}  // namespace
}  // namespace netloom::test
