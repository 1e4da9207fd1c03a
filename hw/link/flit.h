#pragma once

#include <cstdint>

#include "routing/base/random.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/registers/packet_header.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What a flit has with it in hardware: the header of its packet (of the head flit; the model's
/// other flits have it too), and what the wires of a link tell beside its phits. The fields and
/// their widths are those of kPacketFields.
class FlitHeader {
 public:
  /// Switches that can be counted: HeaderShape::hop_limit is less.
  static constexpr std::uint32_t kMostHops = (1u << most_bits(PacketField::kHops)) - 1;
  /// Of PacketField::kAge.
  static constexpr int kAgeBits = most_bits(PacketField::kAge);

  NodeId destination = 0;

 private:
  // The word of several fields, lowest first. The hops are highest, so that counting them changes
  // nothing else, and that the word tells by itself whether they are above a limit.
  static constexpr int kStateAt = most_bits(PacketField::kSource);
  static constexpr int kFlagsAt = kStateAt + most_bits(PacketField::kRoutingState);
  enum Flag { kHead, kTail, kResponse, kControl, kDeviated, kCut, kFlags };
  static constexpr int kHopsAt = kFlagsAt + kFlags;
  static_assert(kHopsAt + most_bits(PacketField::kHops) <= 64, "one word");

  static constexpr std::uint64_t bit(Flag flag) { return std::uint64_t{1} << (kFlagsAt + flag); }
  static constexpr std::uint64_t mask(PacketField field) {
    return (std::uint64_t{1} << most_bits(field)) - 1;
  }
  bool has(Flag flag) const { return (word_ & bit(flag)) != 0; }
  void set(Flag flag, bool value) {
    word_ = (word_ & ~bit(flag)) | std::uint64_t{value} << (kFlagsAt + flag);
  }

 public:
  std::uint16_t phits = 0;         ///< of this flit
  std::uint16_t packet_phits = 0;  ///< 0: see for_switches()

  NodeId source() const { return static_cast<NodeId>(word_ & mask(PacketField::kSource)); }
  void set_source(NodeId source) {
    word_ = (word_ & ~mask(PacketField::kSource)) | (source & mask(PacketField::kSource));
  }
  /// The routing state.
  std::uint16_t state() const { return static_cast<std::uint16_t>(word_ >> kStateAt); }
  void set_state(std::uint16_t state) {
    word_ = (word_ & ~(mask(PacketField::kRoutingState) << kStateAt)) | std::uint64_t{state}
                                                                            << kStateAt;
  }
  /// Switches passed.
  std::uint32_t hops() const { return static_cast<std::uint32_t>(word_ >> kHopsAt); }
  void count_hop() { word_ += std::uint64_t{1} << kHopsAt; }
  /// Takes one back: the packet is still there for another output.
  void uncount_hop() { word_ -= std::uint64_t{1} << kHopsAt; }
  /// A value that passed() compares with: that of packets that have passed more than `hops`.
  static constexpr std::uint64_t limit_word(std::uint32_t hops) {
    return (std::uint64_t{hops} + 1) << kHopsAt;
  }
  bool passed(std::uint64_t limit) const { return word_ >= limit; }

  bool head() const { return has(kHead); }
  void set_head(bool value) { set(kHead, value); }
  bool tail() const { return has(kTail); }
  void set_tail(bool value) { set(kTail, value); }
  bool control() const { return has(kControl); }
  void set_control(bool value) { set(kControl, value); }
  /// Its message answers another.
  bool response() const { return has(kResponse); }
  void set_response(bool value) { set(kResponse, value); }
  /// A switch sent the packet by an emergency path.
  bool deviated() const { return has(kDeviated); }
  void set_deviated(bool value) { set(kDeviated, value); }
  /// Of the tag, but there is room here: its end was on a link that failed, or is going to be. What
  /// has got through is of no use.
  bool cut() const { return has(kCut); }
  void set_cut(bool value) { set(kCut, value); }

  /// A fault-tolerance control packet: from switch to switch, no host sent it. See FaultUnit.
  bool for_switches() const { return packet_phits == 0; }

