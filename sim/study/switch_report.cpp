#include "sim/study/switch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/progress.h"
#include "sim/base/text_columns.h"
#include "sim/study/switch_terms.h"

namespace netloom {
inline namespace sim {
namespace {

using Rows = std::vector<std::vector<std::string>>;

const ModuleState* find(const std::vector<ModuleState>& modules, const std::string& name) {
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [&](const ModuleState& each) { return each.module == name; });
  return found == modules.end() ? nullptr : &*found;
}

const ModuleSynthesis* find(const std::vector<ModuleSynthesis>& modules, const std::string& name) {
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [&](const ModuleSynthesis& each) { return each.module == name; });
  return found == modules.end() ? nullptr : &*found;
}

/// What is in routing units only.
bool is_routing(const std::string& module) {
  constexpr std::array kRoutingModules = {"route_unit",
                                          "tree_route",
                                          "grid_route",
                                          "grid_destination",
                                          "dor_route",
                                          "iodet_vc",
                                          "dragonfly_min",
                                          "in_transit_route",
                                          "parity_sign",
                                          "olm_vc",
                                          "local_hop",
                                          "parity_sign_pair",
                                          "table_route",
                                          "ir_router",
                                          "ir_port",
                                          "interval_match",
                                          "fir_router",
                                          "fir_port",
                                          "ft2ei_router",
                                          "ft2ei_port",
                                          "destro_route",
                                          "ruft_route",
                                          "stage_digit",
                                          "modulo",
                                          "davc_vc",
                                          "davc_port",
                                          "davc_rule",
                                          "port_registers",
                                          "misrouting_registers",
                                          "forwarding_registers"};
  return std::find(kRoutingModules.begin(), kRoutingModules.end(), module) != kRoutingModules.end();
}

std::string class_title(StateClass state_class) {
  return with_spaces(state_class_name(state_class));
}

struct Sums {
  std::uint64_t needed = 0, copies = 0, idle = 0, memory = 0;
};

Sums sums_of(const SwitchReport& report) {
  Sums sums;
  for (const ModuleState& each : report.modules) {
    sums.needed += each.state.needed_flip_flops();
    sums.copies += each.copied_flip_flops;
    sums.idle += each.state.idle_flip_flops;
    sums.memory += each.state.needed_memory();
  }
  return sums;
}

std::string classes_text(const std::vector<SwitchReport>& reports) {
  Rows rows = {{"kind", "switches"}};
  for (const StateClass each : kStateClasses) rows[0].push_back(class_title(each));
  for (const char* const title : {"flip-flops", "buffer bits", "table bits"}) {
    rows[0].emplace_back(title);
  }
  std::string names;
  for (const SwitchReport& report : reports) {
    std::vector<std::string> row = {report.kind.name, std::to_string(report.kind.switches.size())};
    for (const StateClass each : kStateClasses) {
      row.push_back(std::to_string(report.bits(each, false)));
    }
    row.push_back(std::to_string(sums_of(report).needed));
    row.push_back(std::to_string(report.bits(StateClass::kBuffers, true)));
    row.push_back(std::to_string(report.bits(StateClass::kRouting, true)));
    rows.push_back(std::move(row));
    names += fmt::format("{}: {}; phits of {} bits\n", report.kind.name, switches_text(report.kind),
                         ElaboratedSwitch(report.kind.parameters).value("PhitWidth"));
  }
  return "The whole switch in RTL: flip-flops by what they are for, and bits of memories\n" +
         aligned_columns(rows, {0}) + names;
}

std::string state_text(const SwitchReport& report) {
  Rows rows = {{"module", "instances", "needed", "copies", "idle", "flip-flops", "memory bits"}};
  for (const ModuleState& each : report.modules) {
    rows.push_back({each.module, std::to_string(each.instances),
                    std::to_string(each.state.needed_flip_flops()),
                    std::to_string(each.copied_flip_flops),
                    std::to_string(each.state.idle_flip_flops), std::to_string(each.flip_flops()),
                    std::to_string(each.memory())});
  }
  return fmt::format("\n{}: flip-flops of its modules\n", report.kind.name) +
         aligned_columns(rows, {0});
}

std::string ice40_text(const Ice40Circuit& of) {
  return fmt::format("on an iCE40: {} LUTs, {} carries, {} flip-flops; ", of.luts, of.carries,
                     of.flip_flops) +
         (of.fmax_mhz ? fmt::format("HX8K: {:.1f} MHz, from {} to {}\n", *of.fmax_mhz,
                                    of.path_begin, of.path_end)
                      : fmt::format("no frequency: {}\n", of.no_fmax));
}

std::string synthesis_text(const SwitchReport& report) {
  const WholeSwitch& synthesis = *report.synthesis;
  const bool areas = std::any_of(synthesis.modules.begin(), synthesis.modules.end(),
                                 [](const ModuleSynthesis& each) { return each.area > 0; });
  Rows rows = {{"module", "instances", "flip-flops", "memory bits", "gate equivalents"}};
  if (areas) rows[0].emplace_back("area");
  double all = 0;
  double area = 0;
  ModuleSynthesis sum;
  const auto add = [&](const ModuleSynthesis& each, double equivalents) {
    rows.push_back({each.module, each.instances == 0 ? "" : std::to_string(each.instances),
                    std::to_string(each.flip_flops), std::to_string(each.memory),
                    fmt::format("{:.1f}", equivalents)});
    if (areas) rows.back().push_back(fmt::format("{:.0f}", each.area));
  };
  for (const ModuleSynthesis& each : synthesis.modules) {
    const double once = equivalents_once(report, each);
    add(each, once);
    all += once;
    area += each.area;
    sum.flip_flops += each.flip_flops;
    sum.memory += each.memory;
  }
  sum.module = "switch";
  sum.area = area;
  add(sum, all);
  std::string text = fmt::format("\n{}: synthesis, module by module\n", report.kind.name) +
                     aligned_columns(rows, {0});
  text += fmt::format("routing: {:.1f} % of the gate equivalents\n", 100 * routing_share(report));
  if (synthesis.path) {
    text += fmt::format("longest path: {:.2f} ns, from {} to {}\n", synthesis.path->period,
                        synthesis.path->begin, synthesis.path->end);
    if (!synthesis.path->parts.empty()) {
      std::vector<std::string> parts;
      for (const PathPart& part : synthesis.path->parts) {
        parts.push_back(fmt::format("{} {:.2f}", part.module, part.ns));
      }
      text += fmt::format("with modules apart: {:.2f} ns: {}\n", synthesis.path->apart,
                          fmt::join(parts, ", "));
    }
  } else {
    text += "no path: " + synthesis.no_path + '\n';
  }
  if (synthesis.ice40) text += ice40_text(*synthesis.ice40);
  for (const std::string& difference : report.differences()) {
    text += "DIFFERS: " + difference + '\n';
  }
  return text;
}

std::string error_text(const EstimateError& error) {
  return error.switches == 0 ? "-"
                             : fmt::format("{:.0f} % ({:.0f} %)", error.median, error.largest);
}

std::string estimate_text(const SwitchReport& report) {
  const SwitchEstimate& estimate = report.estimate;
  Rows rows = {{"part", "flip-flops", "logic", "gate equivalents", "error of the logic"}};
  double flip_flops = 0;
  double logic = 0;
  for (const PartEstimate& each : estimate.parts) {
    rows.push_back({each.part, fmt::format("{:.0f}", each.flip_flops),
                    fmt::format("{:.0f}", each.logic),
                    fmt::format("{:.0f}", each.flip_flops + each.logic), error_text(each.error)});
    flip_flops += each.flip_flops;
    logic += each.logic;
  }
  rows.push_back({"switch", fmt::format("{:.0f}", flip_flops), fmt::format("{:.0f}", logic),
                  fmt::format("{:.0f}", estimate.gate_equivalents), ""});
  std::string text =
      fmt::format("\n{}: gate equivalents without memories, estimated; error: median (largest)\n",
                  report.kind.name);
  text += aligned_columns(rows, {0});
  text += fmt::format("gate equivalents: {:.0f}, error {}; routing: {:.1f} %\n",
                      estimate.gate_equivalents, error_text(estimate.error),
                      100 * estimate.routing_share);
  text += fmt::format("clock period with {}: {:.1f} ns, error {}\n", fitted_library(),
                      estimate.period, error_text(estimate.period_error));
  if (!estimate.extrapolated.empty()) {
    text += fmt::format("extrapolated, beyond what was synthesised for the estimates: {}\n",
                        fmt::join(estimate.extrapolated, "; "));
  }
  return text;
}

Json error_json(const EstimateError& error) {
  return {{"median", error.median}, {"largest", error.largest}, {"switches", error.switches}};
}

Json terms_json(const std::vector<SizeTerm>& terms) {
  Json result = Json::object();
  for (const SizeTerm& each : terms) result[each.name] = each.value;
  return result;
}

Json estimate_json(const SwitchReport& report) {
  const SwitchEstimate& estimate = report.estimate;
  const ElaboratedSwitch of(report.kind.parameters);
  Json parts = Json::array();
  const std::vector<PartTerms> terms = part_terms(of);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const PartEstimate& each = estimate.parts.at(i);
    parts.push_back({{"part", each.part},
                     {"modules", each.modules},
                     {"terms", terms_json(terms[i].terms)},
                     {"flip_flop_equivalents", each.flip_flops},
                     {"logic_equivalents", each.logic},
                     {"error", error_json(each.error)}});
  }
  return {{"parts", std::move(parts)},
          {"gate_equivalents", estimate.gate_equivalents},
          {"error", error_json(estimate.error)},
          {"routing_share", estimate.routing_share},
          {"library", fitted_library()},
          {"period_ns", estimate.period},
          {"period_error", error_json(estimate.period_error)},
          {"period_terms", terms_json(path_terms(of))},
          {"sizes", terms_json(switch_sizes(of))},
          {"extrapolated", estimate.extrapolated}};
}

