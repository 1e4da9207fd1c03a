#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/base/messages.h"
#include "sim/base/progress.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/config.h"
#include "sim/run/make_workload.h"
#include "sim/traffic/trace.h"
#include "sim/traffic/trace_summary.h"

namespace netloom {
inline namespace sim {
namespace {

struct TraceOptions {
  std::string config;
  std::string output;
  bool summary = false;
  OverrideOptions overrides;
};

/// Comments that say where the trace comes from.
std::string origin_text(const Config& config) {
  const TrafficConfig& traffic = config.traffic;
  const auto nodes = config.netlist.hosts.size();
  if (!traffic.generated_trace) return fmt::format("# of {}, {} nodes\n", traffic.trace, nodes);
  std::string text = fmt::format("# made by netloom trace, {} nodes\n", nodes);
  for (const auto& [name, value] : config.resolved.at("traffic").at("trace").items()) {
    if (name == "seed") continue;
    text += fmt::format("# {}: {}\n", name,
                        value.is_string() ? value.get<std::string>() : json_text(value));
  }
  return text + fmt::format("# seed: {}\n",
                            traffic.generated_trace->seed.value_or(config.run.seeds.front()));
}

std::string summary_text(const Config& config, const std::vector<TraceMessage>& messages) {
  const auto nodes = static_cast<NodeId>(config.netlist.hosts.size());
  const TraceSummary summary = summarise_trace(messages, nodes, config.traffic.bytes_per_phit,
                                               config.network.nic.packet_phits);
  return fmt::format(
      "{} messages, {} packets, {} phits in {} cycles: {:.4f} phits/(node·cycle)\n"
      "busiest sender: node {}, {:.3f} phits/cycle; busiest receiver: node {}, {:.3f} "
      "phits/cycle\n",
      summary.messages, summary.packets, summary.phits, summary.cycles, summary.load,
      summary.sender.node, summary.sender.load, summary.receiver.node, summary.receiver.load);
}

std::string text_of(const Config& config, bool summary) {
  // Writing a message takes about as long as making it.
  Progress progress(stderr_is_terminal(), 1, summary ? 1 : 2, "traces");
  const std::vector<TraceMessage> messages = trace_messages(
      config, config.run.seeds.front(), [&progress](double share) { progress.underway(share); });
  if (summary) return summary_text(config, messages);
  return origin_text(config) + "# cycle source destination bytes\n" +
         trace_text(messages, [&progress](double share) { progress.underway(1 + share); });
}

int trace(const TraceOptions& options) {
  const Config config = load_config(options.config, options.overrides.overrides());
  if (config.traffic.kind != TrafficConfig::Kind::kTrace) {
    throw Error(options.config + ": traffic.trace is missing; allowed: a file or a generator");
  }
  NamedFiles files;
  files.add_inputs(config.inputs);
  files.add_output("--output", options.output);
  write_output(options.output, text_of(config, options.summary));
  return kSuccess;
}

void add_trace(Command& program) {
  Command command = program.add_command("trace", "Writes the trace that a configuration generates");
  auto options = std::make_shared<TraceOptions>();
  command.option("CONFIG", options->config, "Configuration file (YAML) with traffic.trace")
      .required();
  command.option("-o,--output", options->output, "File to write (default: standard output)")
      .type_name("FILE");
  command.flag("--summary", options->summary,
               "Instead: how much the trace sends, also of a trace file");
  options->overrides.add(command);
  command.group("Output", {"--output", "--summary"});
  command.examples({"netloom trace examples/disk_trace.yaml --output disks.txt"});
  command.run([options] { return trace(*options); });
}

const CommandRegistry::Registration kTraceCommand("trace", {add_trace});

}  // namespace
}  // namespace sim
}  // namespace netloom
