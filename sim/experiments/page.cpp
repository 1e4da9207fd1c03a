#include "sim/experiments/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "routing/base/joined.h"
#include "sim/experiments/finding_text.h"
#include "sim/experiments/markdown.h"
#include "sim/report/files.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr std::size_t kMostPanelNames = 8;  ///< that a claim's row lists
constexpr std::size_t kMostFailures = 5;    ///< of runs, that are listed

using Findings = std::vector<const Finding*>;

/// Whether a finding is of a statement of the source that something can be measured of.
bool counts(const Finding& finding) {
  return !finding.claim->invariant && finding.verdict != Verdict::kNotTestable;
}

/// A claim with its findings, of which there is at least one.
struct ClaimFindings {
  std::size_t number = 0;  ///< on the page, from 1
  const Claim* claim = nullptr;
  Findings findings;
};

std::vector<ClaimFindings> by_claim(const std::vector<Finding>& findings) {
  std::vector<ClaimFindings> result;
  for (const Finding& finding : findings) {
    if (!counts(finding)) continue;
    if (result.empty() || result.back().claim != finding.claim) {
      result.push_back({result.size() + 1, finding.claim, {}});
    }
    result.back().findings.push_back(&finding);
  }
  return result;
}

std::size_t words_of(const std::string& text) {
  std::istringstream stream(text);
  std::string word;
  std::size_t words = 0;
  while (stream >> word) ++words;
  return words;
}

bool fails(const Finding& finding) {
  return finding.verdict == Verdict::kFails || finding.verdict == Verdict::kExplained;
}

/// Why nothing is known: there is no number, or nothing says how good it is.
std::string why_no_verdict(const Finding& finding) {
  const Measured& measured = finding.measured;
  if (!measured.missing.empty() || finding.verdict != Verdict::kNotToldApart)
    return measured.missing;
  return measured.interval() ? "" : text_of(measured.known());
}

/// How far the number is beyond what is expected; negative if it is inside.
double excess(const Finding& finding) {
  if (!finding.measured.missing.empty()) return 0;
  const double mean = finding.measured.estimate().mean;
  const Range& expected = finding.claim->expected;
  double result = -std::numeric_limits<double>::infinity();
  for (const std::optional<double>& least : {expected.at_least, expected.more_than}) {
    if (least) result = std::max(result, *least - mean);
  }
  for (const std::optional<double>& most : {expected.at_most, expected.less_than}) {
    if (most) result = std::max(result, mean - *most);
  }
  return result;
}

std::set<std::string> references_of(const ClaimFindings& claim) {
  std::set<std::string> references;
  for (const Finding* each : claim.findings) {
    if (!each->reference.empty()) references.insert(each->reference);
  }
  return references;
}

/// What all findings of a claim are compared with.
std::string reference_text(const ClaimFindings& claim) {
  const Reference& reference = claim.claim->reference;
  if (reference.curves.size() < 2) return reference.curves.empty() ? "" : reference.curves.front();
  const std::set<std::string> references = references_of(claim);
  if (references.size() == 1) return *references.begin();
  const char* pick = reference.pick == Reference::Pick::kBest    ? "best"
                     : reference.pick == Reference::Pick::kWorst ? "worst"
                                                                 : "median";
  return fmt::format("the {} of {} curves", pick, reference.curves.size());
}

/// One number, or from which to which they are.
std::string measured_range(const ClaimFindings& claim) {
  const Finding* least = nullptr;
  const Finding* most = nullptr;
  for (const Finding* each : claim.findings) {
    if (!each->measured.missing.empty()) continue;
    const double mean = each->measured.estimate().mean;
    if (least == nullptr || mean < least->measured.estimate().mean) least = each;
    if (most == nullptr || mean > most->measured.estimate().mean) most = each;
  }
  if (claim.findings.size() == 1 || least == nullptr) return measured_text(*claim.findings.front());
  std::string text = mean_text(*least);
  if (mean_text(*most) != text) text += " to " + mean_text(*most);
  return text + (claim.claim->form == Claim::Form::kPercent ? " %" : "");
}

