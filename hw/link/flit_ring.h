#pragma once

#include <cstdint>

#include "hw/kernel/prefetch.h"
#include "hw/link/flit.h"

namespace netloom {
inline namespace hw {

/// A ring of slots for flits, of which others write the free ones.
struct FlitRing {
  Flit* ring = nullptr;
  std::uint32_t head = 0;      ///< slot of the flit at the front
  std::uint8_t ring_bits = 0;  ///< the ring has 2^ring_bits slots

  std::uint32_t slots() const { return std::uint32_t{1} << ring_bits; }
  std::uint32_t after(std::uint32_t slot) const { return (slot + 1) & (slots() - 1); }
  Flit& front() { return ring[head]; }
  const Flit& front() const { return ring[head]; }
  /// Writes a flit, there from `arrival` on, into slot `next`, which is then the one behind it.
  /// Whether the slot was free.
  bool put(std::uint32_t& next, const Flit& flit, std::uint32_t arrival) const {
    Flit& slot = ring[next];
    next = after(next);
    const bool free = slot.arrival == Flit::kEmpty;
    slot = flit;
    slot.arrival = arrival;
    return free;
  }
  /// The flit at the front and the next one.
  void prefetch_front() const {
    prefetch_line(ring + head);
    prefetch_line(ring + after(head));
  }
};

/// Of the smallest ring that holds so many flits, the logarithm of its slots.
inline std::uint8_t ring_bits(int flits) {
  std::uint8_t bits = 0;
  while (std::int64_t{1} << bits < flits) ++bits;
  return bits;
}

}  // namespace hw
}  // namespace netloom
