#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "routing/base/bits.h"
#include "routing/base/visible.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The sizes on which the widths of a packet's header depend.
struct HeaderShape {
  std::uint32_t hosts = 1;         ///< of the network
  std::uint32_t packet_phits = 1;  ///< of the largest packet
  std::uint32_t hop_limit = 1;     ///< switches that a packet may pass
  std::uint32_t faults = 0;        ///< 1: there are fault-tolerance control packets; else 0
};

/// What a packet has with it.
enum class PacketField : std::uint8_t {
  kDestination,
  kSource,
  kRoutingState,
  kPacketPhits,
  kHops,
  kAge,
  kResponse,
  kControl,
  kDeviated,
  kIntervalEnd,
  kHead,
  kTail,
  kFlitPhits,
  kCut,
  kNumber,
  kGenerated,
  kInjected,
};

/// How it travels.
enum class FieldCarrier : std::uint8_t {
  kHeader,  ///< in the header, that is in the first phit of the head flit
  kLink,    ///< on wires of the link beside each phit, or to be counted from them
  kTag,     ///< nowhere in hardware: what the simulation notes of a packet
};

struct PacketFieldInfo {
  PacketField field;
  const char* name;   ///< lower case
  int most_bits;      ///< in any network; what the model stores
  const char* width;  ///< bits in a network, as an expression over the fields of HeaderShape
  int (*bits)(const HeaderShape&);  ///< the same
  FieldCarrier carrier;
  const char* meaning;  ///< one line
};

/// Everything that a packet has with it, declared once: the model's Flit (hw/link/flit.h), the
/// SystemVerilog package rtl/generated/netloom_header_pkg.sv and docs/reference/header.md come from
/// here. The fields of the header in the order in which they lie in it, the most significant first.
inline constexpr std::array<PacketFieldInfo, 17> kPacketFields = {{
    {PacketField::kDestination, "destination", 24, "bits_for(hosts)",
     [](const HeaderShape& shape) { return bits_for(shape.hosts); }, FieldCarrier::kHeader,
     "node that the packet goes to; in a fault-tolerance control packet the lower bound of the "
     "interval that is lost (ELIB)"},
    {PacketField::kSource, "source", 24, "bits_for(hosts)",
     [](const HeaderShape& shape) { return bits_for(shape.hosts); }, FieldCarrier::kHeader,
     "node that sent it; in a fault-tolerance control packet the stage of the switch that lost it"},
    {PacketField::kRoutingState, "routing_state", 16, "16",
     [](const HeaderShape& /*shape*/) { return 16; }, FieldCarrier::kHeader,
     "what the routing function writes and reads on the way; 0 at injection"},
    {PacketField::kPacketPhits, "packet_phits", 16, "bits_for(packet_phits + 1)",
     [](const HeaderShape& shape) { return bits_for(std::uint64_t{shape.packet_phits} + 1); },
     FieldCarrier::kHeader, "length of the packet; 0 = a fault-tolerance control packet"},
    {PacketField::kHops, "hops", 18, "bits_for(hop_limit + 2)",
     [](const HeaderShape& shape) { return bits_for(std::uint64_t{shape.hop_limit} + 2); },
     FieldCarrier::kHeader, "switches passed, up to one more than the limit"},
    {PacketField::kAge, "age", 16, "16", [](const HeaderShape& /*shape*/) { return 16; },
     FieldCarrier::kHeader,
     "low bits of the cycle in which the packet was generated, for arbiters by age; they wrap"},
    {PacketField::kResponse, "response", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kHeader, "message class: 1 = response, 0 = request, and all other messages"},
    {PacketField::kControl, "control", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kHeader, "1 = control packet: stored and forwarded, and may have priority"},
    {PacketField::kDeviated, "deviated", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kHeader, "1 = a switch has sent it by an emergency path"},
    {PacketField::kIntervalEnd, "interval_end", 24, "faults * bits_for(hosts)",
     [](const HeaderShape& shape) {
       return static_cast<int>(shape.faults) * bits_for(shape.hosts);
     },
     FieldCarrier::kHeader,
     "in a fault-tolerance control packet the upper bound of the interval that is lost (EUIB); "
     "others have it only where such packets may come"},
    {PacketField::kHead, "head", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kLink, "the flit is the first of its packet"},
    {PacketField::kTail, "tail", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kLink, "the flit is the last of its packet"},
    {PacketField::kFlitPhits, "flit_phits", 16, "bits_for(packet_phits + 1)",
     [](const HeaderShape& shape) { return bits_for(std::uint64_t{shape.packet_phits} + 1); },
     FieldCarrier::kLink, "length of the flit: from its first phit to its last"},
    {PacketField::kCut, "cut", 1, "1", [](const HeaderShape& /*shape*/) { return 1; },
     FieldCarrier::kTag, "its end was on a link that failed, or is going to be"},
    {PacketField::kNumber, "number", 32, "32", [](const HeaderShape& /*shape*/) { return 32; },
     FieldCarrier::kTag,
     "counts the packets of a source; in a fault-tolerance control packet the number of the fault"},
    {PacketField::kGenerated, "generated", 32, "32",
     [](const HeaderShape& /*shape*/) { return 32; }, FieldCarrier::kTag,
     "cycle in which the message was generated"},
    {PacketField::kInjected, "injected", 32, "32", [](const HeaderShape& /*shape*/) { return 32; },
     FieldCarrier::kTag,
     "cycle in which the head started on the injection link; a fault-tolerance control packet has "
     "none"},
}};

constexpr const PacketFieldInfo& packet_field(PacketField field) {
  return kPacketFields[static_cast<std::size_t>(field)];
}

/// Widest value of a field, in bits.
constexpr int most_bits(PacketField field) {
  return packet_field(field).most_bits;
}

/// Bits of the header of a packet in a network of this shape.
int header_bits(const HeaderShape& shape);

namespace detail {
constexpr bool fields_are_in_order() {
  for (std::size_t i = 0; i < kPacketFields.size(); ++i) {
    if (static_cast<std::size_t>(kPacketFields[i].field) != i) return false;
  }
  return true;
}
static_assert(fields_are_in_order());
}  // namespace detail

}  // namespace routing
}  // namespace netloom
