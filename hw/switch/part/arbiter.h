#pragma once

#include <cstdint>
#include <vector>

#include "routing/decision/switch_arbiters.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace hw {

/// One of a set that is not empty, drawn uniformly by the bits that `draw()` has.
template <class Mask, class Drawing>
int drawn(const Mask& set, Drawing&& draw) {
  if (set.single()) return set.first();
  return set.nth(draw().below(static_cast<std::uint32_t>(set.count())));
}

/// The state of a set of equal arbiters (one per crossbar output, say), of any kind. The state of
/// an arbiter moves only when its grant is used.
class ArbiterBank {
 public:
  ArbiterBank() = default;
  /// `arbiters` arbiters with `requesters` inputs each; a requester is a channel, and a round-robin
  /// pointer moves to the start of the next group of `step` channels.
  ArbiterBank(ArbiterKind kind, int arbiters, int requesters, int step)
      : kind_(kind), requesters_(requesters), step_(step) {
    next_.assign(static_cast<std::size_t>(arbiters), 0);
    if (kind == ArbiterKind::kLeastRecentlyServed) {
      served_.assign(static_cast<std::size_t>(arbiters) * static_cast<std::size_t>(requesters), 0);
    }
  }

  /// The winner among `requests` (not empty) at `arbiter`. `older(a, b)` says whether the packet at
  /// requester a is older than that at b: the oldest is found by comparing each, in the order of
  /// their numbers, with the oldest before it. `draw()` has the arbiter's random bits.
  template <class Mask, class Drawing, class Older>
  int pick(int arbiter, Mask requests, Drawing&& draw, Older&& older) const {
    switch (kind_) {
      case ArbiterKind::kRoundRobin:
        break;
      case ArbiterKind::kLeastRecentlyServed: {
        const std::uint64_t* served = &served_[index(arbiter, 0)];
        int best = requests.first();
        for (requests.remove_first(); requests.any(); requests.remove_first()) {
          const int other = requests.first();
          if (served[other] < served[best]) best = other;
        }
        return best;
      }
      case ArbiterKind::kAge: {
        int best = requests.first();
        for (requests.remove_first(); requests.any(); requests.remove_first()) {
          const int other = requests.first();
          if (older(other, best)) best = other;
        }
        return best;
      }
      case ArbiterKind::kRandom: {
        return drawn(requests, draw);
      }
    }
    return requests.first_from(next_[static_cast<std::size_t>(arbiter)]);
  }

  /// The grant to `winner` is used.
  void used(int arbiter, int winner) {
    const int next = winner / step_ * step_ + step_;
    next_[static_cast<std::size_t>(arbiter)] =
        static_cast<std::uint16_t>(next >= requesters_ ? 0 : next);
    if (!served_.empty()) served_[index(arbiter, winner)] = ++clock_;
  }

  int pointer(int arbiter) const { return next_[static_cast<std::size_t>(arbiter)]; }

 private:
  std::size_t index(int arbiter, int requester) const {
    return static_cast<std::size_t>(arbiter) * static_cast<std::size_t>(requesters_) +
           static_cast<std::size_t>(requester);
  }

  ArbiterKind kind_ = ArbiterKind::kRoundRobin;
  int requesters_ = 1;
  int step_ = 1;
  std::vector<std::uint16_t> next_;    ///< round robin: where the search starts
  std::vector<std::uint64_t> served_;  ///< least recently served: when each was served last
  std::uint64_t clock_ = 0;
};

}  // namespace hw
}  // namespace netloom
