#include "sim/study/fault_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/base/random.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/base/json.h"
#include "sim/base/process_pool.h"
#include "sim/base/progress.h"
#include "sim/study/combinations.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kFunction = "ft2ei";
constexpr std::uint64_t kCombinationsPerTask = 2000;
constexpr std::uint64_t kMostTasks = 256;

struct Part {
  std::string name;
  std::vector<LinkEnd> links;
};

/// All parts of a kind that have links between switches which have not failed already.
std::vector<Part> parts_of(const Config& config, FailedPart kind) {
  const Netlist& netlist = config.netlist;
  std::vector<std::uint8_t> failed(netlist.links.size());
  for (const int link : routing_context(config).failed_links) {
    failed[static_cast<std::size_t>(link)] = 1;
  }
  const PortMap ports(netlist);
  std::vector<Part> parts;
  const auto add = [&](const std::string& name, const std::vector<int>& links) {
    Part part{name, {}};
    for (const int link : links) {
      if (link < 0 || failed[static_cast<std::size_t>(link)] != 0) continue;
      const Link& each = netlist.links[static_cast<std::size_t>(link)];
      if (each.from.type == Endpoint::Type::kHost || each.to.type == Endpoint::Type::kHost) {
        continue;
      }
      part.links.push_back({each.from.index, each.from.port});
    }
    if (!part.links.empty()) parts.push_back(std::move(part));
  };
  const FatTree tree = fat_tree_of(netlist, "netloom faults");
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    if (kind == FailedPart::kSwitch) {
      std::vector<int> links;
      for (int port = 0; port < ports.ports(id); ++port) {
        links.push_back(ports.link_out(id, port));
        links.push_back(ports.link_in(id, port));
      }
      add(netlist.switches[id].name, links);
      continue;
    }
    // A cable has the name of its upper end, which a link down has, too.
    const int count = kind == FailedPart::kCable ? tree.k() : ports.ports(id);
    for (int port = 0; port < count; ++port) {
      std::vector<int> links = {ports.link_out(id, port)};
      if (kind == FailedPart::kCable) links.push_back(ports.link_in(id, port));
      add(endpoint_name(netlist, {Endpoint::Type::kSwitch, id, port}), links);
    }
  }
  return parts;
}

/// What came of some of the combinations.
struct Tally {
  std::uint64_t combinations = 0;
  std::uint64_t not_tolerated = 0;
  std::uint64_t disconnected = 0;
  std::uint64_t victims = 0;
  double squared_victims = 0;
  std::vector<std::uint32_t> example;  ///< the first that is not tolerated

  void add(const Tally& other) {
    combinations += other.combinations;
    not_tolerated += other.not_tolerated;
    disconnected += other.disconnected;
    victims += other.victims;
    squared_victims += other.squared_victims;
    if (example.empty()) example = other.example;
  }
};

Json tally_json(const Tally& tally) {
  return {{"combinations", tally.combinations},       {"not_tolerated", tally.not_tolerated},
          {"disconnected", tally.disconnected},       {"victims", tally.victims},
          {"squared_victims", tally.squared_victims}, {"example", tally.example}};
}

Tally tally_from(const Json& json) {
  Tally tally;
  json.at("combinations").get_to(tally.combinations);
  json.at("not_tolerated").get_to(tally.not_tolerated);
  json.at("disconnected").get_to(tally.disconnected);
  json.at("victims").get_to(tally.victims);
  json.at("squared_victims").get_to(tally.squared_victims);
  json.at("example").get_to(tally.example);
  return tally;
}

class Study {
 public:
  Study(const Config& config, const FaultStudyOptions& options)
      : options_(options),
        parts_(parts_of(config, options.part)),
        judge_(
            fat_tree_of(config.netlist, "netloom faults"),
            static_cast<int>(integer_parameter(config.routing_parameters, "exclusion_intervals"))) {
    for (const int link : routing_context(config).failed_links) {
      const Endpoint& from = config.netlist.links[static_cast<std::size_t>(link)].from;
      own_faults_.push_back({from.index, from.port});
    }
  }

