#include "hw/structural/base/clock.h"

#include <sysc/kernel/sc_dynamic_processes.h>

#include <algorithm>
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
  sensitive << clock_.opening();
  dont_initialize();
  SC_METHOD(pull_reset);
  sensitive << reset_;
  dont_initialize();
  SC_METHOD(next_phase);
  for (std::size_t i = 0; i + 2 < kPhases; ++i) sensitive << phases_[i];
  dont_initialize();
}

void Clock::add_process(Schedule schedule) {
  sc_core::sc_spawn_options options;
  sc_core::sc_spawn(process_of(std::move(schedule), options),
                    sc_core::sc_gen_unique_name("process"), &options);
}

void Clock::add_process(Schedule schedule, sc_core::sc_in<bool>& rst_ni,
                        std::function<void()> reset) {
  sc_core::sc_spawn_options options;
  options.set_sensitivity(&rst_ni.neg());
  sc_core::sc_spawn(
      [this, &rst_ni, reset = std::move(reset), step = process_of(std::move(schedule), options)] {
        rst_ni.negedge() ? guard(reset) : step();
      },
      sc_core::sc_gen_unique_name("process"), &options);
}

Clock::Process Clock::process_of(Schedule schedule, sc_core::sc_spawn_options& options) {
  std::stable_sort(schedule.begin(), schedule.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::vector<std::function<void()>>> steps;  // one for each phase that it has
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (i == 0 || schedule[i].first != schedule[i - 1].first) {
      steps.emplace_back();
      options.set_sensitivity(&event(schedule[i].first));
    }
    steps.back().push_back(std::move(schedule[i].second));
  }
  options.spawn_method();
  options.dont_initialize();
  return [this, next = std::size_t{0}, steps = std::move(steps)]() mutable {
    for (const auto& work : steps[next]) guard(work);
    next = (next + 1) % steps.size();
  };
}

void Clock::guard(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    clock_.fail(cycle_, 0, std::current_exception());
  }
}

void Clock::step() {
  if (clk.read() ? clock_.failed() : clock_.failed_before(next_)) return;
  if (std::exchange(opens_, false)) {
    next_trigger(sc_core::sc_time(0.25, SC_NS));
    return;
  }
  if (!clk.read()) {
    cycle_ = next_++;
    rst_n.write(true);
    clk.write(true);
    phase_ = 0;
    event(Phase::kDrive).notify(SC_ZERO_TIME);
  } else {
    clk.write(false);
    if (std::exchange(resets_, false)) reset_.notify(sc_core::sc_time(0.125, SC_NS));
    event(Phase::kEnd).notify(SC_ZERO_TIME);
    opens_ = next_ == clock_.passing();
    if (opens_) return;  // until the next window does
  }
  next_trigger(sc_core::sc_time(0.5, SC_NS));
}

void Clock::next_phase() {
  phases_[++phase_].notify(SC_ZERO_TIME);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
