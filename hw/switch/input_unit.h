#pragma once

#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/link/flit_ring.h"
#include "hw/link/outbox.h"

namespace netloom {
inline namespace hw {

/// One input virtual channel: its FIFO (the sender writes into it) and what the head at its front
/// may take.
template <class Mask>
struct InputChannel : FlitRing {
  std::uint8_t preferred = 0;   ///< port at which the selection's search starts
  Mask candidates;              ///< output channels that the head may take
  std::uint64_t occupancy = 0;  ///< phits x cycles of the flits that have left
};

/// The input ports of a switch: the FIFOs of all their VCs, and which of them hold what.
template <class Mask>
class InputUnit {
 public:
  /// Where the credits of an input port go: the calendar of the sender.
  struct CreditTarget {
    Calendar<Mask>* calendar = nullptr;
    std::uint32_t latency = 0;  ///< of the link that enters here
    std::uint16_t channel = 0;  ///< of VC 0
    EventKind kind = EventKind::kCredit;
    bool by_outbox = false;  ///< another switch's, which is written at the end of the quantum
  };

  void build(Arena& arena, int ports, int vc_shift) {
    channels_ = arena.array<InputChannel<Mask>>(static_cast<std::size_t>(ports) << vc_shift);
    targets_ = arena.array<CreditTarget>(static_cast<std::size_t>(ports));
  }
  /// The channel has room for so many flits.
  void build_channel(Arena& arena, int channel, int flits) {
    InputChannel<Mask>& input = channels_[channel];
    input.ring_bits = ring_bits(flits);
    input.ring = arena.array<Flit>(input.slots());
  }

  InputChannel<Mask>& operator[](int channel) { return channels_[channel]; }
  const InputChannel<Mask>& operator[](int channel) const { return channels_[channel]; }
  CreditTarget& target(int port) { return targets_[port]; }

  /// Brings the state of all ports into the cache.
  void prefetch(int ports, int vc_shift) const {
    const auto count = static_cast<std::size_t>(ports);
    prefetch_memory(channels_, (count << vc_shift) * sizeof(InputChannel<Mask>));
    prefetch_memory(targets_, count * sizeof(CreditTarget));
  }

  /// The flit at the front has been granted; its last phit leaves in `last`, and its credit with
  /// it. `one_size`: all flits have the same. Returns the flit that is then at the front; its
  /// arrival says whether it is there yet.
  Flit& release(int channel, int vc_shift, Cycle last, bool one_size, Outbox<Mask>& outbox) {
    InputChannel<Mask>& input = channels_[channel];
    Flit& flit = input.front();
    const std::uint32_t phits = flit.phits;
    input.occupancy += phits * (static_cast<std::uint32_t>(last) + 1 - flit.arrival);
    flit.arrival = Flit::kEmpty;
    input.head = input.after(input.head);
    const CreditTarget& target = targets_[channel >> vc_shift];
    const int credited = target.channel + (channel & ((1 << vc_shift) - 1));
    const Cycle cycle = last + target.latency;
    if (one_size && target.kind == EventKind::kCredit) {
      if (target.by_outbox) {
        outbox.add_credit(target.calendar, cycle, credited);
      } else {
        target.calendar->post_credit(cycle, credited);
      }
    } else {
      const Event event(target.kind, credited, phits);
      if (target.by_outbox) {
        outbox.add_event(target.calendar, cycle, event);
      } else {
        target.calendar->post(cycle, event);
      }
    }
    return input.front();
  }

  Mask occupied;   ///< a flit is at the front
  Mask ready;      ///< … and its routing result counts (or it follows its head)
  Mask awake;      ///< … and something has changed since it was found that it cannot go
  Mask following;  ///< wormhole: the head of the packet at the front has gone on
  Mask busy;       ///< the crossbar input is taken
  Mask committed;  ///< the head has chosen its output and room there (SelectionTime::kRouting)
  Mask control;    ///< the flit at the front is a control packet
  /// The misrouting trigger has held the head back: it looks again when the queues have changed.
  Mask held_back;

 private:
  InputChannel<Mask>* channels_ = nullptr;
  CreditTarget* targets_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
