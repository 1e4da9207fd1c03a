// Definitions of experiments. Every configuration in them is read, too; and with results for every
// claim they are reported.

#include "sim/experiments/experiment.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/experiments/evaluate.h"
#include "sim/experiments/report.h"
#include "sim/experiments/settings.h"
#include "testbench/fuzz/fuzz_target.h"
#include "testbench/fuzz/sim_inputs.h"

namespace netloom::fuzz {
namespace {

/// What of an experiment is looked at, so that large ones take milliseconds, too.
constexpr std::size_t kMostConfigurations = 6;
constexpr std::size_t kMostResults = 12;  ///< curves, each in one panel
constexpr std::size_t kMostLoads = 3;
constexpr std::size_t kLongestPointer = 100;

constexpr Scale kScales[] = {Scale::kQuick, Scale::kMedium, Scale::kPaper};

void read_configuration(const Experiment& experiment, std::vector<Override> overrides) {
  overrides.push_back(memory_limit());
  accepts([&] {
    if (!is_small(experiment.configuration, overrides)) throw Error("too large for a fuzzer");
    parse_config(experiment.configuration, "configuration", NETLOOM_EXAMPLES, overrides);
  });
}

/// What is computed and not simulated asks for each setting as what it is to be.
void read_settings(const Experiment& experiment, const Panel& panel, const Curve& curve,
                   Scale scale) {
  Settings settings(experiment, panel, curve, scale, nullptr);
  for (const Override& each : experiment.overrides(panel, curve, scale)) {
    accepts([&] { settings.number(each.key, 1); });
    accepts([&] { settings.numbers(each.key, "1"); });
    accepts([&] { settings.choice(each.key, {"counted", "formula"}); });
  }
  settings.finish();  // all of them have been asked for
  accepts([&] { Settings(experiment, panel, curve, scale, nullptr).finish(); });
}

void read_configurations(const Experiment& experiment) {
  std::set<std::vector<Override>> seen;
  for (const Scale scale : kScales) {
    for (const Panel* panel : experiment.panels_at(scale)) {
      for (const Curve& curve : experiment.curves) {
        const std::vector<Override> overrides = experiment.overrides(*panel, curve, scale);
        if (seen.size() == kMostConfigurations) return;
        if (!seen.insert(overrides).second) continue;
        if (experiment.data == Experiment::Data::kSimulation) {
          read_configuration(experiment, overrides);
        } else {
          read_settings(experiment, *panel, curve, scale);
        }
      }
    }
  }
}

/// The loads at which claims look at curves; none: they are about closed workloads.
std::vector<std::optional<double>> loads_of_claims(const Experiment& experiment) {
  std::set<double> loads;
  for (const Claim& claim : experiment.claims) {
    loads.insert(claim.measure.loads.begin(), claim.measure.loads.end());
    loads.insert(claim.against_loads.begin(), claim.against_loads.end());
  }
  std::vector<std::optional<double>> result(loads.begin(), loads.end());
  if (result.empty()) result.emplace_back();
  if (result.size() > kMostLoads) result.resize(kMostLoads);
  return result;
}

/// What the claims measure, where a point has nothing of the name: a number.
void add_measured(Json& point, const Experiment& experiment, double number) {
  for (const Claim& claim : experiment.claims) {
    for (const std::string& text : {claim.measure.pointer, claim.measure.divisor}) {
      if (text.size() > kLongestPointer) continue;
      Json value = number;
      Json::json_pointer rest(text);
      for (; !rest.empty() && !rest.parent_pointer().empty(); rest = rest.parent_pointer()) {
        Json around = Json::object();
        around[rest.back()] = std::move(value);
        value = std::move(around);
      }
      if (!rest.empty() && !point.contains(rest.back())) point[rest.back()] = std::move(value);
    }
  }
}

Production produce(const Experiment& experiment, const std::vector<const Panel*>& panels) {
  const std::vector<std::optional<double>> loads = loads_of_claims(experiment);
  Production production;
  std::size_t results = 0;
  for (const Panel* panel : panels) {
    for (const Curve& curve : experiment.curves) {
      if (++results > kMostResults) return production;
      std::vector<Json> points;
      for (const std::optional<double>& load : loads) {
        for (const std::uint64_t seed : {1, 2}) {
          points.push_back(point_of(load, seed));
          add_measured(points.back(), experiment, static_cast<double>(++production.points));
        }
      }
      production.results.add(panel->name, curve.name, std::move(points));
      if (!curve.cost.empty()) production.results.set_cost(panel->name, curve.name, 1.5);
    }
  }
  return production;
}

void require_claims(const std::string& text, const Json& document, const Experiment& experiment) {
  require(invalid_utf8(text) == std::string::npos, "a report is not UTF-8:\n" + text);
  const Json& said = document.at("claims");
  for (const Claim& claim : experiment.claims) {
    require(text.find(claim.says) != std::string::npos,
            "a claim is not in the report: " + claim.says + "\n" + text);
    require(std::any_of(said.begin(), said.end(),
                        [&](const Json& each) {
                          return each.at("says") == claim.says && each.at("paper") == claim.paper;
                        }),
            "a claim is not in the report as JSON: " + claim.says);
  }
}

void report(const Experiment& experiment) {
  std::set<std::vector<const Panel*>> seen;
  for (const Scale scale : kScales) {
    const std::vector<const Panel*> panels = experiment.panels_at(scale);
    if (!seen.insert(panels).second) continue;
    const Production production = produce(experiment, panels);
    ExperimentReport report;
    report.experiment = &experiment;
    report.scale = scale;
    report.production = &production;
    judge(report);
    const Json document = report_json(report);
    must_accept(
        [&] {
          require(Json::parse(document.dump()) == document,
                  "a report as JSON has what JSON cannot say");
        },
        experiment.title);
    if (scale != Scale::kPaper) require_claims(report_text(report), document, experiment);
  }
}

void run_experiment(const std::string& input) {
  const std::string path = input_file(input);
  Experiment experiment;
  if (!accepts([&] { experiment = parse_experiment(read_text(path), "e.yaml"); })) return;
  read_configurations(experiment);
  report(experiment);
}

const TargetRegistry::Registration kExperiment("experiment", {run_experiment});

}  // namespace
}  // namespace netloom::fuzz
