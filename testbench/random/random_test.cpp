#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "sim/base/temporary_folder.h"
#include "sim/config/schema.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/examination.h"
#include "testbench/random/generator.h"
#include "testbench/random/shrink.h"

namespace netloom::test {
namespace {

using testing::IsEmpty;

/// Keys and choices by their paths: "switch.switching", "switch.switching = vct",
/// "routing(lia).window", "faults[].link".
using Names = std::set<std::string>;

void add_all(const MapSchema& schema, const std::string& prefix, Names& names);

void add_all(const std::string& path, const ValueSchema& value, Names& names) {
  for (const std::string& choice : value.choices) names.insert(path + " = " + choice);
  for (const std::string& word : value.words) names.insert(path + " = " + word);
  if (value.scalar == ValueSchema::Scalar::kBoolean) {
    names.insert({path + " = true", path + " = false"});
  }
  if (value.map) add_all(*value.map, path + '.', names);
  if (value.element) {
    names.insert(path + "[]");
    add_all(path + "[]", *value.element, names);
  }
}

void add_all(const std::vector<KeySchema>& keys, const std::string& prefix, Names& names) {
  for (const KeySchema& key : keys) {
    names.insert(prefix + key.name);
    add_all(prefix + key.name, key.value, names);
  }
}

/// The prefix of the keys that a name brings with it.
std::string of_variant(const std::string& prefix, const std::string& name) {
  return prefix.substr(0, prefix.size() - 1) + '(' + name + ").";
}

void add_all(const MapSchema& schema, const std::string& prefix, Names& names) {
  add_all(schema.keys, prefix, names);
  if (schema.per_kind) names.insert(prefix + "KIND");
  add_all(schema.otherwise, prefix, names);
  for (const auto& [name, keys] : schema.variants) {
    add_all(keys, of_variant(prefix, name), names);
  }
}

void add_used(const Json& from, const MapSchema& schema, const std::string& prefix, Names& names);

void add_used(const Json& from, const std::string& path, const ValueSchema& value, Names& names) {
  if (from.is_string() || from.is_boolean()) {
    names.insert(path + " = " + (from.is_string() ? from.get<std::string>() : from.dump()));
  }
  if (from.is_object() && value.map) add_used(from, *value.map, path + '.', names);
  if (!from.is_array() || !value.element) return;
  names.insert(path + "[]");
  for (const Json& element : from) add_used(element, path + "[]", *value.element, names);
}

void add_used(const Json& from, const std::vector<KeySchema>& keys, const std::string& prefix,
              Names& names) {
  for (const KeySchema& key : keys) {
    if (!from.contains(key.name)) continue;
    names.insert(prefix + key.name);
    add_used(from.at(key.name), prefix + key.name, key.value, names);
  }
}

void add_used(const Json& from, const MapSchema& schema, const std::string& prefix, Names& names) {
  add_used(from, schema.keys, prefix, names);
  if (schema.per_kind && !from.empty()) names.insert(prefix + "KIND");
  const std::string variant =
      schema.discriminator.empty() ? "" : from.value(schema.discriminator, "");
  add_used(from, schema.variant(variant), variant.empty() ? prefix : of_variant(prefix, variant),
           names);
}

TEST(RandomConfigurations, OneSeedGivesOneConfiguration) {
  std::set<std::string> texts;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const ConfigurationText first = draw_configuration(seed);
    const ConfigurationText again = draw_configuration(seed);
    EXPECT_EQ(again.yaml(), first.yaml());
    EXPECT_EQ(again.files, first.files);
    texts.insert(first.yaml());
  }
  EXPECT_EQ(texts.size(), 20u);
}

/// What the generator does not draw, be it new or forgotten, is not tried out.
TEST(RandomConfigurations, EveryKeyAndEveryChoiceIsDrawn) {
  Names missing;
  add_all(configuration_schema(), "", missing);
  // About 2,000 draws are enough.
  for (std::uint64_t seed = 1; seed <= 5000 && !missing.empty(); ++seed) {
    Names used;
    add_used(draw_configuration(seed).keys, configuration_schema(), "", used);
    for (const std::string& name : used) missing.erase(name);
  }
  EXPECT_THAT(missing, IsEmpty());
}

ConfigurationText example() {
  ConfigurationText configuration;
  configuration.keys = {
      {"network", {{"topology", "graph"}, {"file", "cables.txt"}, {"hosts_per_switch", 3}}},
      {"switch", {{"input_buffer", {{"host", 40}, {"link", 17}}}, {"routing_delay", 9}}},
      {"traffic", {{"load", Json::array({0.1, 0.2})}, {"packet_phits", 8}}}};
  configuration.files = {{"cables.txt", "a b\nb c\nc d\nd a 7\n"}, {"other.txt", "x\n"}};
  return configuration;
}

TEST(Shrink, LeavesWhatMatters) {
  int asked = 0;
  const ConfigurationText smallest = shrink(example(), [&](const ConfigurationText& candidate) {
    ++asked;
    const Json& keys = candidate.keys;
    const auto cables = candidate.files.find("cables.txt");
    return keys.contains("switch") && keys.at("switch").value("routing_delay", 0) >= 5 &&
           cables != candidate.files.end() && cables->second.find("d a") != std::string::npos;
  });
  EXPECT_EQ(smallest.yaml(), "switch: {routing_delay: 5}\n");
  EXPECT_EQ(smallest.files, (std::map<std::string, std::string>{{"cables.txt", "d a 7\n"}}));
  EXPECT_LT(asked, 100);
}

TEST(Shrink, StopsWhenItHasTriedEnough) {
  int asked = 0;
  shrink(
      example(),
      [&](const ConfigurationText&) {
        ++asked;
        return true;
      },
      5);
  EXPECT_EQ(asked, 5);
}

TEST(ConfigurationTexts, AreAsAUserWritesThem) {
  EXPECT_EQ(example().yaml(),
            "network: {topology: graph, file: cables.txt, hosts_per_switch: 3}\n"
            "switch: {input_buffer: {host: 40, link: 17}, routing_delay: 9}\n"
            "traffic: {load: [0.1, 0.2], packet_phits: 8}\n");
  ConfigurationText odd;
  odd.keys["x"] = {{"a", "-G-"}, {"b", "true"}, {"c", "0-3"}, {"d", true}, {"e", Json::array()}};
  EXPECT_EQ(odd.yaml(), "x: {a: \"-G-\", b: \"true\", c: \"0-3\", d: true, e: []}\n");
}

/// What examine() says of a configuration.
Json examined(const std::string& yaml, const std::string& only = "") {
  const TemporaryFolder folder("netloom-random");
  ConfigurationText configuration;
  write_configuration(configuration, folder.path(), "c.yaml");
  std::FILE* const file = std::fopen(folder.file("c.yaml").c_str(), "w");
  std::fputs(yaml.c_str(), file);
  std::fclose(file);
  return examine(folder.path(), "c.yaml", "", only);
}

TEST(Examine, ARefusalNamesItsKey) {
  const Json report = examined("network: {topology: mesh, k: [2]}\ntraffic: {lod: 0.1}\n");
  EXPECT_EQ(report.at("status"), "refused");
  EXPECT_THAT(report.at("refusal").get<std::string>(), testing::HasSubstr("c.yaml:2: traffic.lod"));
  EXPECT_TRUE(report.at("findings").empty()) << report.dump();
}

TEST(Examine, ARingWithoutProtectionIsDrivenIntoItsDeadlock) {
  const Json report = examined(
      "network: {topology: torus, k: [5]}\n"
      "routing: {rings: none}\n"
      "traffic: {load: 0.1, packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100}\n",
      "deadlock");
  EXPECT_EQ(report.at("status"), "ran");
  EXPECT_EQ(report.at("facts").at("check"), "none");
  EXPECT_EQ(report.at("facts").at("provoked"), "yes");
  EXPECT_TRUE(report.at("findings").empty()) << report.dump();
}

}  // namespace
}  // namespace netloom::test
