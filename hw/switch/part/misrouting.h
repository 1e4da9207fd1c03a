#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/inlining.h"
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
/// threshold. Where the trigger restricts it, that holds only while the minimal one is congested
/// against the switch's other global links. A head that is held back looks again when the queues
/// have changed in its favour.
///
/// In: which candidates are minimal, and what changes behind outputs. Out: the outputs that a head
/// may take, and heads that look again. What is asked of the switch comes with each call:
/// `fill(output)` has the QueueFill behind an output, `candidates(input)` those of a head.
///
/// Sources: [RLM-OLM 2013], section IV (trigger and threshold).
template <class Channels>
class Misrouting {
 public:
  using Mask = typename Channels::Mask;

  /// `trigger`: null: there is none, and all candidates are alike.
  void build(Arena& arena, const Channels& channels, const MisroutingTrigger* trigger) {
    trigger_ = trigger;
    if (trigger == nullptr) return;
    minimal_ = arena.array<Mask>(static_cast<std::size_t>(channels.count()));
    shift_ = channels.shift();
    restricts_ = !trigger->links.empty();
    for (const int port : trigger->links) restricted_ |= channels.of_port(port);
  }
  void prefetch(const Channels& channels) const {
    prefetch_memory(minimal_, static_cast<std::size_t>(channels.count()) * sizeof(Mask));
  }

  bool there() const { return Channels::has(kTrigger) && minimal_ != nullptr; }
  /// Of the head of an input channel: its candidates on minimal paths.
  Mask& minimal(int input) { return minimal_[input]; }
  const Mask& minimal(int input) const { return minimal_[input]; }

  /// Of outputs that can be taken, those that the head may take: the minimal ones, and if there are
  /// none, those with triggered().
  template <class Fill>
  Mask permitted(int input, const Mask& outputs, Fill&& fill) const {
    const Mask result = outputs & minimal_[input];
    return result.any() || outputs.none() ? result : triggered(input, outputs, fill);
  }

  /// Whether the head may once take an output that it may not now: it is held back then.
  bool hold_back(int input, const Mask& candidates) {
    if ((candidates - minimal_[input]).none()) return false;
    held_back_.set(input);
    return true;
  }
  bool any_held_back() const { return held_back_.any(); }
  /// The trigger has changed: all who are held back look again, and are so no longer.
  Mask let_go() { return std::exchange(held_back_, Mask()); }

  // ---- What changes.

  /// These outputs are free again, or phits have left what is behind them.
  void relieved(const Mask& outputs) {
    if constexpr (Channels::has(kTrigger)) relieved_ |= outputs;
  }
  /// Phits wait behind an output now.
  void filled(int output) {
    if constexpr (Channels::has(kTrigger)) filled_.set(output);
  }
  /// Whether that may let a head go that is held back, without any event.
  bool may_let_go() const { return held_back_.any() && filled_.any(); }

  /// Before an allocation: those heads for which something has changed; they look again. While a
  /// head's crossbar input is in `busy` there is nothing to look for. `usable`: outputs that
  /// somebody can take now; when others can be taken again, they are relieved.
  template <class Candidates, class Fill>
  Mask reconsider(const Mask& busy, const Mask& usable, Candidates&& candidates, Fill&& fill) {
    Mask awake = held_back_ & busy;
    held_back_ -= busy;
    const Mask relieved_now = relieved_ & usable;
    const bool mean_fell = restricts() && (relieved_ & restricted_).any();
    for (Mask rest = held_back_; rest.any(); rest.remove_first()) {
      const int input = rest.first();
      // Behind a longer queue on the minimal path any way may be better, else those behind which
      // less waits or that are free. A queue is longer, too, where the others are shorter.
      const bool longer =
          (minimal_[input] & filled_).any() || (mean_fell && (minimal_[input] & restricted_).any());
      const Mask changed = candidates(input) & (longer ? usable : relieved_now);
      if (changed.any() && permitted(input, changed, fill).any()) {
        held_back_.reset(input);
        awake.set(input);
      }
    }
    relieved_ = Mask();
    filled_ = Mask();
    return awake;
  }

 private:
  template <class Fill>
  NETLOOM_NEVER_INLINE Mask triggered(int input, const Mask& outputs, Fill&& fill) const {
    Mask result;
    if (!trigger_->enabled) return result;
    Mask rest = minimal_[input];
    QueueFill least = fill(rest.first());
    for (rest.remove_first(); rest.any(); rest.remove_first()) {
      const QueueFill other = fill(rest.first());
      if (other.below(least.bound(100))) least = other;
    }
    if (restricts() && keeps_to_minimal(input, least, fill)) return result;
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

  bool restricts() const { return __builtin_expect(restricts_, 0); }
  /// Whether the head's best minimal output, behind which `least` waits, is a restricted one that
  /// is not congested.
  template <class Fill>
  NETLOOM_NEVER_INLINE bool keeps_to_minimal(int input, const QueueFill& least, Fill&& fill) const {
    if (trigger_->factor == 0) return false;
    Mask rest = minimal_[input];
    while (least.below(fill(rest.first()).bound(100))) rest.remove_first();
    const int output = rest.first();
    if (!restricted_.test(output)) return false;
    const int vc = output & ((1 << shift_) - 1);
    const auto links = static_cast<std::int64_t>(trigger_->links.size());
    std::int64_t sum = 0;
    for (const int port : trigger_->links) sum += fill(port << shift_ | vc).phits;
    return (least.phits - trigger_->offset) * 100 * links <= trigger_->factor * sum;
  }

  Mask held_back_;  ///< input channels whose head is held back
  // What has changed since these looked.
  Mask relieved_;           ///< outputs that are free again, or behind which phits have left
  Mask filled_;             ///< outputs that phits wait behind now
  Mask restricted_;         ///< outputs that are left only while they are congested
  bool restricts_ = false;  ///< there are any
  int shift_ = 0;           ///< of a port's number in that of a channel
  const MisroutingTrigger* trigger_ = nullptr;
  Mask* minimal_ = nullptr;  ///< per input channel
};

}  // namespace hw
}  // namespace netloom
