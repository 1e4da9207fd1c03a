#include "sim/cli/repro_document.h"

#include <filesystem>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/base/text_file.h"
#include "sim/experiments/page.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReadme = "README.md";
constexpr const char* kSummaryEnd = ".summary.json";

/// The SVG among the pictures; empty: there is none.
std::string drawing_of(const ExperimentReport& report) {
  for (const std::string& picture : report.pictures) {
    if (fs::path(picture).extension() == ".svg") return picture;
  }
  return "";
}

}  // namespace

void ReproDocument::prepare(const std::vector<Experiment>& experiments, NamedFiles& files) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw Error(folder_ + ": cannot be made: " + error.message());
  files.add_output("--document", path(kReadme));
  for (const Experiment& each : experiments) {
    for (const char* end : {".md", ".csv", ".svg", kSummaryEnd}) {
      files.add_output("--document", path(each.id + end));
    }
  }
  read_summaries();
}

void ReproDocument::add(const ExperimentReport& report, const Provenance& provenance,
                        Outputs& outputs) {
  if (folder_.empty()) return;
  const std::string& id = report.experiment->id;
  const ExperimentSummary& summary = added_[id] = summary_of(report, provenance);
  outputs.write(path(id + ".csv"), [&] { return findings_csv(report); });
  const std::string drawing = drawing_of(report);
  if (!drawing.empty()) outputs.write(path(id + ".svg"), [&] { return read_text(drawing); });
  outputs.write(path(id + ".md"), [&] { return experiment_page(report, provenance); });
  outputs.write(path(id + kSummaryEnd), [&] { return summary_json(summary).dump(2) + '\n'; });
  outputs.write(path(kReadme), [&] {
    std::map<std::string, ExperimentSummary> all = added_;
    all.merge(read_summaries());
    std::vector<ExperimentSummary> summaries;
    for (auto& [each, text] : all) summaries.push_back(std::move(text));
    return summary_page(std::move(summaries));
  });
}

std::map<std::string, ExperimentSummary> ReproDocument::read_summaries() const {
  const std::string end = kSummaryEnd;
  std::map<std::string, ExperimentSummary> result;
  std::error_code error;
  for (fs::directory_iterator each(folder_, error), none; !error && each != none;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    if (name.size() <= end.size() || name.substr(name.size() - end.size()) != end) continue;
    const std::string id = name.substr(0, name.size() - end.size());
    result[id] = parse_summary(read_text(path(name)), id, path(name));
  }
  if (error) throw Error(folder_ + ": cannot be read: " + error.message());
  return result;
}

}  // namespace sim
}  // namespace netloom
