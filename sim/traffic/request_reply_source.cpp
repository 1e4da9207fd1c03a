#include "sim/traffic/request_reply_source.h"

namespace netloom {
inline namespace sim {

RequestReplySource::RequestReplySource(TrafficPlan plan, NodeId nodes, int request_phits,
                                       const ReplyConfig& reply, Cycle stop, std::uint64_t seed)
    : requests_(std::move(plan), nodes, request_phits, stop, seed), reply_(reply), hosts_(nodes) {}

Cycle RequestReplySource::first(NodeId host) {
  return hosts_[host].next_request = requests_.first(host);
}

Cycle RequestReplySource::generate(NodeId host, Cycle cycle, Injector& injector) {
  Host& state = hosts_[host];
  while (state.next_reply < state.replies.size() && state.replies[state.next_reply].due <= cycle) {
    Message message;
    message.destination = state.replies[state.next_reply++].destination;
    message.phits = reply_.phits;
    message.response = true;
    injector.send(message, cycle);
  }
  if (state.next_reply == state.replies.size()) {
    state.replies.clear();
    state.next_reply = 0;
  }
  // The call may be due to a reply, to a request, or to both; whoever calls again in this cycle
  // finds that all is done.
  if (state.next_request > cycle) return kNever;
  return state.next_request = requests_.generate(host, cycle, injector);
}

Cycle RequestReplySource::delivered(const DeliveredPacket& packet) {
  if (packet.response) return kNever;
  Host& state = hosts_[packet.destination];
  const Cycle due = packet.delivered + reply_.delay;
  if (state.next_reply > 64 && 2 * state.next_reply > state.replies.size()) {
    state.replies.erase(state.replies.begin(),
                        state.replies.begin() + static_cast<std::ptrdiff_t>(state.next_reply));
    state.next_reply = 0;
  }
  state.replies.push_back({due, packet.source});
  return due;
}

}  // namespace sim
}  // namespace netloom
