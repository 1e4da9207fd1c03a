#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "rtl/block_registry.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/process_pool.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/loaded_config.h"
#include "sim/study/block_synthesis.h"
#include "sim/study/cost_report.h"
#include "sim/study/memory_scaling.h"
#include "sim/study/switch_report.h"
#include "sim/study/switch_synthesis.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

struct CostOptions {
  std::string config;
  std::string json;
  OverrideOptions overrides;
  bool registers = false;  ///< nothing else
  bool synthesis = false;  ///< of the RTL blocks, or with whole_switch of the switch
  bool whole_switch = false;
  std::string liberty;  ///< empty: no library
  bool ice40 = false;   ///< with whole_switch: on an iCE40, too
  std::optional<int> phit_bits;
  std::optional<std::uint32_t> hosts;  ///< of the network; none: as it has
  std::string kind;                    ///< of switches; empty: all

  std::vector<std::string> memory;  ///< register sets; empty: the costs of a configuration
  std::vector<int> arities = {MemoryScalingOptions{}.k};
  MemoryScalingOptions scaling;
  std::optional<int> exclusion_intervals;
  std::string csv;
  std::string plot;

  bool all_blocks = false;    ///< synthesis of every RTL block
  bool no_frequency = false;  ///< of what is synthesised
  std::string block;          ///< of one implementation
  std::string markdown;
  int jobs = default_jobs();
};

int memory(CostOptions options) {
  if (!options.overrides.set.empty() || options.overrides.seed) {
    throw Error(
        "cost: --set and --seed are for a configuration; allowed: none of them with "
        "--memory");
  }
  if (options.exclusion_intervals &&
      std::find(options.memory.begin(), options.memory.end(), "ft2ei") == options.memory.end()) {
    throw Error(
        fmt::format("cost: --exclusion-intervals is for ft2ei; allowed: not with --memory {}",
                    joined(options.memory, ",")));
  }
  if (options.exclusion_intervals) {
    options.scaling.exclusion_intervals = *options.exclusion_intervals;
  }
  std::vector<MemoryScaling> scalings;
  const std::vector<std::string> names = distinct(options.memory);
  for (const int k : distinct(options.arities)) {
    for (const std::string& name : names) {
      options.scaling.set = name;
      options.scaling.k = k;
      scalings.push_back(memory_scaling(options.scaling));
    }
  }
  const bool single = scalings.size() == 1;
  NamedFiles files;
  files.add_output("--json", options.json);
  files.add_output("--csv", options.csv);
  files.add_pictures("--plot", options.plot);
  std::string text;
  bool explained = true;
  for (const MemoryScaling& each : scalings) {
    text += (text.empty() ? "" : "\n") + memory_text(each);
    explained = explained && each.explained;
  }
  Outputs outputs;
  outputs.print(text);
  outputs.write(options.json, [&] {
    Json document = {{"version", version()}};
    if (single) {
      document.update(memory_json(scalings[0]));
    } else {
      for (const MemoryScaling& each : scalings) document["scalings"].push_back(memory_json(each));
    }
    return json_file_text(document);
  });
  outputs.write(options.csv,
                [&] { return single ? memory_csv(scalings[0]) : memory_csv(scalings); });
  outputs.draw(options.plot, memory_title(scalings), [&] {
    return single ? std::vector{memory_chart(scalings[0])} : memory_charts(scalings);
  });
  if (explained) return outputs.status(kSuccess);
  print_error("the register table and the formula differ for no known reason");
  return outputs.status(kFailure);
}

PlaceAndRoute place_and_route(const CostOptions& options) {
  if (!options.no_frequency) return PlaceAndRoute::kYes;
  if (options.synthesis || options.all_blocks) return PlaceAndRoute::kNo;
  throw Error("cost: --no-frequency is for synthesis; allowed: with --synth or --blocks");
}

int blocks(const CostOptions& options, PlaceAndRoute placing) {
  if (!options.overrides.set.empty() || options.overrides.seed) {
    throw Error(
        "cost: --set and --seed are for a configuration; allowed: none of them with --blocks");
  }
  NamedFiles files;
  files.add_output("--json", options.json);
  files.add_output("--markdown", options.markdown);
  const std::vector<ReferenceSynthesis> result =
      synthesise_blocks(options.block, placing, options.jobs, stderr_is_terminal());
  Outputs outputs;
  outputs.print(blocks_text(result));
  outputs.write(options.json, [&] {
    const Json document = {{"version", version()}, {"blocks", blocks_json(result)}};
    return json_file_text(document);
  });
  // A document is of all that it is about.
  if (const std::size_t failed = failures(result); failed > 0) {
    print_error(fmt::format(
        "{} of {} circuits could not be synthesised: see above{}", failed, result.size(),
        options.markdown.empty() ? "" : "; " + options.markdown + " is not written"));
    return outputs.status(kFailure);
  }
  outputs.write(options.markdown, [&] {
    std::string command = "netloom cost --blocks";
    if (!options.block.empty()) command += " --only " + options.block;
    if (options.no_frequency) command += " --no-frequency";
    return blocks_markdown(result, command + " --markdown " + options.markdown);
  });
  if (flip_flops_agree(result)) return outputs.status(kSuccess);
  print_error("not every block has the flip-flops that the register table declares: see above");
  return outputs.status(kFailure);
}

