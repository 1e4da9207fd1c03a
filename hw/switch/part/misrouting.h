#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace hw {

/// How full the buffers behind an output channel are: its own, and the one behind its link.
struct QueueFill {
  std::int64_t phits = 0;
  std::int64_t size = 0;  ///< phits that they hold

  /// A percentage of the share that a queue is filled, to compare others with.
  struct Bound {
    std::int64_t phits = 0;
    std::int64_t size = 0;

    bool nothing_below() const { return phits <= 0; }
    /// The fewest phits with which a queue of that size is not below; not if nothing is.
    std::int64_t least(std::int64_t queue_size) const {
      return (phits * queue_size + size - 1) / size;
    }
  };

  Bound bound(int percent) const { return {phits * percent, size * 100}; }
  /// Whether the filled share is less than that.
  bool below(const Bound& bound) const { return phits * bound.size < bound.phits * size; }
};

/// In-transit adaptive routing: a head takes a minimal output if one is free and has room, and
/// another only if less waits behind it than behind the best of the minimal ones, by the trigger's
/// threshold. A head that is held back looks again when the queues have changed in its favour.
///
/// Sources: [RLM-OLM 2013], section IV (trigger and threshold).
template <class Mask>
class Misrouting {
 public:
  /// `trigger`: null: there is none, and all candidates are alike.
  void build(Arena& arena, const MisroutingTrigger* trigger, std::size_t channels) {
    trigger_ = trigger;
    channels_ = channels;
    if (trigger != nullptr) minimal_ = arena.array<Mask>(channels);
  }
  void prefetch() const { prefetch_memory(minimal_, channels_ * sizeof(Mask)); }

  bool there() const { return minimal_ != nullptr; }
  /// Of the head of an input channel: its candidates on minimal paths.
  Mask& minimal(int input) { return minimal_[input]; }
  const Mask& minimal(int input) const { return minimal_[input]; }

  /// Of outputs that can be taken, those that the head may take: the minimal ones, and if there are
  /// none, those with triggered(). `fill(output)` has the QueueFill behind an output.
  template <class Fill>
  Mask permitted(int input, const Mask& outputs, Fill&& fill) const {
    const Mask result = outputs & minimal_[input];
    return result.any() || outputs.none() ? result : triggered(input, outputs, fill);
  }

  /// Whether the head may once take an output that it may not now: it is held back then.
  bool hold_back(int input, const Mask& candidates) {
    if ((candidates - minimal_[input]).none()) return false;
    held_back.set(input);
    return true;
  }

  /// Before an allocation: those heads look again for which something has changed; they are added
  /// to `awake`. While a head's crossbar input is in `busy` there is nothing to look for. `usable`:
  /// outputs that somebody can take now; when others can be taken again, they are `relieved`.
  template <class Candidates, class Fill>
  void reconsider(const Mask& busy, const Mask& usable, Mask& awake, Candidates&& candidates,
                  Fill&& fill) {
    awake |= held_back & busy;
    held_back -= busy;
    const Mask relieved_now = relieved & usable;
    for (Mask rest = held_back; rest.any(); rest.remove_first()) {
      const int input = rest.first();
      // Behind a longer queue on the minimal path any way may be better, else those behind which
      // less waits or that are free.
      const bool longer = (minimal_[input] & filled).any();
      const Mask changed = candidates(input) & (longer ? usable : relieved_now);
      if (changed.any() && permitted(input, changed, fill).any()) {
        held_back.reset(input);
        awake.set(input);
      }
    }
    relieved = Mask();
    filled = Mask();
  }

  /// Input channels whose head is held back.
  Mask held_back;
  // What has changed since these looked.
  Mask relieved;  ///< outputs that are free again, or behind which phits have left
  Mask filled;    ///< outputs that phits wait behind now

 private:
  template <class Fill>
  __attribute__((noinline)) Mask triggered(int input, const Mask& outputs, Fill&& fill) const {
    Mask result;
    if (!trigger_->enabled) return result;
    Mask rest = minimal_[input];
    QueueFill least = fill(rest.first());
    for (rest.remove_first(); rest.any(); rest.remove_first()) {
      const QueueFill other = fill(rest.first());
      if (other.below(least.bound(100))) least = other;
    }
    const QueueFill::Bound bound = least.bound(trigger_->threshold);
    if (bound.nothing_below()) return result;
    // Queues of one size follow each other.
    std::int64_t size = 0, limit = 0;
    for (rest = outputs; rest.any(); rest.remove_first()) {
      const int output = rest.first();
      const QueueFill behind = fill(output);
      if (behind.size != size) {
        size = behind.size;
        limit = bound.least(size);
      }
      if (behind.phits < limit) result.set(output);
    }
    return result;
  }

  const MisroutingTrigger* trigger_ = nullptr;
  Mask* minimal_ = nullptr;  ///< per input channel
  std::size_t channels_ = 0;
};

}  // namespace hw
}  // namespace netloom
