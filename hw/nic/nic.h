#pragma once

#include <array>
#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "hw/config/config.h"
#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/kernel/ring.h"
#include "hw/link/flit.h"
#include "hw/nic/source_numbers.h"
#include "hw/nic/traffic_source.h"
#include "routing/base/random.h"
#include "routing/base/visible.h"
#include "routing/decision/vc_classes.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What all NICs of a network share.
struct NicShared {
  const NicConfig* config = nullptr;
  bool wormhole = false;
  int flit_phits = 0;       ///< wormhole only
  int smallest_packet = 1;  ///< phits; for no shorter ones there is room in every buffer
  bool control_priority = false;
  const std::vector<std::uint8_t>* bounded = nullptr;  ///< Network::Impl::bounded; null: none
  std::uint32_t hosts = 0;
  std::uint64_t seed = 1;  ///< of the run
  TrafficSource* traffic = nullptr;
  Arena* arena = nullptr;
};

/// The injection side of a host's NIC: of each message class an unbounded source queue and the
/// bounded injection queue behind it, and the injection virtual channels with their credits. One
/// packet at a time per VC; wormhole flits of different VCs interleave on the injection link.
///
/// With one injection VC both queues are one FIFO and only the bound between them is virtual.
class InjectionSide : public Injector {
 public:
  /// `credits`: phits of the switch's input buffer per injection VC.
  InjectionSide(const NicShared& shared, NodeId host, int credits);

  /// Cuts a message into packets and queues them. BrokenInvariant: impossible message.
  void send(const Message& message, Cycle cycle) override;

  /// Lets the host generate in `cycle` if it is due. Afterwards next_generation() is later.
  void generate(Cycle cycle);
  /// The next cycle in which the host wants to generate.
  Cycle next_generation() const {
    return wakes_.empty() || next_generation_ < wakes_.top() ? next_generation_ : wakes_.top();
  }
  /// Makes the host generate in `cycle` too.
  void wake(Cycle cycle) { wakes_.push(cycle); }

  /// Whether anything is queued.
  bool waiting() const { return queued_ != 0; }
  /// If some VC has a flit and the credits for it, takes it from its queue into `flit` (all fields
  /// but the arrival), sets `vc` and returns true.
  bool start_flit(Cycle cycle, Flit& flit, int& vc);
  void credit(int vc, int phits) { channels_[static_cast<std::size_t>(vc)].credits += phits; }
  /// Phits started on the injection link.
  std::uint64_t sent_phits(int vc) const {
    return channels_[static_cast<std::size_t>(vc)].total_sent;
  }
  int credits(int vc) const { return channels_[static_cast<std::size_t>(vc)].credits; }
  /// Where the next flit goes in the switch's input buffer; the switch moves it on.
  std::uint32_t& slot(int vc) { return channels_[static_cast<std::size_t>(vc)].slot; }

  /// An ideal acknowledgement: a packet was handed over in order at `destination`; counts from
  /// `cycle`.
  void acknowledge(NodeId destination, Cycle cycle) {
    acknowledgements_.push_back({cycle, destination});
  }
  /// Takes in the acknowledgements that count in `cycle`.
  void take_acknowledgements(Cycle cycle);

  /// Brings what every packet needs into the cache; then, what that points to.
  void prefetch() const { prefetch_memory(this, kHotBytes); }
  void prefetch_queues() const { prefetch_memory(channels_.data(), sizeof(Channel)); }

  Cycle link_free() const { return link_free_; }
  void occupy_link(Cycle until) { link_free_ = until; }
  /// Whether an event that looks for something to inject is scheduled.
  bool inject_scheduled = false;

  /// The number of the next packet to `destination`.
  std::uint32_t next_number(NodeId destination) const {
    return reorders_ ? pair_number_.at(destination) : number_;
  }

  std::uint64_t generated() const { return generated_; }
  std::uint64_t injected() const { return injected_; }
  /// Packets in the queues whose tail has not left yet, and the sum of their fingerprints.
  std::uint64_t queued() const { return queued_; }
  std::uint64_t queued_fingerprint() const;
  std::uint64_t generated_fingerprint() const { return fingerprint_; }

  /// Bytes that queued packets take at least.
  static std::uint64_t queue_bytes(std::uint64_t packets) { return packets * sizeof(Packet); }

 private:
  struct Packet {
    std::uint32_t generated = 0;
    NodeId destination = 0;
    std::uint32_t number = 0;
    std::uint16_t phits = 0;
    bool control = false;
    bool response = false;

    /// FlitHeader::identity_word(), if `source` sends it.
    std::uint64_t word(NodeId source) const {
      return FlitHeader::identity_word(source, control, response);
    }
    std::uint64_t fingerprint(NodeId source) const {
      return PacketIdentity{word(source), destination, number, generated, phits}.fingerprint();
    }
  };
  struct Channel {
    GrowingRing<Packet> queue;
    int credits = 0;
    std::uint32_t sent = 0;  ///< phits of the front packet that have left
    std::uint64_t total_sent = 0;
    std::uint32_t injected = 0;  ///< cycle in which the front packet's head left
    std::uint32_t slot = 0;      ///< see InjectionSide::slot()
  };
  struct Acknowledgement {
    Cycle cycle;
    NodeId destination;
  };

