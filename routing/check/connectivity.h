#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/candidates.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A way on which a packet does not come to its destination.
struct ConnectivityProblem {
  enum class Kind : std::uint8_t {
    kNoOutput,   ///< the router offers nothing
    kNoLink,     ///< it offers a port that has no link or does not exist
    kNoVc,       ///< it offers a VC that the link does not have
    kWrongHost,  ///< the packet leaves the network at another host
    kLoop,       ///< the packet can come back to where it was, any number of times
  };

  Kind kind = Kind::kNoOutput;
  NodeId source = 0;  ///< one of the sources that can get there
  NodeId destination = 0;
  SwitchId at = 0;      ///< the switch where the way ends (loop: where it closes)
  std::string message;  ///< names all of these
};

struct ConnectivityReport {
  std::uint64_t pairs = 0;  ///< ordered pairs of different hosts
  /// Pairs without any way from source to destination.
  std::uint64_t unconnected = 0;
  /// Pairs for which the routing offers a way that does not come to the destination.
  std::uint64_t endangered = 0;
  /// Different ways over all pairs: sequences of links from source to destination that the routing
  /// offers, VCs not distinguished. 2^64-1 stands for that many or more; 0 if there are loops.
  /// Counted so, minimal adaptive routing has 168 ways in the 2-ary 3-tree and 52,416 in the
  /// 4-ary 3-tree. Source: [Fat-Trees 2010], Table 3.5.
  std::uint64_t paths = 0;
  /// Links between switches on the longest of these ways; 0 if there are loops.
  int longest_path = 0;
  std::uint64_t problem_count = 0;
  /// The first of the problems, as many as the options allow.
  std::vector<ConnectivityProblem> problems;

  bool ok() const { return unconnected == 0 && problem_count == 0; }
};

/// A decision that some packet brings about: where its head is, and the outputs that it is offered,
/// as the router returned them.
using DecisionVisitor =
    std::function<void(SwitchId at, const RouteQuery& query, CandidateSet offered)>;

struct ConnectivityOptions {
  int injection_vcs = 1;           ///< VCs on the links from hosts, 1 … kMaxVirtualChannels
  std::size_t most_problems = 20;  ///< described in the report
  DecisionVisitor visit;           ///< told of every decision on the way; empty: nobody
  /// Called after all packets to a destination have been followed; empty: nobody.
  std::function<void()> destination_done;
};

/// Follows the routing relation from every host to every other host, over every output that the
/// routers offer: through SwitchRouter::route of `routing`, with its registers programmed.
/// `context` is what it was made from.
///
/// Routing functions that do not depend on the source are walked once per destination, others once
/// per pair; where a packet came in (port and VC) and its header state always count as part of its
/// state.
ConnectivityReport check_connectivity(const RoutingContext& context, RoutingFunction& routing,
                                      const ConnectivityOptions& options = {});

}  // namespace routing
}  // namespace netloom
