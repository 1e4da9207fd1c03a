#include "sim/experiments/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/config/check.h"
#include "sim/config/schema_parts.h"
#include "sim/experiments/library.h"
#include "sim/experiments/markdown.h"

namespace netloom {
inline namespace sim {
namespace {

/// The counts in the file of a summary.
constexpr std::pair<const char*, Verdict> kCountKeys[] = {
    {"holds", Verdict::kHolds},
    {"explained", Verdict::kExplained},
    {"does_not_hold", Verdict::kFails},
    {"not_told_apart", Verdict::kNotToldApart},
    {"not_testable", Verdict::kNotTestable},
    {"no_result", Verdict::kNoResult},
    {"not_run", Verdict::kNotRun}};

const MapSchema& summary_schema() {
  using namespace schema;
  static const MapSchema map = [] {
    const ValueSchema count = integer(0, kLargestInteger);
    std::vector<KeySchema> of_scale = {required_key(
        "scale", "How much was run.",
        text({scale_name(Scale::kQuick), scale_name(Scale::kMedium), scale_name(Scale::kPaper)}))};
    for (const auto& [name, verdict] : kCountKeys) {
      of_scale.push_back(required_key(name, "Findings with that verdict.", count));
    }
    of_scale.push_back(required_key("invariants", "True by construction.", count));
    of_scale.push_back(required_key("broken_invariants", "Of these, that do not hold.", count));
    of_scale.push_back(required_key("points", "Simulated or computed.", count));
    of_scale.push_back(
        required_key("processor_hours", "That the points took.", real(0, kLargestInteger)));
    MapSchema result;
    result.keys = {required_key("title", "What is shown.", text()),
                   required_key("source", "Of which paper, and where in it.", text()),
                   required_key("statements", "Findings of the paper scale.", count),
                   required_key("not_testable", "Of these, what cannot be measured.", count),
                   required_key("scales", "What was run.", list_of(map_of(std::move(of_scale)))),
                   required_key("argument", "The id, or the file of the definition.", text()),
                   required_key("options", "Of the command.", text()),
                   required_key("date", "When it was run.", text()),
                   required_key("version", "Of netloom.", text())};
    return result;
  }();
  return map;
}

ScaleSummary summary_at(const ExperimentReport& report) {
  ScaleSummary result;
  result.scale = scale_name(report.scale);
  result.counts = VerdictCounts(report.findings);
  result.invariants = invariants(report.findings).size();
  result.broken = broken_invariants(report.findings).size();
  result.points = report.production->points - report.production->missing;
  result.processor_hours = report.production->processor_hours;
  return result;
}

/// "[LIA 2025]" of "[LIA 2025], section 6.4".
std::string paper_of(const ExperimentSummary& summary) {
  return summary.source.substr(0, summary.source.find(','));
}

using Entry = ExperimentSummaries::value_type;
using Entries = std::vector<const Entry*>;

/// Those that come with the program in their order, and then others by their ids.
Entries in_order(const ExperimentSummaries& summaries) {
  Entries result;
  for (const ExperimentText& each : experiment_library()) {
    const auto found = summaries.find(each.id);
    if (found != summaries.end()) result.push_back(&*found);
  }
  for (const Entry& each : summaries) {
    if (find_experiment_text(each.first) == nullptr) result.push_back(&each);
  }
  return result;
}

using Papers = std::map<std::string, Entries>;

Papers by_paper(const Entries& entries) {
  Papers papers;
  for (const Entry* each : entries) papers[paper_of(each->second)].push_back(each);
  return papers;
}

/// "| 12 | 1 | …": the columns that every table of findings has.
std::string counts_cells(const VerdictCounts& counts) {
  std::string text = "|";
  for (const Verdict each : kVerdicts) text += fmt::format(" {} |", counts[each]);
  return text;
}

/// The head of a table whose first columns are these.
std::string table_head(const std::string& first, std::size_t columns) {
  constexpr const char* kColumns =
      "holds | does not hold, explained | does not hold, unexplained | not told apart | not "
      "testable | no result | not run |";
  std::string text = first + kColumns + "\n|";
  for (std::size_t i = 0; i < columns + std::size(kVerdicts); ++i) text += "---|";
  return text + "\n";
}

VerdictCounts paper_counts(const Entries& entries) {
  VerdictCounts sum;
  for (const Entry* each : entries) sum += each->second.at_paper();
  return sum;
}

std::string totals_row(const std::string& name, const Entries& entries) {
  return fmt::format("| {} | {} {}\n", markdown_cell(name), entries.size(),
                     counts_cells(paper_counts(entries)));
}

std::string experiment_row(const Entry& entry, const ScaleSummary& at) {
  const auto& [id, each] = entry;
  return fmt::format("| {}: {} | {} | {} | {:.2f} {}\n",
                     markdown_link(markdown_cell(id), id + ".md"), markdown_cell(each.title),
                     at.scale, at.points, at.processor_hours, counts_cells(at.counts));
}

/// A row of the paper scale, whether it was run or not.
std::string paper_row(const Entry& entry) {
  if (const ScaleSummary* at = entry.second.at(scale_name(Scale::kPaper))) {
    return experiment_row(entry, *at);
  }
  ScaleSummary nothing;
  nothing.scale = scale_name(Scale::kPaper);
  nothing.counts = entry.second.all_not_run;
  return experiment_row(entry, nothing);
}

/// Every command, once.
std::string commands_of(const Entries& entries) {
  std::set<std::string> commands;
  for (const Entry* each : entries) {
    const Provenance& made = each->second.provenance;
    commands.insert(fmt::format("`netloom repro ID {}` on {} with netloom {}", made.options,
                                made.date, made.version));
  }
  return fmt::format("{}", fmt::join(commands, "; "));
}

}  // namespace

const ScaleSummary* ExperimentSummary::at(const std::string& scale) const {
  const auto found = std::find_if(scales.begin(), scales.end(),
                                  [&](const ScaleSummary& each) { return each.scale == scale; });
  return found == scales.end() ? nullptr : &*found;
}

VerdictCounts ExperimentSummary::at_paper() const {
  const ScaleSummary* known = at(scale_name(Scale::kPaper));
  return known == nullptr ? all_not_run : known->counts;
}

ExperimentSummary summary_of(const std::vector<const ExperimentReport*>& reports,
                             const Provenance& provenance) {
  const Experiment& experiment = *reports.front()->experiment;
  ExperimentSummary result;
  result.title = experiment.title;
  result.source = experiment.source;
  result.all_not_run = VerdictCounts(evaluate(experiment, ExperimentResults(), Scale::kPaper));
  for (const ExperimentReport* each : reports) result.scales.push_back(summary_at(*each));
  result.provenance = provenance;
  return result;
}

Json summary_json(const ExperimentSummary& summary) {
  Json scales = Json::array();
  for (const ScaleSummary& each : summary.scales) {
    Json scale = {{"scale", each.scale},
                  {"invariants", each.invariants},
                  {"broken_invariants", each.broken},
                  {"points", each.points},
                  {"processor_hours", each.processor_hours}};
    for (const auto& [name, verdict] : kCountKeys) scale[name] = each.counts[verdict];
    scales.push_back(std::move(scale));
  }
  return {{"title", summary.title},
          {"source", summary.source},
          {"statements", summary.all_not_run.all()},
          {"not_testable", summary.all_not_run[Verdict::kNotTestable]},
          {"scales", std::move(scales)},
          {"argument", summary.provenance.argument},
          {"options", summary.provenance.options},
          {"date", summary.provenance.date},
          {"version", summary.provenance.version}};
}

ExperimentSummary parse_summary(const std::string& text, const std::string& name) {
  const Document document(text, name);
  const nlohmann::json values =
      Checker(document, {}).map(document.root(), KeyPath(), summary_schema());
  ExperimentSummary result;
  values.at("title").get_to(result.title);
  values.at("source").get_to(result.source);
  const auto statements = values.at("statements").get<std::size_t>();
  const auto not_testable = values.at("not_testable").get<std::size_t>();
  if (statements < not_testable) {
    document.fail(KeyPath().key("statements"), "fewer than are not testable; allowed: as many");
  }
  result.all_not_run[Verdict::kNotTestable] = not_testable;
  result.all_not_run[Verdict::kNotRun] = statements - not_testable;
  for (const nlohmann::json& each : values.at("scales")) {
    ScaleSummary scale;
    each.at("scale").get_to(scale.scale);
    for (const auto& [key, verdict] : kCountKeys) each.at(key).get_to(scale.counts[verdict]);
    each.at("invariants").get_to(scale.invariants);
    each.at("broken_invariants").get_to(scale.broken);
    each.at("points").get_to(scale.points);
    each.at("processor_hours").get_to(scale.processor_hours);
    result.scales.push_back(std::move(scale));
  }
  values.at("argument").get_to(result.provenance.argument);
  values.at("options").get_to(result.provenance.options);
  values.at("date").get_to(result.provenance.date);
  values.at("version").get_to(result.provenance.version);
  return result;
}

ExperimentSummaries read_summaries(const std::string& folder, const std::set<std::string>& except) {
  namespace fs = std::filesystem;
  const std::string end = kSummaryEnd;
  ExperimentSummaries result;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), none; !error && each != none;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (name.size() <= end.size() || name.substr(name.size() - end.size()) != end) continue;
    const std::string id = name.substr(0, name.size() - end.size());
    if (except.count(id) > 0) continue;
    const std::string path = folder + "/" + name;
    result[id] = parse_summary(read_text(path), path);
  }
  if (error) throw Error(folder + ": cannot be read: " + error.message());
  return result;
}

