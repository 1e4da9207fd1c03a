#pragma once

#include <utility>

#include "hw/kernel/systemc.h"
#include "hw/structural/base/clock.h"
#include "hw/structural/base/switch_parameters.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A part of a structural switch: a module with the switch's clock and reset. One that has just
/// been made is in its reset state. What it throws ends the run.
class Part : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

 protected:
  Part(sc_core::sc_module_name name, SwitchParameters& of) : sc_core::sc_module(name), switch_(of) {
    clk_i(of.clock->clk);
    rst_ni(of.clock->rst_n);
  }

  /// When the reset falls, in processes by phases and in clocked ones: all state is as it was when
  /// the part was made.
  virtual void reset() = 0;
  /// … and outputs show what they did then.
  virtual void clear_outputs() = 0;

  template <class Value>
  static void clear(sc_core::sc_out<Value>& output) {
    output.write(Value());
  }
  template <class Value>
  static void clear(sc_core::sc_vector<sc_core::sc_out<Value>>& outputs) {
    for (auto& output : outputs) clear(output);
  }

  /// A member function runs in this phase of each cycle; of several in a phase, the one that was
  /// told first.
  template <class Derived>
  void each_cycle(Phase phase, void (Derived::*work)()) {
    schedule_.emplace_back(phase, [this, work] { (static_cast<Derived*>(this)->*work)(); });
  }
  Cycle now() const { return switch_.clock->cycle(); }

  SwitchParameters& switch_;

 private:
  void before_end_of_elaboration() override {
    switch_.clock->add_process(std::move(schedule_), rst_ni, [this] {
      reset();
      clear_outputs();
    });
  }

  Clock::Schedule schedule_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
