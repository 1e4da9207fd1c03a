// `netloom repro` from outside: experiments of one's own, in a small network.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Repro : public Program {
 protected:
  /// mine.yaml: DESTRO and FF in a 2-ary 3-tree, four points each, with these claims.
  void write_experiment(const std::string& claims) const {
    folder.write("mine.yaml",
                 "title: A figure of mine\n"
                 "source: mine\n"
                 "configuration: |\n"
                 "  network: {topology: fat_tree, k: 2, n: 3}\n"
                 "  traffic: {load: [0.1, 0.4], packet_phits: 8}\n"
                 "  simulation: {warmup: 500, measure: 1000, seeds: [1, 2]}\n"
                 "panels: [{name: a, title: 2-ary 3-tree}]\n"
                 "curves:\n"
                 "  - {name: DESTRO, set: [routing.function=destro]}\n"
                 "  - {name: FF, set: [routing.selection=ff]}\n"
                 "picture: {kind: curves, x: /accepted_load, y: /latency/network/mean}\n"
                 "claims:\n" +
                     claims);
  }

  Result repro(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"repro", "mine.yaml", "--no-pictures"});
    return run(arguments);
  }
};

constexpr const char* kTrue =
    "  - {says: DESTRO keeps the order, measure: out_of_order, curve: DESTRO, "
    "expect: {value: 0, within: 0.5}}\n";
constexpr const char* kFalse =
    "  - {says: Latency is nothing, measure: network_latency, load: 0.1, curve: DESTRO, "
    "expect: {at_most: 1}}\n";
constexpr const char* kKnownToBeFalse =
    "  - {says: Latency is nothing, measure: network_latency, load: 0.1, curve: DESTRO, "
    "expect: {at_most: 1}, fails_because: wires have a length}\n";

constexpr const char* kThreeSeeds = "paper: [\"simulation.seeds=[1, 2, 3]\"]\n";

TEST_F(Repro, TheExitStatusIsTheVerdict) {
  write_experiment(kTrue);
  Result result = repro({});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("mine: 1 hold, 0 do not hold"));

  write_experiment(std::string(kTrue) + kKnownToBeFalse);
  result = repro({});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("mine: 1 hold, 1 do not hold\n"));
  EXPECT_THAT(result.output, HasSubstr("wires have a length"));

  write_experiment(std::string(kTrue) + kFalse);
  result = repro({});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("mine: 1 hold, 1 do not hold\n"));
}

