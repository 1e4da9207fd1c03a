#include <memory>

#include "routing/base/output_file.h"
#include "routing/netlist/netlist_io.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/study/netlist_text.h"
#include "sim/study/register_readout.h"

namespace netloom {
inline namespace sim {
namespace {

struct NetlistOptions {
  std::string config;
  std::string format = "yaml";
  std::string output;
  bool registers = false;
  OverrideOptions overrides;
};

int netlist(const NetlistOptions& options) {
  const Config config =
      load_config(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--output", options.output);
  write_output(options.output, options.registers
                                   ? register_table_text(config)
                                   : netlist_text(config, parse_netlist_format(options.format)));
  return kSuccess;
}

void add_netlist(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("netlist", "Writes the network of a configuration, or its registers");
  auto options = std::make_shared<NetlistOptions>();
  command->add_option("CONFIG", options->config, "Configuration file (YAML)")->required();
  auto* format = command->add_option("--format", options->format, "Format of the netlist")
                     ->check(CLI::IsMember(netlist_format_names()))
                     ->capture_default_str();
  command->add_option("--output", options->output, "File to write; default: standard output")
      ->type_name("FILE");
  command
      ->add_flag("--registers", options->registers,
                 "Instead of the netlist, the routing registers of every port, read back over "
                 "TLM-2.0 after the fabric manager has programmed them")
      ->excludes(format);
  options->overrides.add(*command);
  command->callback([options, &action] { action = [options] { return netlist(*options); }; });
}

const CommandRegistry::Registration kRegistration("netlist", {add_netlist});

}  // namespace
}  // namespace sim
}  // namespace netloom
