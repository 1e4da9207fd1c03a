#pragma once

#include <cstdint>

#include "routing/random.h"
#include "routing/types.h"

namespace netloom {

/// The unit of flow control and allocation, as it lies in a buffer. It is written once per hop,
/// straight into the slot of the receiver's buffer that its credit guarantees, and is visible there
/// from its arrival cycle on.
///
/// Times are the low 32 bits of a cycle; Network::run keeps runs shorter than that.
struct alignas(32) Flit {
  static constexpr std::uint32_t kEmpty = 0xffffffffu;  ///< arrival of a slot without a flit
  static constexpr std::uint16_t kHead = 0x8000;
  static constexpr std::uint16_t kTail = 0x4000;
  static constexpr std::uint16_t kControl = 0x2000;
  static constexpr std::uint16_t kCut = 0x1000;
  static constexpr std::uint16_t kDeviated = 0x0800;
  static constexpr std::uint16_t kHopMask = 0x07ff;

  std::uint32_t arrival = kEmpty;  ///< cycle in which the first phit arrives; kEmpty: no flit
  NodeId destination = 0;
  NodeId source = 0;
  std::uint32_t number = 0;          ///< of the packet; with the source it identifies the packet
  std::uint32_t generated = 0;       ///< cycle in which the message was generated
  std::uint32_t injected = 0;        ///< cycle in which the head started on the injection link
  std::uint16_t phits = 0;           ///< of this flit
  std::uint16_t packet_phits = 0;    ///< 0: see for_switches()
  std::uint16_t hops_and_flags = 0;  ///< switches passed (kHopMask), kHead, kTail, kControl, …
  std::uint16_t state = 0;           ///< routing state

  bool head() const { return (hops_and_flags & kHead) != 0; }
  bool tail() const { return (hops_and_flags & kTail) != 0; }
  bool control() const { return (hops_and_flags & kControl) != 0; }
  /// Its end was on a link that failed, or is going to be: what has got through is of no use.
  bool cut() const { return (hops_and_flags & kCut) != 0; }
  /// A switch sent the packet by an emergency path.
  bool deviated() const { return (hops_and_flags & kDeviated) != 0; }
  /// A fault-tolerance control packet: from switch to switch, no host sent it. See FaultUnit.
  bool for_switches() const { return packet_phits == 0; }
  int hops() const { return hops_and_flags & kHopMask; }

  /// A hash of everything that must arrive unchanged: its sum over all packets generated equals the
  /// sum over those delivered, lost and in flight.
  std::uint64_t fingerprint() const {
    const std::uint64_t id = std::uint64_t{source} << 32 | number;
    const std::uint64_t rest = std::uint64_t{destination} << 40 ^ std::uint64_t{generated} << 8 ^
                               std::uint64_t{packet_phits} ^ (control() ? 0x80 : 0);
    return Random::mix(id * 0x9E3779B97F4A7C15u + rest);
  }
};

static_assert(sizeof(Flit) == 32, "two flits to a cache line");

}  // namespace netloom
