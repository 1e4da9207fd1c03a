#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "sim/base/json.h"
#include "sim/base/progress.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"

namespace netloom {
inline namespace sim {
namespace {

/// Cycles of the waveform before the first difference, and after it.
constexpr Cycle kCyclesBefore = 200;
constexpr Cycle kCyclesAfter = 20;

struct LockstepOptions {
  std::string config;
  std::string views = "fast,structural";
  std::string waves;
  OverrideOptions overrides;
};

/// The value of `views` that the option asks for: one view for all switches.
std::vector<std::string> views_of(const std::string& text) {
  const std::size_t comma = text.find(',');
  const std::vector<std::string> views = {text.substr(0, comma),
                                          comma == std::string::npos ? "" : text.substr(comma + 1)};
  if (views[0].empty() || views[1].empty() || views[1].find(',') != std::string::npos) {
    throw Error(fmt::format("--views {}: allowed: two views, as fast,structural", text));
  }
  return views;
}

std::string point_name(const PointRequest& request) {
  return (request.load ? fmt::format("load {:g}, ", *request.load) : "") +
         fmt::format("seed {}", request.seed);
}

std::string wave_file(const LockstepOptions& options, const std::string& view) {
  return fmt::format("{}.{}.fst", options.waves, view);
}

/// Waveforms of the switch around the first difference, by the view.
void write_waves(const LockstepOptions& options, const LockstepSide& side, PointRequest request,
                 const LockstepDifference& difference, Outputs& outputs) {
  WaveRequest waves;
  waves.path = wave_file(options, side.name);
  waves.switches = {difference.switch_id()};
  const Cycle cycle = difference.cycle();
  waves.from = cycle > kCyclesBefore ? cycle - kCyclesBefore : 0;
  waves.to = cycle + kCyclesAfter;
  request.waves = waves;
  const Json point = simulate_apart(side, request);
  const Json written = point.value("waves", Json::object());
  if (written.contains("error")) throw Error(written.at("error").get<std::string>());
  outputs.print(fmt::format("waveform of {}: {}\n", side.name, waves.path));
}

/// Whether the runs of a point are the same.
bool compare_point(const LockstepOptions& options, const std::vector<LockstepSide>& sides,
                   const PointRequest& request, Progress& progress, Outputs& outputs) {
  std::function<void(double)> told;
  if (stderr_is_terminal()) {
    told = [&](double share) { progress.underway(share * work_of(request)); };
  }
  const LockstepResult result = run_lockstep(sides[0], sides[1], request, told);
  progress.clear();
  if (result.difference) {
    outputs.print(fmt::format("{}: {} events the same, then ", point_name(request), result.events) +
                  difference_text(sides[0], sides[1], request, *result.difference));
    if (!options.waves.empty()) {
      for (const LockstepSide& side : sides) {
        write_waves(options, side, request, *result.difference, outputs);
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

int lockstep(const LockstepOptions& options) {
  std::vector<LockstepSide> sides;
  for (const std::string& view : views_of(options.views)) {
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
  Outputs outputs;
  bool same = true;
  const std::vector<PointRequest> points = points_of(sides[0].config, true);
  double work = 0;
  for (const PointRequest& each : points) work += work_of(each);
  {
    Progress progress(stderr_is_terminal(), points.size(), work);
    for (const PointRequest& each : points) {
      same = compare_point(options, sides, each, progress, outputs) && same;
      progress.finished(work_of(each));
    }
  }
  return outputs.status(same ? kSuccess : kFailure);
}

void add_lockstep(Command& program) {
  Command command = program.add_command(
      "lockstep", "Compares two views of the switches, event by event at every port");
  auto options = std::make_shared<LockstepOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML); its views do not count")
      .required();
  command
      .option("--views", options->views,
              "Two views of all switches, or mixed: every other one is structural (default: "
              "fast,structural). Of fast, the general core tells what happens")
      .type_name("A,B");
  command
      .option("--waves", options->waves,
              fmt::format("At a difference: waveforms of its switch, from {} cycles before it "
                          "on, to PREFIX.VIEW.fst",
                          kCyclesBefore))
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
