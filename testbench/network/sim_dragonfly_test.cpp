// Dragonflies through the `netloom` program: what they accept, and whether they can deadlock.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class DragonflyProgram : public Program {
 protected:
  /// The switches and links of [RLM-OLM 2013], section IV. `amount`: "load: 0.5" or
  /// "burst: {packets: 20}".
  std::string configuration(const std::string& traffic, const std::string& amount,
                            int h = 2) const {
    return fmt::format(
        "network: {{topology: dragonfly, h: {}, latency: {{host: 1, local: 10, global: 100}}}}\n"
        "switch: {{input_buffer: {{host: 32, local: 32, global: 256}}}}\n"
        "routing: {{function: min}}\n"
        "traffic: {{{}, {}, packet_phits: 8}}\n"
        "simulation: {{warmup: 4000, measure: {}}}\n",
        h, traffic, amount, h > 2 ? 3000 : 10000);
  }
  std::string configuration(const std::string& traffic, double load, int h = 2) const {
    return configuration(traffic, fmt::format("load: {}", load), h);
  }

  /// The results of d.yaml with this routing function.
  json point(const std::string& function, const std::vector<std::string>& settings = {}) const {
    std::vector<std::string> arguments = {
        "run", "d.yaml", "--set", "routing.function=" + function, "--json", "r.json"};
    for (const std::string& setting : settings) {
      arguments.push_back("--set");
      arguments.push_back(setting);
    }
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"][0];
  }

  double accepted(const std::string& function, const std::string& traffic, double load,
                  const std::vector<std::string>& settings = {}) const {
    folder.write("d.yaml", configuration(traffic, load));
    return point(function, settings)["accepted_load"];
  }
  double accepted(const std::string& function, const std::string& traffic, double load,
                  int h) const {
    folder.write("d.yaml", configuration(traffic, load, h));
    return point(function)["accepted_load"];
  }
};

const char kGlobal[] = "pattern: adversarial_global";
const char kLocal[] = "pattern: adversarial_local";

// One global link for 2h² hosts, one local link for h hosts.
TEST_F(DragonflyProgram, MinimalRoutingSaturatesAsTheTheorySays) {
  EXPECT_NEAR(accepted("min", kGlobal, 0.5), 1.0 / 8, 0.05 / 8);
  EXPECT_NEAR(accepted("min", kLocal, 0.9), 1.0 / 2, 0.05 / 2);
}

TEST_F(DragonflyProgram, MinimalRoutingSaturatesAsTheTheorySaysWithMoreHosts) {
  EXPECT_NEAR(accepted("min", kGlobal, 0.1, 4), 1.0 / 32, 0.05 / 32);
  EXPECT_NEAR(accepted("min", kLocal, 0.5, 4), 1.0 / 4, 0.05 / 4);
}

// What [RLM-OLM 2013] says of its Figures 5 and 6, in a small network.

// Under UN, RLM and OLM lose next to nothing against minimal routing, although paths are longer.
TEST_F(DragonflyProgram, MisroutingKeepsUpUnderUniformTraffic) {
  folder.write("d.yaml", configuration("pattern: uniform", 0.9, 3));
  const json minimal = point("min");
  for (const char* function : {"rlm", "olm"}) {
    const json misrouted = point(function);
    EXPECT_GT(misrouted["accepted_load"].get<double>(),
              0.95 * minimal["accepted_load"].get<double>())
        << function;
    EXPECT_GT(misrouted["hops"]["mean"], minimal["hops"]["mean"]) << function;
  }
}

// Links of different length have buffers of different size: what waits behind them is compared as
// a share of those.
TEST_F(DragonflyProgram, FewPacketsLeaveTheMinimalPathAtLowLoad) {
  folder.write("d.yaml", configuration("pattern: uniform", 0.1, 3));
  const double minimal = point("min")["hops"]["mean"];
  for (const char* function : {"par62", "rlm", "olm"}) {
    EXPECT_LT(point(function)["hops"]["mean"].get<double>(), 1.1 * minimal) << function;
  }
}

// Under ADVG+h RLM accepts less than PAR-6/2, "due to its lower number of allowed non-minimal
// paths", and all of them far more than the 1/h that is the most without local misrouting.
TEST_F(DragonflyProgram, LocalMisroutingAcceptsMoreUnderAdvgPlusH) {
  const std::string traffic = "pattern: adversarial_global, offset: 4";
  const double restricted = accepted("rlm", traffic, 0.4, 4);
  EXPECT_LT(accepted("rlm", traffic, 0.8, 4), accepted("par62", traffic, 0.8, 4));
  EXPECT_GT(restricted, 1.25 * 1 / 4);
  EXPECT_GT(accepted("olm", traffic, 0.4, 4), 1.25 * 1 / 4);
}

