#include "sim/traffic/traffic_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "routing/base/error.h"
#include "sim/traffic/area_pattern.h"

namespace netloom {
inline namespace sim {
namespace {

/// Shares as cumulative draws: the last draw that chooses each entry.
std::vector<std::uint32_t> last_draws(const std::vector<double>& shares) {
  double total = 0;
  for (const double share : shares) total += share;
  std::vector<std::uint32_t> result;
  double sum = 0;
  for (const double share : shares) {
    sum += share;
    const double draws = std::clamp(4294967296.0 * (sum / total) - 1, 0.0, 4294967295.0);
    result.push_back(static_cast<std::uint32_t>(draws));
  }
  result.back() = 0xffffffffu;
  return result;
}

}  // namespace

TrafficPlan::TrafficPlan(const Netlist& netlist, const TrafficConfig& config,
                         std::optional<double> load, std::uint64_t seed) {
  for (std::size_t i = 0; i < config.phases.size(); ++i) {
    const TrafficConfig::Phase& from = config.phases[i];
    const std::optional<double> phase_load = from.load ? from.load : load;
    const bool burst = config.kind == TrafficConfig::Kind::kBurst;
    if (!phase_load && !burst) {
      throw Error(fmt::format("traffic: the phase from cycle {} has no load", from.from));
    }
    // A burst is not spread over time: its gaps are never asked for.
    const double probability = burst ? 1 : *phase_load / config.packet_phits;
    const bool last = i + 1 == config.phases.size();
    phases_.push_back(Phase(from.from, last ? kNever : config.phases[i + 1].from, probability,
                            netlist.hosts.size()));
    assign_patterns(phases_.back(), from, netlist, seed);
  }
}

void TrafficPlan::assign_patterns(Phase& phase, const TrafficConfig::Phase& config,
                                  const Netlist& netlist, std::uint64_t seed) {
  const std::size_t nodes = netlist.hosts.size();
  std::vector<std::vector<std::size_t>> used(nodes);  // indices of the patterns of a node
  const std::size_t first = patterns_.size();
  for (std::size_t i = 0; i < config.patterns.size(); ++i) {
    const TrafficConfig::Pattern& pattern = config.patterns[i];
    patterns_.push_back(
        PatternRegistry::instance().find(pattern.name).make(netlist, pattern.parameters, seed));
    if (pattern.own_area && !pattern.nodes.empty()) {
      patterns_.back() =
          within_area(std::move(patterns_.back()), pattern.name, pattern.nodes, nodes);
    }
    if (pattern.nodes.empty()) {
      for (auto& each : used) each.push_back(i);
    } else {
      for (const NodeId node : pattern.nodes) used[node].push_back(i);
    }
  }
  std::map<std::vector<std::size_t>, std::uint32_t> known;
  for (std::size_t node = 0; node < nodes; ++node) {
    if (used[node].empty()) continue;
    const auto next = static_cast<std::uint32_t>(phase.mixtures_.size());
    const auto [it, is_new] = known.emplace(used[node], next);
    phase.mixture_of_[node] = it->second;
    if (!is_new) continue;
    Mixture mixture;
    std::vector<double> shares;
    for (const std::size_t i : used[node]) {
      mixture.patterns.push_back(patterns_[first + i].get());
      shares.push_back(config.patterns[i].share);
    }
    mixture.last_draw = last_draws(shares);
    phase.mixtures_.push_back(std::move(mixture));
  }
}

Random TrafficPlan::generator(std::uint64_t seed, NodeId node) {
  constexpr std::uint64_t kStream = 0x74726166;  // apart from the switches' generators
  return Random(Random::mix(seed) + kStream, node);
}

}  // namespace sim
}  // namespace netloom
