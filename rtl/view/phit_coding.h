#pragma once

#include <cstddef>
#include <vector>

#include "hw/link/flit.h"
#include "routing/base/visible.h"
#include "routing/registers/packet_header.h"
#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What the phits of flits carry, as bits, lowest first: the first one of a packet the header in
/// its lowest bits. What is above it, and in all other phits, means nothing to a switch; it is a
/// pattern of packet and phit here, so that a phit that goes wrong is seen.
class PhitCoding {
 public:
  PhitCoding(const HeaderShape& shape, int phit_bits);

  /// A field of the header, from bit `first` of a packet's first phit on.
  struct Field {
    PacketField field;
    std::size_t first;
    int bits;
  };

  int bits() const { return bits_; }
  /// Those that it has, lowest first.
  const std::vector<Field>& fields() const { return fields_; }
  /// Writes phit number `index` of the flit from bit `first` on; the bits there are 0.
  void put(const Flit& flit, int index, std::size_t first, BitVector& to) const;
  /// The bits of phit number `index` of the flit.
  BitVector words(const Flit& flit, int index) const;

 private:
  int bits_;
  std::size_t header_bits_ = 0;
  std::vector<Field> fields_;
};

}  // namespace rtl
}  // namespace netloom
