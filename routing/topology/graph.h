#pragma once

#include <string>

#include "routing/topology/topology.h"

namespace netloom {

/// A network from an edge list: a text file with a cable between two switches on each line,
///     SWITCH SWITCH [LATENCY [KIND]]
/// where switch names are any words, LATENCY is in cycles (default: that of the kind) and KIND is
/// the link kind (default "link"). '#' begins a comment. A line that comes twice is two parallel
/// cables. Switches are numbered in the order in which they first appear.
///
/// Every switch has `hosts_per_switch` hosts at its lowest ports (h0, h1, … in the order of the
/// switches); its cables take the ports after them, in the order of the lines.
///
/// The netlist names no topology, as one written by hand: it stands for itself wherever it goes,
/// without the file.
class Graph final : public Topology {
 public:
  /// hosts_per_switch >= 1. Error ("FILE:LINE: …"): the file cannot be read, a line of another
  /// form, a latency below 1, a switch with a cable to itself, a name that a switch cannot have,
  /// more parts than a network may have.
  Graph(const std::string& file, int hosts_per_switch);

  /// Latencies in the file stand; the map serves the lines without one.
  Netlist netlist(const LatencyMap& latency) const override;

 private:
  Netlist netlist_;  ///< with latency 0 where the file gives none
};

}  // namespace netloom