TEST_F(Repro, OfRunsThatAskForAPrecision) {
  write_experiment(kTrue);
  const std::vector<std::string> precise = {"--set", "simulation.precision=20 %", "--set",
                                            "simulation.warmup=auto"};
  Result result = repro(precise);
  EXPECT_EQ(result.status, 0) << result.errors;
  result = repro({"--set", "simulation.precision=0.1 %", "--set", "simulation.at_most=3000"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("8 points, 8 not as precise as asked for"));
  EXPECT_THAT(result.errors, HasSubstr("mine: 8 of 8 points did not come to what simulation."));
}

TEST_F(Repro, WritesFindingsAndPoints) {
  write_experiment(std::string(kTrue) + kKnownToBeFalse);
  ASSERT_EQ(repro({"--json", "a.json", "--document", "made/pages"}).status, 0);
  const json document = json::parse(read_file(folder.file("a.json")));
  const json& experiment = document.at("experiments").at(0);
  EXPECT_EQ(experiment.at("id"), "mine");
  EXPECT_EQ(experiment.at("claims").at(0).at("verdict"), "holds");
  EXPECT_EQ(experiment.at("claims").at(0).at("measured").at("mean"), 0.0);
  EXPECT_EQ(experiment.at("claims").at(1).at("verdict"), "does not hold");
  EXPECT_EQ(experiment.at("points").at("a").at("DESTRO").size(), 4u);
  EXPECT_EQ(experiment.at("points").at("a").at("FF").size(), 4u);
  const std::string page = read_file(folder.file("made/pages/mine.md"));
  EXPECT_THAT(page, HasSubstr("`netloom repro mine.yaml --scale quick` on 20"));
  EXPECT_THAT(page, HasSubstr("Findings: 1 hold, 1 do not hold. "));
  EXPECT_THAT(page, HasSubstr("wires have a length"));
  EXPECT_THAT(page, Not(HasSubstr("mine.svg")));
  const std::string csv = read_file(folder.file("made/pages/mine.csv"));
  EXPECT_THAT(csv, HasSubstr("\nDESTRO keeps the order,a,\"DESTRO, out of order\",0,0.0000,"));
  EXPECT_THAT(csv, HasSubstr(",cycles,does not hold,wires have a length,,,,mine,,quick\n"));
  EXPECT_THAT(
      read_file(folder.file("made/pages/README.md")),
      testing::ContainsRegex("\\| \\[mine\\]\\(mine.md\\): A figure of mine \\| quick \\| 8 "
                             "\\| 0\\.00 \\| 1 \\| 0 \\| 1 \\| 0 \\| 0 \\| 0 \\| 0 \\|\n"));
}

// So can pages of paper scale be there beside those that were only run at quick scale.
TEST_F(Repro, PagesOfOtherExperimentsAreKept) {
  write_experiment(std::string(kTrue) + kKnownToBeFalse + kThreeSeeds);
  const std::vector<std::string> mine = {"--scale",          "paper",      "--set",
                                         "traffic.load=0.1", "--document", "d"};
  ASSERT_EQ(repro(mine).status, 0);
  const std::string page = read_file(folder.file("d/mine.md"));
  EXPECT_THAT(page, HasSubstr("`netloom repro mine.yaml --scale paper --set traffic.load=0.1`"));
  const std::vector<std::string> other = {"repro",   "table-3.3", "--no-pictures", "--out", "made",
                                          "--scale", "paper",     "--document",    "d"};
  ASSERT_LE(run(other).status, 1);
  EXPECT_EQ(read_file(folder.file("d/mine.md")), page);
  const std::string readme = read_file(folder.file("d/README.md"));
  EXPECT_THAT(readme, HasSubstr("in 2 experiments. At the papers' own scale, "));
  EXPECT_THAT(readme,
              HasSubstr("| [mine](mine.md): A figure of mine | paper | 6 | 0.00 | 1 | 0 | 1 "
                        "| 0 | 0 | 0 | 0 |\n"));
  EXPECT_THAT(readme, HasSubstr("\n| [Fat-Trees 2010] | 1 | "));
  EXPECT_THAT(readme, HasSubstr("\n| mine | 1 | 1 | 0 | 1 | 0 | 0 | 0 | 0 |\n"));

  // Once more, it takes the place of what was there.
  write_experiment(kTrue);
  ASSERT_EQ(repro({"--document", "d"}).status, 0);
  EXPECT_THAT(read_file(folder.file("d/README.md")),
              HasSubstr("| [mine](mine.md): A figure of mine | quick | 8 | 0.00 | 1 | 0 | 0 | 0 | "
                        "0 | 0 | 0 |\n"));

  // What cannot be understood there is said before anything is run.
  folder.write("d/mine.summary.json", "{\"title\": \"A figure of mine\"}\n");
  const Result result = run(other);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("d/mine.summary.json:1: source: is missing"));

  // Its own is replaced, whatever it was.
  ASSERT_EQ(repro({"--document", "d"}).status, 0);
  EXPECT_THAT(read_file(folder.file("d/README.md")), HasSubstr("in 2 experiments. "));
}

TEST_F(Repro, FinishedPointsAreKept) {
  write_experiment(kTrue);
  const Result nothing = repro({"--only-known", "--db", "points.sqlite"});
  EXPECT_EQ(nothing.status, 1);
  EXPECT_THAT(nothing.output, HasSubstr("not run"));

  ASSERT_EQ(repro({"--db", "points.sqlite", "--json", "a.json"}).status, 0);
  ASSERT_EQ(repro({"--db", "points.sqlite", "--json", "b.json", "--only-known"}).status, 0);
  EXPECT_EQ(read_file(folder.file("a.json")), read_file(folder.file("b.json")));

  // A change of the configuration is another point.
  const Result other =
      repro({"--db", "points.sqlite", "--only-known", "--set", "switch.routing_delay=3"});
  EXPECT_EQ(other.status, 1);
  EXPECT_THAT(other.output, HasSubstr("not run"));
}

