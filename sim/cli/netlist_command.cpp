#include <memory>

#include "routing/base/output_file.h"
#include "routing/netlist/netlist_io.h"
#include "sim/cli/commands.h"
#include "sim/cli/help.h"
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
                     ->type_name("FORMAT")
                     ->check(CLI::IsMember(netlist_format_names()))
                     ->capture_default_str();
  command->add_option("--output", options->output, "File to write (default: standard output)")
      ->type_name("FILE");
  command
      ->add_flag("--registers", options->registers,
                 "Instead: the routing registers of every port, as the fabric manager reads them "
                 "back")
      ->excludes(format);
  options->overrides.add(*command);
  set_group(*command, "Output", {"--format", "--output", "--registers"});
  set_examples(*command, {"netloom netlist examples/mesh_8x8.yaml --format dot --output mesh.dot",
                          "netloom netlist examples/fat_tree_2ary_3tree.yaml --registers"});
  command->callback([options, &action] { action = [options] { return netlist(*options); }; });
}

const CommandRegistry::Registration kRegistration("netlist", {add_netlist});

}  // namespace
}  // namespace sim
}  // namespace netloom
