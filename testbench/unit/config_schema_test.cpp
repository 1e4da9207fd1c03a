// The JSON Schema and --print-config come from the same description as the checks: here they are
// held against each other.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/config/check.h"
#include "sim/config/config.h"
#include "sim/config/schema.h"
#include "testbench/unit/config_support.h"

namespace netloom::test {
namespace {

using nlohmann::json;

const char* const kSchemaNetwork = "network: {topology: fat_tree, k: 2, n: 3}\n";

/// Configurations that use every form of every key at least once.
std::vector<std::string> valid_configurations() {
  const std::string network = kSchemaNetwork;
  return {
      kSmallConfig,
      "network: {topology: mesh, k: [3, 4], concentration: 2, latency: {mesh: 4}}\n"
      "traffic: {load: [0.1, 0.25]}\n",
      "network: {topology: mesh, k: 3, n: 2}\ntraffic: {pattern: tornado, load: 0.1}\n",
      "network: {topology: single_switch, hosts: 5}\n"
      "routing: {selection: random}\ntraffic: {load: 1e-05}\n",
      network +
          "switch: {switching: wormhole, flit_phits: 2, input_buffer: {host: 7}, output_buffer: 9, "
          "crossbar: {kind: full, speedup: 2}, allocator: {kind: islip, arbiter: age}}\n"
          "routing: {function: interval, selection: mc, vcs: {policy: free, count: {up: 2}}}\n"
          "traffic: {pattern: hotspot, fraction: 0.125, node: 2, nodes: [1, 3-5], load: 0.333}\n"
          "nic: {injection_vcs: 2, injection_vc_choice: destination, reorder_buffer: 20}\n"
          "simulation: {seeds: [3, 9007199254740991], warmup: 0, stationary_bound: 0.01}\n"
          "faults: []\n"
          "rtl: {blocks: [{name: interval, implementation: interval_subtract}], mode: replace}\n",
      network +
          "traffic: {load: 0.1, request_reply: {delay: 7}, mixture: [{share: 0.5}, {pattern: "
          "complement, share: 0.5}]}\nrtl: {blocks: [interval]}\n",
      network +
          "traffic: {burst: {packets: 5}, phases: [{pattern: complement}, {from: 9, mixture: "
          "[{nodes: 0-3}, {pattern: hotspot, nodes: [4, 5]}]}]}\n",
      network + "traffic: {phases: [{load: 0.1}, {from: 500, load: 0.7}]}\n",
  };
}

TEST(ConfigSchema, AcceptsWhatIsReadAndWhatIsResolved) {
  const json schema = config_schema();
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  for (const std::string& text : valid_configurations()) {
    const Config config = read(text);
    const auto violation = schema_violation(schema, config.resolved);
    EXPECT_FALSE(violation.has_value()) << *violation << "\n" << text;
  }
}

TEST(ConfigSchema, RejectsWhatTheReaderRejects) {
  const json schema = config_schema();
  const json good = read(kSmallConfig).resolved;
  ASSERT_FALSE(schema_violation(schema, good).has_value());
  const std::vector<std::pair<std::string, json>> broken{
      {"/network/topology", "fattree"},
      {"/network/k", "4"},
      {"/network/k", 1},
      {"/network/p", 4},
      {"/network/latency/local", 1},
      {"/network/latency/up", 0},
      {"/colour", "red"},
      {"/switch/packet_phits", 4},
      {"/switch/switching", "cut_through"},
      {"/switch/input_buffer", "large"},
      {"/switch/input_buffer/host", 0},
      {"/switch/control_priority", 1},
      {"/switch/crossbar/speedup", 3},
      {"/routing/function", "none"},
      {"/routing/vcs/policy", "descending"},
      {"/routing/vcs/count", 129},
      {"/traffic/load", json::array()},
      {"/traffic/load", 0},
      {"/traffic/load/0", 1.5},
      {"/traffic/load", json::array({0.1, 0.1})},
      {"/traffic/nodes", "all"},
      {"/traffic/fraction", 0.5},
      {"/traffic/application", json::object()},
      {"/traffic/application", {{"name", "butterfly"}, {"grid", json::array({2, 2})}}},
      {"/traffic/burst", json::object()},
      {"/simulation/warmup", 0.5},
      {"/simulation/seeds", json::array({1, -1})},
      {"/faults", json::array({json{{"cycle", -1}, {"link", "s4.p0"}}})},
      {"/faults", json::array({json{{"node", 3}}})},
      {"/rtl/blocks", json::array({json{{"name", "intervals"}}})},
      {"/rtl/blocks", json::array({json{{"implementation", "interval"}}})},
  };
  for (const auto& [pointer, value] : broken) {
    json bad = good;
    bad[json::json_pointer(pointer)] = value;
    EXPECT_TRUE(schema_violation(schema, bad).has_value()) << pointer << " = " << value;
  }
  json without = good;
  without["network"].erase("k");
  EXPECT_TRUE(schema_violation(schema, without).has_value());
  without = good;
  without.erase("traffic");
  EXPECT_TRUE(schema_violation(schema, without).has_value());
}

TEST(ConfigPrint, ReadAgainItIsTheSame) {
  for (const std::string& text : valid_configurations()) {
    const Config config = read(text);
    const std::string printed = print_config(config);
    try {
      const Config again = parse_config(printed, "printed.yaml", "");
      EXPECT_EQ(again.resolved, config.resolved) << printed;
      EXPECT_EQ(print_config(again), printed);
    } catch (const Error& error) {
      FAIL() << error.what() << "\n" << printed;
    }
  }
}

TEST(ConfigPrint, ExplainsTheKeys) {
  const std::string printed = print_config(read(kSmallConfig));
  EXPECT_NE(printed.find("  # Who routes. port: each input port routes one head at a time. switch: "
                         "one unit routes the heads\n  # of all input ports, one at a time, first "
                         "come, first served.\n  routing_units: port\n"),
            std::string::npos)
      << printed;
  for (std::size_t at = 0; at < printed.size();) {
    const std::size_t end = printed.find('\n', at);
    EXPECT_LE(end - at, 110u) << printed.substr(at, end - at);
    at = end + 1;
  }
}

/// Every key has a meaning, and the keys that a name brings with it do not hide others.
void check_keys(const MapSchema& schema, const std::string& path) {
  std::set<std::string> names;
  for (const KeySchema& key : schema.keys) {
    EXPECT_TRUE(names.insert(key.name).second) << path << key.name;
    EXPECT_FALSE(key.meaning.empty()) << path << key.name;
    if (key.value.map) check_keys(*key.value.map, path + key.name + ".");
    if (key.value.element && key.value.element->map) {
      check_keys(*key.value.element->map, path + key.name + "[].");
    }
  }
  for (const auto& [variant, keys] : schema.variants) {
    std::set<std::string> own;
    for (const KeySchema& key : keys) {
      EXPECT_EQ(names.count(key.name), 0u)
          << schema.discriminator << " " << variant << " has a parameter called " << key.name
          << ", which is a key of " << path;
      EXPECT_TRUE(own.insert(key.name).second) << variant << ": " << key.name;
      EXPECT_FALSE(key.meaning.empty()) << variant << ": " << key.name;
    }
  }
}

TEST(ConfigSchema, KeysAreDocumentedAndUnique) {
  check_keys(configuration_schema(), "");
}

TEST(ConfigSchema, NearestNameIsSuggestedOnlyIfItIsNear) {
  const std::vector<std::string> names{"warmup", "measure", "k", "n"};
  EXPECT_EQ(nearest("wramup", names), "warmup");
  EXPECT_EQ(nearest("mesure", names), "measure");
  EXPECT_EQ(nearest("colour", names), "");
  EXPECT_EQ(nearest("kk", names), "");
  EXPECT_EQ(nearest("x", names), "");
  EXPECT_EQ(nearest(std::string(1000, 'k'), names), "");

  using testing::ElementsAre;
  const std::vector<std::string> ids = {"fig-1", "fig-2", "fig-2b", "tab-2"};
  EXPECT_THAT(close_words("fig-2", ids, 3), ElementsAre("fig-2", "fig-2b", "fig-1"));
  EXPECT_THAT(close_words("fi", ids, 9), ElementsAre("fig-1", "fig-2", "fig-2b"));
  EXPECT_THAT(close_words("fig-3", ids, 9), ElementsAre("fig-1", "fig-2"));
  EXPECT_THAT(close_words("nothing", ids, 9), testing::IsEmpty());
  EXPECT_THAT(close_words("", ids, 9), testing::IsEmpty());
  EXPECT_THAT(close_words(std::string(1000, 'f'), ids, 9), testing::IsEmpty());
}

}  // namespace
}  // namespace netloom::test
