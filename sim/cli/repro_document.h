#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "sim/experiments/experiment.h"
#include "sim/experiments/report.h"
#include "sim/experiments/summary.h"

namespace netloom {
inline namespace sim {

/// The folder of `netloom repro --document`: README.md with all experiments that have a page in the
/// folder, and for each of them ID.md, ID.csv, ID.svg and ID.summary.json, from which README.md is
/// made when others are run. An experiment that is run again replaces its own files alone.
class ReproDocument {
 public:
  /// An empty name: none, and nothing is written.
  explicit ReproDocument(std::string folder) : folder_(std::move(folder)) {}

  /// Makes the folder and adds the files of these experiments to those of the command. Error: it
  /// cannot be made, as NamedFiles, or a summary of another experiment cannot be read.
  void prepare(const std::vector<Experiment>& experiments, NamedFiles& files);

  /// Writes the files of an experiment, and README.md anew. `smaller`: what was run at a smaller
  /// scale; null: nothing.
  void add(const ExperimentReport& report, const ExperimentReport* smaller,
           const Provenance& provenance, Outputs& outputs);

 private:
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
  std::set<std::string> ids_;     ///< of this call
  ExperimentSummaries replaced_;  ///< theirs: as they are there, until they have been run
};

}  // namespace sim
}  // namespace netloom
