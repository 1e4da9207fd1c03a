#include "rtl/rtl_hook.h"

#include <map>
#include <memory>
#include <utility>

#include "routing/error.h"
#include "routing/port_matcher.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_identity.h"
#include "rtl/selector_shadow.h"
#include "rtl/shadow.h"

namespace netloom {
namespace {

/// An implementation of a plan, with its name.
struct Chosen {
  std::string name;
  const RtlBlockEntry* entry;
};

/// The implementations of the plan, of which each block has one.
std::vector<Chosen> chosen_of(const RtlPlan& plan) {
  std::vector<Chosen> result;
  std::map<std::string, std::string> by_block;
  for (const std::string& name : plan.implementations) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
    const auto [other, added] = by_block.emplace(entry.block, name);
    if (!added) {
      throw Error("RTL block '" + entry.block + "' is to be both '" + other->second + "' and '" +
                  name + "'; one implementation of a block is allowed");
    }
    result.push_back({name, &entry});
  }
  return result;
}

[[noreturn]] void throw_misfit(const Chosen& chosen) {
  throw Error(
      "RTL block '" + chosen.entry->block + "'" +
      (chosen.name == chosen.entry->block ? "" : " (implementation '" + chosen.name + "')") +
      " makes no decision of this network; allowed: " + chosen.entry->fits);
}

RtlIdentity identity_of(const Chosen& chosen, const Netlist& netlist, SwitchId id, int ports) {
  return {chosen.name, chosen.entry->block, netlist.switches[id].name, id, ports};
}

}  // namespace

PortMatcherHook make_port_matcher_hook(const Netlist& netlist, const RtlPlan& plan,
                                       RtlCounters& counters) {
  std::vector<Chosen> matchers;
  for (const Chosen& chosen : chosen_of(plan)) {
    if (chosen.entry->make_port_matcher) matchers.push_back(chosen);
  }
  if (matchers.empty()) return {};
  return [&netlist, matchers, mode = plan.mode, &counters](
             SwitchId id, int ports,
             std::unique_ptr<PortMatcher> reference) -> std::unique_ptr<PortMatcher> {
    // A routing function makes one decision, so of several blocks all but one do not fit.
    for (const Chosen& chosen : matchers) {
      if (!chosen.entry->implements(*reference, ports)) throw_misfit(chosen);
    }
    const Chosen& chosen = matchers.front();
    auto rtl = chosen.entry->make_port_matcher(*reference, ports);
    RtlBlockCounters& block_counters = counters.blocks[chosen.entry->block];
    if (mode == RtlMode::kReplace) {
      return std::make_unique<ReplacingPortMatcher>(std::move(rtl), block_counters);
    }
    return std::make_unique<ShadowPortMatcher>(identity_of(chosen, netlist, id, ports),
                                               std::move(reference), std::move(rtl),
                                               block_counters);
  };
}

PortSelectorHook make_port_selector_hook(const Netlist& netlist, SelectionKind selection,
                                         const RtlPlan& plan, RtlCounters& counters) {
  std::vector<Chosen> selectors;
  for (const Chosen& chosen : chosen_of(plan)) {
    if (chosen.entry->make_port_selector) selectors.push_back(chosen);
  }
  if (selectors.empty()) return {};
  const Chosen chosen = selectors.front();
  if (selectors.size() > 1) {
    throw Error("RTL blocks '" + chosen.entry->block + "' and '" + selectors[1].entry->block +
                "' both select; one of them is allowed");
  }
  if (!searches_cyclically(selection)) throw_misfit(chosen);

  const auto straps_of = [selection](const PortPreference& preference, int ports, int vc_shift) {
    return SelectorStraps{preference, selection == SelectionKind::kCyclic, ports, vc_shift};
  };
  std::vector<PortPreference> preferences = port_preferences(selection, netlist);
  // All but the number of virtual channels can be said now.
  for (SwitchId id = 0; id < preferences.size(); ++id) {
    const int ports = netlist.switches[id].ports;
    if (!chosen.entry->implements_selection(straps_of(preferences[id], ports, 0))) {
      throw_misfit(chosen);
    }
  }
  return [&netlist, chosen, straps_of, preferences = std::move(preferences), mode = plan.mode,
          &counters](SwitchId id, int ports, int vc_shift) -> std::unique_ptr<PortSelector> {
    const SelectorStraps straps = straps_of(preferences[id], ports, vc_shift);
    if (!chosen.entry->implements_selection(straps)) throw_misfit(chosen);
    auto rtl = chosen.entry->make_port_selector(straps);
    RtlIdentity identity = identity_of(chosen, netlist, id, ports);
    RtlBlockCounters& block_counters = counters.blocks[chosen.entry->block];
    if (mode == RtlMode::kReplace) {
      return std::make_unique<ReplacingPortSelector>(std::move(identity), vc_shift, std::move(rtl),
                                                     block_counters);
    }
    return std::make_unique<ShadowPortSelector>(std::move(identity), vc_shift, std::move(rtl),
                                                block_counters);
  };
}

}  // namespace netloom
