#include "sim/experiments/fault_analysis.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "routing/check/connectivity.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/config/loaded_config.h"
#include "sim/study/fault_study.h"

namespace netloom {
inline namespace sim {
namespace {

/// A k-ary n-tree with FT2EI.
struct Tree {
  int k;
  int n;

  LoadedConfig load(int exclusion_intervals, const std::string& fault = "") const {
    const std::string faults = fault.empty() ? "" : fmt::format("faults: [{{link: {}}}]\n", fault);
    return parse_with_routing(fmt::format("network: {{topology: fat_tree, k: {}, n: {}}}\n"
                                          "routing: {{function: ft2ei, exclusion_intervals: {}}}\n"
                                          "traffic: {{load: 0.1}}\n{}",
                                          k, n, exclusion_intervals, faults),
                              "configuration", "");
  }
};

Json point() {
  return {{"load", nullptr}, {"seed", 1}, {"failure", nullptr}};
}

FaultStudyOptions study_options(Settings& settings, int jobs) {
  FaultStudyOptions options;
  options.jobs = jobs;
  const int samples = settings.number("samples", 10000);
  const int seed = settings.number("seed", 1);
  if (samples < 1) settings.fail(fmt::format("samples: {}; allowed: 1 or more", samples));
  if (seed < 0) settings.fail(fmt::format("seed: {}; allowed: 0 or more", seed));
  options.samples = static_cast<std::uint64_t>(samples);
  options.seed = static_cast<std::uint64_t>(seed);
  return options;
}

std::vector<Json> combination_points(Settings& settings, const Tree& tree, int jobs) {
  FaultStudyOptions options = study_options(settings, jobs);
  const std::vector<int> registers = settings.numbers("exclusion_intervals", "1");
  const std::vector<int> counts = settings.numbers("count", "1");
  const std::string part = settings.choice("part", {"link", "cable", "switch"});
  settings.finish();
  if (registers.size() > 1 && counts.size() > 1) {
    settings.fail("both exclusion_intervals and count have several values; allowed: one of them");
  }
  for (const FailedPart each : {FailedPart::kLink, FailedPart::kCable, FailedPart::kSwitch}) {
    if (part == failed_part_name(each)) options.part = each;
  }
  std::vector<Json> points;
  for (const int intervals : registers) {
    const Config config = tree.load(intervals).take();
    for (const int count : counts) {
      options.count = static_cast<std::uint32_t>(count);
      const FaultStudy study = study_faults(config, options);
      Json result = point();
      result["load"] = registers.size() > 1 ? intervals : count;
      result["combinations"] = study.combinations;
      result["exhaustive"] = study.exhaustive;
      result["not_tolerated"] = 100 * study.share();
      result["disconnected"] =
          100 * static_cast<double>(study.disconnected) / static_cast<double>(study.combinations);
      result["victims"] = study.victims.mean;
      // A sample in which all are the same has a spread of 0, and says nothing of the rest.
      const std::optional<double> half = study.victims.ci95;
      if (half && *half > 0) result["intervals"] = {{"victims", *half}};
      points.push_back(std::move(result));
    }
  }
  return points;
}

std::vector<Json> tolerated_points(Settings& settings, const Tree& tree, int jobs) {
  FaultStudyOptions options = study_options(settings, jobs);
  const int registers = settings.number("exclusion_intervals", 1);
  settings.finish();
  const Config config = tree.load(registers).take();
  FaultJudge judge(fat_tree_of(config.netlist, settings.place()), registers);
  std::vector<LinkEnd> worst;
  int tolerated = 0;
  // All up links of a switch of stage 0 cut off its nodes, so that this ends with count = k.
  for (int count = 1;; ++count) {
    worst.push_back({0, 2 * tree.k - count});
    if (!judge.judge(worst)) break;
    options.count = static_cast<std::uint32_t>(count);
    if (study_faults(config, options).not_tolerated > 0) break;
    tolerated = count;
  }
  Json result = point();
  result["tolerated_faults"] = tolerated;
  return {std::move(result)};
}

std::uint64_t paths_in(LoadedConfig loaded) {
  return check_connectivity(routing_context(loaded.config()), loaded.routing()).paths;
}

std::vector<Json> path_points(Settings& settings, const Tree& tree) {
  const int registers = settings.number("exclusion_intervals", 1);
  const int stage = settings.number("stage", 1);
  settings.finish();
  if (stage < 1 || stage >= tree.n) {
    settings.fail(fmt::format("stage: {} has no links down to switches; allowed: 1 to {}", stage,
                              tree.n - 1));
  }
  LoadedConfig loaded = tree.load(registers);
  const Netlist whole = loaded.config().netlist;
  const FatTree labels = fat_tree_of(whole, settings.place());
  const auto paths = static_cast<double>(paths_in(std::move(loaded)));
  double left = 0;
  for (std::uint32_t position = 0; position < labels.switches_per_stage(); ++position) {
    const std::string& name = whole.switches[labels.switch_number(stage, position)].name;
    for (int link = 0; link < tree.k; ++link) {
      left +=
          static_cast<double>(paths_in(tree.load(registers, fmt::format("{}.p{}", name, link))));
    }
  }
  const double lost = paths - left / (labels.switches_per_stage() * tree.k);
  Json result = point();
  result["paths"] = paths;
  result["lost_paths"] = lost;
  result["lost_share"] = 100 * lost / paths;
  return {std::move(result)};
}

}  // namespace

std::vector<Json> fault_points(Settings& settings, int jobs) {
  const Tree tree{settings.number("k", 2), settings.number("n", 3)};
  const std::string value = settings.choice("value", {"combinations", "tolerated", "paths"});
  if (value == "tolerated") return tolerated_points(settings, tree, jobs);
  if (value == "paths") return path_points(settings, tree);
  return combination_points(settings, tree, jobs);
}

}  // namespace sim
}  // namespace netloom
