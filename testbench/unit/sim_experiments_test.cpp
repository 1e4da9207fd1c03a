// Experiments: reading definitions, judging claims, reports.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/experiments/evaluate.h"
#include "sim/experiments/experiment.h"
#include "sim/experiments/finding_text.h"
#include "sim/experiments/library.h"
#include "sim/experiments/produce.h"
#include "sim/experiments/report.h"

namespace netloom {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_experiment(text, "mine.yaml");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A definition with two panels and three curves; `claims` are the lines below "claims:".
std::string definition(const std::string& claims) {
  return "title: A figure\n"
         "source: a paper, Figure 1\n"
         "configuration: |\n"
         "  network: {topology: fat_tree, k: 2, n: 2}\n"
         "panels:\n"
         "  - {name: a, title: first, set: [network.n=2]}\n"
         "  - {name: b, title: second, set: [network.n=3]}\n"
         "curves:\n"
         "  - {name: X, set: [routing.selection=ff], cost: adaptive}\n"
         "  - {name: Y, cost: adaptive}\n"
         "  - {name: Z, cost: adaptive}\n"
         "claims:\n" +
         claims;
}

std::string claim(const std::string& keys) {
  return "  - says: something\n    measure: throughput\n    curve: X\n" + keys;
}

Experiment experiment(const std::string& claims) {
  return parse_experiment(definition(claims), "mine.yaml");
}

/// A point with what the measures read.
Json point(double load, int seed, double accepted, double latency = 0) {
  return {{"load", load},
          {"seed", seed},
          {"failure", nullptr},
          {"accepted_load", accepted},
          {"offered_load", load},
          {"latency", {{"network", {{"mean", latency}}}, {"generation", {{"mean", latency}}}}},
          {"packets", {{"out_of_order", 0}}}};
}

/// X accepts 0.5, Y 0.4 and Z 0.6 at most, with the same differences in both seeds.
ExperimentResults results() {
  ExperimentResults made;
  for (const char* panel : {"a", "b"}) {
    made.add(panel, "X",
             {point(0.3, 1, 0.3, 10), point(0.3, 2, 0.3, 12), point(0.9, 1, 0.5, 90),
              point(0.9, 2, 0.5, 90)});
    made.add(panel, "Y",
             {point(0.3, 1, 0.3, 20), point(0.3, 2, 0.3, 20), point(0.9, 1, 0.4, 99),
              point(0.9, 2, 0.4, 99)});
    made.add(panel, "Z",
             {point(0.3, 1, 0.3, 40), point(0.3, 2, 0.3, 40), point(0.9, 1, 0.6, 50),
              point(0.9, 2, 0.6, 50)});
    made.set_cost(panel, "X", 2);
    made.set_cost(panel, "Y", 1);
    made.set_cost(panel, "Z", 3);
  }
  return made;
}

Finding first_finding(const std::string& keys) {
  const Experiment made = experiment(claim(keys));
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  Finding finding = findings.front();
  finding.claim = nullptr;  // the experiment ends here
  return finding;
}

TEST(ExperimentLibrary, EveryDefinitionCanBeRead) {
  ASSERT_FALSE(experiment_library().empty());
  for (const ExperimentText& each : experiment_library()) {
    const Experiment made = parse_experiment(each.text, each.id + ".yaml");
    EXPECT_EQ(made.id, each.id);
    EXPECT_FALSE(made.claims.empty()) << each.id;
    EXPECT_FALSE(made.panels_at(Scale::kQuick).empty()) << each.id;
  }
}

// So that a reader can look up what is judged, and a verdict is worth something.
TEST(ExperimentLibrary, StatementsAreQuotedAndPrintedNumbersHaveNarrowBounds) {
  for (const ExperimentText& each : experiment_library()) {
    for (const Claim& claim : parse_experiment(each.text, each.id + ".yaml").claims) {
      EXPECT_TRUE(claim.invariant || !claim.quote.empty()) << each.id << ": " << claim.says;
      EXPECT_LE(claim.within.value_or(0), 0.1501) << each.id << ": " << claim.says;
    }
  }
}

TEST(ExperimentLibrary, EveryConfigurationOfTheQuickScaleIsValid) {
  for (const ExperimentText& each : experiment_library()) {
    const Experiment made = parse_experiment(each.text, each.id + ".yaml");
    if (made.data != Experiment::Data::kSimulation) continue;
    for (const Panel* panel : made.panels_at(Scale::kQuick)) {
      for (const Curve& curve : made.curves) {
        EXPECT_NO_THROW(parse_config(made.configuration, each.id, "",
                                     made.overrides(*panel, curve, Scale::kQuick)))
            << each.id << ", " << panel->name << ", " << curve.name;
      }
    }
  }
}

/// Whether any run of an experiment has a precision at paper scale.
bool ends_by_precision(const Experiment& made) {
  if (made.data != Experiment::Data::kSimulation) return false;
  bool any = made.configuration.find("precision") != std::string::npos;
  for (const Panel* panel : made.panels_at(Scale::kPaper)) {
    for (const Curve& curve : made.curves) {
      for (const Override& each : made.overrides(*panel, curve, Scale::kPaper)) {
        any = any || each.key == "simulation.precision";
      }
    }
  }
  return any;
}

TEST(ExperimentLibrary, ThePageSaysWhichRunsEndByPrecision) {
  const std::string page = read_text(NETLOOM_SOURCE_DIR "/docs/guides/experiments.md");
  const std::size_t sentence =
      page.find("At paper scale these experiments have runs that end when");
  ASSERT_NE(sentence, std::string::npos);
  const std::size_t begin = page.find("```text\n", sentence) + 8;
  std::istringstream listed(page.substr(begin, page.find("```", begin) - begin));
  const std::set<std::string> said{std::istream_iterator<std::string>(listed), {}};
  std::set<std::string> found;
  for (const ExperimentText& each : experiment_library()) {
    if (ends_by_precision(parse_experiment(each.text, each.id + ".yaml"))) found.insert(each.id);
  }
  EXPECT_EQ(said, found);
}

TEST(ExperimentLibrary, IsSortedByNumbers) {
  std::vector<std::string> ids;
  for (const ExperimentText& each : experiment_library()) ids.push_back(each.id);
  const auto place = [&](const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) - ids.begin();
  };
  EXPECT_LT(place("fig-4.22"), place("fig-5.5"));
  EXPECT_LT(place("fig-5.9"), place("fig-5.10"));
}

