#pragma once

#include "hw/link/flit.h"
#include "routing/registers/packet_header.h"
#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace rtl {

/// What the phits of flits carry, as bits, lowest first: the first one of a packet the header in
/// its lowest bits. What is above it, and in all other phits, means nothing to a switch; it is a
/// pattern of packet and phit here, so that a phit that goes wrong is seen.
class PhitCoding {
 public:
  PhitCoding(const HeaderShape& shape, int phit_bits);

  int bits() const { return bits_; }
  /// Writes phit number `index` of the flit from bit `first` on; the bits there are 0.
  void put(const Flit& flit, int index, std::size_t first, BitVector& to) const;
  /// Whether these bits are that.
  bool is(const Flit& flit, int index, std::size_t first, const BitVector& from) const;

 private:
  BitVector words(const Flit& flit, int index) const;

  HeaderShape shape_;
  int bits_;
};

}  // namespace rtl
}  // namespace netloom
