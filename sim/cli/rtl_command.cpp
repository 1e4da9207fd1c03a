#include <memory>

#include "routing/base/output_file.h"
#include "rtl/block_registry.h"
#include "sim/cli/commands.h"
#include "sim/cli/help.h"
#include "sim/cli/options.h"
#include "sim/study/block_build.h"

namespace netloom {
inline namespace sim {
namespace {

struct RtlBuildOptions {
  BlockBuild build;
  std::string output;
};

int rtl_build(const RtlBuildOptions& options) {
  NamedFiles files;
  for (const std::string& source : options.build.sources) files.add_inputs({{"FILE", source}});
  files.add_output("--output", options.output);
  write_output(options.output, block_object(options.build));
  return kSuccess;
}

void add_build(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "build", "Makes a shared object of a module, for rtl.blocks of configurations");
  auto options = std::make_shared<RtlBuildOptions>();
  BlockBuild& build = options->build;
  command->add_option("FILE", build.sources, "SystemVerilog files")->required();
  command->add_option("--as", build.decision, "The decision that the module makes")
      ->required()
      ->type_name("DECISION")
      ->check(CLI::IsMember(RtlDecisionRegistry::instance().names()));
  command->add_option("-o,--output", options->output, "The shared object")
      ->required()
      ->type_name("FILE.so");
  command->add_option("--name", build.name, "Its name (default: that of the first file)")
      ->type_name("NAME");
  command->add_option("--top", build.top, "The module (default: the name of the first file)")
      ->type_name("MODULE");
  command->add_option("--summary", build.summary, "One line for netloom list rtl")
      ->type_name("TEXT");
  command
      ->add_option("--sizes", build.sizes,
                   "Sizes (ports, channels, dimensions) to Verilate it for, smallest first "
                   "(default: those of the decision)")
      ->type_name("NUMBER,...")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--parameter", build.parameters,
                   "A parameter of the module, in place of the decision's (repeatable)")
      ->type_name("NAME=VALUE");
  set_group(*command, "The module", {"--as", "--top", "--parameter", "--sizes"});
  set_group(*command, "The shared object", {"--output", "--name", "--summary"});
  set_examples(*command, {"netloom rtl build my_interval.sv --as interval -o my_interval.so"});
  command->callback([options, &action] { action = [options] { return rtl_build(*options); }; });
}

void add_rtl(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("rtl", "Makes implementations of RTL blocks (netloom rtl build)");
  command->require_subcommand(1);
  add_build(*command, action);
  set_examples(*command, {"netloom rtl build --help"});
}

const CommandRegistry::Registration kRegistration("rtl", {add_rtl});

}  // namespace
}  // namespace sim
}  // namespace netloom
