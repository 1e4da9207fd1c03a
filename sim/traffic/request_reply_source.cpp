#include "sim/traffic/request_reply_source.h"

namespace netloom {

class RequestReplySource::Recorder final : public Injector {
 public:
  Recorder(RequestReplySource& source, NodeId host, Injector& injector)
      : source_(source), host_(host), injector_(injector) {}
  void send(const Message& message, Cycle cycle) override {
    source_.record(host_, message, false);
    injector_.send(message, cycle);
  }

 private:
  RequestReplySource& source_;
  NodeId host_;
  Injector& injector_;
};

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
    record(host, message, true);
    injector.send(message, cycle);
  }
  if (state.next_reply == state.replies.size()) {
    state.replies.clear();
    state.next_reply = 0;
  }
  // The call may be due to a reply, to a request, or to both; whoever calls again in this cycle
  // finds that all is done.
  if (state.next_request > cycle) return kNever;
  Recorder recorder(*this, host, injector);
  return state.next_request = requests_.generate(host, cycle, recorder);
}

Cycle RequestReplySource::delivered(const DeliveredPacket& packet) {
  if (is_reply(packet)) return kNever;
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

void RequestReplySource::record(NodeId host, const Message& message, bool reply) {
  Host& state = hosts_[host];
  ReplyBits& bits = reply_.numbers_per_pair ? state.sent_to[message.destination] : state.sent;
  const std::uint32_t packets = (message.phits + reply_.packet_phits - 1) / reply_.packet_phits;
  bits.insert(bits.end(), packets, reply);
}

bool RequestReplySource::is_reply(const DeliveredPacket& packet) const {
  const Host& source = hosts_[packet.source];
  if (!reply_.numbers_per_pair) return source.sent[packet.number];
  return source.sent_to.at(packet.destination)[packet.number];
}

}  // namespace netloom
