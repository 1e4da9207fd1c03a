#include "tlm/packet_port.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "routing/base/error.h"
#include "tlm/cycle_time.h"

namespace netloom {
inline namespace tlm {

struct PacketPort::Sent {
  explicit Sent(bool has_time_out) : times_out(has_time_out) {}

  bool times_out;
  std::map<std::uint32_t, sc_core::sc_time> deadlines;  ///< by number
  sc_core::sc_event room;

  bool is_over(const sc_core::sc_time& deadline) const {
    return times_out && deadline <= sc_core::sc_time_stamp();
  }
  /// Whether it was not taken for lost.
  bool arrived(std::uint32_t number) {
    const auto found = deadlines.find(number);
    if (found == deadlines.end()) return false;
    const bool in_time = !is_over(found->second);
    deadlines.erase(found);
    room.notify(sc_core::SC_ZERO_TIME);
    return in_time;
  }
};

struct PacketPort::Envelope final : PacketContent {
  Envelope(std::shared_ptr<PacketContent> of, std::shared_ptr<Sent> by)
      : content(std::move(of)), sent(std::move(by)) {}
  std::shared_ptr<PacketContent> content;
  std::shared_ptr<Sent> sent;
};

PacketPort::PacketPort(ExternalHosts& hosts, NodeId host, std::uint32_t most, Cycle time_out)
    : hosts_(hosts),
      host_(host),
      most_(most),
      time_out_(time_out),
      sent_(std::make_shared<Sent>(time_out > 0)) {
  hosts.play(host, *this);
}

const sc_core::sc_event& PacketPort::room() const {
  return sent_->room;
}

std::size_t PacketPort::on_the_way() {
  auto& deadlines = sent_->deadlines;
  while (!deadlines.empty() && sent_->is_over(deadlines.begin()->second)) {
    hosts_.forget(host_, deadlines.begin()->first);
    deadlines.erase(deadlines.begin());
  }
  return deadlines.size();
}

bool PacketPort::try_send(const ExternalPacket& packet) {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  if (on_the_way() >= most_ && most_ > 0) {
    if (time_out_ > 0) sent_->room.notify(sent_->deadlines.begin()->second - now);
    return false;
  }
  ExternalPacket offered = packet;
  offered.content = std::make_shared<Envelope>(packet.content, sent_);
  sent_->deadlines.emplace(hosts_.offer(host_, offered), now + time_of(time_out_));
  return true;
}

std::optional<PacketPort::Received> PacketPort::try_receive() {
  if (came_.empty()) return std::nullopt;
  Received first = std::move(came_.front());
  came_.pop_front();
  return first;
}

void PacketPort::arrived(const Arrival& arrival, std::shared_ptr<PacketContent> content) {
  const auto* const envelope = dynamic_cast<const Envelope*>(content.get());
  if (envelope == nullptr) {
    throw Error(
        fmt::format("the packet port of host {} receives a packet of host {}; allowed: from "
                    "hosts that have a packet port, too",
                    host_, arrival.source));
  }
  if (!envelope->sent->arrived(arrival.number)) return;
  came_.push_back({arrival, envelope->content});
  received_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace tlm
}  // namespace netloom