Json module_json(const SwitchReport& report, const std::string& name) {
  Json result = {{"module", name}};
  if (const ModuleState* const state = find(report.modules, name)) {
    result["instances"] = state->instances;
    result["needed"] = state->state.needed_flip_flops();
    result["copies"] = state->copied_flip_flops;
    result["idle"] = state->state.idle_flip_flops;
    result["flip_flops"] = state->flip_flops();
    result["memory_needed"] = state->state.needed_memory();
    result["memory_bits"] = state->memory();
  }
  if (!report.synthesis) return result;
  if (const ModuleSynthesis* const synthesis = find(report.synthesis->modules, name)) {
    result["instances"] = synthesis->instances;
    result["synthesis"] = {{"flip_flops", synthesis->flip_flops},
                           {"memory_bits", synthesis->memory},
                           {"gate_equivalents", equivalents_once(report, *synthesis)},
                           {"gate_equivalents_with_copies", synthesis->gate_equivalents}};
    if (synthesis->area > 0) result["synthesis"]["area"] = synthesis->area;
  }
  return result;
}

}  // namespace

std::uint64_t SwitchReport::bits(StateClass state_class, bool memory) const {
  std::uint64_t sum = 0;
  for (const ModuleState& each : modules) {
    sum += (memory ? each.state.memory : each.state.flip_flops).at(index_of(state_class));
  }
  return sum;
}