  std::uint32_t part_count() const { return static_cast<std::uint32_t>(parts_.size()); }
  const std::string& part_name(std::uint32_t part) const { return parts_[part].name; }

  /// Judges combinations first … last-1: by rank, or those samples.
  Tally judge(std::uint64_t first, std::uint64_t last, bool exhaustive) {
    Tally tally;
    std::vector<std::uint32_t> chosen;
    if (exhaustive) {
      combination_at(part_count(), options_.count, first, chosen);
      for (std::uint64_t i = first; i < last; ++i) {
        judge_one(chosen, tally);
        next_combination(part_count(), chosen);
      }
      return tally;
    }
    CombinationSampler sampler(part_count(), options_.count);
    for (std::uint64_t i = first; i < last; ++i) {
      // Each sample has a generator of its own, so that it does not matter who draws it.
      Random random(options_.seed, i);
      sampler.draw(random, chosen);
      judge_one(chosen, tally);
    }
    return tally;
  }

 private:
  void judge_one(const std::vector<std::uint32_t>& chosen, Tally& tally) {
    faults_ = own_faults_;
    for (const std::uint32_t part : chosen) {
      faults_.insert(faults_.end(), parts_[part].links.begin(), parts_[part].links.end());
    }
    ++tally.combinations;
    if (!judge_.judge(faults_)) {
      if (tally.not_tolerated++ == 0) tally.example = chosen;
      if (!judge_.connected()) ++tally.disconnected;
    }
    const std::uint64_t victims = judge_.victims();
    tally.victims += victims;
    tally.squared_victims += static_cast<double>(victims) * static_cast<double>(victims);
  }

  FaultStudyOptions options_;
  std::vector<Part> parts_;
  std::vector<LinkEnd> own_faults_;
  std::vector<LinkEnd> faults_;
  FaultJudge judge_;
};

Estimate victims_of(const Tally& tally, bool exhaustive) {
  Estimate result;
  const auto n = static_cast<double>(tally.combinations);
  result.mean = static_cast<double>(tally.victims) / n;
  if (exhaustive || tally.combinations < 2) return result;
  const double variance =
      std::max(0.0, (tally.squared_victims - n * result.mean * result.mean) / (n - 1));
  const auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
  result.ci95 = student_t95(static_cast<int>(std::min(tally.combinations - 1, most))) *
                std::sqrt(variance / n);
  return result;
}

Tally judge_all(Study& study, const FaultStudyOptions& options, std::uint64_t combinations,
                bool exhaustive) {
  const std::uint64_t tasks =
      std::clamp<std::uint64_t>(combinations / kCombinationsPerTask, 1, kMostTasks);
  const auto first = [&](std::uint64_t task) { return combinations * task / tasks; };
  if (tasks == 1) return study.judge(0, combinations, exhaustive);
  std::map<std::size_t, Tally> tallies;
  Progress progress(options.progress, tasks, static_cast<double>(combinations), "parts");
  run_in_processes(
      tasks, options.jobs,
      [&](std::size_t task) {
        return json_text(tally_json(study.judge(first(task), first(task + 1), exhaustive)));
      },
      [&](const TaskResult& result) {
        if (!result.crash.empty()) {
          throw std::runtime_error("a process that judges combinations of faults " + result.crash);
        }
        const Tally& tally = tallies[result.task] = tally_from(parse_json(result.output));
        progress.finished(static_cast<double>(tally.combinations));
      });
  // In their order, so that the sums do not depend on who was first.
  Tally sum;
  for (const auto& [task, tally] : tallies) sum.add(tally);
  return sum;
}

std::string plural(FailedPart part) {
  switch (part) {
    case FailedPart::kLink:
      return "links between switches";
    case FailedPart::kCable:
      return "cables between switches";
    case FailedPart::kSwitch:
      return "switches";
  }
  return "";
}

}  // namespace

