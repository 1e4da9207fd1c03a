#include "sim/experiments/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "routing/base/joined.h"
#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

/// Digits behind the point of a number and its interval: four that count.
int digits_of(double value) {
  const double size = std::abs(value);
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4;
}

std::string measured_text(const Finding& finding) {
  if (!finding.measured.missing.empty()) return "– (" + finding.measured.missing + ")";
  const Estimate value = finding.measured.estimate();
  const bool percent = finding.claim->form == Claim::Form::kPercent;
  const int digits = percent ? 2 : digits_of(value.mean);
  std::string text = fmt::format("{}{:.{}f}", percent && value.mean > 0 ? "+" : "",
                                 value.mean == 0 ? 0.0 : value.mean, digits);
  if (value.ci95) text += fmt::format(" ± {:.{}f}", *value.ci95, digits);
  if (percent) text += " %";
  return text;
}

std::string verdict_of(const Finding& finding) {
  std::string text = verdict_text(finding.verdict);
  if (finding.within_noise) text += ", within noise";
  return text;
}

/// The panel's name, and which panel gave the extreme value.
std::string panel_of(const Finding& finding) {
  return finding.panel.empty() ? "mean" : finding.panel;
}

std::string measure_of(const Finding& finding) {
  const Claim& claim = *finding.claim;
  std::string text = claim.curve + ", " + claim.measure.name;
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!claim.measure.loads.empty()) {
    text += fmt::format(" at load {}", fmt::join(claim.measure.loads, ", "));
  }
  if (claim.measure.cost == Measure::Cost::kTimes) text += " times cost";
  if (claim.measure.cost == Measure::Cost::kPer)
    text = claim.curve + ", cost per " + claim.measure.name;
  if (!finding.reference.empty()) {
    text += " against " + finding.reference;
    if (!claim.against_panel.empty()) text += " in " + claim.against_panel;
    if (!claim.against_loads.empty()) {
      text += fmt::format(" at load {}", fmt::join(claim.against_loads, ", "));
    }
  }
  return text;
}

std::string points_text(const ExperimentReport& report) {
  const Production& production = *report.production;
  std::string text =
      fmt::format("Scale {}, {} points", scale_name(report.scale), production.points);
  if (production.missing > 0) text += fmt::format(", {} not run", production.missing);
  if (production.failed > 0) text += fmt::format(", {} failed", production.failed);
  for (const auto& [key, value] : report.overrides) text += fmt::format(", {}={}", key, value);
  return text;
}

/// A table cell: bars would end it.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

std::string panels_text(const Experiment& experiment, Scale scale) {
  std::vector<std::string> panels;
  for (const Panel* panel : experiment.panels_at(scale)) {
    panels.push_back(panel->name + ": " + panel->title);
  }
  return joined(panels, "; ");
}

}  // namespace

std::size_t count(const std::vector<Finding>& findings, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& each) { return each.verdict == verdict; }));
}

std::string report_text(const ExperimentReport& report) {
  const Experiment& experiment = *report.experiment;
  std::string text =
      fmt::format("{}  {}\n{}\n{}; {}\n", experiment.id, experiment.title, experiment.source,
                  points_text(report), panels_text(experiment, report.scale));
  const Claim* last = nullptr;
  std::vector<std::vector<std::string>> rows;
  const auto flush = [&] {
    if (!rows.empty()) text += aligned_columns(rows, {0, 1, 2, 3, 4, 5});
    rows.clear();
    if (last != nullptr && !last->fails_because.empty()) {
      text += "    where it does not hold: " + last->fails_because + "\n";
    }
  };
  for (const Finding& finding : report.findings) {
    if (finding.claim != last) {
      flush();
      last = finding.claim;
      text += fmt::format("\n{}{}\n", last->says,
                          last->where == experiment.source ? "" : " (" + last->where + ")");
    }
    rows.push_back({"   ", panel_of(finding), "paper " + last->paper,
                    "measured " + measured_text(finding), verdict_of(finding),
                    "(" + measure_of(finding) + ")"});
  }
  flush();
  for (const std::string& failure : report.production->failures) text += failure + '\n';
  text += fmt::format(
      "\n{}: {} hold, {} do not hold ({} of them explained), {} without result\n", experiment.id,
      count(report.findings, Verdict::kHolds),
      count(report.findings, Verdict::kFails) + count(report.findings, Verdict::kExplained),
      count(report.findings, Verdict::kExplained), count(report.findings, Verdict::kNoResult));
  for (const std::string& picture : report.pictures) text += picture + '\n';
  return text;
}

