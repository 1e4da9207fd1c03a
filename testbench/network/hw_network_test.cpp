#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/lookahead.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/error.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::ThrowsMessage;

/// Two hosts at two switches: h0 - s0 - s1 - h1, 10 cycles between the switches.
Netlist line() {
  Netlist netlist;
  netlist.kinds = {"host", "line"};
  netlist.switches = {{"s0", 2}, {"s1", 2}};
  netlist.hosts = {{"h0"}, {"h1"}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    netlist.add_cable({Endpoint::Type::kHost, i, 0}, {Endpoint::Type::kSwitch, i, 0}, 1, 0);
  }
  netlist.add_cable({Endpoint::Type::kSwitch, 0, 1}, {Endpoint::Type::kSwitch, 1, 1}, 10, 1);
  return netlist;
}

class LineNetwork : public testing::Test {
 protected:
  LineNetwork() : setup(line(), "shortest_path"), source(2) {}

  void send(NodeId from, Cycle cycle, std::uint32_t phits = 4) {
    Message message;
    message.destination = 1 - from;
    message.phits = phits;
    source.send(from, cycle, message);
  }

  NetworkSetup setup;
  ScriptedSource source;
};

// ---- Switch cores.

TEST_F(LineNetwork, RunsOnTheSameCoreWithChecks) {
  setup.config.simulation.check_invariants = true;
  EXPECT_EQ(TestNetwork(setup, source)->core().text(),
            "specialised, up to 32 channels, with checks");
}

TEST_F(LineNetwork, RunsOnTheSameCoreWithoutChecks) {
  setup.config.simulation.check_invariants = false;
  EXPECT_EQ(TestNetwork(setup, source)->core().text(),
            std::string("specialised, up to 32 channels, ") +
                (kAlwaysChecks ? "with checks" : "without checks"));
}

// ---- Registers.

/// A packet on VC 0 is granted at s0 in 2. It is at s1 in 13, granted there in 14, gone in 17; its
/// credit counts at s0 from 27.
TEST_F(LineNetwork, CreditsReadBack) {
  setup.vcs(2);
  setup.config.switches.input_buffer = {16, 64};
  send(0, 0);
  TestNetwork network(setup, source);
  RegisterFile& registers = network->registers(0);
  const auto credits = [&](int port, int vc) { return registers.value("CREDITS", port * 2 + vc); };
  EXPECT_EQ(credits(1, 0), 64u);
  network->run(2);
  EXPECT_EQ(credits(1, 0), 64u);
  network->run(1);
  EXPECT_EQ(credits(1, 0), 60u) << "after cycle 2";
  EXPECT_EQ(credits(1, 1), 64u);
  EXPECT_EQ(credits(0, 0), 0u) << "a host has no input buffer";
  network->run(24);
  EXPECT_EQ(credits(1, 0), 60u) << "after cycle 26";
  network->run(1);
  EXPECT_EQ(credits(1, 0), 64u) << "after cycle 27";
}

TEST_F(LineNetwork, StatusRegistersAreReadOnlyByAddress) {
  TestNetwork network(setup, source);
  RegisterFile& registers = network->registers(1);
  EXPECT_EQ(registers.value("SWITCH_ID", 0), 1u);
  std::uint32_t value = 0;
  EXPECT_EQ(registers.read(registers.address("SWITCH_ID", 0), value), RegisterFile::Status::kOk);
  EXPECT_EQ(value, 1u);
  EXPECT_EQ(registers.write(registers.address("CREDITS", 1), 5), RegisterFile::Status::kReadOnly);
  EXPECT_EQ(registers.value("CREDITS", 1), 64u);
}