/// What a whole switch in RTL keeps, and with --synth what synthesis makes of it.
int whole_switch(const CostOptions& options) {
  if (options.no_frequency && !options.ice40) {
    throw Error(
        "cost: --no-frequency is for what is placed and routed; allowed: with --switch --synth "
        "--ice40");
  }
  if (options.ice40 && !options.synthesis) {
    throw Error("cost: --ice40 is for synthesis; allowed: with --switch --synth");
  }
  SwitchReportRequest request;
  if (options.ice40) {
    request.ice40 = options.no_frequency ? PlaceAndRoute::kNo : PlaceAndRoute::kYes;
  }
  request.changes = {options.phit_bits.value_or(0), options.hosts.value_or(0)};
  request.synthesis = options.synthesis;
  request.kind = options.kind;
  request.progress = stderr_is_terminal();
  if (!options.liberty.empty()) {
    if (!options.synthesis) {
      throw Error("cost: --liberty is for synthesis; allowed: with --switch --synth");
    }
    request.library.emplace(options.liberty);
  }
  std::vector<Override> overrides = options.overrides.overrides();
  overrides.push_back({"views", "{default: rtl}", "switch"});
  const Config config = load_config(options.config, overrides, TrafficSection::kOptional);
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--json", options.json);
  if (!options.liberty.empty()) files.add_inputs({{"--liberty", options.liberty}});
  const std::vector<SwitchReport> reports = switch_reports(config, request);
  Outputs outputs;
  outputs.print(assumed_packets_text(config) + switch_reports_text(reports));
  outputs.write(options.json, [&] {
    const Json document = {{"version", version()},
                           {"config", Json(config.resolved)},
                           {"switch", switch_reports_json(reports)}};
    return json_file_text(document);
  });
  std::vector<std::string> differences;
  for (const SwitchReport& report : reports) {
    for (const std::string& each : report.differences()) differences.push_back(each);
  }
  if (differences.empty()) return outputs.status(kSuccess);
  print_error(fmt::format("{}: synthesis has not what the switch should have: {}{}", options.config,
                          differences.front(),
                          differences.size() > 1 ? ", and more: see above" : ""));
  return outputs.status(kFailure);
}

int cost(const CostOptions& options) {
  if (options.whole_switch) return whole_switch(options);
  const PlaceAndRoute placing = place_and_route(options);
  if (!options.memory.empty()) return memory(options);
  if (options.all_blocks) return blocks(options, placing);
  if (options.config.empty()) {
    throw Error(
        "cost: neither CONFIG nor --memory nor --blocks is given; allowed: exactly one of them");
  }
  LoadedConfig loaded =
      load_with_routing(options.config, options.overrides.overrides(), TrafficSection::kOptional);
  const Config& config = loaded.config();
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--json", options.json);
  const CostReport report =
      cost_of(loaded, options.registers ? CostScope::kRegisters : CostScope::kEverything,
              stderr_is_terminal());
  Json document = options.json.empty() ? Json() : cost_json(config, report);
  std::string text = assumed_packets_text(config) + cost_text(report);
  bool agrees = true;
  if (options.synthesis) {
    const SwitchSynthesis synthesis = synthesise(loaded, report, placing, stderr_is_terminal());
    if (!options.json.empty()) document["synthesis"] = synthesis_json(synthesis);
    text += '\n' + synthesis_text(synthesis);
    agrees = synthesis.ok();
  }
  Outputs outputs;
  outputs.print(text);
  outputs.write(options.json, [&] { return json_file_text(document); });
  if (report.ok() && agrees) return outputs.status(kSuccess);
  print_error(options.config + ": the costs are not what they should be: see above");
  return outputs.status(kFailure);
}

