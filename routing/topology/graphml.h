#pragma once

#include <string>

#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Reads a GraphML file: its nodes are switches named by their ids and numbered in the order of the
/// file, its edges are cables. Data named (attr.name)
///   - "latency" of an edge: cycles (default: that of the kind, here kLatencyOfKind),
///   - "kind" of an edge: link kind (default "link"),
///   - "hosts" of a node: hosts at this switch, 0 … kMaxPorts - 1 (default `hosts_per_switch`)
/// are read, with their defaults; other data, as names and drawings, have no meaning here.
///
/// Error ("FILE:LINE: …"): the file cannot be read or is not well-formed; directed edges,
/// hyperedges, ports, nested graphs or a second graph; an edge whose end is no node; an id that
/// comes twice; values of another form; and what GraphBuilder refuses.
/// Source: the GraphML specification, http://graphml.graphdrawing.org/specification.html.
Netlist read_graphml(const std::string& file, int hosts_per_switch);

}  // namespace routing
}  // namespace netloom
