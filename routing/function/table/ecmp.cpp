#include <memory>

#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/table.h"

namespace netloom {
inline namespace routing {
namespace {

const RoutingFunctionRegistry::Registration kEcmp(
    "ecmp", table_entry("tables of all shortest paths (equal-cost multipath), any network", {},
                        "random", [](const RoutingContext& context) {
                          return std::make_unique<TableRouting>(
                              context, all_shortest_paths(*context.netlist), "ecmp");
                        }));

}  // namespace
}  // namespace routing
}  // namespace netloom
