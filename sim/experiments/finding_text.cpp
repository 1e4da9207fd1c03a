#include "sim/experiments/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

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

/// Of a claim's numbers and their intervals.
int digits_of(const Claim& claim, double value) {
  return claim.form == Claim::Form::kPercent ? 2 : digits_of(value);
}

}  // namespace

MeasuredNumber measured_number(const Finding& finding) {
  if (!finding.measured.missing.empty()) return {};
  const Estimate value = finding.measured.estimate();
  const int digits = digits_of(*finding.claim, value.mean);
  return {decimal(value.mean, digits), value.ci95 ? decimal(*value.ci95, digits) : ""};
}

std::string measured_text(const Finding& finding) {
  if (!finding.measured.missing.empty()) return "– (" + finding.measured.missing + ")";
  const MeasuredNumber number = measured_number(finding);
  const bool percent = finding.claim->form == Claim::Form::kPercent;
  const bool plus = percent && finding.measured.estimate().mean > 0;
  std::string text = (plus ? "+" : "") + number.mean;
  if (!number.ci95.empty()) text += " ± " + number.ci95;
  if (percent) text += " %";
  return text;
}

std::string verdict_text(const Finding& finding) {
  std::string text = verdict_text(finding.verdict);
  if (finding.within_noise) text += ", within noise";
  return text;
}

std::string measure_text(const Claim& claim, const std::string& reference) {
  std::string text = claim.curve + ", " + claim.measure.name;
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!claim.measure.loads.empty()) {
    text += fmt::format(" at load {}", fmt::join(claim.measure.loads, ", "));
  }
  if (claim.measure.cost == Measure::Cost::kTimes) text += " times cost";
  if (claim.measure.cost == Measure::Cost::kPer)
    text = claim.curve + ", cost per " + claim.measure.name;
  if (!reference.empty()) {
    text += " against " + reference;
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
  return fmt::format("{}", fmt::join(panels, "; "));
}

}  // namespace sim
}  // namespace netloom
