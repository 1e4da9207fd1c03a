// What several runs say together: which of two configurations is better, and how much load a
// network stands.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Compare : public Program {
 protected:
  void write(const std::string& name, const std::string& latency,
             const std::string& simulation = "warmup: 500, measure: 3000") {
    folder.write(name, "network: {topology: mesh, k: [4, 4], latency: {mesh: " + latency +
                           "}}\n"
                           "traffic: {pattern: uniform, load: [0.1, 0.3], packet_phits: 4}\n"
                           "simulation: {" +
                           simulation + "}\n");
  }
  json compared(const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"compare", "a.yaml", "b.yaml", "--json", "o.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    said_ = result.output;
    return json::parse(read_file(folder.file("o.json")));
  }
  std::string refusal(const std::vector<std::string>& arguments) {
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 2) << result.output;
    return result.errors;
  }
  /// Of a measure at a load.
  static json row(const json& document, const std::string& measure, double load) {
    for (const json& each : document.at("comparisons")) {
      if (each.at("measure") == measure && each.at("load") == load) return each;
    }
    ADD_FAILURE() << measure << " at " << load << " is not there";
    return {};
  }
  std::string said_;
};

// Hosts send the same packets with a seed, so that the same network does the same.
TEST_F(Compare, TellsNothingApartThatIsTheSame) {
  write("a.yaml", "2");
  write("b.yaml", "2");
  const json document = compared();
  EXPECT_EQ(document["comparisons"].size(), 8u);
  for (const json& each : document["comparisons"]) {
    EXPECT_EQ(each["verdict"], "not told apart");
    EXPECT_EQ(each["difference"], 0);
    EXPECT_EQ(each["p_value"], 1);
  }
}

// A link that takes a cycle more costs a packet a cycle for each link that it passes, 2.67 in the
// mean without waiting; what hosts send does not become less by it.
TEST_F(Compare, SeesWhatLongerLinksCost) {
  write("a.yaml", "1");
  write("b.yaml", "2");
  const json document = compared({"--seeds", "10"});
  EXPECT_EQ(document["seeds"].size(), 10u);
  const json latency = row(document, "network latency", 0.1);
  EXPECT_EQ(latency["verdict"], "worse");
  EXPECT_NEAR(latency["difference"], 2.67, 0.15);
  EXPECT_LT(latency["half_width"], 0.1);
  EXPECT_EQ(row(document, "accepted load", 0.1)["verdict"], "not told apart");
  EXPECT_THAT(said_, HasSubstr("b is"));
  EXPECT_THAT(said_, HasSubstr("worse"));
}

/// Networks that differ only in how their hosts draw destinations, and in the latency of hosts'
/// links.
class EqualNetworks : public Compare {
 protected:
  void write_pair(int latency_of_second) {
    write_one("a.yaml", "pattern: uniform", 1);
    write_one("b.yaml", "mixture: [{pattern: uniform, share: 0.5}, {pattern: uniform, share: 0.5}]",
              latency_of_second);
  }
  /// Of so many calls, each with other seeds, those in which a verdict on a measure is one of
  /// these.
  int calls_with(int calls, const std::vector<std::string>& measures,
                 const std::vector<std::string>& verdicts) {
    int found = 0;
    for (int call = 0; call < calls; ++call) {
      const json document = compared({"--first-seed", std::to_string(1 + 8 * call)});
      EXPECT_EQ(document["seeds"][0], 1 + 8 * call);
      bool any = false;
      for (const json& each : document["comparisons"]) {
        any = any || (std::count(measures.begin(), measures.end(), each["measure"]) > 0 &&
                      std::count(verdicts.begin(), verdicts.end(), each["verdict"]) > 0);
      }
      found += any ? 1 : 0;
    }
    return found;
  }

 private:
  void write_one(const std::string& name, const std::string& pattern, int host) {
    folder.write(name,
                 "network: {topology: mesh, k: [4, 4], latency: {host: " + std::to_string(host) +
                     ", mesh: 30}}\n"
                     "switch: {input_buffer: 256}\n"
                     "traffic: {" +
                     pattern +
                     ", load: 0.3, packet_phits: 8}\n"
                     "simulation: {warmup: 2000, measure: 3000}\n");
  }
};

