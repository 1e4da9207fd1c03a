#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/temporary_folder.h"
#include "sim/config/config.h"
#include "sim/config/schema.h"
#include "sim/run/point.h"
#include "testbench/random/command_line.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/equal_runs.h"
#include "testbench/random/examination.h"
#include "testbench/random/examined.h"
#include "testbench/random/generator.h"
#include "testbench/random/provocation.h"
#include "testbench/random/shrink.h"
#include "testbench/random/tally.h"

namespace netloom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
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
  // Takes a compiler half a minute for each kind of switch: testbench/rtl_switch/ draws it.
  for (const char* const rtl :
       {"views.default = rtl", "rtl.switch", "rtl.switch[]", "rtl.mode = lockstep"}) {
    missing.erase(rtl);
  }
  // About 1,000 draws are enough.
  for (std::uint64_t seed = 1; seed <= 5000 && !missing.empty(); ++seed) {
    Names used;
    add_used(draw_configuration(seed).keys, configuration_schema(), "", used);
    for (const std::string& name : used) missing.erase(name);
  }
  EXPECT_THAT(missing, IsEmpty());
}

/// What it tries out of faults, it can try out only with them.
TEST(RandomConfigurations, EverySixthThatCanBeReadHasFaults) {
  int read = 0;
  int faults = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const TemporaryFolder folder("netloom-random");
    write_configuration(draw_configuration(seed), folder.path(), "c.yaml");
    try {
      faults += !load_config(folder.file("c.yaml"), {}).faults.empty();
      ++read;
    } catch (const Error&) {  // some are unfit
    }
  }
  EXPECT_GT(read, 270);
  EXPECT_GT(faults, 0.13 * read);
  EXPECT_LT(faults, 0.22 * read);
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
  EXPECT_THAT(report.at("refusal").get<std::string>(), HasSubstr("c.yaml:2: traffic.lod"));
  EXPECT_TRUE(report.at("findings").empty()) << report.dump();
}

constexpr const char* kRing =
    "network: {topology: torus, k: [5]}\n"
    "routing: {rings: none}\n"
    "traffic: {load: 0.1, packet_phits: 4}\n"
    "simulation: {warmup: 0, measure: 100}\n";

TEST(Examine, ARingWithoutProtectionIsDrivenIntoItsDeadlock) {
  const Json report = examined(kRing, "deadlock");
  EXPECT_EQ(report.at("status"), "ran");
  EXPECT_EQ(report.at("facts").at("check"), "none");
  EXPECT_EQ(report.at("facts").at("cycle"), "has to be reached");
  EXPECT_EQ(report.at("facts").at("provoked"), "yes");
  EXPECT_TRUE(report.at("findings").empty()) << report.dump();
}

/// A configuration in a folder, with what look_at_… need.
struct Prepared {
  explicit Prepared(const std::string& yaml) : folder("netloom-random") {
    std::ofstream(folder.file("c.yaml")) << yaml;
    examined = std::make_unique<Examined>(folder.path(), "c.yaml", "");
    examined->config = std::make_unique<Config>(examined->config_with({}));
    examined->requests = points_of(*examined->config, true);
    std::vector<Run> runs;
    for (const PointRequest& each : examined->requests) runs.push_back({*examined->config, each});
    examined->reference = examined->simulate("run", runs);
  }

  /// Findings of a property.
  std::vector<std::string> findings(const std::string& property) const {
    std::vector<std::string> result;
    for (const auto& [of, message] : examined->findings) {
      if (of == property) result.push_back(message);
    }
    return result;
  }

  TemporaryFolder folder;
  std::unique_ptr<Examined> examined;
};

/// A check that shows a cycle where there is none.
TEST(Examine, ACycleThatHasToBeReachedAndIsNotIsAFinding) {
  Prepared prepared(
      "network: {topology: mesh, k: [5]}\n"
      "traffic: {load: 0.1, packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100}\n");
  const auto witness = [](int source, int destination, bool at_once) {
    return Json{
        {"source", source}, {"destination", destination}, {"only_way", true}, {"at_once", at_once}};
  };
  Json& check = prepared.examined->check;
  check = {{"cycle", "s0.p2.vc0 -> s1.p2.vc0 -> s0.p2.vc0"},
           {"witnesses", Json::array({witness(0, 2, true), witness(1, 3, false)})}};
  provoke_deadlock(*prepared.examined);
  EXPECT_EQ(prepared.examined->facts.at("provoked"), "no");
  EXPECT_THAT(prepared.findings("deadlock"), IsEmpty());

  check.at("witnesses") = Json::array({witness(0, 2, true), witness(0, 3, true)});
  provoke_deadlock(*prepared.examined);
  EXPECT_EQ(prepared.examined->facts.at("cycle"), "packets share a host");
  EXPECT_THAT(prepared.findings("deadlock"), IsEmpty());

  check.at("witnesses") = Json::array({witness(0, 2, true), witness(1, 3, true)});
  provoke_deadlock(*prepared.examined);
  EXPECT_THAT(prepared.findings("deadlock"),
              ElementsAre(HasSubstr("do not: s0.p2.vc0 -> s1.p2.vc0")));
}

