#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What can happen to a switch or its NICs in a cycle, other than what masks express.
enum class EventKind : std::uint8_t {
  kCredit,       ///< channel = output VC, phits of buffer space that are free again downstream
  kOutputStage,  ///< channel = output VC: a flit reaches its output buffer
  kLinkDone,     ///< channel = output VC: the link has sent a flit of so many phits from the buffer
  kInject,       ///< channel = host port << vc_shift: the NIC looks for something to inject
  kInjectCredit,  ///< channel = injection VC, phits
  kGenerate,      ///< channel = host port << vc_shift: the host generates
  kDelivery,      ///< channel = host port << vc_shift: the tail of a flit has arrived at the NIC
  kTail,          ///< channel = input VC: the tail of a flit that is routed only then is there
  kAcknowledge,   ///< channel = host port << vc_shift: ideal acknowledgements are there
  kFault,         ///< the fault unit has something to do
  kCountedInjection,  ///< channel = injection VC: the first phit of a flit is there, and the router
                      ///< counts
};

/// One event in 32 bits: kind, channel (< 4096), phits.
class Event {
 public:
  static constexpr int kMaxChannels = 4096;

  Event() = default;
  Event(EventKind kind, int channel, std::uint32_t phits = 0)
      : bits_(static_cast<std::uint32_t>(kind) << 28 | static_cast<std::uint32_t>(channel) << 16 |
              phits) {}
  EventKind kind() const { return static_cast<EventKind>(bits_ >> 28); }
  int channel() const { return static_cast<int>(bits_ >> 16 & 0xfff); }
  int phits() const { return static_cast<int>(bits_ & 0xffff); }

 private:
  std::uint32_t bits_ = 0;
};

/// What happens to a switch in one cycle: what neighbours and NICs do, and what its routing units
/// have done. `Mask` is the switch core's ChannelMask.
template <class Mask>
struct alignas(64) Bucket {
  static constexpr std::size_t kHeader = 3 * sizeof(Mask) + sizeof(std::uint32_t);
  static constexpr std::size_t kBytes = (kHeader + 7 * sizeof(Event) + 63) / 64 * 64;
  static constexpr std::uint32_t kEvents = (kBytes - kHeader) / sizeof(Event);

  Mask arrived;   ///< input VCs to which the first phit of a flit comes
  Mask credited;  ///< output VCs to which the credit for one flit comes; see post_credit()
  Mask routed;    ///< input VCs whose routing result counts from this cycle
  std::uint32_t count = 0;  ///< of events
  Event events[kEvents];
};

/// What of the crossbar is free again in one cycle.
template <class Mask>
struct Timers {
  Mask inputs_free;   ///< input channels whose crossbar input is free again
  Mask outputs_free;  ///< output channels whose crossbar output is free again
};

/// A ring of buckets, one per cycle, as far ahead as anything can be scheduled, one of timers, and
/// one bit per cycle that says whether there is something in either. These bits of all switches lie
/// close together: neighbours write them with all that they send. Events that do not fit into a
/// bucket go into a list of the calendar.
template <class Mask>
class Calendar {
 public:
  using BucketType = Bucket<Mask>;

  /// Buckets for `length` cycles, >= 64, and timers for `timers_length`, no more; powers of two.
  /// `active`: `length` bits, all 0.
  void build(Arena& arena, std::uint64_t* active, std::size_t length, std::size_t timers_length) {
    buckets_ = arena.array<BucketType>(length);
    timers_ = arena.array<Timers<Mask>>(timers_length);
    active_ = active;
    mask_ = static_cast<std::uint32_t>(length - 1);
    timers_mask_ = static_cast<std::uint32_t>(timers_length - 1);
  }

  BucketType& at(Cycle cycle) { return buckets_[cycle & mask_]; }
  const BucketType& at(Cycle cycle) const { return buckets_[cycle & mask_]; }
  Timers<Mask>& timers(Cycle cycle) { return timers_[cycle & timers_mask_]; }

  /// Notes that the switch has something to do in `cycle`.
  void activate(Cycle cycle) {
    const std::uint32_t slot = static_cast<std::uint32_t>(cycle) & mask_;
    active_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
  }

  /// The first phit of a flit comes to an input VC.
  void post_arrival(Cycle cycle, int channel) {
    activate(cycle);
    at(cycle).arrived.set(channel);
  }

  /// The credit for one flit comes to an output VC, where all flits are of one size and no other
  /// comes to it in the same cycle; else credits are events.
  void post_credit(Cycle cycle, int channel) {
    activate(cycle);
    at(cycle).credited.set(channel);
  }

  /// The routing result of an input VC counts from `cycle` on.
  void post_routed(Cycle cycle, int channel) {
    activate(cycle);
    at(cycle).routed.set(channel);
  }

  void post(Cycle cycle, Event event) {
    activate(cycle);
    BucketType& bucket = at(cycle);
    const std::uint32_t index = bucket.count++;
    if (__builtin_expect(index < BucketType::kEvents, 1)) {
      bucket.events[index] = event;
    } else {
      spill_->overflow.push_back({cycle, event});
    }
  }

