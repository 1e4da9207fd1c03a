#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "hw/kernel/systemc.h"
#include "hw/network/external_hosts.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// A host of a network for models that are no memory-mapped initiators or targets: it sends packets
/// to the ports of other hosts, and receives theirs, by processes of any kind. Beside a TlmFabric,
/// it takes the place of the host's sockets, to which nothing is bound then.
class PacketPort final : public ExternalHost {
 public:
  /// A packet that has come.
  struct Received {
    Arrival arrival;
    std::shared_ptr<PacketContent> content;
  };

  /// The host of a network, to be made before the simulation starts, and to outlive it. `most`:
  /// packets that may be on their way at once, at least 1; 0: any number. With `time_out`, in
  /// cycles, those that have not arrived by then are taken for lost, and no longer count; 0: never.
  /// Error: the host is not played outside of the network.
  PacketPort(ExternalHosts& hosts, NodeId host, std::uint32_t most = 0, Cycle time_out = 0);

  /// Sends a packet in the cycle that begins now or next; false: as many as may be are on their
  /// way. Error: the network carries no such packet.
  bool try_send(const ExternalPacket& packet);
  /// Packets on their way now.
  std::size_t on_the_way();
  /// After try_send() has returned false: it may succeed again.
  const sc_core::sc_event& room() const;

  /// The packet that came first of those not taken; none: there is none.
  std::optional<Received> try_receive();
  /// One has come.
  const sc_core::sc_event& received() const { return received_; }

 private:
  /// What a port has on its way: whoever receives it says so.
  struct Sent;
  struct Envelope;

  void arrived(const Arrival& arrival, std::shared_ptr<PacketContent> content) override;

  ExternalHosts& hosts_;
  NodeId host_;
  std::uint32_t most_;
  Cycle time_out_;
  std::shared_ptr<Sent> sent_;
  std::deque<Received> came_;
  sc_core::sc_event received_;
};

}  // namespace tlm
}  // namespace netloom