std::string headline(const ExperimentSummaries& summaries) {
  const VerdictCounts sum = paper_counts(in_order(summaries));
  const std::size_t failing = sum[Verdict::kFails] + sum[Verdict::kExplained];
  const std::size_t judged = sum[Verdict::kHolds] + failing;
  const auto share = [&](std::size_t part) {
    return judged == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(judged);
  };
  return fmt::format(
      "At the papers' own scale, {} of {} statements were run with a verdict: {} hold ({:.1f} %), "
      "{} do not, of which {} are explained and {} ({:.1f} %) are not. {} more are not told apart, "
      "{} are not testable, {} have no result, and {} were not run.",
      judged, sum.all(), sum[Verdict::kHolds], share(sum[Verdict::kHolds]), failing,
      sum[Verdict::kExplained], sum[Verdict::kFails], share(sum[Verdict::kFails]),
      sum[Verdict::kNotToldApart], sum[Verdict::kNotTestable], sum[Verdict::kNoResult],
      sum[Verdict::kNotRun]);
}

std::string totals_table(const ExperimentSummaries& summaries) {
  const Entries entries = in_order(summaries);
  std::string text = table_head("| paper | experiments | ", 2);
  for (const auto& [paper, experiments] : by_paper(entries)) text += totals_row(paper, experiments);
  return text + totals_row("all", entries);
}