// A call is wrong with a probability of 5 % at most: five or more of 16 with one of 0.0009. If
// intervals were half as wide more than half of the calls would be, and five or more of 16 with a
// probability of 0.995.
TEST_F(EqualNetworks, AreSeldomToldApart) {
  write_pair(1);
  EXPECT_LE(
      calls_with(16, {"accepted load", "network latency", "network p99", "latency from generation"},
                 {"better", "worse"}),
      4);
}

// Every packet takes two cycles more, 2 % of the mean, which 80 of 100 calls have to see: fewer
// than four of ten see it with a probability of 0.0009 then, and of 0.65 if only 30 of 100 do.
TEST_F(EqualNetworks, OfWhichOneIsSlowerByTwoPerCent) {
  write_pair(2);
  EXPECT_GE(calls_with(10, {"network latency"}, {"worse"}), 4);
}

// What is measured is as long for both as the one needs that needs more.
TEST_F(Compare, MeasuresBothInTheSameCycles) {
  write("a.yaml", "1", "warmup: auto, precision: 5 %, measure: 9000");
  write("b.yaml", "4", "warmup: 12000, measure: 2000");
  const json document = compared();
  ASSERT_EQ(document["windows"].size(), 2u);
  for (const json& window : document["windows"]) {
    EXPECT_EQ(window["warmup"], 12000);
    EXPECT_GE(window["measure"], 9000);
  }
  EXPECT_EQ(row(document, "network latency", 0.3)["verdict"], "worse");
}

// What they measure of latency says how long they run.
TEST_F(Compare, SaysWhereLatenciesAreNoResult) {
  write("a.yaml", "1");
  write("b.yaml", "2");
  const json document = compared({"--set", "traffic.load=[0.2, 1]"});
  for (const json& each : document["comparisons"]) {
    const bool latency = each["measure"] != "accepted load";
    const bool beyond = each["load"] == 1;
    EXPECT_EQ(each["saturated"], beyond ? json({"a", "b"}) : json::array()) << each;
    EXPECT_EQ(each["verdict"] == "no result: saturated (a, b)", latency && beyond) << each;
    EXPECT_EQ(each["p_value"].is_null(), latency && beyond) << each;
    EXPECT_TRUE(each["first_half_width"].is_number()) << each;
  }
}

// The same 99th percentile in all seeds, or one that is off by as much, is known to a cycle.
TEST_F(Compare, KnowsWholeCyclesToACycle) {
  write("a.yaml", "2");
  write("b.yaml", "2");
  const json same = row(compared(), "network p99", 0.1);
  EXPECT_EQ(same["difference"], 0);
  EXPECT_NEAR(same["half_width"], 1, 1e-9);
  EXPECT_EQ(same["verdict"], "not told apart");
}

