#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/progress.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/config/loaded_config.h"
#include "sim/config/views.h"
#include "sim/lockstep/difference_waves.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "sim/sweep/rtl_trial.h"
#include "sim/traffic/trace.h"

namespace netloom {
inline namespace sim {
namespace {

struct LockstepOptions {
  std::string config;
  std::string views = "fast,structural";
  std::string waves;
  OverrideOptions overrides;
};

/// The two views that the option asks for.
std::vector<std::string> views_of(const std::string& text) {
  std::vector<std::string> known;
  for (const ViewInfo& each : view_infos()) known.push_back(each.name);
  known.push_back(kMixedViews);
  const std::size_t comma = text.find(',');
  const std::vector<std::string> views = {text.substr(0, comma),
                                          comma == std::string::npos ? "" : text.substr(comma + 1)};
  const auto is_known = [&](const std::string& view) {
    return std::find(known.begin(), known.end(), view) != known.end();
  };
  if (!is_known(views[0]) || !is_known(views[1]) || views[0] == views[1]) {
    throw Error(fmt::format("--views: '{}' is not allowed; allowed: two of {}, as fast,structural",
                            text, joined(known)));
  }
  return views;
}

std::string point_name(const PointRequest& request) {
  return (request.load ? fmt::format("load {:g}, ", *request.load) : "") +
         fmt::format("seed {}", request.seed);
}

std::string wave_file(const LockstepOptions& options, const std::string& view) {
  return fmt::format("{}.{}.vcd", options.waves, view);
}

/// A word of a command, for a shell.
std::string quoted(const std::string& word) {
  constexpr const char* kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=,:+-";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char each : word) text += each == '\'' ? "'\\''" : std::string(1, each);
  return text + '\'';
}

/// What writes the waveforms that were not asked for.
std::string command_for_waves(const LockstepOptions& options) {
  std::string text = "netloom lockstep " + quoted(options.config);
  if (options.views != LockstepOptions().views) text += " --views " + quoted(options.views);
  for (const std::string& each : options.overrides.set) text += " --set " + quoted(each);
  if (options.overrides.seed) text += fmt::format(" --seed {}", *options.overrides.seed);
  return text + " --waves difference";
}

/// Why a run had ended before the difference; empty: it had not.
std::string ending_text(const LockstepSide& side, const Json& point) {
  return point.is_null() ? "" : fmt::format("{} had ended: {}\n", side.name, failure_text(point));
}

/// Whether the runs of a point are the same. `has_waves`: of a point before.
bool compare_point(const LockstepOptions& options, const std::vector<LockstepSide>& sides,
                   const PointRequest& request, bool& has_waves, Progress& progress,
                   Outputs& outputs) {
  std::function<void(double)> told;
  if (stderr_is_terminal()) {
    told = [&](double share) { progress.underway(share * work_of(sides[0].config, request)); };
  }
  const LockstepResult result = run_lockstep(sides[0], sides[1], request, told);
  progress.clear();
  if (result.difference) {
    outputs.print(fmt::format("{}: {} events the same, then ", point_name(request), result.events) +
                  difference_text(sides[0], sides[1], request, *result.difference));
    outputs.print(ending_text(sides[0], result.first_point) +
                  ending_text(sides[1], result.second_point));
    if (options.waves.empty()) {
      outputs.print(
          fmt::format("waveforms of this switch around it: {}\n", command_for_waves(options)));
    } else if (!std::exchange(has_waves, true)) {
      for (const LockstepSide& side : sides) {
        outputs.attempt([&] {
          outputs.print(write_difference_waves(side, request, *result.difference,
                                               wave_file(options, side.name)));
        });
      }
    }
    return false;
  }
  if (result.first_point != result.second_point) {
    outputs.print(fmt::format("{}: {} events the same, but not the results: {}\n",
                              point_name(request), result.events,
                              Json::diff(result.first_point, result.second_point).dump()));
    return false;
  }
  outputs.print(fmt::format("{}: no difference in {} events ({} grants) of {} cycles\n",
                            point_name(request), result.events, result.grants, result.cycles));
  if (!succeeded(result.first_point)) print_error(failure_text(result.first_point));
  return succeeded(result.first_point);
}

/// Error: the network has something that is in one view only, or is compared by itself.
void require_views(const Config& config, const std::string& file) {
  if (config.rtl.mode == RtlConfig::Mode::kLockstep) {
    throw Error(fmt::format(
        "{}: rtl.mode: lockstep: `netloom run` compares RTL with the model in it, pin by pin; "
        "allowed for views that are compared with each other: replace, shadow",
        file));
  }
  if (const auto refusal = structural_refusal(config)) {
    throw Error(fmt::format("{}: faults: {}", file, *refusal));
  }
  const SwitchParts& parts = config.network.switches.parts;
  const structural::PartKind* const part = structural::foreign_part(parts);
  if (part == nullptr) return;
  throw Error(fmt::format(
      "{}: switch.parts.{}: {} is in the structural view only: there is none to compare it with; "
      "allowed: {}",
      file, part->key, parts.*part->name, SwitchParts().*part->name));
}

int lockstep(const LockstepOptions& options) {
  const std::vector<std::string> views = views_of(options.views);
  LoadedConfig loaded(load_config(options.config, options.overrides.overrides()));
  const Config& given = loaded.config();
  require_views(given, options.config);
  require_enough_vcs(loaded);
  if (const int quantum = given.network.simulation.quantum; quantum > 0) {
    print_note(fmt::format(
        "simulation.quantum {} does not count: each view runs with the longest that it allows",
        quantum));
  }
  std::vector<LockstepSide> sides;
  for (const std::string& view : views) {
    sides.push_back(lockstep_side(options.config, options.overrides.overrides(), view));
  }
  NamedFiles files;
  files.add_inputs(sides[0].config.inputs);
  if (!options.waves.empty()) {
    for (const LockstepSide& side : sides) {
      files.add_output("--waves", wave_file(options, side.name));
      files.add_output("--waves", save_file_of(wave_file(options, side.name)));
    }
  }
  for (const LockstepSide& side : sides) {
    if (!has_rtl_view(side.config)) continue;
    const std::shared_ptr<const Trace> trace = load_trace(side.config);
    require_rtl_switches(side.config, known_bounds(side.config, trace.get()));
  }
  Outputs outputs;
  bool same = true;
  bool has_waves = false;
  const std::vector<PointRequest> points = points_of(sides[0].config, true);
  double work = 0;
  for (const PointRequest& each : points) work += work_of(sides[0].config, each);
  {
    Progress progress(stderr_is_terminal(), points.size(), work);
    for (const PointRequest& each : points) {
      same = compare_point(options, sides, each, has_waves, progress, outputs) && same;
      progress.finished(work_of(sides[0].config, each));
    }
  }
  return outputs.status(same ? kSuccess : kFailure);
}

void add_lockstep(Command& program) {
  Command command = program.add_command(
      "lockstep", "Compares two views of the switches, event by event at every port");
  auto options = std::make_shared<LockstepOptions>();
  command
      .option("CONFIG", options->config,
              "Configuration file (YAML); its views, quantum and threads do not count")
      .required();
  command
      .option("--views", options->views,
              "Two views of all switches, or mixed: every other one is structural (default: "
              "fast,structural). Of fast, the general core tells what happens")
      .type_name("A,B");
  command
      .option("--waves", options->waves,
              fmt::format("At the first difference: waveforms of its switch, from {} cycles "
                          "before it on, to PREFIX.VIEW.vcd",
                          kWaveCyclesBefore))
      .type_name("PREFIX");
  options->overrides.add(command);
  command.group("What is compared", {"--views", "--waves"});
  command.examples({"netloom lockstep examples/fat_tree_2ary_3tree.yaml",
                    "netloom lockstep examples/wormhole.yaml --waves difference"});
  command.run([options] { return lockstep(*options); });
}

const CommandRegistry::Registration kLockstepCommand("lockstep", {add_lockstep});

}  // namespace
}  // namespace sim
}  // namespace netloom
