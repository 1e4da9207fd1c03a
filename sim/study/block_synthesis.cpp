#include "sim/study/block_synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "routing/base/joined.h"
#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "sim/base/json.h"
#include "sim/base/process_pool.h"
#include "sim/base/progress.h"
#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string synthesised(const RtlSynthesis& synthesis, const ReferenceSynthesis& block) {
  try {
    const SynthesisResult result = synthesis.of(
        block.reference.circuit, RtlBlockRegistry::instance().find(block.implementation).sources);
    const Json json = {{"flip_flops", result.flip_flops},
                       {"luts", result.ice40.luts},
                       {"carries", result.ice40.carries},
                       {"gates", result.gates},
                       {"transistors", result.transistors},
                       {"fmax_mhz", result.ice40.fmax_mhz ? Json(*result.ice40.fmax_mhz) : Json()},
                       {"no_fmax", result.ice40.no_fmax},
                       {"path_begin", result.ice40.path_begin},
                       {"path_end", result.ice40.path_end}};
    return json_text(json);
  } catch (const std::exception& error) {
    return json_text(Json{{"error", error.what()}});
  }
}

void take(const TaskResult& task, ReferenceSynthesis& block) {
  const Json json = parse_json(task.output);
  if (!task.crash.empty() || json.is_discarded()) {
    block.error = "the process " + (task.crash.empty() ? "gave no result" : task.crash);
    return;
  }
  if (json.contains("error")) {
    block.error = json.at("error").get<std::string>();
    return;
  }
  SynthesisResult& result = block.result;
  result.flip_flops = json.at("flip_flops").get<std::uint64_t>();
  result.ice40.luts = json.at("luts").get<std::uint64_t>();
  result.ice40.carries = json.at("carries").get<std::uint64_t>();
  result.gates = json.at("gates").get<std::uint64_t>();
  result.transistors = json.at("transistors").get<std::uint64_t>();
  if (!json.at("fmax_mhz").is_null()) result.ice40.fmax_mhz = json.at("fmax_mhz").get<double>();
  result.ice40.no_fmax = json.at("no_fmax").get<std::string>();
  result.ice40.path_begin = json.at("path_begin").get<std::string>();
  result.ice40.path_end = json.at("path_end").get<std::string>();
}

std::string bits_text(const ReferenceCircuit& reference) {
  std::string text = std::to_string(reference.register_bits);
  if (reference.circuit.more_flip_flops > 0) {
    text += fmt::format(" + {}", reference.circuit.more_flip_flops);
  }
  return text;
}

