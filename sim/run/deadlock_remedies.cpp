#include "sim/run/deadlock_remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/check/vc_need.h"
#include "routing/davc/ids.h"
#include "routing/decision/vc_policy.h"
#include "sim/run/network_check.h"

namespace netloom {
inline namespace sim {
namespace {

/// Larger networks are not checked. What one of some twenty checks takes grows with links times
/// destinations, or pairs of hosts where the routing depends on the source.
constexpr std::uint64_t kMostWork = 4'000'000;
constexpr int kMostVcs = 4;  ///< that are tried where the policy does not say how many it needs
constexpr std::size_t kMostNamed = 3;

bool is_small(const Config& config, const RoutingFunction& routing) {
  const std::uint64_t hosts = config.netlist.hosts.size();
  const std::uint64_t work = hosts * config.netlist.links.size();
  return (routing.depends_on_source() ? work * hosts : work) <= kMostWork;
}

/// Whether `netloom check` would accept it. `made`: its routing function, if there is one.
bool is_accepted(const Config& config, RoutingFunction* made = nullptr) {
  try {
    const std::unique_ptr<RoutingFunction> own = made == nullptr ? make_routing(config) : nullptr;
    RoutingFunction& routing = made == nullptr ? *own : *made;
    if (routing.uses_bubble() && find_bubble_problem(config.network, config.netlist.kinds)) {
      return false;
    }
    const std::optional<VcNeed> need = vc_need_of(config, routing);
    return !(need && has_too_few(config, *need)) && deadlock_of(config, routing).deadlock_free() &&
           connectivity_of(config, routing).ok();
  } catch (const Error&) {
    return false;  // the function does not have that policy, or not with so many VCs
  }
}

Config with_vcs(const Config& config, const std::string& policy, VcCounts vcs) {
  Config result = config;
  result.vc_policy = policy;
  result.vcs = std::move(vcs);
  result.network.switches.vcs = result.vcs;
  result.davc = nullptr;
  return result;
}

/// A configuration that the check accepts.
struct Remedy {
  int vcs = 0;  ///< of all kinds of links together: few are cheap
  std::string text;
};

std::string counts_text(const Config& config) {
  std::vector<std::string> counts;
  for (std::size_t kind = 1; kind < config.vcs.size(); ++kind) {
    counts.push_back(fmt::format("{}: {}", config.netlist.kinds[kind], config.vcs[kind]));
  }
  return fmt::format("{{{}}}", joined(counts));
}

int vcs_of(const Config& config) {
  return std::accumulate(config.vcs.begin() + 1, config.vcs.end(), 0);
}

/// DAVC with the VCs that it needs.
std::vector<Remedy> davc_remedies(const Config& config) {
  std::vector<Remedy> remedies;
  for (const std::string& function : davc_function_names()) {
    Config with_davc = with_vcs(config, "davc", config.vcs);
    DavcSettings settings;
    settings.rule = DavcRule(parse_davc_function(function));
    settings.ids = netlist_ids(config.netlist);
    with_davc.davc = std::make_shared<const DavcSettings>(std::move(settings));
    try {
      const VcNeed need = vc_need_of(with_davc, *make_routing(with_davc)).value();
      if (need.unbounded || need.most() > kMaxVcChoices) continue;
      for (std::size_t kind = 0; kind < need.vcs.size(); ++kind) {
        with_davc.vcs[kind] = std::max(need.vcs[kind], 1) * config.network.nic.classes;
      }
    } catch (const Error&) {
      continue;  // the function assigns VCs itself
    }
    if (!is_accepted(with_davc)) continue;
    remedies.push_back({vcs_of(with_davc), fmt::format("{{policy: davc, davc: {}, count: {}}}",
                                                       function, counts_text(with_davc))});
  }
  return remedies;
}

/// Any other policy with the VCs that the function has by default, or with the fewest that do.
std::optional<Remedy> remedy_of(const Config& config, const std::string& policy) {
  const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
  std::vector<VcCounts> trials;
  if (policy == entry.default_vc_policy) {
    const auto by_default = entry.vcs(config.routing_parameters);
    VcCounts vcs;
    for (const std::string& kind : config.netlist.kinds) {
      const auto found = by_default.find(kind);
      vcs.push_back(found == by_default.end() ? 1 : found->second);
    }
    trials.push_back(std::move(vcs));
  }
  for (int count = 1; count <= (policy == "single" ? 1 : kMostVcs); ++count) {
    VcCounts vcs(config.netlist.kinds.size(), count);
    vcs.front() = 1;
    trials.push_back(std::move(vcs));
  }
  for (VcCounts& vcs : trials) {
    for (int& count : vcs) count *= config.network.nic.classes;
    const Config trial = with_vcs(config, policy, vcs);
    if (!is_accepted(trial)) continue;
    return Remedy{vcs_of(trial),
                  fmt::format("{{policy: {}, count: {}}}", policy, counts_text(trial))};
  }
  return std::nullopt;
}

}  // namespace

std::string deadlock_remedies(const Config& config, bool deviated) {
  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  if (!is_small(config, *routing)) {
    return "netloom check says which VC policies (routing.vcs) keep the network free of deadlocks";
  }
  if (is_accepted(config, routing.get())) {
    if (deviated) {
      return "netloom check finds no deadlock in the routing, but packets on the emergency path go "
             "up after they came down, at which it does not look; with "
             "fault_handling.emergency_path = false they are dropped instead";
    }
    const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
    if (config.network.has_live_faults() && !entry.switches_tell_of_faults) {
      return "netloom check finds no deadlock in the routing, but while the fabric manager writes, "
             "old and new entries of forwarding tables together lead packets on ways at which it "
             "does not look";
    }
    return "netloom check finds no deadlock in the routing: what waits for each other is not the "
           "packets of this routing alone";
  }
  std::vector<Remedy> remedies;
  for (const std::string& policy : VcPolicyRegistry::instance().names()) {
    // Those of "layered" stay on the VC of their injection, which is a matter of the NICs too.
    if (policy == "layered") continue;
    if (policy == "davc") {
      for (Remedy& each : davc_remedies(config)) remedies.push_back(std::move(each));
    } else if (std::optional<Remedy> remedy = remedy_of(config, policy)) {
      remedies.push_back(std::move(*remedy));
    }
  }
  if (remedies.empty()) {
    return fmt::format(
        "netloom check finds none of the VC policies of the routing function {}, as its parameters "
        "are, free of deadlocks",
        config.routing_function);
  }
  std::stable_sort(remedies.begin(), remedies.end(),
                   [](const Remedy& a, const Remedy& b) { return a.vcs < b.vcs; });
  std::vector<std::string> named;
  for (const Remedy& each : remedies) {
    if (named.size() < kMostNamed) named.push_back(each.text);
  }
  return fmt::format("netloom check finds no deadlock with routing.vcs = {}",
                     joined(named, ", or "));
}

}  // namespace sim
}  // namespace netloom
