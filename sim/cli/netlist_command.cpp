#include <memory>
#include <string>
#include <vector>

#include "routing/base/output_file.h"
#include "routing/netlist/netlist_io.h"
#include "sim/base/messages.h"
#include "sim/base/name_or_number.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/loaded_config.h"
#include "sim/study/module_text.h"
#include "sim/study/netlist_text.h"
#include "sim/study/regions_text.h"
#include "sim/study/register_readout.h"

namespace netloom {
inline namespace sim {
namespace {

struct NetlistOptions {
  std::string config;
  std::string format = "yaml";
  std::string output;
  bool registers = false;
  bool regions = false;
  std::string modules;  ///< switch; empty: the netlist
  OverrideOptions overrides;
};

std::string text_of(const NetlistOptions& options, LoadedConfig& loaded) {
  if (options.registers) return register_table_text(loaded, stderr_is_terminal());
  if (options.regions) return regions_text(loaded);
  const Config& config = loaded.config();
  if (options.modules.empty()) {
    return netlist_text(config, parse_netlist_format(options.format));
  }
  return module_text(
      loaded, name_or_number(options.modules, config.netlist.switches, "--modules", "switch"));
}

int netlist(const NetlistOptions& options) {
  std::vector<Override> overrides = options.overrides.overrides();
  if (!options.modules.empty()) {
    overrides.push_back({"views", "{default: structural}", "--modules"});
  }
  LoadedConfig loaded = load_with_routing(options.config, overrides, TrafficSection::kOptional);
  const Config& config = loaded.config();
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--output", options.output);
  write_output(options.output, text_of(options, loaded));
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
  command.option("-o,--output", options->output, "File to write (default: standard output)")
      .type_name("FILE");
  const Option registers =
      command
          .flag("--registers", options->registers,
                "Instead: the routing registers of every port, as the fabric manager reads them "
                "back")
          .excludes(format);
  const Option regions =
      command
          .flag("--regions", options->regions,
                "Instead: the regions in which it is simulated, a line SWITCH REGION for each "
                "switch, as simulation.regions_file reads them")
          .excludes(format)
          .excludes(registers);
  command
      .option("--modules", options->modules,
              "Instead: the SystemC modules of this switch in the structural view, and the signals "
              "between them, for Graphviz")
      .type_name("SWITCH")
      .excludes(format)
      .excludes(registers)
      .excludes(regions);
  options->overrides.add(command);
  command.group("Output", {"--format", "--output", "--registers", "--regions", "--modules"});
  command.rare({"--seed"});
  command.examples({"netloom netlist examples/mesh_8x8.yaml --format dot --output mesh.dot",
                    "netloom netlist examples/fat_tree_2ary_3tree.yaml --registers",
                    "netloom netlist examples/mesh_8x8.yaml --modules s0 --output s0.dot"});
  command.run([options] { return netlist(*options); });
}

const CommandRegistry::Registration kNetlistCommand("netlist", {add_netlist});

}  // namespace
}  // namespace sim
}  // namespace netloom
