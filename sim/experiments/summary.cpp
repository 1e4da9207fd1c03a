#include "sim/experiments/summary.h"

#include <fmt/format.h>

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

const MapSchema& summary_schema() {
  using namespace schema;
  static const MapSchema map = [] {
    const ValueSchema count = integer(0, kLargestInteger);
    MapSchema result;
    result.keys = {
        required_key("title", "What is shown.", text()),
        required_key("source", "Of which paper, and where in it.", text()),
        required_key("scale", "How much was run.",
                     text({scale_name(Scale::kQuick), scale_name(Scale::kMedium),
                           scale_name(Scale::kPaper)})),
        required_key("holds", "Findings that hold.", count),
        required_key("explained", "That do not, but with one thing changed.", count),
        required_key("does_not_hold", "That do not.", count),
        required_key("not_told_apart", "That may hold or not.", count),
        required_key("not_testable", "Of which nothing can be measured.", count),
        required_key("no_result", "Without result.", count),
        required_key("not_run", "That were not run.", count),
        required_key("statements", "Findings of the paper scale.", count),
        required_key("invariants", "True by construction.", count),
        required_key("broken_invariants", "Of these, that do not hold.", count),
        required_key("points", "Simulated or computed.", count),
        required_key("processor_hours", "That the points took.", real(0, kLargestInteger)),
        required_key("argument", "The id, or the file of the definition.", text()),
        required_key("options", "Of the command.", text()),
        required_key("date", "When it was run.", text()),
        required_key("version", "Of netloom.", text())};
    return result;
  }();
  return map;
}

/// The counts in the file of a summary.
constexpr std::pair<const char*, Verdict> kCountKeys[] = {
    {"holds", Verdict::kHolds},
    {"explained", Verdict::kExplained},
    {"does_not_hold", Verdict::kFails},
    {"not_told_apart", Verdict::kNotToldApart},
    {"not_testable", Verdict::kNotTestable},
    {"no_result", Verdict::kNoResult},
    {"not_run", Verdict::kNotRun}};

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

/// A row of what was run at the entry's scale, or of the paper scale, at which nothing was.
std::string experiment_row(const Entry& entry, bool was_run) {
  const auto& [id, each] = entry;
  return fmt::format("| {}: {} | {} | {} | {:.2f} {}\n",
                     markdown_link(markdown_cell(id), id + ".md"), markdown_cell(each.title),
                     was_run ? each.scale : scale_name(Scale::kPaper), was_run ? each.points : 0,
                     was_run ? each.processor_hours : 0.0,
                     counts_cells(was_run ? each.counts : each.at_paper()));
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

bool ExperimentSummary::at_paper_scale() const {
  return scale == scale_name(Scale::kPaper);
}

VerdictCounts ExperimentSummary::at_paper() const {
  if (at_paper_scale()) return counts;
  VerdictCounts result;
  result[Verdict::kNotTestable] = counts[Verdict::kNotTestable];
  result[Verdict::kNotRun] = statements - counts[Verdict::kNotTestable];
  return result;
}

ExperimentSummary summary_of(const ExperimentReport& report, const Provenance& provenance) {
  ExperimentSummary result;
  result.title = report.experiment->title;
  result.source = report.experiment->source;
  result.scale = scale_name(report.scale);
  result.counts = VerdictCounts(report.findings);
  result.statements =
      VerdictCounts(evaluate(*report.experiment, ExperimentResults(), Scale::kPaper)).all();
  result.invariants = invariants(report.findings).size();
  result.broken = broken_invariants(report.findings).size();
  result.points = report.production->points - report.production->missing;
  result.processor_hours = report.production->processor_hours;
  result.provenance = provenance;
  return result;
}

Json summary_json(const ExperimentSummary& summary) {
  Json json = {{"title", summary.title}, {"source", summary.source}, {"scale", summary.scale}};
  for (const auto& [name, verdict] : kCountKeys) json[name] = summary.counts[verdict];
  json.update({{"statements", summary.statements},
               {"invariants", summary.invariants},
               {"broken_invariants", summary.broken},
               {"points", summary.points},
               {"processor_hours", summary.processor_hours},
               {"argument", summary.provenance.argument},
               {"options", summary.provenance.options},
               {"date", summary.provenance.date},
               {"version", summary.provenance.version}});
  return json;
}

ExperimentSummary parse_summary(const std::string& text, const std::string& name) {
  const Document document(text, name);
  const nlohmann::json values =
      Checker(document, {}).map(document.root(), KeyPath(), summary_schema());
  ExperimentSummary result;
  values.at("title").get_to(result.title);
  values.at("source").get_to(result.source);
  values.at("scale").get_to(result.scale);
  for (const auto& [key, verdict] : kCountKeys) values.at(key).get_to(result.counts[verdict]);
  values.at("statements").get_to(result.statements);
  values.at("invariants").get_to(result.invariants);
  values.at("broken_invariants").get_to(result.broken);
  values.at("points").get_to(result.points);
  values.at("processor_hours").get_to(result.processor_hours);
  values.at("argument").get_to(result.provenance.argument);
  values.at("options").get_to(result.provenance.options);
  values.at("date").get_to(result.provenance.date);
  values.at("version").get_to(result.provenance.version);
  if (result.statements < result.counts[Verdict::kNotTestable]) {
    document.fail(KeyPath().key("statements"), "fewer than are not testable; allowed: as many");
  }
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
      const bool at_paper = each->second.at_paper_scale();
      text += experiment_row(*each, at_paper);
      if (!at_paper) smaller += experiment_row(*each, true);
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
