#include "hw/structural/base/clock.h"

#include <sysc/kernel/sc_dynamic_processes.h>

#include <exception>
#include <utility>

namespace netloom {
inline namespace hw {
namespace structural {

using sc_core::SC_NS;
using sc_core::SC_ZERO_TIME;

Clock::Clock(sc_core::sc_module_name name, QuantumClock& clock)
    : sc_core::sc_module(name), clock_(clock) {
  SC_HAS_PROCESS(Clock);
  SC_METHOD(step);
  sensitive << clock_.tick();
  dont_initialize();
  SC_METHOD(pull_reset);
  sensitive << reset_;
  dont_initialize();
  SC_METHOD(next_phase);
  for (std::size_t i = 0; i + 2 < kPhases; ++i) sensitive << phases_[i];
  dont_initialize();
}

void Clock::add_process(Schedule schedule, std::function<void()> reset) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  for (const auto& [phase, work] : schedule) options.set_sensitivity(&event(phase));
  options.set_sensitivity(&rst_n.negedge_event());
  options.dont_initialize();
  std::size_t next = 0;
  sc_core::sc_spawn(
      [this, next, schedule = std::move(schedule), reset = std::move(reset)]() mutable {
        if (rst_n.negedge()) return reset();
        try {
          schedule[next].second();
        } catch (...) {
          clock_.fail(std::current_exception());
        }
        next = (next + 1) % schedule.size();
      },
      "process", &options);
}

void Clock::step() {
  if (clock_.failed()) return;
  if (!clk.read()) {
    cycle_ = next_++;
    rst_n.write(true);
    clk.write(true);
    phase_ = 0;
    event(Phase::kDrive).notify(SC_ZERO_TIME);
  } else {
    clk.write(false);
    if (std::exchange(resets_, false)) reset_.notify(sc_core::sc_time(0.25, SC_NS));
    event(Phase::kEnd).notify(SC_ZERO_TIME);
    if (next_ == clock_.end()) return;  // until the next tick
  }
  next_trigger(sc_core::sc_time(0.5, SC_NS));
}

void Clock::next_phase() {
  phases_[++phase_].notify(SC_ZERO_TIME);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
