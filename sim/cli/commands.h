#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace netloom {

/// Exit statuses: what was asked for holds, does not hold (a run that fails, a check that finds
/// something), or was asked in a way that cannot be understood.
enum ExitStatus { kSuccess = 0, kFailure = 1, kBadInput = 2 };

/// What the chosen sub-command does; set when its arguments have been parsed. The result is the
/// exit status. Error: bad input.
using Action = std::function<int()>;

void add_run_command(CLI::App& app, Action& action);
void add_sweep_command(CLI::App& app, Action& action);
void add_repro_command(CLI::App& app, Action& action);
void add_check_command(CLI::App& app, Action& action);
void add_matrix_command(CLI::App& app, Action& action);
void add_cost_command(CLI::App& app, Action& action);
void add_faults_command(CLI::App& app, Action& action);
void add_netlist_command(CLI::App& app, Action& action);
void add_trace_command(CLI::App& app, Action& action);
void add_list_command(CLI::App& app, Action& action);
void add_schema_command(CLI::App& app, Action& action);

}  // namespace netloom