TEST_F(Repro, TheQuickScaleIsShownBesideThePapers) {
  write_experiment(std::string(kTrue) + kThreeSeeds);
  ASSERT_EQ(repro({"--db", "points.sqlite"}).status, 0);
  const std::vector<std::string> report = {"--db",         "points.sqlite", "--scale",    "paper",
                                           "--only-known", "--with-quick",  "--document", "d"};
  Result result = repro(report);
  EXPECT_EQ(result.status, 1) << "points of the paper scale were not run";
  EXPECT_THAT(result.output, HasSubstr("Scale paper, 12 points, 4 not run"));
  EXPECT_THAT(result.output, HasSubstr("Scale quick, 8 points"));
  EXPECT_THAT(
      read_file(folder.file("d/README.md")),
      testing::ContainsRegex("mine \\| paper \\| 8 [^\n]* 0 \\| 0 \\| 0 \\| 0 \\| 0 \\| 0 \\| 1 "
                             "\\|\n(.*\n)+.*mine \\| quick \\| 8 [^\n]* 1 \\| 0"));
  EXPECT_THAT(read_file(folder.file("d/mine.md")), HasSubstr("\n## At quick scale\n"));
  EXPECT_THAT(read_file(folder.file("d/mine.csv")), HasSubstr(",mine,,quick\n"));
  ASSERT_EQ(repro({"--db", "points.sqlite", "--scale", "paper"}).status, 0);
  EXPECT_EQ(repro(report).status, 0);
  EXPECT_EQ(repro({"--with-quick"}).status, 2);
}

TEST_F(Repro, ABudgetTakesWhatDecidesMostFirst) {
  // The first claim needs one load of one curve, the second everything.
  write_experiment(
      "  - {says: FF delivers, measure: accepted_load, load: 0.4, curve: FF, expect: {more_than: "
      "0}}\n"
      "  - {says: DESTRO is as good, measure: throughput, curve: DESTRO, against: FF, expect: "
      "{at_least: -50}}\n");
  const std::vector<std::string> plan = {"--plan", "--db", "points.sqlite"};
  EXPECT_THAT(repro(plan).output, testing::ContainsRegex("mine +2 +2 +0 +0 +8 +8\n"));
  // A budget that any point uses up: the point has begun.
  Result result = repro({"--db", "points.sqlite", "--budget", "1e-9", "--jobs", "1"});
  EXPECT_EQ(result.status, 1) << "not all that the scale has was run";
  EXPECT_THAT(result.output, HasSubstr("1 points were simulated in 0.00 processor hours, 0 of them "
                                       "failed; 7 more were not reached\n"));
  EXPECT_THAT(repro(plan).output, testing::ContainsRegex(" 8 +7\n"));
  result = repro({"--db", "points.sqlite", "--budget", "1", "--json", "a.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("7 points were simulated"));
  EXPECT_THAT(result.output, HasSubstr("mine: 2 hold, 0 do not hold\n"));
}

TEST_F(Repro, StoredPointsAreSimulatedAgain) {
  write_experiment(kTrue);
  ASSERT_EQ(repro({"--db", "points.sqlite"}).status, 0);
  const auto verify = [&](const std::string& database) {
    return run({"repro", "--verify", "5", "--db", database});
  };
  Result result = verify("points.sqlite");
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("5 of 5 points that were drawn are equal to the digit; 8 of "
                                       "the 8 in points.sqlite"));
  ASSERT_EQ(std::system(("gzip -k " + folder.file("points.sqlite")).c_str()), 0);
  EXPECT_EQ(verify("points.sqlite.gz").status, 0);
  // It is a database to read from, too.
  EXPECT_EQ(repro({"--db", "points.sqlite.gz", "--only-known"}).status, 0);
  result = repro({"--db", "points.sqlite.gz", "--seed", "9"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("gunzip makes it writable"));
  // Whoever changes a result and its hash is found out.
  folder.write("change.py",
               "import json, sqlite3, sys\n"
               "c = sqlite3.connect(sys.argv[1])\n"
               "c.execute(\"UPDATE configurations SET config = replace(config, "
               "'\\\"measure\\\":1000', '\\\"measure\\\":900')\")\n"
               "c.commit()\n");
  ASSERT_EQ(
      std::system(
          ("python3 " + folder.file("change.py") + " " + folder.file("points.sqlite")).c_str()),
      0);
  result = verify("points.sqlite");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("0 of 5 points that were drawn are equal to the digit"));
  EXPECT_THAT(result.output, HasSubstr("and was "));
}

TEST_F(Repro, SettingsAndSeedReachEveryPoint) {
  write_experiment(kTrue);
  ASSERT_EQ(repro({"--json", "a.json", "--seed", "7", "--set", "traffic.load=0.2"}).status, 0);
  const json document = json::parse(read_file(folder.file("a.json")));
  for (const json& curve : document.at("experiments").at(0).at("points").at("a")) {
    ASSERT_EQ(curve.size(), 1u);
    EXPECT_EQ(curve.at(0).at("load"), 0.2);
    EXPECT_EQ(curve.at(0).at("seed"), 7);
  }
}

TEST_F(Repro, WhatCannotBeRunIsSaid) {
  write_experiment("  - {says: s, measure: speed, curve: FF, expect: {at_least: 0}}\n");
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } kCases[] = {
      {{"repro", "fig-4.31"}, "did you mean fig-4.13, "},
      {{"repro", "nowhere.yaml"}, "cannot be read"},
      {{"repro", "mine.yaml"}, "accepted_share"},
      {{"repro", "table-5.3", "--scale", "huge"}, "quick"},
      {{"repro", "table-5.3", "--jobs", "0"}, "--jobs"},
      {{"repro", "table-5.3", "--no-pictures", "--json", "no/such/folder/a.json"}, "no/such"},
      {{"repro"}, "no experiment is named; allowed: "},
      {{"repro", "--verify", "3"}, "docs/results/reproduction/points.sqlite.gz: cannot be read"},
      {{"repro", "--verify", "3", "table-5.3"}, "no experiments beside it"},
      {{"repro", "--verify", "0"}, "--verify"},
      {{"repro", "table-5.3", "--budget", "0"}, "--budget"},
  };
  for (const auto& each : kCases) {
    const Result result = run(each.arguments);
    EXPECT_EQ(result.status, 2) << each.arguments.back();
    EXPECT_THAT(result.errors, HasSubstr(each.message));
    EXPECT_THAT(result.errors, Not(HasSubstr("terminate")));
  }
}

