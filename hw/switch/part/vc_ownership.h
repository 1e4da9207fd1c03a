#pragma once

#include <cstddef>

#include "hw/kernel/arena.h"
#include "hw/switch/base/features.h"

namespace netloom {
inline namespace hw {

/// Which output VCs a head may not take although they are free and have room (docs/timing.md, rule
/// 4): in wormhole switching those that another packet holds, and with bubble flow control those by
/// which it would enter a ring that has no second room. And the heads that have chosen their output
/// and reserved room there, with `select_at: routing`.
template <class Mask, Features kFeatures>
class VcOwnership {
 public:
  void build(Arena& arena, std::size_t channels, bool wormhole, bool bubble) {
    wormhole_ = wormhole;
    if (bubble) entering_ = arena.array<Mask>(channels);
  }

  bool wormhole() const { return (kFeatures & kWormhole) != 0 && wormhole_; }
  bool bubbles() const {
    return (kFeatures & kBubble) != 0 && __builtin_expect(entering_ != nullptr, 0);
  }

  /// Of the head of an input channel: its candidates that enter a ring.
  void set_entering(int input, const Mask& candidates) { entering_[input] = candidates; }

  /// Outputs that the flit at the front of an input channel may not take; `bubble`: those with room
  /// for two flits.
  Mask kept_from(int input, const Mask& bubble) const {
    Mask result;
    if (wormhole() && !following.test(input)) result = owned;
    if (bubbles()) result |= entering_[input] - bubble;
    return result;
  }
  bool is_owned(int input, int output) const {
    return wormhole() && !following.test(input) && owned.test(output);
  }
  bool lacks_bubble(int input, int output, const Mask& bubble) const {
    return bubbles() && (entering_[input] - bubble).test(output);
  }

  /// A flit of a packet has been granted `output`: its head takes the VC, its tail frees it.
  /// Whether more flits follow.
  bool granted(int input, int output, bool tail) {
    if (tail) {
      owned.reset(output);
      following.reset(input);
    } else {
      owned.set(output);
      following.set(input);
    }
    return !tail;
  }

  Mask following;  ///< input channels: the head of the packet at the front has gone on
  Mask owned;      ///< output channels that a packet holds
  Mask committed;  ///< input channels whose head has chosen its output and has room there

 private:
  bool wormhole_ = false;
  Mask* entering_ = nullptr;  ///< per input channel; only with bubble flow control
};

}  // namespace hw
}  // namespace netloom
