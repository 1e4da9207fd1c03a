#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/check/witness_path.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Hosts that answer requests, and take none while too many of their responses have not left: what
/// is in a channel of class 0 to them waits for their injection channels of the responses' class
/// (VcClasses; with one class that is all of both).
using AnsweringHosts = std::vector<NodeId>;

/// Whether packets can wait for each other in a circle.
struct DeadlockReport {
  enum class Method : std::uint8_t {
    /// All waiting is for channels in one order: the channel dependency graph has no cycle.
    /// Source: [Dally 1987].
    kAcyclic,
    /// Waiting in circles is possible, but from every state there is an escape, and waiting for
    /// the escapes is in one order.
    /// Source: [Duato 1995], and of virtual cut-through [Duato 1996].
    kEscape,
    /// As kEscape (or every way is an escape), but for rings of channels, along which packets wait
    /// in a circle; bubble flow control keeps a place in each of them free, so that the packets in
    /// it can always move. Source: [Puente 1999].
    kBubble,
    kNone,  ///< none of these could be proven
  };

  Method method = Method::kNone;
  std::uint64_t channels = 0;      ///< that some packet can be in, injection included
  std::uint64_t states = 0;        ///< (channel, destination, header state) that a packet can be in
  std::uint64_t dependencies = 0;  ///< pairs of channels, from one that a packet can be in to one
                                   ///< that it may take next
  /// Pairs of channels from one that a packet can hold to an escape that it may wait for; only
  /// where the method is not kAcyclic.
  std::uint64_t escape_dependencies = 0;
  std::uint64_t rings = 0;  ///< of channels that bubble flow control keeps free of deadlock
  std::uint64_t answering_hosts = 0;  ///< that were looked at
  /// Per link kind: VCs on links between switches that some packet may take, counted from 0 up to
  /// the highest.
  std::vector<int> vcs_needed;
  /// Without proof: channels each of which waits for the next, the last for the first. A shortest
  /// circle of the dependencies, or of the escape dependencies where the function has an escape.
  /// Behind a channel to a host comes the injection channel for which the host waits.
  std::vector<ChannelName> cycle;
  /// A state without escape: "s3.p1.vc0 to h7"; empty: none.
  std::string no_escape;
  /// Such a state in which a packet is offered nothing at all, so that it stops there; empty: none.
  std::string stopped;
  /// How packets can come into a ring that they do not have to enter (SwitchRouter::entering):
  /// "s3.p1.vc0 to s4.p1.vc1"; empty: in no way.
  std::string unguarded;

  bool deadlock_free() const { return method != Method::kNone; }
};

/// "acyclic channel dependency graph", "escape subfunction", "bubble flow control", "none".
const char* deadlock_method_name(DeadlockReport::Method method);

/// Follows the routing relation over all (channel, VC, destination, header state) that packets can
/// come into from any host, and looks at which channels wait for which.
///
/// If that graph has a cycle and the function has an escape subfunction (SwitchRouter::escape), the
/// escape is judged: every state has one, and a packet that holds a channel waits for escapes only
/// in one order. In virtual cut-through and store-and-forward, a packet that waits is in one
/// channel: its escapes depend on that one (direct dependencies and, since all channels count from
/// which an escape can be waited for, cross dependencies). In wormhole it also holds the channels
/// behind it, so that escapes that it comes to wait for after any hops outside the escape depend on
/// them too (indirect dependencies).
///
/// Of a function with bubble flow control, the escapes that no packet has to enter
/// (SwitchRouter::entering) may form rings: cycles without branches, into which there is no other
/// way than by entering. Then a packet in a ring waits for no more than one that leaves it, and the
/// escape dependencies are judged with every ring taken as one.
///
/// The cycle of a function without proof shows that the proof fails; it need not be reached in
/// every network. `injection_vcs`: VCs on the links from hosts. `context` is what the function was
/// made from; its `wormhole` says which condition counts. `answering`: hosts whose dependencies
/// count too; of others all take everything. `destination_done`, if there is one, is
/// called after all packets to a destination have been followed.
DeadlockReport check_deadlock(const RoutingContext& context, RoutingFunction& routing,
                              int injection_vcs = 1,
                              const std::function<void()>& destination_done = {},
                              const AnsweringHosts& answering = {});

}  // namespace routing
}  // namespace netloom
