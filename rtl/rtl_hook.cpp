#include "rtl/rtl_hook.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "rtl/block_registry.h"
#include "rtl/decision/arbitrating.h"
#include "rtl/decision/port_matching.h"
#include "rtl/decision/port_selecting.h"
#include "rtl/decision/route_deciding.h"
#include "rtl/decision/traffic_counting.h"
#include "rtl/decision/vc_deciding.h"

namespace netloom {
inline namespace rtl {
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

/// Those of the implementations that make decisions of a sort.
template <class Made>
std::vector<Chosen> deciding(const RtlPlan& plan) {
  std::vector<Chosen> result;
  for (const Chosen& chosen : chosen_of(plan)) {
    if (chosen.entry->decides<Made>()) result.push_back(chosen);
  }
  return result;
}

/// Error: one of them does not make this decision. There is one of a sort in a switch, so of
/// several blocks all but one do not fit.
void require_fit(const std::vector<Chosen>& deciding, const Decision& reference, int ports) {
  for (const Chosen& chosen : deciding) {
    if (!chosen.entry->implements(reference, ports)) throw_misfit(chosen);
  }
}

/// Puts RTL in the place of the model of one switch, or beside it, as the plan says.
template <class RefereedDecision>
class PutRtl {
 public:
  using Made = typename RefereedDecision::Made;

  /// `deciding`: one at least, and the netlist and the counters, outlive it.
  PutRtl(const Netlist& netlist, std::vector<Chosen> deciding, const RtlPlan& plan,
         RtlCounters& counters)
      : netlist_(netlist),
        deciding_(std::move(deciding)),
        mode_(plan.mode),
        seed_(plan.seed),
        probe_(plan.probe),
        counters_(counters) {}

  std::unique_ptr<Made> operator()(SwitchId id, int ports, std::unique_ptr<Made> reference,
                                   int vc_shift = 0) const {
    require_fit(deciding_, *reference, ports);
    const Chosen& chosen = deciding_.front();
    const std::string& block = chosen.entry->block;
    RtlPost post;
    post.mode = mode_;
    post.identity = {chosen.name, block, netlist_.switches[id].name, id, ports, vc_shift};
    auto rtl = chosen.entry->make_as<Made>(*reference, ports, seed_of(seed_, id));
    if (rtl == nullptr) {
      throw Error(fmt::format("{} makes nothing for switch '{}' (number {}), which has {} ports",
                              post.identity.rtl(), post.identity.switch_name, id, ports));
    }
    RtlBlockCounters& counters = counters_.blocks[block];
    counters.rtl = post.identity.rtl();
    post.counters = &counters.switches[id];
    if (probe_ != nullptr && probe_->wants(id)) post.probe = probe_;
    return std::make_unique<RefereedDecision>(std::move(post), std::move(reference),
                                              std::move(rtl));
  }

 private:
  const Netlist& netlist_;
  std::vector<Chosen> deciding_;
  RtlMode mode_;
  std::uint64_t seed_;
  DecisionProbe* probe_;
  RtlCounters& counters_;
};

/// The hook of a sort of decisions; empty without an implementation that makes them.
template <class RefereedDecision, class Made = typename RefereedDecision::Made>
std::function<std::unique_ptr<Made>(SwitchId, int, std::unique_ptr<Made>)> make_hook(
    const Netlist& netlist, const RtlPlan& plan, RtlCounters& counters) {
  std::vector<Chosen> chosen = deciding<Made>(plan);
  if (chosen.empty()) return {};
  return PutRtl<RefereedDecision>(netlist, std::move(chosen), plan, counters);
}

}  // namespace

DecisionHooks make_decision_hooks(const Netlist& netlist, const RtlPlan& plan,
                                  RtlCounters& counters) {
  return {make_hook<RefereedPortMatcher>(netlist, plan, counters),
          make_hook<RefereedVcDecision>(netlist, plan, counters),
          make_hook<RefereedTrafficCounters>(netlist, plan, counters),
          make_hook<RefereedRoute>(netlist, plan, counters)};
}

SwitchArbitersHook make_arbiters_hook(const Netlist& netlist, ArbiterKind kind, bool by_channel,
                                      const RtlPlan& plan, RtlCounters& counters) {
  const std::vector<Chosen> arbiters = deciding<SwitchArbiters>(plan);
  if (arbiters.empty()) return {};
  const auto reference = [kind, by_channel](int ports, int vc_shift) {
    return std::make_unique<OwnArbiters>(ArbiterStraps{kind, ports, vc_shift, by_channel});
  };
  // All but the number of virtual channels can be said now.
  for (const SwitchInfo& info : netlist.switches) {
    require_fit(arbiters, *reference(info.ports, 0), info.ports);
  }
  return [reference, put = PutRtl<RefereedArbiters>(netlist, arbiters, plan, counters)](
             SwitchId id, int ports, int vc_shift) -> std::unique_ptr<SwitchArbiters> {
    return put(id, ports, reference(ports, vc_shift), vc_shift);
  };
}

PortSelectorHook make_port_selector_hook(const Netlist& netlist, const std::string& selection,
                                         const RtlPlan& plan, RtlCounters& counters) {
  const std::vector<Chosen> selectors = deciding<PortSelector>(plan);
  if (selectors.empty()) return {};
  if (selectors.size() > 1) {
    throw Error("RTL blocks '" + selectors[0].entry->block + "' and '" + selectors[1].entry->block +
                "' both select; one of them is allowed");
  }
  const SelectionEntry& entry = SelectionRegistry::instance().find(selection);
  if (!entry.searches_cyclically()) throw_misfit(selectors.front());
  const auto reference = [picking = entry.picking,
                          preferences = port_preferences(selection, netlist)](
                             SwitchId id, int ports, int vc_shift) {
    return std::make_unique<OwnSelection>(
        SelectorStraps{preferences[id], picking == Picking::kCyclic, ports, vc_shift});
  };
  // All but the number of virtual channels can be said now.
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const int ports = netlist.switches[id].ports;
    require_fit(selectors, *reference(id, ports, 0), ports);
  }
  return [reference, put = PutRtl<RefereedPortSelector>(netlist, selectors, plan, counters)](
             SwitchId id, int ports, int vc_shift) -> std::unique_ptr<PortSelector> {
    return put(id, ports, reference(id, ports, vc_shift), vc_shift);
  };
}

}  // namespace rtl
}  // namespace netloom
