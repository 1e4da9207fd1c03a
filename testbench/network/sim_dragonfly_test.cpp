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
  /// The switches and links of 000_5cb3f9ee92c18d46.txt, section IV, with h = 2.
  std::string configuration(const std::string& traffic, double load) const {
    return fmt::format(
        "network: {{topology: dragonfly, h: 2, latency: {{host: 1, local: 10, global: 100}}}}\n"
        "switch: {{input_buffer: {{host: 32, local: 32, global: 256}}}}\n"
        "routing: {{function: min}}\n"
        "traffic: {{{}, load: {}, packet_phits: 8}}\n"
        "simulation: {{warmup: 4000, measure: 8000}}\n",
        traffic, load);
  }

  double accepted(const std::string& function, const std::string& traffic, double load,
                  const std::vector<std::string>& settings = {}) const {
    folder.write("d.yaml", configuration(traffic, load));
    std::vector<std::string> arguments = {
        "run", "d.yaml", "--set", "routing.function=" + function, "--json", "r.json"};
    for (const std::string& setting : settings) {
      arguments.push_back("--set");
      arguments.push_back(setting);
    }
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"][0]["accepted_load"];
  }
};

const char kGlobal[] = "pattern: adversarial_global";
const char kLocal[] = "pattern: adversarial_local";

// One global link for 2h² hosts, one local link for h hosts.
TEST_F(DragonflyProgram, MinimalRoutingSaturatesAsTheTheorySays) {
  EXPECT_NEAR(accepted("min", kGlobal, 0.5), 1.0 / 8, 0.05 / 8);
  EXPECT_NEAR(accepted("min", kLocal, 0.9), 1.0 / 2, 0.05 / 2);
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

// Every packet takes two global hops; half of the hosts' rate fills the global links.
TEST_F(DragonflyProgram, ValiantAcceptsHalfUnderAdversarialTraffic) {
  for (const char* form : {"group", "LGL", "-GL"}) {
    const double load = accepted("val", kGlobal, 0.7, {std::string("routing.path_a=") + form});
    EXPECT_LE(load, 0.5) << form;
    EXPECT_GT(load, 0.33) << form;
  }
}

TEST_F(DragonflyProgram, SourceAdaptiveRoutingIsMinimalOrValiantAsTheTrafficNeedsIt) {
  for (const char* function : {"ugal_l", "ugal_g", "pb", "par"}) {
    EXPECT_GT(accepted(function, kGlobal, 0.5), 2 * 1.0 / 8) << function;
    EXPECT_GT(accepted(function, "pattern: uniform", 0.6), 0.55) << function;
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
  const auto points = [this](const std::string& function, const std::string& blocks,
                             const std::string& mode) {
    const Result result =
        run({"run", "d.yaml", "--set", "routing.function=" + function, "--set",
             "rtl.blocks=" + blocks, "--set", "rtl.mode=" + mode, "--set", "simulation.warmup=500",
             "--set", "simulation.measure=1500", "--json", "r.json"});
    EXPECT_EQ(result.status, 0) << result.errors;
    return json::parse(read_file(folder.file("r.json")))["points"];
  };
  for (const auto& [function, block] :
       {std::pair{"rlm", "[parity_sign]"}, std::pair{"olm", "[olm_vc]"}}) {
    for (const char* traffic : {"pattern: uniform", kGlobal}) {
      folder.write("d.yaml", configuration(traffic, 0.4));
      const json model = points(function, "[]", "shadow");
      for (const char* mode : {"replace", "shadow"}) {
        json rtl = points(function, block, mode);
        EXPECT_GT(rtl[0]["rtl"]["decisions"], 10000) << block << ", " << traffic << ", " << mode;
        EXPECT_EQ(rtl[0]["rtl"]["mismatches"], 0) << block << ", " << traffic << ", " << mode;
        rtl[0]["rtl"] = model[0]["rtl"];
        EXPECT_EQ(rtl, model) << block << ", " << traffic << ", " << mode;
      }
    }
  }
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
