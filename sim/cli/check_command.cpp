#include <memory>
#include <optional>

#include "routing/base/error.h"
#include "sim/cli/commands.h"
#include "sim/cli/help.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
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
  const Config config =
      load_config(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--json", options.json);
  files.add_output("--ids", options.ids);
  const CheckStudy study = check_network(
      config, options.relabel ? std::optional(options.search) : std::nullopt, stderr_is_terminal());
  Outputs outputs;
  outputs.print(assumed_packets_text(config) + check_text(config, study));
  if (study.relabelled) {
    outputs.write(options.ids, [&] { return davc_ids_text(config, *study.relabelled); });
  }
  outputs.write(options.json, [&] { return check_json(config, study).dump(2) + '\n'; });
  if (study.ok()) return outputs.status(kSuccess);
  print_error(options.config + ": the check found problems");
  return outputs.status(kFailure);
}

void add_check(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "check",
      "Checks routing (all hosts connected, no deadlock) and the registers of all switches");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("CONFIG", options->config, "Configuration file (YAML)")->required();
  command->add_option("--json", options->json, "Writes the result as JSON")->type_name("FILE");
  command->add_flag("--relabel", options->relabel,
                    "Searches ids of switches and ports with which the VC policy davc needs fewer "
                    "VCs");
  command->add_option("--numberings", options->search.numberings, "Most ids that --relabel tries")
      ->type_name("NUMBER")
      ->transform(whole_number(1, std::uint64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--ids", options->ids, "Writes the ids that --relabel finds")
      ->type_name("FILE");
  options->overrides.add(*command);
  set_group(*command, "Results", {"--json", "--ids"});
  set_group(*command, "Ids for davc", {"--relabel", "--numberings"});
  set_examples(*command, {"netloom check examples/mesh_8x8.yaml",
                          "netloom check examples/irregular.yaml --json check.json"});
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

const CommandRegistry::Registration kRegistration("check", {add_check});

}  // namespace
}  // namespace sim
}  // namespace netloom
