#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/link/flit_ring.h"
#include "hw/switch/base/port_line.h"

namespace netloom {
inline namespace hw {

/// One input virtual channel: its FIFO (the sender writes into it) and what the head at its front
/// may take.
template <class Mask>
struct alignas(32) InputChannel : FlitRing {
  std::uint8_t preferred = 0;   ///< port at which the selection's search starts
  Mask candidates;              ///< output channels that the head may take
  std::uint64_t occupancy = 0;  ///< phits x cycles of the flits that have left
};

/// The input ports of a switch: the FIFOs of all their VCs, and which of them hold what
/// (docs/timing.md, rules 1 and 8).
template <class Channels>
class InputPorts {
 public:
  using Mask = typename Channels::Mask;

  void build(Arena& arena, const Channels& channels, PortLine<Mask>* lines) {
    channels_ = arena.array<InputChannel<Mask>>(static_cast<std::size_t>(channels.count()));
    lines_ = lines;
  }
  /// The channel has room for so many flits.
  void build_channel(Arena& arena, int channel, int flits) {
    InputChannel<Mask>& input = channels_[channel];
    input.ring_bits = ring_bits(flits);
    input.ring = arena.array<Flit>(input.slots());
  }

  InputChannel<Mask>& operator[](int channel) { return channels_[channel]; }
  const InputChannel<Mask>& operator[](int channel) const { return channels_[channel]; }
  CreditLink<Mask>& link(int port) { return lines_[port].credits; }

  /// Brings the state of all channels into the cache.
  void prefetch(const Channels& channels) const {
    prefetch_memory(channels_,
                    static_cast<std::size_t>(channels.count()) * sizeof(InputChannel<Mask>));
  }

  /// Flits come to some channels by mailbox: receive().
  void expect_mail(Arena& arena, const Channels& channels) {
    if (mail_slots_ != nullptr) return;
    mail_slots_ = arena.array<std::uint32_t>(static_cast<std::size_t>(channels.count()));
  }
  /// Puts a flit that comes by mailbox into the next slot. Whether it is free.
  bool receive(int channel, const Flit& flit) {
    return channels_[channel].put(mail_slots_[channel], flit, flit.arrival);
  }

  /// The flit at the front has been granted; its last phit leaves in `last`, and its credit with
  /// it. `one_size`: all flits have the same. Returns the flit that is then at the front; its
  /// arrival says whether it is there yet.
  Flit& release(const Channels& channels, int channel, Cycle last, bool one_size,
                Outbox<Mask>& outbox) {
    InputChannel<Mask>& input = channels_[channel];
    Flit& flit = input.front();
    const std::uint32_t phits = flit.phits;
    input.occupancy += phits * (static_cast<std::uint32_t>(last) + 1 - flit.arrival);
    flit.arrival = Flit::kEmpty;
    input.head = input.after(input.head);
    link(channels.port(channel)).send(channels.vc(channel), phits, last, one_size, outbox);
    return input.front();
  }

 private:
  std::uint32_t* mail_slots_ = nullptr;  ///< per channel: where the next flit by mailbox goes

 public:
  Mask control;   ///< the flit at the front is a control packet
  Mask occupied;  ///< a flit is at the front
  Mask ready;     ///< … and its routing result counts (or it follows its head)

 private:
  InputChannel<Mask>* channels_ = nullptr;
  PortLine<Mask>* lines_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