void add_cost(Command& program) {
  Command command = program.add_command(
      "cost", "Counts the costs of switches (registers, gates) and of networks");
  auto options = std::make_shared<CostOptions>();
  Option config = command.option("CONFIG", options->config, "Configuration file (YAML)");
  command.option("--json", options->json, "Writes the result as JSON").type_name("FILE");
  Option registers = command.flag("--registers", options->registers,
                                  "Registers only: follows no paths for crosspoints");
  registers.needs(config);
  command.flag("--synth", options->synthesis, "Synthesises the RTL blocks (yosys, nextpnr-ice40)")
      .needs(config);
  Option whole_switch =
      command.flag("--switch", options->whole_switch, "Instead: the whole switch in RTL, by module")
          .needs(config)
          .excludes(registers);
  command
      .option("--liberty", options->liberty,
              "With --switch --synth: cells to take, for areas and the longest path (sta)")
      .type_name("FILE")
      .needs(whole_switch);
  command.flag("--ice40", options->ice40, "With --switch --synth: on an iCE40, too (nextpnr-ice40)")
      .needs(whole_switch);
  command
      .option("--phit-width", options->phit_bits,
              "With --switch: bits of a phit (default: whole bytes, for the header)")
      .type_name("BITS")
      .whole_number(1, kMostPhitBits)
      .needs(whole_switch);
  command
      .option("--hosts", options->hosts,
              "With --switch: as in a network of so many hosts (default: as it has)")
      .type_name("NUMBER")
      .whole_number(1, kMaxHosts)
      .needs(whole_switch);
  command
      .option("--kind", options->kind,
              "With --switch: this kind of switch only, by its name (default: all)")
      .type_name("NAME")
      .needs(whole_switch);
  Option memory =
      command
          .option("--memory", options->memory,
                  "Instead of CONFIG: memory of routing by the size of the network, with these "
                  "registers")
          .type_name("SET,...")
          .delimiter(',')
          .one_of(memory_scaling_sets())
          .excludes(config);
  command.option("--k", options->arities, "With --memory: the switch has 2k ports")
      .type_name("NUMBER,...")
      .delimiter(',')
      .whole_number(2, kMaxPorts / 2)
      .needs(memory)
      .show_default();
  command
      .option("--exclusion-intervals", options->exclusion_intervals,
              "With ft2ei: of each up port (default: 2)")
      .type_name("NUMBER")
      .whole_number(1, kMostExclusionIntervals)
      .needs(memory);
  command.option("--nodes", options->scaling.largest, "Nodes of the largest network")
      .type_name("NUMBER")
      .whole_number(1, kMaxHosts)
      .needs(memory)
      .show_default();
  command.option("--csv", options->csv, "With --memory: writes it as CSV")
      .type_name("FILE")
      .needs(memory);
  command.option("--plot", options->plot, "With --memory: draws it, PREFIX.svg and PREFIX.png")
      .type_name("PREFIX")
      .needs(memory);
  Option blocks =
      command
          .flag("--blocks", options->all_blocks, "Instead of CONFIG: synthesises every RTL block")
          .excludes(config)
          .excludes(memory);
  command.option("--only", options->block, "This implementation of a block only")
      .type_name("NAME")
      .needs(blocks);
  command.option("--markdown", options->markdown, "Writes the table as a document")
      .type_name("FILE")
      .needs(blocks);
  command.flag("--no-frequency", options->no_frequency,
               "Does not place and route, which takes minutes");
  command.option("--jobs", options->jobs, "Circuits at a time")
      .type_name("NUMBER")
      .needs(blocks)
      .whole_number(1, kMostJobs)
      .show_default();
  options->overrides.add(command);
  command.group("Of a configuration",
                {"--set", "--seed", "--registers", "--synth", "--switch", "--phit-width", "--hosts",
                 "--kind", "--liberty", "--ice40"});
  command.group("Instead of CONFIG, --memory",
                {"--memory", "--k", "--nodes", "--exclusion-intervals", "--csv", "--plot"});
  command.group("Instead of CONFIG, --blocks", {"--blocks", "--only", "--markdown", "--jobs"});
  command.group("Results", {"--json", "--no-frequency"});
  command.rare({"--registers", "--phit-width", "--hosts", "--kind", "--liberty", "--ice40", "--k",
                "--nodes", "--exclusion-intervals", "--csv", "--only", "--markdown", "--jobs",
                "--seed"});
  command.examples({"netloom cost examples/ft2ei_4ary_3tree.yaml --synth --no-frequency",
                    "netloom cost examples/fat_tree_2ary_3tree.yaml --switch",
                    "netloom cost --memory ft2ei,fir --k 8,16 --plot memory"});
  command.run([options] { return cost(*options); });
}

const CommandRegistry::Registration kCostCommand("cost", {add_cost});

}  // namespace
}  // namespace sim
}  // namespace netloom
