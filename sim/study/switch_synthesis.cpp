#include "sim/study/switch_synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "routing/base/bits.h"
#include "routing/davc/settings.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/selection.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "routing/topology/dragonfly.h"
#include "routing/topology/grid.h"
#include "rtl/block_registry.h"
#include "rtl/own_blocks.h"
#include "sim/base/progress.h"
#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

/// Whether an implementation makes a decision of the configuration's switches.
bool fits(const RtlBlockEntry& entry, LoadedConfig& loaded, bool adaptive) {
  const Config& config = loaded.config();
  const int ports = config.netlist.switches.at(0).ports;
  if (entry.decides<SwitchArbiters>()) {
    ArbiterStraps straps;
    straps.kind = config.network.switches.arbiter;
    straps.ports = ports;
    return entry.implements(OwnArbiters(straps), ports);
  }
  if (entry.decides<PortSelector>()) {
    const std::string& name = config.network.switches.selection;
    const SelectionEntry& selection = SelectionRegistry::instance().find(name);
    if (!adaptive || !selection.searches_cyclically()) return false;
    const auto preferences = port_preferences(name, config.netlist);
    return entry.implements(
        OwnSelection({preferences.at(0), selection.picking == Picking::kCyclic, ports, 0}), ports);
  }
  bool implements = false;
  const auto ask = [&](auto /*hook*/) {
    return [&](SwitchId /*id*/, int ports_of_decision, auto reference) {
      implements = implements || entry.implements(*reference, ports_of_decision);
      return reference;
    };
  };
  loaded.try_hooks(DecisionHooks::made_by(ask), 0);
  return implements;
}

/// Names of the implementations to synthesise.
std::vector<std::string> implementations_of(LoadedConfig& loaded, bool adaptive) {
  std::vector<std::string> result;
  for (const RtlConfig::Block& block : loaded.config().rtl.blocks) {
    result.push_back(block.implementation);
  }
  if (!result.empty()) return result;
  // Any of the decisions may be one of this configuration.
  require_own_blocks(RtlDecisionRegistry::instance().names());
  const auto& registry = RtlBlockRegistry::instance();
  for (const std::string& name : registry.names()) {
    const RtlBlockEntry& entry = registry.find(name);
    if (name == entry.block && fits(entry, loaded, adaptive)) result.push_back(name);
  }
  return result;
}

/// What the blocks of this kind of switch depend on.
CircuitRequest request_of(const Config& config, const CostReport& report, const SwitchKind& kind) {
  const Netlist& netlist = config.netlist;
  CircuitRequest request;
  request.set = report.set;
  request.shape = kind.shape;
  request.complete_ports = report.table.ports;
  if (config.davc) request.davc = config.davc->rule.function();
  const std::unique_ptr<Topology> topology = topology_of(netlist);
  if (const auto* dragonfly = dynamic_cast<const Dragonfly*>(topology.get())) {
    const auto vcs = [&](const char* link_kind) {
      const auto place = std::find(netlist.kinds.begin(), netlist.kinds.end(), link_kind);
      return config.network.switches.vcs[static_cast<std::size_t>(place - netlist.kinds.begin())];
    };
    request.local_ports = std::max(dragonfly->a() - 1, 1);
    request.local_vcs = vcs("local");
    request.global_vcs = vcs("global");
  }
  if (const auto* grid = dynamic_cast<const Grid*>(topology.get())) {
    request.dimensions = grid->dimensions();
    for (int d = 0; d < grid->dimensions(); ++d) {
      request.coordinate_bits =
          std::max(request.coordinate_bits, bits_for(static_cast<std::uint64_t>(grid->size(d))));
    }
  }
  return request;
}

/// Registers of the table that the circuit has, in bits.
std::uint64_t register_bits(const RtlCircuit& circuit, const RegisterCost& cost) {
  std::uint64_t bits = 0;
  for (const RegisterBits& each : cost.registers()) {
    if (std::find(circuit.registers.begin(), circuit.registers.end(), each.name) !=
        circuit.registers.end()) {
      bits += circuit.one_of_each ? static_cast<std::uint64_t>(each.bits) : each.total();
    }
  }
  return bits;
}