  /// What stays the same all the way: the source, and which messages the packet is of.
  std::uint64_t identity_word() const {
    return word_ & (mask(PacketField::kSource) | bit(kResponse) | bit(kControl));
  }
  static constexpr std::uint64_t identity_word(NodeId source, bool control, bool response) {
    return (source & mask(PacketField::kSource)) | std::uint64_t{control} << (kFlagsAt + kControl) |
           std::uint64_t{response} << (kFlagsAt + kResponse);
  }
  /// Of a flit that no switch has passed: its identity_word(), and whether it is head and tail.
  void begin(std::uint64_t identity, bool head, bool tail) {
    word_ = identity | std::uint64_t{head} << (kFlagsAt + kHead) |
            std::uint64_t{tail} << (kFlagsAt + kTail);
  }

 private:
  std::uint64_t word_ = 0;
};

/// What the simulation notes of every packet; no hardware carries it.
struct FlitTag {
  std::uint32_t number = 0;     ///< of the packet, with the source it identifies the packet; of a
                                ///< packet for_switches() that of the fault
  std::uint32_t generated = 0;  ///< cycle in which the message was generated
};

/// What must arrive unchanged of a packet. The sum of its fingerprints over all packets generated
/// equals the sum over those delivered, lost and in flight.
struct PacketIdentity {
  std::uint64_t word = 0;  ///< FlitHeader::identity_word()
  NodeId destination = 0;
  std::uint32_t number = 0;
  std::uint32_t generated = 0;
  std::uint32_t phits = 0;

  /// A hash; `more`: of what else there is.
  std::uint64_t fingerprint(std::uint64_t more = 0) const {
    const std::uint64_t to = std::uint64_t{destination} << 32 | phits;
    const std::uint64_t when = std::uint64_t{generated} << 32 | number;
    return Random::mix(word * 0x9E3779B97F4A7C15u + to * 0xD1B54A32D192ED03u + (when ^ more));
  }
};

/// The unit of flow control and allocation, as it lies in a buffer. It is written once per hop,
/// straight into the slot of the receiver's buffer that its credit guarantees, and is visible there
/// from its arrival cycle on.
///
/// Times are the low 32 bits of a cycle; Network::run keeps runs shorter than that.
struct alignas(32) Flit : FlitHeader {
  static constexpr std::uint32_t kEmpty = 0xffffffffu;  ///< arrival of a slot without a flit

  std::uint32_t arrival = kEmpty;  ///< cycle in which the first phit arrives; kEmpty: no flit
  FlitTag tag;

 private:
  std::uint32_t injected_or_interval_end_ = 0;  ///< the latter of packets for_switches()

 public:
  /// Of the tag of a packet that a host sent: cycle in which the head started on the injection
  /// link.
  std::uint32_t injected() const { return injected_or_interval_end_; }
  void set_injected(std::uint32_t cycle) { injected_or_interval_end_ = cycle; }
  /// Of the header of a packet for_switches(), which no host injects: PacketField::kIntervalEnd.
  NodeId interval_end() const { return injected_or_interval_end_; }
  void set_interval_end(NodeId node) { injected_or_interval_end_ = node; }

  /// PacketField::kAge, which a NIC writes into the header.
  std::uint32_t age() const { return tag.generated & ((1u << kAgeBits) - 1); }

  /// Whether the packet is older than that of another flit, as far as headers tell: by the age,
  /// whose few bits wrap, so that of two the one is older that lies less than half of all ages
  /// before the other; ties by source, the lower one first.
  bool older_than(const Flit& other) const {
    constexpr std::uint32_t kAges = 1u << kAgeBits;
    const std::uint32_t later = (other.age() - age()) & (kAges - 1);
    return later != 0 ? later < kAges / 2 : source() < other.source();
  }

  /// Of the packet: PacketIdentity.
  std::uint64_t fingerprint() const {
    const PacketIdentity packet{identity_word(), destination, tag.number, tag.generated,
                                packet_phits};
    return packet.fingerprint(for_switches() ? std::uint64_t{interval_end()} << 16 : 0);
  }
};

static_assert(sizeof(Flit) == 32, "two flits to a cache line");

}  // namespace hw
}  // namespace netloom
