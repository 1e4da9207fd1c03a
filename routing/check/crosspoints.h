#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "routing/base/visible.h"
#include "routing/check/connectivity.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// One crossbar that serves in each of several switches with equally many ports: it has every
/// crosspoint that some of them needs. What a switch needs that knows its own place in the network
/// is less.
class SharedCrossbar {
 public:
  /// `ports` of every switch; `vc_shift` of the candidate sets.
  SharedCrossbar(int ports, int vc_shift);

  int ports() const { return ports_; }
  /// A switch has so many VCs at the two sides of a port, 0 without a link.
  void add_port(int port, int input_vcs, int output_vcs);
  /// Bit (port << vc_shift | vc) of `outputs`: input channel `input`, of the same form, needs it.
  void add(unsigned input, const std::vector<std::uint64_t>& outputs);
  /// All that another with as many ports and the same shift has.
  void add(const SharedCrossbar& other);

  /// Pairs (input port and VC, output port and VC).
  std::uint64_t crosspoints() const;
  /// The same if the VCs of a port are not told apart: where some VC of an input needs some VC of
  /// an output, all are connected with all.
  std::uint64_t crosspoints_between_ports() const;

 private:
  int ports_;
  int vc_shift_;
  std::vector<int> input_vcs_, output_vcs_;       ///< most, per port
  std::vector<std::vector<std::uint64_t>> rows_;  ///< per input channel
};

/// What the switches of a network need of their crossbars.
struct CrosspointReport {
  struct Switch {
    /// Pairs (input port and VC, output port and VC) that some packet may use.
    std::uint64_t crosspoints = 0;
    /// Most output ports that one packet is offered at once.
    int most_ports = 0;
  };

  std::vector<Switch> switches;  ///< in the order of the netlist
  /// For each number of ports, ascending, one that serves in all switches that have so many.
  std::vector<SharedCrossbar> shared;
  /// Of the same walk. If it is not ok(), ways that lead nowhere have been counted too.
  ConnectivityReport connectivity;
};

/// Counts the crosspoints that the routing relation calls for, over all packets from every host to
/// every other host: `check_connectivity` finds the decisions, and every output that exists and is
/// offered in one of them counts, once for each input port and VC. Ports to hosts count like
/// others. `context` is what `routing` was made from; `injection_vcs` as in ConnectivityOptions.
/// `destination_done` too. Error: as there, or more injection VCs than the context's candidate sets
/// have room for.
CrosspointReport count_crosspoints(const RoutingContext& context, RoutingFunction& routing,
                                   int injection_vcs = 1,
                                   const std::function<void()>& destination_done = {});

}  // namespace routing
}  // namespace netloom