/// Where findings say the same: "**does not hold**: a, b", "does not hold, but in variant text: c".
std::string panels_by_verdict(const ClaimFindings& claim) {
  std::vector<std::pair<std::string, std::vector<std::string>>> panels;
  for (const Verdict verdict : kVerdicts) {
    for (const Finding* each : claim.findings) {
      if (each->verdict != verdict) continue;
      const char* mark = verdict == Verdict::kFails ? "**" : "";
      const std::string text = mark + finding_verdict_text(*each) + mark;
      auto found = std::find_if(panels.begin(), panels.end(),
                                [&](const auto& known) { return known.first == text; });
      if (found == panels.end()) found = panels.insert(found, {text, {}});
      const bool measured = each->measured.missing.empty();
      found->second.push_back(!each->panel.empty() ? each->panel : measured ? "mean" : "all");
    }
  }
  std::string text;
  for (const auto& [verdict, names] : panels) {
    text += fmt::format(
        "{}{}: {}", text.empty() ? "" : "; ", verdict,
        names.size() > kMostPanelNames ? fmt::format("{} panels", names.size()) : joined(names));
  }
  return text;
}

std::string claims_table(const std::vector<ClaimFindings>& claims, const std::string& source) {
  std::string text = "| | claim | what | paper | measured | panels |\n|---|---|---|---|---|---|\n";
  for (const ClaimFindings& each : claims) {
    const bool elsewhere = each.claim->where != source;
    const std::string where = elsewhere ? " (" + each.claim->where + ")" : "";
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", each.number,
                        markdown_cell(each.claim->says + where),
                        markdown_cell(measure_text(*each.claim, reference_text(each))),
                        markdown_cell(each.claim->paper), markdown_cell(measured_range(each)),
                        markdown_cell(panels_by_verdict(each)));
  }
  return text;
}

/// The findings of a claim that do not hold for sure, so many of the worst, in the order of the
/// panels.
Findings worst_of(const ClaimFindings& claim, std::size_t most) {
  Findings result;
  for (const Finding* each : claim.findings) {
    if (each->verdict != Verdict::kHolds && each->verdict != Verdict::kNotRun) {
      result.push_back(each);
    }
  }
  std::stable_sort(result.begin(), result.end(), [](const Finding* one, const Finding* other) {
    return excess(*one) > excess(*other);
  });
  result.resize(std::min(most, result.size()));
  std::sort(result.begin(), result.end());
  return result;
}

/// Findings that do not hold for sure, panel by panel. A claim with one finding has everything in
/// its row above.
std::string findings_table(const std::vector<ClaimFindings>& claims, std::size_t most,
                           const std::string& csv) {
  const bool compared = std::any_of(claims.begin(), claims.end(), [](const ClaimFindings& each) {
    return references_of(each).size() > 1;
  });
  std::string rows;
  std::size_t left_out = 0;
  for (const ClaimFindings& claim : claims) {
    if (claim.findings.size() == 1) continue;
    const Findings shown = worst_of(claim, most);
    left_out += worst_of(claim, claim.findings.size()).size() - shown.size();
    for (const Finding* each : shown) {
      const char* mark = each->verdict == Verdict::kFails ? "**" : "";
      rows += fmt::format("| {} | {} |", claim.number, markdown_cell(each->panel));
      if (compared) rows += fmt::format(" {} |", markdown_cell(each->reference));
      rows += fmt::format(" {} | {}{}{} |\n", markdown_cell(measured_text(*each)), mark,
                          finding_verdict_text(*each), mark);
    }
  }
  if (rows.empty()) return "";
  std::string text =
      "\n## Findings that do not hold, are not told apart or have no result\n\n"
      "By the number of the claim. Claims with one finding have it in their row.";
  if (left_out > 0) {
    text += fmt::format(
        " Of each claim the {} that are farthest from what is expected; {} more are "
        "in {}.",
        most, left_out, csv);
  }
  text += fmt::format("\n\n| claim | panel |{} measured | verdict |\n|---|---|---|---|{}\n",
                      compared ? " against |" : "", compared ? "---|" : "");
  return text + rows;
}

