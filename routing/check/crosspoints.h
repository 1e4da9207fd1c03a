#pragma once

#include <cstdint>
#include <vector>

#include "routing/check/connectivity.h"
#include "routing/function/routing_function.h"

namespace netloom {

/// What the switches of a network need of their crossbars.
struct CrosspointReport {
  struct Switch {
    /// Pairs (input port and VC, output port and VC) that some packet may use.
    std::uint64_t crosspoints = 0;
    /// Most output ports that one packet is offered at once.
    int most_ports = 0;
  };

  std::vector<Switch> switches;  ///< in the order of the netlist
  /// Of the same walk. If it is not ok(), ways that lead nowhere have been counted too.
  ConnectivityReport connectivity;
};

/// Counts the crosspoints that the routing relation calls for, over all packets from every host to
/// every other host: `check_connectivity` finds the decisions, and every output that exists and is
/// offered in one of them counts, once for each input port and VC. Ports to hosts count like
/// others. `context` is what `routing` was made from; `injection_vcs` as in ConnectivityOptions.
/// Error: as there, or more injection VCs than the context's candidate sets have room for.
CrosspointReport count_crosspoints(const RoutingContext& context, RoutingFunction& routing,
                                   int injection_vcs = 1);

}  // namespace netloom
