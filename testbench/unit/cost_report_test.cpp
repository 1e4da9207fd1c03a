#include "sim/study/cost_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "sim/config/loaded_config.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::Not;

LoadedConfig loaded_of(const std::string& network, const std::string& routing = "{}",
                       const std::string& more = "") {
  return parse_with_routing(
      "network: " + network + "\nrouting: " + routing + "\ntraffic: {load: 0.1}\n" + more, "c.yaml",
      "");
}

CostReport report_of(LoadedConfig loaded) {
  return cost_of(loaded);
}

Json json_of(LoadedConfig loaded) {
  const CostReport report = cost_of(loaded);
  return cost_json(loaded.config(), report);
}

TEST(CostReport, RegistersAlone) {
  LoadedConfig loaded = loaded_of("{topology: dragonfly, h: 2}", "{function: lia}");
  const CostReport report = cost_of(loaded, CostScope::kRegisters);
  EXPECT_TRUE(report.ok());
  const Json registers = cost_json(loaded.config(), report);
  const Json all = json_of(std::move(loaded));
  for (const char* key : {"crosspoints", "forwarding_table_bits", "network_cost", "connected"}) {
    EXPECT_TRUE(all.contains(key)) << key;
    EXPECT_FALSE(registers.contains(key)) << key;
  }
  EXPECT_EQ(registers.at("registers"), all.at("registers"));
  EXPECT_EQ(registers.at("network").at("register_bits"), all.at("network").at("register_bits"));
  EXPECT_THAT(cost_text(report), HasSubstr("WINDOW_BUCKET"));
  EXPECT_THAT(cost_text(report), Not(HasSubstr("rosspoints")));
}

TEST(CostReport, CountedRegistersEqualTheFormulas) {
  for (const char* k : {"2", "4", "8"}) {
    for (const char* n : {"2", "3"}) {
      for (const char* function : {"interval", "destro"}) {
        const CostReport report =
            report_of(loaded_of("{topology: fat_tree, k: " + std::string(k) + ", n: " + n + "}",
                                "{function: " + std::string(function) + "}"));
        EXPECT_TRUE(report.ok());
        ASSERT_EQ(report.kinds.size(), 2u);  // the roots, and the others
        EXPECT_TRUE(report.kinds.front().formula->equal());
        // The roots have the lower half of the ports.
        EXPECT_FALSE(report.kinds.back().formula->equal());
        EXPECT_TRUE(report.kinds.back().formula->explained);
        EXPECT_EQ(report.kinds.back().shape.ports * 2, report.kinds.front().shape.ports);
      }
    }
  }
}

TEST(CostReport, TheJsonKeysOfAFatTree) {
  const Json json = json_of(loaded_of("{topology: fat_tree, k: 4, n: 3}", "{function: destro}"));
  // A switch with all ports: 2k (3 log N + 2k).
  EXPECT_EQ(json.at("registers").at("routing"), 8 * (3 * 6 + 8));
  for (const char* name : {"counters", "buffers", "credits", "arbitration"}) {
    EXPECT_TRUE(json.at("registers").contains(name)) << name;
  }
  EXPECT_EQ(json.at("forwarding_table_bits").at("deterministic"), 64 * (6 + 3));
  EXPECT_EQ(json.at("forwarding_table_bits").at("adaptive"), 64 * (6 + 4 * 3));
  EXPECT_EQ(json.at("crosspoints"), 32);
  EXPECT_EQ(json.at("register_set"), "fir");
  EXPECT_EQ(json.at("connected"), true);

  const Json& cost = json.at("network_cost");
  EXPECT_EQ(cost.at("configured"), Json::array({"deterministic"}));
  EXPECT_DOUBLE_EQ(cost.at("networks").at("adaptive").at("relative"), 29.0 / 28);
  EXPECT_DOUBLE_EQ(cost.at("networks").at("ruft_worst").at("total"), 13.6 + 1.75 + 1 / 6.0);

  const Json& kinds = json.at("switches");
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].at("kind"), "stages 0 to 1");
  EXPECT_EQ(kinds[0].at("switches"), 32);
  EXPECT_EQ(kinds[0].at("formula").at("equal"), true);
  EXPECT_EQ(kinds[1].at("kind"), "stage 2");
  EXPECT_EQ(kinds[1].at("registers").at("routing"), 4 * (3 * 6 + 4));
  EXPECT_EQ(kinds[1].at("formula").at("difference"), "it has 4 of 8 ports, which take 88 bits");
  EXPECT_EQ(kinds[1].at("crosspoints").at("total"), 16 * 12);

  const Json& network = json.at("network");
  EXPECT_EQ(network.at("registers").at("routing"), 32 * 208 + 16 * 88);
  EXPECT_EQ(network.at("crosspoints"), 32 * 32 + 16 * 12);
  EXPECT_EQ(network.at("register_bits").at("most"), kinds[0].at("register_bits"));
  EXPECT_EQ(network.at("register_bits").at("least"), kinds[1].at("register_bits"));
}

