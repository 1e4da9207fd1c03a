#include "hw/kernel/quantum_clock.h"

#include <algorithm>

namespace netloom {
inline namespace hw {

using sc_core::sc_time;

QuantumClock::QuantumClock(sc_core::sc_module_name name, Cycle window)
    : sc_core::sc_module(name), window_(window), tick_("tick"), resume_("resume") {
  SC_HAS_PROCESS(QuantumClock);
  SC_METHOD(advance);
  sensitive << resume_;
  dont_initialize();
}

void QuantumClock::end_window() {
  if (!runs_) return;
  runs_ = false;
  if (window_end_) window_end_();
}

void QuantumClock::advance() {
  if (end_ >= limit_) return;  // until the next resume
  if (!links_are_up_) {
    // At time zero the registers are programmed in the first delta cycle, and the links come up in
    // the second (link_up.h). A window of several cycles has heads to route at once.
    links_are_up_ = true;
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  end_window();
  if (failed()) return;
  runs_ = true;
  begin_ = end_;
  end_ = std::min(begin_ + window_, limit_);
  tick_.notify(sc_core::SC_ZERO_TIME);
  if (end_ < limit_) {
    next_trigger(sc_time(static_cast<double>(end_ - begin_), sc_core::SC_NS));
  }
}

void QuantumClock::run_until(Cycle limit) {
  if (limit <= end_) return;
  const Cycle from = end_;
  limit_ = limit;
  resume_.notify(sc_core::SC_ZERO_TIME);
  sc_core::sc_start(sc_time(static_cast<double>(limit - from), sc_core::SC_NS));
  end_window();
  if (error_) std::rethrow_exception(error_);
}

}  // namespace hw
}  // namespace netloom
