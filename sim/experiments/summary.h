#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>

#include "sim/base/json.h"
#include "sim/experiments/report.h"

namespace netloom {
inline namespace sim {

/// How the results on a page were come by.
struct Provenance {
  std::string argument;  ///< of `netloom repro`: the id, or the file of the definition
  std::string options;   ///< of that command, as far as results depend on them: "--scale quick"
  std::string date;      ///< "2026-11-21"
  std::string version;   ///< of netloom
};

/// What the first page says of an experiment.
struct ExperimentSummary {
  std::string title;
  std::string source;
  std::string scale;
  std::size_t holds = 0;
  std::size_t fails = 0;
  std::size_t not_told_apart = 0;
  std::size_t no_result = 0;
  Provenance provenance;
};

ExperimentSummary summary_of(const ExperimentReport& report, const Provenance& provenance);

/// By the experiments' ids.
using ExperimentSummaries = std::map<std::string, ExperimentSummary>;

/// What follows the id in the name of the file that keeps a summary, from which the first page is
/// made when other experiments are run.
inline constexpr const char* kSummaryEnd = ".summary.json";

Json summary_json(const ExperimentSummary& summary);
/// Reads it. `name` stands for the file in messages. Error: "NAME:LINE: key: …".
ExperimentSummary parse_summary(const std::string& text, const std::string& name);
/// All that are in a folder, but those of some experiments. Error: as parse_summary(), or the
/// folder or a file cannot be read.
ExperimentSummaries read_summaries(const std::string& folder,
                                   const std::set<std::string>& except = {});

/// "4 findings hold, 2 do not hold, 1 are not told apart, 0 have no result"
std::string totals_text(const ExperimentSummary& summary);

/// A table in Markdown with the sums for each paper, and of all.
std::string totals_table(const ExperimentSummaries& summaries);

/// The first page, in Markdown: these sums, and a table for each paper with a row for each
/// experiment.
std::string summary_page(const ExperimentSummaries& summaries);

}  // namespace sim
}  // namespace netloom