TEST(CostReport, AdaptiveIsWhatOffersAChoice) {
  const auto configured = [](const std::string& network, const std::string& routing) {
    return json_of(loaded_of(network, routing)).at("network_cost").at("configured");
  };
  EXPECT_EQ(configured("{topology: fat_tree, k: 2, n: 2}", "{function: interval}"),
            Json::array({"adaptive"}));
  EXPECT_EQ(configured("{topology: fat_tree, k: 2, n: 2}", "{function: det_lin}"),
            Json::array({"deterministic"}));
  EXPECT_EQ(configured("{topology: ruft, k: 2, n: 2}", "{}"),
            Json::array({"ruft_ideal", "ruft_worst"}));
}

TEST(CostReport, CostsComeFromTheConfiguration) {
  const Json json = json_of(loaded_of("{topology: fat_tree, k: 4, n: 2}", "{}",
                                      "cost: {port: {buffer: 3}, link: {weight: 0}}\n"));
  const Json& networks = json.at("network_cost").at("networks");
  EXPECT_EQ(networks.at("adaptive").at("total"), 8 * 5 + 3);
  EXPECT_EQ(networks.at("ruft_ideal").at("total"), 4 * 5 + 1.6);
}

TEST(CostReport, NetworksWithoutStagesAreGroupedByPorts) {
  const Json json = json_of(loaded_of("{topology: mesh, k: [3, 3]}"));
  ASSERT_EQ(json.at("switches").size(), 1u);
  EXPECT_EQ(json.at("switches")[0].at("kind"), "5 ports");
  EXPECT_EQ(json.at("switches")[0].at("crosspoints").at("min"), 5);
  EXPECT_EQ(json.at("switches")[0].at("crosspoints").at("max"), 16);
  EXPECT_FALSE(json.at("switches")[0].contains("formula"));
  EXPECT_EQ(json.at("registers").at("routing"), 0);
  EXPECT_EQ(json.at("forwarding_table_bits").at("choices"), 1);
}

TEST(CostReport, NetworkCostIsNotDefinedElsewhere) {
  LoadedConfig loaded = loaded_of("{topology: mesh, k: [3, 3]}");
  const CostReport report = cost_of(loaded);
  const Json json = cost_json(loaded.config(), report);
  EXPECT_TRUE(json.at("network_cost").is_null());
  EXPECT_EQ(json.at("network_cost_undefined"),
            "not defined for the topology mesh: the model compares fat_tree and ruft with the "
            "same k and n");
  EXPECT_THAT(cost_text(report), HasSubstr("not defined for the topology mesh"));
}

// A tree of one stage has roots only; the switch of [Fat-Trees 2010] has 2k ports all the same.
TEST(CostReport, OneStage) {
  const CostReport report = report_of(loaded_of("{topology: fat_tree, k: 4, n: 1}"));
  ASSERT_EQ(report.kinds.size(), 1u);
  EXPECT_EQ(report.kinds[0].name, "stage 0");
  EXPECT_EQ(report.kinds[0].formula->formula, 8u * 2 * 2);
  EXPECT_EQ(report.kinds[0].formula->difference, "it has 4 of 8 ports, which take 16 bits");
  EXPECT_TRUE(report.ok());
}

TEST(CostReport, TheTextSaysWhatIsEqualAndWhatDiffers) {
  const std::string text = cost_text(report_of(loaded_of("{topology: fat_tree, k: 2, n: 3}")));
  EXPECT_THAT(text, HasSubstr("interval registers, 2k · 2 log N: 24 bits\n"
                              "  stages 0 to 1: 24 bits counted, equal\n"
                              "  stage 2: 12 bits counted, differs: it has 2 of 4 ports, which "
                              "take 12 bits\n"));
  EXPECT_THAT(text, HasSubstr("fat-tree, adaptive routing *"));
  EXPECT_THAT(text, Not(HasSubstr("netloom check says")));
}

// More injection VCs than the links have.
TEST(CostReport, InjectionVcsCount) {
  const auto crosspoints = [](const std::string& more) {
    return json_of(loaded_of("{topology: fat_tree, k: 2, n: 2}", "{}", more)).at("crosspoints");
  };
  // Of the 2·3 pairs from below and the 2·2 from above in stage 0, the former once per VC.
  EXPECT_EQ(crosspoints(""), 6 + 4);
  EXPECT_EQ(crosspoints("nic: {injection_vcs: 4}\n"), 4 * 6 + 4);
}

}  // namespace
}  // namespace netloom
