#include "hw/network/region.h"

#include <algorithm>
#include <exception>

namespace netloom {
inline namespace hw {

Region::Region(sc_core::sc_module_name name, QuantumClock& clock, Cycle quantum, Fetching fetching,
               int thread, int threads)
    : sc_core::sc_module(name),
      clock_(clock),
      quantum_(quantum),
      steps_(steps_of(fetching)),
      thread_(thread),
      from_(static_cast<std::size_t>(threads)) {
  if (threads > 1) return;
  SC_HAS_PROCESS(Region);
  SC_METHOD(step);
  sensitive << clock_.tick();
  dont_initialize();
}

void Region::step() {
  take_mail();
  Cycle to = clock_.begin();
  while (to < clock_.end()) {
    const Cycle from = to;
    if (!register_writes_.carry_out(from, clock_)) return;
    to = quantum_end(from);
    if (!run(from, to)) return;
    inside_.deliver();
  }
}

Cycle Region::quantum_end(Cycle from) const {
  const Cycle end = std::min(from + quantum_, clock_.end());
  return register_writes_.any_before(end) ? register_writes_.first() : end;
}

bool Region::run(Cycle from, Cycle to) {
  SwitchModel* const* const switches = switches_.data();
  const std::size_t count = switches_.size();
  bool well = true;
  for (std::size_t place = 0; place < count; ++place) {
    if (steps_ > 0) fetch_after(place, from, to);
    try {
      switches[place]->run(from, to);
    } catch (...) {
      clock_.fail(switches[place]->failed_in(), ids_[place], std::current_exception());
      well = false;
    }
  }
  return well;
}

void Region::fetch_after(std::size_t place, Cycle from, Cycle to) const {
  // The nearest one has come farthest.
  for (int step = steps_; step-- > 0;) {
    place = place + 1 == switches_.size() ? 0 : place + 1;
    switches_[place]->prefetch(step, from, to);
  }
}

}  // namespace hw
}  // namespace netloom
