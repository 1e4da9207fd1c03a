#include "sim/experiments/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/text_columns.h"
#include "sim/experiments/finding_text.h"

namespace netloom {
inline namespace sim {
namespace {

/// "7.7778 ± 0.4709 cycles"; a percentage has its sign already.
std::string measured_with_unit(const Finding& finding) {
  const Claim& claim = *finding.claim;
  const std::string text = measured_text(finding);
  if (!finding.measured.missing.empty() || claim.form == Claim::Form::kPercent) return text;
  std::string unit = unit_text(claim);
  if (claim.form == Claim::Form::kValue && claim.measure.cost == Measure::Cost::kTimes) {
    unit = claim.measure.unit + " × cost";
  }
  return unit.empty() ? text : text + " " + unit;
}

/// The panel's name, and which panel gave the extreme value.
std::string panel_of(const Finding& finding) {
  return finding.panel.empty() ? "mean" : finding.panel;
}

}  // namespace

std::string points_text(const ExperimentReport& report) {
  const Production& production = *report.production;
  std::string text =
      fmt::format("Scale {}, {} points", scale_name(report.scale), production.points);
  if (production.missing > 0) text += fmt::format(", {} not run", production.missing);
  if (production.failed > 0) text += fmt::format(", {} failed", production.failed);
  for (const Override& each : report.overrides) {
    text += fmt::format(", {}={}", each.key, each.value);
  }
  return text;
}

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
                    "measured " + measured_with_unit(finding), verdict_text(finding.verdict),
                    "(" + measure_text(*last, finding.reference) + ")"});
  }
  flush();
  for (const std::string& failure : report.production->failures) text += failure + '\n';
  text += fmt::format(
      "\n{}: {} hold, {} do not hold ({} of them explained), {} not told apart, {} without "
      "result\n",
      experiment.id, count(report.findings, Verdict::kHolds),
      count(report.findings, Verdict::kFails) + count(report.findings, Verdict::kExplained),
      count(report.findings, Verdict::kExplained), count(report.findings, Verdict::kNotToldApart),
      count(report.findings, Verdict::kNoResult));
  for (const std::string& picture : report.pictures) text += picture + '\n';
  return text;
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
                 {"what", measure_text(claim, finding.reference)},
                 {"paper", claim.paper},
                 {"at_least", claim.at_least ? Json(*claim.at_least) : Json(nullptr)},
                 {"at_most", claim.at_most ? Json(*claim.at_most) : Json(nullptr)},
                 {"measured", measured},
                 {"verdict", verdict_text(finding.verdict)}};
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
