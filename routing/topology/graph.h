#pragma once

#include <string>

#include "routing/netlist/topology.h"

namespace netloom {
inline namespace routing {

/// How a graph is written in its file: see read_edge_list() and read_graphml().
enum class GraphFormat { kEdgeList, kGraphMl };

/// A network from a file with a graph of switches. Hosts are at the lowest ports of the switches
/// (h0, h1, … in the order of the switches); cables take the ports after them, in the order of the
/// file.
///
/// The netlist names no topology, as one written by hand: it stands for itself wherever it goes,
/// without the file.
class Graph final : public Topology {
 public:
  /// hosts_per_switch: 1 … kMaxPorts - 1. Error ("FILE:LINE: …"): the file cannot be read, or has
  /// no network in it.
  Graph(const std::string& file, GraphFormat format, int hosts_per_switch);

  NetworkSize size() const override;
  /// Latencies in the file stand; the map serves the cables without one.
  Netlist netlist(const LatencyMap& latency) const override;

 private:
  Netlist netlist_;  ///< with kLatencyOfKind where the file gives no latency
};

}  // namespace routing
}  // namespace netloom
