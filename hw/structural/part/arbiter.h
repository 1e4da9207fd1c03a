#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/structural/base/channel_list.h"
#include "hw/structural/base/switch_parameters.h"
#include "routing/base/visible.h"
#include "routing/decision/switch_arbiters.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// One arbiter of a switch (docs/timing.md, "Who goes first"). Its state moves with its matches
/// only. RTL of the plan may grant in its place.
class Arbiter {
 public:
  /// `number`: as ArbitrationQuery::arbiter. After a match a round-robin pointer goes to the next
  /// group of `step` channels.
  Arbiter(const SwitchParameters& of, ArbiterPlace place, int number, int step)
      : switch_(&of), place_(place), number_(number), step_(step) {
    reset();
  }

  /// Its own state; RTL has its own reset.
  void reset();

  /// Whom it grants, of requests that are not empty. `older(a, b)`: whether the packet at channel a
  /// is older than that at b.
  template <class Older>
  int pick(const ChannelList& requests, Older older) const {
    const int own = pick_own(requests, older);
    return switch_->plan.arbiters == nullptr ? own : pick_by_rtl(requests, own);
  }

  void matched(int winner);

  /// Where a round-robin search starts.
  int pointer() const { return next_; }

 private:
  template <class Older>
  int pick_own(const ChannelList& requests, Older older) const {
    int best = requests.front();
    switch (switch_->config().arbiter) {
      case ArbiterKind::kRoundRobin:
        return first_from(requests, next_);
      case ArbiterKind::kLeastRecentlyServed:
        for (const int other : requests) {
          if (served(other) < served(best)) best = other;
        }
        return best;
      case ArbiterKind::kAge:
        for (const int other : requests) {
          if (older(other, best)) best = other;
        }
        return best;
      case ArbiterKind::kRandom:
        return requests.size() == 1 ? best : drawn(requests);
    }
    return best;
  }
  int drawn(const ChannelList& requests) const;
  int pick_by_rtl(const ChannelList& requests, int own) const;
  std::uint64_t served(int channel) const { return served_[static_cast<std::size_t>(channel)]; }

  const SwitchParameters* switch_;
  ArbiterPlace place_;
  int number_;
  int step_;
  int next_ = 0;
  std::uint64_t matches_ = 0;
  std::vector<std::uint64_t> served_;  ///< per channel: its last match; 0: none
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