Json block_json(const BlockSynthesis& each) {
  Json result = {{"implementation", each.implementation},
                 {"kind", each.kind},
                 {"module", each.circuit.module},
                 {"parameters", Json::object()},
                 {"flip_flops", each.result.flip_flops},
                 {"register_bits", each.register_bits},
                 {"other_flip_flops", each.circuit.more_flip_flops},
                 {"luts", each.result.ice40.luts},
                 {"carries", each.result.ice40.carries},
                 {"gates", each.result.gates},
                 {"transistors", each.result.transistors}};
  for (const auto& [name, value] : each.circuit.parameters) result["parameters"][name] = value;
  result["fmax_mhz"] = each.result.ice40.fmax_mhz ? Json(*each.result.ice40.fmax_mhz) : Json();
  if (!each.result.ice40.fmax_mhz) result["fmax_undefined"] = each.result.ice40.no_fmax;
  return result;
}

}  // namespace

bool SwitchSynthesis::ok() const {
  return std::all_of(blocks.begin(), blocks.end(),
                     [](const BlockSynthesis& each) { return each.flip_flops_agree(); });
}

SwitchSynthesis synthesise(LoadedConfig& loaded, const CostReport& report,
                           PlaceAndRoute place_and_route, bool progress) {
  const Config& config = loaded.config();
  const std::vector<std::string> names = implementations_of(loaded, report.table.choices > 1);
  const RtlSynthesis synthesis(place_and_route);
  SwitchSynthesis result;
  const std::size_t circuits = names.size() * report.kinds.size();
  Progress line(progress, circuits, static_cast<double>(circuits), "circuits");
  for (const std::string& name : names) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
    for (const SwitchKind& kind : report.kinds) {
      BlockSynthesis block;
      block.block = entry.block;
      block.implementation = name;
      block.kind = kind.name;
      block.circuit = entry.circuit(request_of(config, report, kind));
      block.register_bits = register_bits(block.circuit, kind.registers);
      // Another kind may have the same circuit.
      const auto same = std::find_if(result.blocks.begin(), result.blocks.end(),
                                     [&](const BlockSynthesis& other) {
                                       return other.implementation == name &&
                                              other.circuit.parameters == block.circuit.parameters;
                                     });
      block.result =
          same != result.blocks.end() ? same->result : synthesis.of(block.circuit, entry.sources);
      result.blocks.push_back(std::move(block));
      line.finished(1);
    }
  }
  return result;
}

Json synthesis_json(const SwitchSynthesis& synthesis) {
  Json result = Json::object();
  for (const BlockSynthesis& each : synthesis.blocks) {
    Json block = block_json(each);
    const auto found = result.find(each.block);
    Json kinds = found == result.end() ? Json::array() : found->at("kinds");
    kinds.push_back(block);
    if (found == result.end() || found->at("gates") < block.at("gates")) {
      result[each.block] = std::move(block);
    }
    result[each.block]["kinds"] = std::move(kinds);
  }
  return result;
}

std::string synthesis_text(const SwitchSynthesis& synthesis) {
  if (synthesis.blocks.empty()) {
    return "Synthesis: no RTL block makes a decision of this configuration\n";
  }
  std::vector<std::vector<std::string>> rows = {{"block", "switches", "flip-flops", "register bits",
                                                 "LUTs", "carries", "gates", "transistors", "MHz"}};
  std::string notes;
  for (const BlockSynthesis& each : synthesis.blocks) {
    const RtlCircuit& circuit = each.circuit;
    std::string bits = std::to_string(each.register_bits);
    if (circuit.more_flip_flops > 0) {
      bits += fmt::format(" + {} {}", circuit.more_flip_flops, circuit.more_meaning);
    }
    rows.push_back(
        {each.implementation, each.kind, std::to_string(each.result.flip_flops), bits,
         std::to_string(each.result.ice40.luts), std::to_string(each.result.ice40.carries),
         std::to_string(each.result.gates), std::to_string(each.result.transistors),
         each.result.ice40.fmax_mhz ? fmt::format("{:.1f}", *each.result.ice40.fmax_mhz) : "-"});
    notes += fmt::format("{}, {}: {}{}{}", each.implementation, each.kind, circuit.module,
                         circuit.parameters.empty() ? "" : " ", circuit.parameters_text());
    if (!each.result.ice40.fmax_mhz) notes += "; no frequency: " + each.result.ice40.no_fmax;
    if (!each.flip_flops_agree()) notes += "; FLIP-FLOPS AND REGISTER BITS DIFFER";
    notes += '\n';
  }
  return "Synthesis of the RTL blocks of one switch\n" + aligned_columns(rows, {0, 1}) + notes;
}

}  // namespace sim
}  // namespace netloom
