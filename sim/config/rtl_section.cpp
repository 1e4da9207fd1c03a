#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "hw/network_sizes.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/selection.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_hook.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr Choice<RtlConfig::Mode> kMode[] = {{"replace", RtlConfig::Mode::kReplace},
                                             {"shadow", RtlConfig::Mode::kShadow}};

/// The hooks of a plan, which set `asked` when they are called.
DecisionHooks noting(const DecisionHooks& hooks, bool& asked) {
  return DecisionHooks::made_by([&](auto member) {
    auto hook = hooks.*member;
    if (!hook) return hook;
    return decltype(hook)([&asked, hook](SwitchId id, int ports, auto reference) {
      asked = true;
      return hook(id, ports, std::move(reference));
    });
  });
}

/// Fails unless the network makes a decision that this implementation of a block can make.
void check_fit(Reader& reader, const std::string& implementation, const KeyPath& here) {
  const Config& config = reader.config();
  const Netlist& netlist = config.netlist;
  const SwitchConfig& switches = config.network.switches;
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(implementation);
  const RtlPlan plan{{implementation}, RtlMode::kReplace};
  RtlCounters counters;
  bool asked = false;
  reader.located(here, [&] {
    const PortSelectorHook selector =
        make_port_selector_hook(netlist, config.network.switches.selection, plan, counters);
    const DecisionHooks hooks = make_decision_hooks(netlist, plan, counters);
    const SwitchArbitersHook arbiters = make_arbiters_hook(
        netlist, switches.arbiter, switches.crossbar == CrossbarKind::kFull, plan, counters);
    asked = selector != nullptr || arbiters != nullptr;
    const auto largest = std::max_element(
        netlist.switches.begin(), netlist.switches.end(),
        [](const SwitchInfo& a, const SwitchInfo& b) { return a.ports < b.ports; });
    const auto place = static_cast<SwitchId>(largest - netlist.switches.begin());
    const int vc_shift = vc_shift_of(config.vcs, config.network.nic.injection_vcs);
    if (selector) selector(place, largest->ports, vc_shift);
    if (arbiters) arbiters(place, most_ports(netlist, config.network), vc_shift);
    if (!hooks.empty() && !netlist.switches.empty()) reader.try_hooks(noting(hooks, asked), 0);
  });
  if (!asked) {
    reader.fail(here, fmt::format("RTL block '{}' makes no decision of routing.function {}; "
                                  "allowed: {}",
                                  entry.block, config.routing_function, entry.fits));
  }
}

}  // namespace

KeySchema rtl_section() {
  std::vector<std::string> decisions;
  const auto& registry = RtlBlockRegistry::instance();
  for (const std::string& name : registry.names()) {
    const std::string& decision = registry.find(name).block;
    if (std::find(decisions.begin(), decisions.end(), decision) == decisions.end()) {
      decisions.push_back(decision);
    }
  }
  KeySchema name = key("name", "The decision.", "", text(decisions));
  name.required = true;
  ValueSchema block = text(decisions);
  block.map =
      map_of({std::move(name), derived_key("implementation", "Which Verilated block makes it.", "",
                                           text(registry.names()), "the name")})
          .map;
  ValueSchema blocks = list_of(std::move(block));
  blocks.minimum_elements = 0;
  return section(
      "rtl", "Verilated RTL in every switch.",
      map_of(
          {optional_key("blocks",
                        "Decisions that RTL makes: names, or maps of name and implementation.", "",
                        std::move(blocks), json::array()),
           optional_key("mode",
                        "replace: the RTL decides. shadow: the RTL and the model both decide, and "
                        "the run stops at the first difference.",
                        "", one_of(kMode), name_of(kMode, RtlConfig().mode))}));
}

void read_rtl(Reader& reader) {
  json& from = reader.section("rtl");
  RtlConfig& to = reader.config().rtl;
  to.mode = choose(kMode, from.at("mode"));
  std::size_t index = 0;
  for (json& each : from["blocks"]) {
    const KeyPath here = key_path("rtl", "blocks").element(index++);
    const bool each_is_name = each.is_string();
    if (each_is_name) each = json{{"name", each}};
    RtlConfig::Block block;
    block.name = each.at("name");
    block.implementation = each.value("implementation", block.name);
    each["implementation"] = block.implementation;
    const auto& registry = RtlBlockRegistry::instance();
    if (!registry.contains(block.implementation) ||
        registry.find(block.implementation).block != block.name) {
      reader.fail(
          each_is_name ? here : here.key("implementation"),
          fmt::format("'{}' does not make the decision '{}'; allowed: {}", block.implementation,
                      block.name, fmt::join(rtl_implementations(block.name), ", ")));
    }
    check_fit(reader, block.implementation, here);
    for (const RtlConfig::Block& other : to.blocks) {
      if (other.name == block.name) {
        reader.fail(here, "'" + block.name + "' is given twice; allowed: once");
      }
    }
    to.blocks.push_back(std::move(block));
  }
}

}  // namespace sim
}  // namespace netloom
