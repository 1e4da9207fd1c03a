#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/kernel/prefetch.h"
#include "hw/link/flit_ring.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/base/switch_observer.h"

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

/// The input ports of a switch: the FIFOs of all their VCs, which of them hold what, and what comes
/// to their fronts (docs/timing.md, rules 1, 2 and 8).
///
/// In: arrivals, what the routing of heads has found, and flits that leave. Out: credits to the
/// senders, and what is at the front, to a `Core`, with
///   channels(), calendar, outbox
///   observing(), tell(event, …)        what an observer is told
///   discards(input, flit, now)         whether the flit is of no use any more; it is gone then
///   follows(input)                     the head of this flit's packet has gone before: no routing
///   may_go(input)                      the flit at the front may be granted
///   start_routing(input, flit, now)    a head that has all it needs is at the front
template <class Channels>
class InputPorts {
 public:
  using Mask = typename Channels::Mask;

  /// `whole`: heads are routed when their tails have come (store-and-forward).
  void build(Arena& arena, const Channels& channels, PortLine<Mask>* lines, bool whole) {
    channels_ = arena.array<InputChannel<Mask>>(static_cast<std::size_t>(channels.count()));
    lines_ = lines;
    whole_ = whole;
  }
  /// The channel has room for so many flits.
  void build_channel(Arena& arena, int channel, int flits) {
    InputChannel<Mask>& input = channels_[channel];
    input.ring_bits = ring_bits(flits);
    input.ring = arena.array<Flit>(input.slots());
  }
  CreditLink<Mask>& link(int port) { return lines_[port].credits; }

  /// Brings the state of all channels into the cache.
  void prefetch(const Channels& channels) const {
    prefetch_memory(channels_,
                    static_cast<std::size_t>(channels.count()) * sizeof(InputChannel<Mask>));
  }

  void prefetch_channel(int channel) const { prefetch_line(channels_ + channel); }

  const InputChannel<Mask>& operator[](int channel) const { return channels_[channel]; }
  const Mask& candidates(int channel) const { return channels_[channel].candidates; }
  /// The flit at the front, or that will be there.
  Flit& front(int channel) { return channels_[channel].front(); }
  const Flit& front(int channel) const { return channels_[channel].front(); }

  /// Channels with a flit at the front; where it may be granted (the result of its routing counts,
  /// or it follows its head); where it is a control packet.
  const Mask& occupied() const { return occupied_; }
  const Mask& ready() const { return ready_; }
  const Mask& control() const { return control_; }

  // ---- What comes by mailbox, and from the switch itself.

  /// Flits come to some channels by mailbox: receive().
  void expect_mail(Arena& arena, const Channels& channels) {
    if (mail_slots_ != nullptr) return;
    mail_slots_ = arena.array<std::uint32_t>(static_cast<std::size_t>(channels.count()));
  }
  /// Puts a flit that comes by mailbox into the next slot. Whether it is free.
  bool receive(int channel, const Flit& flit) {
    return channels_[channel].put(mail_slots_[channel], flit, flit.arrival);
  }
  /// Whether nothing is in a channel.
  bool empty(int channel) const {
    return !occupied_.test(channel) && front(channel).arrival == Flit::kEmpty;
  }
  /// A control packet of the switch's own is at the front of an empty channel from now on.
  void enter(int channel, const Flit& flit) {
    front(channel) = flit;
    occupied_.set(channel);
    control_.set(channel);
  }

  // ---- What comes to the front.

  /// Rule 1: the first phits of flits come to these channels, or to one.
  template <class Core>
  void take_arrivals(Core& core, Mask arrived, Cycle now) {
    if (core.observing()) tell_arrivals(core, arrived, now);
    for (arrived -= occupied_; arrived.any(); arrived.remove_first()) {
      const int input = arrived.first();
      at_front(core, input, front(input), now);
    }
  }
  template <class Core>
  void take_arrival(Core& core, int input, Cycle now) {
    if (core.observing()) tell_arrivals(core, Mask::bit(input), now);
    if (!occupied_.test(input)) at_front(core, input, front(input), now);
  }
  /// The tail of the flit at the front has come, if it is still there.
  template <class Core>
  void take_tail(Core& core, int input, Cycle now) {
    if (occupied_.test(input)) core.start_routing(input, front(input), now);
  }
  /// Rule 2: the routing has found these outputs, of which the search begins at a port.
  void set_candidates(int input, const Mask& candidates) {
    channels_[input].candidates = candidates;
  }
  void set_preferred(int input, std::uint8_t port) { channels_[input].preferred = port; }
  /// The result counts.
  void set_ready(int input) { ready_.set(input); }
  void set_ready(const Mask& inputs) { ready_ |= inputs; }

  // ---- What leaves.

  /// The flit at the front is granted an output, or discarded.
  void leave(int input) { ready_.reset(input); }
  /// Rule 8: its last phit leaves in `last`, and its credit with it; `one_size`: all flits have the
  /// same. Rule 2: the next flit comes to the front although these phits are still crossing.
  template <class Core>
  void release(Core& core, int input, Cycle last, bool one_size, Cycle now) {
    const Channels& channels = core.channels();
    InputChannel<Mask>& channel = channels_[input];
    Flit& flit = channel.front();
    core.tell(&SwitchObserver::released, input, flit, last);
    const std::uint32_t phits = flit.phits;
    channel.occupancy += phits * (static_cast<std::uint32_t>(last) + 1 - flit.arrival);
    flit.arrival = Flit::kEmpty;
    channel.head = channel.after(channel.head);
    link(channels.port(input)).send(channels.vc(input), phits, last, one_size, *core.outbox);
    Flit& next = channel.front();
    if (next.arrival <= now) {
      at_front(core, input, next, now);
    } else {
      occupied_.reset(input);
    }
  }

 private:
  template <class Core>
  void at_front(Core& core, int input, Flit& flit, Cycle now) {
    occupied_.set(input);
    core.tell(&SwitchObserver::at_front, input, flit, now);
    constexpr bool kControlPackets = Channels::has(kControl | kFaults);
    if constexpr (kControlPackets) control_.assign(input, flit.control());
    if constexpr (Channels::has(kFaults)) {
      if (core.discards(input, flit, now)) return;
    }
    if constexpr (Channels::has(kWormhole)) {
      if (core.follows(input)) {
        core.may_go(input);
        return;
      }
    }
    if (whole_ || (kControlPackets && flit.control())) {
      const Cycle tail = Cycle{flit.arrival} + flit.phits - 1;
      if (tail > now) {
        core.calendar.post(tail, Event(EventKind::kTail, input));
        return;
      }
    }
    core.start_routing(input, flit, now);
  }

  template <class Core>
  void tell_arrivals(Core& core, Mask arrived, Cycle now) const {
    for (; arrived.any(); arrived.remove_first()) {
      const InputChannel<Mask>& channel = channels_[arrived.first()];
      for (std::uint32_t slot = 0; slot < channel.slots(); ++slot) {
        const Flit& flit = channel.ring[slot];
        if (flit.arrival == now) core.tell(&SwitchObserver::arrived, arrived.first(), flit, now);
      }
    }
  }

  std::uint32_t* mail_slots_ = nullptr;  ///< per channel: where the next flit by mailbox goes
  bool whole_ = false;
  Mask control_, occupied_, ready_;
  InputChannel<Mask>* channels_ = nullptr;
  PortLine<Mask>* lines_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