/// Why claims do not hold; the same reason once.
std::string reasons_text(const std::vector<ClaimFindings>& claims) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;
  for (const ClaimFindings& each : claims) {
    const std::string& because = each.claim->fails_because;
    const bool failed = std::any_of(each.findings.begin(), each.findings.end(),
                                    [](const Finding* finding) { return fails(*finding); });
    if (!failed || because.empty()) continue;
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& reason) { return reason.first == because; });
    if (found == reasons.end()) found = reasons.insert(found, {because, {}});
    found->second.push_back(each.number);
  }
  std::string text;
  for (const auto& [because, numbers] : reasons) {
    text += fmt::format("\nWhere claim{} {} {} not hold: {}\n", numbers.size() > 1 ? "s" : "",
                        fmt::join(numbers, ", "), numbers.size() > 1 ? "do" : "does", because);
  }
  return text;
}

/// The numbers of claims that have a finding for which `is` holds.
std::string numbers_where(const std::vector<ClaimFindings>& claims,
                          const std::function<bool(const Finding&)>& is) {
  std::vector<std::size_t> numbers;
  for (const ClaimFindings& each : claims) {
    const bool one = std::any_of(each.findings.begin(), each.findings.end(),
                                 [&](const Finding* finding) { return is(*finding); });
    if (one) numbers.push_back(each.number);
  }
  return fmt::format("{}", fmt::join(numbers, ", "));
}

/// What becomes of the claims where one thing is changed.
std::string variants_text(const ExperimentReport& report,
                          const std::vector<ClaimFindings>& claims) {
  const Experiment& experiment = *report.experiment;
  if (experiment.variants.empty()) return "";
  std::string text =
      "\n## Variants\n\n"
      "The same with one thing changed; none of this is in the sums.\n\n"
      "| variant | changes | findings | makes hold |\n|---|---|---|---|\n";
  for (const Variant& variant : experiment.variants) {
    const std::vector<Finding>& there = report.of_variants[experiment.index_of(variant)];
    const std::string turned = numbers_where(
        claims, [&](const Finding& finding) { return fails(finding) && holds_in(there, finding); });
    text += fmt::format("| {} | {} | {} | {} |\n", markdown_cell(variant.name),
                        markdown_cell(variant.title), counts_text(VerdictCounts(there)),
                        turned.empty() ? "–" : turned);
  }
  return text;
}

/// Statements of the source that nothing can be measured of.
std::string not_testable_text(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& each : findings) {
    if (each.verdict != Verdict::kNotTestable) continue;
    text += fmt::format("- {} ({}): {}\n", each.claim->says, each.claim->where,
                        each.claim->not_testable);
  }
  return text.empty() ? "" : "\n## Not testable\n\n" + text;
}

std::string invariants_text(const std::vector<Finding>& findings) {
  const std::size_t all = invariants(findings).size();
  if (all == 0) return "";
  const std::vector<const Finding*> broken = broken_invariants(findings);
  std::string text = fmt::format(
      "\n## Invariants\n\n"
      "True by construction, and in no sum: {} of {} hold.\n",
      all - broken.size(), all);
  if (!broken.empty()) text += '\n';
  for (const Finding* each : broken) {
    text += fmt::format("- **{}**: {} ({}, paper {})\n", finding_verdict_text(*each),
                        each->claim->says, measured_text(*each), each->claim->paper);
  }
  return text;
}

std::string failures_text(const std::vector<std::string>& failures) {
  std::string text;
  const std::size_t shown = std::min(failures.size(), kMostFailures);
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("\nFailed: {}\n", failures[i]);
  if (shown < failures.size()) {
    text += fmt::format("\n{} more failed.\n", failures.size() - shown);
  }
  return text;
}

/// Many of them are folded away.
std::string panels_of(const ExperimentReport& report) {
  const std::size_t panels = report.experiment->panels_at(report.scale).size();
  const std::string text = panels_text(*report.experiment, report.scale);
  if (panels <= kMostPanelNames) return " Panels: " + text + ".";
  return fmt::format("\n\n<details><summary>{} panels</summary>\n\n{}.\n\n</details>", panels,
                     text);
}

