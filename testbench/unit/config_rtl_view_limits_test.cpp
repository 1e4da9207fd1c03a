// What a switch in RTL does not do: refused by name, before anything runs.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "testbench/unit/config_support.h"

namespace netloom::test {
namespace {

struct Refused {
  std::string name;
  std::vector<Override> overrides;
  std::string message;

  friend void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.name; }
};

std::vector<Refused> refused_configurations() {
  const Override arithmetic = {"routing", "{function: destro, implementation: arithmetic}"};
  return {
      {"Function",
       {{"routing.function", "all_path"}},
       "routing.function all_path; allowed: destro, destro_nonminimal, det_lin, dor, ecmp, ft2ei, "
       "interval, min, olm, par62, rlm, ruft, shortest_path, table, up_down"},
      {"Implementation",
       {{"routing", "{function: destro, implementation: table}"}},
       "routing.implementation table; allowed: fir, arithmetic"},
      {"DigitsOfOtherBases",
       {{"network.k", "3"}, arithmetic},
       "network.k 3; allowed: a power of two"},
      {"SelectionByDigitsOfOtherBases",
       {{"network.k", "3"}, {"routing.selection", "sadp"}},
       "routing.selection sadp; allowed: ff, ssp, cp, mc and random, and others where k is a "
       "power of two"},
      {"PairsOfLocalHopsBySign",
       {{"network", "{topology: dragonfly, p: 1, a: 3, h: 1}"},
        {"routing", "{function: rlm, restriction: sign_only}"}},
       "routing.restriction sign_only; allowed: parity_sign, none"},
      {"MoreHostsThanAForwardingTableHas",
       {{"network", "{topology: mesh, k: [16, 17], concentration: 241}"},
        {"routing.function", "up_down"}},
       "routing.function up_down in a network of 65552 hosts, for each of which a switch has a "
       "register; allowed: 1 to 65536"},
      {"SelectionWithTheRoute",
       {{"routing.select_at", "routing"}},
       "routing.select_at routing; allowed: grant"},
      {"NoRoutingDelay",
       {{"switch.routing_delay", "0"}},
       "switch.routing_delay 0; allowed: 1 or more"},
      {"LongCrossbar",
       {{"switch.crossbar.delay", "257"}},
       "switch.crossbar.delay 257; allowed: 1 to 256"},
      {"OneRoutingUnit",
       {{"switch.routing_units", "switch"}},
       "switch.routing_units switch; allowed: port"},
      {"ArbiterByAge",
       {{"switch.allocator.arbiter", "age"}},
       "switch.allocator.arbiter age; allowed: round_robin, least_recently_served"},
      {"Blocks",
       {{"rtl.blocks", "[interval]"}},
       "rtl.blocks: a switch in RTL has its own; allowed: none"},
      {"Faults",
       {{"routing.function", "ft2ei"}, {"faults", "[{random: link, cycle: 5}]"}},
       "faults: links that fail while the network runs; allowed: faults before the start (cycle 0), "
       "or fault_handling.way central"},
      {"FaultsAndALongerRouting",
       {{"routing.function", "ft2ei"},
        {"faults", "[{random: link, cycle: 5}]"},
        {"fault_handling.way", "central"},
        {"switch.routing_delay", "2"}},
       "switch.routing_delay 2; allowed: with faults during the run 1"},
      {"FaultsAndSeveralVcs",
       {{"routing.function", "ft2ei"},
        {"faults", "[{random: link, cycle: 5}]"},
        {"fault_handling.way", "central"},
        {"nic.injection_vcs", "2"}},
       "routing.vcs.count and nic.injection_vcs: several VCs; allowed: with faults during the run 1"},
      {"Stalls",
       {{"simulation.stall_probability", "0.1"}},
       "simulation.stall_probability above 0; allowed: 0"},
  };
}

class RtlViewLimits : public testing::TestWithParam<Refused> {};

TEST_P(RtlViewLimits, AreSaid) {
  std::vector<Override> overrides = GetParam().overrides;
  const std::string text = std::string(kSmallConfig) + "routing: {function: interval}\n";
  EXPECT_NO_THROW(read(text, overrides)) << "of a switch in another view";
  overrides.push_back({"views", "{default: rtl}"});
  try {
    read(text, overrides);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(), "--set views: rtl: " + GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RtlViewLimits, testing::ValuesIn(refused_configurations()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace netloom::test
