#include "sim/config/fault_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/netlist/failed_parts.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace sim {
namespace {

/// Draws before it is given up that some part is tolerated.
constexpr int kMostDraws = 10000;

/// Draws parts that fail.
class Lottery {
 public:
  Lottery(const Config& config, std::uint64_t seed)
      : config_(config), ports_(config.netlist), random_(Random::mix(seed) ^ 0xFA17u, 0) {}

  /// One of the parts, which does not fail yet. With `tolerated` one with which all that fail are
  /// tolerated.
  RunFault draw(const FaultConfig& wanted, const std::vector<Endpoint>& parts,
                const std::vector<RunFault>& before) {
    for (int i = 0; i < kMostDraws && !parts.empty(); ++i) {
      RunFault fault;
      fault.part = wanted.part;
      const Endpoint& at = parts[random_.below(static_cast<std::uint32_t>(parts.size()))];
      fault.links = links_of_part(config_.netlist, ports_, fault.part, at);
      if (has_failed(fault, before)) continue;
      if (wanted.tolerated && !is_tolerated(fault, before)) continue;
      fault.name = name_of_part(config_.netlist, fault.part, at);
      return fault;
    }
    throw Error(fmt::format("no {} was found that can fail {}in {} draws",
                            failed_part_name(wanted.part),
                            wanted.tolerated ? "and is tolerated " : "", kMostDraws));
  }

  /// Where all parts to draw from are.
  std::vector<Endpoint> parts_of(const FaultConfig& wanted) const {
    const Netlist& netlist = config_.netlist;
    std::optional<FatTree> tree;
    if (wanted.stage >= 0) tree.emplace(fat_tree_of(netlist, "faults: stage"));
    const auto fits = [&](SwitchId id) { return !tree || tree->stage(id) == wanted.stage; };
    std::vector<Endpoint> parts;
    if (wanted.part == FailedPart::kSwitch) {
      for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
        if (fits(id)) parts.push_back({Endpoint::Type::kSwitch, id, 0});
      }
      return parts;
    }
    for (const Link& link : netlist.links) {
      const bool between_switches =
          link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch;
      if (!between_switches || !fits(link.from.index)) continue;
      if (wanted.kind >= 0 && link.kind != wanted.kind) continue;
      parts.push_back(link.from);
    }
    return parts;
  }

 private:
  static bool has_failed(const RunFault& fault, const std::vector<RunFault>& before) {
    return std::any_of(before.begin(), before.end(), [&](const RunFault& each) {
      return std::find_first_of(each.links.begin(), each.links.end(), fault.links.begin(),
                                fault.links.end()) != each.links.end();
    });
  }

  bool is_tolerated(const RunFault& fault, const std::vector<RunFault>& before) {
    if (!tolerance_) tolerance_ = fault_tolerance(config_);
    std::vector<int> links = fault.links;
    for (const RunFault& each : before) {
      links.insert(links.end(), each.links.begin(), each.links.end());
    }
    return tolerance_->tolerates(links);
  }

  const Config& config_;
  PortMap ports_;
  Random random_;
  std::unique_ptr<FaultTolerance> tolerance_;
};

}  // namespace

std::unique_ptr<FaultTolerance> fault_tolerance(const Config& config) {
  return RoutingFunctionRegistry::instance()
      .find(config.routing_function)
      .fault_tolerance(config.netlist, config.routing_parameters);
}

std::vector<RunFault> faults_of_run(const Config& config, std::uint64_t seed) {
  std::vector<RunFault> faults;
  std::unique_ptr<Lottery> lottery;
  for (const FaultConfig& each : config.faults) {
    if (!each.drawn) {
      faults.push_back({each.cycle, each.part, each.name, each.links});
      continue;
    }
    if (!lottery) lottery = std::make_unique<Lottery>(config, seed);
    const std::vector<Endpoint> parts = lottery->parts_of(each);
    for (int i = 0; i < each.count; ++i) {
      RunFault fault = lottery->draw(each, parts, faults);
      fault.cycle = each.cycle + static_cast<Cycle>(i) * each.spacing;
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

std::optional<Cycle> fails_later(const FaultConfig& fault) {
  if (fault.cycle > 0) return fault.cycle;
  if (fault.drawn && fault.spacing > 0 && fault.count > 1) return fault.spacing;
  return std::nullopt;
}

std::vector<LinkFault> link_faults(const std::vector<RunFault>& faults) {
  std::vector<LinkFault> result;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    for (const int link : faults[i].links) {
      result.push_back({faults[i].cycle, link, static_cast<int>(i)});
    }
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
