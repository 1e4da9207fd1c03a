#include "sim/experiments/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/experiments/needs.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kNotRun = "not run";

/// Points in the order of their seeds' first appearance.
std::vector<std::vector<const Json*>> by_seed(const std::vector<Json>& points) {
  std::vector<std::vector<const Json*>> result;
  for (const Json& point : points) {
    auto same = std::find_if(result.begin(), result.end(), [&](const auto& each) {
      return each.front()->at("seed") == point.at("seed");
    });
    if (same == result.end()) same = result.insert(result.end(), std::vector<const Json*>{});
    same->push_back(&point);
  }
  return result;
}

/// Whether the runs of every seed are the same: no sample.
bool are_same(const std::vector<std::vector<const Json*>>& seeds) {
  if (seeds.empty()) return false;
  for (std::size_t i = 0; i < seeds.front().size(); ++i) {
    std::vector<const Json*> copies;
    for (const auto& seed : seeds) {
      if (seed.size() != seeds.front().size()) return false;
      copies.push_back(seed[i]);
    }
    if (!are_copies(copies)) return false;
  }
  return true;
}

bool has_load(const Json& point, double load) {
  return point.at("load").is_number() && std::abs(point.at("load").get<double>() - load) < 1e-9;
}

/// Of a share in percent of combinations of faults, of which all were judged or a sample.
Sides sides_of_share(double percent, std::uint64_t combinations) {
  const double count = percent / 100 * static_cast<double>(combinations);
  const Interval95 bounds =
      proportion95(static_cast<std::uint64_t>(std::llround(count)), combinations);
  return {percent - 100 * bounds.low, 100 * bounds.high - percent};
}

/// How good a number of a point is that is not counted.
Reading reading_of(const Json& point, double value, const Json::json_pointer& pointer,
                   const Measure& measure) {
  Reading result{value, {}, false};
  const bool combinations = measure.source == Measure::Source::kCombinations;
  if (combinations && point.value("exhaustive", false)) return {value, Sides{}, true};
  if (combinations && measure.unit == "%" && point.contains("combinations")) {
    result.sides = sides_of_share(value, point.at("combinations").get<std::uint64_t>());
    return result;
  }
  const Json::json_pointer interval = Json::json_pointer("/intervals") / pointer;
  if (point.contains(interval) && point.at(interval).is_number()) {
    const auto half = point.at(interval).get<double>();
    result.sides = Sides{half, half};
  }
  return result;
}

/// Reads one number of a point, or says in `missing` why it cannot.
Reading number_at(const Json& point, const std::string& pointer_text, const Measure& measure,
                  std::string& missing) {
  const Json::json_pointer pointer(pointer_text);
  if (!point.contains(pointer) || !point.at(pointer).is_number()) {
    missing = "no " + measure.name;
    return {};
  }
  const auto value = point.at(pointer).get<double>();
  if (measure.source == Measure::Source::kCounted) return {value, Sides{}, true};
  return reading_of(point, value, pointer, measure);
}

/// Reads a number from the points of one seed, or says in `missing` why it cannot.
Reading value_of(const std::vector<const Json*>& points, const Measure& measure,
                 std::string& missing) {
  std::vector<const Json*> used;
  if (measure.over == Measure::Over::kLoads) {
    for (const double load : measure.loads) {
      const auto found = std::find_if(points.begin(), points.end(),
                                      [&](const Json* each) { return has_load(*each, load); });
      if (found == points.end()) {
        missing = fmt::format("no point at load {:g}", load);
        return {};
      }
      used.push_back(*found);
    }
  } else {
    used = points;
  }
  if (measure.over == Measure::Over::kOnlyPoint && used.size() != 1) {
    missing = fmt::format("{} points, where one was expected", used.size());
    return {};
  }
  std::vector<Reading> readings;
  for (const Json* point : used) {
    if (is_not_run(*point)) missing = kNotRun;
    if (missing.empty() && !succeeded(*point)) missing = failure_text(*point);
    if (!missing.empty()) return {};
    Reading reading = number_at(*point, measure.pointer, measure, missing);
    if (!measure.divisor.empty() && missing.empty()) {
      const Reading divisor = number_at(*point, measure.divisor, measure, missing);
      if (missing.empty() && divisor.value == 0) missing = "no " + measure.name + ": divided by 0";
      if (missing.empty()) reading = ratio_of(reading, divisor);
    }
    if (!missing.empty()) return {};
    readings.push_back(reading);
  }
  if (readings.empty()) return {};
  switch (measure.over) {
    case Measure::Over::kOnlyPoint:
      return readings.front();
    case Measure::Over::kLoads:
      return mean_of(readings);
    case Measure::Over::kLargest:
      return largest_of(readings);
    case Measure::Over::kSum:
      return sum_of(readings);
  }
  return {};
}