  static constexpr std::size_t kHotBytes = 192;  ///< from the first field on

  // Error: as send().
  void require_possible(const Message& message) const;
  void require_possible_control(const Message& message) const;
  void queue_packet(const Packet& packet);
  void admit(int message_class);
  std::size_t choose_channel(int message_class, NodeId destination);
  /// The last flit of a packet has started.
  void packet_left(int vc, std::uint32_t number, int phits, Cycle cycle);
  bool may_start(const Channel& channel) const;
  int pick_channel() const;

  // What every packet needs comes first.
  const NicShared& shared_;
  NodeId host_;
  std::uint32_t number_ = 0;
  Cycle next_generation_ = kNever;
  Cycle link_free_ = 0;
  ArenaArray<Channel> channels_;
  std::priority_queue<Cycle, std::vector<Cycle>, std::greater<Cycle>> wakes_;
  std::uint64_t queued_ = 0, injected_ = 0, generated_ = 0, fingerprint_ = 0;
  const bool reorders_, acknowledges_;       ///< NicConfig
  const bool tells_;                         ///< somebody what has left: packet_left()
  int next_vc_ = 0;                          ///< link arbitration, round robin
  Random random_;                            ///< VC choice, random
  std::vector<std::uint32_t> pair_number_;   ///< reorder buffer: next number per destination
  std::vector<std::uint16_t> outstanding_;   ///< limited one: packets not acknowledged
  std::vector<std::uint32_t> pair_started_;  ///< limited one: number that may start next
  std::vector<Acknowledgement> acknowledgements_;
  /// Used with several injection VCs only.
  struct ClassQueue {
    GrowingRing<Packet> source;
    int injection_phits = 0;           ///< in the injection queue
    std::uint32_t next_admission = 0;  ///< VC choice, round robin
  };
  std::array<ClassQueue, kMostMessageClasses> queues_;
};

/// The ejection side of a host's NIC: takes flits at link rate, checks their order, and hands
/// packets to the host, through a reorder buffer if the configuration has one.
class EjectionSide {
 public:
  EjectionSide(const NicShared& shared, NodeId host)
      : shared_(shared), host_(host), next_number_(shared.hosts, *shared.arena) {}

  /// What follows from a flit: cycles in which the host wants to generate because of it, and, with
  /// a reorder buffer, the source of every packet handed over.
  struct Outcome {
    std::vector<Cycle> wakes;
    std::vector<NodeId> acknowledged;
  };

  /// Brings what every packet needs into the cache; then, what one from `source` does.
  void prefetch() const { prefetch_memory(this, kHotBytes); }
  void prefetch(NodeId source) const { next_number_.prefetch(source); }

  /// A flit's tail is there in `cycle`. Adds to `outcome`. BrokenInvariant: a flit that does not
  /// belong here or whose packet is incomplete, or no room to put it into order.
  void take(const Flit& flit, Cycle cycle, Outcome& outcome);

  /// Packets that came without their end, which a link that failed has cut off: discarded.
  std::uint64_t cut() const { return cut_; }
  std::uint64_t cut_fingerprint() const { return cut_fingerprint_; }

  std::uint64_t delivered() const { return delivered_; }
  std::uint64_t delivered_phits() const { return delivered_phits_; }
  std::uint64_t out_of_order() const { return out_of_order_; }
  std::uint64_t delivered_fingerprint() const { return fingerprint_; }
  /// Packets that wait in the reorder buffer for an earlier one.
  std::uint64_t reordering() const { return early_.size(); }
  std::uint64_t reordering_fingerprint() const;

 private:
  static constexpr std::size_t kHotBytes = 128;  ///< from the first field on

  /// The reorder buffer's view of one source.
  struct Pair {
    std::uint32_t expected = 0;  ///< number that is handed over next
    std::uint32_t early = 0;     ///< packets that wait for it
  };

  /// A packet of which some flits have come.
  struct Partial {
    std::uint64_t packet = 0;
    std::uint32_t phits = 0;
    std::uint16_t state = 0;  ///< the head's: switches do not rewrite that of the flits behind it
  };

  std::vector<Partial>::iterator partial_of(const Flit& flit);
  void complete(const Flit& tail, Cycle cycle, Outcome& outcome);
  void reorder(const Flit& tail, Cycle cycle, Outcome& outcome);
  void hand_over_in_order(const Flit& tail, Pair& pair, Cycle cycle, Outcome& outcome);
  void hand_over(const Flit& tail, Cycle cycle, Outcome& outcome);
  void check_order(const Flit& tail);

  // What every packet needs comes first.
  const NicShared& shared_;
  NodeId host_;
  SourceNumbers next_number_;  ///< per source: smallest number that is in order
  std::uint64_t delivered_ = 0, delivered_phits_ = 0, out_of_order_ = 0, fingerprint_ = 0;
  std::uint64_t cut_ = 0, cut_fingerprint_ = 0;
  std::vector<Pair> pairs_;                        ///< reorder buffer: per source
  std::unordered_map<std::uint64_t, Flit> early_;  ///< reorder buffer: tails, by packet
  std::vector<Partial> partial_;                   ///< wormhole: as many as there are VCs, or fewer
};

}  // namespace hw
}  // namespace netloom
