#pragma once

#include <cstdint>
#include <vector>

#include "sim/traffic/synthetic_source.h"

namespace netloom {
inline namespace sim {

/// How a request/reply workload answers.
struct ReplyConfig {
  std::uint32_t phits = 16;  ///< of a reply; a NIC cuts it into packets if need be
  Cycle delay = 1;           ///< cycles from the arrival of a request to its reply, >= 1
};

/// Synthetic requests, each of which its destination answers with one reply to its source. The load
/// is that of the requests. Requests end with the measured interval, their replies do not.
class RequestReplySource final : public Workload {
 public:
  RequestReplySource(TrafficPlan plan, NodeId nodes, int request_phits, const ReplyConfig& reply,
                     Cycle stop, std::uint64_t seed);

  Cycle first(NodeId host) override;
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& packet) override;

 private:
  struct PendingReply {
    Cycle due;
    NodeId destination;
  };
  struct Host {
    Cycle next_request = kNever;
    std::vector<PendingReply> replies;  ///< ascending by cycle; those before `next_reply` are sent
    std::size_t next_reply = 0;
  };

  SyntheticSource requests_;
  ReplyConfig reply_;
  std::vector<Host> hosts_;
};

}  // namespace sim
}  // namespace netloom