std::string report_markdown(const ExperimentReport& report, const std::string& folder) {
  const Experiment& experiment = *report.experiment;
  std::string text =
      fmt::format("## {}: {}\n\nSource: {}. {}. Panels: {}.\n", experiment.id, experiment.title,
                  experiment.source, points_text(report), panels_text(experiment, report.scale));
  if (!experiment.notes.empty()) text += "\n" + experiment.notes + "\n";
  for (const std::string& picture : report.pictures) {
    if (std::filesystem::path(picture).extension() != ".svg") continue;
    const std::string link =
        std::filesystem::proximate(picture, folder.empty() ? "." : folder).generic_string();
    text += fmt::format("\n![{}]({})\n", experiment.title, link);
  }
  text += "\n| claim | panel | what | paper | measured | verdict |\n|---|---|---|---|---|---|\n";
  const Claim* last = nullptr;
  for (const Finding& finding : report.findings) {
    const Claim& claim = *finding.claim;
    const bool bad = finding.verdict == Verdict::kFails || finding.verdict == Verdict::kExplained;
    text += fmt::format("| {} | {} | {} | {} | {} | {}{}{} |\n",
                        finding.claim == last ? "" : cell(claim.says), cell(panel_of(finding)),
                        cell(measure_of(finding)), cell(claim.paper), cell(measured_text(finding)),
                        bad ? "**" : "", verdict_of(finding), bad ? "**" : "");
    last = finding.claim;
  }
  last = nullptr;
  for (const Finding& finding : report.findings) {
    if (finding.verdict != Verdict::kExplained || finding.claim == last) continue;
    last = finding.claim;
    text += fmt::format("\nWhere “{}” does not hold: {}\n", last->says, last->fails_because);
  }
  for (const std::string& failure : report.production->failures) {
    text += fmt::format("\nFailed: {}\n", failure);
  }
  return text + "\n";
}

Json report_json(const ExperimentReport& report) {
  const Experiment& experiment = *report.experiment;
  Json claims = Json::array();
  for (const Finding& finding : report.findings) {
    const Claim& claim = *finding.claim;
    Json measured(nullptr);
    if (finding.measured.missing.empty()) {
      const Estimate value = finding.measured.estimate();
      measured = {{"mean", value.mean},
                  {"ci95", value.ci95 ? Json(*value.ci95) : Json(nullptr)},
                  {"seeds", finding.measured.seeds.size()}};
    }
    Json each = {{"says", claim.says},
                 {"where", claim.where},
                 {"panel", finding.panel},
                 {"what", measure_of(finding)},
                 {"paper", claim.paper},
                 {"at_least", claim.at_least ? Json(*claim.at_least) : Json(nullptr)},
                 {"at_most", claim.at_most ? Json(*claim.at_most) : Json(nullptr)},
                 {"measured", measured},
                 {"verdict", verdict_text(finding.verdict)},
                 {"within_noise", finding.within_noise}};
    if (!finding.measured.missing.empty()) each["missing"] = finding.measured.missing;
    if (!claim.fails_because.empty()) each["fails_because"] = claim.fails_because;
    claims.push_back(std::move(each));
  }
  Json points = Json::object();
  for (const Panel* panel : experiment.panels_at(report.scale)) {
    for (const Curve& curve : experiment.curves) {
      const auto* made = report.production->results.find(panel->name, curve.name);
      if (made != nullptr) points[panel->name][curve.name] = *made;
    }
  }
  return {{"id", experiment.id},
          {"title", experiment.title},
          {"source", experiment.source},
          {"scale", scale_name(report.scale)},
          {"claims", std::move(claims)},
          {"points", std::move(points)},
          {"failures", report.production->failures}};
}

}  // namespace sim
}  // namespace netloom
