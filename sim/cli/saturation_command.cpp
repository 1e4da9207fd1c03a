#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/cli/commands.h"
#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "sim/config/views.h"
#include "sim/report/files.h"
#include "sim/report/plot.h"
#include "sim/report/table.h"
#include "sim/study/saturation_report.h"
#include "sim/study/saturation_study.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {
namespace {

struct SaturationOptions {
  std::string config;
  double lowest = 0.05, highest = 1, resolution = 0.02;
  double confidence = 95;                     ///< per cent
  std::vector<double> shares = {50, 80, 90};  ///< per cent of the lower end of the bracket
  bool sources = false;
  std::string json;
  std::string csv;
  std::string plot;
  bool log = false;
  std::string database;
  int jobs = 0;
  OverrideOptions overrides;
};

void require_different(std::vector<double> shares) {
  std::sort(shares.begin(), shares.end());
  const auto twice = std::adjacent_find(shares.begin(), shares.end());
  if (twice == shares.end()) return;
  throw Error(fmt::format("--shares {:g}: {:g} is given twice; allowed: each once",
                          fmt::join(shares, ","), *twice));
}

void say_what_is_not_used(const std::string& config, const RunConfig& run) {
  say_which_seeds_are_not_used(config, run.seeds, {run.seeds.front()});
  // The default is nothing that anybody asked for.
  if (!run.auto_warmup && run.warmup != RunConfig{}.warmup) {
    print_note(
        fmt::format("simulation.warmup: {} is not used; a load warms up for "
                    "simulation.measure, {} cycles, and latencies for as long as they take",
                    run.warmup, run.measure));
  }
}

/// Of several probes of a load the last one knows most.
std::vector<Json> last_of_each_load(std::vector<Json> points) {
  std::map<double, Json> by_load;
  for (Json& point : points) {
    const double load = point.at("load");
    by_load[load] = std::move(point);
  }
  points.clear();
  for (auto& [load, point] : by_load) points.push_back(std::move(point));
  return points;
}

int saturation(const SaturationOptions& options) {
  if (options.lowest >= options.highest) {
    throw Error(
        fmt::format("--lowest {:g}, --highest {:g}: there is no load between them; allowed: a "
                    "lowest load below the highest",
                    options.lowest, options.highest));
  }
  require_different(options.shares);
  const Config asked = load_with_routing(options.config, options.overrides.overrides()).take();
  if (asked.traffic.loads.empty()) {
    throw Error(options.config +
                ": traffic that ends by itself has no load that a network stands; allowed: "
                "traffic.load, in the place of a burst, a trace or an application");
  }
  say_what_is_not_used(options.config, asked.run);
  NamedFiles files;
  files.add_inputs({{"the configuration", options.config}});
  files.add_inputs(asked.inputs);
  files.add_output("--json", options.json);
  files.add_output("--csv", options.csv);
  files.add_pictures("--plot", options.plot);
  if (!options.database.empty()) files.add_database("--db", options.database);
  if (!options.database.empty() && has_rtl_view(asked)) {
    throw Error(
        "--db: what switches in RTL do is not kept; allowed: without it, or views of the "
        "model");
  }
  SaturationSettings settings;
  settings.config = options.config;
  settings.overrides = options.overrides.overrides();
  settings.lowest = options.lowest;
  settings.highest = options.highest;
  settings.resolution = options.resolution;
  settings.error_probability = 1 - options.confidence / 100;
  settings.of_sources = options.sources;
  settings.database = options.database;
  settings.jobs = options.jobs;
  settings.progress = stderr_is_terminal();
  SaturationStudy search(std::move(settings), asked.run);
  const SaturationBracket found = search.find();
  bool decided = is_closed(found, options.resolution);
  Json document = bracket_json(found);
  document["confidence"] = options.confidence / 100;
  std::string brackets = bracket_text(found, "saturation");
  if (options.sources) {
    const SaturationBracket first = search.find_first_source(found);
    decided = decided && is_closed(first, options.resolution);
    document["first_source"] = bracket_json(first);
    brackets += bracket_text(first, "saturation of the first source");
    if (first.upper_is_unstable) {
      const Json& most = search.most_at(first.upper);
      document["first_source"]["sources"] = most;
      brackets += first_source_text(first.upper, most);
    }
  }
  document["probes"] = search.probes();
  Outputs outputs;
  outputs.print(probes_text(search.probes()) + brackets);
  std::vector<Series> latencies;
  if (found.lower_is_stable) {
    latencies.push_back(search.latencies(found.lower, options.shares));
    outputs.print("\n" + summary_text(latencies));
    document["points"] = latencies.front().points;
  }
  std::vector<Series> all = {search.points()};
  all.insert(all.end(), latencies.begin(), latencies.end());
  if (search.reused() > 0) {
    std::size_t points = 0;
    for (const Series& each : all) points += each.points.size();
    print_note(
        fmt::format("{} of {} points were in {}", search.reused(), points, options.database));
  }
  outputs.write(options.json, [&] { return json_file_text(document); });
  outputs.write(options.csv, [&] { return result_csv(all); });
  outputs.draw(options.plot, load_title(all), [&] {
    all.front().points = last_of_each_load(std::move(all.front().points));
    return load_charts(all, options.log);
  });
  if (!search.not_stored().empty()) print_error(search.not_stored());
  const bool hold = all_hold(latencies) && search.not_stored().empty();
  return outputs.status(decided && hold ? kSuccess : kFailure);
}

void add_saturation(Command& program) {
  Command command =
      program.add_command("saturation", "Finds the load from which on a network does not keep up");
  auto options = std::make_shared<SaturationOptions>();
  options->jobs = default_jobs();
  command.option("CONFIG", options->config, "Configuration file (YAML)").required();
  command.option("--lowest", options->lowest, "Lowest load that is tried")
      .type_name("LOAD")
      .decimal_number(0.0001, 1)
      .show_default();
  command.option("--highest", options->highest, "Highest load that is tried")
      .type_name("LOAD")
      .decimal_number(0.0001, 1)
      .show_default();
  command.option("--resolution", options->resolution, "Width of the bracket of loads")
      .type_name("LOAD")
      .decimal_number(0.0001, 0.5)
      .show_default();
  command.option("--confidence", options->confidence, "Of all decisions together, in per cent")
      .type_name("NUMBER")
      .decimal_number(50, 99.99)
      .show_default();
  command
      .option("--shares", options->shares,
              "Of the lower end of the bracket, in per cent, at which latencies are measured")
      .type_name("NUMBER,...")
      .delimiter(',')
      .decimal_number(0.1, 100)
      .show_default();
  command.flag("--sources", options->sources,
               "Looks for the first source that does not keep up, too");
  command.option("--json", options->json, "Writes all of it as JSON").type_name("FILE");
  command.option("--csv", options->csv, "Writes a line per load as CSV").type_name("FILE");
  command.option("--plot", options->plot, "Draws latencies and accepted load: .svg, .png")
      .type_name("PREFIX");
  command.flag("--log", options->log, "Gives pictures logarithmic axes for latencies");
  command.option("--db", options->database, "SQLite file that keeps every finished point")
      .type_name("FILE");
  command.option("--jobs", options->jobs, "Points simulated at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs);
  options->overrides.add(command);
  command.rare({"--seed", "--log"});
  command.examples({"netloom saturation examples/mesh_8x8.yaml"});
  command.run([options] { return saturation(*options); });
}

const CommandRegistry::Registration kSaturationCommand("saturation", {add_saturation});

}  // namespace
}  // namespace sim
}  // namespace netloom
