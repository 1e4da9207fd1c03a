#pragma once

#include "hw/switch/base/features.h"
#include "hw/switch/base/switch_observer.h"

namespace netloom {
inline namespace hw {

/// Who is told what happens in the switch; see SwitchObserver.
template <class Channels>
class Observation {
 public:
  /// From now on this one, as what is at `at`; null: nobody.
  void observe(const ObservedSwitch& at, SwitchObserver* observer) {
    at_ = at;
    observer_ = observer;
  }
  /// Whether there is an observer.
  bool on() const { return Channels::has(kObserved) && __builtin_expect(observer_ != nullptr, 0); }
  /// Tells it of an event: tell(&SwitchObserver::granted, input, output, flit, now, last).
  template <class... Parameters, class... Arguments>
  void tell(void (SwitchObserver::*event)(const ObservedSwitch&, Parameters...),
            const Arguments&... arguments) const {
    if (on()) (observer_->*event)(at_, arguments...);
  }

 private:
  SwitchObserver* observer_ = nullptr;
  ObservedSwitch at_;  ///< what it knows this switch as
};

}  // namespace hw
}  // namespace netloom
