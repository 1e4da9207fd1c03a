#include "hw/network/region.h"

#include <algorithm>
#include <exception>

namespace netloom {
inline namespace hw {

Region::Region(sc_core::sc_module_name name, QuantumClock& clock, Cycle quantum, Fetching fetches)
    : sc_core::sc_module(name), clock_(clock), quantum_(quantum), fetches_(fetches) {
  SC_HAS_PROCESS(Region);
  SC_METHOD(step);
  sensitive << clock_.tick();
  dont_initialize();
}

void Region::step() {
  try {
    if (fetches_ == Fetching::kWindow) fetch_all();
    take_mail();
    Cycle to = clock_.begin();
    while (to < clock_.end()) {
      const Cycle from = to;
      to = std::min(from + quantum_, clock_.end());
      run(from, to);
      inside_.deliver();
    }
  } catch (...) {
    clock_.fail(std::current_exception());
  }
}

void Region::run(Cycle from, Cycle to) {
  if (fetches_ != Fetching::kQuantum) {
    for (SwitchModel* const model : switches_) model->run(from, to);
    return;
  }
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    fetch_after(i, from, to);
    switches_[i]->run(from, to);
  }
}

void Region::fetch_all() const {
  const Cycle to = std::min(clock_.begin() + quantum_, clock_.end());
  for (const SwitchModel* const model : switches_) model->prefetch_object();
  for (const SwitchModel* const model : switches_) model->prefetch_channels(clock_.begin(), to);
}

void Region::fetch_after(std::size_t place, Cycle from, Cycle to) const {
  const auto next = [this, &place]() -> const SwitchModel& {
    place = place + 1 == switches_.size() ? 0 : place + 1;
    return *switches_[place];
  };
  // Each step follows the pointers that the one before has brought.
  next().prefetch_flits(from, to);
  next().prefetch_channels(from, to);
  next().prefetch_object();
}

}  // namespace hw
}  // namespace netloom
