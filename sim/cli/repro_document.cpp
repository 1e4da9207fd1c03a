#include "sim/cli/repro_document.h"

#include <filesystem>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/experiments/page.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadme = "README.md";

/// The SVG among the pictures; empty: there is none.
std::string drawing_of(const ExperimentReport& report) {
  for (const std::string& picture : report.pictures) {
    if (fs::path(picture).extension() == ".svg") return picture;
  }
  return "";
}

}  // namespace

void ReproDocument::prepare(const std::vector<Experiment>& experiments, NamedFiles& files) {
  if (folder_.empty()) return;
  make_folder(folder_);
  files.add_output("--document", path(kReadme));
  for (const Experiment& each : experiments) {
    for (const char* end : {".md", ".csv", ".svg", kSummaryEnd}) {
      files.add_output("--document", path(each.id + end));
    }
  }
  for (const Experiment& each : experiments) ids_.insert(each.id);
  read_summaries(folder_, ids_);
  for (const std::string& id : ids_) {
    try {
      replaced_[id] = parse_summary(read_text(path(id + kSummaryEnd)), id);
    } catch (const Error&) {
      // There is none, or none that can be read: it is replaced.
    }
  }
}

void ReproDocument::add(const ExperimentReport& report, const ExperimentReport* smaller,
                        const Provenance& provenance, Outputs& outputs) {
  if (folder_.empty()) return;
  const std::string& id = report.experiment->id;
  std::vector<const ExperimentReport*> reports = {&report};
  if (smaller != nullptr) reports.push_back(smaller);
  const ExperimentSummary& summary = replaced_[id] = summary_of(reports, provenance);
  outputs.write(path(id + ".csv"), [&] { return findings_csv(reports); });
  const std::string drawing = drawing_of(report);
  if (!drawing.empty()) outputs.write(path(id + ".svg"), [&] { return read_text(drawing); });
  outputs.write(path(id + ".md"), [&] { return experiment_page(report, provenance, smaller); });
  outputs.write(path(id + kSummaryEnd), [&] { return json_file_text(summary_json(summary)); });
  outputs.write(path(kReadme), [&] {
    ExperimentSummaries all = replaced_;
    all.merge(read_summaries(folder_, ids_));
    return summary_page(all);
  });
}

}  // namespace sim
}  // namespace netloom
