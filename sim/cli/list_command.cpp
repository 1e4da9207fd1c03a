#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/selection.h"
#include "routing/decision/vc_policy.h"
#include "routing/netlist/topology.h"
#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "rtl/rtl_folders.h"
#include "sim/base/json.h"
#include "sim/base/text_columns.h"
#include "sim/cli/commands.h"
#include "sim/cli/options.h"
#include "sim/config/schema.h"
#include "sim/config/views.h"
#include "sim/traffic/application.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {
namespace {

/// What a parameter may be and what it is by default: "an integer, 2 to 128; default 2".
std::string values_text(const Parameter& parameter) {
  const KeySchema key = parameter_key(parameter);
  std::string text = allowed_text(key.value);
  if (parameter.default_value) {
    text += "; default " + json_text(parameter_json(*parameter.default_value));
  } else {
    text += parameter.optional ? "; may be left out" : "; required";
  }
  return text;
}

using Lines = std::vector<std::vector<std::string>>;
using Errors = std::vector<std::string>;

/// A title and below it, indented, names and what they mean.
std::string section_text(const char* title, const Lines& lines) {
  return fmt::format("{}:\n{}", title, aligned_columns(lines, {0, 1}));
}

template <class Entry>
std::string registry_text(const char* title) {
  Lines lines;
  for (const std::string& name : Registry<Entry>::instance().names()) {
    const Entry& entry = Registry<Entry>::instance().find(name);
    lines.push_back({"  " + name, entry.summary});
    for (const Parameter& parameter : entry.parameters) {
      lines.push_back({"    " + parameter.name,
                       fmt::format("{} ({})", parameter.meaning, values_text(parameter))});
    }
  }
  return section_text(title, lines);
}

/// k + i stands for up port i of a fat-tree.
std::string selections_text() {
  Lines lines;
  for (const std::string& name : SelectionRegistry::instance().names()) {
    const SelectionEntry& entry = SelectionRegistry::instance().find(name);
    lines.push_back({"  " + name, fmt::format("{}{}", entry.summary,
                                              entry.needs_fat_tree() ? " (fat_tree only)" : "")});
  }
  return section_text("selections", lines);
}

std::string vc_policies_text() {
  Lines lines;
  for (const std::string& name : VcPolicyRegistry::instance().names()) {
    lines.push_back({"  " + name, VcPolicyRegistry::instance().find(name).meaning});
  }
  return section_text("vc_policies", lines);
}

/// Where an implementation comes from that is not in the folder of Netloom's own; else empty.
std::string origin_text(const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path file = rtl_block_file(name);
  const fs::path own = own_block_folder();
  if (file.empty() || file.parent_path() == own) return "";
  std::error_code failure;
  const bool replaces = fs::exists(own / file.filename(), failure);
  return fmt::format("; {}{}", file.string(), replaces ? ", in place of Netloom's own" : "");
}

/// Shared objects that cannot be used are not listed; what is wrong with them goes to `errors`.
std::string rtl_text(Errors& errors) {
  if (const std::string problem = rtl_path_problem(); !problem.empty()) errors.push_back(problem);
  Lines lines;
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    try {
      const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
      lines.push_back({"  " + name, fmt::format("{} (decision: {}{})", entry.summary, entry.block,
                                                origin_text(name))});
    } catch (const Error& error) {
      errors.emplace_back(error.what());
    }
  }
  if (const std::vector<std::string> missing = missing_own_blocks(); !missing.empty()) {
    lines.push_back({"  (not built)", fmt::format("{}; {}", joined(missing), how_to_build_text())});
  }
  return section_text("rtl", lines);
}

std::string views_text() {
  Lines lines;
  for (const ViewInfo& view : view_infos()) {
    lines.push_back({fmt::format("  {}", view.name), view.summary});
    for (const char* const each : view.excluded) {
      lines.push_back({"    without", each});
    }
  }
  return section_text("views (of a switch)", lines);
}

std::string parts_text() {
  Lines lines;
  for (const structural::PartKind& kind : structural::part_kinds()) {
    lines.push_back({fmt::format("  {}", kind.key), kind.meaning});
    for (const std::string& name : kind.names()) {
      lines.push_back({"    " + name, kind.summary(name)});
    }
  }
  return section_text("parts (switch.parts, of the structural view)", lines);
}

struct Section {
  const char* name;
  std::string (*text)(Errors& errors);
};

constexpr std::array<Section, 9> kSections = {{
    {"topologies", [](Errors&) { return registry_text<TopologyEntry>("topologies"); }},
    {"routing", [](Errors&) { return registry_text<RoutingFunctionEntry>("routing"); }},
    {"vc_policies", [](Errors&) { return vc_policies_text(); }},
    {"selections", [](Errors&) { return selections_text(); }},
    {"patterns", [](Errors&) { return registry_text<PatternEntry>("patterns"); }},
    {"applications", [](Errors&) { return registry_text<ApplicationEntry>("applications"); }},
    {"views", [](Errors&) { return views_text(); }},
    {"parts", [](Errors&) { return parts_text(); }},
    {"rtl", rtl_text},
}};

int list(const std::string& kind) {
  std::string text;
  Errors errors;
  for (const Section& section : kSections) {
    if (!kind.empty() && kind != section.name) continue;
    text += (text.empty() ? "" : "\n") + section.text(errors);
  }
  write_output("", text);
  for (const std::string& error : errors) print_error(error);
  return errors.empty() ? kSuccess : kFailure;
}

void add_list(Command& program) {
  Command command =
      program.add_command("list", "Lists what configurations can name, with parameters");
  auto kind = std::make_shared<std::string>();
  std::vector<std::string> names;
  names.reserve(kSections.size());
  for (const Section& section : kSections) names.emplace_back(section.name);
  command.option("KIND", *kind, "What to list (default: everything)").one_of(names);
  command.examples({"netloom list", "netloom list topologies"});
  command.run([kind] { return list(*kind); });
}

const CommandRegistry::Registration kListCommand("list", {add_list});

}  // namespace
}  // namespace sim
}  // namespace netloom
