#include "hw/kernel/quantum_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hw/kernel/sanitized_stack.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {

using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

namespace {

sc_time time_of(Cycle cycles) {
  return sc_time(static_cast<double>(cycles), sc_core::SC_NS);
}

}  // namespace

QuantumClock::QuantumClock(sc_core::sc_module_name name, Cycle window)
    : sc_core::sc_module(name),
      window_(window),
      tick_("tick"),
      opening_("opening"),
      resume_("resume") {
  SC_HAS_PROCESS(QuantumClock);
  SC_METHOD(advance);
  sensitive << resume_;
  dont_initialize();
}

Cycle QuantumClock::cycle() const {
  if (passing_ == end_ && !runs_freely()) return end_;
  return static_cast<Cycle>(std::ceil((sc_core::sc_time_stamp() - origin_) / time_of(1)));
}

void QuantumClock::begin_window() {
  begin_ = end_;
  end_ = passing_;
  runs_ = begin_ != end_;
}

void QuantumClock::end_window() {
  if (!runs_) return;
  runs_ = false;
  if (window_end_) window_end_();
}

void QuantumClock::run_freely(Cycle limit, std::function<bool()> idle) {
  idle_ = std::move(idle);
  limit_ = limit;
}

void QuantumClock::start_of_simulation() {
  if (runs_freely()) resume_.notify(SC_ZERO_TIME);
}

sc_time QuantumClock::until(Cycle cycle) const {
  const sc_time then = origin_ + time_of(cycle);
  return then > sc_core::sc_time_stamp() ? then - sc_core::sc_time_stamp() : SC_ZERO_TIME;
}

void QuantumClock::wake() {
  if (!asleep_) return;
  asleep_ = false;
  skip();
  resume_.notify(SC_ZERO_TIME);
}

void QuantumClock::skip() {
  begin_ = end_ = passing_ = cycle();
}

void QuantumClock::advance() {
  if (passing_ >= limit_) {
    if (runs_freely()) {
      throw Error(fmt::format("the network has run for {} cycles; allowed: up to that", limit_));
    }
    return;  // until the next resume
  }
  if (!links_are_up_) {
    // At time zero the registers are programmed in the first delta cycle, and the links come up in
    // the second (link_up.h). A window of several cycles has heads to route at once.
    links_are_up_ = true;
    next_trigger(SC_ZERO_TIME);
    return;
  }
  tell_sanitizer_of_stack();
  end_window();
  if (failed_before(end_)) {
    if (runs_freely()) std::rethrow_exception(error_);
    return;
  }
  if (runs_freely() && idle_()) {
    begin_ = end_ = passing_;
    asleep_ = true;
    return;
  }
  begin_window();
  passing_ = std::min(end_ + window_, limit_);
  tick_.notify(SC_ZERO_TIME);
  opening_.notify(SC_ZERO_TIME);
  if (runs_freely()) {
    next_trigger(until(passing_));
  } else if (passing_ < limit_) {
    next_trigger(time_of(passing_ - end_));
  }
}

void QuantumClock::run_until(Cycle limit) {
  if (runs_freely()) {
    throw Error("a network that runs whenever the simulation does cannot be run for some cycles");
  }
  if (limit <= end_) return;
  origin_ = sc_core::sc_time_stamp() - time_of(end_);
  limit_ = limit;
  const Cycle cycles = limit - end_;
  resume_.notify(SC_ZERO_TIME);
  sc_core::sc_start(time_of(cycles));
  end_window();
  if (!failed_before(end_)) {
    // The time of the last window has passed, too.
    begin_window();
    tick_.notify();
    if (sc_core::sc_pending_activity_at_current_time()) sc_core::sc_start(SC_ZERO_TIME);
    end_window();
  }
  if (error_) std::rethrow_exception(error_);
}

}  // namespace hw
}  // namespace netloom
