#include "tlm/packet_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "testbench/tlm/platform.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using testing::HasSubstr;

struct Text final : PacketContent {
  explicit Text(std::string of) : text(std::move(of)) {}
  std::string text;
};

/// Two switches with two hosts each, of which two have packet ports and two sockets.
class PacketPorts : public testing::Test {
 protected:
  static NetworkSetup line() {
    NetworkSetup setup(
        make_netlist("mesh",
                     {{"k", std::vector<std::int64_t>{2}}, {"concentration", std::int64_t{2}}},
                     {{"host", 2}, {"mesh", 3}}),
        "dor");
    setup.config.nic.packet_phits = 9;
    return setup;
  }
  static TlmFabricConfig config() {
    TlmFabricConfig result;
    result.map = {{0x100, 0x100, 2, true}};
    return result;
  }

  NetworkSetup setup = line();
  std::unique_ptr<RoutingFunction> routing = make_routing_function(setup);
  TlmFabric<32> fabric{"fabric", network_from(setup.netlist, *routing, setup.config), config()};
  Memory<32> memory{"memory", 0x100};
  PacketPort first{fabric.hosts(), 0, 2};
  PacketPort other{fabric.hosts(), 3};

  PacketPorts() { fabric.initiator_sockets[2].bind(memory.socket); }

  static ExternalPacket to(NodeId host, const std::string& text) {
    return {host, 4, false, std::make_shared<Text>(text)};
  }
  static std::string text_of(const PacketPort::Received& received) {
    return static_cast<const Text&>(*received.content).text;
  }
  static double now() { return sc_core::sc_time_stamp() / sc_time(1, SC_NS); }
};

// A packet over two switches takes 2 + 3 + 2 + 2 * 2 + 4 - 1 cycles.
TEST_F(PacketPorts, SendAndReceive) {
  std::string received;
  Program sender("sender", [&] {
    sc_core::wait(5, SC_NS);
    EXPECT_TRUE(first.try_send(to(3, "one")));
    EXPECT_TRUE(first.try_send(to(3, "two")));
    EXPECT_EQ(first.on_the_way(), 2u);
    EXPECT_FALSE(first.try_send(to(3, "none"))) << "two at most";
    sc_core::wait(first.room());
    EXPECT_EQ(now(), 19);
    EXPECT_TRUE(first.try_send(to(3, "three")));
  });
  Program receiver("receiver", [&] {
    EXPECT_FALSE(other.try_receive());
    for (int i = 0; i < 3; ++i) {
      sc_core::wait(other.received());
      auto packet = other.try_receive();
      ASSERT_TRUE(packet);
      received +=
          fmt::format("{} at {} from {}; ", text_of(*packet), now(), packet->arrival.source);
    }
    EXPECT_FALSE(other.try_receive());
    EXPECT_TRUE(other.try_send({0, 1, true}));
    sc_core::wait(first.received());
    EXPECT_TRUE(first.try_receive()->arrival.response);
  });
  sc_core::sc_start();
  EXPECT_TRUE(sender.done && receiver.done);
  EXPECT_EQ(received, "one at 19 from 0; two at 23 from 0; three at 33 from 0; ");
}

TEST_F(PacketPorts, SendToEachOtherOnly) {
  Program sender("sender", [&] { EXPECT_TRUE(first.try_send(to(2, "astray"))); });
  std::string message;
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    message = report.what();
  }
  EXPECT_THAT(message, HasSubstr("TLM fabric: host 0 has sent a packet to host 2; allowed: to "
                                 "hosts that have a packet port, too"));
}

TEST_F(PacketPorts, TakeThePlaceOfSockets) {
  Initiator<32> initiator("initiator");
  initiator.socket.bind(fabric.target_sockets[3]);
  std::string message;
  try {
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  } catch (const Error& error) {
    message = error.what();
  }
  EXPECT_EQ(message,
            "TLM fabric: host 3 has a packet port, so that nothing can be bound to its sockets");
}

// What does not come is no longer on the way when time is over.
TEST_F(PacketPorts, TakePacketsForLost) {
  PacketPort impatient(fabric.hosts(), 1, 1, 8);
  Program sender("sender", [&] {
    EXPECT_TRUE(impatient.try_send(to(3, "one")));
    EXPECT_FALSE(impatient.try_send(to(3, "none")));
    sc_core::wait(impatient.room());
    EXPECT_EQ(now(), 8);
    EXPECT_TRUE(impatient.try_send(to(3, "two")));
    sc_core::wait(100, SC_NS);
    EXPECT_EQ(impatient.on_the_way(), 0u);
    EXPECT_FALSE(other.try_receive()) << "both would have taken longer";
  });
  sc_core::sc_start();
  EXPECT_TRUE(sender.done);
}

}  // namespace
}  // namespace netloom::test
