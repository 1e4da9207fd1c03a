// What `netloom repro --document` writes: pages, findings as CSV, and the first page.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/experiments/library.h"
#include "sim/experiments/page.h"
#include "sim/experiments/summary.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A figure with so many panels, p0, p1, …, and curves X, Y and Z.
std::string definition(int panels, const std::string& claims) {
  std::string text =
      "title: A figure\n"
      "source: \"a paper, Figure 1\"\n"
      "notes: Somewhat smaller.\n"
      "configuration: |\n"
      "  network: {topology: fat_tree, k: 2, n: 2}\n"
      "curves: [{name: X}, {name: Y}, {name: Z}]\n"
      "panels:\n";
  for (int i = 0; i < panels; ++i) {
    text += "  - {name: p" + std::to_string(i) + ", title: number " + std::to_string(i) + "}\n";
  }
  return text + "claims:\n" + claims;
}

/// An experiment as if it had been run: in panel i, X accepts i percent, Y and Z half of it with
/// two seeds that differ.
class Page : public testing::Test {
 protected:
  void make(int panels, const std::string& claims) {
    experiment_ = parse_experiment(definition(panels, claims), "mine.yaml");
    production_.points = 12;
    for (int i = 0; i < panels; ++i) {
      const std::string panel = "p" + std::to_string(i);
      add(panel, "X", i / 100.0, i / 100.0);
      add(panel, "Y", i / 200.0 + 0.001, i / 200.0 - 0.001);
      add(panel, "Z", i / 200.0 + 0.001, i / 200.0 + (i % 2 == 0 ? 0.001 : -0.003));
    }
    report_.experiment = &experiment_;
    report_.scale = Scale::kMedium;
    report_.production = &production_;
    judge(report_);
  }

  void add(const std::string& panel, const std::string& curve, double one, double other) {
    Json points = Json::array();
    for (const auto& [seed, accepted] : {std::pair(1, one), std::pair(2, other)}) {
      points.push_back(
          {{"load", 1}, {"seed", seed}, {"failure", nullptr}, {"accepted_load", accepted}});
    }
    production_.results.add(panel, curve, {points[0], points[1]});
  }

  std::string page() const { return experiment_page(report_, provenance_); }

  static std::size_t words_of(const std::string& text) {
    std::istringstream stream(text);
    std::size_t words = 0;
    for (std::string word; stream >> word;) ++words;
    return words;
  }

  Experiment experiment_;
  Production production_;
  ExperimentReport report_;
  Provenance provenance_ = {"mine.yaml", "--scale medium", "2026-01-02", "1.2.3"};
};

TEST_F(Page, HasARowForEachClaim) {
  make(3,
       "  - {says: X is good | great, paper: \"0.02\", measure: throughput, curve: X, "
       "expect: {at_least: 0.015}, fails_because: it is small}\n"
       "  - {says: X is above Y, measure: throughput, curve: X, against: Y, panels: [p2], "
       "expect: {at_least: 0}}\n"
       "  - {says: X and the best, measure: throughput, curve: X, best_of: [Y, Z], "
       "panels: [p1, p2], expect: {at_least: 0}}\n");
  const std::string text = page();
  EXPECT_THAT(text,
              HasSubstr("# mine: A figure\n\nSource: a paper, Figure 1. Scale medium, 12 points. "
                        "Panels: p0: number 0; p1: number 1; p2: number 2.\n\nSomewhat smaller."));
  EXPECT_THAT(text,
              HasSubstr("Findings: 2 hold, 2 do not hold, 2 not told apart. [mine.csv](mine.csv) "
                        "has all of them, with the sentences of the source.\n"));
  EXPECT_THAT(text,
              HasSubstr("| 1 | X is good \\| great | X, throughput | 0.02 | 0.0000 to 0.0200 | "
                        "holds: p2; **does not hold**: p0, p1 |\n"));
  EXPECT_THAT(text, HasSubstr("| 2 | X is above Y | X, throughput against Y | ≥ 0 % | +102.02 ± "
                              "256.69 % | not told apart: p2 |\n"));
  EXPECT_THAT(text,
              HasSubstr("| 3 | X and the best | X, throughput against the best of 2 curves |"));
  EXPECT_THAT(text, HasSubstr("`netloom repro mine.yaml --scale medium` on 2026-01-02 with netloom "
                              "1.2.3. [All experiments](README.md)\n"));
  EXPECT_THAT(text, Not(HasSubstr("!")));
}

