#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "hw/link/flit.h"
#include "hw/switch/livelock_error.h"
#include "routing/decision/port_matcher.h"
#include "routing/topology/fat_tree.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

/// Sends whatever comes to a host on to the first switch above, and back from there.
class UpAndDown final : public PortMatcher {
 public:
  explicit UpAndDown(bool leaf) : leaf_(leaf) {}
  void registers_written(const RegisterFile& /*file*/) override {}
  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const int out = leaf_ ? 2 : query.input_port;
    *ports = std::uint64_t{1} << out;
  }

 private:
  bool leaf_;
};

/// A 2-ary 2-tree with RTL in place of the ports' decision that sends packets in circles: the
/// longest way passes three switches.
class Livelock : public testing::Test {
 protected:
  Livelock()
      : setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}}),
              "interval"),
        source(4) {
    setup.config.switches.selection = "ff";
    setup.hooks.port_matcher = [](SwitchId id, int /*ports*/, std::unique_ptr<PortMatcher> model) {
      model.reset();
      return std::make_unique<UpAndDown>(FatTree(2, 2).stage(id) == 0);
    };
    setup.config.simulation.hop_factor = 4;
    Message message;
    message.destination = 3;
    message.phits = 4;
    source.send(0, 5, message);
  }

  /// What the run fails with.
  std::string failure(Cycle cycles) {
    TestNetwork network(setup, source);
    try {
      network->run(cycles);
    } catch (const LivelockError& error) {
      packet = error.packet();
      return error.what();
    }
    return "";
  }

  std::string packet;  ///< that the failure is about
  NetworkSetup setup;
  ScriptedSource source;
};

TEST_F(Livelock, APacketInCirclesFailsTheRunAndIsNamedWithItsWay) {
  const std::string message = failure(5000);
  EXPECT_THAT(message, HasSubstr("livelock: packet 0 from h0 to h3 has passed 24 switches; the "
                                 "longest way that the routing function has passes 3, and 12 are "
                                 "allowed (simulation.hop_factor)"));
  // In cycle 6 it is at the first switch, in 6 + 3 · 12 at the thirteenth, which it leaves one
  // later.
  EXPECT_THAT(message, HasSubstr("In cycle 43 it had passed 13, and it went on by "));
  EXPECT_THAT(message, HasSubstr("s0.p2 -> s2.p0 -> s0.p2 -> s2.p0 -> s0.p2"));
  EXPECT_EQ(packet, "h0:0");
}

TEST_F(Livelock, InWormholeToo) {
  setup.config.switches.switching = Switching::kWormhole;
  setup.config.switches.flit_phits = 1;
  EXPECT_THAT(failure(5000), HasSubstr("livelock: packet 0 from h0 to h3 has passed 24 switches"));
}

TEST_F(Livelock, ThePairIsNamedWhereNicsCountItsPackets) {
  setup.config.nic.reorder_buffer = 4;
  failure(5000);
  EXPECT_EQ(packet, "h0:h3:0");
}

TEST_F(Livelock, InTheSpecialisedCoresToo) {
  setup.config.simulation.check_invariants = false;
  EXPECT_THAT(failure(5000), HasSubstr("livelock: packet 0 from h0 to h3 has passed 24 switches"));
}

// The switches in which it goes in circles run on two threads.
TEST_F(Livelock, OnSeveralThreadsToo) {
  setup.config.simulation.region_of = {0, 0, 1, 1};
  setup.config.simulation.threads = 2;
  const std::string message = failure(5000);
  EXPECT_THAT(message, HasSubstr("livelock: packet 0 from h0 to h3 has passed 24 switches"));
  EXPECT_THAT(message, HasSubstr("s0.p2 -> s2.p0 -> s0.p2 -> s2.p0 -> s0.p2"));
}

// Each thread notes the way of one while the other notes that of another.
TEST_F(Livelock, OfPacketsOnTwoThreadsAtTheSameTimeIsThatOfOne) {
  for (const NodeId host : {1, 2, 3}) {
    Message message;
    message.destination = host ^ 3;
    message.phits = 4;
    source.send(host, host == 1 ? 6 : 6 + host, message);
  }
  const std::string one = in_child([&] { return failure(5000); });
  EXPECT_THAT(one, HasSubstr("livelock: packet 0 from h0 to h3 has passed 24 switches"));
  setup.config.simulation.region_of = {0, 0, 1, 1};
  setup.config.simulation.threads = 2;
  for (int run = 0; run < 20; ++run) {
    EXPECT_EQ(in_child([&] { return failure(5000); }), one);
  }
}

// A hop takes three cycles: in cycle 6 the packet is at the first switch, in 6 + 3 · 14 it has
// passed 14.
TEST_F(Livelock, AtTheEndOfTheRunWhatIsOverTheLimitIsEnough) {
  EXPECT_THAT(failure(6 + 3 * 14), HasSubstr("livelock: packet 0 from h0 to h3 has passed 14"));
}

TEST_F(Livelock, UpToTheLimitNothingIsSaid) {
  EXPECT_EQ(failure(6 + 3 * 12), "");
}

TEST_F(Livelock, TheLimitGrowsWithTheFactor) {
  setup.config.simulation.hop_factor = 400;
  EXPECT_EQ(failure(3 * 1200), "");
}

/// One packet of one phit from end to end of a line.
std::string hops_in_a_line(std::int64_t switches) {
  return in_child([&]() -> std::string {
    NetworkSetup setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{switches}}}), "dor");
    setup.config.nic.packet_phits = 1;
    setup.config.simulation.check_invariants = false;
    ScriptedSource source(static_cast<std::uint32_t>(switches));
    Message message;
    message.destination = static_cast<NodeId>(switches - 1);
    message.phits = 1;
    source.send(0, 0, message);
    TestNetwork network(setup, source);
    network->run(static_cast<Cycle>(4 * switches));
    if (source.packets.empty()) return "not delivered";
    const DeliveredPacket& packet = source.packets.at(0);
    return fmt::format("{} hops{}", packet.hops, packet.deviated ? ", deviated" : "");
  });
}

// Around each of the widths that a counter might have.
TEST(Hops, AreCountedRightInLongLines) {
  for (const std::int64_t switches : {2047, 2048, 2500, 4096, 4300}) {
    EXPECT_EQ(hops_in_a_line(switches), fmt::format("{} hops", switches));
  }
}

}  // namespace
}  // namespace netloom::test
