#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/traffic/trace_message.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {

/// What a trace may have at most.
struct TraceLimits {
  Cycle last_cycle = 0;
  std::uint64_t memory =
      std::numeric_limits<std::uint64_t>::max();  ///< bytes, as it becomes a Trace
  std::uint64_t node_phits = std::numeric_limits<std::uint64_t>::max();  ///< of one source in all
  int bytes_per_phit = 1;  ///< messages are rounded up to whole phits
};

/// Reads a trace file: one message a line, `cycle source destination bytes`, in any order; comments
/// after #. Error ("FILE:LINE: …"), as soon as the line is read: not four numbers, no such node, a
/// node that sends to itself, no bytes, a message that is too long, or more than the limits allow;
/// or the trace is empty.
std::vector<TraceMessage> read_trace(const std::string& path, NodeId nodes,
                                     const TraceLimits& limits);

/// The same as text, without comments. `told`, if there is one, is told which share there is.
std::string trace_text(const std::vector<TraceMessage>& messages,
                       const std::function<void(double share)>& told = {});

/// A trace as its nodes send it: what every node sends, and when, in phits.
class Trace {
 public:
  struct Event {
    Cycle cycle;
    NodeId destination;
    std::uint32_t phits;
  };

  /// Messages in any order; those of one node and cycle are sent in this order. Bytes become phits,
  /// rounded up.
  Trace(const std::vector<TraceMessage>& messages, NodeId nodes, int bytes_per_phit);

  /// Messages of one node, in the order in which they are sent: [begin, end).
  const Event* begin(NodeId node) const { return events_.data() + first_[node]; }
  const Event* end(NodeId node) const { return events_.data() + first_[node + 1]; }
  Cycle last_cycle() const { return last_cycle_; }
  /// If messages are cut into packets of at most so many phits.
  TrafficBounds bounds(int packet_phits) const;

 private:
  std::vector<Event> events_;       ///< node after node
  std::vector<std::size_t> first_;  ///< per node, and one more
  Cycle last_cycle_ = 0;
};

/// Sends what a trace says, when it says so, whatever has arrived. Closed: ends when the last
/// message has arrived.
class TraceSource final : public Workload {
 public:
  TraceSource(std::shared_ptr<const Trace> trace, NodeId nodes);

  Cycle first(NodeId host) override;
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  bool reacts() const override { return false; }
  std::optional<Cycle> last_generation() const override { return trace_->last_cycle(); }
  TrafficBounds bounds(int packet_phits) const override { return trace_->bounds(packet_phits); }

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<const Trace::Event*> next_;  ///< per node
};

}  // namespace sim
}  // namespace netloom
