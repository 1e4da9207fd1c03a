#include "rtl/view/phit_coding.h"

#include <algorithm>

#include "routing/base/random.h"

namespace netloom {
inline namespace rtl {
namespace {

std::uint64_t value_of(const Flit& flit, PacketField field) {
  switch (field) {
    case PacketField::kDestination:
      return flit.destination;
    case PacketField::kSource:
      return flit.source();
    case PacketField::kRoutingState:
      return flit.state();
    case PacketField::kPacketPhits:
      return flit.packet_phits;
    case PacketField::kHops:
      return flit.hops();
    case PacketField::kAge:
      return flit.age();
    case PacketField::kResponse:
      return flit.response() ? 1 : 0;
    case PacketField::kControl:
      return flit.control() ? 1 : 0;
    case PacketField::kDeviated:
      return flit.deviated() ? 1 : 0;
    case PacketField::kIntervalEnd:
      return flit.interval_end();
    default:
      return 0;  // not in the header
  }
}

}  // namespace

PhitCoding::PhitCoding(const HeaderShape& shape, int phit_bits) : bits_(phit_bits) {
  // The first field is the highest.
  for (auto info = kPacketFields.rbegin(); info != kPacketFields.rend(); ++info) {
    if (info->carrier != FieldCarrier::kHeader) continue;
    const int width = info->bits(shape);
    if (width > 0) fields_.push_back({info->field, header_bits_, width});
    header_bits_ += static_cast<std::size_t>(width);
  }
}

BitVector PhitCoding::words(const Flit& flit, int index) const {
  BitVector result = zero_bits(bits_);
  std::size_t at = 0;
  if (index == 0 && flit.head()) {
    for (const Field& each : fields_) {
      set_bits(result, each.first, each.bits, value_of(flit, each.field));
    }
    at = header_bits_;
  }
  std::uint64_t pattern = std::uint64_t{flit.tag.number} << 32 | flit.source();
  pattern += static_cast<std::uint64_t>(index) << 20;
  for (auto rest = static_cast<std::size_t>(bits_); at < rest;) {
    pattern = Random::mix(pattern);
    const auto count = static_cast<int>(std::min<std::size_t>(64, rest - at));
    set_bits(result, at, count, pattern);
    at += static_cast<std::size_t>(count);
  }
  return result;
}

void PhitCoding::put(const Flit& flit, int index, std::size_t first, BitVector& to) const {
  const BitVector phit = words(flit, index);
  for (int at = 0; at < bits_; at += 64) {
    const int count = std::min(64, bits_ - at);
    set_bits(to, first + static_cast<std::size_t>(at), count,
             phit[static_cast<std::size_t>(at / 64)]);
  }
}

}  // namespace rtl
}  // namespace netloom
