#pragma once

#include <vector>

#include "routing/base/types.h"
#include "routing/registers/register_file.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace routing {

/// LIB and UIB of every port of a fat-tree's switch for minimal adaptive routing: a down link takes
/// the nodes below it, and every up link all nodes that are not below the switch.
/// Source: [Fat-Trees 2010], section 3.1.
std::vector<RegisterWrite> tree_interval_program(const FatTree& tree, SwitchId switch_id);

}  // namespace routing
}  // namespace netloom
