#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "routing/base/random.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using Pair = std::pair<NodeId, NodeId>;

/// Every host of the 2-ary 3-tree sends to hosts of the other half, drawn at random, at 0.8 phits
/// per cycle: all packets have four ways, over the roots, and meet others on them.
class Order : public testing::TestWithParam<const char*> {
 protected:
  static constexpr int kPackets = 200;

  Order()
      : setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}}),
              "interval"),
        source(8) {
    setup.config.switches.selection = GetParam();
    setup.input_buffers(16);
    Random random(1, 0);
    for (NodeId host = 0; host < 8; ++host) {
      for (int i = 0; i < kPackets; ++i) {
        Message message;
        message.phits = 4;
        message.destination = (host ^ 4) ^ random.below(4);
        source.send(host, static_cast<Cycle>(5 * i), message);
      }
    }
  }

  std::map<Pair, std::vector<DeliveredPacket>> by_pair() const {
    std::map<Pair, std::vector<DeliveredPacket>> result;
    for (const DeliveredPacket& packet : source.packets) {
      result[{packet.source, packet.destination}].push_back(packet);
    }
    return result;
  }

  NetworkSetup setup;
  ScriptedSource source;
};

TEST_P(Order, AdaptiveRoutingLetsPacketsOvertakeAndCountsThem) {
  TestNetwork network(setup, source);
  network->run(20000);
  ASSERT_EQ(source.packets.size(), 8u * kPackets);
  std::uint64_t late = 0;
  for (const auto& [pair, packets] : by_pair()) {
    std::uint32_t newest = 0;
    for (const DeliveredPacket& packet : packets) {
      if (packet.number < newest) ++late;
      newest = std::max(newest, packet.number);
    }
  }
  EXPECT_GT(late, 0u);
  EXPECT_EQ(network->counters().out_of_order, late);
}

TEST_P(Order, ReorderBufferHandsOverInOrderAndBoundsWhatIsOutstanding) {
  constexpr int kBuffer = 2;
  setup.config.nic.reorder_buffer = kBuffer;
  TestNetwork network(setup, source);
  network->run(40000);
  ASSERT_EQ(source.packets.size(), 8u * kPackets);
  EXPECT_EQ(network->check_conservation().message, "");
  EXPECT_GT(network->counters().out_of_order, 0u) << "else there was nothing to put in order";
  int waited = 0;
  for (const auto& [pair, packets] : by_pair()) {
    for (std::size_t i = 0; i < packets.size(); ++i) {
      ASSERT_EQ(packets[i].number, i) << "numbers count per pair";
      if (i < kBuffer) continue;
      // Not before the packet that is kBuffer older was handed over, and its acknowledgement, which
      // counts a cycle later, was there.
      const Cycle earliest = packets[i - kBuffer].delivered + 1;
      ASSERT_GE(packets[i].injected, earliest);
      if (packets[i].injected == earliest) ++waited;
    }
  }
  EXPECT_GT(waited, 0) << "the bound was never felt";
}

TEST_P(Order, ReorderBufferOfOnePacketIsStopAndWait) {
  setup.config.nic.reorder_buffer = 1;
  TestNetwork network(setup, source);
  network->run(80000);
  ASSERT_EQ(source.packets.size(), 8u * kPackets);
  EXPECT_EQ(network->counters().out_of_order, 0u);
  for (const auto& [pair, packets] : by_pair()) {
    for (std::size_t i = 1; i < packets.size(); ++i) {
      ASSERT_GT(packets[i].injected, packets[i - 1].delivered);
    }
  }
}

TEST_P(Order, ReorderBufferWithoutLimitHandsOverInOrderAtSaturation) {
  setup.config.nic.reorder_buffer = kUnlimitedReorderBuffer;
  setup.input_buffers(4);  // one packet: the network takes less than it is offered
  TestNetwork network(setup, source);
  network->run(5 * kPackets);
  EXPECT_GT(network->counters().queued_packets, 100u) << "not saturated";
  EXPECT_EQ(network->check_conservation().message, "") << "with packets in reorder buffers";
  ASSERT_TRUE(network.drain(20000));
  ASSERT_EQ(source.packets.size(), 8u * kPackets);
  EXPECT_EQ(network->check_conservation().message, "");
  EXPECT_GT(network->counters().out_of_order, 0u) << "else there was nothing to put in order";
  for (const auto& [pair, packets] : by_pair()) {
    for (std::size_t i = 0; i < packets.size(); ++i) {
      ASSERT_EQ(packets[i].number, i) << "numbers count per pair";
      if (i == 0) continue;
      ASSERT_GE(packets[i].delivered, packets[i - 1].delivered);
    }
  }
}