Reading combine(Claim::Form form, const Reading& a, const Reading& b) {
  switch (form) {
    case Claim::Form::kValue:
      return a;
    case Claim::Form::kPercent: {
      Reading percent = times(100, ratio_of(a, b));
      percent.value -= 100;
      return percent;
    }
    case Claim::Form::kRatio:
      return ratio_of(a, b);
    case Claim::Form::kDifference:
      return difference_of(a, b);
  }
  return {};
}

/// The curve to compare with, by the means of the candidates.
std::string pick(const ExperimentResults& results, const Claim& claim, const Measure& of,
                 const std::string& panel, std::string& missing) {
  std::vector<std::pair<double, std::string>> ranked;
  for (const std::string& curve : claim.reference.curves) {
    const Measured value = measure(results, of, panel, curve);
    if (!value.missing.empty()) {
      missing = value.missing == kNotRun ? kNotRun : curve + ": " + value.missing;
      return "";
    }
    const double mean = value.estimate().mean;
    ranked.emplace_back(claim.measure.larger_is_better ? -mean : mean, curve);
  }
  std::sort(ranked.begin(), ranked.end());  // the best first
  switch (claim.reference.pick) {
    case Reference::Pick::kBest:
      return ranked.front().second;
    case Reference::Pick::kWorst:
      return ranked.back().second;
    case Reference::Pick::kMedian:
      return ranked[(ranked.size() - 1) / 2].second;  // not worse than half of them
  }
  return "";
}

/// A claim's number in one panel.
Finding find_in_panel(const ExperimentResults& results, const Claim& claim,
                      const std::string& panel) {
  Finding finding;
  finding.claim = &claim;
  finding.panel = panel;
  finding.measured = measure(results, claim.measure, panel, claim.curve);
  if (claim.reference.curves.empty() || !finding.measured.missing.empty()) return finding;
  const std::string& there = claim.against_panel.empty() ? panel : claim.against_panel;
  Measure of_reference = claim.against_measure.value_or(claim.measure);
  if (!claim.against_loads.empty()) of_reference.loads = claim.against_loads;
  finding.reference = pick(results, claim, of_reference, there, finding.measured.missing);
  if (!finding.measured.missing.empty()) return finding;
  const Measured other = measure(results, of_reference, there, finding.reference);
  finding.measured.copies = finding.measured.copies && other.copies;
  std::vector<Reading>& seeds = finding.measured.seeds;
  if (other.seeds.size() != seeds.size()) {
    finding.measured.missing = "curves with different seeds";
    return finding;
  }
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    seeds[i] = combine(claim.form, seeds[i], other.seeds[i]);
    if (!std::isfinite(seeds[i].value)) finding.measured.missing = "divided by nothing";
  }
  return finding;
}

/// `least_seeds`: with fewer there is no verdict.
void judge(Finding& finding, std::size_t least_seeds) {
  Measured& measured = finding.measured;
  if (measured.missing.empty() && measured.seeds.size() < least_seeds) {
    measured.missing = fmt::format("{} of at least {} seeds", measured.seeds.size(), least_seeds);
  }
  if (!measured.missing.empty()) {
    finding.verdict = measured.missing == kNotRun ? Verdict::kNotRun : Verdict::kNoResult;
    return;
  }
  const double mean = measured.estimate().mean;
  const Range& expected = finding.claim->expected;
  const bool holds = expected.has(mean);
  const bool of_the_run = finding.claim->invariant && measured.seeds.size() == 1;
  const std::optional<Sides> sides = of_the_run ? Sides{} : measured.interval();
  const bool is_sure = sides && expected.has(mean - sides->below) == holds &&
                       expected.has(mean + sides->above) == holds &&
                       (holds || !expected.is_between(mean - sides->below, mean + sides->above));
  finding.verdict = !is_sure ? Verdict::kNotToldApart : holds ? Verdict::kHolds : Verdict::kFails;
}

