#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "routing/base/error.h"
#include "rtl/block_registry.h"
#include "sim/base/messages.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/rtl/block_build.h"
#include "sim/study/network_export.h"
#include "sim/study/switch_kinds.h"

namespace netloom {
inline namespace sim {
namespace {

struct RtlBuildOptions {
  BlockBuild build;
  std::string output;
};

struct RtlOptions {
  std::string config;
  NetworkExport request;
  OverrideOptions overrides;
};

int rtl_build(const RtlBuildOptions& options) {
  const std::filesystem::path output(options.output);
  if (output.extension() != ".so" || output.stem().empty()) {
    throw Error(fmt::format("--output: '{}' is no name of a shared object; allowed: NAME.so",
                            options.output));
  }
  NamedFiles files;
  for (const std::string& source : options.build.sources) files.add_inputs({{"FILE", source}});
  files.add_output("--output", options.output);
  BlockBuild build = options.build;
  build.name = output.stem();
  write_output(options.output, block_object(build, stderr_is_terminal()));
  return kSuccess;
}

/// `outer`: what netloom rtl was given before `build`.
void add_build(Command& program, const std::shared_ptr<const RtlOptions>& outer) {
  Command command = program.add_command(
      "build", "Makes a shared object of a module, for rtl.blocks of configurations");
  auto options = std::make_shared<RtlBuildOptions>();
  BlockBuild& build = options->build;
  command.option("FILE", build.sources, "SystemVerilog files").required();
  command.option("--as", build.decision, "The decision that the module makes")
      .required()
      .type_name("DECISION")
      .one_of(RtlDecisionRegistry::instance().names());
  command
      .option("-o,--output", options->output, "The shared object, whose name is that of the file")
      .required()
      .type_name("NAME.so");
  command.option("--top", build.top, "The module (default: the name of the first file)")
      .type_name("MODULE");
  command.option("--summary", build.summary, "One line for netloom list rtl").type_name("TEXT");
  command
      .option("--sizes", build.sizes,
              "Sizes (ports, channels, dimensions) to Verilate it for, smallest first "
              "(default: those of the decision)")
      .type_name("NUMBER,...")
      .delimiter(',')
      .whole_number(1, std::numeric_limits<int>::max());
  command
      .option("--parameter", build.parameters,
              "A parameter of the module, in place of the decision's (repeatable)")
      .type_name("NAME=VALUE");
  command.group("The module", {"--as", "--top", "--parameter", "--sizes"});
  command.group("The shared object", {"--output", "--summary"});
  command.examples({"netloom rtl build my_interval.sv --as interval -o my_interval.so"});
  command.run([options, outer] {
    if (!outer->config.empty() || !outer->request.folder.empty()) {
      throw Error("rtl: a network and build: one of them at a time is allowed");
    }
    return rtl_build(*options);
  });
}

int rtl(const RtlOptions& options) {
  if (options.config.empty()) {
    throw Error("rtl: CONFIG is missing; allowed: a configuration file, or build");
  }
  if (!std::filesystem::exists(options.config)) {
    throw Error(fmt::format(
        "rtl: '{}' is neither a configuration file nor a command; allowed: a file, or build",
        options.config));
  }
  if (options.request.folder.empty()) {
    throw Error("rtl: --output is missing; allowed: a folder that is new or empty");
  }
  std::vector<Override> overrides = options.overrides.overrides();
  overrides.push_back({"views", "{default: rtl}", "rtl"});
  LoadedConfig loaded = load_with_routing(options.config, overrides);
  NetworkExport request = options.request;
  request.seed = loaded.config().run.seeds.front();
  request.progress = stderr_is_terminal();
  export_network(loaded, request);
  return kSuccess;
}

void add_rtl(Command& program) {
  Command command = program.add_command("rtl", "Writes a network as SystemVerilog; builds blocks");
  auto options = std::make_shared<RtlOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML)");
  command
      .option("-o,--output", options->request.folder, "A new folder, for modules, bench, README.md")
      .type_name("FOLDER");
  command.option("--cycles", options->request.cycles, "Cycles that the bench replays")
      .type_name("CYCLES")
      .whole_number(1, kMostExportedCycles)
      .show_default();
  command
      .option("--phit-width", options->request.phit_bits,
              "Bits of a phit (default: whole bytes, for the header)")
      .type_name("BITS")
      .whole_number(1, kMostPhitBits);
  options->overrides.add(command);
  command.group("Output", {"--output", "--cycles", "--phit-width"});
  command.rare({"--seed"});
  command.examples(
      {"netloom rtl examples/fat_tree_2ary_3tree.yaml --output tree", "netloom rtl build --help"});
  add_build(command, options);
  command.run([options] { return rtl(*options); });
}

const CommandRegistry::Registration kRtlCommand("rtl", {add_rtl});

}  // namespace
}  // namespace sim
}  // namespace netloom
