#pragma once

#include <algorithm>
#include <deque>

#include "hw/structural/base/signals.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// Credits on their way along a link.
class CreditPipeline {
 public:
  /// A credit that comes in `cycle`. (The fast view sends them when flits are granted, which leave
  /// their buffers in another order.)
  void add(const Credit& credit, Cycle cycle) {
    const auto later = std::find_if(coming_.begin(), coming_.end(),
                                    [cycle](const Coming& each) { return each.cycle > cycle; });
    coming_.insert(later, {credit, cycle});
  }
  /// Calls use(credit) for those that have come by `now`, which are then gone.
  template <class Use>
  void take(Cycle now, Use use) {
    for (; !coming_.empty() && coming_.front().cycle <= now; coming_.pop_front()) {
      use(coming_.front().credit);
    }
  }

  void clear() { coming_.clear(); }
  bool empty() const { return coming_.empty(); }
  /// Phits of those for a VC.
  int phits(int vc) const {
    int sum = 0;
    for (const Coming& each : coming_) sum += each.credit.vc == vc ? each.credit.phits : 0;
    return sum;
  }

 private:
  struct Coming {
    Credit credit;
    Cycle cycle;
  };

  std::deque<Coming> coming_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
