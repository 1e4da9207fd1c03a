#include "sim/base/json.h"
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
    write_output("", json_file_text(config_schema()));
    return int{kSuccess};
  });
}

const CommandRegistry::Registration kSchemaCommand("schema", {add_schema});

}  // namespace
}  // namespace sim
}  // namespace netloom
