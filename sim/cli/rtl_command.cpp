#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "routing/base/error.h"
#include "rtl/block_registry.h"
#include "sim/base/messages.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/rtl/block_build.h"

namespace netloom {
inline namespace sim {
namespace {

struct RtlBuildOptions {
  BlockBuild build;
  std::string output;
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

void add_build(Command& program) {
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
  command.run([options] { return rtl_build(*options); });
}

void add_rtl(Command& program) {
  Command command =
      program.add_command("rtl", "Makes implementations of RTL blocks (netloom rtl build)");
  command.require_command();
  add_build(command);
  command.examples({"netloom rtl build --help"});
}

const CommandRegistry::Registration kRtlCommand("rtl", {add_rtl});

}  // namespace
}  // namespace sim
}  // namespace netloom
