#include "routing/registers/packet_header.h"

namespace netloom {
inline namespace routing {

int header_bits(const HeaderShape& shape) {
  int sum = 0;
  for (const PacketFieldInfo& info : kPacketFields) {
    if (info.carrier == FieldCarrier::kHeader) sum += info.bits(shape);
  }
  return sum;
}

}  // namespace routing
}  // namespace netloom