/// What was found at a smaller scale, without findings that were not run. `csv`: that is where they
/// are, and there is no room for them; empty: there is.
std::string smaller_text(const ExperimentReport* smaller, const std::string& csv) {
  if (smaller == nullptr) return "";
  const std::string text = fmt::format(
      "\n## At {} scale\n\n"
      "Other networks or shorter runs than the paper's; in no sum. {}. Findings: {}.",
      scale_name(smaller->scale), points_text(*smaller),
      counts_text(VerdictCounts(smaller->findings)));
  if (!csv.empty()) return text + " They are in " + csv + ".\n";
  std::vector<Finding> run;
  std::copy_if(smaller->findings.begin(), smaller->findings.end(), std::back_inserter(run),
               [](const Finding& each) { return each.verdict != Verdict::kNotRun; });
  return text + "\n\n" + claims_table(by_claim(run), smaller->experiment->source);
}

std::string page_with(const ExperimentReport& report, const Provenance& provenance,
                      const ExperimentReport* smaller, std::size_t most) {
  const Experiment& experiment = *report.experiment;
  const std::vector<ClaimFindings> claims = by_claim(report.findings);
  const std::string csv = markdown_link(experiment.id + ".csv", experiment.id + ".csv");
  std::string text = fmt::format("# {}: {}\n\nSource: {}. {}.{}\n", experiment.id, experiment.title,
                                 experiment.source, points_text(report), panels_of(report));
  if (!experiment.notes.empty()) text += "\n" + experiment.notes + "\n";
  const bool drawn =
      std::any_of(report.pictures.begin(), report.pictures.end(), [](const std::string& picture) {
        return std::filesystem::path(picture).extension() == ".svg";
      });
  if (drawn) text += "\n!" + markdown_link(experiment.title, experiment.id + ".svg") + "\n";
  text += fmt::format("\nFindings: {}. {} has all of them, with the sentences of the source.\n\n",
                      counts_text(VerdictCounts(report.findings)), csv);
  text += claims_table(claims, experiment.source);
  text += findings_table(claims, most, csv);
  text += reasons_text(claims);
  text += variants_text(report, claims);
  text += not_testable_text(report.findings);
  text += invariants_text(report.findings);
  text += smaller_text(smaller, most > 0 ? "" : csv);
  text += failures_text(report.production->failures);
  return text + fmt::format("\nWritten by `netloom repro {} {}` on {} with netloom {}. {}\n",
                            provenance.argument, provenance.options, provenance.date,
                            provenance.version, markdown_link("All experiments", "README.md"));
}

}  // namespace

std::string experiment_page(const ExperimentReport& report, const Provenance& provenance,
                            const ExperimentReport* smaller) {
  std::size_t most = 1;
  for (const ClaimFindings& each : by_claim(report.findings)) {
    most = std::max(most, each.findings.size());
  }
  std::string text = page_with(report, provenance, smaller, most);
  while (most > 0 && words_of(text) > kMostPageWords)
    text = page_with(report, provenance, smaller, --most);
  return text;
}

std::string findings_csv(const std::vector<const ExperimentReport*>& reports) {
  std::string text =
      "claim,panel,what,paper,measured,interval,unit,verdict,reason,explained_by,variant,invariant,"
      "where,quote,scale\n";
  const auto add = [&text](const std::vector<Finding>& findings, const std::string& variant,
                           Scale scale) {
    for (const Finding& finding : findings) {
      const Claim& claim = *finding.claim;
      const MeasuredNumber number = measured_number(finding);
      const std::string reason = fails(finding) ? claim.fails_because : why_no_verdict(finding);
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(claim.says),
                          csv_text(finding.panel), csv_text(measure_text(claim, finding.reference)),
                          csv_text(claim.paper), number.mean, number.ci95, unit_text(claim),
                          verdict_text(finding.verdict), csv_text(reason),
                          csv_text(finding.explained_by), csv_text(variant),
                          claim.invariant ? "yes" : "", csv_text(claim.where),
                          csv_text(claim.quote), scale_name(scale));
    }
  };
  for (const ExperimentReport* report : reports) {
    add(report->findings, "", report->scale);
    for (const Variant& each : report->experiment->variants) {
      add(report->of_variants[report->experiment->index_of(each)], each.name, report->scale);
    }
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
