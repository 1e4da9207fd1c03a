// A TLM fabric of a configuration file (sim/run/tlm_platform.h).

#include "sim/run/tlm_platform.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "sim/base/temporary_folder.h"
#include "testbench/rtl_switch/fast_switches.h"
#include "testbench/support/child_process.h"
#include "testbench/tlm/fabric_support.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using testing::HasSubstr;

class TlmPlatforms : public testing::Test {
 protected:
  std::string write(const std::string& text) const {
    const std::string path = folder.file("network.yaml");
    std::ofstream(path) << text;
    return path;
  }
  /// What is said of a file that cannot be.
  std::string refusal(const std::string& text) const {
    const std::string path = write(text);
    try {
      TlmPlatform platform(path);
    } catch (const Error& error) {
      const std::string message = error.what();
      return message.substr(message.find("network.yaml"));
    }
    return "";
  }
  /// Two hosts write to a memory at a third, again and again: when each write ended.
  std::string run(const std::vector<Override>& overrides = {}) const {
    const std::string path = write(
        "network: {topology: mesh, k: [2], concentration: 2, latency: {host: 2, mesh: 3}}\n"
        "traffic: {packet_phits: 5}\n"
        "tlm:\n"
        "  map: [{base: 0xf000000000000000, size: 0x1000, host: 3}]\n"
        "  most_data: 32\n");
    return in_child([&]() -> std::string {
      TlmPlatform platform(path, overrides);
      TlmFabric<64> fabric("fabric", platform.network(), platform.fabric());
      Memory<64> memory("memory", 0x1000);
      memory.latency = 3;
      memory.answer = Answer::kFourPhases;
      fabric.initiator_sockets[3].bind(memory.socket);
      Initiator<64> one("one"), other("other");
      one.socket.bind(fabric.target_sockets[0]);
      other.socket.bind(fabric.target_sockets[2]);
      std::string text;
      const auto program = [&](Initiator<64>& initiator, std::uint64_t address) {
        for (int i = 0; i < 12; ++i) {
          Access access{true, 0xf000000000000000 + address,
                        std::vector<unsigned char>(static_cast<std::size_t>(1 + 7 * i))};
          sc_time delay;
          initiator.call(access, delay);
          text += fmt::format("{} {}; ", access.ended, static_cast<int>(access.status));
          address += 0x10;
        }
      };
      Program first("first", [&] { program(one, 0); });
      Program second("second", [&] { program(other, 0x800); });
      while (!first.done || !second.done) sc_core::sc_start(100, SC_NS);
      return text;
    });
  }

  TemporaryFolder folder{"netloom-tlm"};
};

TEST_F(TlmPlatforms, DoTheSameInEveryView) {
  const std::string fast = run();
  EXPECT_EQ(std::count(fast.begin(), fast.end(), ';'), 24);
  EXPECT_EQ(fast.find(" -"), std::string::npos) << "errors";
  EXPECT_EQ(run({{"views.default", "structural"}}), fast);
  EXPECT_EQ(run({{"simulation.regions", "2"}, {"simulation.threads", "2"}}), fast);
}

TEST_F(TlmPlatforms, RunSwitchesInRtl) {
  build_switches_fast(folder.file("cache"));
  EXPECT_EQ(run({{"views.default", "rtl"}}), run());
}

TEST_F(TlmPlatforms, SayWhatCannotBe) {
  const std::string network = "network: {topology: mesh, k: [2]}\n";
  EXPECT_EQ(refusal(network),
            "network.yaml: says nothing of TLM-2.0 hosts; allowed: with the section tlm");
  EXPECT_EQ(refusal(network + "traffic: {pattern: uniform, load: 0.1}\ntlm: {most_data: 8}\n"),
            "network.yaml: traffic: the hosts of a TLM fabric send what their initiators issue; "
            "allowed: packet_phits alone");
  EXPECT_EQ(refusal(network + "tlm: {most_data: 121}\n"),
            "network.yaml:2: tlm.most_data: 121 bytes, and a header of 8, are more than the 128 "
            "bytes of a packet (traffic.packet_phits times tlm.phit); allowed: up to 120");
  const auto map = [&](const std::string& ranges) {
    return refusal(network + "tlm:\n  map: [" + ranges + "]\n");
  };
  EXPECT_EQ(map("{base: 0x0, size: 0x10, host: 0}, {base: 0xf, size: 0x10, host: 1}"),
            "network.yaml:3: tlm.map: address map: 0x0 to 0xf (host 0) and 0xf to 0x1e (host 1) "
            "overlap");
  EXPECT_EQ(map("{base: 0x0, size: 0x10, host: 2}"),
            "network.yaml:3: tlm.map: address map: 0x0 to 0xf (host 2); allowed: hosts below 2");
  for (const std::string base : {"0x", "0xg", "ten", "0x10000000000000000"}) {
    EXPECT_EQ(map("{base: " + base + ", size: 0x10, host: 0}"),
              "network.yaml:3: tlm.map[0].base: '" + base +
                  "' is no number of bytes; allowed: 0x0 to 0xffffffffffffffff");
  }
  EXPECT_THAT(map("{base: 16, size: 0x10, host: 0}"), HasSubstr("tlm.map[0].base: 16 is not text"));
  EXPECT_THAT(map("{size: 0x10, host: 0}"), HasSubstr("tlm.map[0]"));
}

}  // namespace
}  // namespace netloom::test
