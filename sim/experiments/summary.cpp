#include "sim/experiments/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "sim/config/check.h"
#include "sim/config/schema_parts.h"
#include "sim/experiments/library.h"
#include "sim/experiments/markdown.h"

namespace netloom {
inline namespace sim {
namespace {

KeySchema needed(const char* name, const char* meaning, ValueSchema value) {
  KeySchema result = schema::key(name, meaning, "", std::move(value));
  result.required = true;
  return result;
}

const MapSchema& summary_schema() {
  static const MapSchema map = [] {
    const ValueSchema count = schema::integer(0, kLargestInteger);
    MapSchema result;
    result.keys = {needed("title", "What is shown.", schema::text()),
                   needed("source", "Of which paper, and where in it.", schema::text()),
                   needed("scale", "How much was run.",
                          schema::text({scale_name(Scale::kQuick), scale_name(Scale::kMedium),
                                        scale_name(Scale::kPaper)})),
                   needed("holds", "Findings that hold.", count),
                   needed("does_not_hold", "Findings that do not.", count),
                   needed("no_result", "Findings without result.", count),
                   needed("argument", "The id, or the file of the definition.", schema::text()),
                   needed("options", "Of the command.", schema::text()),
                   needed("date", "When it was run.", schema::text()),
                   needed("version", "Of netloom.", schema::text())};
    return result;
  }();
  return map;
}

/// "[LIA 2025]" of "[LIA 2025], section 6.4".
std::string paper_of(const ExperimentSummary& summary) {
  return summary.source.substr(0, summary.source.find(','));
}

/// Those that come with the program in their order, and then others.
void sort_by_library(std::vector<ExperimentSummary>& summaries) {
  const std::vector<ExperimentText>& library = experiment_library();
  const auto place = [&](const ExperimentSummary& summary) {
    const auto found =
        std::find_if(library.begin(), library.end(),
                     [&](const ExperimentText& each) { return each.id == summary.id; });
    return std::tuple(std::distance(library.begin(), found), summary.id);
  };
  std::sort(summaries.begin(), summaries.end(),
            [&](const auto& one, const auto& other) { return place(one) < place(other); });
}

std::string totals_of(const std::vector<ExperimentSummary>& summaries) {
  std::size_t holds = 0;
  std::size_t fails = 0;
  std::size_t no_result = 0;
  for (const ExperimentSummary& each : summaries) {
    holds += each.holds;
    fails += each.fails;
    no_result += each.no_result;
  }
  return totals_text(holds, fails, no_result);
}

/// Every command, once.
std::string commands_of(const std::vector<ExperimentSummary>& summaries) {
  std::set<std::string> commands;
  for (const ExperimentSummary& each : summaries) {
    commands.insert(fmt::format("`netloom repro ID {}` on {} with netloom {}",
                                each.provenance.options, each.provenance.date,
                                each.provenance.version));
  }
  return fmt::format("{}", fmt::join(commands, "; "));
}

}  // namespace

ExperimentSummary summary_of(const ExperimentReport& report, const Provenance& provenance) {
  ExperimentSummary result;
  result.id = report.experiment->id;
  result.title = report.experiment->title;
  result.source = report.experiment->source;
  result.scale = scale_name(report.scale);
  result.holds = count(report.findings, Verdict::kHolds);
  result.fails =
      count(report.findings, Verdict::kFails) + count(report.findings, Verdict::kExplained);
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
          {"no_result", summary.no_result},
          {"argument", summary.provenance.argument},
          {"options", summary.provenance.options},
          {"date", summary.provenance.date},
          {"version", summary.provenance.version}};
}

ExperimentSummary parse_summary(const std::string& text, const std::string& id,
                                const std::string& name) {
  const Document document(text, name);
  const nlohmann::json values =
      Checker(document, {}).map(document.root(), KeyPath(), summary_schema());
  ExperimentSummary result;
  result.id = id;
  values.at("title").get_to(result.title);
  values.at("source").get_to(result.source);
  values.at("scale").get_to(result.scale);
  values.at("holds").get_to(result.holds);
  values.at("does_not_hold").get_to(result.fails);
  values.at("no_result").get_to(result.no_result);
  values.at("argument").get_to(result.provenance.argument);
  values.at("options").get_to(result.provenance.options);
  values.at("date").get_to(result.provenance.date);
  values.at("version").get_to(result.provenance.version);
  return result;
}

std::string totals_text(std::size_t holds, std::size_t fails, std::size_t no_result) {
  return fmt::format("{} findings hold, {} do not hold, {} have no result", holds, fails,
                     no_result);
}

std::string summary_page(std::vector<ExperimentSummary> summaries) {
  sort_by_library(summaries);
  std::map<std::string, std::vector<ExperimentSummary>> papers;
  for (const ExperimentSummary& each : summaries) papers[paper_of(each)].push_back(each);
  std::string text = fmt::format(
      "# Reproduction\n\n"
      "What the papers claim and what Netloom measures, in {} experiments: {}. A claim is a "
      "measure "
      "of one curve, mostly against another one, and what is expected of it; a finding is "
      "a claim in one panel (a part of the figure: a network or a workload). The definitions are "
      "in `sim/experiments/definitions/` and explained in "
      "[Experiments](../../guides/experiments.md), and their sources are keys of the "
      "[bibliography](../../bibliography.md).\n\n"
      "Measured values are means over the seeds with their 95 % confidence interval, comparisons "
      "are made seed by seed. “Within noise” means that the interval reaches across the bound of "
      "what is expected. Each experiment has a page with a row for each claim, and beside the page "
      "a CSV file with every finding.\n",
      summaries.size(), totals_of(summaries));
  for (const auto& [paper, experiments] : papers) {
    text += fmt::format(
        "\n## {}\n\n"
        "{} experiments: {}. Written by {}.\n\n"
        "| experiment | scale | holds | does not hold | no result |\n|---|---|---|---|---|\n",
        paper, experiments.size(), totals_of(experiments), commands_of(experiments));
    for (const ExperimentSummary& each : experiments) {
      text += fmt::format("| {}: {} | {} | {} | {} | {} |\n",
                          markdown_link(markdown_cell(each.id), each.id + ".md"),
                          markdown_cell(each.title), each.scale, each.holds, each.fails,
                          each.no_result);
    }
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
