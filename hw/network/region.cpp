#include "hw/network/region.h"

#include <exception>
#include <utility>

namespace netloom {
inline namespace hw {

Region::Region(sc_core::sc_module_name name, QuantumClock& clock,
               std::vector<SwitchModel*> switches, bool prefetches)
    : sc_core::sc_module(name),
      clock_(clock),
      switches_(std::move(switches)),
      prefetches_(prefetches) {
  SC_HAS_PROCESS(Region);
  SC_METHOD(step);
  sensitive << clock_.tick();
  dont_initialize();
}

void Region::step() {
  try {
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      if (prefetches_) prefetch_after(i);
      switches_[i]->run(clock_.begin(), clock_.end());
    }
  } catch (...) {
    clock_.fail(std::current_exception());
  }
}

void Region::prefetch_after(std::size_t place) const {
  const auto next = [this, &place]() -> const SwitchModel& {
    place = place + 1 == switches_.size() ? 0 : place + 1;
    return *switches_[place];
  };
  // Each step follows the pointers that the one before has brought.
  next().prefetch_flits(clock_.begin(), clock_.end());
  next().prefetch_channels(clock_.begin(), clock_.end());
  next().prefetch_object();
}

}  // namespace hw
}  // namespace netloom
