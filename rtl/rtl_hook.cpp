#include "rtl/rtl_hook.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/traffic_counters.h"
#include "routing/decision/vc_decision.h"
#include "rtl/arbiter_shadow.h"
#include "rtl/block_registry.h"
#include "rtl/counters_shadow.h"
#include "rtl/probed_decisions.h"
#include "rtl/rtl_identity.h"
#include "rtl/selector_shadow.h"
#include "rtl/shadow.h"
#include "rtl/vc_shadow.h"

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

/// What the blocks of a switch leave open does not depend on the order in which they are made.
std::uint64_t seed_of(std::uint64_t seed, SwitchId id) {
  return Random::mix(Random::mix(seed) + id);
}

RtlIdentity identity_of(const Chosen& chosen, const Netlist& netlist, SwitchId id, int ports) {
  return {chosen.name, chosen.entry->block, netlist.switches[id].name, id, ports};
}

/// What an implementation has made for a switch. Error: nothing.
template <class Made>
std::unique_ptr<Made> made_of(std::unique_ptr<Made> made, const RtlIdentity& identity) {
  if (made != nullptr) return made;
  throw Error(identity.rtl() + " makes nothing for switch '" + identity.switch_name + "' (number " +
              std::to_string(identity.switch_id) + "), which has " +
              std::to_string(identity.ports) + " ports");
}

/// What a hook needs to know about a sort of decision.
struct MatchingPorts {
  using Decision = PortMatcher;
  using Shadow = ShadowPortMatcher;
  static std::unique_ptr<Decision> replace(std::unique_ptr<Decision> reference,
                                           std::unique_ptr<Decision> rtl,
                                           RtlBlockCounters& counters, int ports, bool probed) {
    return std::make_unique<ReplacingPortMatcher>(std::move(reference), std::move(rtl), counters,
                                                  ports, probed);
  }
  static std::unique_ptr<Decision> show(std::unique_ptr<Decision> decision, SwitchId id,
                                        DecisionProbe::Side side, DecisionProbe& probe) {
    return std::make_unique<ProbedPortMatcher>(std::move(decision), id, side, probe);
  }
  static const auto& implements(const RtlBlockEntry& entry) { return entry.implements; }
  static const auto& make(const RtlBlockEntry& entry) { return entry.make_port_matcher; }
};
struct DecidingVcs {
  using Decision = VcDecision;
  using Shadow = ShadowVcDecision;
  static std::unique_ptr<Decision> replace(std::unique_ptr<Decision> reference,
                                           std::unique_ptr<Decision> rtl,
                                           RtlBlockCounters& counters, int /*ports*/, bool probed) {
    return std::make_unique<ReplacingVcDecision>(std::move(reference), std::move(rtl), counters,
                                                 probed);
  }
  static std::unique_ptr<Decision> show(std::unique_ptr<Decision> decision, SwitchId id,
                                        DecisionProbe::Side side, DecisionProbe& probe) {
    return std::make_unique<ProbedVcDecision>(std::move(decision), id, side, probe);
  }
  static const auto& implements(const RtlBlockEntry& entry) { return entry.implements_vcs; }
  static const auto& make(const RtlBlockEntry& entry) { return entry.make_vc_decision; }
};
struct CountingTraffic {
  using Decision = TrafficCounters;
  using Shadow = ShadowTrafficCounters;
  static std::unique_ptr<Decision> replace(std::unique_ptr<Decision> /*reference*/,
                                           std::unique_ptr<Decision> rtl,
                                           RtlBlockCounters& counters, int /*ports*/,
                                           bool /*probed*/) {
    return std::make_unique<ReplacingTrafficCounters>(std::move(rtl), counters);
  }
  /// Counters are not shown.
  static std::unique_ptr<Decision> show(std::unique_ptr<Decision> decision, SwitchId /*id*/,
                                        DecisionProbe::Side /*side*/, DecisionProbe& /*probe*/) {
    return decision;
  }
  static const auto& implements(const RtlBlockEntry& entry) { return entry.implements_counters; }
  static const auto& make(const RtlBlockEntry& entry) { return entry.make_counters; }
};

/// The hook of those of the implementations that make decisions of a sort; empty without any.
template <class Sort>
std::function<std::unique_ptr<typename Sort::Decision>(SwitchId, int,
                                                       std::unique_ptr<typename Sort::Decision>)>