TEST_F(Page, SaysWhatDoesNotHoldAndWhy) {
  make(3,
       "  - {says: s, measure: throughput, curve: X, expect: {at_least: 0.015}, "
       "fails_because: it is small}\n"
       "  - {says: t, measure: throughput, curve: X, expect: {at_least: 0.005}, "
       "fails_because: it is small}\n"
       "  - {says: u, measure: throughput, curve: Y, panels: [p1, p2], "
       "expect: {at_least: 0.004}}\n"
       "  - {says: v, measure: network_latency, load: 0.5, curve: X, panels: [p0], "
       "expect: {at_least: 0}}\n"
       "  - {says: w, measure: throughput, curve: X, panels: [p0], expect: {at_least: 1}}\n");
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("| claim | panel | measured | verdict |\n|---|---|---|---|\n"
                              "| 1 | p0 | 0.0000, the same in all seeds | **does not hold** |\n"
                              "| 1 | p1 | 0.0100, the same in all seeds | **does not hold** |\n"
                              "| 2 | p0 | 0.0000, the same in all seeds | **does not hold** |\n"
                              "| 3 | p1 | 0.0050 ± 0.0127 | not told apart |\n"
                              "| 3 | p2 | 0.0100 ± 0.0127 | not told apart |\n\n"
                              "Where claims 1, 2 do not hold: it is small\n\nWritten by"));
  // One finding is in the row of the claim.
  EXPECT_THAT(text, HasSubstr("| 4 | v | X, network latency at load 0.5 | ≥ 0 | – ("));
  EXPECT_THAT(text, HasSubstr(") | no result: p0 |\n"));
  EXPECT_THAT(text, HasSubstr("| 0.0000, the same in all seeds | **does not hold**: p0 |\n"));
}

TEST_F(Page, NamesTheCurveOfEachComparison) {
  make(4,
       "  - {says: s, measure: throughput, curve: X, best_of: [Y, Z], panels: [p1, p2, p3], "
       "expect: {at_least: 1000}}\n");
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("| claim | panel | against | measured | verdict |\n"
                              "|---|---|---|---|---|\n| 1 | p1 | Y | "));
  EXPECT_THAT(text, HasSubstr("\n| 1 | p2 | Z | "));
}

TEST_F(Page, ManyPanelsAreCountedAndFoldedAway) {
  make(9, "  - {says: s, measure: throughput, curve: X, expect: {at_least: 0}}\n");
  const std::string text = page();
  EXPECT_THAT(text,
              HasSubstr("12 points.\n\n<details><summary>9 panels</summary>\n\np0: number 0; "));
  EXPECT_THAT(text, HasSubstr("p8: number 8.\n\n</details>\n"));
  EXPECT_THAT(text, HasSubstr("| holds: 9 panels |\n"));
}

