#include <memory>
#include <optional>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/loaded_config.h"
#include "sim/study/check_study.h"

namespace netloom {
inline namespace sim {
namespace {

struct CheckOptions {
  std::string config;
  std::string json;
  bool relabel = false;
  RelabelOptions search;
  std::string ids;
  OverrideOptions overrides;
};

int check(const CheckOptions& options) {
  if (!options.relabel && !options.ids.empty()) {
    throw Error("check: --ids is for the ids that --relabel finds; allowed: with --relabel only");
  }
  LoadedConfig loaded =
      load_with_routing(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  const Config& config = loaded.config();
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--json", options.json);
  files.add_output("--ids", options.ids);
  const CheckStudy study = check_network(
      loaded, options.relabel ? std::optional(options.search) : std::nullopt, stderr_is_terminal());
  Outputs outputs;
  outputs.print(assumed_packets_text(config) + check_text(config, study));
  if (study.relabelled) {
    outputs.write(options.ids, [&] { return davc_ids_text(config, *study.relabelled); });
  }
  outputs.write(options.json, [&] { return json_file_text(check_json(config, study)); });
  if (study.ok()) return outputs.status(kSuccess);
  print_error(options.config + ": the check found problems");
  return outputs.status(kFailure);
}

void add_check(Command& program) {
  Command command = program.add_command(
      "check", "Checks routing (hosts connected, no deadlock) and all registers");
  auto options = std::make_shared<CheckOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML)").required();
  command.option("--json", options->json, "Writes the result as JSON").type_name("FILE");
  command.flag("--relabel", options->relabel,
               "Searches ids of switches and ports with which the VC policy davc needs fewer "
               "VCs");
  command.option("--numberings", options->search.numberings, "Most ids that --relabel tries")
      .type_name("NUMBER")
      .whole_number(1, std::uint64_t{1} << 40)
      .show_default();
  command.option("--ids", options->ids, "Writes the ids that --relabel finds").type_name("FILE");
  options->overrides.add(command);
  command.group("Results", {"--json", "--ids"});
  command.group("Ids for davc", {"--relabel", "--numberings"});
  command.examples({"netloom check examples/mesh_8x8.yaml",
                    "netloom check examples/irregular.yaml --json check.json"});
  command.run([options] { return check(*options); });
}

const CommandRegistry::Registration kCheckCommand("check", {add_check});

}  // namespace
}  // namespace sim
}  // namespace netloom
