#include <fmt/format.h>

#include <cstddef>
#include <memory>

#include "routing/check/connectivity.h"
#include "routing/check/deadlock.h"
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

DeadlockReport deadlock_of(const Config& config) {
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  return check_deadlock(routing_context(config), *routing, config.network.nic.injection_vcs);
}

RegisterCheck registers_of(const Config& config) {
  SilentSource silence;
  Fabric fabric(config, silence, config.run.seeds.front());
  fabric.run(1);
  return check_registers(config, fabric);
}

Json check_json(const Config& config, const ConnectivityReport& connectivity,
                const DeadlockReport& deadlock, const RegisterCheck& registers) {
  Json cycle = Json::array();
  for (const ChannelName& each : deadlock.cycle) {
    cycle.push_back(channel_text(config.netlist, each));
  }
  Json vcs_needed = Json::object();
  for (std::size_t kind = 1; kind < config.netlist.kinds.size(); ++kind) {
    vcs_needed[config.netlist.kinds[kind]] = deadlock.vcs_needed[kind];
  }
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
          {"deadlock_free", deadlock.deadlock_free()},
          {"method", deadlock_method_name(deadlock.method)},
          {"channels", deadlock.channels},
          {"states", deadlock.states},
          {"dependencies", deadlock.dependencies},
          {"escape_dependencies", deadlock.escape_dependencies},
          {"cycle", std::move(cycle)},
          {"no_escape", deadlock.no_escape},
          {"vcs_needed", std::move(vcs_needed)},
          {"registers", {{"words", registers.words}, {"differences", registers.differences}}}};
}

std::string deadlock_text(const Config& config, const DeadlockReport& deadlock) {
  const std::string size =
      fmt::format("{} dependencies between {} channels", deadlock.dependencies, deadlock.channels);
  switch (deadlock.method) {
    case DeadlockReport::Method::kAcyclic:
      return fmt::format("deadlock: none; the {} have no cycle\n", size);
    case DeadlockReport::Method::kEscape:
      return fmt::format(
          "deadlock: none; the {} have cycles, but there is an escape from every state, and the {} "
          "dependencies on escapes have no cycle\n",
          size, deadlock.escape_dependencies);
    case DeadlockReport::Method::kNone:
      break;
  }
  std::string text = fmt::format("deadlock: possible; {}\n", size);
  if (!deadlock.no_escape.empty()) {
    text += fmt::format("  no escape from {}\n", deadlock.no_escape);
  }
  if (!deadlock.cycle.empty()) {
    text += fmt::format("  a shortest cycle: {}\n", cycle_text(config.netlist, deadlock.cycle));
  }
  return text;
}

std::string check_text(const Config& config, const ConnectivityReport& connectivity,
                       const DeadlockReport& deadlock, const RegisterCheck& registers) {
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
  text += deadlock_text(config, deadlock);
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
  const DeadlockReport deadlock = deadlock_of(config);
  const RegisterCheck registers = registers_of(config);
  if (!options.json.empty()) {
    write_file(options.json, check_json(config, connectivity, deadlock, registers).dump(2) + '\n');
  }
  write_output("", check_text(config, connectivity, deadlock, registers));
  if (connectivity.ok() && deadlock.deadlock_free() && registers.differences.empty())
    return kSuccess;
  print_error(options.config + ": the check found problems");
  return kFailure;
}

}  // namespace

void add_check_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "check",
      "Checks that the routing connects all hosts without deadlock, and the registers of every "
      "switch");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("CONFIG", options->config, "Configuration file (YAML)")->required();
  command->add_option("--json", options->json, "Writes the result as JSON")->type_name("FILE");
  options->overrides.add(*command);
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace netloom
