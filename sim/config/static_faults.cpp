#include "sim/config/static_faults.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/topology/kary_tree_of.h"
#include "sim/config/fault_plan.h"

namespace netloom {
inline namespace sim {

void require_tolerated(const Config& config, std::uint64_t seed) {
  const RoutingContext context = routing_context(config, seed);
  if (context.failed_links.empty()) return;
  std::vector<LinkEnd> links;
  for (const int link : context.failed_links) {
    const Endpoint& from = config.netlist.links[static_cast<std::size_t>(link)].from;
    links.push_back({from.index, from.port});
  }
  const auto registers =
      static_cast<int>(integer_parameter(config.routing_parameters, "exclusion_intervals"));
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

}  // namespace sim
}  // namespace netloom
