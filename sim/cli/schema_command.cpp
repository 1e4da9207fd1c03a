#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {
namespace {

void add_schema(Command& program) {
  Command command =
      program.add_command("schema", "Prints the JSON Schema of the configuration file");
  command.examples({"netloom schema > netloom.schema.json"});
  command.run([] {
    write_output("", config_schema().dump(2) + '\n');
    return int{kSuccess};
  });
}

const CommandRegistry::Registration kRegistration("schema", {add_schema});

}  // namespace
}  // namespace sim
}  // namespace netloom