// The cap comes before the precision: that is said, and no success.
TEST_F(Compare, SaysThatAPrecisionIsMissed) {
  write("a.yaml", "1", "warmup: auto, precision: 0.1 %, measure: 1000, at_most: 6000");
  write("b.yaml", "2", "warmup: auto, precision: 0.1 %, measure: 1000, at_most: 6000");
  const Result result = run({"compare", "a.yaml", "b.yaml", "--json", "o.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("a, load 0.1, seed 1: "));
  EXPECT_THAT(result.errors, HasSubstr(" within simulation.at_most"));
  EXPECT_EQ(json::parse(read_file(folder.file("o.json"))).at("not_precise").size(), 4u);
}

// Hosts that send other packets with a seed are no pairs.
TEST_F(Compare, SaysWhereTrafficDiffers) {
  write("a.yaml", "1");
  write("b.yaml", "1");
  EXPECT_EQ(compared()["different_traffic"], json::array());
  EXPECT_THAT(said_, testing::Not(HasSubstr("do not send the same packets")));
  folder.write("b.yaml",
               "network: {topology: mesh, k: [4, 2]}\n"
               "traffic: {pattern: uniform, load: [0.1, 0.3], packet_phits: 8}\n"
               "simulation: {warmup: 500, measure: 3000}\n");
  EXPECT_EQ(compared()["different_traffic"], json({"hosts", "traffic.packet_phits"}));
  EXPECT_THAT(said_, HasSubstr("Hosts of a and b do not send the same packets (hosts, "
                               "traffic.packet_phits)"));
}

// A name with a comma is quoted.
TEST_F(Compare, WritesItsRowsAsCsv) {
  write("a,1.yaml", "1");
  write("b.yaml", "2");
  const Result result = run({"compare", "a,1.yaml", "b.yaml", "--set", "traffic.load=[0.2, 1]",
                             "--json", "o.json", "--csv", "o.csv"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const json document = json::parse(read_file(folder.file("o.json")));
  std::istringstream csv(read_file(folder.file("o.csv")));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line,
            "first_name,second_name,load,measure,first,first_half_width,second,second_half_width,"
            "difference,half_width,p_value,saturated,verdict");
  for (const json& row : document["comparisons"]) {
    std::string expected = "\"a,1\",b";
    for (const char* key : {"load", "measure", "first", "first_half_width", "second",
                            "second_half_width", "difference", "half_width", "p_value"}) {
      const json& value = row[key];
      expected += "," + (value.is_null()     ? std::string()
                         : value.is_string() ? value.get<std::string>()
                                             : value.dump());
    }
    const bool beyond = row["load"] == 1;
    expected += beyond ? ",\"a,1, b\"," : ",,";
    const std::string verdict = row["verdict"];
    expected += verdict.find(',') == std::string::npos ? verdict : "\"" + verdict + "\"";
    ASSERT_TRUE(std::getline(csv, line));
    EXPECT_EQ(line, expected);
  }
  EXPECT_FALSE(std::getline(csv, line));
}

TEST_F(Compare, SaysWhichSeedsItDoesNotUse) {
  write("a.yaml", "1", "warmup: 100, measure: 200, seeds: [3, 11, 12]");
  write("b.yaml", "1", "warmup: 100, measure: 200, seeds: 8");
  const Result result = run({"compare", "a.yaml", "b.yaml"});
  EXPECT_THAT(result.errors,
              HasSubstr("a.yaml: simulation.seeds: 11, 12 are not used; 1 to 8 are (--first-seed, "
                        "--seeds)"));
  EXPECT_THAT(result.errors, testing::Not(HasSubstr("b.yaml")));
}

TEST_F(Compare, TakesTwoThatCanBeCompared) {
  write("a.yaml", "1");
  write("b.yaml", "1", "warmup: 600, measure: 3000");
  EXPECT_THAT(refusal({"compare", "a.yaml"}), HasSubstr("1 configurations; allowed: two"));
  EXPECT_THAT(
      refusal({"compare", "a.yaml", "b.yaml"}),
      HasSubstr("a measures 3000 cycles after 500, and b 3000 after 600; allowed: the same"));
  folder.write("b.yaml",
               "network: {topology: mesh, k: [4, 4]}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n");
  EXPECT_THAT(refusal({"compare", "a.yaml", "b.yaml"}),
              HasSubstr("a has the loads 0.1, 0.3, and b 0.2; allowed: the same"));
  folder.write("burst.yaml",
               "network: {topology: mesh, k: [4, 4]}\n"
               "traffic: {pattern: uniform, burst: {packets: 2}, packet_phits: 4}\n");
  EXPECT_THAT(refusal({"compare", "burst.yaml", "a.yaml"}),
              HasSubstr("burst has traffic that ends by itself, and a has loads; allowed: both "
                        "have loads, or neither"));
  EXPECT_THAT(refusal({"compare", "a.yaml", "b.yaml", "--seeds", "7"}), HasSubstr("--seeds"));
  EXPECT_THAT(refusal({"compare", "a.yaml", "b.yaml", "--seed", "7"}),
              HasSubstr("--seed: one seed compares nothing; allowed: --seeds NUMBER"));
}

class Saturation : public Compare {
 protected:
  /// Of a line of CSV in which nothing is quoted.
  static std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',') {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    return fields;
  }
  /// Hosts of two switches, all of which send over the one link between them.
  void write_line(int hosts) {
    folder.write("line.txt", "s0 s1\n");
    folder.write("line.yaml", "network: {topology: graph, file: line.txt, hosts_per_switch: " +
                                  std::to_string(hosts) +
                                  "}\n"
                                  "switch: {input_buffer: 64}\n"
                                  "traffic: {pattern: complement, load: 0.1, packet_phits: 8}\n"
                                  "simulation: {measure: 10000, at_most: 400000, warmup: auto}\n");
  }
};

// A link takes a phit in a cycle.
TEST_F(Saturation, IsWhereALinkIsFull) {
  write_line(4);
  const Result result = run({"saturation", "line.yaml", "--set", "simulation.precision=10 %",
                             "--shares", "30,50,80", "--json", "o.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  const json found = json::parse(read_file(folder.file("o.json")));
  EXPECT_GT(found["lower"], 0.2);
  EXPECT_LE(found["lower"], 0.25);
  EXPECT_LE(found["upper"].get<double>() - found["lower"].get<double>(), 0.0201);
  EXPECT_EQ(found["points"].size(), 3u);
  for (const json& probe : found["probes"]) {
    const double load = probe["load"];
    if (load > 0.26) {
      EXPECT_EQ(probe["verdict"], "unstable") << load;
    } else if (load < 0.2) {
      EXPECT_EQ(probe["verdict"], "stable") << load;
    }
  }
  EXPECT_THAT(result.output, HasSubstr("saturation is between load 0.2"));
}

// All loads in steps of the resolution, each until it is decided with the error probability that a
// probe of the search has, say the same and take more than twice as many cycles. (The slow test
// precision.saturation has steps of 0.02 in larger networks.)
TEST_F(Saturation, IsWhereASweepFindsIt) {
  folder.write("ruft.yaml",
               "network: {topology: ruft, k: 2, n: 2}\n"
               "traffic: {pattern: uniform, load: 0.1, packet_phits: 4}\n"
               "simulation: {measure: 10000, at_most: 400000, warmup: auto, precision: 50 %}\n");
  const auto tried = [this](int lowest, int highest, double confidence) {
    run({"saturation", "ruft.yaml", "--shares", "30", "--resolution", "0.04", "--lowest",
         std::to_string(lowest / 100.0), "--highest", std::to_string(highest / 100.0),
         "--confidence", std::to_string(confidence), "--json", "o.json"});
    return json::parse(read_file(folder.file("o.json")));
  };
  const auto cycles_of = [](const json& probe) {
    return probe["warmup"].get<Cycle>() + probe["measured"].get<Cycle>();
  };
  constexpr int kLowest = 30;  // hundredths
  constexpr int kHighest = 98;
  const json found = tried(kLowest, kHighest, 95);
  Cycle of_search = 0;
  for (const json& probe : found["probes"]) of_search += cycles_of(probe);
  // 18 probes at most share 5 %, nine where the ends are a resolution apart.
  const double confidence = 100 - 5.0 / 18 * 9;
  std::map<int, json> by_load;
  for (int load = kHighest; load > kLowest; load -= 4) {
    if (by_load.count(load) > 0) continue;
    const json both = tried(load - 4, load, confidence);
    for (const json& probe : both["probes"]) {
      by_load[static_cast<int>(std::lround(100 * probe["load"].get<double>()))] = probe;
    }
  }
  Cycle of_sweep = 0;
  int lower = 0;
  int upper = 100;
  for (const auto& [load, probe] : by_load) {
    of_sweep += cycles_of(probe);
    if (probe["verdict"] == "stable" && load < upper) lower = load;
    if (probe["verdict"] == "unstable" && load < upper) upper = load;
  }
  EXPECT_GE(lower, kLowest);
  EXPECT_LE(upper, kHighest);
  EXPECT_LE(lower / 100.0, found["upper"]);
  EXPECT_GE(upper / 100.0, found["lower"]);
  EXPECT_LE(of_search, of_sweep / 2);
  RecordProperty("search", std::to_string(of_search));
  RecordProperty("sweep", std::to_string(of_sweep));
}

// Two of eight hosts of a switch send over its link to another one, which is full at a load of 0.5;
// the others send to each other, and keep up with more. d of the two is 0.5 % at 0.5025.
TEST_F(Saturation, OfTheFirstSource) {
  folder.write("line.txt", "s0 s1\n");
  folder.write("line.yaml",
               "network: {topology: graph, file: line.txt, hosts_per_switch: 8}\n"
               "traffic:\n"
               "  mixture:\n"
               "    - {pattern: complement, nodes: 0-1}\n"
               "    - {pattern: uniform, nodes: 2-7, own_area: true}\n"
               "  load: 0.1\n"
               "  packet_phits: 4\n"
               "simulation: {measure: 10000, at_most: 400000, warmup: auto, precision: 50 %}\n");
  const Result result = run({"saturation", "line.yaml", "--sources", "--lowest", "0.4", "--highest",
                             "0.6", "--resolution", "0.05", "--json", "o.json"});
  const json found = json::parse(read_file(folder.file("o.json")));
  const json& first = found["first_source"];
  EXPECT_EQ(first["lower_is_stable"], true);
  EXPECT_EQ(first["upper_is_unstable"], true);
  EXPECT_LE(first["lower"], 0.5025);
  EXPECT_GE(first["upper"], 0.5);
  EXPECT_LE(first["upper"], found["upper"]) << "a network that falls short has a source that does";
  // Both send as much over the same link, in turn.
  EXPECT_THAT(first["sources"].get<std::vector<std::string>>(),
              testing::IsSupersetOf({"h0", "h1"}));
  EXPECT_THAT(result.output, HasSubstr("saturation of the first source is between load "));
  EXPECT_THAT(result.output,
              HasSubstr("sources falls short most, which are not told apart: h0, h1"));
  EXPECT_THAT(result.output, HasSubstr("falls short most"));
  for (const json& probe : found["probes"]) {
    const json& sources = probe["sources"];
    if (probe["load"] < 0.47) {
      EXPECT_EQ(sources["unstable"], 0) << probe;
    } else if (probe["load"] > 0.55) {
      // It ends where the network is decided, which may be before its sources are.
      EXPECT_NE(sources["verdict"], "stable") << probe;
      EXPECT_NEAR(sources["short_by"], 1 - 0.5 / probe["load"].get<double>(), 0.05) << probe;
    }
  }
}

// What has been simulated is not simulated again, whatever else is written of it.
TEST_F(Saturation, TakesItsPointsFromADatabase) {
  write_line(4);
  const auto search = [this](const std::string& confidence, const std::string& name) {
    return run({"saturation", "line.yaml", "--resolution", "0.1", "--shares", "60", "--set",
                "simulation.precision=20 %", "--confidence", confidence, "--db", "o.sqlite",
                "--json", name + ".json", "--csv", name + ".csv"});
  };
  const Result first = search("95", "a");
  EXPECT_EQ(first.status, 0) << first.errors;
  EXPECT_THAT(first.errors, testing::Not(HasSubstr("o.sqlite")));
  const json found = json::parse(read_file(folder.file("a.json")));
  const std::size_t points = found["probes"].size() + found["points"].size();
  const Result again = search("95", "b");
  EXPECT_EQ(again.status, 0) << again.errors;
  EXPECT_EQ(again.output, first.output);
  EXPECT_THAT(again.errors, HasSubstr(std::to_string(points) + " of " + std::to_string(points) +
                                      " points were in o.sqlite"));
  EXPECT_EQ(read_file(folder.file("a.json")), read_file(folder.file("b.json")));
  EXPECT_EQ(read_file(folder.file("a.csv")), read_file(folder.file("b.csv")));
  const Result other = search("90", "c");
  const bool has_new_probes = other.errors.find(" points were in") == std::string::npos ||
                              other.errors.find("netloom: 1 of ") != std::string::npos;
  EXPECT_TRUE(has_new_probes) << "with another error probability; latencies may be the same: "
                              << other.errors;
}

// Probes, and the latencies at shares of the lower end, with the columns of a sweep and those of
// the verdict.
TEST_F(Saturation, WritesPointsAsCsvAndAsPicture) {
  write_line(4);
  std::vector<std::string> arguments = {
      "saturation", "line.yaml", "--resolution", "0.1",
      "--shares",   "60",        "--set",        "simulation.precision=20 %",
      "--sources",  "--json",    "o.json",       "--csv",
      "o.csv"};
  const bool draws = std::system("gnuplot --version > /dev/null 2>&1") == 0;
  if (draws) arguments.insert(arguments.end(), {"--plot", "o"});
  run(arguments);
  const json found = json::parse(read_file(folder.file("o.json")));
  std::vector<std::map<std::string, std::string>> lines;
  std::istringstream csv(read_file(folder.file("o.csv")));
  std::string line;
  std::getline(csv, line);
  const std::vector<std::string> names = fields_of(line);
  while (std::getline(csv, line)) {
    const std::vector<std::string> values = fields_of(line);
    ASSERT_EQ(values.size(), names.size());
    std::map<std::string, std::string> by_name;
    for (std::size_t i = 0; i < names.size(); ++i) by_name[names[i]] = values[i];
    lines.push_back(std::move(by_name));
  }
  const json& probes = found["probes"];
  ASSERT_EQ(lines.size(), probes.size() + found["points"].size());
  for (std::size_t i = 0; i < probes.size(); ++i) {
    EXPECT_EQ(lines[i]["series"], "probes");
    EXPECT_EQ(lines[i]["load"], probes[i]["load"].dump());
    EXPECT_EQ(lines[i]["stability"], probes[i]["verdict"]);
    EXPECT_EQ(lines[i]["short_by_lower"], probes[i]["short_by"]["lower"].dump());
    EXPECT_EQ(lines[i]["short_by_upper"], probes[i]["short_by"]["upper"].dump());
    EXPECT_EQ(lines[i]["measured"], probes[i]["measured"].dump());
    EXPECT_EQ(lines[i]["sources_stability"], probes[i]["sources"]["verdict"]);
    EXPECT_EQ(lines[i]["source"], probes[i]["sources"]["source"]);
    EXPECT_EQ(lines[i]["source_one_of"], probes[i]["sources"]["one_of"].dump());
  }
  EXPECT_EQ(lines.back()["series"], "latencies");
  EXPECT_EQ(lines.back()["stability"], "");
  if (!draws) return;
  const std::string picture = read_file(folder.file("o.svg"));
  EXPECT_THAT(picture, HasSubstr("probes"));
  EXPECT_THAT(picture, HasSubstr("latencies"));
}

// The bracket is as it should be, and latencies are not as precise as they should.
TEST_F(Saturation, IsAskedForLatenciesThatArePrecise) {
  write_line(4);
  const Result result = run({"saturation", "line.yaml", "--resolution", "0.1", "--shares", "60",
                             "--set", "simulation.precision=0.01 %", "--json", "o.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("precision not reached"));
  EXPECT_THAT(result.errors, HasSubstr("1 of 1 points did not come to what simulation.precision"));
  const json found = json::parse(read_file(folder.file("o.json")));
  EXPECT_TRUE(found["lower_is_stable"] == true && found["upper_is_unstable"] == true);
  EXPECT_DOUBLE_EQ(found["points"][0]["load"], 0.6 * found["lower"].get<double>());
}

TEST_F(Saturation, OfTrafficThatDoesNotSettleIsRefused) {
  folder.write(
      "phases.yaml",
      "network: {topology: mesh, k: [4, 4]}\n"
      "traffic: {load: 0.1, phases: [{pattern: uniform}, {from: 9, pattern: transpose}]}\n");
  const Result result = run({"saturation", "phases.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors,
              HasSubstr("netloom saturation: simulation.warmup: the traffic has several phases, so "
                        "that there is no mean to which the run settles; allowed: traffic of one "
                        "phase"));
}

TEST_F(Saturation, SaysWhatItDoesNotUse) {
  write_line(1);
  const Result result = run({"saturation", "line.yaml", "--highest", "0.3", "--resolution", "0.2",
                             "--set", "simulation.warmup=2000", "--set", "simulation.seeds=[3, 4]",
                             "--set", "simulation.precision=20 %"});
  EXPECT_THAT(result.errors, HasSubstr("line.yaml: simulation.seeds: 4 is not used; 3 is"));
  EXPECT_THAT(result.errors, HasSubstr("simulation.warmup: 2000 is not used"));
  EXPECT_THAT(result.output, HasSubstr("load  accepted (±95 %)   falls short by  cycles\n"));
}

TEST_F(Saturation, IsAskedForSharesAndLoadsBeforeItIsLookedFor) {
  write_line(1);
  EXPECT_THAT(refusal({"saturation", "line.yaml", "--shares", "50,80,50"}),
              HasSubstr("--shares 50,50,80: 50 is given twice; allowed: each once"));
  folder.write("burst.yaml",
               "network: {topology: mesh, k: [4, 4]}\n"
               "traffic: {pattern: uniform, burst: {packets: 2}, packet_phits: 4}\n");
  EXPECT_THAT(refusal({"saturation", "burst.yaml"}),
              HasSubstr("burst.yaml: traffic that ends by itself has no load that a network "
                        "stands; allowed: traffic.load"));
}

TEST_F(Saturation, IsLookedForBetweenTwoLoads) {
  write_line(1);
  EXPECT_THAT(refusal({"saturation", "line.yaml", "--lowest", "0.9", "--highest", "0.5"}),
              HasSubstr("--lowest 0.9, --highest 0.5: there is no load between them; allowed: a "
                        "lowest load below the highest"));
}

TEST_F(Saturation, IsNotFoundWhereThereIsNone) {
  write_line(1);
  const Result result = run({"saturation", "line.yaml", "--highest", "0.5", "--json", "o.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("saturation is above load 0.5 (stable), the highest that was tried\n"));
  const json found = json::parse(read_file(folder.file("o.json")));
  EXPECT_EQ(found["lower_is_stable"], true);
  EXPECT_EQ(found["upper_is_unstable"], false);
}

// The link is full at a load of 0.25.
TEST_F(Saturation, IsBelowWhatIsTried) {
  write_line(4);
  const Result result =
      run({"saturation", "line.yaml", "--lowest", "0.6", "--highest", "0.9", "--json", "o.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("saturation is below load 0.6 (not stable), the lowest that was tried\n"));
  const json found = json::parse(read_file(folder.file("o.json")));
  EXPECT_EQ(found["lower_is_stable"], false);
  EXPECT_EQ(found["upper_is_unstable"], true);
  EXPECT_FALSE(found.contains("points")) << "there is no load of which latencies are shares";
}

// Next to saturation runs of this length decide nothing.
TEST_F(Saturation, IsNotFoundInRunsThatAreTooShort) {
  write_line(4);
  const Result result =
      run({"saturation", "line.yaml", "--lowest", "0.249", "--highest", "0.252", "--resolution",
           "0.001", "--set", "simulation.at_most=20000", "--json", "o.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("saturation was not found: from load 0.249 to 0.252, the lowest and the "
                        "highest that were tried, no load was found stable or not stable; some "
                        "loads there could not be decided within simulation.at_most\n"));
  const json found = json::parse(read_file(folder.file("o.json")));
  EXPECT_EQ(found["lower_is_stable"], false);
  EXPECT_EQ(found["upper_is_unstable"], false);
  EXPECT_EQ(found["undecided"], true);
}

}  // namespace
}  // namespace netloom::test
