#include "sim/config/fault_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "routing/error.h"
#include "routing/failed_parts.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/kary_tree_of.h"
#include "routing/parameters.h"
#include "routing/random.h"

namespace netloom {
namespace {

/// Draws before it is given up that some part is tolerated.
constexpr int kMostDraws = 10000;

/// Draws parts that fail.
class Lottery {
 public:
  Lottery(const Config& config, std::uint64_t seed)
      : config_(config), random_(Random::mix(seed) ^ 0xFA17u, 0) {
    const Netlist& netlist = config.netlist;
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
      const Link& link = netlist.links[i];
      if (link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch) {
        links_.push_back(i);
      }
    }
  }

  /// A part that does not fail yet. With `tolerated` one with which all that fail are tolerated.
  RunFault draw(FailedPart part, bool tolerated, const std::vector<RunFault>& before) {
    const Netlist& netlist = config_.netlist;
    for (int i = 0; i < kMostDraws; ++i) {
      RunFault fault;
      fault.part = part;
      if (part == FailedPart::kSwitch) {
        const auto count = static_cast<std::uint32_t>(netlist.switches.size());
        fault.name = netlist.switches[random_.below(count)].name;
      } else {
        const auto count = static_cast<std::uint32_t>(links_.size());
        fault.name = endpoint_name(netlist, netlist.links[links_[random_.below(count)]].from);
      }
      fault.links = links_of_part(netlist, part, fault.name);
      if (has_failed(fault, before)) continue;
      if (!tolerated || is_tolerated(fault, before)) return fault;
    }
    throw Error(fmt::format("no {} was found that can fail {}in {} draws", failed_part_name(part),
                            tolerated ? "and is tolerated " : "", kMostDraws));
  }

 private:
  static bool has_failed(const RunFault& fault, const std::vector<RunFault>& before) {
    return std::any_of(before.begin(), before.end(), [&](const RunFault& each) {
      return std::find_first_of(each.links.begin(), each.links.end(), fault.links.begin(),
                                fault.links.end()) != each.links.end();
    });
  }

  bool is_tolerated(const RunFault& fault, const std::vector<RunFault>& before) {
    if (!judge_) {
      const auto registers = integer_parameter(config_.routing_parameters, "exclusion_intervals");
      judge_.emplace(fat_tree_of(config_.netlist, "faults"), static_cast<int>(registers));
    }
    std::vector<LinkEnd> ends;
    const auto add = [&](const RunFault& each) {
      for (const int link : each.links) {
        const Endpoint& from = config_.netlist.links[static_cast<std::size_t>(link)].from;
        ends.push_back({from.index, from.port});
      }
    };
    for (const RunFault& each : before) add(each);
    add(fault);
    return judge_->judge(ends);
  }

  const Config& config_;
  Random random_;
  std::vector<std::size_t> links_;  ///< between switches
  std::optional<FaultJudge> judge_;
};

}  // namespace

std::vector<RunFault> faults_of_run(const Config& config, std::uint64_t seed) {
  std::vector<RunFault> faults;
  std::unique_ptr<Lottery> lottery;
  for (const FaultConfig& each : config.faults) {
    if (!each.drawn) {
      faults.push_back({each.cycle, each.part, each.name, each.links});
      continue;
    }
    if (!lottery) lottery = std::make_unique<Lottery>(config, seed);
    for (int i = 0; i < each.count; ++i) {
      RunFault fault = lottery->draw(each.part, each.tolerated, faults);
      fault.cycle = each.cycle + static_cast<Cycle>(i) * each.spacing;
      faults.push_back(std::move(fault));
    }
  }
  return faults;
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

}  // namespace netloom
