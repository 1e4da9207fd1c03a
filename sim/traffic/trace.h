#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/traffic/workload.h"

namespace netloom {

/// A trace of messages: what every node sends, and when.
///
/// Text format: one message a line, `cycle source destination bytes`, in any order; comments after
/// #. Messages of one node and cycle are sent in the order of their lines.
class Trace {
 public:
  struct Event {
    Cycle cycle;
    NodeId destination;
    std::uint32_t phits;
  };

  /// Error ("FILE:LINE: …"): not four numbers, no such node, a node that sends to itself, no bytes,
  /// a cycle after `last_cycle` or a message that is too long; or the trace is empty.
  Trace(const std::string& path, NodeId nodes, int bytes_per_phit, Cycle last_cycle);

  /// Messages of one node, in the order in which they are sent: [begin, end).
  const Event* begin(NodeId node) const { return events_.data() + first_[node]; }
  const Event* end(NodeId node) const { return events_.data() + first_[node + 1]; }
  std::size_t size() const { return events_.size(); }
  Cycle last_cycle() const { return last_cycle_; }

 private:
  std::vector<Event> events_;       ///< node after node
  std::vector<std::size_t> first_;  ///< per node, and one more
  Cycle last_cycle_ = 0;
};

/// Sends what a trace says. Closed: ends when the last message has arrived.
class TraceSource final : public Workload {
 public:
  TraceSource(std::shared_ptr<const Trace> trace, NodeId nodes);

  Cycle first(NodeId host) override;
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& /*packet*/) override { return kNever; }
  bool reacts() const override { return false; }
  std::optional<Cycle> last_generation() const override { return trace_->last_cycle(); }

 private:
  std::shared_ptr<const Trace> trace_;
  std::vector<const Trace::Event*> next_;  ///< per node
};

}  // namespace netloom
