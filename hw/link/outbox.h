#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "hw/kernel/calendar.h"
#include "hw/kernel/prefetch.h"
#include "hw/link/flit.h"

namespace netloom {
inline namespace hw {

/// What a switch has sent to its neighbours in the quantum that it runs, before it is written into
/// their buffers and calendars: nobody looks there earlier than in the next quantum, and the memory
/// comes into the cache meanwhile. What is in it may be written at any time.
template <class Mask>
class Outbox {
 public:
  /// A flit for a slot of a neighbour's buffer, and its arrival at the input VC `channel`.
  void add_flit(const Flit& flit, Flit& slot, Calendar<Mask>* calendar, Cycle arrival,
                int channel) {
    if (__builtin_expect(flits_ == kCapacity, 0)) flush();
    prefetch_line(&slot);
    calendar->prefetch(arrival);
    auto* sent = new (flit_memory_ + flits_++ * sizeof(SentFlit))
        SentFlit{flit, &slot, calendar, static_cast<std::uint16_t>(channel)};
    sent->flit.arrival = static_cast<std::uint32_t>(arrival);
  }
  /// For Calendar::post_credit().
  void add_credit(Calendar<Mask>* calendar, Cycle cycle, int channel) {
    if (__builtin_expect(credits_ == kCapacity, 0)) flush();
    calendar->prefetch(cycle);
    new (credit_memory_ + credits_++ * sizeof(SentCredit)) SentCredit{
        calendar, static_cast<std::uint32_t>(cycle), static_cast<std::uint16_t>(channel)};
  }
  /// For Calendar::post().
  void add_event(Calendar<Mask>* calendar, Cycle cycle, Event event) {
    if (__builtin_expect(events_ == kCapacity, 0)) flush();
    calendar->prefetch(cycle);
    new (event_memory_ + events_++ * sizeof(SentEvent)) SentEvent{calendar, cycle, event};
  }

  /// Writes everything.
  void flush() {
    if ((flits_ | credits_ | events_) != 0) write_all();
  }

 private:
  static constexpr std::size_t kCapacity = 64;

  __attribute__((noinline)) void write_all() {
    for (std::size_t i = 0; i < flits_; ++i) {
      const auto& sent = at<SentFlit>(flit_memory_, i);
      *sent.slot = sent.flit;
      sent.calendar->post_arrival(sent.flit.arrival, sent.channel);
    }
    for (std::size_t i = 0; i < credits_; ++i) {
      const auto& sent = at<SentCredit>(credit_memory_, i);
      sent.calendar->post_credit(sent.cycle, sent.channel);
    }
    for (std::size_t i = 0; i < events_; ++i) {
      const auto& sent = at<SentEvent>(event_memory_, i);
      sent.calendar->post(sent.cycle, sent.event);
    }
    flits_ = 0;
    credits_ = 0;
    events_ = 0;
  }

  struct SentFlit {
    Flit flit;
    Flit* slot;
    Calendar<Mask>* calendar;
    std::uint16_t channel;
  };
  struct SentCredit {
    Calendar<Mask>* calendar;
    std::uint32_t cycle;
    std::uint16_t channel;
  };
  struct SentEvent {
    Calendar<Mask>* calendar;
    Cycle cycle;
    Event event;
  };

  template <class Sent>
  static const Sent& at(const std::byte* memory, std::size_t index) {
    return *std::launder(reinterpret_cast<const Sent*>(memory + index * sizeof(Sent)));
  }

  std::size_t flits_ = 0, credits_ = 0, events_ = 0;
  // Not initialised before it is used: a box lives for one quantum.
  alignas(SentFlit) std::byte flit_memory_[kCapacity * sizeof(SentFlit)];
  alignas(SentCredit) std::byte credit_memory_[kCapacity * sizeof(SentCredit)];
  alignas(SentEvent) std::byte event_memory_[kCapacity * sizeof(SentEvent)];
};

}  // namespace hw
}  // namespace netloom
