#include "sim/experiments/summary.h"

#include <fmt/format.h>

#include <filesystem>
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
    result.keys = {required_key("title", "What is shown.", text()),
                   required_key("source", "Of which paper, and where in it.", text()),
                   required_key("scale", "How much was run.",
                                text({scale_name(Scale::kQuick), scale_name(Scale::kMedium),
                                      scale_name(Scale::kPaper)})),
                   required_key("holds", "Findings that hold.", count),
                   required_key("does_not_hold", "Findings that do not.", count),
                   required_key("not_told_apart", "Findings that may hold or not.", count),
                   required_key("no_result", "Findings without result.", count),
                   required_key("argument", "The id, or the file of the definition.", text()),
                   required_key("options", "Of the command.", text()),
                   required_key("date", "When it was run.", text()),
                   required_key("version", "Of netloom.", text())};
    return result;
  }();
  return map;
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

/// The sums of several experiments.
ExperimentSummary sum_of(const Entries& entries) {
  ExperimentSummary sum;
  for (const auto* each : entries) {
    sum.holds += each->second.holds;
    sum.fails += each->second.fails;
    sum.not_told_apart += each->second.not_told_apart;
    sum.no_result += each->second.no_result;
  }
  return sum;
}

std::string totals_row(const std::string& name, const Entries& entries) {
  const ExperimentSummary sum = sum_of(entries);
  return fmt::format("| {} | {} | {} | {} | {} | {} |\n", markdown_cell(name), entries.size(),
                     sum.holds, sum.fails, sum.not_told_apart, sum.no_result);
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

ExperimentSummary summary_of(const ExperimentReport& report, const Provenance& provenance) {
  ExperimentSummary result;
  result.title = report.experiment->title;
  result.source = report.experiment->source;
  result.scale = scale_name(report.scale);
  result.holds = count(report.findings, Verdict::kHolds);
  result.fails =
      count(report.findings, Verdict::kFails) + count(report.findings, Verdict::kExplained);
  result.not_told_apart = count(report.findings, Verdict::kNotToldApart);
  result.no_result = count(report.findings, Verdict::kNoResult);
  result.provenance = provenance;
  return result;
}

Json summary_json(const ExperimentSummary& summary) {
  return {{"title", summary.title},
          {"source", summary.source},
          {"scale", summary.scale},
          {"holds", summary.holds},
          {"does_not_hold", summary.fails},
          {"not_told_apart", summary.not_told_apart},
          {"no_result", summary.no_result},
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
  values.at("scale").get_to(result.scale);
  values.at("holds").get_to(result.holds);
  values.at("does_not_hold").get_to(result.fails);
  values.at("not_told_apart").get_to(result.not_told_apart);
  values.at("no_result").get_to(result.no_result);
  values.at("argument").get_to(result.provenance.argument);
  values.at("options").get_to(result.provenance.options);
  values.at("date").get_to(result.provenance.date);
  values.at("version").get_to(result.provenance.version);
  return result;
}

std::string totals_text(const ExperimentSummary& summary) {
  return fmt::format("{} findings hold, {} do not hold, {} are not told apart, {} have no result",
                     summary.holds, summary.fails, summary.not_told_apart, summary.no_result);
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

std::string totals_table(const ExperimentSummaries& summaries) {
  const Entries entries = in_order(summaries);
  std::string text =
      "| paper | experiments | holds | does not hold | not told apart | no result |\n"
      "|---|---|---|---|---|---|\n";
  for (const auto& [paper, experiments] : by_paper(entries)) text += totals_row(paper, experiments);
  return text + totals_row("all", entries);
}

std::string summary_page(const ExperimentSummaries& summaries) {
  const Entries entries = in_order(summaries);
  std::string text = fmt::format(
      "# Reproduction\n\n"
      "What the papers claim and what Netloom measures, in {} experiments: {}. A claim is a "
      "measure of one curve, mostly against another one, and what is expected of it; a finding is "
      "a claim in one panel (a part of the figure: a network or a workload). The definitions are "
      "in `sim/experiments/definitions/` and explained in "
      "[Experiments](../../guides/experiments.md), and their sources are keys of the "
      "[bibliography](../../bibliography.md).\n\n"
      "Measured values are means over the seeds with their 95 % confidence interval, comparisons "
      "are made seed by seed. A finding is not told apart from the contrary if the interval "
      "reaches across a bound of what is expected. Each experiment has a page with a row for each "
      "claim, and beside the page "
      "a CSV file with every finding.\n\n",
      entries.size(), totals_text(sum_of(entries)));
  text += totals_table(summaries);
  for (const auto& [paper, experiments] : by_paper(entries)) {
    text += fmt::format(
        "\n## {}\n\n"
        "Written by {}.\n\n"
        "| experiment | scale | holds | does not hold | not told apart | no result |\n"
        "|---|---|---|---|---|---|\n",
        paper, commands_of(experiments));
    for (const auto* entry : experiments) {
      const auto& [id, each] = *entry;
      text += fmt::format("| {}: {} | {} | {} | {} | {} | {} |\n",
                          markdown_link(markdown_cell(id), id + ".md"), markdown_cell(each.title),
                          each.scale, each.holds, each.fails, each.not_told_apart, each.no_result);
    }
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