TEST(ExperimentDefinition, OverridesComeInTheOrderOfTheirPlaces) {
  const Experiment made = parse_experiment(
      "title: t\nsource: s\nconfiguration: x\nset: [a=1]\nquick: [a=4]\npaper: [a=5]\n"
      "medium: [a=8]\n"
      "panels: [{name: p, title: t, set: [a=2], quick: [a=6], "
      "only: [{curves: [Y], set: [a=7]}]}, {name: q, title: t, in_quick: false, medium: [a=9]}]\n"
      "curves: [{name: X, set: [a=3]}, {name: Y}]\n",
      "mine.yaml");
  const auto values = [&](const std::string& curve, Scale scale, const std::string& panel = "p") {
    std::string text;
    for (const Override& each : made.overrides(made.panel(panel), made.curve(curve), scale)) {
      text += each.value;
    }
    return text;
  };
  EXPECT_EQ(values("X", Scale::kQuick), "12346");
  EXPECT_EQ(values("Y", Scale::kQuick), "12746");
  EXPECT_EQ(values("X", Scale::kPaper), "1235");
  EXPECT_EQ(values("X", Scale::kMedium), values("X", Scale::kQuick));
  EXPECT_EQ(values("X", Scale::kPaper, "q"), "135");
  EXPECT_EQ(values("X", Scale::kMedium, "q"), "13589");
}

TEST(ExperimentDefinition, TheMediumScaleHasPanelsOfTheQuickOneAndShorterOnesOfThePaper) {
  const std::string head = "title: t\nsource: s\nconfiguration: x\ncurves: [{name: X}]\n";
  const std::string panels =
      "panels: [{name: a, title: a, in_paper: false}, {name: b, title: b, in_quick: false}, "
      "{name: c, title: c, in_quick: false, in_medium: false}, {name: d, title: d, in_medium: "
      "false}, {name: e, title: e, in_quick: false, medium: [k=1]}]\n";
  const auto names = [](const Experiment& made, Scale scale) {
    std::string text;
    for (const Panel* each : made.panels_at(scale)) text += each->name;
    return text;
  };
  const Experiment some = parse_experiment(head + panels, "mine.yaml");
  EXPECT_EQ(names(some, Scale::kQuick), "ad");
  EXPECT_EQ(names(some, Scale::kMedium), "ae");
  EXPECT_EQ(names(some, Scale::kPaper), "bcde");
  const Experiment all = parse_experiment(head + "medium: [k=2]\n" + panels, "mine.yaml");
  EXPECT_EQ(names(all, Scale::kMedium), "abe");
}

TEST(ExperimentDefinition, LikeTakesOverWhatIsNotGiven) {
  const Experiment base = parse_experiment(*find_experiment_text("fig-4.13"), "fig-4.13.yaml");
  const Experiment made =
      parse_experiment("like: fig-4.15\ntitle: mine\npanels: [{name: p, title: t}]\n", "mine.yaml");
  EXPECT_EQ(made.title, "mine");
  EXPECT_EQ(made.panels.size(), 1u);
  EXPECT_EQ(made.curves.size(), base.curves.size());
  EXPECT_EQ(made.configuration, base.configuration);
  EXPECT_EQ(made.set, (std::vector<Override>{{"traffic.pattern", "bit_reversal", "set"}}));
  EXPECT_TRUE(made.claims.empty());
}

