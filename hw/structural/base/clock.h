#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "hw/kernel/quantum_clock.h"
#include "hw/kernel/systemc.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// What happens in a cycle, in this order; docs/timing.md has the rules. Each phase is a delta
/// cycle: its processes see what those of the phases before have written.
enum class Phase {
  kDrive,     ///< pins show what comes in this cycle
  kArrive,    ///< phits and credits are taken in (rules 1 and 8)
  kRoute,     ///< heads that have come to the front go to the routing unit (rules 2 and 3)
  kLink,      ///< links behind output buffers start (rule 6)
  kAllocate,  ///< rule 4
  kCross,     ///< what is granted begins to cross, and the rest goes on (rule 5)
  kFollow,    ///< heads behind what was granted go to the routing unit
  kDecide,    ///< routers decide by the queues at the end of the cycle (rule 2)
  kDecided,   ///< … and these heads go to the routing unit
  kTell,      ///< who looks is told of them
  kEnd,       ///< all signals are at rest: they may be looked at
};
inline constexpr std::size_t kPhases = static_cast<std::size_t>(Phase::kEnd) + 1;

/// The clock of all structural switches of a network: one period is one cycle. It runs through the
/// cycles of a window as time passes; the regions do so when it has passed. The clock rises when a
/// quarter of a cycle is over, so that it has in it whatever other processes do when it begins, and
/// falls half a cycle later, when all signals are at rest.
class Clock : public sc_core::sc_module {
 public:
  Clock(sc_core::sc_module_name name, QuantumClock& clock);

  sc_core::sc_signal<bool> clk{"clk"};
  /// Low before the first cycle, and after reset().
  sc_core::sc_signal<bool, sc_core::SC_MANY_WRITERS> rst_n{"rst_n"};

  /// The cycle that is running.
  Cycle cycle() const { return cycle_; }

  /// The reset falls when this cycle has ended, and rises when the next one begins. Only when all
  /// structural switches and their links are empty: what is in them is lost, and credits on their
  /// way to a neighbour or a NIC, which count on them.
  void reset() { resets_ = true; }

  /// What somebody does in each cycle, and in which phases; of one phase, in their order.
  using Schedule = std::vector<std::pair<Phase, std::function<void()>>>;
  /// Makes it a process of the module that is being elaborated. What it throws ends the run.
  void add_process(Schedule schedule);
  /// The same of a module with a reset, which the process does when the port falls. The schedule
  /// may be empty.
  void add_process(Schedule schedule, sc_core::sc_in<bool>& rst_ni, std::function<void()> reset);

 private:
  using Process = std::function<void()>;
  /// Sets what it is sensitive to.
  Process process_of(Schedule schedule, sc_core::sc_spawn_options& options);
  /// Does it, and what it throws ends the run.
  void guard(const std::function<void()>& work);
  void step();
  void pull_reset() { rst_n.write(false); }
  void next_phase();
  sc_core::sc_event& event(Phase phase) { return phases_[static_cast<std::size_t>(phase)]; }

  QuantumClock& clock_;
  Cycle cycle_ = 0;
  Cycle next_ = 0;  ///< cycle that begins next
  std::size_t phase_ = 0;
  bool opens_ = true;  ///< a window opens next, else the clock rises or falls
  bool resets_ = false;
  sc_core::sc_event reset_;
  std::array<sc_core::sc_event, kPhases> phases_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
