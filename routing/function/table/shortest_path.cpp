#include <memory>
#include <vector>

#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/table.h"

namespace netloom {
inline namespace routing {
namespace {

std::vector<Parameter> shortest_path_parameters() {
  return {named_choice("ties",
                       "which of several shortest paths: spread (by a hash of switch and "
                       "destination) or lowest (port)",
                       {"spread", "lowest"})};
}

const RoutingFunctionRegistry::Registration kShortestPath(
    "shortest_path",
    table_entry("tables of one fixed shortest path per switch and destination, any network",
                shortest_path_parameters(), "ff", [](const RoutingContext& context) {
                  const TieBreak ties = string_parameter(context.parameters, "ties") == "lowest"
                                            ? TieBreak::kLowest
                                            : TieBreak::kSpread;
                  return std::make_unique<TableRouting>(
                      context, single_shortest_paths(*context.netlist, ties), "shortest_path");
                }));

}  // namespace
}  // namespace routing
}  // namespace netloom
