#include "rtl/rtl_hook.h"

#include <map>
#include <utility>

#include "routing/error.h"
#include "routing/port_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {

PortMatcherHook make_port_matcher_hook(const Netlist& netlist,
                                       const std::vector<std::string>& implementations,
                                       RtlMode mode, std::shared_ptr<RtlCounters> counters) {
  if (implementations.empty()) return {};

  std::map<std::string, std::string> by_block;
  for (const std::string& name : implementations) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
    const auto [other, added] = by_block.emplace(entry.block, name);
    if (!added) {
      throw Error("RTL block '" + entry.block + "' is to be both '" + other->second + "' and '" +
                  name + "'; one implementation of a block is allowed");
    }
  }

  return [&netlist, implementations, mode, counters = std::move(counters)](
             SwitchId switch_id, int ports,
             std::unique_ptr<PortMatcher> reference) -> std::unique_ptr<PortMatcher> {
    for (const std::string& name : implementations) {
      const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(name);
      if (!entry.implements(*reference)) continue;
      auto rtl = entry.make_port_matcher(ports);
      if (mode == RtlMode::kReplace) {
        return std::make_unique<ReplacingPortMatcher>(std::move(rtl), counters);
      }
      ShadowPortMatcher::Identity identity{name, entry.block, netlist.switches[switch_id].name,
                                           switch_id, ports};
      return std::make_unique<ShadowPortMatcher>(std::move(identity), std::move(reference),
                                                 std::move(rtl), counters);
    }
    std::string names;
    for (const std::string& name : implementations) names += (names.empty() ? "" : ", ") + name;
    throw Error("none of the RTL block implementations (" + names +
                ") makes the decision of this routing function");
  };
}

}  // namespace netloom