TEST(FatTreeNetwork, CyclicPortFollowsTheLastChoice) {
  NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}),
                     "interval");
  setup.config.switches.selection = "cp";
  ScriptedSource source(4);
  Message message;
  message.destination = 3;
  message.phits = 4;
  source.send(0, 0, message);
  source.send(0, 100, message);
  TestNetwork network(setup, source);
  EXPECT_EQ(network->registers(0).value("CYCLIC_PORT", 0), 0u);
  network->run(50);
  EXPECT_EQ(network->registers(0).value("CYCLIC_PORT", 0), 3u) << "port 2 was taken";
  network->run(100);
  EXPECT_EQ(network->registers(0).value("CYCLIC_PORT", 0), 0u) << "port 3, the last, was taken";
}

/// What is written steers the next decision.
TEST(FatTreeNetwork, IntervalRegistersSteerTheRouting) {
  NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}),
                     "interval");
  ScriptedSource source(4);
  Message message;
  message.destination = 3;
  message.phits = 4;
  source.send(0, 10, message);
  TestNetwork network(setup, source);
  RegisterFile& registers = network->registers(0);
  for (int port = 0; port < 4; ++port) {
    registers.write(registers.address("LIB", port), 0);
    registers.write(registers.address("UIB", port), 0);
  }
  EXPECT_THAT([&] { network->run(100); },
              ThrowsMessage<Error>("cycle 11: s0: no output for packet 0 from host 0 to host 3 at "
                                   "s0.p0.vc0"));
}

// ---- Counters and use of links.

TEST_F(LineNetwork, CountersFollowAPacket) {
  send(0, 5, 8);  // two packets
  TestNetwork network(setup, source);
  network->run(5);
  EXPECT_EQ(network->counters().generated, 0u);
  EXPECT_TRUE(network->empty());
  network->run(1);
  NetworkCounters counters = network->counters();
  EXPECT_EQ(counters.generated, 2u);
  EXPECT_EQ(counters.injected, 1u);
  EXPECT_EQ(counters.queued_packets, 1u);
  EXPECT_EQ(counters.in_network, 1u);
  EXPECT_FALSE(network->empty());
  network->run(15);
  counters = network->counters();
  EXPECT_EQ(counters.injected, 2u);
  EXPECT_EQ(counters.in_network, 2u);
  EXPECT_EQ(counters.delivered, 0u);
  network->run(100);
  counters = network->counters();
  EXPECT_EQ(counters.delivered, 2u);
  EXPECT_EQ(counters.in_network, 0u);
  EXPECT_EQ(counters.packet_hops, 4u);
  EXPECT_EQ(counters.flit_hops, 4u);
  EXPECT_EQ(counters.lost, 0u);
  EXPECT_TRUE(network->empty());
  EXPECT_TRUE(network->check_conservation().holds);
}

TEST_F(LineNetwork, ConservationHoldsInEveryCycle) {
  send(0, 0, 16);
  send(1, 3, 16);
  TestNetwork network(setup, source);
  for (int cycle = 0; cycle < 80; ++cycle) {
    const Conservation conservation = network->check_conservation();
    ASSERT_TRUE(conservation.holds) << "before cycle " << cycle << ": " << conservation.message;
    network->run(1);
  }
  EXPECT_EQ(network->counters().delivered, 8u);
}

TEST_F(LineNetwork, WormholeHopsAreCountedPerPacketAndPerFlit) {
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 2;
  setup.config.nic.packet_phits = 7;
  send(0, 0, 7);
  TestNetwork network(setup, source);
  network->run(100);
  EXPECT_EQ(network->counters().packet_hops, 2u);
  EXPECT_EQ(network->counters().flit_hops, 8u);
}

/// Two of four packets lie in the interval. At s1's input each arrives in t, is granted in t + 1
/// and gone after t + 4: 4 phits for 5 cycles each.
TEST_F(LineNetwork, LinkUseCountsPhitsAndOccupancyOfTheMeasuredInterval) {
  send(0, 0);
  send(0, 100);
  send(0, 200);
  send(0, 310);
  TestNetwork network(setup, source);
  network->run(100);
  network->begin_measurement();
  network->run(200);
  network->end_measurement();
  network->run(100);
  const LinkUses use = network->link_use();
  // Links in the order of the netlist: h0-s0, s0-h0, h1-s1, s1-h1, s0-s1, s1-s0.
  ASSERT_EQ(use.size(), 6u);
  const std::uint64_t phits[] = {8, 0, 0, 8, 8, 0};
  const std::uint64_t occupancy[] = {40, 0, 0, 0, 40, 0};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(use[i][0].phits, phits[i]) << "link " << i;
    EXPECT_EQ(use[i][0].occupancy, occupancy[i]) << "link " << i;
  }
}

