#pragma once

#include <cstdint>

#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// A packet whose tail is on the ejection link, or at its end: known before it is there. Packets
/// that were cut are among them.
struct Arrival {
  NodeId source = 0;
  NodeId destination = 0;
  std::uint32_t number = 0;  ///< DeliveredPacket::number
  std::uint32_t phits = 0;
  Cycle generated = 0;    ///< cycle in which the message was generated
  Cycle injected = 0;     ///< cycle in which the head started on the injection link
  Cycle cycle = 0;        ///< in which the tail is at the NIC
  int hops = 0;           ///< switches passed
  bool response = false;  ///< of its message
  bool cut = false;       ///< its end was on a link that failed: the NIC discards it
  int vc = 0;             ///< of the ejection link
};

/// The packet that this flit ends, whose tail is at the NIC in `cycle`, on a VC.
inline Arrival arrival_of(const Flit& tail, Cycle cycle, int vc) {
  Arrival result;
  result.source = tail.source();
  result.destination = tail.destination;
  result.number = tail.tag.number;
  result.phits = tail.cut() ? tail.phits : tail.packet_phits;
  result.generated = tail.tag.generated;
  result.injected = tail.injected();
  result.cycle = cycle;
  result.hops = static_cast<int>(tail.hops());
  result.response = tail.response();
  result.cut = tail.cut();
  result.vc = vc;
  return result;
}

}  // namespace hw
}  // namespace netloom
