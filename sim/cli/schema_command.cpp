#include "sim/cli/commands.h"
#include "sim/cli/help.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {
namespace {

void add_schema(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("schema", "Prints the JSON Schema of the configuration file");
  set_examples(*command, {"netloom schema > netloom.schema.json"});
  command->callback([&action] {
    action = [] {
      write_output("", config_schema().dump(2) + '\n');
      return int{kSuccess};
    };
  });
}

const CommandRegistry::Registration kRegistration("schema", {add_schema});

}  // namespace
}  // namespace sim
}  // namespace netloom