TEST_F(Page, IsReadInTenMinutes) {
  std::string claims;
  for (int i = 0; i < 20; ++i) {
    claims += "  - {says: s, measure: throughput, curve: X, expect: {value: 0.2, within: 0.1}}\n";
  }
  make(40, claims);
  const std::string text = page();
  EXPECT_LE(words_of(text), kMostPageWords);
  EXPECT_GE(words_of(text), kMostPageWords * 8 / 10);
  // p10 to p30 hold; farthest from that is p0.
  EXPECT_THAT(text, HasSubstr("Findings: 420 hold, 380 do not hold. "));
  EXPECT_THAT(text, HasSubstr(" that are farthest from what is expected; "));
  EXPECT_THAT(text, HasSubstr(" more are in [mine.csv](mine.csv)."));
  for (const char* worst : {"\n| 1 | p0 |", "\n| 20 | p0 |"}) EXPECT_THAT(text, HasSubstr(worst));
  for (const char* left_out : {"\n| 1 | p9 |", "\n| 1 | p31 |"}) {
    EXPECT_THAT(text, Not(HasSubstr(left_out)));
  }
  // The CSV file has them.
  const std::string csv = findings_csv({&report_});
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 801);
  EXPECT_THAT(csv, HasSubstr("\ns,p9,\"X, throughput\","));
}

TEST_F(Page, ListsAFewOfTheRunsThatFailed) {
  make(1, "  - {says: s, measure: throughput, curve: X, expect: {at_least: 0}}\n");
  for (int i = 0; i < 7; ++i)
    production_.failures.push_back("load 0." + std::to_string(i) + " is stuck");
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("\nFailed: load 0.4 is stuck\n\n2 more failed.\n"));
  EXPECT_THAT(text, Not(HasSubstr("0.5 is stuck")));
}

TEST_F(Page, LinksToThePictureBesideIt) {
  make(1, "  - {says: s, measure: throughput, curve: X, expect: {at_least: 0}}\n");
  experiment_.id = "my figure";
  report_.pictures = {"somewhere/my figure.svg", "somewhere/my figure.png"};
  EXPECT_THAT(page(), HasSubstr("\n![A figure](my%20figure.svg)\n"));
}

TEST_F(Page, FindingsAsCsv) {
  make(3,
       "  - {says: 's, and t', quote: It is good., where: section 2, paper: \"0.02\", measure: "
       "throughput, curve: X, "
       "expect: {at_least: 0.015}, fails_because: 'it \"is\" small'}\n"
       "  - {says: u, measure: throughput, curve: X, against: Y, panels: [p2], "
       "expect: {at_least: 0}}\n"
       "  - {says: v, measure: network_latency, load: 0.5, curve: X, panels: [p0], "
       "expect: {at_least: 0}}\n"
       "  - {says: w, measure: throughput, curve: X, across: mean, expect: {at_least: 0.009}}\n");
  const std::string csv = findings_csv({&report_});
  EXPECT_THAT(
      csv, testing::StartsWith(
               "claim,panel,what,paper,measured,interval,unit,verdict,reason,explained_by,variant,"
               "invariant,where,quote,scale\n"
               "\"s, and t\",p0,\"X, throughput\",0.02,0.0000,,phits/(node·cycle),does not hold,"
               "\"it \"\"is\"\" small\",,,,section 2,It is good.,medium\n"));
  EXPECT_THAT(csv, HasSubstr("\"s, and t\",p2,\"X, throughput\",0.02,0.0200,,"
                             "phits/(node·cycle),holds,,,,,section 2,It is good.,medium\n"));
  EXPECT_THAT(csv, HasSubstr("u,p2,\"X, throughput against Y\",≥ 0 %,102.02,256.69,%,"));
  EXPECT_THAT(csv, HasSubstr(",%,not told apart,,,,,\"a paper, Figure 1\",,medium\n"));
  EXPECT_THAT(csv, HasSubstr("v,p0,\"X, network latency at load 0.5\",≥ 0,,,cycles,no result,"));
  EXPECT_THAT(csv, HasSubstr("w,,\"X, throughput\",≥ 0.009,0.0100,,"));
}

