#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

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

/// What was found at a scale.
struct ScaleSummary {
  std::string scale;
  VerdictCounts counts;
  std::size_t invariants = 0;  ///< in no count
  std::size_t broken = 0;      ///< invariants that do not hold
  std::size_t points = 0;
  double processor_hours = 0;  ///< that these points took, whenever they were run
};

/// What the first page says of an experiment.
struct ExperimentSummary {
  std::string title;
  std::string source;
  VerdictCounts all_not_run;  ///< statements at paper scale, as they are before any is run
  std::vector<ScaleSummary> scales;  ///< that were run, each once
  Provenance provenance;

  /// Nothing: it was not run.
  const ScaleSummary* at(const std::string& scale) const;
  /// What is known at paper scale.
  VerdictCounts at_paper() const;
};

/// Of reports of one experiment, each at another scale; there is one.
ExperimentSummary summary_of(const std::vector<const ExperimentReport*>& reports,
                             const Provenance& provenance);

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

/// "At the papers' own scale, 80 of 120 statements were run with a verdict: 71 hold (88.8 %), …"
std::string headline(const ExperimentSummaries& summaries);

/// A table in Markdown with the sums for each paper, and of all, at paper scale.
std::string totals_table(const ExperimentSummaries& summaries);

/// The first page, in Markdown: these sums, and for each paper a table with a row for each
/// experiment at paper scale, and another one of what was run at smaller scales.
std::string summary_page(const ExperimentSummaries& summaries);

}  // namespace sim
}  // namespace netloom
