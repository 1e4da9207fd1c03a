#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>

#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/study/fault_study.h"

namespace netloom {
inline namespace sim {
namespace {

const std::map<std::string, FailedPart> kParts = {
    {"link", FailedPart::kLink}, {"cable", FailedPart::kCable}, {"switch", FailedPart::kSwitch}};

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const auto& [name, part] : kParts) names.push_back(name);
  return names;
}

struct FaultsOptions {
  std::string config;
  std::string json;
  std::string part = "link";
  double at_most = 0;
  FaultStudyOptions study;
  OverrideOptions overrides;
};

int faults(FaultsOptions options) {
  const Config config =
      load_config(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--json", options.json);
  options.study.part = kParts.at(options.part);
  options.study.seed = config.run.seeds.front();
  options.study.progress = stderr_is_terminal();
  const FaultStudy study = study_faults(config, options.study);
  Outputs outputs;
  outputs.print(fault_study_text(config, options.study, study));
  outputs.write(options.json,
                [&] { return json_file_text(fault_study_json(config, options.study, study)); });
  if (study.share() <= options.at_most) return outputs.status(kSuccess);
  print_error(fmt::format("{}: {} of {} combinations are not tolerated", options.config,
                          study.not_tolerated, study.combinations));
  return outputs.status(kFailure);
}

void add_faults(Command& program) {
  Command command =
      program.add_command("faults", "Counts the combinations of faults that FT2EI tolerates");
  auto options = std::make_shared<FaultsOptions>();
  options->study.jobs = default_jobs();
  command.option("CONFIG", options->config, "Configuration file (YAML) with routing.function ft2ei")
      .required();
  command
      .option("--count", options->study.count,
              "Parts that fail at a time, beside the faults of CONFIG")
      .type_name("NUMBER")
      .whole_number(1, std::numeric_limits<std::uint32_t>::max())
      .required();
  command
      .option("--samples", options->study.samples,
              "Combinations drawn at random, if there are more (default: all are judged)")
      .type_name("NUMBER")
      .whole_number(1, std::numeric_limits<std::uint64_t>::max());
  command
      .option("--part", options->part,
              "What fails: a link of one direction, a cable (both), a switch (all its links)")
      .type_name("KIND")
      .one_of(part_names())
      .show_default();
  command
      .option("--at-most", options->at_most,
              "Share of the combinations that may fail for exit status 0")
      .type_name("SHARE")
      .decimal_number(0, 1)
      .show_default();
  command.option("--json", options->json, "Writes the result as JSON").type_name("FILE");
  command.option("--jobs", options->study.jobs, "Processes at a time")
      .type_name("NUMBER")
      .whole_number(1, kMostJobs)
      .show_default();
  options->overrides.add(command);
  command.group("Faults", {"--count", "--samples", "--part"});
  command.group("Results", {"--at-most", "--json", "--jobs"});
  command.rare({"--at-most", "--seed"});
  command.examples({"netloom faults examples/ft2ei_4ary_3tree.yaml --count 1",
                    "netloom faults examples/ft2ei_4ary_3tree.yaml --count 9 --samples 10000"});
  command.run([options] { return faults(*options); });
}

const CommandRegistry::Registration kFaultsCommand("faults", {add_faults});

}  // namespace
}  // namespace sim
}  // namespace netloom