// ---- Errors.

// A flit that is granted in g arrives in g + 1 + 10, and the credit of one of four phits in
// g + 3 + 10.
TEST_F(LineNetwork, QuantumIsBoundedByWhatSwitchesSeeOfEachOther) {
  setup.config.simulation.quantum = 12;
  EXPECT_THAT([&] { TestNetwork network(setup, source); },
              ThrowsMessage<Error>("quantum is 12 cycles; this network allows 1 to 11"));
}

TEST_F(LineNetwork, QuantumIsTheLongestByDefault) {
  TestNetwork network(setup, source);
  EXPECT_EQ(network->quantum(), 11);
}

/// The longest quantum of the line with these switches and packets.
int longest_with(int crossbar_delay, int packet_phits, int output_buffer, int speedup) {
  NetworkConfig config;
  config.switches.crossbar_delay = crossbar_delay;
  config.switches.output_buffer = {0, output_buffer};
  config.switches.speedup = speedup;
  config.nic.packet_phits = packet_phits;
  return Lookahead(line(), config, StatusBroadcast(), false).quantum();
}

TEST(LongestQuantum, IsWhenAFlitOrACreditIsSeenFirst) {
  EXPECT_EQ(longest_with(1, 4, 0, 1), 11) << "the flit";
  EXPECT_EQ(longest_with(3, 4, 0, 1), 13) << "both";
  EXPECT_EQ(longest_with(5, 4, 0, 1), 13) << "the credit";
  EXPECT_EQ(longest_with(5, 1, 0, 1), 10) << "a credit that leaves in the cycle of the grant";
  EXPECT_EQ(longest_with(5, 4, 8, 1), 10) << "a flit in the output buffer may start at once";
}

TEST(LongestQuantum, KnowsThatASpeedupLetsCreditsLeaveEarlier) {
  NetworkConfig config;
  config.switches.crossbar_delay = 5;
  config.switches.speedup = 2;
  config.nic.packet_phits = 5;
  // Only the links to the hosts have output buffers, behind which flits cross in 3 cycles.
  config.switches.output_buffer = {8, 0};
  EXPECT_EQ(Lookahead(line(), config, StatusBroadcast(), false).quantum(), 12);
}

TEST(LongestQuantum, CountsTheShortestFlitOfAWorm) {
  NetworkConfig config;
  config.switches.crossbar_delay = 5;
  config.switches.output_buffer = {0, 0};
  config.switches.switching = Switching::kWormhole;
  config.switches.flit_phits = 4;
  config.nic.packet_phits = 10;  // flits of 4, 4 and 2 phits
  EXPECT_EQ(Lookahead(line(), config, StatusBroadcast(), false).quantum(), 11);
}

TEST(LongestQuantum, IsThatOfTheLinkWhereLinksFail) {
  NetworkConfig config;
  config.switches.output_buffer = {0, 0};
  config.faults.emplace_back();
  EXPECT_EQ(Lookahead(line(), config, StatusBroadcast(), false).quantum(), 10);
}

TEST_F(LineNetwork, IdealAcknowledgementsNeedAQuantumOfOneCycle) {
  setup.config.nic.reorder_buffer = 4;
  setup.config.simulation.quantum = 2;
  EXPECT_THAT([&] { TestNetwork network(setup, source); },
              ThrowsMessage<Error>("quantum is 2 cycles; this network allows 1 to 1"));
}

TEST_F(LineNetwork, WithoutAcknowledgementsReorderingLeavesTheQuantum) {
  setup.config.nic.reorder_buffer = kUnlimitedReorderBuffer;
  TestNetwork network(setup, source);
  EXPECT_EQ(network->quantum(), 11);
}

