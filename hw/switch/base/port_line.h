#pragma once

#include <cstdint>

#include "hw/link/link.h"

namespace netloom {
inline namespace hw {

/// Where the round-robin arbiters of a port look first.
struct PortPointers {
  std::uint16_t in = 0;    ///< a VC
  std::uint16_t out = 0;   ///< a channel
  std::uint16_t link = 0;  ///< a channel
};

/// What the parts of a switch keep of one port. Each has a field or two and touches no other; they
/// lie together because whoever needs one of a port needs most of them.
template <class Mask>
struct alignas(64) PortLine {
  OutputLink<Mask> link;            ///< OutputPorts: the link that leaves
  CreditLink<Mask> credits;         ///< InputPorts: the wires to the sender of the link that enters
  Mask sleepers;                    ///< Wakeup: heads that wait for an output of the port
  std::uint32_t routing_until = 0;  ///< RoutingUnitBank: from which cycle on the unit is free
  PortPointers pointers;            ///< Allocator
};

}  // namespace hw
}  // namespace netloom
