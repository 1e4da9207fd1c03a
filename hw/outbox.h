#pragma once

#include <cstddef>
#include <new>

#include "hw/calendar.h"
#include "hw/flit.h"

namespace netloom {

/// What a switch has sent to its neighbours in the quantum that it runs, before it is written into
/// their buffers and calendars: nobody looks there earlier than in the next quantum, and the memory
/// comes into the cache meanwhile. What is in it may be written at any time.
template <class Mask>
class Outbox {
 public:
  /// A flit for a slot of a neighbour's buffer, and its arrival.
  void add(const Flit& flit, std::uint32_t arrival, Flit* slot, Calendar<Mask>* calendar,
           Cycle cycle, Event event) {
    if (__builtin_expect(flits_ == kCapacity, 0)) flush();
    __builtin_prefetch(slot, 1);
    calendar->prefetch(cycle);
    auto* sent = new (flit_memory_ + flits_++ * sizeof(SentFlit))
        SentFlit{flit, slot, calendar, cycle, event};
    sent->flit.arrival = arrival;
  }
  /// A credit.
  void add(Calendar<Mask>* calendar, Cycle cycle, Event event) {
    if (__builtin_expect(credits_ == kCapacity, 0)) flush();
    calendar->prefetch(cycle);
    new (credit_memory_ + credits_++ * sizeof(SentCredit)) SentCredit{calendar, cycle, event};
  }

  /// Writes everything.
  void flush() {
    for (std::size_t i = 0; i < flits_; ++i) {
      const auto& sent =
          *std::launder(reinterpret_cast<SentFlit*>(flit_memory_ + i * sizeof(SentFlit)));
      *sent.slot = sent.flit;
      sent.calendar->post(sent.cycle, sent.event);
    }
    for (std::size_t i = 0; i < credits_; ++i) {
      const auto& sent =
          *std::launder(reinterpret_cast<SentCredit*>(credit_memory_ + i * sizeof(SentCredit)));
      sent.calendar->post(sent.cycle, sent.event);
    }
    flits_ = 0;
    credits_ = 0;
  }

 private:
  static constexpr std::size_t kCapacity = 64;

  struct SentFlit {
    Flit flit;
    Flit* slot;
    Calendar<Mask>* calendar;
    Cycle cycle;
    Event event;
  };
  struct SentCredit {
    Calendar<Mask>* calendar;
    Cycle cycle;
    Event event;
  };

  std::size_t flits_ = 0, credits_ = 0;
  // Not initialised before it is used: a box lives for one quantum.
  alignas(SentFlit) std::byte flit_memory_[kCapacity * sizeof(SentFlit)];
  alignas(SentCredit) std::byte credit_memory_[kCapacity * sizeof(SentCredit)];
};

}  // namespace netloom