TEST_F(LineNetwork, BufferTooSmallForAPacket) {
  setup.config.switches.input_buffer = {64, 3};
  EXPECT_THAT([&] { TestNetwork network(setup, source); },
              ThrowsMessage<Error>("switch.input_buffer.line: 3 phits do not hold one packet (4 "
                                   "phits); allowed: 4 to 16777216"));
}

TEST_F(LineNetwork, ImpossibleMessageOfASource) {
  Message message;
  message.destination = 0;
  source.send(0, 7, message);
  TestNetwork network(setup, source);
  EXPECT_THAT([&] { network->run(20); },
              ThrowsMessage<BrokenInvariant>(
                  "host 0 sends a message of 1 phits to host 0; allowed: at least "
                  "1 phit, another host below 2"));
}

TEST_F(LineNetwork, RunThatFlitsCannotDate) {
  TestNetwork network(setup, source);
  EXPECT_THAT([&] { network->run(Cycle{1} << 32); },
              ThrowsMessage<Error>("a run of 4294967296 cycles is too long; allowed: up to "
                                   "4294901759"));
}

TEST(BigSwitch, WithTooManyChannels) {
  NetworkSetup setup(make_netlist("single_switch", {{"hosts", std::int64_t{256}}}),
                     "shortest_path");
  setup.vcs(32);
  ScriptedSource source(256);
  EXPECT_THAT([&] { TestNetwork network(setup, source); },
              ThrowsMessage<Error>("a switch of 256 ports with 32 VCs has 8192 channels; allowed: "
                                   "up to 4096"));
}

/// Every width of the switch's channel sets carries packets from all ports on all VCs: (ports,
/// VCs).
class SwitchWidth : public testing::TestWithParam<std::pair<int, int>> {};

TEST_P(SwitchWidth, DeliversEverythingOnce) {
  const auto [ports, vcs] = GetParam();
  NetworkSetup setup(make_netlist("single_switch", {{"hosts", std::int64_t{ports}}}),
                     "shortest_path");
  setup.vcs(vcs);
  setup.config.nic.injection_vcs = vcs;
  UniformSource source(static_cast<std::uint32_t>(ports), 0.4, 4, 4, 1);
  source.stop = 400;
  TestNetwork network(setup, source);
  network->run(400);
  EXPECT_TRUE(network.drain(4000));
  EXPECT_GT(network->counters().delivered, static_cast<std::uint64_t>(20 * ports));
  EXPECT_EQ(network->check_conservation().message, "");
}

INSTANTIATE_TEST_SUITE_P(Shapes, SwitchWidth,
                         testing::Values(std::pair{2, 1}, std::pair{32, 1}, std::pair{33, 1},
                                         std::pair{16, 4}, std::pair{100, 1}, std::pair{9, 16},
                                         std::pair{200, 1}, std::pair{16, 64}, std::pair{250, 4},
                                         std::pair{256, 1}, std::pair{256, 16}));

/// Two inputs share an output, so that their buffers fill up with more flits than 16 bits can
/// number.
TEST(DeepBuffer, KeepsEveryPacket) {
  NetworkSetup setup(make_netlist("single_switch", {{"hosts", std::int64_t{3}}}), "shortest_path");
  setup.input_buffers(100000);
  setup.config.nic.packet_phits = 1;
  ScriptedSource source(3);
  Message message;
  message.destination = 2;
  constexpr Cycle kPackets = 150000;
  for (Cycle cycle = 0; cycle < kPackets; ++cycle) {
    for (const NodeId host : {0u, 1u}) source.send(host, cycle, message);
  }
  TestNetwork network(setup, source);
  network->run(kPackets);
  EXPECT_EQ(network->check_conservation().message, "");
  network->run(2 * kPackets);
  EXPECT_EQ(network->counters().delivered, 2 * kPackets);
  EXPECT_EQ(network->counters().out_of_order, 0u);
}

}  // namespace
}  // namespace netloom::test
