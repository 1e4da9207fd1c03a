#include "routing/topology/mesh.h"

#include <memory>

namespace netloom {
inline namespace routing {
namespace {

const TopologyRegistry::Registration kMesh("mesh",
                                           {"n-dimensional mesh with one or more hosts per switch",
                                            grid_parameters(),
                                            {"host", "mesh"},
                                            [](const ParameterMap& parameters) {
                                              return std::make_unique<Mesh>(
                                                  grid_sizes(parameters, "topology mesh"),
                                                  static_cast<int>(integer_parameter(
                                                      parameters, "concentration")));
                                            },
                                            {},
                                            "dor"});

}  // namespace
}  // namespace routing
}  // namespace netloom