TEST_F(Page, ASummaryIsReadAsItWasWritten) {
  make(3, "  - {says: s, measure: throughput, curve: X, expect: {at_least: 0.015}}\n");
  const ExperimentSummary summary = summary_of({&report_}, provenance_);
  ASSERT_NE(summary.at("medium"), nullptr);
  EXPECT_EQ(summary.at("medium")->counts[Verdict::kHolds], 1u);
  EXPECT_EQ(summary.at("medium")->counts[Verdict::kFails], 2u);
  EXPECT_EQ(summary.at_paper()[Verdict::kNotRun], 3u) << "the medium scale is not the paper's";
  const std::string text = summary_json(summary).dump(2);
  EXPECT_EQ(summary_json(parse_summary(text, "x")).dump(2), text);
  EXPECT_THAT(text, HasSubstr("\"scale\": \"medium\""));
  std::string wrong = text;
  wrong.replace(wrong.find("\"medium\""), 8, "\"large\"");
  try {
    parse_summary(wrong, "d/x.summary.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("d/x.summary.json:8: scales[0].scale: "));
    EXPECT_THAT(error.what(), HasSubstr("allowed: quick, medium, paper"));
  }
}

TEST_F(Page, SaysWhatVariantsInvariantsAndUntestableStatementsAre) {
  experiment_ = parse_experiment(
      definition(2,
                 "  - {says: X is large, measure: throughput, curve: X, expect: {more_than: 0.1}, "
                 "explained_by: [v], fails_because: of a rule}\n"
                 "  - {says: X is there, measure: throughput, curve: X, invariant: true, expect: "
                 "{at_least: 0.005}}\n"
                 "  - {says: Traces are fast, where: section 9, quote: They are., not_testable: "
                 "no trace is public}\n") +
          "variants: [{name: v, title: another rule, panels: [p1]}]\n",
      "mine.yaml");
  add("p0", "X", 0, 0);
  add("p1", "X", 0.01, 0.01);
  Json points = Json::array();
  for (const int seed : {1, 2}) {
    points.push_back({{"load", 1}, {"seed", seed}, {"failure", nullptr}, {"accepted_load", 0.2}});
  }
  production_.of(experiment_, &experiment_.variant("v")).add("p1", "X", {points[0], points[1]});
  report_.experiment = &experiment_;
  report_.scale = Scale::kMedium;
  report_.production = &production_;
  judge(report_);
  const std::string text = page();
  EXPECT_THAT(text, HasSubstr("| does not hold, but in variant v: p1; **does not hold**: p0 |\n"));
  EXPECT_THAT(text, HasSubstr("Where claim 1 does not hold: of a rule\n"));
  EXPECT_THAT(text,
              HasSubstr("| v | another rule | 1 hold, 0 do not hold, 1 not testable | 1 |\n"));
  EXPECT_THAT(text, HasSubstr("## Not testable\n\n"
                              "- Traces are fast (section 9): no trace is public\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "in no sum: 1 of 2 hold.\n\n"
          "- **does not hold**: X is there (0.0000, the same in all seeds, paper ≥ 0.005)\n"));
  EXPECT_THAT(text, HasSubstr("Findings: 0 hold, 2 do not hold (1 of them explained), 1 not "
                              "testable."));
  const std::string csv = findings_csv({&report_});
  EXPECT_THAT(csv, HasSubstr(",does not hold,of a rule,v,,,\"a paper, Figure 1\",,medium\n"));
  EXPECT_THAT(csv, HasSubstr(",holds,,,v,,\"a paper, Figure 1\",,medium\n"));
}

TEST(FirstPage, CountsThePapersScaleAndShowsOthersApart) {
  ExperimentSummaries summaries;
  const auto add = [&](const std::string& id, const std::string& source, const std::string& scale) {
    ExperimentSummary& each = summaries[id];
    each.title = "About " + id;
    each.source = source;
    each.all_not_run[Verdict::kNotTestable] = 4;
    each.all_not_run[Verdict::kNotRun] = 16;
    ScaleSummary run;
    run.scale = scale;
    run.counts[Verdict::kHolds] = 3;
    run.counts[Verdict::kExplained] = 1;
    run.counts[Verdict::kFails] = 2;
    run.counts[Verdict::kNotToldApart] = 5;
    run.counts[Verdict::kNotTestable] = 4;
    run.points = 7;
    run.processor_hours = 0.5;
    each.scales = {run};
    each.provenance = {id, "--scale " + scale, "2026-01-02", "1"};
  };
  add("fig-4.13", "[Fat-Trees 2010], Figure 4.13", "quick");
  add("fig-3.24", "[Fat-Trees 2010], Figure 3.24", "paper");
  add("a b", "mine", "quick");
  const std::string text = summary_page(summaries);
  EXPECT_THAT(text,
              HasSubstr("in 3 experiments. At the papers' own scale, 6 of 55 statements were run "
                        "with a verdict: 3 hold (50.0 %), 3 do not, of which 1 are explained and 2 "
                        "(33.3 %) are not. 5 more are not told apart, 12 are not testable, 0 have "
                        "no result, and 32 were not run."));
  EXPECT_THAT(text, HasSubstr("| [Fat-Trees 2010] | 2 | 3 | 1 | 2 | 5 | 8 | 0 | 16 |\n"
                              "| mine | 1 | 0 | 0 | 0 | 0 | 4 | 0 | 16 |\n"
                              "| all | 3 | 3 | 1 | 2 | 5 | 12 | 0 | 32 |\n"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "| [fig-3.24](fig-3.24.md): About fig-3.24 | paper | 7 | 0.50 | 3 | 1 | 2 | 5 | 4 | 0 | "
          "0 |\n"
          "| [fig-4.13](fig-4.13.md): About fig-4.13 | paper | 0 | 0.00 | 0 | 0 | 0 | 0 | 4 | 0 | "
          "16 |\n"
          "\nAt smaller scales"));
  EXPECT_THAT(text, HasSubstr("| [a b](a%20b.md): About a b | quick | 7 | 0.50 | 3 | 1 | 2 | 5 | 4 "
                              "| 0 | 0 |\n"));
}

/// Of docs/results/.
class ReproductionDocs : public testing::Test {
 protected:
  /// With NETLOOM_UPDATE_DOCS=1 in the environment, the page is written anew.
  static void expect_page(const std::string& path, const std::string& text) {
    if (std::getenv("NETLOOM_UPDATE_DOCS") != nullptr) std::ofstream(path) << text;
    EXPECT_EQ(read_text(path), text)
        << "NETLOOM_UPDATE_DOCS=1 sim_tests --gtest_filter=ReproductionDocs.* rewrites it";
  }

  const std::string results_ = NETLOOM_RESULTS_FOLDER;
  const std::string folder_ = results_ + "/reproduction";
  const ExperimentSummaries summaries_ = read_summaries(folder_);
};

TEST_F(ReproductionDocs, HaveEveryExperiment) {
  expect_page(folder_ + "/README.md", summary_page(summaries_));
  std::set<std::string> files = {"README.md", "points.sqlite.gz"};
  std::set<std::string> pictures;
  for (const ExperimentText& each : experiment_library()) {
    for (const char* end : {".md", ".csv", kSummaryEnd}) files.insert(each.id + end);
    pictures.insert(each.id + ".svg");
  }
  std::set<std::string> found;
  for (const auto& each : std::filesystem::directory_iterator(folder_)) {
    const std::string name = each.path().filename().string();
    // There is a picture where something was run that it draws.
    if (pictures.count(name) == 0) found.insert(name);
  }
  EXPECT_EQ(found, files);
}

TEST_F(ReproductionDocs, SumsAreOnTheFirstPageOfResults) {
  const std::string path = results_ + "/README.md";
  const std::string begin = "<!-- totals: generated -->\n";
  std::string text = read_text(path);
  const std::size_t from = text.find(begin) + begin.size();
  const std::size_t to = text.find("<!-- end -->", from);
  ASSERT_NE(to, std::string::npos);
  expect_page(path, text.replace(from, to - from,
                                 headline(summaries_) + "\n\n" + totals_table(summaries_)));
}

}  // namespace
}  // namespace netloom
