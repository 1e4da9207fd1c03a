#include "sim/config/static_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/config/fault_plan.h"

namespace netloom {
inline namespace sim {

namespace {

LinkEnd link_end(const Config& config, int link) {
  const Endpoint& from = config.netlist.links[static_cast<std::size_t>(link)].from;
  return {from.index, from.port};
}

int exclusion_intervals_of(const Config& config) {
  return static_cast<int>(integer_parameter(config.routing_parameters, "exclusion_intervals"));
}

}  // namespace

void require_tolerated(const Config& config, std::uint64_t seed) {
  const RoutingContext context = routing_context(config, seed);
  if (context.failed_links.empty()) return;
  std::vector<LinkEnd> links;
  for (const int link : context.failed_links) links.push_back(link_end(config, link));
  const int registers = exclusion_intervals_of(config);
  if (FaultJudge(fat_tree_of(config.netlist, "faults"), registers).judge(links)) return;
  std::vector<std::string> names;
  for (const RunFault& fault : faults_of_run(config, seed)) {
    if (fault.cycle == 0) names.push_back(fault.name);
  }
  throw Error(fmt::format(
      "faults: {} before the start {} not tolerated: some hosts cannot send to others, which "
      "netloom check lists; allowed: faults that {} exclusion interval{} per up port can tolerate",
      joined(names), names.size() == 1 ? "is" : "are", registers, registers == 1 ? "" : "s"));
}

std::optional<std::string> leaves_no_way(const Config& config, std::uint64_t seed) {
  std::vector<RunFault> faults = faults_of_run(config, seed);
  std::stable_sort(faults.begin(), faults.end(),
                   [](const RunFault& a, const RunFault& b) { return a.cycle < b.cycle; });
  const FatTree tree = fat_tree_of(config.netlist, "faults");
  FaultJudge judge(tree, exclusion_intervals_of(config));
  std::vector<LinkEnd> links;
  std::map<SwitchId, std::set<int>> down;  // links that have failed
  for (const RunFault& fault : faults) {
    for (const int link : fault.links) {
      links.push_back(link_end(config, link));
      const LinkEnd& end = links.back();
      if (end.port < tree.k()) down[end.switch_id].insert(end.port);
    }
    const bool cut_off = std::any_of(down.begin(), down.end(), [&](const auto& each) {
      return static_cast<int>(each.second.size()) == tree.k();
    });
    if (cut_off || !judge.judge(links)) return fault.name;
  }
  return std::nullopt;
}

}  // namespace sim
}  // namespace netloom