TEST(Examine, TheLastLoadAndSeedAreComparedToo) {
  Prepared prepared(
      "network: {topology: mesh, k: [3]}\n"
      "traffic: {load: [0.1, 0.2], packet_phits: 4}\n"
      "simulation: {warmup: 0, measure: 100, seeds: [1, 2]}\n");
  ASSERT_EQ(prepared.examined->reference.size(), 4u);
  look_at_equal_runs(*prepared.examined);
  EXPECT_THAT(prepared.findings("same"), IsEmpty());
  prepared.examined->reference.back()["packets"]["generated"] = -1;
  look_at_equal_runs(*prepared.examined);
  EXPECT_THAT(prepared.findings("same"),
              ElementsAre(AllOf(HasSubstr("all at once, of the last load and seed"),
                                HasSubstr("packets.generated: -1"))));
}

/// A report of examine().
Json report(const std::string& status, const Json& facts = Json::object()) {
  return {{"status", status}, {"facts", facts}, {"findings", Json::array()}};
}

void add(Tally& tally, int times, const Json& each) {
  for (int i = 0; i < times; ++i) tally.add(each);
}

TEST(Tally, NeedsCyclesThatAreReached) {
  const Json reached = report("ran", {{"provoked", "yes"}});
  const Json missed = report("ran", {{"provoked", "no"}});
  Tally enough(true);
  add(enough, 12, reached);
  add(enough, 8, missed);
  EXPECT_TRUE(enough.holds()) << enough.text();

  Tally few(true);
  add(few, 11, reached);
  add(few, 9, missed);
  EXPECT_FALSE(few.holds());
  EXPECT_THAT(few.text(), HasSubstr("11 of 20 cycles that checks show could be provoked; "
                                    "needed: 60 %\n"));

  Tally too_few_to_judge(true);
  add(too_few_to_judge, Tally::kEnoughCycles - 1, missed);
  EXPECT_TRUE(too_few_to_judge.holds());

  Tally files(false);
  add(files, 20, missed);
  EXPECT_TRUE(files.holds());
}

TEST(Tally, NeedsConfigurationsThatRun) {
  Tally tally(true);
  add(tally, 89, report("ran"));
  add(tally, 11, report("refused"));
  EXPECT_FALSE(tally.holds());
  EXPECT_THAT(tally.text(), HasSubstr("89 % ran; needed: 90 %\n"));
  add(tally, 20, report("ran"));
  EXPECT_TRUE(tally.holds());
}

TEST(Tally, WhatIsFoundFails) {
  Json found = report("ran");
  found.at("findings").push_back({{"property", "same"}, {"message", "m"}});
  Tally tally(true);
  add(tally, 20, report("ran"));
  tally.add(found);
  EXPECT_FALSE(tally.holds());
  EXPECT_EQ(tally.failed(), 1);
}

Options options_of(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "random_configurations");
  return parse_options(static_cast<int>(arguments.size()), arguments.data());
}

TEST(CommandLine, TakesSeeds) {
  const Options options = options_of({"--from", "1000000000000000000", "--count", "2", "--print"});
  EXPECT_EQ(options.from, 1'000'000'000'000'000'000u);
  EXPECT_EQ(options.count, 2u);
  EXPECT_TRUE(options.print);
}

/// What is said about arguments that are refused; empty: they are taken.
std::string refusal(const std::vector<const char*>& arguments) {
  try {
    options_of(arguments);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, RefusesSeedsThatAreNoneOrWrap) {
  EXPECT_EQ(refusal({"--count", "-1"}),
            "--count: '-1' is not allowed; allowed: an integer from 1 to 1000000000");
  EXPECT_THAT(refusal({"--count", "0"}), HasSubstr("allowed: an integer from 1"));
  EXPECT_EQ(refusal({"--from", "-1"}),
            "--from: '-1' is not allowed; allowed: an integer from 0 to 1000000000000000000");
  EXPECT_THAT(refusal({"--from", "18446744073709551615", "--count", "2"}),
              HasSubstr("allowed: an integer from 0"));
}

TEST(CommandLine, RefusesWhatItHasNoUseFor) {
  const TemporaryFolder folder("netloom-random");
  const std::string file = folder.file("c.yaml");
  std::ofstream(file) << kRing;
  EXPECT_EQ(refusal({file.c_str(), "--only", "same", "--jobs", "2", "--refusals"}), "");
  for (const char* flag : {"--print", "--shrink", "--save", "--from", "--count"}) {
    std::vector<const char*> arguments = {file.c_str(), flag};
    const std::string name = flag;
    if (name == "--save") arguments.push_back("folder");
    if (name == "--from" || name == "--count") arguments.push_back("1");
    EXPECT_THAT(refusal(arguments), AllOf(HasSubstr("FILE"), HasSubstr(name))) << name;
  }
  EXPECT_THAT(refusal({"--print", "--shrink"}), HasSubstr("--print"));
  EXPECT_THAT(refusal({"--print", "--only", "same"}), HasSubstr("--print"));
  EXPECT_THAT(refusal({folder.file("none.yaml").c_str()}), HasSubstr("there is no such file"));
}

}  // namespace
}  // namespace netloom::test
