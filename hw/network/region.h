#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/kernel/quantum_clock.h"
#include "hw/kernel/systemc.h"
#include "hw/link/mailbox.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/register_bus.h"

namespace netloom {
inline namespace hw {

/// Switches that run through a window of several quanta before any other region does: what crosses
/// a link to another region in the window nobody sees in it, so that the order of regions means
/// nothing. One SystemC process runs it, in each quantum one switch after the other: what one of
/// them does in a quantum no other sees in it, so that their order means nothing either.
class Region : public sc_core::sc_module {
 public:
  /// `quantum`: cycles, up to kLongestQuantum. `fetching`: what of a switch is brought into the
  /// cache while those before it run. `thread`, of `threads`, runs it. The first one does in the
  /// region's process where it is the only one; else somebody calls step().
  Region(sc_core::sc_module_name name, QuantumClock& clock, Cycle quantum, Fetching fetching,
         int thread, int threads);

  /// Before the first cycle. The switch outlives it.
  void add(SwitchId id, SwitchModel& model) {
    switches_.push_back(&model);
    ids_.push_back(id);
  }

  /// For what its own switches send to those that they cannot write into: handed over after each
  /// quantum.
  Mailbox& inside() { return inside_; }
  /// For what other regions, which `sender` runs, send to its switches: handed over at the
  /// beginning of the window after that in which it came.
  Mailbox& outside(int sender) { return from_[static_cast<std::size_t>(sender)].coming; }
  /// For what SystemC processes write into registers of its switches while time passes.
  RegisterQueue& register_writes() { return register_writes_; }
  const RegisterQueue& register_writes() const { return register_writes_; }
  /// A window is over in all regions: what has come from outside is for the next one.
  void close_window() {
    for (Sender& each : from_) each.coming.swap(each.came);
  }
  /// Hands over what came before the last close_window(), as the next window does when it begins.
  void take_mail() {
    for (Sender& each : from_) each.came.deliver();
  }

  int thread() const { return thread_; }
  /// Runs the clock's window.
  void step();

 private:
  /// What the regions of one thread have sent. No two threads write the same cache line.
  struct alignas(64) Sender {
    Mailbox coming;
    alignas(64) Mailbox came;
  };

  /// The end of a quantum that begins in `from`: registers are written between two of them.
  Cycle quantum_end(Cycle from) const;
  /// Whether no switch has failed; if one has, the others have run all the same.
  bool run(Cycle from, Cycle to);
  void fetch_after(std::size_t place, Cycle from, Cycle to) const;

  QuantumClock& clock_;
  Cycle quantum_;
  int steps_;  ///< of what is brought into the cache
  int thread_;
  std::vector<SwitchModel*> switches_;
  std::vector<SwitchId> ids_;  ///< of each
  Mailbox inside_;
  std::vector<Sender> from_;  ///< by thread
  RegisterQueue register_writes_;
};

}  // namespace hw
}  // namespace netloom
