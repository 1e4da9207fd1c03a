#pragma once

#include <memory>
#include <string>

#include "routing/netlist/netlist.h"
#include "routing/topology/grid.h"

namespace netloom {
inline namespace routing {

/// The mesh or torus that a netlist says it is. Error: it is none, or its links are not those of
/// the grid with its parameters; `user` ("routing function 'dor'") begins the message.
std::shared_ptr<const Grid> grid_of(const Netlist& netlist, const std::string& user);

}  // namespace routing
}  // namespace netloom