TEST_F(Repro, AnUnknownIdHasAShortMessageWithCloseOnes) {
  const auto message_of = [&](const std::string& id) {
    const Result result = run({"repro", id});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    EXPECT_LE(result.errors.size(), 3 * 80u) << "three lines of a terminal";
    return result.errors;
  };
  EXPECT_THAT(message_of("nonsuch"),
              testing::MatchesRegex("netloom: error: 'nonsuch' is not an experiment; allowed: the "
                                    "[0-9]+ that `netloom repro list` prints, all, or .*\n"));
  EXPECT_THAT(message_of("table-5.33"), HasSubstr("(did you mean table-5.3"));
  EXPECT_THAT(message_of("lia-fig-12-through"), HasSubstr("(did you mean lia-fig-12-throughput"))
      << "of which it is the beginning";
  EXPECT_THAT(message_of("lia"), testing::ContainsRegex("mean lia-[^ ]+, lia-[^ ]+, lia-[^ ]+, "
                                                        "lia-[^ ]+, lia-[^ ,]+\\?\\)"));
}

TEST_F(Repro, ListsEveryExperimentOnce) {
  const Result result = run({"repro", "list"});
  EXPECT_EQ(result.status, 0);
  for (const char* id : {"fig-3.24", "fig-4.13", "lia-fig-12-throughput", "table-5.3"}) {
    const std::size_t first = result.output.find(std::string("\n") + id + " ");
    ASSERT_NE(first, std::string::npos) << id;
    EXPECT_EQ(result.output.find(std::string("\n") + id + " ", first + 1), std::string::npos);
  }
}

TEST_F(Repro, DrawsItsFigure) {
  if (std::system("command -v gnuplot > /dev/null") != 0) GTEST_SKIP() << "no gnuplot here";
  write_experiment(kTrue);
  ASSERT_EQ(run({"repro", "mine.yaml", "--out", "pictures"}).status, 0);
  const std::string picture = read_file(folder.file("pictures/mine.svg"));
  for (const char* text : {"DESTRO", "FF", "2-ary 3-tree"}) EXPECT_THAT(picture, HasSubstr(text));
  EXPECT_TRUE(std::filesystem::exists(folder.file("pictures/mine.png")));

  ASSERT_EQ(run({"repro", "mine.yaml", "--out", "pictures", "--document", "d"}).status, 0);
  EXPECT_EQ(read_file(folder.file("d/mine.svg")), read_file(folder.file("pictures/mine.svg")));
  EXPECT_THAT(read_file(folder.file("d/mine.md")), HasSubstr("\n![A figure of mine](mine.svg)\n"));
}

}  // namespace
}  // namespace netloom::test