std::vector<std::string> SwitchReport::differences() const {
  std::vector<std::string> result;
  if (!synthesis) return result;
  std::map<std::string, std::array<std::uint64_t, 4>> names;  // flip-flops, memory; model first
  for (const ModuleState& each : modules) {
    names[each.module][0] = each.flip_flops();
    names[each.module][1] = each.memory();
  }
  for (const ModuleSynthesis& each : synthesis->modules) {
    names[each.module][2] = each.flip_flops;
    names[each.module][3] = each.memory;
  }
  for (const auto& [name, bits] : names) {
    if (bits[0] != bits[2]) {
      result.push_back(fmt::format("{}: {}: {} flip-flops were expected, and the netlist has {}",
                                   kind.name, name, bits[0], bits[2]));
    }
    if (bits[1] != bits[3]) {
      result.push_back(
          fmt::format("{}: {}: {} bits of memory were expected, and the netlist has {}", kind.name,
                      name, bits[1], bits[3]));
    }
  }
  return result;
}

std::vector<SwitchReport> switch_reports(const Config& config, const SwitchReportRequest& request) {
  std::vector<SwitchReport> reports;
  std::string names;
  for (ElaboratedKind& kind : elaborated_kinds(config, request.changes)) {
    names += (names.empty() ? "" : ", ") + kind.name;
    if (!request.kind.empty() && kind.name != request.kind) continue;
    const ElaboratedSwitch of(kind.parameters);
    std::vector<ModuleState> modules = switch_state(of);
    SwitchEstimate estimated = estimate(of, modules);
    reports.push_back({std::move(kind), std::move(modules), {}, std::move(estimated)});
  }
  if (reports.empty()) {
    throw Error(fmt::format("--kind {}: no such kind of switch; allowed: {}", request.kind, names));
  }
  if (!request.synthesis) return reports;
  const WholeSwitchSynthesis synthesis(request.library, request.ice40);
  Progress line(request.progress, reports.size(), static_cast<double>(reports.size()), "switches");
  for (SwitchReport& report : reports) {
    report.synthesis = synthesis.of(report.kind.parameters);
    line.finished(1);
  }
  return reports;
}

