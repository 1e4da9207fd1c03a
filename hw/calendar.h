#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "routing/types.h"

namespace netloom {

/// What can happen to a switch or its NICs in a cycle, other than what whole masks express.
enum class EventKind : std::uint8_t {
  kCredit,       ///< channel = output VC, phits of buffer space that are free again downstream
  kArrival,      ///< channel = input VC: the first phit of a flit is there
  kOutputStage,  ///< channel = output VC: a flit reaches its output buffer
  kLinkDone,     ///< channel = output VC: the link has sent a flit of so many phits from the buffer
  kInject,       ///< channel = host port << vc_shift: the NIC looks for something to inject
  kInjectCredit,  ///< channel = injection VC, phits
  kGenerate,      ///< channel = host port << vc_shift: the host generates
  kDelivery,      ///< channel = host port << vc_shift: the tail of a flit has arrived at the NIC
  kTail,          ///< channel = input VC: the tail of a flit that is routed only then is there
  kAcknowledge,   ///< channel = host port << vc_shift: ideal acknowledgements are there
  kFault,         ///< the fault unit has something to do
  kCountedInjection,  ///< channel = injection VC: as kArrival, and the router counts
};

/// One event in 32 bits: kind, channel (< 4096), phits.
class Event {
 public:
  static constexpr int kMaxChannels = 4096;

  Event() = default;
  Event(EventKind kind, int channel, std::uint32_t phits = 0)
      : bits_(static_cast<std::uint32_t>(kind) << 28 | static_cast<std::uint32_t>(channel) << 16 |
              phits) {}
  /// The same event for a channel that lies `offset` further, with other phits.
  Event with(std::uint32_t channel_offset, std::uint32_t phits) const {
    Event event;
    event.bits_ = bits_ + (channel_offset << 16) + phits;
    return event;
  }

  EventKind kind() const { return static_cast<EventKind>(bits_ >> 28); }
  int channel() const { return static_cast<int>(bits_ >> 16 & 0xfff); }
  int phits() const { return static_cast<int>(bits_ & 0xffff); }

 private:
  std::uint32_t bits_ = 0;
};

/// What happens to one switch in one cycle. Neighbours write credits and arrivals; the switch
/// itself writes everything else. `Mask` is the switch core's ChannelMask.
template <class Mask>
struct alignas(64) Bucket {
  static constexpr std::size_t kHeader = 3 * sizeof(Mask) + 2 * sizeof(std::uint16_t);
  static constexpr std::size_t kBytes = (kHeader + 8 * sizeof(Event) + 63) / 64 * 64;
  static constexpr int kEvents = static_cast<int>((kBytes - kHeader) / sizeof(Event));

  Mask routed;        ///< input VCs whose routing result counts from this cycle
  Mask inputs_free;   ///< input channels whose crossbar input is free again
  Mask outputs_free;  ///< output channels whose crossbar output is free again
  std::uint16_t count = 0;
  std::uint16_t unused = 0;
  Event events[kEvents];
};

/// A ring of buckets, one per cycle, as far ahead as anything can be scheduled, with one bit per
/// cycle that says whether there is something in the bucket. Events that do not fit into a bucket
/// go into a list of the calendar.
template <class Mask>
class Calendar {
 public:
  using BucketType = Bucket<Mask>;

  /// Memory for `length` cycles (a power of two, >= 64), zeroed and aligned to 64 bytes.
  static std::size_t bytes(std::size_t length) { return length * sizeof(BucketType) + length / 8; }
  void attach(void* memory, std::size_t length) {
    buckets_ = static_cast<BucketType*>(memory);
    active_ = reinterpret_cast<std::uint64_t*>(buckets_ + length);
    mask_ = static_cast<std::uint32_t>(length - 1);
    for (std::size_t i = 0; i < length; ++i) new (buckets_ + i) BucketType();
    std::memset(active_, 0, length / 8);
  }

  BucketType& at(Cycle cycle) { return buckets_[cycle & mask_]; }

