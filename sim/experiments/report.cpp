#include "sim/experiments/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "sim/base/text_columns.h"
#include "sim/experiments/finding_text.h"

namespace netloom {
inline namespace sim {
namespace {

/// "7.7778 ± 0.4709 cycles"; a percentage has its sign already.
std::string measured_with_unit(const Finding& finding) {
  const Claim& claim = *finding.claim;
  if (claim.form == Claim::Form::kPercent) return measured_text(finding);
  std::string unit = unit_text(claim);
  if (claim.form == Claim::Form::kValue && claim.measure.cost == Measure::Cost::kTimes) {
    unit = claim.measure.unit + " × cost";
  }
  return measured_text(finding, unit);
}

/// The panel's name, and which panel gave the extreme value.
std::string panel_of(const Finding& finding) {
  if (!finding.panel.empty()) return finding.panel;
  return finding.measured.missing.empty() ? "mean" : "all";
}

Json bound(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json claims_json(const std::vector<Finding>& findings) {
  Json claims = Json::array();
  for (const Finding& finding : findings) {
    const Claim& claim = *finding.claim;
    Json measured(nullptr);
    if (finding.measured.missing.empty()) {
      const Estimate value = finding.measured.estimate();
      measured = {{"mean", value.mean},
                  {"ci95", bound(value.ci95)},
                  {"interval", text_of(finding.measured.known())},
                  {"seeds", finding.measured.seeds.size()}};
    }
    Json each = {{"says", claim.says},
                 {"where", claim.where},
                 {"panel", finding.panel},
                 {"what", measure_text(claim, finding.reference)},
                 {"paper", claim.paper},
                 {"at_least", bound(claim.expected.at_least)},
                 {"at_most", bound(claim.expected.at_most)},
                 {"more_than", bound(claim.expected.more_than)},
                 {"less_than", bound(claim.expected.less_than)},
                 {"measured", measured},
                 {"verdict", verdict_text(finding.verdict)}};
    if (!claim.quote.empty()) each["quote"] = claim.quote;
    if (claim.invariant) each["invariant"] = true;
    if (!finding.explained_by.empty()) each["explained_by"] = finding.explained_by;
    if (!finding.measured.missing.empty()) each["missing"] = finding.measured.missing;
    if (!claim.fails_because.empty()) each["fails_because"] = claim.fails_because;
    claims.push_back(std::move(each));
  }
  return claims;
}

}  // namespace

std::string points_text(const ExperimentReport& report) {
  const Production& production = *report.production;
  std::string text =
      fmt::format("Scale {}, {} points", scale_name(report.scale), production.points);
  if (production.missing > 0) text += fmt::format(", {} not run", production.missing);
  if (production.failed > 0) text += fmt::format(", {} failed", production.failed);
  if (production.imprecise > 0) {
    text += fmt::format(", {} not as precise as asked for", production.imprecise);
  }
  for (const Override& each : report.overrides) {
    text += fmt::format(", {}={}", each.key, each.value);
  }
  return text;
}

void judge(ExperimentReport& report) {
  const Experiment& experiment = *report.experiment;
  const Production& production = *report.production;
  report.findings = evaluate(experiment, production.results, report.scale);
  report.of_variants.clear();
  for (const Variant& variant : experiment.variants) {
    const std::size_t index = experiment.index_of(variant);
    static const ExperimentResults kNothing;
    const bool made = index < production.of_variants.size();
    report.of_variants.push_back(evaluate(
        experiment, made ? production.of_variants[index] : kNothing, report.scale, &variant));
  }
  explain(experiment, report.findings, report.of_variants);
}

VerdictCounts::VerdictCounts(const std::vector<Finding>& findings) {
  for (const Finding& each : findings) {
    if (!each.claim->invariant) ++(*this)[each.verdict];
  }
}

VerdictCounts& VerdictCounts::operator+=(const VerdictCounts& other) {
  for (const Verdict each : kVerdicts) (*this)[each] += other[each];
  return *this;
}

std::size_t VerdictCounts::all() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
}

std::string counts_text(const VerdictCounts& counts) {
  const std::size_t explained = counts[Verdict::kExplained];
  std::string text = fmt::format("{} hold, {} do not hold", counts[Verdict::kHolds],
                                 counts[Verdict::kFails] + explained);
  if (explained > 0) text += fmt::format(" ({} of them explained)", explained);
  const std::pair<Verdict, const char*> others[] = {{Verdict::kNotToldApart, "not told apart"},
                                                    {Verdict::kNotTestable, "not testable"},
                                                    {Verdict::kNoResult, "without result"},
                                                    {Verdict::kNotRun, "not run"}};
  for (const auto& [verdict, name] : others) {
    if (counts[verdict] > 0) text += fmt::format(", {} {}", counts[verdict], name);
  }
  return text;
}

std::vector<const Finding*> invariants(const std::vector<Finding>& findings) {
  std::vector<const Finding*> result;
  for (const Finding& each : findings) {
    if (each.claim->invariant && each.verdict != Verdict::kNotRun) result.push_back(&each);
  }
  return result;
}

std::vector<const Finding*> broken_invariants(const std::vector<Finding>& findings) {
  std::vector<const Finding*> result = invariants(findings);
  result.erase(std::remove_if(result.begin(), result.end(),
                              [](const Finding* each) { return each->verdict == Verdict::kHolds; }),
               result.end());
  return result;
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
      text += fmt::format("\n{}{}{}\n", last->invariant ? "Invariant: " : "", last->says,
                          last->where == experiment.source ? "" : " (" + last->where + ")");
    }
    if (finding.verdict == Verdict::kNotTestable) {
      text += "    not testable: " + last->not_testable + "\n";
      continue;
    }
    rows.push_back({"   ", panel_of(finding), "paper " + last->paper,
                    "measured " + measured_with_unit(finding), finding_verdict_text(finding),
                    "(" + measure_text(*last, finding.reference) + ")"});
  }
  flush();
  for (const std::string& failure : report.production->failures) text += failure + '\n';
  text += fmt::format("\n{}: {}\n", experiment.id, counts_text(VerdictCounts(report.findings)));
  for (const Variant& variant : experiment.variants) {
    const VerdictCounts counts(report.of_variants[experiment.index_of(variant)]);
    text += fmt::format("{}, variant {} ({}): {}\n", experiment.id, variant.name, variant.title,
                        counts_text(counts));
  }
  if (const std::size_t all = invariants(report.findings).size(); all > 0) {
    text += fmt::format("{}: {} of {} invariants hold\n", experiment.id,
                        all - broken_invariants(report.findings).size(), all);
  }
  for (const std::string& picture : report.pictures) text += picture + '\n';
  return text;
}

Json report_json(const ExperimentReport& report) {
  const Experiment& experiment = *report.experiment;
  Json points = Json::object();
  for (const Panel* panel : experiment.panels_at(report.scale)) {
    for (const Curve& curve : experiment.curves) {
      const auto* made = report.production->results.find(panel->name, curve.name);
      if (made != nullptr) points[panel->name][curve.name] = *made;
    }
  }
  Json variants = Json::array();
  for (const Variant& variant : experiment.variants) {
    variants.push_back({{"name", variant.name},
                        {"title", variant.title},
                        {"claims", claims_json(report.of_variants[experiment.index_of(variant)])}});
  }
  return {{"id", experiment.id},
          {"title", experiment.title},
          {"source", experiment.source},
          {"scale", scale_name(report.scale)},
          {"claims", claims_json(report.findings)},
          {"variants", std::move(variants)},
          {"points", std::move(points)},
          {"failures", report.production->failures}};
}

}  // namespace sim
}  // namespace netloom
