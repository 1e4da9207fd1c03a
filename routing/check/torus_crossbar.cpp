#include "routing/check/torus_crossbar.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/topology/torus.h"

namespace netloom {
inline namespace routing {

SharedCrossbar torus_crossbar(int dimensions, int size, int vcs, const std::string& function,
                              const std::string& vc_policy, const ParameterMap& parameters) {
  if (dimensions < 2 || size < 3) {
    throw Error("crosspoints of a torus: " + std::to_string(dimensions) + " dimensions of " +
                std::to_string(size) + " switches; allowed: two or more of three or more");
  }
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
  std::optional<SharedCrossbar> result;
  for (int a = 1; a < dimensions; ++a) {
    for (int b = 0; b < a; ++b) {
      std::vector<int> sizes(static_cast<std::size_t>(dimensions), 1);
      sizes[static_cast<std::size_t>(a)] = sizes[static_cast<std::size_t>(b)] = size;
      const Netlist netlist = Torus(sizes, 1).netlist({});
      RoutingContext context;
      context.netlist = &netlist;
      context.vcs = {1, vcs};
      context.vc_policy = vc_policy;
      context.vc_shift = ceil_log2(static_cast<std::uint64_t>(vcs));
      context.parameters =
          resolve_parameters(entry.parameters, parameters, "routing function " + function);
      const CrosspointReport report = count_crosspoints(context, *entry.make(context));
      if (result) {
        result->add(report.shared.front());
      } else {
        result = report.shared.front();
      }
    }
  }
  return *result;
}

}  // namespace routing
}  // namespace netloom
