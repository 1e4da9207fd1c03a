#pragma once

#include <exception>
#include <functional>
#include <mutex>
#include <tuple>
#include <utility>

#include "hw/kernel/systemc.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// The network's clock. One clock period is one nanosecond of SystemC time. It ticks once per
/// window, when the window's time has passed: the regions then run their switches through the
/// cycles [begin(), end()), no more than pass before one of them can notice anything of another
/// (temporal decoupling). By then everything has happened that SystemC processes do in these
/// cycles. It stops at a limit, so that a run ends in any cycle. The first window begins when
/// registers are programmed and links are up.
class QuantumClock : public sc_core::sc_module {
 public:
  QuantumClock(sc_core::sc_module_name name, Cycle window);

  /// `work` is done after each window: all regions stand where it has ended. It may say that
  /// something has failed.
  void at_window_end(std::function<void()> work) { window_end_ = std::move(work); }

  /// The tick to which the regions' methods are sensitive.
  const sc_core::sc_event& tick() const { return tick_; }
  Cycle begin() const { return begin_; }
  Cycle end() const { return end_; }

  /// The time of a window begins, for what steps through its cycles as time passes: in the delta
  /// cycle of the tick for the window before it. It ends with that of the cycle before passing().
  const sc_core::sc_event& opening() const { return opening_; }
  Cycle passing() const { return passing_; }

  /// Whether all switches stand at end(), and no time passes: before and between runs.
  bool stands() const { return !runs_ && passing_ == end_; }
  /// While time passes: the cycle that begins now, or next. Else end().
  Cycle cycle() const;

  /// Runs until `limit` and returns; what a switch has thrown is thrown on from here.
  void run_until(Cycle limit);

  /// To be called before the simulation starts: whoever runs it runs the clock, from time zero up
  /// to `limit`. `idle` says, between windows, whether nothing will happen in the one whose time
  /// has passed, nor later, until somebody calls wake(): cycles are then left out. What a switch,
  /// or `idle`, throws goes into the kernel, and so does Error: the limit has been reached.
  void run_freely(Cycle limit, std::function<bool()> idle);
  bool runs_freely() const { return idle_ != nullptr; }
  /// Something will happen in cycle() or later.
  void wake();
  /// SystemC time from now until a cycle begins, if it has not.
  sc_core::sc_time until(Cycle cycle) const;

  /// A switch cannot go on after `cycle`: no more ticks, and run_until() throws `error`. Of several
  /// that of the first cycle, and in this of the switch with the lowest number: those that ran
  /// further than others in the window do not decide it. Any thread may call it.
  void fail(Cycle cycle, SwitchId switch_id, std::exception_ptr error) {
    const std::lock_guard<std::mutex> lock(failing_);
    if (error_ && std::tie(failed_in_, failed_at_) <= std::tie(cycle, switch_id)) return;
    failed_in_ = cycle;
    failed_at_ = switch_id;
    error_ = std::move(error);
  }
  bool failed() const { return error_ != nullptr; }
  // Once failed: in which cycle, and which switch.
  Cycle failed_in() const { return failed_in_; }
  SwitchId failed_at() const { return failed_at_; }
  /// Whether a switch has failed in an earlier cycle.
  bool failed_before(Cycle cycle) const { return failed() && failed_in_ < cycle; }

 private:
  void start_of_simulation() override;
  void advance();
  /// Goes on with the cycle that begins now or next.
  void skip();
  /// The window whose time has passed is the one that runs.
  void begin_window();
  void end_window();

  Cycle window_;
  Cycle begin_ = 0;    ///< first cycle of the window that runs
  Cycle end_ = 0;      ///< first cycle after it, and of the window whose time passes
  Cycle passing_ = 0;  ///< first cycle after that
  Cycle limit_ = 0;
  sc_core::sc_time origin_;  ///< when cycle 0 would have begun if time had passed in runs only
  bool links_are_up_ = false;
  bool runs_ = false;  ///< a window that has not been ended
  std::function<void()> window_end_;
  std::function<bool()> idle_;  ///< run_freely()
  bool asleep_ = false;         ///< until wake()
  sc_core::sc_event tick_;
  sc_core::sc_event opening_;
  sc_core::sc_event resume_;
  std::mutex failing_;
  std::exception_ptr error_;
  Cycle failed_in_ = 0;
  SwitchId failed_at_ = 0;
};

}  // namespace hw
}  // namespace netloom