  /// Brings what others write into the cache.
  void prefetch(Cycle cycle) const { prefetch_line(&at(cycle)); }
  /// Brings the buckets of the active ones of the cycles from … to-1 into the cache, and the timers
  /// of all up to `farthest`.
  void prefetch(Cycle from, Cycle to, Cycle farthest) const {
    for_active(from, to, [this](Cycle cycle) { prefetch_memory(&at(cycle), sizeof(BucketType)); });
    const std::uint32_t first = static_cast<std::uint32_t>(from) & timers_mask_;
    const std::uint32_t count =
        std::min(static_cast<std::uint32_t>(farthest - from), timers_mask_ + 1);
    const std::uint32_t here = std::min(count, timers_mask_ + 1 - first);
    prefetch_memory(timers_ + first, here * sizeof(Timers<Mask>));
    prefetch_memory(timers_, (count - here) * sizeof(Timers<Mask>));
  }

  /// Calls `visit_cycle(Cycle)` for the active ones of the cycles from … to-1 (to - from <= 64).
  template <class Visitor>
  void for_active(Cycle from, Cycle to, Visitor&& visit_cycle) const {
    while (from < to) {
      const Cycle block = from & ~Cycle{63};
      const Cycle stop = std::min(to, block + 64);
      for (std::uint64_t rest = active_block(from) & window(from, stop); rest != 0;
           rest &= rest - 1) {
        visit_cycle(block + static_cast<Cycle>(__builtin_ctzll(rest)));
      }
      from = stop;
    }
  }

  /// The cycles from … to-1 of a block of 64 as its bits.
  static std::uint64_t window(Cycle from, Cycle to) {
    return (~std::uint64_t{0} >> (64 - (to - from))) << (from & 63);
  }
  /// The cycles of the 64-cycle block around `from` that have something in them, as bits.
  const std::uint64_t& active_block(Cycle from) const { return active_[word_of(from)]; }
  /// Notes that the switch has something to do in each of the cycles from … to-1 of a block.
  void activate(Cycle from, Cycle to) { active_[word_of(from)] |= window(from, to); }
  /// The cycles from … to-1 of a block are over. Until then nothing is scheduled in their place.
  void deactivate(Cycle from, Cycle to) { active_[word_of(from)] &= ~window(from, to); }
  /// Whether anything is scheduled for the cycles from … to-1 (to - from <= 64).
  bool any_active(Cycle from, Cycle to) const {
    const Cycle block = from & ~Cycle{63};
    const std::uint64_t first = active_block(from) >> (from - block);
    if (to <= block + 64) return first << (64 - (to - from)) != 0;
    return first != 0 || active_block(to) << (block + 128 - to) != 0;
  }
  /// Whether anything at all is scheduled.
  bool any_active() const {
    for (std::uint32_t word = 0; word <= mask_ >> 6; ++word) {
      if (active_[word] != 0) return true;
    }
    return false;
  }

  /// Calls `handle(Event)` for every event of `cycle`, whose bucket is then empty.
  template <class Handler>
  void take_events(Cycle cycle, BucketType& bucket, Handler&& handle) {
    const std::uint32_t count = bucket.count;
    if (count == 0) return;
    bucket.count = 0;
    bool overflows = count > BucketType::kEvents;
    const Event* event = bucket.events;
    const Event* end = event + (overflows ? BucketType::kEvents : count);
    // One place that handles events: the compiler builds it into the loop.
    for (;;) {
      for (; event != end; ++event) handle(*event);
      if (__builtin_expect(!overflows, 1)) return;
      overflows = false;
      take_overflow(cycle);
      event = spill_->due.data();
      end = event + spill_->due.size();
    }
  }

  /// Takes back that a routing result of this input channel will count.
  void forget_routed(int channel) {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) buckets_[slot].routed.reset(channel);
  }

  /// Of how many cycles an output VC has a credit in post_credit().
  int credits(int channel) const {
    int count = 0;
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      count += buckets_[slot].credited.test(channel) ? 1 : 0;
    }
    return count;
  }

  /// Calls `visit_event(Event)` for every event in the bucket of `cycle`.
  template <class Visitor>
  void for_events(Cycle cycle, Visitor&& visit_event) const {
    const BucketType& bucket = at(cycle);
    for (std::uint32_t i = 0; i < std::min(bucket.count, BucketType::kEvents); ++i) {
      visit_event(bucket.events[i]);
    }
  }

  /// Calls `visit_event(Event)` for every event that is scheduled.
  template <class Visitor>
  void visit(Visitor&& visit_event) const {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) for_events(slot, visit_event);
    for (const Overflow& entry : spill_->overflow) visit_event(entry.event);
  }

 private:
  struct Overflow {
    Cycle cycle;
    Event event;
  };

  std::size_t word_of(Cycle cycle) const {
    return (static_cast<std::uint32_t>(cycle) & mask_) >> 6;
  }

  /// What does not fit into its bucket.
  struct Spill {
    std::vector<Overflow> overflow;
    std::vector<Event> due;  ///< of the cycle that is handled
  };

  /// Moves what did not fit into the bucket of `cycle` to Spill::due.
  void take_overflow(Cycle cycle) {
    spill_->due.clear();
    std::size_t kept = 0;
    for (const Overflow& entry : spill_->overflow) {
      if (entry.cycle == cycle) {
        spill_->due.push_back(entry.event);
      } else {
        spill_->overflow[kept++] = entry;
      }
    }
    spill_->overflow.resize(kept);
  }

  std::unique_ptr<Spill> spill_ = std::make_unique<Spill>();
  BucketType* buckets_ = nullptr;
  Timers<Mask>* timers_ = nullptr;
  std::uint64_t* active_ = nullptr;
  std::uint32_t mask_ = 0, timers_mask_ = 0;
};

}  // namespace hw
}  // namespace netloom
