// Registers of a switch in RTL that software writes while the network runs.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <systemc>

#include "hw/config/config.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/register_bus.h"
#include "sim/config/loaded_config.h"
#include "sim/run/fabric.h"
#include "testbench/rtl_switch/fast_switches.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"

namespace netloom::test {
namespace {

/// Host 0 sends a packet to host 3, which s0 routes in this cycle. It may go up by ports 2 and 3,
/// and takes the first.
constexpr Cycle kRouted = 11;

/// Closes port 2 of s0 in a cycle: two words.
class Software : public sc_core::sc_module {
 public:
  Software(Cycle cycle, Network& network)
      : sc_core::sc_module(sc_core::sc_module_name("software")), network_(network) {
    SC_HAS_PROCESS(Software);
    SC_THREAD(close);
    cycle_ = cycle;
  }

  bool accepted = true;

 private:
  void close() {
    wait(sc_core::sc_time(static_cast<double>(cycle_), sc_core::SC_NS));
    RegisterBus bus = network_.register_bus(0);
    for (const char* const name : {"LIB", "UIB"}) {
      const std::uint64_t address = network_.registers(0).address(name, 2);
      accepted = accepted && bus.write(address, 0) == RegisterFile::Status::kOk;
    }
  }

  Network& network_;
  Cycle cycle_;
};

/// By which port the packet goes.
std::string way(const std::string& view, Cycle closed_in) {
  return in_child([&]() -> std::string {
    const Config config = parse_config(
        "network: {topology: fat_tree, k: 2, n: 2, latency: {host: 1, up: 20, down: 20}}\n"
        "routing: {function: interval, selection: ff}\n"
        "traffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"
        "views: {default: " +
            view + "}\n",
        "network.yaml", ".");
    SendingOnly source(4);
    Message message;
    message.destination = 3;
    message.phits = 4;
    source.send(0, kRouted - 1, message);
    Fabric fabric(config, source, 1);
    const Software software(closed_in, fabric.network());
    fabric.run(100);
    std::string ports;
    for (const int port : {2, 3}) {
      if (fabric.network().model(0).channel_sent(port, 0) > 0) ports += std::to_string(port);
    }
    return software.accepted ? ports : "not accepted";
  });
}

TEST(RegistersOfRtl, TakeAWordInTwoCycles) {
  build_switches_fast(NETLOOM_SWITCH_CACHE);
  EXPECT_EQ(way("structural", kRouted), "3");
  EXPECT_EQ(way("structural", kRouted + 1), "2");
  EXPECT_EQ(way("rtl", kRouted - 2 * kWriteCycles), "3");
  EXPECT_EQ(way("rtl", kRouted - 2 * kWriteCycles + 1), "2");
}

}  // namespace
}  // namespace netloom::test
