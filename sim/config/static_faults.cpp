#include "sim/config/static_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/config/fault_plan.h"

namespace netloom {
inline namespace sim {

void require_tolerated(const Config& config, std::uint64_t seed) {
  const RoutingContext context = routing_context(config, seed);
  if (context.failed_links.empty()) return;
  const std::unique_ptr<FaultTolerance> tolerance = fault_tolerance(config);
  if (tolerance->tolerates(context.failed_links)) return;
  std::vector<std::string> names;
  for (const RunFault& fault : faults_of_run(config, seed)) {
    if (fault.cycle == 0) names.push_back(fault.name);
  }
  throw Error(fmt::format(
      "faults: {} before the start {} not tolerated: some hosts cannot send to others, which "
      "netloom check lists; allowed: {}",
      joined(names), names.size() == 1 ? "is" : "are", tolerance->tolerated()));
}

std::optional<std::string> leaves_no_way(const Config& config, std::uint64_t seed) {
  std::vector<RunFault> faults = faults_of_run(config, seed);
  std::stable_sort(faults.begin(), faults.end(),
                   [](const RunFault& a, const RunFault& b) { return a.cycle < b.cycle; });
  const FatTree tree = fat_tree_of(config.netlist, "faults");
  const std::unique_ptr<FaultTolerance> tolerance = fault_tolerance(config);
  std::vector<int> links;
  std::map<SwitchId, std::set<int>> down;  // links that have failed
  for (const RunFault& fault : faults) {
    for (const int link : fault.links) {
      links.push_back(link);
      const Endpoint& from = config.netlist.links[static_cast<std::size_t>(link)].from;
      if (from.port < tree.k()) down[from.index].insert(from.port);
    }
    const bool cut_off = std::any_of(down.begin(), down.end(), [&](const auto& each) {
      return static_cast<int>(each.second.size()) == tree.k();
    });
    if (cut_off || !tolerance->tolerates(links)) return fault.name;
  }
  return std::nullopt;
}

}  // namespace sim
}  // namespace netloom