make_hook(const Netlist& netlist, const std::vector<Chosen>& all, const RtlPlan& plan,
          RtlCounters& counters) {
  using Decision = typename Sort::Decision;
  std::vector<Chosen> deciding;
  for (const Chosen& chosen : all) {
    if (Sort::make(*chosen.entry)) deciding.push_back(chosen);
  }
  if (deciding.empty()) return {};
  return [&netlist, deciding, mode = plan.mode, probe = plan.probe, seed = plan.seed, &counters](
             SwitchId id, int ports,
             std::unique_ptr<Decision> reference) -> std::unique_ptr<Decision> {
    // A routing function makes one decision of a sort, so of several blocks all but one do not fit.
    for (const Chosen& chosen : deciding) {
      if (!Sort::implements(*chosen.entry)(*reference, ports)) throw_misfit(chosen);
    }
    const Chosen& chosen = deciding.front();
    RtlIdentity identity = identity_of(chosen, netlist, id, ports);
    auto rtl = made_of(Sort::make(*chosen.entry)(*reference, ports, seed_of(seed, id)), identity);
    const bool probed = probe != nullptr && probe->wants(id);
    if (probed) {
      reference = Sort::show(std::move(reference), id, DecisionProbe::Side::kModel, *probe);
      rtl = Sort::show(std::move(rtl), id, DecisionProbe::Side::kRtl, *probe);
    }
    RtlBlockCounters& block_counters = counters.blocks[chosen.entry->block];
    block_counters.rtl = identity.rtl();
    if (mode == RtlMode::kReplace) {
      return Sort::replace(std::move(reference), std::move(rtl), block_counters, ports, probed);
    }
    return std::make_unique<typename Sort::Shadow>(std::move(identity), std::move(reference),
                                                   std::move(rtl), block_counters);
  };
}

}  // namespace

DecisionHooks make_decision_hooks(const Netlist& netlist, const RtlPlan& plan,
                                  RtlCounters& counters) {
  const std::vector<Chosen> chosen = chosen_of(plan);
  return {make_hook<MatchingPorts>(netlist, chosen, plan, counters),
          make_hook<DecidingVcs>(netlist, chosen, plan, counters),
          make_hook<CountingTraffic>(netlist, chosen, plan, counters)};
}

SwitchArbitersHook make_arbiters_hook(const Netlist& netlist, ArbiterKind kind, bool by_channel,
                                      const RtlPlan& plan, RtlCounters& counters) {
  std::vector<Chosen> arbiters;
  for (const Chosen& chosen : chosen_of(plan)) {
    if (chosen.entry->make_arbiters) arbiters.push_back(chosen);
  }
  if (arbiters.empty()) return {};
  const auto check = [arbiters](const ArbiterStraps& straps) {
    // There is one kind of arbiter, so of several blocks all but one do not fit.
    for (const Chosen& chosen : arbiters) {
      if (!chosen.entry->implements_arbitration(straps)) throw_misfit(chosen);
    }
  };
  // All but the number of virtual channels can be said now.
  for (const SwitchInfo& info : netlist.switches) check({kind, info.ports, 0, by_channel});
  return [&netlist, chosen = arbiters.front(), check, kind, by_channel, mode = plan.mode,
          seed = plan.seed,
          &counters](SwitchId id, int ports, int vc_shift) -> std::unique_ptr<SwitchArbiters> {
    const ArbiterStraps straps{kind, ports, vc_shift, by_channel};
    check(straps);
    RtlIdentity identity = identity_of(chosen, netlist, id, ports);
    auto rtl = made_of(chosen.entry->make_arbiters(straps, seed_of(seed, id)), identity);
    return std::make_unique<RtlSwitchArbiters>(mode, std::move(identity), vc_shift, std::move(rtl),
                                               counters.blocks[chosen.entry->block]);
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
          probe = plan.probe, seed = plan.seed,
          &counters](SwitchId id, int ports, int vc_shift) -> std::unique_ptr<PortSelector> {
    const SelectorStraps straps = straps_of(preferences[id], ports, vc_shift);
    if (!chosen.entry->implements_selection(straps)) throw_misfit(chosen);
    RtlIdentity identity = identity_of(chosen, netlist, id, ports);
    auto rtl = made_of(chosen.entry->make_port_selector(straps, seed_of(seed, id)), identity);
    if (probe != nullptr && probe->wants(id)) {
      rtl = std::make_unique<ProbedPortSelector>(std::move(rtl), id, *probe);
    }
    return std::make_unique<RtlPortSelector>(mode, std::move(identity), vc_shift, std::move(rtl),
                                             counters.blocks[chosen.entry->block]);
  };
}

}  // namespace netloom
