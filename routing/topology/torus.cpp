#include "routing/topology/torus.h"

#include <memory>

namespace netloom {
inline namespace routing {
namespace {

const TopologyRegistry::Registration kTorus(
    "torus", {"torus (k-ary n-cube) with one or more hosts per switch",
              grid_parameters(),
              {"host", "torus"},
              [](const ParameterMap& parameters) {
                return std::make_unique<Torus>(
                    grid_sizes(parameters, "topology torus"),
                    static_cast<int>(integer_parameter(parameters, "concentration")));
              },
              {},
              "dor"});

}  // namespace
}  // namespace routing
}  // namespace netloom
