#pragma once

#include <cstdint>

#include "hw/kernel/calendar.h"
#include "hw/link/flit.h"
#include "hw/link/outbox.h"

namespace netloom {
inline namespace hw {

/// A link as its sender sees it: where a flit goes, and how long that takes (docs/timing.md, rules
/// 7 and 9). To a switch, the sender writes the flit into the slot of the receiver's buffer that
/// its credit guarantees, and its arrival into the receiver's calendar; what goes beyond the cache
/// goes by an outbox. A NIC sees a flit when its tail is there, and takes everything.
template <class Mask>
struct OutputLink {
  Calendar<Mask>* calendar = nullptr;  ///< of the receiver; of a host: its switch's
  std::uint32_t latency = 0;
  std::uint16_t channel = 0;  ///< of VC 0: the input of a switch, or the output to a host
  bool host = false;
  bool by_outbox = false;  ///< another switch's, which is written at the end of the quantum

  /// Sends a flit on a VC so that its first phit leaves in `start`.
  void send(const Flit& flit, Flit& slot, int vc, Cycle start, Outbox<Mask>& outbox) const {
    const Cycle arrival = start + latency;
    const int far_channel = channel + vc;
    if (by_outbox) {
      outbox.add_flit(flit, slot, calendar, arrival, far_channel);
      return;
    }
    slot = flit;
    slot.arrival = static_cast<std::uint32_t>(arrival);
    if (host) {
      calendar->post(arrival + flit.phits - 1, Event(EventKind::kDelivery, far_channel));
    } else {
      calendar->post_arrival(arrival, far_channel);
    }
  }
};

/// The wires on which the credits of an input port go back to the sender (rule 8).
template <class Mask>
struct CreditLink {
  Calendar<Mask>* calendar = nullptr;  ///< of the sender
  std::uint32_t latency = 0;           ///< of the link that enters here
  std::uint16_t channel = 0;           ///< the sender's, of VC 0
  EventKind kind = EventKind::kCredit;
  bool by_outbox = false;

  /// The last phit of a flit on a VC leaves in `last`, and its credit with it. `one_size`: all
  /// flits have the same.
  void send(int vc, std::uint32_t phits, Cycle last, bool one_size, Outbox<Mask>& outbox) const {
    const int credited = channel + vc;
    const Cycle cycle = last + latency;
    if (one_size && kind == EventKind::kCredit) {
      if (by_outbox) {
        outbox.add_credit(calendar, cycle, credited);
      } else {
        calendar->post_credit(cycle, credited);
      }
      return;
    }
    const Event event(kind, credited, phits);
    if (by_outbox) {
      outbox.add_event(calendar, cycle, event);
    } else {
      calendar->post(cycle, event);
    }
  }
};

}  // namespace hw
}  // namespace netloom
