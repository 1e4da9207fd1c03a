#include <fmt/format.h>

#include <memory>

#include "routing/check/connectivity.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/cli/register_readout.h"
#include "sim/config/config.h"
#include "sim/report/files.h"
#include "sim/run/fabric.h"
#include "sim/run/json.h"
#include "sim/sweep/identity.h"

namespace netloom {
namespace {

struct CheckOptions {
  std::string config;
  std::string json;
  OverrideOptions overrides;
};

ConnectivityReport connectivity_of(const Config& config) {
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  ConnectivityOptions options;
  options.injection_vcs = config.network.nic.injection_vcs;
  return check_connectivity(routing_context(config), *routing, options);
}

RegisterCheck registers_of(const Config& config) {
  SilentSource silence;
  Fabric fabric(config, silence, config.run.seeds.front());
  fabric.run(1);
  return check_registers(config, fabric);
}

Json check_json(const Config& config, const ConnectivityReport& connectivity,
                const RegisterCheck& registers) {
  Json problems = Json::array();
  for (const ConnectivityProblem& problem : connectivity.problems) {
    problems.push_back(problem.message);
  }
  return {{"version", version()},
          {"config", Json(config.resolved)},
          {"connected", connectivity.ok()},
          {"pairs", connectivity.pairs},
          {"unconnected", connectivity.unconnected},
          {"endangered", connectivity.endangered},
          {"paths", connectivity.paths},
          {"longest_path", connectivity.longest_path},
          {"problem_count", connectivity.problem_count},
          {"problems", std::move(problems)},
          {"registers", {{"words", registers.words}, {"differences", registers.differences}}}};
}

std::string check_text(const ConnectivityReport& connectivity, const RegisterCheck& registers) {
  std::string text;
  if (connectivity.ok()) {
    text += fmt::format(
        "connectivity: all {} pairs of hosts, over {} paths of up to {} links between switches\n",
        connectivity.pairs, connectivity.paths, connectivity.longest_path);
  } else {
    text += fmt::format(
        "connectivity: of {} pairs of hosts {} are not connected and {} may go astray\n",
        connectivity.pairs, connectivity.unconnected, connectivity.endangered);
    for (const ConnectivityProblem& problem : connectivity.problems) {
      text += "  " + problem.message + '\n';
    }
    const std::uint64_t shown = connectivity.problems.size();
    if (connectivity.problem_count > shown) {
      text += fmt::format("  and {} more problems\n", connectivity.problem_count - shown);
    }
  }
  if (registers.words == 0) {
    text += "registers: this routing function has none\n";
  } else if (registers.differences.empty()) {
    text += fmt::format("registers: all {} words, read back over TLM-2.0, are as they should be\n",
                        registers.words);
  } else {
    text += fmt::format("registers: {} of {} words differ\n", registers.differences.size(),
                        registers.words);
    for (const std::string& difference : registers.differences) text += "  " + difference + '\n';
  }
  return text;
}

int check(const CheckOptions& options) {
  const Config config = load_config(options.config, options.overrides.overrides());
  if (!options.json.empty()) check_writable(options.json);
  const ConnectivityReport connectivity = connectivity_of(config);
  const RegisterCheck registers = registers_of(config);
  if (!options.json.empty()) {
    write_file(options.json, check_json(config, connectivity, registers).dump(2) + '\n');
  }
  write_output("", check_text(connectivity, registers));
  if (connectivity.ok() && registers.differences.empty()) return kSuccess;
  print_error(options.config + ": the check found problems");
  return kFailure;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "check", "Checks that the routing connects all hosts, and the registers of every switch");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("CONFIG", options->config, "Configuration file (YAML)")->required();
  command->add_option("--json", options->json, "Writes the result as JSON")->type_name("FILE");
  options->overrides.add(*command);
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace netloom
