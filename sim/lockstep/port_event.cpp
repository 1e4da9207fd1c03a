#include "sim/lockstep/port_event.h"

#include <fmt/format.h>

namespace netloom {
inline namespace sim {

namespace {

const char* what_of(PortEvent::Kind kind) {
  switch (kind) {
    case PortEvent::Kind::kInjected:
      return "is injected";
    case PortEvent::Kind::kArrived:
      return "arrives";
    case PortEvent::Kind::kGranted:
      return "is granted";
    case PortEvent::Kind::kSent:
      return "starts on the link";
    case PortEvent::Kind::kReleased:
      return "has left the buffer";
    case PortEvent::Kind::kCredited:
      return "the output has a credit";
    case PortEvent::Kind::kNicCredited:
      return "the NIC has a credit";
    case PortEvent::Kind::kDelivered:
      return "is delivered";
  }
  return "";
}

std::string channel_text(int channel, int vc_shift) {
  return fmt::format("p{}.vc{}", channel >> vc_shift, channel & ((1 << vc_shift) - 1));
}

}  // namespace

std::string PortEvent::place(const Netlist& netlist, int vc_shift) const {
  return netlist.switches[switch_id].name + '.' + channel_text(channel, vc_shift);
}

std::string PortEvent::text(const Netlist& netlist, int vc_shift) const {
  if (kind == Kind::kCredited || kind == Kind::kNicCredited) {
    return fmt::format("cycle {}: {}: {}, {} phits", cycle, place(netlist, vc_shift), what_of(kind),
                       phits);
  }
  const std::string part = head && tail ? "packet"
                           : head       ? "head of packet"
                           : tail       ? "tail of packet"
                                        : "flit of packet";
  return fmt::format("cycle {}: {}: {} {} from {} to {} {}{}{}, {} phits", cycle,
                     place(netlist, vc_shift), part, number, netlist.hosts[source].name,
                     netlist.hosts[destination].name, what_of(kind),
                     kind == Kind::kGranted ? " " + channel_text(output, vc_shift) : "",
                     kind == Kind::kSent ? fmt::format(" in header state {}", state) : "", phits);
}

}  // namespace sim
}  // namespace netloom
