#include "sim/experiments/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

std::string decimal(double value, int digits) {
  return fmt::format("{:.{}f}", value == 0 ? 0.0 : value, digits);
}

bool is_percent(const Finding& finding) {
  return finding.claim->form == Claim::Form::kPercent;
}

}  // namespace

MeasuredNumber measured_number(const Finding& finding) {
  if (!finding.measured.missing.empty()) return {};
  const Estimate value = finding.measured.estimate();
  const int digits = is_percent(finding) ? 2 : digits_of(value.mean);
  return {decimal(value.mean, digits), value.ci95 ? decimal(*value.ci95, digits) : ""};
}

std::string mean_text(const Finding& finding) {
  const bool plus = is_percent(finding) && finding.measured.estimate().mean > 0;
  return (plus ? "+" : "") + measured_number(finding).mean;
}

std::string measured_text(const Finding& finding, const std::string& unit) {
  if (!finding.measured.missing.empty()) return "– (" + finding.measured.missing + ")";
  std::string text = mean_text(finding);
  const std::string ci95 = measured_number(finding).ci95;
  if (!ci95.empty()) text += " ± " + ci95;
  if (is_percent(finding)) text += " %";
  if (!unit.empty()) text += " " + unit;
  const Measured::Known known = finding.measured.known();
  const bool said = known == Measured::Known::kSameInAll || known == Measured::Known::kNoInterval;
  return said ? text + ", " + text_of(known) : text;
}

std::string finding_verdict_text(const Finding& finding) {
  std::string text = verdict_text(finding.verdict);
  if (!finding.explained_by.empty()) text += ", but in variant " + finding.explained_by;
  return text;
}

std::string measure_text(const Claim& claim, const std::string& reference) {
  if (!claim.not_testable.empty()) return "";
  std::string text = with_spaces(claim.curve + ", " + claim.measure.name);
  if (!claim.measure.loads.empty()) {
    text += fmt::format(" at load {}", fmt::join(claim.measure.loads, ", "));
  }
  if (claim.measure.cost == Measure::Cost::kTimes) text += " times cost";
  if (claim.measure.cost == Measure::Cost::kPer)
    text = claim.curve + ", cost per " + claim.measure.name;
  if (!reference.empty()) {
    text += " against ";
    if (claim.against_measure) text += claim.against_measure->name + " of ";
    text += reference;
    if (!claim.against_panel.empty()) text += " in " + claim.against_panel;
    if (!claim.against_loads.empty()) {
      text += fmt::format(" at load {}", fmt::join(claim.against_loads, ", "));
    }
  }
  return text;
}

std::string unit_text(const Claim& claim) {
  if (claim.form == Claim::Form::kPercent) return "%";
  if (claim.form == Claim::Form::kRatio || claim.measure.cost != Measure::Cost::kNone) return "";
  return claim.measure.unit;
}

std::string panels_text(const Experiment& experiment, Scale scale) {
  std::vector<std::string> panels;
  for (const Panel* panel : experiment.panels_at(scale)) {
    panels.push_back(panel->name + ": " + panel->title);
  }
  return joined(panels, "; ");
}

}  // namespace sim
}  // namespace netloom
