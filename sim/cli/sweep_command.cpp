#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>

#include "sim/base/messages.h"
#include "sim/cli/commands.h"
#include "sim/cli/named_files.h"
#include "sim/cli/options.h"
#include "sim/cli/vary.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {
namespace {

struct SweepCommandOptions {
  std::vector<std::string> configs;
  std::vector<std::string> vary;
  std::string database;
  OverrideOptions overrides;
  ResultOptions results;
};

/// Whether two configurations have the same points, with the same results.
bool same_configuration(const Config& a, const Config& b) {
  if (a.resolved != b.resolved || a.inputs.size() != b.inputs.size()) return false;
  // The first is the configuration's own file, whose contents have been compared.
  for (std::size_t i = 1; i < a.inputs.size(); ++i) {
    if (!same_file(a.inputs[i].path, b.inputs[i].path)) return false;
  }
  return true;
}

/// A series per configuration file and variation. Files are told apart by their names, or by their
/// paths where two have the same name.
std::vector<Series> make_series(const SweepCommandOptions& options) {
  std::vector<Series> series;
  const std::vector<Override> common = options.overrides.overrides();
  const std::vector<Variation> varied = variations(options.vary, options.overrides.settings());
  const std::vector<std::string> paths = distinct(options.configs, same_file);
  for (const std::string& path : paths) {
    std::string file;
    if (paths.size() > 1) {
      file = std::filesystem::path(path).stem().string();
      for (const std::string& other : paths) {
        if (&other != &path && std::filesystem::path(other).stem() == file) file = path;
      }
    }
    for (const Variation& variation : varied) {
      std::vector<Override> overrides = common;
      overrides.insert(overrides.end(), variation.overrides.begin(), variation.overrides.end());
      const bool both = !file.empty() && !variation.name.empty();
      Series each;
      each.name = file + (both ? ", " : "") + variation.name;
      each.loaded = series_config(load_with_routing(path, overrides));
      each.file = path;
      each.overrides = std::move(overrides);
      const auto same = std::find_if(series.begin(), series.end(), [&](const Series& other) {
        return same_configuration(each.config(), other.config());
      });
      if (same == series.end()) {
        series.push_back(std::move(each));
      } else {
        print_warning(each.name == same->name
                          ? fmt::format("{} is given twice; it counts once", each.name)
                          : fmt::format("{} is the same configuration as {}; it counts once",
                                        each.name, same->name));
      }
    }
  }
  return series;
}

int sweep(const SweepCommandOptions& options) {
  std::vector<Series> series = make_series(options);
  NamedFiles files;
  for (const std::string& path : options.configs) {
    files.add_inputs({{"the configuration", path}});
  }
  for (const Series& each : series) files.add_inputs(each.config().inputs);
  options.results.check(series, files);
  SweepOptions sweep_options;
  sweep_options.jobs = options.results.jobs;
  sweep_options.details = options.results.details;
  sweep_options.progress = stderr_is_terminal();
  sweep_options.database =
      options.database.empty()
          ? std::filesystem::path(options.configs.front()).stem().string() + ".sqlite"
          : options.database;
  files.add_database("--db", sweep_options.database);
  const SweepOutcome outcome = run_sweep(series, sweep_options);
  if (outcome.reused > 0) {
    print_note(fmt::format("{} of {} points were in {}", outcome.reused, outcome.points,
                           sweep_options.database));
  }
  Outputs outputs;
  return outputs.status(options.results.finish(series, outcome, outputs));
}

void add_sweep(Command& program) {
  Command command = program.add_command(
      "sweep", "Simulates several configurations; goes on if it was interrupted");
  auto options = std::make_shared<SweepCommandOptions>();
  command.option("CONFIG", options->configs, "Configuration files (YAML)").required();
  command
      .option("--vary", options->vary, "A curve for each value of a key; several keys are combined")
      .type_name("KEY.PATH=V1,V2,…")
      .one_at_a_time();
  command
      .option("--db", options->database,
              "SQLite file that keeps every finished point (default: the name of the first "
              "CONFIG, .sqlite)")
      .type_name("FILE");
  options->overrides.add(command);
  options->results.add(command);
  command.group("Configuration", {"--vary"});
  command.group("Results", {"--db"});
  command.rare({"--seed"});
  command.examples({"netloom sweep examples/mesh_8x8.yaml --vary routing.function=dor,adaptive"});
  command.run([options] { return sweep(*options); });
}

const CommandRegistry::Registration kSweepCommand("sweep", {add_sweep});

}  // namespace
}  // namespace sim
}  // namespace netloom
