#pragma once

#include <cstdint>

#include "hw/kernel/calendar.h"
#include "hw/link/flit.h"
#include "hw/link/mailbox.h"
#include "hw/link/outbox.h"

namespace netloom {
inline namespace hw {

/// How what is sent by a link comes to the switch at its end.
enum class LinkWay : std::uint8_t {
  kDirect,   ///< the sender writes it into the buffer and the calendar there
  kOutbox,   ///< the same, at the end of the quantum
  kMailbox,  ///< the sender cannot: it is handed over later (mailbox.h)
};

/// The end of a link: what is written there, or who is handed it.
template <class Mask>
class LinkTarget {
 public:
  /// `channel`: the first one of the port there. `outbox`: it is far away.
  void reach(Calendar<Mask>& there, int channel, int latency, bool outbox) {
    calendar_ = &there;
    way_ = outbox ? LinkWay::kOutbox : LinkWay::kDirect;
    at(channel, latency);
  }
  /// The route outlives this.
  void reach(const MailRoute& there, int channel, int latency) {
    mail_ = &there;
    way_ = LinkWay::kMailbox;
    at(channel, latency);
  }

  LinkWay way() const { return way_; }
  bool direct() const { return way_ == LinkWay::kDirect; }
  /// Cycles.
  std::uint32_t latency() const { return latency_; }

 protected:
  Calendar<Mask>* calendar() const { return calendar_; }
  const MailRoute& mail() const { return *mail_; }
  int channel(int vc) const { return channel_ + vc; }

 private:
  void at(int channel, int latency) {
    channel_ = static_cast<std::uint16_t>(channel);
    latency_ = static_cast<std::uint32_t>(latency);
  }

  union {
    Calendar<Mask>* calendar_ = nullptr;
    const MailRoute* mail_;  ///< by mailbox
  };
  std::uint32_t latency_ = 0;
  std::uint16_t channel_ = 0;
  LinkWay way_ = LinkWay::kDirect;
};

/// A link as its sender sees it: where a flit goes, and how long that takes (docs/timing.md, rules
/// 7 and 9). To a switch that runs on the same core, the sender writes the flit into the slot of
/// the receiver's buffer that its credit guarantees, and its arrival into the receiver's calendar;
/// to another it goes by mailbox. A NIC sees a flit when its tail is there.
template <class Mask>
struct OutputLink : LinkTarget<Mask> {
  bool host = false;     ///< the calendar is that of the sender
  bool endless = false;  ///< … and takes everything: no credits are counted

  /// Sends a flit on a VC so that its first phit leaves in `start`. `slot`: where it goes, but by
  /// mailbox.
  void send(const Flit& flit, Flit* slot, int vc, Cycle start, Outbox<Mask>& outbox) const {
    const Cycle arrival = start + this->latency();
    const int far_channel = this->channel(vc);
    if (!this->direct()) {
      if (__builtin_expect(this->way() == LinkWay::kMailbox, 0)) {
        this->mail().box->add_flit(*this->mail().to, flit, arrival, far_channel);
      } else {
        outbox.add_flit(flit, *slot, this->calendar(), arrival, far_channel);
      }
      return;
    }
    *slot = flit;
    slot->arrival = static_cast<std::uint32_t>(arrival);
    if (host) {
      this->calendar()->post(arrival + flit.phits - 1, Event(EventKind::kDelivery, far_channel));
    } else {
      this->calendar()->post_arrival(arrival, far_channel);
    }
  }
};

/// The wires on which the credits of an input port go back to the sender (rule 8).
template <class Mask>
struct CreditLink : LinkTarget<Mask> {
  EventKind kind = EventKind::kCredit;

  /// The last phit of a flit on a VC leaves in `last`, and its credit with it. `one_size`: all
  /// flits have the same.
  void send(int vc, std::uint32_t phits, Cycle last, bool one_size, Outbox<Mask>& outbox) const {
    const int credited = this->channel(vc);
    const Cycle cycle = last + this->latency();
    if (__builtin_expect(this->way() == LinkWay::kMailbox, 0)) {
      this->mail().box->add_credit(*this->mail().to, cycle, credited, phits);
      return;
    }
    if (one_size && kind == EventKind::kCredit) {
      if (this->direct()) {
        this->calendar()->post_credit(cycle, credited);
      } else {
        outbox.add_credit(this->calendar(), cycle, credited);
      }
      return;
    }
    const Event event(kind, credited, phits);
    if (this->direct()) {
      this->calendar()->post(cycle, event);
    } else {
      outbox.add_event(this->calendar(), cycle, event);
    }
  }
};

}  // namespace hw
}  // namespace netloom