double equivalents_once(const SwitchReport& report, const ModuleSynthesis& module) {
  const ModuleState* const state = find(report.modules, module.module);
  if (state == nullptr || module.flip_flops == 0) return module.gate_equivalents;
  const double share =
      static_cast<double>(state->copied_flip_flops) / static_cast<double>(module.flip_flops);
  return module.gate_equivalents - module.register_equivalents * std::min(share, 1.0);
}

double routing_share(const SwitchReport& report) {
  double routing = 0;
  double all = 0;
  for (const ModuleSynthesis& each : report.synthesis->modules) {
    const double once = equivalents_once(report, each);
    all += once;
    if (is_routing(each.module)) routing += once;
  }
  return all > 0 ? routing / all : 0;
}

Json path_json(const LongestPath& path) {
  Json parts = Json::array();
  for (const PathPart& part : path.parts) {
    parts.push_back({{"module", part.module}, {"ns", part.ns}});
  }
  return {
      {"period_ns", path.period},
      {"begin", path.begin},
      {"end", path.end},
      {"modules_apart",
       path.parts.empty() ? Json() : Json{{"period_ns", path.apart}, {"parts", std::move(parts)}}}};
}

Json ice40_json(const Ice40Circuit& of) {
  Json result = {{"luts", of.luts}, {"carries", of.carries}, {"flip_flops", of.flip_flops}};
  result["fmax_mhz"] = of.fmax_mhz ? Json(*of.fmax_mhz) : Json();
  if (of.fmax_mhz) {
    result["longest_path"] = {{"begin", of.path_begin}, {"end", of.path_end}};
  } else {
    result["fmax_undefined"] = of.no_fmax;
  }
  return result;
}

Json switch_reports_json(const std::vector<SwitchReport>& reports) {
  Json list = Json::array();
  for (const SwitchReport& report : reports) {
    Json parameters = Json::object();
    for (const std::string& each : report.kind.parameters) {
      const std::size_t equals = each.find('=');
      parameters[each.substr(0, equals)] = each.substr(equals + 1);
    }
    Json classes = Json::object();
    for (const StateClass each : kStateClasses) {
      classes[state_class_name(each)] = {{"flip_flops", report.bits(each, false)},
                                         {"memory_bits", report.bits(each, true)}};
    }
    std::vector<std::string> names;
    for (const ModuleState& each : report.modules) names.push_back(each.module);
    if (report.synthesis) {
      for (const ModuleSynthesis& each : report.synthesis->modules) names.push_back(each.module);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    Json modules = Json::array();
    for (const std::string& name : names) modules.push_back(module_json(report, name));
    Json kind = {{"kind", report.kind.name},         {"count", report.kind.switches.size()},
                 {"switches", report.kind.switches}, {"parameters", std::move(parameters)},
                 {"classes", std::move(classes)},    {"modules", std::move(modules)},
                 {"estimate", estimate_json(report)}};
    if (report.synthesis) {
      kind["routing_share"] = routing_share(report);
      const std::optional<LongestPath>& path = report.synthesis->path;
      kind["longest_path"] = path ? path_json(*path) : Json();
      if (!path) kind["no_path"] = report.synthesis->no_path;
      if (report.synthesis->ice40) kind["ice40"] = ice40_json(*report.synthesis->ice40);
      kind["differences"] = report.differences();
    }
    list.push_back(std::move(kind));
  }
  return list;
}

std::string switch_reports_text(const std::vector<SwitchReport>& reports) {
  std::string text = classes_text(reports);
  for (const SwitchReport& report : reports) {
    text += state_text(report);
    text += report.synthesis ? synthesis_text(report) : estimate_text(report);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
