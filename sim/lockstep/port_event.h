#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace sim {

/// What happens at a port of a switch in a cycle, in whatever view.
struct PortEvent {
  enum class Kind : std::uint8_t {
    kInjected,     ///< the NIC starts the flit on the injection link
    kArrived,      ///< the first phit is in the input VC
    kGranted,      ///< the flit is granted `output`
    kSent,         ///< the first phit leaves on the link
    kReleased,     ///< the last phit leaves the input buffer, and the credit with it
    kCredited,     ///< a credit comes to the output VC
    kNicCredited,  ///< … to the NIC that injects into the input VC
    kDelivered,    ///< the tail is at the NIC
  };

  Cycle cycle = 0;
  SwitchId switch_id = 0;
  std::int32_t channel = 0;  ///< port << vc_shift | VC
  std::int32_t output = -1;  ///< kGranted: the same of the output
  NodeId source = 0;         ///< with the number, the packet; 0 with credits that come
  NodeId destination = 0;
  std::uint32_t number = 0;
  std::uint16_t phits = 0;
  std::uint16_t state = 0;  ///< routing state in the header, when it leaves; else 0
  Kind kind = Kind::kInjected;
  bool head = false, tail = false;

  auto key() const {
    return std::tie(cycle, switch_id, channel, kind, output, source, destination, number, phits,
                    state, head, tail);
  }
  bool operator==(const PortEvent& other) const { return key() == other.key(); }
  bool operator<(const PortEvent& other) const { return key() < other.key(); }

  /// Whether both are at the same channel of an input port, or of an output port.
  bool same_place(const PortEvent& other) const {
    return switch_id == other.switch_id && channel == other.channel &&
           at_output() == other.at_output();
  }
  bool at_output() const {
    return kind == Kind::kSent || kind == Kind::kCredited || kind == Kind::kDelivered;
  }

  /// "s3.p1.vc0".
  std::string place(const Netlist& netlist, int vc_shift) const;
  /// "cycle 12: s3.p1.vc0: packet 4 from h2 to h7 is granted p2.vc1, 16 phits".
  std::string text(const Netlist& netlist, int vc_shift) const;
};

}  // namespace sim
}  // namespace netloom