TEST(ExperimentDefinition, ErrorsSayWhereAndWhatIsAllowed) {
  const auto expect = [](const std::string& text, const std::string& line,
                         const std::string& part) {
    const std::string message = error_of(text);
    EXPECT_EQ(message.rfind("mine.yaml:" + line, 0), 0u) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string good = "    expect: {at_least: 0}\n";
  EXPECT_EQ(error_of(definition(claim(good))), "no error");
  expect("titel: t\n", "1: titel", "did you mean 'title'");
  expect("title: t\nsource: s\n", "1: configuration", "is missing");
  expect("like: fig-9.9\n", "1: like", "allowed: ");
  expect(definition(claim("    against: W\n" + good)), "16: claims[0].against",
         "'W' is not known; allowed: X, Y, Z");
  expect(definition(claim("    panels: [c]\n" + good)), "16: claims[0].panels", "allowed: a, b");
  expect(definition(claim("    expect: {}\n")), "16: claims[0].expect", "value and within");
  expect(definition(claim("    expect: {value: 1}\n")), "16: claims[0].expect", "within");
  expect(definition(claim("    expect: {at_least: 2, at_most: 1}\n")), "16: claims[0].expect",
         "no number is in that range");
  expect(definition(claim("    expect: {at_least: 1, less_than: 1}\n")), "16: claims[0].expect",
         "no number is in that range");
  expect(definition(claim("    expect: {at_least: 1, more_than: 1}\n")), "16: claims[0].expect",
         "one on each");
  expect(definition(claim("    expect: {value: 1, within: 1, reading_error: 1}\n")),
         "16: claims[0].expect", "value and within (or reading_error)");
  expect(definition(claim("")), "13: claims[0].expect", "is missing");
  expect(definition(claim("    not_testable: no trace\n")), "14: claims[0].measure",
         "nothing beside not_testable");
  expect(definition(claim("    explained_by: [v]\n" + good)), "16: claims[0].explained_by",
         "'v' is not known");
  expect(definition(claim("    form: percent\n" + good)), "16: claims[0].form",
         "something to compare with");
  expect(definition(claim("    against: Y\n    form: value\n" + good)), "17: claims[0].form",
         "compares nothing");
  expect(definition(claim("    against: Y\n    best_of: [Z]\n" + good)), "13: claims[0]",
         "one of against");
  expect(definition(claim("    load: 0.5\n" + good)), "16: claims[0].load",
         "not measured at a load");
  expect(definition(claim("    pointer: /hops/mean\n" + good)), "16: claims[0].pointer",
         "'throughput' says itself what it is");
  const std::string value = "  - says: s\n    measure: value\n    curve: X\n";
  expect(definition(value + good), "13: claims[0].pointer", "is missing");
  expect(definition(value + "    pointer: hops\n" + good), "16: claims[0].pointer",
         "'hops' is no JSON pointer");
  expect(definition(claim("    against_panel: c\n" + good)), "16: claims[0].against_panel",
         "allowed: a, b");
  expect("title: t\nsource: s\nconfiguration: x\nset: [abc]\n", "4: set[0]", "KEY.PATH=VALUE");
  expect(
      "title: t\nsource: s\nconfiguration: x\ncurves: [{name: X}]\n"
      "panels: [{name: a, title: a, in_quick: false, in_paper: false}]\n",
      "5: panels[0]", "part of no scale");
  expect(
      "title: t\nsource: s\nconfiguration: x\ncurves: [{name: X}]\n"
      "panels: [{name: a, title: a, at: 1}, {name: b, title: b}]\n"
      "picture: {kind: panels, measure: throughput}\n",
      "5: panels[1].at", "is missing");
  expect(
      "title: t\nsource: s\nconfiguration: x\ncurves: [{name: X}]\n"
      "panels: [{name: a, title: a, at: 1}]\n"
      "picture: {kind: panels}\n",
      "6: picture", "panels need a measure");
  expect(
      "title: t\nsource: s\nconfiguration: x\ncurves: [{name: X}]\n"
      "panels: [{name: a, title: a}]\n"
      "picture: {kind: list, y: /nodes/accepted}\n",
      "6: picture", "a list needs y and a load");
  expect(
      "title: t\nsource: s\nconfiguration: x\npanels: [{name: a, title: a}]\n"
      "curves: [{name: X}, {name: X}]\n",
      "5: curves[1].name", "given twice");
}

TEST(ExperimentProduction, ErrorsOfOverridesSayWhereTheyStand) {
  const auto error_with = [](const std::string& set, const std::string& quick,
                             const std::vector<Override>& given) -> std::string {
    Experiment made = parse_experiment(
        "title: t\nsource: s\n"
        "configuration: '{network: {topology: fat_tree, k: 2, n: 2}, traffic: {load: 0.1}}'\n"
        "panels: [{name: p, title: t, set: [" +
            set +
            "]}]\n"
            "curves: [{name: X}]\nquick: [" +
            quick + "]\n",
        "mine.yaml");
    ProduceOptions options;
    options.overrides = given;
    options.only_known = true;
    try {
      produce(made, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  const std::string wrong = "network.k: 1 is out of range; allowed: an integer from 2 to 128";
  EXPECT_EQ(error_with("network.k=3", "network.n=3", {}), "no error");
  EXPECT_EQ(error_with("network.k=1", "", {}), "mine, panel p, curve X: set " + wrong);
  EXPECT_EQ(error_with("", "network.k=1", {}), "mine, panel p, curve X: quick " + wrong);
  EXPECT_EQ(error_with("network.k=3", "network.k=4", {{"network.k", "1"}}),
            "mine, panel p, curve X: --set " + wrong);
}

TEST(Claims, AValueIsJudgedByItsBounds) {
  EXPECT_EQ(first_finding("    expect: {at_least: 0.5}\n").verdict, Verdict::kHolds);
  EXPECT_EQ(first_finding("    expect: {at_least: 0.51}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    expect: {at_most: 0.49}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    expect: {value: 0.52, within: 0.03}\n").verdict, Verdict::kHolds);
  EXPECT_EQ(first_finding("    expect: {value: 0.52, within: 0.01}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    expect: {at_least: 1}\n    fails_because: it is small\n").verdict,
            Verdict::kFails)
      << "a remark explains nothing";
}

TEST(Claims, OpenBoundsDoNotBelongToTheRange) {
  EXPECT_EQ(first_finding("    expect: {more_than: 0.5}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    expect: {more_than: 0.49}\n").verdict, Verdict::kHolds);
  EXPECT_EQ(first_finding("    expect: {less_than: 0.5}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    expect: {less_than: 0.51}\n").verdict, Verdict::kHolds);
  // X and itself: a tie is not a win, and 0 is not more than 0.
  EXPECT_EQ(first_finding("    against: X\n    expect: {more_than: 0}\n").verdict, Verdict::kFails);
  EXPECT_EQ(first_finding("    against: X\n    expect: {at_least: 0}\n").verdict, Verdict::kHolds);
}

TEST(Claims, SeveralCurvesMakeAClaimEach) {
  const Experiment made = experiment(
      "  - {says: '{curve} beats {against}', measure: throughput, curve: [X, Z], against: [Y, Z], "
      "panels: [a], expect: {more_than: 0}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_EQ(findings[0].claim->says, "X beats Y");
  EXPECT_EQ(findings[1].claim->says, "X beats Z");
  EXPECT_EQ(findings[2].claim->says, "Z beats Y");
  EXPECT_EQ(findings[0].reference, "Y");
  EXPECT_EQ(findings[0].verdict, Verdict::kHolds);
  EXPECT_EQ(findings[1].verdict, Verdict::kFails);
  EXPECT_EQ(findings[3].verdict, Verdict::kFails);
}

TEST(Claims, OneMeasureIsComparedWithAnother) {
  const Experiment made = experiment(
      "  - {says: s, measure: accepted_load, load: 0.9, against_measure: accepted_share, curve: X, "
      "form: ratio, panels: [a], expect: {value: 0.9, within: 0.001}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_EQ(findings.front().verdict, Verdict::kHolds);
  EXPECT_EQ(findings.front().reference, "X");
}

/// A definition whose variant `v` has X alone, in panel b.
Experiment with_variant(const std::string& claims) {
  return parse_experiment(
      definition(claims) +
          "variants:\n  - {name: v, title: another rule, set: [network.k=3], panels: [b], curves: "
          "[X]}\n",
      "mine.yaml");
}

TEST(Variants, HaveTheirOverridesLast) {
  const Experiment made = parse_experiment(
      "title: t\nsource: s\nconfiguration: x\nset: [a=1]\npaper: [a=2]\n"
      "panels: [{name: p, title: t, paper: [a=3]}, {name: q, title: t}]\n"
      "curves: [{name: X}, {name: Y}]\n"
      "variants: [{name: v, title: t, set: [a=4], only: [{curves: [Y], set: [a=5]}], panels: "
      "[p]}]\n",
      "mine.yaml");
  const Variant& variant = made.variant("v");
  const auto values = [&](const char* curve) {
    std::string text;
    for (const Override& each :
         made.overrides(made.panel("p"), made.curve(curve), Scale::kPaper, &variant)) {
      text += each.value;
    }
    return text;
  };
  EXPECT_EQ(values("X"), "1234");
  EXPECT_EQ(values("Y"), "12345");
  ASSERT_EQ(made.panels_at(Scale::kPaper, &variant).size(), 1u);
  EXPECT_EQ(made.curves_of(&variant).size(), 2u);
}

TEST(Variants, ExplainAFailureWhereTheClaimHoldsInThem) {
  const Experiment made =
      with_variant(claim("    expect: {more_than: 0.6}\n    explained_by: [v]\n") +
                   claim("    expect: {more_than: 0.9}\n    explained_by: [v]\n") +
                   claim("    expect: {more_than: 0.6}\n    fails_because: a rule\n"));
  Production production;
  production.results = results();
  production.of(made, &made.variant("v")).add("b", "X", {point(0.9, 1, 0.8), point(0.9, 2, 0.8)});
  ExperimentReport report;
  report.experiment = &made;
  report.scale = Scale::kMedium;
  report.production = &production;
  judge(report);
  ASSERT_EQ(report.findings.size(), 6u);
  EXPECT_EQ(report.findings[0].verdict, Verdict::kFails) << "the variant has no panel a";
  EXPECT_EQ(report.findings[1].verdict, Verdict::kExplained);
  EXPECT_EQ(report.findings[1].explained_by, "v");
  EXPECT_EQ(report.findings[3].verdict, Verdict::kFails) << "it fails there, too";
  EXPECT_EQ(report.findings[5].verdict, Verdict::kFails) << "it names no variant";
  const VerdictCounts counts(report.findings);
  EXPECT_EQ(counts[Verdict::kExplained], 1u);
  EXPECT_EQ(counts[Verdict::kFails], 5u);
  const std::string text = report_text(report);
  EXPECT_NE(text.find("does not hold, but in variant v"), std::string::npos) << text;
  EXPECT_NE(text.find("mine: 0 hold, 6 do not hold (1 of them explained)"), std::string::npos);
  EXPECT_NE(text.find("mine, variant v (another rule): 2 hold, 1 do not hold"), std::string::npos)
      << text;
  const Json json = report_json(report);
  EXPECT_EQ(json.at("claims")[1].at("explained_by"), "v");
  EXPECT_EQ(json.at("variants")[0].at("claims").size(), 3u);
}

TEST(Claims, PanelsThatWereNotRunAreNamed) {
  ExperimentResults made;
  made.add("a", "X", {point(0.9, 1, 0.5), point(0.9, 2, 0.5), point(0.9, 3, 0.5)});
  const Experiment each = experiment(claim("    expect: {at_least: 0}\n"));
  const std::vector<Finding> findings = evaluate(each, made, Scale::kPaper);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].verdict, Verdict::kHolds);
  EXPECT_EQ(findings[1].panel, "b");
  EXPECT_EQ(findings[1].verdict, Verdict::kNotRun);
}

TEST(Claims, WithFewSeedsThereIsNoVerdictAtPaperScale) {
  const Experiment each = experiment(claim("    panels: [a]\n    expect: {at_least: 0}\n"));
  EXPECT_EQ(evaluate(each, results(), Scale::kQuick).front().verdict, Verdict::kHolds);
  const Finding finding = evaluate(each, results(), Scale::kPaper).front();
  EXPECT_EQ(finding.verdict, Verdict::kNoResult);
  EXPECT_EQ(finding.measured.missing, "2 of at least 3 seeds");
}

TEST(Claims, ALoadIsEnoughForAClaimAboutIt) {
  ExperimentResults made;
  made.add("a", "X",
           {point(0.3, 1, 0.3, 10), not_run_point(0.9, 1), point(0.3, 2, 0.3, 10),
            not_run_point(0.9, 2)});
  const Experiment each = experiment(
      "  - {says: s, measure: network_latency, load: 0.3, curve: X, panels: [a], expect: {at_most: "
      "10}}\n"
      "  - {says: s, measure: throughput, curve: X, panels: [a], expect: {at_least: 0}}\n");
  const std::vector<Finding> findings = evaluate(each, made, Scale::kQuick);
  EXPECT_EQ(findings[0].verdict, Verdict::kHolds);
  EXPECT_EQ(findings[1].verdict, Verdict::kNotRun) << "the largest of all loads";
}

TEST(Claims, InvariantsAndWhatIsNotTestableAreInNoSum) {
  const Experiment made = experiment(
      claim("    panels: [a]\n    invariant: true\n    expect: {at_most: 0.1}\n") +
      "  - {says: t, quote: Traces are long., not_testable: the traces are not public}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].verdict, Verdict::kNotTestable);
  const VerdictCounts counts(findings);
  EXPECT_EQ(counts.all(), 1u);
  EXPECT_EQ(counts[Verdict::kNotTestable], 1u);
  EXPECT_EQ(counts_text(counts), "0 hold, 0 do not hold, 1 not testable");
  ASSERT_EQ(broken_invariants(findings).size(), 1u);
}

TEST(Claims, ComparesWithTheCurveThatIsAskedFor) {
  const std::string expect = "    expect: {at_least: -1000}\n";
  Finding finding = first_finding("    against: Y\n" + expect);
  EXPECT_EQ(finding.reference, "Y");
  EXPECT_NEAR(finding.measured.estimate().mean, 25, 1e-9);  // percent
  EXPECT_EQ(first_finding("    best_of: [Y, Z]\n" + expect).reference, "Z");
  EXPECT_EQ(first_finding("    worst_of: [Y, Z]\n" + expect).reference, "Y");
  EXPECT_EQ(first_finding("    median_of: [X, Y, Z]\n" + expect).reference, "X");
  EXPECT_NEAR(first_finding("    against: Y\n    form: ratio\n" + expect).measured.estimate().mean,
              1.25, 1e-9);
  EXPECT_NEAR(
      first_finding("    against: Y\n    form: difference\n" + expect).measured.estimate().mean,
      0.1, 1e-9);
}

TEST(Claims, AcceptedShareIsOfWhatIsOffered) {
  const Experiment made = experiment(
      "  - {says: s, measure: accepted_share, load: [0.3, 0.9], curve: X, expect: {at_least: "
      "1}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_NEAR(findings.front().measured.estimate().mean, (1 + 0.5 / 0.9) / 2, 1e-9);
  EXPECT_EQ(findings.front().verdict, Verdict::kFails);
}

TEST(Claims, AnyNumberOfAPointIsAValue) {
  const Experiment made = experiment(
      "  - {says: s, measure: value, pointer: /latency/network/mean, load: 0.3, curve: "
      "X, expect: {value: 11, within: 15}}\n"
      "  - {says: s, measure: value, pointer: /latency/network/p17, load: 0.3, curve: "
      "X, expect: {at_least: 0}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_EQ(findings.front().verdict, Verdict::kHolds);
  EXPECT_EQ(findings.front().claim->measure.name, "/latency/network/mean");
  EXPECT_EQ(findings.back().measured.missing, "no /latency/network/p17");
}

TEST(Claims, ACurveCanBeComparedWithItselfAtAnotherLoad) {
  const Experiment made = experiment(
      "  - {says: s, measure: accepted_load, load: 0.9, against_load: 0.3, curve: X, "
      "form: ratio, expect: {value: 1.667, within: 0.001}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_EQ(findings.front().verdict, Verdict::kHolds);
  EXPECT_EQ(findings.front().reference, "X");
  EXPECT_EQ(
      error_of(definition(claim("    against_load: 0.3\n    expect: {at_least: 0}\n"))),
      "mine.yaml:16: claims[0].against_load: needs a load of its own to compare with; allowed: "
      "beside a load");
}

TEST(Claims, LowLatencyIsTheBest) {
  const Experiment made = experiment(
      "  - {says: s, measure: network_latency, load: 0.3, curve: Z, best_of: [X, Y], "
      "expect: {at_least: 0}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_EQ(findings.front().reference, "X");
  // Seed by seed: 40/10 and 40/12.
  EXPECT_NEAR(findings.front().measured.estimate().mean, (300 + 100 * (40 / 12.0 - 1)) / 2, 1e-9);
  EXPECT_TRUE(findings.front().measured.estimate().ci95.has_value());
}

TEST(Claims, CostIsMultipliedOrDividedBy) {
  const std::string expect = "    expect: {at_least: -1000}\n";
  EXPECT_NEAR(first_finding("    cost: per\n" + expect).measured.estimate().mean, 4, 1e-9);
  EXPECT_NEAR(first_finding("    cost: times\n" + expect).measured.estimate().mean, 1, 1e-9);
  // Per phit, X costs 4, Y 2.5 and Z 5: the least is the best.
  EXPECT_EQ(first_finding("    cost: per\n    best_of: [Y, Z]\n" + expect).reference, "Y");
}

TEST(Claims, AreNotToldApartWhereTheIntervalReachesAcrossABound) {
  const Experiment made = experiment(
      "  - {says: s, measure: network_latency, load: 0.3, curve: X, expect: {at_most: 11.5}}\n"
      "  - {says: s, measure: network_latency, load: 0.3, curve: Y, expect: {at_most: 20.5}}\n");
  const std::vector<Finding> findings = evaluate(made, results(), Scale::kMedium);
  EXPECT_EQ(findings[0].verdict, Verdict::kNotToldApart);
  EXPECT_EQ(findings[2].verdict, Verdict::kHolds);
}

/// What becomes of a claim about curve X, against Y if it compares, in panel a: both have these
/// points.
Finding finding_of(const std::string& keys, std::vector<Json> x, std::vector<Json> y) {
  ExperimentResults made;
  made.add("a", "X", std::move(x));
  made.add("a", "Y", std::move(y));
  const Experiment of = experiment("  - {says: s, curve: X, panels: [a], " + keys + "}\n");
  return evaluate(of, made, Scale::kMedium).front();
}

/// A point that knows accepted load and latency by itself.
Json with_intervals(Json point, double accepted, double latency) {
  point["intervals"] = {{"accepted_load", accepted},
                        {"latency", {{"network", {{"mean", latency}}}}}};
  return point;
}

TEST(Claims, OfOneRunWithoutAnIntervalNothingIsToldApart) {
  const std::vector<Json> one = {point(0.3, 1, 0.3, 10)};
  const std::vector<Json> other = {point(0.3, 1, 0.3, 1000)};
  for (const char* keys :
       {"measure: network_latency, load: 0.3, expect: {at_most: 11}",
        "measure: network_latency, load: 0.3, expect: {at_least: 500}",
        "measure: throughput, expect: {at_most: 11}",
        "measure: network_latency, load: 0.3, against: Y, expect: {less_than: 0}",
        "measure: out_of_order, expect: {at_most: 0}"}) {
    const Finding finding = finding_of(keys, one, other);
    EXPECT_EQ(finding.verdict, Verdict::kNotToldApart) << keys;
    EXPECT_FALSE(finding.measured.interval()) << keys;
    EXPECT_THAT(measured_text(finding), testing::EndsWith(", no interval")) << keys;
  }
  // What has to be so in every run is so in this one, or not.
  const char* order = "measure: out_of_order, invariant: true, expect: {at_most: 0}";
  EXPECT_EQ(finding_of(order, one, other).verdict, Verdict::kHolds);
}

TEST(Claims, OneRunIsJudgedByItsOwnInterval) {
  const auto judged = [](const std::string& keys) {
    return finding_of(keys, {with_intervals(point(0.3, 1, 0.3, 10), 0.003, 0.3)},
                      {with_intervals(point(0.3, 1, 0.3, 20), 0.003, 0.4)});
  };
  const std::string latency = "measure: network_latency, load: 0.3, ";
  EXPECT_EQ(judged(latency + "expect: {at_most: 10.31}").verdict, Verdict::kHolds);
  EXPECT_EQ(judged(latency + "expect: {at_most: 10.29}").verdict, Verdict::kNotToldApart);
  EXPECT_EQ(judged(latency + "expect: {at_most: 9.71}").verdict, Verdict::kNotToldApart);
  // The mean is outside of the range, all of which is in the interval.
  EXPECT_EQ(judged(latency + "expect: {at_least: 10.05, at_most: 10.1}").verdict,
            Verdict::kNotToldApart);
  EXPECT_EQ(judged(latency + "expect: {at_most: 9.69}").verdict, Verdict::kFails);
  EXPECT_EQ(judged("measure: throughput, expect: {at_least: 0.2969}").verdict, Verdict::kHolds);
  EXPECT_EQ(judged("measure: throughput, expect: {at_least: 0.2971}").verdict,
            Verdict::kNotToldApart);
  // The root of the squares: half a cycle.
  const std::string compared = latency + "against: Y, form: difference, ";
  EXPECT_EQ(judged(compared + "expect: {at_most: -9.49}").verdict, Verdict::kHolds);
  EXPECT_EQ(judged(compared + "expect: {at_most: -9.51}").verdict, Verdict::kNotToldApart);
  const Finding ratio = judged(latency + "against: Y, form: ratio, expect: {at_most: 1}");
  EXPECT_NEAR(ratio.measured.estimate().ci95.value(), 0.5 * std::hypot(0.03, 0.02), 3e-4);
}

TEST(Claims, SeveralSeedsSayMoreThanTheirRuns) {
  std::vector<Json> runs;
  for (const int seed : {1, 2, 3}) {
    runs.push_back(with_intervals(point(0.3, seed, 0.3, 10 + seed), 0.1, 0.001));
  }
  const Finding finding =
      finding_of("measure: network_latency, load: 0.3, expect: {at_most: 12.5}", runs, {});
  EXPECT_EQ(finding.verdict, Verdict::kNotToldApart);
  EXPECT_NEAR(finding.measured.estimate().ci95.value(), 4.302653 / std::sqrt(3), 1e-6);
}

TEST(Claims, RunsThatAreTheSameInAllSeedsAreExact) {
  const Finding finding =
      finding_of("measure: network_latency, load: 0.3, expect: {at_most: 10}",
                 {point(0.3, 1, 0.3, 10), point(0.3, 2, 0.3, 10), point(0.3, 3, 0.3, 10)}, {});
  EXPECT_EQ(finding.verdict, Verdict::kHolds);
  EXPECT_EQ(measured_text(finding), "10.00, the same in all seeds");
}

TEST(Claims, WhatIsCountedIsExact) {
  const Json counted = {
      {"load", nullptr}, {"seed", 1}, {"failure", nullptr}, {"crosspoints", 48.0}};
  const Finding finding = finding_of("measure: crosspoints, expect: {at_most: 48}", {counted}, {});
  EXPECT_EQ(finding.verdict, Verdict::kHolds);
  EXPECT_EQ(measured_text(finding), "48.00");
}

/// So many percent of combinations of faults, all or a sample of them.
Json faults_point(double not_tolerated, bool exhaustive, double victims = 1,
                  std::optional<double> of_victims = {}) {
  Json result = {{"load", 4},
                 {"seed", 1},
                 {"failure", nullptr},
                 {"combinations", 10000},
                 {"exhaustive", exhaustive},
                 {"not_tolerated", not_tolerated},
                 {"victims", victims}};
  if (of_victims) result["intervals"] = {{"victims", *of_victims}};
  return result;
}

TEST(Claims, ASampleOfFaultsIsJudgedAsOne) {
  const std::string share = "measure: not_tolerated, load: 4, ";
  const std::string less = share + "against: Y, form: difference, expect: {less_than: 0}";
  const auto verdict = [](const std::string& keys, const Json& x, const Json& y) {
    return finding_of(keys, {x}, {y}).verdict;
  };
  EXPECT_EQ(verdict(less, faults_point(0, false), faults_point(0, false)), Verdict::kNotToldApart);
  EXPECT_EQ(verdict(less, faults_point(0, false), faults_point(0.02, false)),
            Verdict::kNotToldApart);
  EXPECT_EQ(verdict(less, faults_point(0, false), faults_point(0.2, false)), Verdict::kHolds);
  EXPECT_EQ(verdict(less, faults_point(0.2, false), faults_point(0, false)), Verdict::kFails);
  EXPECT_EQ(verdict(less, faults_point(0, true), faults_point(0, true)), Verdict::kFails);
  // 0 of 10,000: up to 0.038 %.
  EXPECT_EQ(verdict(share + "expect: {at_most: 0.03}", faults_point(0, false), {}),
            Verdict::kNotToldApart);
  EXPECT_EQ(verdict(share + "expect: {at_most: 0.04}", faults_point(0, false), {}),
            Verdict::kHolds);
  const std::string victims = "measure: victims, load: 4, expect: {at_most: 1.1}";
  EXPECT_EQ(verdict(victims, faults_point(0, true), {}), Verdict::kHolds);
  EXPECT_EQ(verdict(victims, faults_point(0, false), {}), Verdict::kNotToldApart);
  EXPECT_EQ(verdict(victims, faults_point(0, false, 1, 0.2), {}), Verdict::kNotToldApart);
  EXPECT_EQ(verdict(victims, faults_point(0, false, 1, 0.05), {}), Verdict::kHolds);
}

TEST(Readings, ADifferenceOfProportionsIsThatOfNewcombe) {
  const auto proportion = [](std::uint64_t count, std::uint64_t trials) {
    const Interval95 bounds = proportion95(count, trials);
    const double value = static_cast<double>(count) / static_cast<double>(trials);
    return Reading{value, Sides{value - bounds.low, bounds.high - value}, false};
  };
  // [Newcombe 1998], table II, method 10: 56/70 - 48/80 and 9/10 - 3/10.
  const Reading first = difference_of(proportion(56, 70), proportion(48, 80));
  EXPECT_NEAR(first.value - first.sides->below, 0.0524, 5e-5);
  EXPECT_NEAR(first.value + first.sides->above, 0.3339, 5e-5);
  const Reading second = difference_of(proportion(9, 10), proportion(3, 10));
  EXPECT_NEAR(second.value - second.sides->below, 0.1705, 5e-5);
  EXPECT_NEAR(second.value + second.sides->above, 0.8090, 5e-5);
}

TEST(Readings, OfARatioAreThoseOfFiellerWhereBothSidesAreEqual) {
  const Reading a{10, Sides{1, 1}, false};
  const Reading b{20, Sides{4, 4}, false};
  const Reading ratio = ratio_of(a, b);
  // The roots of (a - r b)^2 = 1 + 16 r^2.
  const double root = std::sqrt(200.0 * 200 - (400 - 16) * (100 - 1.0));
  EXPECT_NEAR(ratio.value - ratio.sides->below, (200 - root) / (400 - 16), 1e-12);
  EXPECT_NEAR(ratio.value + ratio.sides->above, (200 + root) / (400 - 16), 1e-12);
  EXPECT_FALSE(ratio_of(a, {20, Sides{20, 1}, false}).sides) << "b may be 0";
}

TEST(Readings, TheLargestIsBetweenTheLargestBounds) {
  const Reading largest = largest_of({{1, Sides{0.1, 0.5}, false}, {1.2, Sides{0.4, 0.1}, false}});
  EXPECT_NEAR(largest.value, 1.2, 1e-12);
  EXPECT_NEAR(largest.value - largest.sides->below, 0.9, 1e-12);
  EXPECT_NEAR(largest.value + largest.sides->above, 1.5, 1e-12);
  EXPECT_FALSE(largest_of({{1, {}, false}, {1.2, Sides{0.4, 0.1}, false}}).sides);
}

TEST(Claims, OneNumberOverSeveralPanels) {
  ExperimentResults made = results();
  made.add("b", "X", {point(0.9, 1, 0.7), point(0.9, 2, 0.7)});
  const auto find = [&](const std::string& across) {
    const Experiment each =
        experiment(claim("    across: " + across + "\n    expect: {at_least: 0}\n"));
    const std::vector<Finding> findings = evaluate(each, made, Scale::kMedium);
    EXPECT_EQ(findings.size(), across == "each" ? 2u : 1u);
    return findings.front();
  };
  EXPECT_EQ(find("largest").panel, "b");
  EXPECT_EQ(find("smallest").panel, "a");
  EXPECT_NEAR(find("mean").measured.estimate().mean, 0.6, 1e-9);
  EXPECT_EQ(find("each").panel, "a");
}

TEST(Claims, ComparesWithAnotherPanel) {
  ExperimentResults made = results();
  made.add("b", "X", {point(0.9, 1, 0.75), point(0.9, 2, 0.75)});
  made.add("b", "Y", {point(0.9, 1, 1), point(0.9, 2, 1)});
  const auto find = [&](const std::string& keys) {
    return evaluate(experiment(claim("    panels: [a]\n    against_panel: b\n" + keys +
                                     "    expect: {at_most: 0}\n")),
                    made, Scale::kMedium)
        .front();
  };
  const Finding same = find("");
  EXPECT_EQ(same.panel, "a");
  EXPECT_EQ(same.reference, "X");
  EXPECT_NEAR(same.measured.estimate().mean, 100 * (0.5 / 0.75 - 1), 1e-9);
  const Finding other = find("    against: Y\n");
  EXPECT_EQ(other.reference, "Y");
  EXPECT_NEAR(other.measured.estimate().mean, -50, 1e-9);
}

TEST(Claims, WhatWasNotRunHasNoResult) {
  ExperimentResults made;
  made.add("a", "X", {point(0.3, 1, 0.3)});
  Json failed = point(0.3, 1, 0.3);
  failed["failure"] = {{"kind", "deadlock"}, {"message", "nothing moves"}};
  made.add("a", "Y", {failed});
  const Experiment each = experiment(
      "  - {says: s, measure: network_latency, load: 0.5, curve: X, panels: [a], expect: "
      "{at_least: 0}}\n"
      "  - {says: s, measure: throughput, curve: Y, panels: [a], expect: {at_least: 0}}\n"
      "  - {says: s, measure: throughput, curve: X, panels: [b], expect: {at_least: 0}}\n");
  const std::vector<Finding> findings = evaluate(each, made, Scale::kMedium);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].verdict, Verdict::kNoResult);
  EXPECT_EQ(findings[1].verdict, Verdict::kNoResult);
  EXPECT_EQ(findings[2].verdict, Verdict::kNotRun);
  EXPECT_NE(findings[0].measured.missing.find("load 0.5"), std::string::npos);
  EXPECT_NE(findings[1].measured.missing.find("nothing moves"), std::string::npos);
  EXPECT_NE(findings[2].measured.missing.find("not run"), std::string::npos);
}

/// The report of an experiment with results().
struct Reported {
  explicit Reported(const Experiment& made) {
    production.results = results();
    report.experiment = &made;
    report.scale = Scale::kMedium;
    report.production = &production;
    judge(report);
  }
  Reported(const Reported&) = delete;
  Reported& operator=(const Reported&) = delete;

  Production production;
  ExperimentReport report;
};

TEST(Reports, SayInWhichUnitIsMeasured) {
  const Experiment made = experiment(
      "  - {says: s, measure: throughput, curve: X, panels: [a], expect: {at_least: 0}}\n"
      "  - {says: s, measure: network_latency, load: 0.3, curve: X, panels: [a], expect: "
      "{at_least: 0}}\n"
      "  - {says: s, measure: throughput, curve: X, against: Y, form: ratio, panels: [a], expect: "
      "{at_least: 0}}\n"
      "  - {says: s, measure: throughput, cost: times, curve: X, panels: [a], expect: {at_least: "
      "0}}\n");
  const Reported reported(made);
  const std::string text = report_text(reported.report);
  for (const char* measured :
       {"measured 0.5000 ± 0.0000 phits/(node·cycle)  holds",
        "measured 11.00 ± 12.71 cycles  not told apart", "measured 1.2500 ± 0.0000  holds",
        "measured 1.0000 ± 0.0000 phits/(node·cycle) × cost  holds"}) {
    EXPECT_NE(text.find(measured), std::string::npos) << measured << '\n' << text;
  }
}

TEST(Reports, SayClaimValueAndVerdict) {
  const Experiment made = experiment(
      claim("    against: Y\n    expect: {value: 20, within: 1}\n    fails_because: of k | n\n"));
  const Reported reported(made);
  const std::string text = report_text(reported.report);
  EXPECT_NE(text.find("something\n"), std::string::npos) << text;
  EXPECT_NE(text.find("paper 20 %"), std::string::npos) << text;
  EXPECT_NE(text.find("measured +25.00 ± 0.00 %"), std::string::npos) << text;
  EXPECT_NE(text.find("does not hold"), std::string::npos) << text;
  EXPECT_NE(text.find("0 hold, 2 do not hold\n"), std::string::npos) << text;
  EXPECT_NE(text.find("where it does not hold: of k | n"), std::string::npos) << text;
  const Json json = report_json(reported.report);
  EXPECT_EQ(json.at("claims").size(), 2u);
  EXPECT_NEAR(json.at("claims")[0].at("measured").at("mean").get<double>(), 25, 1e-9);
  EXPECT_EQ(json.at("claims")[0].at("verdict"), "does not hold");
  EXPECT_EQ(json.at("points").at("b").at("Z").size(), 4u);
}

}  // namespace
}  // namespace netloom
