#pragma once

#include <cstddef>

#include "hw/kernel/arena.h"
#include "hw/switch/base/features.h"

namespace netloom {
inline namespace hw {

/// Which output VCs a head may not take although they are free and have room (docs/timing.md, rule
/// 4): in wormhole switching those that another packet holds, and with bubble flow control those by
/// which it would enter a ring that has no second room.
///
/// In: grants, and which candidates of a head enter a ring. Out: the outputs that it is kept from.
template <class Channels>
class VcOwnership {
 public:
  using Mask = typename Channels::Mask;

  void build(Arena& arena, const Channels& channels, bool wormhole, bool bubble) {
    wormhole_ = wormhole;
    if (bubble) entering_ = arena.array<Mask>(static_cast<std::size_t>(channels.count()));
  }

  bool wormhole() const { return Channels::has(kWormhole) && wormhole_; }
  bool bubbles() const {
    return Channels::has(kBubble) && __builtin_expect(entering_ != nullptr, 0);
  }

  /// Whether the head of the packet at the front of an input channel has gone on.
  bool follows(int input) const { return Channels::has(kWormhole) && following_.test(input); }
  /// Of the head of an input channel: its candidates that enter a ring.
  void set_entering(int input, const Mask& candidates) { entering_[input] = candidates; }

  /// Outputs that the flit at the front of an input channel may not take; `bubble`: those with room
  /// for two flits.
  Mask kept_from(int input, const Mask& bubble) const {
    Mask result;
    if (wormhole() && !follows(input)) result = owned_;
    if (bubbles()) result |= entering_[input] - bubble;
    return result;
  }
  bool is_owned(int input, int output) const {
    return wormhole() && !follows(input) && owned_.test(output);
  }
  bool lacks_bubble(int input, int output, const Mask& bubble) const {
    return bubbles() && (entering_[input] - bubble).test(output);
  }
  /// Whether any packet holds the output channel.
  bool is_owned(int output) const { return owned_.test(output); }

  /// A flit of a packet has been granted `output`: its head takes the VC, its tail frees it.
  /// Whether more flits follow.
  bool granted(int input, int output, bool tail) {
    if (tail) {
      owned_.reset(output);
      following_.reset(input);
    } else {
      owned_.set(output);
      following_.set(input);
    }
    return !tail;
  }

 private:
  Mask following_;  ///< input channels: the head of the packet at the front has gone on
  Mask owned_;      ///< output channels that a packet holds
  bool wormhole_ = false;
  Mask* entering_ = nullptr;  ///< per input channel; only with bubble flow control
};

}  // namespace hw
}  // namespace netloom