Rows rows_of(const std::vector<ReferenceSynthesis>& blocks) {
  Rows rows = {{"implementation", "switch", "parameters", "register bits", "flip-flops", "LUTs",
                "carries", "gates", "transistors", "MHz"}};
  for (const ReferenceSynthesis& each : blocks) {
    std::vector<std::string> row = {each.implementation, each.reference.size,
                                    each.reference.circuit.parameters_text(),
                                    bits_text(each.reference)};
    if (each.error.empty()) {
      const SynthesisResult& result = each.result;
      for (const std::uint64_t value : {result.flip_flops, result.ice40.luts, result.ice40.carries,
                                        result.gates, result.transistors}) {
        row.push_back(std::to_string(value));
      }
      row.push_back(result.ice40.fmax_mhz ? fmt::format("{:.1f}", *result.ice40.fmax_mhz) : "-");
    } else {
      row.insert(row.end(), 6, "-");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Where the longest paths of circuits with a frequency begin and end.
Rows path_rows(const std::vector<ReferenceSynthesis>& blocks) {
  Rows rows = {{"implementation", "switch", "ns", "from", "to"}};
  for (const ReferenceSynthesis& each : blocks) {
    const SynthesisResult& result = each.result;
    if (!each.error.empty() || !result.ice40.fmax_mhz || result.ice40.path_end.empty()) continue;
    rows.push_back({each.implementation, each.reference.size,
                    fmt::format("{:.1f}", 1000 / *result.ice40.fmax_mhz), result.ice40.path_begin,
                    result.ice40.path_end});
  }
  return rows;
}

/// Circuits that could not be synthesised, or have other flip-flops, a line each.
std::vector<std::string> problems(const std::vector<ReferenceSynthesis>& blocks) {
  std::vector<std::string> lines;
  for (const ReferenceSynthesis& each : blocks) {
    const std::string name = each.implementation + ", " + each.reference.size + ": ";
    if (!each.error.empty()) lines.push_back(name + each.error);
    if (!each.flip_flops_agree()) {
      lines.push_back(name + "flip-flops and register bits differ");
    }
  }
  return lines;
}

/// Why circuits have no frequency, a line for each reason.
std::vector<std::string> without_frequency(const std::vector<ReferenceSynthesis>& blocks) {
  std::map<std::string, std::vector<std::string>> circuits;
  for (const ReferenceSynthesis& each : blocks) {
    if (!each.error.empty() || each.result.ice40.fmax_mhz) continue;
    std::vector<std::string>& those = circuits[each.result.ice40.no_fmax];
    const std::string circuit = each.implementation + ' ' + each.reference.size;
    if (those.empty() || those.back() != circuit) those.push_back(circuit);
  }
  std::vector<std::string> lines;
  for (const auto& circuit : circuits) {
    const std::string& reason = circuit.first;
    const bool all = std::all_of(blocks.begin(), blocks.end(), [&](const ReferenceSynthesis& each) {
      return each.error.empty() && each.result.ice40.no_fmax == reason;
    });
    lines.push_back(
        fmt::format("no frequency ({}): {}", reason, all ? "all" : joined(circuit.second)));
  }
  return lines;
}

/// What the flip-flops are that no register of the table is.
std::vector<std::string> more_flip_flops(const std::vector<ReferenceSynthesis>& blocks) {
  std::vector<std::string> lines;
  for (const ReferenceSynthesis& each : blocks) {
    if (each.reference.circuit.more_flip_flops == 0) continue;
    const std::string line = fmt::format("{}: flip-flops beside the register bits: {}",
                                         each.implementation, each.reference.circuit.more_meaning);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

/// Of Markdown, the first row its head.
std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("| {} |\n", joined(rows[i], " | "));
    if (i > 0) continue;
    text += '|';
    for (std::size_t column = 0; column < rows[i].size(); ++column) text += " --- |";
    text += '\n';
  }
  return text;
}

/// What the table alone does not say, a line each.
std::vector<std::string> remarks(const std::vector<ReferenceSynthesis>& blocks) {
  std::vector<std::string> lines = more_flip_flops(blocks);
  for (std::string& line : without_frequency(blocks)) lines.push_back(std::move(line));
  for (std::string& line : problems(blocks)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

std::vector<ReferenceSynthesis> synthesise_blocks(const std::string& only,
                                                  PlaceAndRoute place_and_route, int jobs,
                                                  bool progress) {
  if (!is_block_path(only)) {
    require_own_blocks(only.empty() ? own_block_names() : std::vector{only});
  }
  const RtlBlockRegistry& registry = RtlBlockRegistry::instance();
  std::vector<ReferenceSynthesis> blocks;
  for (const std::string& name : only.empty() ? registry.names() : std::vector{only}) {
    for (ReferenceCircuit& reference : reference_circuits(registry.find(name))) {
      ReferenceSynthesis block;
      block.implementation = name;
      block.reference = std::move(reference);
      blocks.push_back(std::move(block));
    }
  }
  const RtlSynthesis synthesis(place_and_route);
  Progress line(progress, blocks.size(), static_cast<double>(blocks.size()), "circuits");
  run_in_processes(
      blocks.size(), jobs, [&](std::size_t i) { return synthesised(synthesis, blocks[i]); },
      [&](const TaskResult& task) {
        take(task, blocks[task.task]);
        line.finished(1);
      });
  return blocks;
}

std::size_t failures(const std::vector<ReferenceSynthesis>& blocks) {
  return static_cast<std::size_t>(
      std::count_if(blocks.begin(), blocks.end(),
                    [](const ReferenceSynthesis& each) { return !each.error.empty(); }));
}

bool flip_flops_agree(const std::vector<ReferenceSynthesis>& blocks) {
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const ReferenceSynthesis& each) { return each.flip_flops_agree(); });
}

std::string blocks_text(const std::vector<ReferenceSynthesis>& blocks) {
  std::string text = "Synthesis of the RTL blocks in switches of three sizes\n" +
                     aligned_columns(rows_of(blocks), {0, 1, 2});
  const Rows paths = path_rows(blocks);
  if (paths.size() > 1) text += "Longest paths\n" + aligned_columns(paths, {0, 1, 3, 4});
  for (const std::string& size : reference_sizes()) text += size + '\n';
  for (const std::string& line : remarks(blocks)) text += line + '\n';
  return text;
}

std::string blocks_markdown(const std::vector<ReferenceSynthesis>& blocks,
                            const std::string& command) {
  std::string text = fmt::format(
      "# The RTL blocks, synthesised\n\n"
      "Flip-flops, LUTs, carries, gates, transistors and frequency of every RTL block in switches "
      "of three sizes, written by\n\n"
      "    {}\n\n"
      "[cost.md](../guides/cost.md#synthesis) says what the columns mean. The register bits are "
      "those that "
      "the register table declares ([registers.md](../reference/registers.md)); the flip-flops, "
      "what synthesis "
      "finds.\n\n",
      command);
  for (const std::string& size : reference_sizes())
    text += "- *" + size.substr(0, size.find(':')) + "*" + size.substr(size.find(':')) + '\n';
  text += '\n' + markdown_table(rows_of(blocks)) + '\n';
  for (const std::string& line : remarks(blocks)) text += "- " + line + '\n';
  const Rows paths = path_rows(blocks);
  if (paths.size() > 1) {
    text +=
        "\n## Longest paths\n\n"
        "On the iCE40 HX8K, after placing and routing: the period of the clock, and the register "
        "or pin at which the path begins and ends. [Synthesis](../guides/synthesis.md#longest-"
        "paths) says what the worst of them are.\n\n" +
        markdown_table(paths);
  }
  return text;
}

Json blocks_json(const std::vector<ReferenceSynthesis>& blocks) {
  Json list = Json::array();
  for (const ReferenceSynthesis& each : blocks) {
    Json block = {{"implementation", each.implementation},
                  {"size", each.reference.size},
                  {"module", each.reference.circuit.module},
                  {"parameters", Json::object()},
                  {"register_bits", each.reference.register_bits},
                  {"other_flip_flops", each.reference.circuit.more_flip_flops}};
    for (const auto& [name, value] : each.reference.circuit.parameters) {
      block["parameters"][name] = value;
    }
    if (each.error.empty()) {
      block["flip_flops"] = each.result.flip_flops;
      block["luts"] = each.result.ice40.luts;
      block["carries"] = each.result.ice40.carries;
      block["gates"] = each.result.gates;
      block["transistors"] = each.result.transistors;
      block["fmax_mhz"] = each.result.ice40.fmax_mhz ? Json(*each.result.ice40.fmax_mhz) : Json();
      if (!each.result.ice40.fmax_mhz) block["fmax_undefined"] = each.result.ice40.no_fmax;
      if (!each.result.ice40.path_end.empty()) {
        block["longest_path"] = {{"begin", each.result.ice40.path_begin},
                                 {"end", each.result.ice40.path_end}};
      }
    } else {
      block["error"] = each.error;
    }
    list.push_back(std::move(block));
  }
  return list;
}

}  // namespace sim
}  // namespace netloom