FaultStudy study_faults(const Config& config, const FaultStudyOptions& options) {
  if (config.routing_function != kFunction) {
    throw Error(
        fmt::format("{}netloom faults judges what {} does, and routing.function is {}; "
                    "allowed: {}",
                    config.routing_place, kFunction, config.routing_function, kFunction));
  }
  Study study(config, options);
  FaultStudy result;
  result.parts = study.part_count();
  if (result.parts == 0) {
    throw Error(
        fmt::format("{}netloom faults: the network has no {} that can fail; allowed: a tree "
                    "of two stages or more",
                    config.routing_place, plural(options.part)));
  }
  if (options.count < 1 || options.count > result.parts) {
    throw Error(fmt::format("--count: {} faults; allowed: 1 to {}, the {} that can fail",
                            options.count, result.parts, plural(options.part)));
  }
  result.all_combinations = combinations(result.parts, options.count);
  result.exhaustive = !options.samples || *options.samples >= result.all_combinations;
  const std::uint64_t count = result.exhaustive ? result.all_combinations : *options.samples;
  if (count > kMostCombinations) {
    throw Error(
        fmt::format("there are {}{} combinations of {} faults; allowed: up to {}, or "
                    "--samples",
                    count == std::numeric_limits<std::uint64_t>::max() ? "at least " : "", count,
                    options.count, kMostCombinations));
  }
  const Tally tally = judge_all(study, options, count, result.exhaustive);
  result.combinations = tally.combinations;
  result.not_tolerated = tally.not_tolerated;
  result.disconnected = tally.disconnected;
  result.confidence = result.exhaustive ? Interval95{result.share(), result.share()}
                                        : proportion95(tally.not_tolerated, tally.combinations);
  result.victims = victims_of(tally, result.exhaustive);
  for (const std::uint32_t part : tally.example) result.example.push_back(study.part_name(part));
  return result;
}

Json fault_study_json(const Config& config, const FaultStudyOptions& options,
                      const FaultStudy& study) {
  const auto number = [](bool there, double value) { return there ? Json(value) : Json(); };
  return {{"version", version()},
          {"config", Json(config.resolved)},
          {"part", failed_part_name(options.part)},
          {"parts", study.parts},
          {"count", options.count},
          {"combinations", study.combinations},
          {"all_combinations", study.all_combinations},
          {"exhaustive", study.exhaustive},
          {"seed", study.exhaustive ? Json() : Json(options.seed)},
          {"not_tolerated", study.not_tolerated},
          {"disconnected", study.disconnected},
          {"share", study.share()},
          {"confidence95", {study.confidence.low, study.confidence.high}},
          {"victims_mean", study.victims.mean},
          {"victims_ci95", number(study.victims.ci95.has_value(), study.victims.ci95.value_or(0))},
          {"example", study.example.empty() ? Json() : Json(study.example)}};
}

std::string fault_study_text(const Config& config, const FaultStudyOptions& options,
                             const FaultStudy& study) {
  const std::int64_t registers =
      integer_parameter(config.routing_parameters, "exclusion_intervals");
  std::string text =
      fmt::format("{} of {} {} fail, {} exclusion interval{} at each up port\n", options.count,
                  study.parts, plural(options.part), registers, registers == 1 ? "" : "s");
  if (study.exhaustive) {
    text += fmt::format("combinations: all {}\n", study.combinations);
  } else {
    text += fmt::format(
        "combinations: a sample of {} of {}{}, seed {}\n", study.combinations,
        study.all_combinations == std::numeric_limits<std::uint64_t>::max() ? "more than " : "",
        study.all_combinations, options.seed);
  }
  text += fmt::format("not tolerated: {}, {:.4g} %", study.not_tolerated, 100 * study.share());
  if (!study.exhaustive) {
    text += fmt::format(" (95 % confidence: {:.4g} to {:.4g} %)", 100 * study.confidence.low,
                        100 * study.confidence.high);
  }
  if (study.not_tolerated > 0) {
    text += fmt::format("\n  without any path between some nodes: {}", study.disconnected);
    text += fmt::format("\n  the first: {}", joined(study.example));
  }
  text += fmt::format("\nvictims per combination: {:.6g}", study.victims.mean);
  if (study.victims.ci95) text += fmt::format(" ± {:.2g}", *study.victims.ci95);
  return text + '\n';
}

}  // namespace sim
}  // namespace netloom