std::string summary_page(const ExperimentSummaries& summaries) {
  const Entries entries = in_order(summaries);
  std::string text = fmt::format(
      "# Reproduction\n\n"
      "What the papers claim and what Netloom measures, in {} experiments. {}\n\n"
      "A claim is a sentence of a paper as data: a measure of one curve, mostly against another "
      "one, and what is expected of it; a finding is a claim in one panel (a part of the figure: "
      "a network or a workload). All panels of the paper count, whether they were run or not. The "
      "definitions are in `sim/experiments/definitions/` and explained in "
      "[Experiments](../../guides/experiments.md), and their sources are keys of the "
      "[bibliography](../../bibliography.md).\n\n"
      "Measured values are means over the seeds, at least three, with their 95 % confidence "
      "interval; comparisons are made seed by seed. A finding is not told apart from the contrary "
      "if the interval reaches across a bound of what is expected. It is explained if it holds in "
      "a variant of the experiment in which one thing is changed, which its page names. Each "
      "experiment has a page with a row for each claim, and beside the page a CSV file with every "
      "finding and the sentence of the paper.\n\n",
      entries.size(), headline(summaries));
  text += totals_table(summaries);
  for (const auto& [paper, experiments] : by_paper(entries)) {
    text += fmt::format("\n## {}\n\nWritten by {}.\n\n", paper, commands_of(experiments));
    const std::string first = "| experiment | scale | points | processor hours | ";
    text += table_head(first, 4);
    std::string smaller;
    for (const Entry* each : experiments) {
      text += paper_row(*each);
      for (const ScaleSummary& at : each->second.scales) {
        if (at.scale != scale_name(Scale::kPaper)) smaller += experiment_row(*each, at);
      }
    }
    if (smaller.empty()) continue;
    text +=
        "\nAt smaller scales, which are other networks or shorter runs than the paper's, and "
        "count nowhere:\n\n" +
        table_head(first, 4) + smaller;
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