/// Heads that NICs have started, and tails that have come to NICs.
class Passing final : public SwitchObserver {
 public:
  void injected(const ObservedSwitch& /*at*/, int /*input*/, const Flit& flit,
                Cycle /*now*/) override {
    if (flit.head()) ++started;
  }
  void delivered(const ObservedSwitch& /*at*/, int /*output*/, const Flit& flit,
                 Cycle /*now*/) override {
    if (flit.tail()) ++arrived;
  }
  std::uint64_t started = 0, arrived = 0;
};

/// What waits in a reorder buffer is not in the network any more, and not delivered yet.
TEST_P(Order, PacketsInReorderBuffersAreNotInTheNetwork) {
  setup.config.nic.reorder_buffer = kUnlimitedReorderBuffer;
  setup.config.simulation.specialised = false;
  TestNetwork network(setup, source);
  Passing passing;
  for (SwitchId id = 0; id < setup.netlist.switches.size(); ++id) network->observe(id, passing);
  bool reordering = false;
  while (network->now() < 5 * kPackets) {
    network->run(10);
    const NetworkCounters counters = network->counters();
    ASSERT_EQ(counters.in_network, passing.started - passing.arrived) << network->now();
    reordering = reordering || counters.delivered < passing.arrived;
  }
  EXPECT_TRUE(reordering) << "no buffer had a packet in it";
}

INSTANTIATE_TEST_SUITE_P(Selections, Order, testing::Values("cp", "random"));

/// Deterministic routing with one VC keeps the order, whatever the load.
struct Deterministic {
  std::string function;
  std::string topology;
  ParameterMap parameters;  ///< of the topology: one with 16 hosts
  ParameterMap function_parameters;

  friend void PrintTo(const Deterministic& network, std::ostream* out) { *out << network.function; }
};

class DeterministicOrder : public testing::TestWithParam<Deterministic> {};

TEST_P(DeterministicOrder, IsKeptUnderOverload) {
  const Deterministic& network_of = GetParam();
  NetworkSetup setup(make_netlist(network_of.topology, network_of.parameters), network_of.function);
  setup.function_parameters = network_of.function_parameters;
  UniformSource source(16, 0.95, 4, 4, 1);
  setup.input_buffers(8);
  TestNetwork network(setup, source);
  network->run(3000);
  EXPECT_TRUE(network.routing().in_order());
  EXPECT_GT(network->counters().delivered, 1000u);
  EXPECT_GT(network->counters().queued_packets, 100u) << "no overload";
  EXPECT_EQ(network->counters().out_of_order, 0u);
  EXPECT_EQ(network->check_conservation().message, "");
}

const ParameterMap kTree = {{"k", std::int64_t{4}}, {"n", std::int64_t{2}}};
const ParameterMap kDeepTree = {{"k", std::int64_t{2}}, {"n", std::int64_t{4}}};

INSTANTIATE_TEST_SUITE_P(
    Functions, DeterministicOrder,
    testing::Values(Deterministic{"dor", "mesh", {{"k", std::vector<std::int64_t>{4, 4}}}, {}},
                    Deterministic{"destro", "fat_tree", kTree, {}},
                    Deterministic{"destro", "fat_tree", kDeepTree, {}},
                    Deterministic{
                        "destro", "fat_tree", kTree, {{"implementation", std::string("table")}}},
                    Deterministic{"det_lin", "fat_tree", kTree, {}},
                    Deterministic{"det_lin", "fat_tree", kDeepTree, {}},
                    Deterministic{"destro_nonminimal", "fat_tree", kTree, {}},
                    Deterministic{"destro_nonminimal", "fat_tree", kDeepTree, {}},
                    Deterministic{"ruft", "ruft", kTree, {}},
                    Deterministic{"ruft", "ruft", kDeepTree, {}}));

}  // namespace
}  // namespace netloom::test