// Under ADVG+1 the packets that do not go through a third group share one global link for 2h²
// hosts.
TEST_F(DragonflyProgram, PathClassesAreThoseThatThePacketsTook) {
  const std::vector<std::string> wormhole = {"switch.switching=wormhole", "switch.flit_phits=2"};
  folder.write("d.yaml", configuration(kGlobal, 0.3));
  for (const std::vector<std::string>& settings : {std::vector<std::string>(), wormhole}) {
    const json result = point("rlm", settings);
    const double accepted = result["accepted_load"];
    const json& paths = result["paths"];
    const double by_the_link = paths["minimal"].get<double>() + paths["local"].get<double>();
    EXPECT_LT(by_the_link * accepted, 1.05 / 8) << paths;
    EXPECT_GT(paths["global"].get<double>() + paths["both"].get<double>(), 0.5) << paths;
  }
}

std::string mixture(int offset, double global) {
  return fmt::format(
      "mixture: [{{pattern: adversarial_global, offset: {}, share: {}}}, "
      "{{pattern: adversarial_local, share: {}}}]",
      offset, global, 1 - global);
}

// "The throughput values decrease as the percentage of global traffic increases."
TEST_F(DragonflyProgram, MixturesAcceptLessTheMoreOfThemIsGlobal) {
  for (const char* function : {"par62", "rlm", "olm"}) {
    const double mostly_local = accepted(function, mixture(2, 0.1), 1);
    const double half = accepted(function, mixture(2, 0.5), 1);
    EXPECT_GT(mostly_local, half) << function;
    EXPECT_GT(half, accepted(function, mixture(2, 0.9), 1)) << function;
  }
}

// All packets of a burst arrive, and sooner with misrouting than without.
TEST_F(DragonflyProgram, BurstsOfMixturesAreDeliveredSooner) {
  folder.write("d.yaml", configuration(mixture(2, 0.5), "burst: {packets: 100}"));
  const json minimal = point("min");
  EXPECT_EQ(minimal["packets"]["delivered"], 7200);
  // 8 hosts of a group send half of their phits by one link.
  EXPECT_GT(minimal["completion_cycle"], 8 * 50 * 8);
  for (const char* function : {"par62", "rlm", "olm"}) {
    const json misrouted = point(function);
    EXPECT_EQ(misrouted["packets"]["delivered"], 7200) << function;
    EXPECT_LT(misrouted["completion_cycle"].get<double>(),
              0.75 * minimal["completion_cycle"].get<double>())
        << function;
  }
}

TEST_F(DragonflyProgram, MisroutingAcceptsMore) {
  for (const char* function : {"par62", "rlm", "olm"}) {
    EXPECT_GT(accepted(function, kGlobal, 0.5), 2 * 1.0 / 8) << function;
    EXPECT_GT(accepted(function, kLocal, 0.9), 1.1 * 1.0 / 2) << function;
  }
}

