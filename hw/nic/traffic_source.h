#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What a host hands to its NIC. Messages longer than a packet are cut into packets.
struct Message {
  NodeId destination = 0;
  std::uint32_t phits = 1;
  bool control = false;   ///< control packets are stored and forwarded, and have priority if
                          ///< SwitchConfig::control_priority is on
  bool response = false;  ///< it answers another: message class 1 where there are several
};

/// A packet at its destination.
struct DeliveredPacket {
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t number = 0;  ///< counts the packets of its source, from 0
  std::uint32_t phits = 0;
  Cycle generated = 0;  ///< cycle in which the message was generated
  Cycle injected = 0;   ///< cycle in which the head started on the injection link
  Cycle delivered = 0;  ///< cycle in which the tail arrived (or, with a reorder buffer, in which
                        ///< the packet was handed over in order)
  int hops = 0;         ///< switches passed
  std::uint16_t state = 0;  ///< routing state in the header, when it arrived
  bool deviated = false;    ///< it took an emergency path around a failed link
  bool control = false;
  bool response = false;  ///< of its message
};

inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// The place where a host's NIC puts what it is given.
class Injector {
 public:
  virtual ~Injector() = default;
  /// Queues a message that was generated in `cycle`.
  virtual void send(const Message& message, Cycle cycle) = 0;
};

/// The hosts of a network, as their NICs see them: where messages come from and where packets go.
/// Calls come host by host, each host's in the order of time, but different hosts' times are not
/// in order: an implementation keeps its state per host (and sums over hosts), so that no result
/// depends on the order.
class TrafficSource {
 public:
  virtual ~TrafficSource() = default;

  /// First cycle in which `host` generates a message; kNever if it does not.
  virtual Cycle first(NodeId host) = 0;

  /// `host` generates in `cycle`: sends one or more messages dated `cycle`, and returns the next
  /// cycle (later than `cycle`), or kNever.
  virtual Cycle generate(NodeId host, Cycle cycle, Injector& injector) = 0;

  /// A packet was delivered at packet.destination. Whatever the host sends because of it, it sends
  /// by returning a cycle later than packet.delivered, in which generate() is then called for the
  /// host (in addition to what generate() itself returned); kNever: nothing.
  virtual Cycle delivered(const DeliveredPacket& packet) = 0;

  /// The source as one of the network's threads sees it, 0 … `threads` - 1: calls for hosts at
  /// switches of different threads come at the same time. A source with state per host only can be
  /// the same for all; what sums over hosts it keeps per thread. Outlived by this.
  virtual TrafficSource& for_thread(int /*thread*/, int /*threads*/) { return *this; }

  /// Whether delivered() ever returns a cycle. Sources that never react let networks whose hosts
  /// inject and eject at different switches run with a longer quantum.
  virtual bool reacts() const { return true; }

  /// Hosts that are told of packets in the SystemC time in which they arrive, which has to be known
  /// before (external_hosts.h): no window of the network is longer than that takes.
  virtual std::vector<NodeId> told_in_time() const { return {}; }

  /// Where those hosts have a bounded buffer (NicConfig::ejection_buffer): the last flit of packet
  /// `number` starts on the injection link of such a host in `cycle`.
  virtual void sent(NodeId /*host*/, std::uint32_t /*number*/, Cycle /*cycle*/) {}

  /// Whether some of the messages may be control packets. Asked before the first one, for the
  /// specialised switch cores know no such packets. A NIC takes none from a source that has none.
  virtual bool sends_control() const { return false; }
};

}  // namespace hw
}  // namespace netloom
