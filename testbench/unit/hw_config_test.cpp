#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "routing/base/error.h"

namespace netloom {
namespace {

const std::vector<std::string> kKinds = {"host", "local"};

NetworkConfig valid_config() {
  NetworkConfig config;
  config.switches.vcs = {1, 2};
  config.switches.input_buffer = {16, 16};
  config.switches.output_buffer = {0, 0};
  return config;
}

void wormhole(NetworkConfig& config, int flit_phits) {
  config.switches.switching = Switching::kWormhole;
  config.switches.flit_phits = flit_phits;
}

struct Bad {
  std::string name;
  std::function<void(NetworkConfig&)> change;
  std::string message;

  friend void PrintTo(const Bad& bad, std::ostream* out) { *out << bad.name; }
};

class BadConfig : public testing::TestWithParam<Bad> {};

TEST_P(BadConfig, IsRefusedWithWhatIsAllowed) {
  NetworkConfig config = valid_config();
  ASSERT_NO_THROW(validate(config, kKinds));
  GetParam().change(config);
  try {
    validate(config, kKinds);
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), GetParam().message);
  }
}

const Bad kBad[] = {
    {"VcsOfTooFewKinds", [](NetworkConfig& c) { c.switches.vcs = {1}; },
     "routing.vcs.count: has 1 values; allowed: one for each of the 2 link kinds"},
    {"NoVc", [](NetworkConfig& c) { c.switches.vcs[1] = 0; },
     "routing.vcs.count.local: 0 is out of range; allowed: 1 to 128"},
    {"TooManyVcs", [](NetworkConfig& c) { c.switches.vcs[0] = 129; },
     "routing.vcs.count.host: 129 is out of range; allowed: 1 to 128"},
    {"InputBufferSmallerThanAPacket", [](NetworkConfig& c) { c.switches.input_buffer[0] = 15; },
     "switch.input_buffer.host: 15 phits do not hold one packet (16 phits); allowed: 16 to "
     "16777216"},
    {"InputBufferSmallerThanAFlit",
     [](NetworkConfig& c) {
       wormhole(c, 8);
       c.switches.input_buffer[1] = 7;
     },
     "switch.input_buffer.local: 7 phits do not hold one flit (8 phits); allowed: 8 to 16777216"},
    {"OutputBufferSmallerThanAPacket", [](NetworkConfig& c) { c.switches.output_buffer[1] = 15; },
     "switch.output_buffer.local: 15 phits do not hold one packet (16 phits); allowed: 0, or 16 to "
     "16777216"},
    {"NegativeOutputBuffer", [](NetworkConfig& c) { c.switches.output_buffer[1] = -1; },
     "switch.output_buffer.local: -1 is out of range; allowed: 0 to 16777216"},
    {"WormholeWithoutFlits", [](NetworkConfig& c) { wormhole(c, 0); },
     "switch.flit_phits: 0 is out of range; allowed: 1 to 65535"},
    {"FlitLongerThanThePacket", [](NetworkConfig& c) { wormhole(c, 17); },
     "switch.flit_phits: 17 phits are more than a packet; allowed: 1 to 16"},
    {"NegativeRoutingDelay", [](NetworkConfig& c) { c.switches.routing_delay = -1; },
     "switch.routing_delay: -1 is out of range; allowed: 0 to 65535"},
    {"NoCrossbarDelay", [](NetworkConfig& c) { c.switches.crossbar_delay = 0; },
     "switch.crossbar.delay: 0 is out of range; allowed: 1 to 65535"},
    {"SpeedupThree", [](NetworkConfig& c) { c.switches.speedup = 3; },
     "switch.crossbar.speedup: 3 is out of range; allowed: 1 to 2"},
    {"NoIteration", [](NetworkConfig& c) { c.switches.iterations = 0; },
     "switch.allocator.iterations: 0 is out of range; allowed: 1 to 64"},
    {"EmptyPackets", [](NetworkConfig& c) { c.nic.packet_phits = 0; },
     "traffic.packet_phits: 0 is out of range; allowed: 1 to 65535"},
    {"PacketsOf65536Phits", [](NetworkConfig& c) { c.nic.packet_phits = 65536; },
     "traffic.packet_phits: 65536 is out of range; allowed: 1 to 65535"},
    {"InjectionBufferSmallerThanAPacket", [](NetworkConfig& c) { c.nic.injection_buffer = 15; },
     "nic.injection_buffer: 15 phits do not hold one packet (16 phits); allowed: 16 to 16777216"},
    {"NoInjectionVc", [](NetworkConfig& c) { c.nic.injection_vcs = 0; },
     "nic.injection_vcs: 0 is out of range; allowed: 1 to 128"},
    {"NegativeReorderBuffer", [](NetworkConfig& c) { c.nic.reorder_buffer = -1; },
     "nic.reorder_buffer: -1 is out of range; allowed: 0 to 65535"},
    {"StallsAlways", [](NetworkConfig& c) { c.simulation.stall_probability = 1; },
     "simulation.stall_probability: 1 is out of range; allowed: 0 to 0.99"},
    {"ShortestPacketLongerThanThePacket", [](NetworkConfig& c) { c.smallest_packet = 17; },
     "traffic.packet_phits: the shortest packet has 17 phits; allowed: 1 to 16, or 0 for packets "
     "of one size"},
};

INSTANTIATE_TEST_SUITE_P(Values, BadConfig, testing::ValuesIn(kBad),
                         [](const testing::TestParamInfo<Bad>& test) { return test.param.name; });

TEST(Config, ValuesAtTheLimitsAreAccepted) {
  NetworkConfig config = valid_config();
  config.switches.vcs = {64, 1};
  config.switches.output_buffer = {16, 0};
  config.switches.routing_delay = 0;
  config.switches.speedup = 2;
  config.nic.injection_buffer = 16;
  config.smallest_packet = 16;
  EXPECT_NO_THROW(validate(config, kKinds));
  wormhole(config, 16);
  EXPECT_NO_THROW(validate(config, kKinds));
  wormhole(config, 1);
  config.switches.input_buffer = {1, 1};
  config.switches.output_buffer = {1, 0};
  EXPECT_NO_THROW(validate(config, kKinds));
}

}  // namespace
}  // namespace netloom