TEST_F(DragonflyProgram, WithoutMisroutingTheyAreMinimal) {
  folder.write("d.yaml", configuration(kGlobal, 0.5));
  for (const char* function : {"par62", "rlm", "olm"}) {
    const Result result =
        run({"run", "d.yaml", "--set", fmt::format("routing.function={}", function), "--set",
             "routing.misrouting=false", "--json", "r.json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json point = json::parse(read_file(folder.file("r.json")))["points"][0];
    EXPECT_NEAR(point["accepted_load"].get<double>(), 1.0 / 8, 0.05 / 8) << function;
  }
}

// A head that the trigger has held back looks again when the queues have changed, and not before:
// the same result as when it looks in every cycle.
TEST_F(DragonflyProgram, HeadsThatTheTriggerHoldsBackMissNothing) {
  const std::vector<std::string> shorter = {"simulation.warmup=500", "simulation.measure=1500"};
  const auto point_with = [&](std::vector<std::string> settings) {
    settings.insert(settings.end(), shorter.begin(), shorter.end());
    json result = point("olm", settings);
    result.erase("performance");
    return result;
  };
  for (const char* traffic : {"pattern: uniform", kGlobal}) {
    folder.write("d.yaml", configuration(traffic, 0.6));
    for (const std::vector<std::string>& network :
         {std::vector<std::string>{},
          {"switch.output_buffer=16"},
          {"switch.output_buffer=16", "switch.crossbar.kind=full", "switch.crossbar.speedup=2"},
          {"routing.select_at=routing"}}) {
      const json reference = point_with(network);
      for (const char* setting :
           {"simulation.idle_skipping=false", "simulation.quantum=1",
            "simulation.check_invariants=true", "simulation.specialised=false"}) {
        std::vector<std::string> settings = network;
        settings.emplace_back(setting);
        EXPECT_EQ(point_with(settings), reference)
            << traffic << ", " << setting << ", " << (network.empty() ? "" : network.front());
      }
    }
  }
}

// Every packet takes two global hops, so that half of the hosts' rate would fill the global links.
// Minimal routing accepts 1/8.
TEST_F(DragonflyProgram, ValiantAcceptsUpToHalfUnderAdversarialTraffic) {
  for (const char* form : {"group", "LGL", "-GL"}) {
    const double load = accepted("val", kGlobal, 0.7, {std::string("routing.path_a=") + form});
    EXPECT_LE(load, 0.5) << form;
    EXPECT_GT(load, 0.3) << form;
  }
}

TEST_F(DragonflyProgram, SourceAdaptiveRoutingIsMinimalOrValiantAsTheTrafficNeedsIt) {
  for (const char* function : {"ugal_l", "ugal_g", "pb", "par"}) {
    EXPECT_GT(accepted(function, kGlobal, 0.5), 2 * 1.0 / 8) << function;
    EXPECT_NEAR(accepted(function, "pattern: uniform", 0.3), 0.3, 0.01) << function;
  }
  // Through another group and back where that is allowed.
  EXPECT_NEAR(accepted("pb", kLocal, 0.9, {"routing.within_group=minimal"}), 1.0 / 2, 0.05 / 2);
}

// T as large as it can be: always minimal, unless PB knows a link to be saturated.
TEST_F(DragonflyProgram, TheThresholdIsARegister) {
  EXPECT_NEAR(accepted("ugal_l", kGlobal, 0.5, {"routing.ugal_threshold=32767"}), 1.0 / 8,
              0.05 / 8);
  EXPECT_NEAR(accepted("pb", kGlobal, 0.5,
                       {"routing.ugal_threshold=32767", "routing.saturation_offset=65535"}),
              1.0 / 8, 0.05 / 8);
  EXPECT_GT(accepted("pb", kGlobal, 0.5, {"routing.ugal_threshold=32767"}), 1.5 / 8);
}

TEST_F(DragonflyProgram, ValiantDeclaresItsVcs) {
  folder.write("d.yaml", configuration(kGlobal, 0.5));
  const Result result = run({"check", "d.yaml", "--set", "routing.function=val", "--set",
                             "routing.path_a=LGL", "--json", "c.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const json document = json::parse(read_file(folder.file("c.json")));
  EXPECT_EQ(document["method"], "acyclic channel dependency graph");
  EXPECT_EQ(document["vcs_needed"], (json{{"local", 4}, {"global", 2}}));
  const Result few = run({"check", "d.yaml", "--set", "routing.function=val", "--set",
                          "routing.path_a=LGL", "--set", "routing.vcs.count.local=3"});
  EXPECT_NE(few.status, 0);
  EXPECT_THAT(few.errors, HasSubstr("with path_a 'LGL' needs 4 virtual channels on local links"));
  const Result unknown =
      run({"check", "d.yaml", "--set", "routing.function=val", "--set", "routing.path_a=GLG"});
  EXPECT_NE(unknown.status, 0);
  EXPECT_THAT(unknown.errors, HasSubstr("group, LGL, LG-, -GL, -G-"));
}

TEST_F(DragonflyProgram, CheckProvesTheEscape) {
  folder.write("d.yaml", configuration(kGlobal, 0.5));
  const Result result =
      run({"check", "d.yaml", "--set", "routing.function=olm", "--json", "c.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("deadlock: none"));
  EXPECT_THAT(result.output, HasSubstr("there is an escape from every state"));
  const json document = json::parse(read_file(folder.file("c.json")));
  EXPECT_EQ(document["deadlock_free"], true);
  EXPECT_EQ(document["method"], "escape subfunction");
  EXPECT_EQ(document["vcs_needed"], (json{{"local", 3}, {"global", 2}}));
  EXPECT_EQ(document["cycle"], json::array());
}

TEST_F(DragonflyProgram, CheckShowsTheCycle) {
  folder.write("d.yaml", configuration(kGlobal, 0.5));
  const Result result = run({"check", "d.yaml", "--set", "routing.function=rlm", "--set",
                             "routing.restriction=none", "--json", "c.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("deadlock: possible"));
  const json document = json::parse(read_file(folder.file("c.json")));
  EXPECT_EQ(document["deadlock_free"], false);
  EXPECT_GE(document["cycle"].size(), 2u);
}

// Under both traffics, and in both modes.
TEST_F(DragonflyProgram, RtlDecidesAsTheModelDoes) {
  const auto point_with = [this](const std::string& function, const std::string& blocks,
                                 const std::string& mode) {
    const Result result =
        run({"run", "d.yaml", "--set", "routing.function=" + function, "--set",
             "rtl.blocks=" + blocks, "--set", "rtl.mode=" + mode, "--set", "simulation.warmup=500",
             "--set", "simulation.measure=3500", "--json", "r.json"});
    EXPECT_EQ(result.status, 0) << result.errors;
    json point = json::parse(read_file(folder.file("r.json")))["points"][0];
    point.erase("performance");
    return point;
  };
  for (const auto& [function, block] :
       {std::pair{"rlm", "[parity_sign]"}, std::pair{"olm", "[olm_vc]"},
        std::pair{"lia", "[lia_counters]"}}) {
    for (const char* traffic : {"pattern: uniform", kGlobal}) {
      folder.write("d.yaml", configuration(traffic, 0.4));
      const json model = point_with(function, "[]", "shadow");
      for (const char* mode : {"replace", "shadow"}) {
        json rtl = point_with(function, block, mode);
        EXPECT_GT(rtl["rtl"]["decisions"], 10000) << block << ", " << traffic << ", " << mode;
        EXPECT_EQ(rtl["rtl"]["mismatches"], 0) << block << ", " << traffic << ", " << mode;
        rtl["rtl"] = model["rtl"];
        EXPECT_EQ(rtl, model) << block << ", " << traffic << ", " << mode;
      }
    }
  }
}

// Both local hops of a group on one VC in any order: the VCs do not ascend, and packets that hold
// several of them wait for each other. The run ends, and says which channels it was.
TEST_F(DragonflyProgram, ARunThatDeadlocksIsReportedWithItsCycle) {
  folder.write("d.yaml", configuration("pattern: uniform", "burst: {packets: 200}"));
  const auto run_with = [&](const char* restriction) {
    return run(
        {"run", "d.yaml", "--set",
         fmt::format("routing={{function: rlm, restriction: {}, threshold: 255}}", restriction),
         "--set", "switch.switching=wormhole", "--set", "switch.flit_phits=10", "--set",
         "traffic.packet_phits=80", "--set", "nic.injection_vcs=3", "--set",
         "simulation.watchdog=2000", "--json", "r.json"});
  };
  const Result result = run_with("none");
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.errors, HasSubstr("wait for each other and can never move again"));
  const json deadlocked = json::parse(read_file(folder.file("r.json")))["points"][0];
  EXPECT_EQ(deadlocked["failure"]["kind"], "deadlock");
  ASSERT_GE(deadlocked["deadlock"]["channels"].size(), 2u);
  std::string cycle;
  for (const json& channel : deadlocked["deadlock"]["channels"]) {
    cycle += channel.get<std::string>() + " -> ";
  }
  EXPECT_THAT(cycle, testing::MatchesRegex("(s[0-9]+\\.p[0-9]+\\.vc[0-9]+ -> )+"));
  EXPECT_THAT(result.errors, HasSubstr("cycle of waiting input channels: " + cycle));
  // With the table of allowed pairs the same burst is delivered.
  EXPECT_EQ(run_with("parity_sign").status, 0);
}

TEST_F(DragonflyProgram, OlmWithWormholeIsRefused) {
  folder.write("d.yaml", configuration(kGlobal, 0.5));
  const Result result = run({"check", "d.yaml", "--set", "routing.function=olm", "--set",
                             "switch.switching=wormhole", "--set", "switch.flit_phits=4"});
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.errors, HasSubstr("'olm' needs room for whole packets"));
}

}  // namespace
}  // namespace netloom::test
