#include "sim/config/static_faults.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/joined.h"
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

}  // namespace sim
}  // namespace netloom
