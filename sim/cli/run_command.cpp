#include <memory>

#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"

namespace netloom {
namespace {

struct RunOptions {
  std::string config;
  bool print_config = false;
  OverrideOptions overrides;
  ResultOptions results;
};

int run(const RunOptions& options) {
  std::vector<Series> series(1);
  series[0].config = load_config(options.config, options.overrides.overrides());
  if (options.print_config) {
    write_output("", print_config(series[0].config));
    return kSuccess;
  }
  options.results.check(series);
  SweepOptions sweep;
  sweep.jobs = options.results.jobs;
  sweep.details = options.results.details;
  sweep.progress = stderr_is_terminal();
  const SweepOutcome outcome = run_sweep(series, sweep);
  return options.results.finish(series, outcome);
}

}  // namespace

void add_run_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("run", "Simulates every load and seed of a configuration");
  auto options = std::make_shared<RunOptions>();
  command->add_option("CONFIG", options->config, "Configuration file (YAML)")->required();
  options->overrides.add(*command);
  options->results.add(*command);
  command->add_flag("--print-config", options->print_config,
                    "Prints the configuration with all defaults, and simulates nothing");
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace netloom
