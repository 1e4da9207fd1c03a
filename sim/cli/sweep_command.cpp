#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "routing/output_file.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/vary.h"
#include "sim/config/config.h"

namespace netloom {
namespace {

struct SweepCommandOptions {
  std::vector<std::string> configs;
  std::vector<std::string> vary;
  std::string database;
  OverrideOptions overrides;
  ResultOptions results;
};

/// A series per configuration file and variation. Files are told apart by their names, or by their
/// paths where two have the same name.
std::vector<Series> make_series(const SweepCommandOptions& options) {
  std::vector<Series> series;
  const std::vector<Override> common = options.overrides.overrides();
  for (const std::string& path : options.configs) {
    std::string file;
    if (options.configs.size() > 1) {
      file = std::filesystem::path(path).stem().string();
      for (const std::string& other : options.configs) {
        if (&other != &path && std::filesystem::path(other).stem() == file) file = path;
      }
    }
    for (const Variation& variation : variations(options.vary)) {
      std::vector<Override> overrides = common;
      overrides.insert(overrides.end(), variation.overrides.begin(), variation.overrides.end());
      const bool both = !file.empty() && !variation.name.empty();
      Series each;
      each.name = file + (both ? ", " : "") + variation.name;
      each.config = load_config(path, overrides);
      series.push_back(std::move(each));
    }
  }
  return series;
}

int sweep(const SweepCommandOptions& options) {
  std::vector<Series> series = make_series(options);
  options.results.check(series);
  SweepOptions sweep_options;
  sweep_options.jobs = options.results.jobs;
  sweep_options.details = options.results.details;
  sweep_options.progress = stderr_is_terminal();
  sweep_options.database =
      options.database.empty()
          ? std::filesystem::path(options.configs.front()).stem().string() + ".sqlite"
          : options.database;
  check_writable(sweep_options.database);
  const SweepOutcome outcome = run_sweep(series, sweep_options);
  if (outcome.reused > 0) {
    fmt::print(stderr, "netloom: {} of {} points were in {}\n", outcome.reused, outcome.points,
               sweep_options.database);
  }
  return options.results.finish(series, outcome);
}

}  // namespace

void add_sweep_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Simulates several configurations; one that was interrupted goes on where it was");
  auto options = std::make_shared<SweepCommandOptions>();
  command->add_option("CONFIG", options->configs, "Configuration files (YAML)")->required();
  command
      ->add_option("--vary", options->vary,
                   "Gives a key several values, with a curve for each; several keys are combined")
      ->type_name("KEY.PATH=V1,V2,…")
      ->allow_extra_args(false);
  command
      ->add_option("--db", options->database,
                   "SQLite file that keeps every finished point (default: the first "
                   "configuration's name with .sqlite, in the current folder)")
      ->type_name("FILE");
  options->overrides.add(*command);
  options->results.add(*command);
  command->callback([options, &action] { action = [options] { return sweep(*options); }; });
}

}  // namespace netloom
