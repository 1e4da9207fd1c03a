// Runs that say how good their results are: when they begin to measure, when they end, and what
// they say of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const char* const kMesh =
    "network: {topology: mesh, k: [4, 4]}\n"
    "traffic: {pattern: uniform, load: 0.3, packet_phits: 4}\n";

class Precision : public Program {
 protected:
  void write(const std::string& simulation, const std::string& network = kMesh) {
    folder.write("net.yaml", network + "simulation: {" + simulation + "}\n");
  }
  json point(const std::vector<std::string>& more = {}, int status = 0) {
    std::vector<std::string> arguments = {"run",    "net.yaml", "--details", "--json",
                                          "o.json", "--csv",    "o.csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, status) << result.errors;
    said_ = result.output + result.errors;
    return results(folder.file("o.json")).at("points").at(0);
  }
  std::string refusal(const std::string& simulation, const std::string& network = kMesh) {
    write(simulation, network);
    const Result result = run({"run", "net.yaml"});
    EXPECT_EQ(result.status, 2) << result.output;
    return result.errors;
  }
  std::string said_;
};

// What a run that decides on its length finds is what a run finds that is given this length.
TEST_F(Precision, ChangesNoResultOfARunOfThatLength) {
  for (const char* simulation : {"precision: 2 %, warmup: auto, measure: 2000",
                                 "precision: 0.02, warmup: 3000, measure: 2000"}) {
    write(simulation);
    json judged = point();
    const json& precision = judged.at("precision");
    EXPECT_EQ(precision.at("verdict"), "precise") << precision;
    EXPECT_LE(precision.at("reached"), 0.02);
    EXPECT_GE(precision.at("looks"), 2);
    write("warmup: " + precision.at("warmup").dump() +
          ", measure: " + precision.at("measured").dump());
    json given = point();
    for (json* each : {&judged, &given}) {
      for (const char* key : {"precision", "intervals", "half_differences", "stationary"}) {
        each->erase(key);
      }
    }
    EXPECT_EQ(judged, given) << simulation;
  }
}

TEST_F(Precision, DependsOnNothingButCycles) {
  write("precision: 2 %, warmup: auto, measure: 2000");
  const json plain = point({"--set", "simulation.regions=none"});
  EXPECT_EQ(point({"--set", "simulation.regions=5"}), plain);
  EXPECT_EQ(point({"--set", "simulation.threads=3"}), plain);
  EXPECT_EQ(point({"--set", "simulation.quantum=1"}), plain);
}

// Of two precisions the finer one takes longer, and is where the intervals are narrower.
TEST_F(Precision, TakesAsLongAsItHasTo) {
  const auto of = [this](const char* precision) {
    write(std::string("precision: ") + precision + ", warmup: auto, measure: 10000");
    return point();
  };
  const json coarse = of("5 %"), fine = of("0.5 %");
  EXPECT_GT(fine["precision"]["measured"], 2 * coarse["precision"]["measured"].get<double>());
  EXPECT_LT(fine["intervals"]["latency"]["network"]["mean"],
            coarse["intervals"]["latency"]["network"]["mean"]);
  EXPECT_LE(fine["intervals"]["latency"]["network"]["mean"].get<double>(),
            0.005 * fine["latency"]["network"]["mean"].get<double>());
  EXPECT_LE(fine["intervals"]["accepted_load"].get<double>(),
            0.005 * fine["accepted_load"].get<double>());
  // Means in the part on precision are those of the results.
  EXPECT_NEAR(fine["precision"]["network_latency"]["mean"], fine["latency"]["network"]["mean"],
              0.01 * fine["latency"]["network"]["mean"].get<double>());
}

TEST_F(Precision, IsSaidWhereResultsAre) {
  write("precision: 2 %, warmup: auto, measure: 4000");
  const json judged = point();
  EXPECT_THAT(said_, HasSubstr("accepted (±95 %)"));
  EXPECT_THAT(said_, HasSubstr("±"));
  const std::string csv = read_file(folder.file("o.csv"));
  EXPECT_THAT(csv, HasSubstr(",precise\n"));
  // All intervals that there are in the JSON.
  std::map<std::string, std::string> in_csv;
  std::istringstream names(csv.substr(0, csv.find('\n'))), values(csv.substr(csv.find('\n') + 1));
  for (std::string name, value; std::getline(names, name, ',');) {
    std::getline(values, value, ',');
    in_csv[name] = value;
  }
  const json intervals = judged["intervals"].flatten();
  for (const auto& [pointer, half] : intervals.items()) {
    const std::string column =
        std::regex_replace(pointer.substr(1), std::regex("latency/(.*)/"), "$1_") + "_ci95";
    ASSERT_EQ(in_csv.count(column), 1u) << column;
    EXPECT_EQ(in_csv[column], half.is_null() ? "" : half.dump()) << column;
  }
  for (const char* quantile : {"p50", "p95", "p99"}) {
    ASSERT_TRUE(judged["intervals"]["latency"]["network"].contains(quantile));
    const json& half = judged["intervals"]["latency"]["network"][quantile];
    if (half.is_number() && half != 0) {
      EXPECT_GE(half, 1) << "whole cycles: " << quantile;
    }
  }
  const json summary = results(folder.file("o.json")).at("summary").at(0);
  EXPECT_EQ(summary["latency"]["network"]["mean"]["ci95"],
            judged["intervals"]["latency"]["network"]["mean"]);
  // And of runs that are not asked there is nothing of it.
  write("warmup: 1000, measure: 1000");
  const json plain = point();
  EXPECT_FALSE(plain.contains("precision"));
  EXPECT_FALSE(plain.contains("intervals"));
  EXPECT_THAT(read_file(folder.file("o.csv")), Not(HasSubstr("ci95")));
}

// Nine or more of 40 intervals of 95 % are beside the mean of longer runs with a probability of
// 0.0001; if they were half as wide, a third would be.
TEST_F(Precision, ContainsWhatLongRunsHave) {
  const auto points = [this](const std::string& simulation, int first, int runs) {
    json seeds = json::array();
    for (int seed = first; seed < first + runs; ++seed) seeds.push_back(seed);
    write(simulation + ", seeds: " + seeds.dump());
    EXPECT_EQ(run({"run", "net.yaml", "--json", "o.json"}).status, 0);
    return results(folder.file("o.json")).at("points");
  };
  const auto latency = [](const json& point) {
    return point.at("latency").at("network").at("mean").get<double>();
  };
  const auto accepted = [](const json& point) { return point.at("accepted_load").get<double>(); };
  double true_latency = 0, true_accepted = 0;
  for (const json& point : points("warmup: 5000, measure: 100000", 1001, 10)) {
    true_latency += latency(point) / 10;
    true_accepted += accepted(point) / 10;
  }
  int of_latency = 0, of_accepted = 0;
  for (const json& point : points("warmup: auto, precision: 5 %, measure: 4000", 1, 40)) {
    const json& intervals = point.at("intervals");
    of_latency += std::abs(latency(point) - true_latency) <=
                  intervals.at("latency").at("network").at("mean").get<double>();
    of_accepted +=
        std::abs(accepted(point) - true_accepted) <= intervals.at("accepted_load").get<double>();
  }
  EXPECT_GE(of_latency, 32);
  EXPECT_GE(of_accepted, 32);
}

TEST_F(Precision, ThatIsNotReachedIsAFailure) {
  write("precision: 0.1 %, warmup: auto, measure: 2000, at_most: 40000");
  const json wide = point({}, 1);
  EXPECT_EQ(wide["precision"]["verdict"], "precision_not_reached");
  EXPECT_GT(wide["precision"]["reached"], 0.001);
  EXPECT_EQ(wide["precision"]["warmup"].get<int>() + wide["precision"]["measured"].get<int>(),
            40000);
  EXPECT_THAT(said_, HasSubstr("precision not reached"));
  EXPECT_THAT(said_, HasSubstr("1 of 1 points did not come to what simulation.precision"));
}

// Far too short for what the network does: never a small interval.
TEST_F(Precision, OfAShortRunIsNoInterval) {
  write("precision: 50 %, warmup: 0, measure: 100, at_most: 300");
  const json little = point({}, 1);
  EXPECT_EQ(little["precision"]["verdict"], "no_valid_interval");
  EXPECT_TRUE(little["precision"]["reached"].is_null());
  EXPECT_TRUE(little["intervals"]["latency"]["network"]["mean"].is_null());
  EXPECT_NE(little["precision"]["network_latency"]["no_interval"], "");
}

// At the default length, at 0.83 of saturation: the mean of some runs has no interval, as batches
// are too short or as it rises or falls, and neither has any quantile. Sections of a thousand
// packets there are in all of them.
TEST_F(Precision, OfAQuantileIsNoneWhereTheMeanHasNone) {
  write("warmup: auto, seeds: [1, 2, 3, 4, 5, 6]",
        "network: {topology: mesh, k: [4, 4]}\n"
        "traffic: {pattern: uniform, load: 0.6, packet_phits: 4}\n");
  point();
  int without = 0;
  const json all = results(folder.file("o.json"));
  for (const json& each : all.at("points")) {
    for (const char* kind : {"network", "generation"}) {
      const json& intervals = each["intervals"]["latency"][kind];
      if (!intervals["mean"].is_null()) continue;
      ++without;
      for (const char* quantile : {"p50", "p95", "p99"}) {
        EXPECT_TRUE(intervals[quantile].is_null()) << kind << ' ' << quantile;
      }
    }
  }
  EXPECT_GE(without, 1);
}

// Without a precision nothing fails, but the table says why it has no ±.
TEST_F(Precision, ThatThereIsNoIntervalIsSaid) {
  write("warmup: auto",
        "network: {topology: mesh, k: [4, 4]}\n"
        "traffic: {pattern: uniform, load: 0.6, packet_phits: 4}\n");
  const json found = point();
  ASSERT_EQ(found["precision"]["verdict"], "settled");
  const std::string why = found["precision"]["network_latency"]["no_interval"];
  EXPECT_THAT(said_, ContainsRegex("no interval of [a-z ,]*network latency[a-z ,]*: " + why));
  // And what helps, which it does.
  EXPECT_THAT(said_,
              HasSubstr("\nWith simulation.precision (5 %, say) a run goes on until accepted "
                        "load and network latency have an interval, up to "
                        "simulation.at_most, 2000000 cycles.\n"));
  const json longer = point({"--set", "simulation.precision=5 %"});
  EXPECT_EQ(longer["precision"]["verdict"], "precise");
  EXPECT_TRUE(longer["intervals"]["latency"]["network"]["mean"].is_number());
  EXPECT_THAT(said_, Not(HasSubstr("simulation.precision")));
}

// Beyond saturation a network fills up while so short a run is measured.
TEST_F(Precision, OfARunThatDoesNotSettleIsAskedFor) {
  write("warmup: auto, measure: 100, at_most: 300",
        "network: {topology: mesh, k: [4, 4]}\n"
        "traffic: {pattern: uniform, load: 1, packet_phits: 4}\n");
  EXPECT_EQ(point({}, 1)["precision"]["verdict"], "does_not_settle");
  EXPECT_THAT(said_, HasSubstr("1 of 1 points did not settle: "));
  EXPECT_THAT(said_, HasSubstr("with simulation.precision (5 %, say) a run goes on until they do "
                               "not, up to simulation.at_most"));
}

// The latency from generation of a saturated network grows for ever; what it accepts does not. This
// one would take most of two million cycles for an interval of its latency.
TEST_F(Precision, OfASaturatedNetworkIsThatOfWhatSettles) {
  write("precision: 3 %, warmup: auto",
        "network: {topology: fat_tree, k: 2, n: 2}\n"
        "traffic: {pattern: uniform, load: 1, packet_phits: 4}\n");
  const json saturated = point();
  EXPECT_EQ(saturated["saturated"], true);
  EXPECT_EQ(saturated["precision"]["verdict"], "source_queues_grow");
  EXPECT_LT(saturated["precision"]["measured"], 750000);
  EXPECT_THAT(said_, HasSubstr("saturated, source queues grow"));
  EXPECT_TRUE(saturated["intervals"]["accepted_load"].is_number());
  EXPECT_TRUE(saturated["intervals"]["latency"]["generation"]["mean"].is_null());
}

// Near saturation a run takes longer to be as precise, and beyond it not its whole cap, though no
// run may reach what is asked for.
TEST_F(Precision, TakesLongestNearSaturation) {
  const char* const tree =
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "traffic: {pattern: uniform, load: [0.2, 0.6, 0.72, 0.9], packet_phits: 4}\n";
  const auto cycles = [this] {
    std::vector<Cycle> result;
    const json all = results(folder.file("o.json"));
    for (const json& each : all.at("points")) {
      result.push_back(each["precision"]["measured"].get<Cycle>());
    }
    return result;
  };
  write("precision: 3 %, warmup: auto, measure: 5000", tree);
  EXPECT_EQ(run({"sweep", "net.yaml", "--json", "o.json"}).status, 0);
  const std::vector<Cycle> measured = cycles();
  ASSERT_EQ(measured.size(), 4u);
  EXPECT_GT(measured[1], measured[0]);
  EXPECT_GT(measured[2], 2 * measured[1]);
  write("precision: 0.01 %, warmup: auto, measure: 5000, at_most: 400000", tree);
  point({}, 1);
  const json saturated = results(folder.file("o.json")).at("points").back();
  EXPECT_EQ(saturated["precision"]["verdict"], "source_queues_grow");
  EXPECT_LT(cycles().back(), 200000u);
  EXPECT_GT(cycles().front(), 380000u);
  EXPECT_THAT(said_, HasSubstr("saturated, source queues grow"));
}

// Runs of uniform traffic vary from seed to seed as each says of itself. A random permutation is
// another one with each seed: a run knows its own well, and says nothing of the others.
TEST_F(Precision, OfSeedsIsThatOfTheirRuns) {
  const auto agreement = [this](const char* pattern) {
    write("precision: 3 %, warmup: auto, measure: 4000, seeds: [1, 2, 3, 4, 5, 6]",
          "network: {topology: mesh, k: [4, 4]}\n"
          "traffic: {pattern: " +
              std::string(pattern) + ", load: 0.2, packet_phits: 4}\n");
    point();
    return results(folder.file("o.json")).at("summary").at(0).at("seed_agreement");
  };
  const json uniform = agreement("uniform");
  ASSERT_EQ(uniform.size(), 3u);
  for (const auto& [measure, found] : uniform.items()) {
    EXPECT_EQ(found["agree"], true) << measure << found;
    EXPECT_GT(found["p_value"], 0.0033) << measure;
  }
  EXPECT_THAT(said_, Not(HasSubstr("disagree")));
  const json latency = agreement("permutation").at("network_latency");
  EXPECT_EQ(latency["agree"], false) << latency;
  EXPECT_GT(latency["variance_ratio"], 10);
  EXPECT_THAT(said_, HasSubstr("seeds and intervals disagree"));
  // One seed has nothing to agree with.
  write("precision: 3 %, warmup: auto, measure: 4000");
  point();
  EXPECT_FALSE(results(folder.file("o.json")).at("summary").at(0).contains("seed_agreement"));
}

TEST_F(Precision, IsNotAskedForWhereItMeansNothing) {
  EXPECT_THAT(refusal("confidence: 0.9"),
              HasSubstr("net.yaml:3: simulation.confidence: there is nothing that it is for; "
                        "allowed: beside simulation.precision or simulation.warmup: auto"));
  EXPECT_THAT(refusal("precision: 70 %"), HasSubstr("70 % is out of range; allowed: a number above "
                                                    "0 and up to 0.5 (0.01 is 1 %)"));
  EXPECT_THAT(refusal("precision: fine"), HasSubstr("'fine' is not a number"));
  EXPECT_THAT(refusal("precision: 1 %, at_most: 5000"),
              HasSubstr("simulation.at_most: 5000 cycles are over before what is measured at "
                        "least; allowed: more than warmup and measure, 15000"));
  EXPECT_THAT(refusal("precision: 1 %, drain: 100"), HasSubstr("simulation.drain: 100 cycles"));
  EXPECT_THAT(refusal("warmup: auto",
                      "network: {topology: mesh, k: [4, 4]}\n"
                      "traffic: {pattern: uniform, burst: {packets: 10}, packet_phits: 4}\n"),
              HasSubstr("simulation.warmup: the traffic ends, so that there is no mean"));
  const auto only_error = [this](const std::string& network) {
    const std::string said = refusal("warmup: auto, precision: 2 %", network);
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    return said;
  };
  EXPECT_THAT(only_error("network: {topology: mesh, k: [4, 4]}\n"
                         "traffic: {load: 0.1, phases: [{pattern: uniform}, "
                         "{from: 5000, pattern: transpose}]}\n"),
              HasSubstr("net.yaml:3: simulation.precision: the traffic has several phases, so that "
                        "there is no mean to which the run settles; allowed: traffic of one phase "
                        "that does not end, without faults while it runs; or a given warm-up and "
                        "length"));
  const std::string tree =
      "network: {topology: fat_tree, k: 2, n: 3}\nrouting: {function: ft2ei}\n"
      "traffic: {load: 0.1}\nfaults: [{cycle: 7000, random: link}]\n";
  EXPECT_THAT(only_error(tree),
              HasSubstr("net.yaml:5: simulation.precision: links fail while it runs, so that"));
  EXPECT_THAT(refusal("warmup: automatic"), HasSubstr("or auto"));
}

}  // namespace
}  // namespace netloom::test
