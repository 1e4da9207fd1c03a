// Dragonflies with in-transit adaptive routing: what their switches do under pressure.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <string>

#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// A dragonfly with h = 2, in which every host sends packets to random others as fast as it can.
class CongestedDragonfly : public testing::Test {
 protected:
  NetworkSetup setup(const std::string& function, const std::map<std::string, int>& vcs) const {
    NetworkSetup setup(
        make_netlist("dragonfly", {{"h", std::int64_t{2}}}, {{"local", 2}, {"global", 5}}),
        function);
    setup.vc_policy = "ascending";
    for (std::size_t kind = 0; kind < setup.netlist.kinds.size(); ++kind) {
      const auto found = vcs.find(setup.netlist.kinds[kind]);
      if (found != vcs.end()) setup.config.switches.vcs[kind] = found->second;
    }
    setup.config.switches.selection = "random";
    setup.config.simulation.watchdog = 1000;
    return setup;
  }

  static void fill(ScriptedSource& source, NodeId hosts, int packets) {
    Random random(11, 0);
    for (NodeId host = 0; host < hosts; ++host) {
      for (int i = 0; i < packets; ++i) {
        Message message;
        message.destination = (host + 1 + random.below(hosts - 1)) % hosts;
        message.phits = 4;
        source.send(host, 0, message);
      }
    }
  }
};

TEST_F(CongestedDragonfly, EverythingArrivesWithTheSmallestBuffers) {
  for (const auto& [function, local] :
       std::map<std::string, int>{{"min", 2}, {"par62", 6}, {"rlm", 3}, {"olm", 3}}) {
    EXPECT_EQ(in_child([&]() -> std::string {
                NetworkSetup network_setup = setup(function, {{"local", local}, {"global", 2}});
                network_setup.input_buffers(4);  // one packet
                ScriptedSource source(72);
                fill(source, 72, 100);
                TestNetwork network(network_setup, source);
                network->run(1);
                if (!network.drain(200000) || network->counters().delivered != 7200) {
                  return "not everything was delivered";
                }
                return network->check_conservation().message;
              }),
              "")
        << function;
  }
}

/// Both local hops of a group on one VC, in any order: not ascending, and found to be a deadlock.
TEST_F(CongestedDragonfly, UnrestrictedLocalMisroutingStopsWithItsCycle) {
  NetworkSetup network_setup = setup("rlm", {{"local", 3}, {"global", 2}});
  network_setup.function_parameters = {{"restriction", std::string("none")},
                                       {"threshold", std::int64_t{255}}};
  network_setup.input_buffers(4);
  ScriptedSource source(72);
  fill(source, 72, 2000);
  TestNetwork network(network_setup, source);
  try {
    network->run(200000);
    ADD_FAILURE() << "no deadlock was found";
  } catch (const DeadlockError& error) {
    EXPECT_GE(error.channels().size(), 2u);
    for (const std::string& channel : error.channels()) {
      EXPECT_THAT(error.what(), testing::HasSubstr(channel));
    }
  }
}

}  // namespace
}  // namespace netloom::test