/// One number over several panels.
Finding find_across(const ExperimentResults& results, const Claim& claim,
                    const std::vector<std::string>& panels) {
  std::vector<Finding> each;
  for (const std::string& panel : panels) {
    each.push_back(find_in_panel(results, claim, panel));
    if (!each.back().measured.missing.empty()) return each.back();
  }
  const auto less = [](const Finding& a, const Finding& b) {
    return a.measured.estimate().mean < b.measured.estimate().mean;
  };
  if (claim.across == Claim::Across::kLargest) {
    return *std::max_element(each.begin(), each.end(), less);
  }
  if (claim.across == Claim::Across::kSmallest) {
    return *std::min_element(each.begin(), each.end(), less);
  }
  Finding mean = each.front();
  mean.panel.clear();
  for (std::size_t i = 1; i < each.size(); ++i) {
    const std::vector<Reading>& seeds = each[i].measured.seeds;
    mean.measured.copies = mean.measured.copies && each[i].measured.copies;
    if (seeds.size() != mean.measured.seeds.size()) {
      mean.measured.missing = "panels with different seeds";
      return mean;
    }
    for (std::size_t seed = 0; seed < seeds.size(); ++seed) {
      mean.measured.seeds[seed] = sum_of({mean.measured.seeds[seed], seeds[seed]});
    }
    if (each[i].reference != mean.reference) mean.reference.clear();
  }
  for (Reading& seed : mean.measured.seeds) {
    seed = times(1 / static_cast<double>(each.size()), seed);
  }
  return mean;
}

}  // namespace

Measured measure(const ExperimentResults& results, const Measure& measure, const std::string& panel,
                 const std::string& curve) {
  Measured result;
  const std::vector<Json>* points = results.find(panel, curve);
  if (points == nullptr) {
    result.missing = kNotRun;
    return result;
  }
  Reading factor{1, Sides{}, true};
  if (measure.cost != Measure::Cost::kNone) {
    const std::optional<double> cost = results.cost(panel, curve);
    if (!cost) {
      result.missing = "the network has no cost";
      return result;
    }
    factor.value = *cost;
  }
  const auto seeds = by_seed(*points);
  result.copies = are_same(seeds);
  for (const auto& seed : seeds) {
    const Reading reading = value_of(seed, measure, result.missing);
    if (!result.missing.empty()) return result;
    result.seeds.push_back(measure.cost == Measure::Cost::kPer ? ratio_of(factor, reading)
                                                               : times(factor.value, reading));
  }
  if (result.seeds.empty()) result.missing = "no points";
  return result;
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kFails:
    case Verdict::kExplained:
      return "does not hold";
    case Verdict::kNotToldApart:
      return "not told apart";
    case Verdict::kNotTestable:
      return "not testable";
    case Verdict::kNoResult:
      return "no result";
    case Verdict::kNotRun:
      return kNotRun;
  }
  return "";
}

Json not_run_point(const std::optional<double>& load, std::uint64_t seed) {
  return {{"load", load ? Json(*load) : Json(nullptr)},
          {"seed", seed},
          {"failure", {{"kind", kNotRun}, {"message", ""}}}};
}

bool is_not_run(const Json& point) {
  return !succeeded(point) && point.at("failure").at("kind") == kNotRun;
}

std::vector<Finding> evaluate(const Experiment& experiment, const ExperimentResults& results,
                              Scale scale, const Variant* variant) {
  const bool simulated = experiment.data == Experiment::Data::kSimulation;
  const std::size_t least_seeds = scale == Scale::kPaper && simulated ? kLeastSeedsAtPaperScale : 1;
  std::vector<Finding> findings;
  for (const Claim& claim : experiment.claims) {
    if (!claim.not_testable.empty()) {
      Finding finding;
      finding.claim = &claim;
      finding.measured.missing = claim.not_testable;
      finding.verdict = Verdict::kNotTestable;
      findings.push_back(std::move(finding));
      continue;
    }
    const std::size_t before = findings.size();
    for (const std::vector<std::string>& panels :
         statements_of(experiment, claim, scale, variant)) {
      findings.push_back(claim.across == Claim::Across::kEach
                             ? find_in_panel(results, claim, panels.front())
                             : find_across(results, claim, panels));
      judge(findings.back(), least_seeds);
    }
    // A smaller scale says of every claim what became of it.
    if (findings.size() == before && scale != Scale::kPaper && variant == nullptr) {
      findings.emplace_back();
      findings.back().claim = &claim;
      findings.back().measured.missing = kNotRun;
    }
  }
  return findings;
}

bool holds_in(const std::vector<Finding>& of_variant, const Finding& finding) {
  return std::any_of(of_variant.begin(), of_variant.end(), [&finding](const Finding& there) {
    const bool same =
        there.claim == finding.claim &&
        (there.panel == finding.panel || finding.claim->across != Claim::Across::kEach);
    return same && there.verdict == Verdict::kHolds;
  });
}

void explain(const Experiment& experiment, std::vector<Finding>& findings,
             const std::vector<std::vector<Finding>>& of_variants) {
  for (Finding& finding : findings) {
    if (finding.verdict != Verdict::kFails) continue;
    for (const std::string& name : finding.claim->explained_by) {
      if (!holds_in(of_variants[experiment.index_of(experiment.variant(name))], finding)) continue;
      finding.verdict = Verdict::kExplained;
      finding.explained_by = name;
      break;
    }
  }
}

}  // namespace sim
}  // namespace netloom