  /// Notes that the switch has something to do in `cycle`.
  void activate(Cycle cycle) {
    const std::uint32_t slot = static_cast<std::uint32_t>(cycle) & mask_;
    active_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
  }

  void post(Cycle cycle, Event event) {
    const std::uint32_t slot = static_cast<std::uint32_t>(cycle) & mask_;
    active_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
    BucketType& bucket = buckets_[slot];
    const std::uint16_t index = bucket.count++;
    if (__builtin_expect(index < BucketType::kEvents, 1)) {
      bucket.events[index] = event;
    } else {
      overflow_.push_back({cycle, event});
    }
  }

  /// Brings what post() writes into the cache.
  void prefetch(Cycle cycle) const {
    const std::uint32_t slot = static_cast<std::uint32_t>(cycle) & mask_;
    __builtin_prefetch(&active_[slot >> 6], 1);
    __builtin_prefetch(&buckets_[slot].count, 1);
  }
  /// Brings what active_block() reads into the cache.
  void prefetch_activity(Cycle from) const {
    __builtin_prefetch(&active_[(static_cast<std::uint32_t>(from) & mask_) >> 6], 1);
  }
  /// Brings the buckets of the cycles from … to-1 into the cache.
  void prefetch(Cycle from, Cycle to) const {
    for (Cycle cycle = from; cycle < to; ++cycle) {
      const char* bucket = reinterpret_cast<const char*>(&buckets_[cycle & mask_]);
      constexpr std::size_t kLine = 64;
      for (std::size_t i = 0; i < sizeof(BucketType); i += kLine) __builtin_prefetch(bucket + i, 1);
    }
  }

  /// The cycles of the 64-cycle block around `from` that have something in them, as bits.
  std::uint64_t active_block(Cycle from) const {
    return active_[(static_cast<std::uint32_t>(from) & mask_) >> 6];
  }
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
  void deactivate(Cycle cycle) {
    const std::uint32_t slot = static_cast<std::uint32_t>(cycle) & mask_;
    active_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
  }

  /// Calls `handle(Event)` for every event of `cycle`, whose bucket is then empty.
  template <class Handler>
  void take_events(Cycle cycle, BucketType& bucket, Handler&& handle) {
    const int count = bucket.count;
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
      event = due_.data();
      end = event + due_.size();
    }
  }

  /// Calls `look(Event)` for the events of `cycle` that are in its bucket.
  template <class Look>
  void peek(Cycle cycle, Look&& look) const {
    const BucketType& bucket = buckets_[cycle & mask_];
    const int count = bucket.count < BucketType::kEvents ? bucket.count : BucketType::kEvents;
    for (int i = 0; i < count; ++i) look(bucket.events[i]);
  }

  /// Takes back that a routing result of this input channel will count.
  void forget_routed(int channel) {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) buckets_[slot].routed.reset(channel);
  }

  /// Calls `visit_event(Event)` for everything that is scheduled.
  template <class Visitor>
  void visit(Visitor&& visit_event) const {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      const BucketType& bucket = buckets_[slot];
      for (int i = 0; i < bucket.count && i < BucketType::kEvents; ++i) {
        visit_event(bucket.events[i]);
      }
    }
    for (const Overflow& entry : overflow_) visit_event(entry.event);
  }

 private:
  struct Overflow {
    Cycle cycle;
    Event event;
  };

  /// Moves what did not fit into the bucket of `cycle` to due_.
  void take_overflow(Cycle cycle) {
    due_.clear();
    std::size_t kept = 0;
    for (const Overflow& entry : overflow_) {
      if (entry.cycle == cycle) {
        due_.push_back(entry.event);
      } else {
        overflow_[kept++] = entry;
      }
    }
    overflow_.resize(kept);
  }

  BucketType* buckets_ = nullptr;
  std::uint64_t* active_ = nullptr;
  std::uint32_t mask_ = 0;
  std::vector<Overflow> overflow_;
  std::vector<Event> due_;
};

}  // namespace netloom
