#include <memory>

#include "routing/base/output_file.h"
#include "routing/netlist/netlist_io.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/loaded_config.h"
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
  LoadedConfig loaded =
      load_with_routing(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  const Config& config = loaded.config();
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--output", options.output);
  write_output(options.output, options.registers
                                   ? register_table_text(loaded)
                                   : netlist_text(config, parse_netlist_format(options.format)));
  return kSuccess;
}

void add_netlist(Command& program) {
  Command command =
      program.add_command("netlist", "Writes the network of a configuration, or its registers");
  auto options = std::make_shared<NetlistOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML)").required();
  const Option format = command.option("--format", options->format, "Format of the netlist")
                            .type_name("FORMAT")
                            .one_of(netlist_format_names())
                            .show_default();
  command.option("--output", options->output, "File to write (default: standard output)")
      .type_name("FILE");
  command
      .flag("--registers", options->registers,
            "Instead: the routing registers of every port, as the fabric manager reads them "
            "back")
      .excludes(format);
  options->overrides.add(command);
  command.group("Output", {"--format", "--output", "--registers"});
  command.examples({"netloom netlist examples/mesh_8x8.yaml --format dot --output mesh.dot",
                    "netloom netlist examples/fat_tree_2ary_3tree.yaml --registers"});
  command.run([options] { return netlist(*options); });
}

const CommandRegistry::Registration kNetlistCommand("netlist", {add_netlist});

}  // namespace
}  // namespace sim
}  // namespace netloom
