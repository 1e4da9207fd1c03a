#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/network/network.h"
#include "hw/nic/arrival.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What is in a packet: nothing that the network looks at.
class PacketContent {
 public:
  virtual ~PacketContent() = default;
};

/// A packet that a process outside of the network offers to the NIC of a host.
struct ExternalPacket {
  NodeId destination = 0;
  std::uint32_t phits = 1;
  bool response = false;                             ///< Message::response
  std::shared_ptr<PacketContent> content = nullptr;  ///< for who receives it
};

/// Who plays a host outside of the network.
class ExternalHost {
 public:
  /// The tail of a packet is at the NIC: called by a SystemC process (SC_METHOD) in the time in
  /// which that cycle begins, some delta cycles after what time itself wakes; of packets of the
  /// same cycle first for the host with the lowest number.
  virtual void arrived(const Arrival& arrival, std::shared_ptr<PacketContent> content) = 0;

  // Where NICs have bounded buffers (NicConfig::ejection_buffer):
  /// Whether the host takes this packet, which is at the front of its VC in the buffer: if so, it
  /// is told of it. Else the packet waits, and with it what is behind it, until take_more().
  virtual bool takes(const Arrival& /*arrival*/) { return true; }
  /// The packet that the host has offered with this number leaves its NIC. Told some cycles after
  /// its last flit has started, the same number for all packets (cycles_until_told_sent()).
  virtual void left(std::uint32_t /*number*/) {}
  /// Whether nothing but left() can make it take the packets that it does not take now.
  virtual bool waits_to_send() const { return false; }

 protected:
  ~ExternalHost() = default;
};

/// Hosts of a network that SystemC processes play: what they offer while time passes goes into the
/// network in the cycle that begins then, or next, and what arrives they are told in its cycle. A
/// cycle is a nanosecond. No result depends on regions, threads or views.
///
/// The clock runs the cycles of a window when its time has passed, so that what is offered in it
/// comes in time; and no window is longer than a packet takes on an ejection link, so that what
/// arrives in the next one is known (Lookahead).
class ExternalHosts : public sc_core::sc_module {
 public:
  /// Of a network of so many hosts all are played, or with `others`, which outlives this, those of
  /// `played`, and it is the source of the rest. Error: `played` has a host twice, or one that is
  /// not there.
  ExternalHosts(sc_core::sc_module_name name, NodeId hosts);
  ExternalHosts(sc_core::sc_module_name name, NodeId hosts, const std::vector<NodeId>& played,
                TrafficSource& others);
  ~ExternalHosts() override;

  /// What the network is made with. Outlived by this.
  TrafficSource& source();
  /// The network that was made with it, and outlives this. Before the simulation starts. Error: its
  /// NICs have reorder buffers, which hand over later than packets arrive; or there are other
  /// ranks.
  void join(Network& network);

  /// Who is told of the packets of a host, and outlives the simulation. Of others nobody is told.
  /// Error: the host is not played.
  void play(NodeId host, ExternalHost& player);
  /// Null: nobody.
  const ExternalHost* player(NodeId host) const { return hosts_.at(host).player; }

  /// Offers a packet: it is generated in Network::cycle(), and waits in the NIC for those before
  /// it. Returns its number (Arrival::number): those of a host are numbered from 0 on. To be called
  /// by processes, or between runs.
  /// Error: the network carries no such packet, or the host is not played.
  std::uint32_t offer(NodeId host, const ExternalPacket& packet);

  /// Whoever offered it takes this packet for lost: if it arrives, nobody is told.
  void forget(NodeId host, std::uint32_t number);

  /// Where NICs have bounded buffers: the host may take packets that it did not take before. To be
  /// called by processes.
  void take_more(NodeId host);

  /// Whether nothing that was offered waits for its cycle, and no other source may send something.
  bool idle() const;
  /// Whether a host may take packets that wait for it (Network::run_freely) before others move.
  bool may_go_on() const;
  Network& network() const { return *network_; }

 private:
  class Source;
  struct Offer {
    Cycle cycle;
    ExternalPacket packet;
  };
  /// The last flit of a packet has started, or whoever sent it is told that.
  struct Departure {
    Cycle cycle;
    NodeId host;
    std::uint32_t number;
  };
  struct Host {
    bool played = false;
    ExternalHost* player = nullptr;
    std::uint32_t offered = 0;
    /// Of packets that it has offered and nobody was told of, by number.
    std::unordered_map<std::uint32_t, std::shared_ptr<PacketContent>> contents;
    std::deque<Offer> offers;     ///< that wait for their cycle
    std::uint64_t told = 0;       ///< packets of which somebody was told, or will be in this window
    std::uint64_t delivered = 0;  ///< packets, as the network says when it has run these cycles
    // Where NICs have bounded buffers.
    std::vector<std::deque<Arrival>> held;  ///< per VC: in the buffer
    std::vector<Departure> sent;            ///< since this was looked at
    bool taking = false;                    ///< take_more() is working
  };

  void before_end_of_elaboration() override;
  void begin_look() { look_.notify(sc_core::SC_ZERO_TIME); }
  /// All switches stand at Network::now(): finds what arrives in the window whose time passes.
  void look_ahead();
  /// What arrives in it; whether anything does.
  bool find_arrivals(Cycle passing);
  /// What has left in the window before; whether anything has.
  bool find_departures();
  void tell();
  void notify();
  void tell_arrival(const Arrival& arrival);
  Host& played(NodeId host);

  std::vector<Host> hosts_;
  TrafficSource* others_;
  std::unique_ptr<Source> source_;
  Network* network_ = nullptr;
  std::vector<NodeId> players_;       ///< hosts with somebody to tell, ascending
  std::vector<Arrival> coming_;       ///< of one host, while it is looked at
  std::deque<Arrival> arrivals_;      ///< to be told, in their order
  std::deque<Departure> departures_;  ///< the same, with the cycle in which it is told
  bool bounded_ = false;              ///< NICs have bounded buffers
  Cycle told_sent_after_ = 0;         ///< cycles_until_told_sent()
  Cycle known_until_ = 0;             ///< what arrives before is in arrivals_, or has been told
  int deltas_ = 0;                    ///< since they are due
  sc_core::sc_event look_, due_;
};

}  // namespace hw
}  // namespace netloom
