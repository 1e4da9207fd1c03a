#include <fmt/format.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/network_sizes.h"
#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/config/threads.h"
#include "sim/config/views.h"
#include "sim/explain/explanation_text.h"
#include "sim/explain/packet_choice.h"
#include "sim/ranks/agreement.h"
#include "sim/ranks/job.h"
#include "sim/ranks/rank_child.h"
#include "sim/run/make_workload.h"
#include "sim/run/one_point.h"
#include "sim/sweep/identity.h"
#include "sim/sweep/rtl_trial.h"
#include "sim/traffic/trace.h"
#include "sim/wave/wave_request.h"

namespace netloom {
inline namespace sim {
namespace {

struct RunOptions {
  std::string config;
  bool print_config = false;
  std::string explain;
  std::string trace, trace_switches;
  std::optional<Cycle> trace_from, trace_to, trace_last;
  OverrideOptions overrides;
  ResultOptions results;
};

bool looks_closer(const RunOptions& options) {
  return !options.explain.empty() || !options.trace.empty();
}

/// What is watched is one point, the first: leaves a configuration with no other, and says which it
/// is.
void keep_first_point(Series& series, Outputs& outputs) {
  const std::vector<PointRequest> points = points_of(series.config(), false);
  if (points.size() == 1) return;
  const PointRequest& first = points.front();
  if (series.config().resolved.at("traffic").contains("load")) {
    series.overrides.push_back({"traffic.load", fmt::format("{}", *first.load)});
  }
  series.overrides.push_back({"simulation.seeds", fmt::format("[{}]", first.seed)});
  outputs.print(fmt::format(
      "the first of {} points: {}seed {} (another one: --set "
      "traffic.load=..., --seed)\n",
      points.size(), first.load ? fmt::format("load {:g}, ", *first.load) : "", first.seed));
  keep_point(series.config(), first);
}

/// What is watched in a run of a configuration, which then has one point. Error: bad input of any
/// kind.
void choose_what_is_watched(const RunOptions& options, Series& series, SweepOptions& sweep,
                            Outputs& outputs) {
  if (!options.explain.empty()) {
    sweep.explain = parse_packet_choice(options.explain, series.config());
    keep_first_point(series, outputs);
  }
  if (!options.trace.empty()) {
    keep_first_point(series, outputs);
    sweep.waves = make_wave_request(series.config(), options.trace, options.trace_switches,
                                    options.trace_from, options.trace_to, options.trace_last);
  }
}

/// Whether the packet that is explained is found by a run without an explanation.
bool has_to_be_found(const SweepOptions& sweep) {
  return sweep.explain && sweep.explain->kind != PacketChoice::Kind::kNamed;
}

/// The only point.
Json point_of(std::vector<Series> series, const SweepOptions& sweep) {
  run_sweep(series, sweep);
  return series[0].points.at(0);
}

/// The name of the packet of a choice, which the point of a run without an explanation has. None if
/// that run failed before there was such a packet: its results are written, and what went wrong is
/// said. Error: there is no such choice, or the run is as it should be and has no such packet.
std::optional<PacketName> found_packet(const RunOptions& options, std::vector<Series> series,
                                       const Json& point, const Ranks& ranks, Outputs& outputs) {
  if (!succeeded(point) && !point.contains("packet") && point.at("failure").at("kind") == "error") {
    throw Error(failure_text(point));
  }
  if (point.contains("packet") && !point.at("packet").is_null()) {
    return parse_packet_choice(point.at("packet").get<std::string>(), series[0].config()).name;
  }
  const std::string missing = fmt::format(
      "--explain {}: there is no such packet in this run (delivered ones count in the "
      "measured interval only)",
      options.explain);
  if (succeeded(point)) throw Error(missing);
  if (ranks.rank() != 0) return std::nullopt;  // the first writes
  series[0].points = {point};
  SweepOutcome outcome;
  outcome.points = outcome.failed = 1;
  options.results.finish(series, outcome, outputs);
  print_error(missing);
  return std::nullopt;
}

std::string waves_text(const Json& waves) {
  const Json& names = waves.at("switches");
  std::string switches = names.at(0).get<std::string>();
  if (names.size() > 1) switches = fmt::format("{} switches", names.size());
  return fmt::format("waveforms of {}, cycles {} to {}: {} (gtkwave {})\n", switches,
                     waves.at("from").get<Cycle>(), waves.at("to").get<Cycle>() - 1,
                     waves.at("file").get<std::string>(), waves.at("save_file").get<std::string>());
}

/// Error: not all processes of a job can do together what is asked for.
void require_for_all(const RunOptions& options, const Config& config) {
  const int processes = processes_of_job();
  if (processes == 1 || looks_closer(options)) return;
  if (const std::size_t points = points_of(config, false).size(); points > 1) {
    throw Error(
        fmt::format("{} processes (mpirun) run one point together, and there are {}; "
                    "allowed: one load and one seed (--set traffic.load=..., --seed), or "
                    "one process, which runs points at the same time (--jobs)",
                    processes, points));
  }
}

/// As require_rtl_switches(), for all processes of a job: the first compiles what they load. A
/// process alone does so in run_sweep().
void require_switches_of_job(const Config& config) {
  if (processes_of_job() == 1 || place_in_job() > 0 || !has_rtl_view(config)) return;
  require_rtl_switches(config, known_bounds(config, load_trace(config).get()));
}

/// Whether there is all that was asked for beside the results.
bool answers(const Json& point) {
  return (!point.contains("explanation") || point.at("explanation").contains("hops")) &&
         (!point.contains("waves") || !point.at("waves").contains("error"));
}

/// What all processes of a job have to be asked for.
Json options_json(const RunOptions& options) {
  return {{"--print-config", options.print_config},
          {"--details", options.results.details},
          {"--explain", options.explain},
          {"--trace", options.trace},
          {"--trace-switches", options.trace_switches},
          {"--trace-from", number_or_null(options.trace_from)},
          {"--trace-to", number_or_null(options.trace_to)},
          {"--trace-last", number_or_null(options.trace_last)}};
}

/// Error: options that do not go together.
void check_options(const RunOptions& options) {
  if (!options.explain.empty() && !options.trace.empty()) {
    throw Error("--explain and --trace: one of them at a time is allowed; both runs are the same");
  }
  if (options.trace.empty() && (!options.trace_switches.empty() || options.trace_from ||
                                options.trace_to || options.trace_last)) {
    throw Error("--trace-switches, --trace-from, --trace-to and --trace-last need --trace FILE");
  }
  if (options.trace_last && (options.trace_from || options.trace_to)) {
    throw Error(
        "--trace-last counts from the end of the run; allowed: without --trace-from and "
        "--trace-to");
  }
}

/// Reads the configuration. Error: bad input of any kind.
void read(const RunOptions& options, Series& series) {
  check_options(options);
  series.file = options.config;
  series.overrides = options.overrides.overrides();
  series.loaded = series_config(load_with_routing(series.file, series.overrides));
  if (options.print_config) return;
  require_for_all(options, series.config());
  require_switches_of_job(series.config());
  NamedFiles files;
  files.add_inputs(series.config().inputs);
  options.results.check({series}, files);
  if (!options.trace.empty()) {
    files.add_output("--trace", options.trace);
    files.add_output("--trace", save_file_of(options.trace));
  }
}

int run(const RunOptions& options) {
  std::vector<Series> series(1);
  Outputs outputs;
  SweepOptions sweep;
  sweep.jobs = options.results.jobs;
  sweep.details = options.results.details;
  // The standard error of a job's processes goes to mpirun, whatever that is started from.
  sweep.progress = stderr_is_terminal() || processes_of_job() > 1;
  std::optional<RankChild> finder;
  std::exception_ptr wrong;
  try {
    // Before MPI begins: RTL blocks are tried in child processes.
    read(options, series[0]);
    if (!options.print_config) choose_what_is_watched(options, series[0], sweep, outputs);
    if (has_to_be_found(sweep) && processes_of_job() > 1) {
      finder.emplace([&](Ranks& ranks) {
        sweep.ranks = &ranks;
        return json_text(point_of(series, sweep));
      });
    }
  } catch (const Error&) {
    wrong = std::current_exception();
  }
  Ranks& ranks = ranks_of_job();
  Json mine;
  together(ranks, "the configuration", [&] {
    if (wrong) std::rethrow_exception(wrong);
    if (ranks.alone()) return;
    const Config& config = series[0].config();
    if (const auto problem = find_problem_of_threads(config, ranks.count())) throw Error(*problem);
    mine = inputs_of_run(config);
    mine["options"] = options_json(options);
  });
  require_agreement(ranks, mine);
  if (options.print_config) {
    write_output("", print_config(series[0].config()));
    return kSuccess;
  }
  sweep.ranks = &ranks;
  if (has_to_be_found(sweep)) {
    const Json point = finder ? parse_json(finder->result(ranks)) : point_of(series, sweep);
    const std::optional<PacketName> name = found_packet(options, series, point, ranks, outputs);
    if (!name) return outputs.status(kFailure);
    sweep.explain = PacketChoice();
    sweep.explain->name = *name;
  }
  const SweepOutcome outcome = run_sweep(series, sweep);
  const Json& point = series[0].points.at(0);
  int status = outcome.failed == 0 && answers(point) ? kSuccess : kFailure;
  if (ranks.rank() != 0) return status;  // the first writes
  if (options.results.finish(series, outcome, outputs) != kSuccess) status = kFailure;
  if (point.contains("waves")) {
    const Json& waves = point.at("waves");
    if (waves.contains("error")) {
      print_error(waves.at("error").get<std::string>());
    } else {
      outputs.print(waves_text(waves));
    }
  }
  if (point.contains("explanation")) {
    outputs.print("\n" + explanation_text(point.at("explanation")));
  }
  return outputs.status(status);
}

void add_run(Command& program) {
  Command command = program.add_command("run", "Simulates every load and seed of a configuration");
  auto options = std::make_shared<RunOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML)").required();
  options->overrides.add_with_threads(command);
  command.flag("--print-config", options->print_config,
               "Prints the configuration with all defaults instead");
  options->results.add(command);
  command
      .option("--explain", options->explain,
              "Explains the way of a packet: SOURCE:NUMBER (from 0), slowest, deviated, lost or a "
              "path class")
      .type_name("PACKET");
  command.option("--trace", options->trace, "Waveforms (VCD) of the first point, for GTKWave")
      .type_name("FILE");
  command
      .option("--trace-switches", options->trace_switches,
              "Switches to trace, names or numbers; all, if there are few")
      .type_name("SWITCH,...");
  command.option("--trace-from", options->trace_from, "First cycle to trace")
      .type_name("CYCLE")
      .whole_number(0, kLongestRun);
  command.option("--trace-to", options->trace_to, "First cycle that is not traced any more")
      .type_name("CYCLE")
      .whole_number(1, kLongestRun);
  command
      .option("--trace-last", options->trace_last,
              "In place of both: so many cycles, up to the end of the run")
      .type_name("CYCLES")
      .whole_number(1, kLongestRun);
  command.group("Configuration", {"--print-config"});
  command.rare({"--trace-switches", "--trace-from", "--trace-to", "--trace-last"});
  command.group("A closer look", {"--explain", "--trace", "--trace-switches", "--trace-from",
                                  "--trace-to", "--trace-last"});
  command.examples({"netloom run examples/fat_tree_2ary_3tree.yaml --set traffic.load=0.5",
                    "netloom run examples/mesh_8x8.yaml --plot mesh"});
  command.run_by_all([options] { return run(*options); });
}

const CommandRegistry::Registration kRunCommand("run", {add_run});

}  // namespace
}  // namespace sim
}  // namespace netloom
