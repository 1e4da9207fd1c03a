// The `netloom` program.

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <sstream>

#include "routing/error.h"
#include "routing/output_file.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/sweep/identity.h"

// libsystemc has a main() of its own, which asks for this symbol; ours takes its place.
extern "C" int sc_main(int /*argc*/, char* /*argv*/[]) {
  return 0;
}

namespace netloom {
namespace {

int run_program(int argc, char** argv) {
  CLI::App app("Interconnection-network switches as SystemC hardware, woven into networks",
               "netloom");
  app.set_version_flag("--version", std::string("netloom ") + version());
  app.require_subcommand(1);
  Action action;
  add_run_command(app, action);
  add_sweep_command(app, action);
  add_repro_command(app, action);
  add_check_command(app, action);
  add_matrix_command(app, action);
  add_cost_command(app, action);
  add_faults_command(app, action);
  add_netlist_command(app, action);
  add_trace_command(app, action);
  add_list_command(app, action);
  add_schema_command(app, action);
  refuse_empty_values(app);
  require_utf8(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream text;
    const int status = app.exit(success, text);
    write_output("", text.str());
    return status;
  } catch (const CLI::ParseError& error) {
    print_error(std::string(error.what()) + " (netloom --help says more)");
    return kBadInput;
  }
  return action();
}

}  // namespace
}  // namespace netloom

int main(int argc, char** argv) {
  // A file that grows beyond the limit of a process is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return netloom::run_program(argc, argv);
  } catch (const netloom::WriteError& error) {
    netloom::print_error(error.what());
  } catch (const netloom::Error& error) {
    netloom::print_error(error.what());
    return netloom::kBadInput;
  } catch (const std::bad_alloc&) {
    netloom::print_error("out of memory");
  } catch (const std::exception& error) {
    netloom::print_error(error.what());
  }
  return netloom::kFailure;
}
