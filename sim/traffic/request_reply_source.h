#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/traffic/synthetic_source.h"

namespace netloom {

/// How a request/reply workload answers.
struct ReplyConfig {
  std::uint32_t phits = 16;         ///< of a reply; a NIC cuts it into packets if need be
  Cycle delay = 1;                  ///< cycles from the arrival of a request to its reply, >= 1
  std::uint32_t packet_phits = 16;  ///< largest packet of the NICs
  bool numbers_per_pair = false;    ///< the NICs number packets per destination: they reorder
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
  /// One bit per packet, by its number: whether it belongs to a reply. A packet carries no mark of
  /// its own, so the source notes what it numbered.
  using ReplyBits = std::vector<bool>;
  struct Host {
    Cycle next_request = kNever;
    std::vector<PendingReply> replies;  ///< ascending by cycle; those before `next_reply` are sent
    std::size_t next_reply = 0;
    ReplyBits sent;                                 ///< by number of the source
    std::unordered_map<NodeId, ReplyBits> sent_to;  ///< by number of the pair
  };
  /// Passes requests on and notes their numbers.
  class Recorder;

  void record(NodeId host, const Message& message, bool reply);
  bool is_reply(const DeliveredPacket& packet) const;

  SyntheticSource requests_;
  ReplyConfig reply_;
  std::vector<Host> hosts_;
};

}  // namespace netloom
