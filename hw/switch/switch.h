#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "hw/kernel/quantum_clock.h"
#include "hw/kernel/systemc.h"
#include "hw/switch/base/fault_unit.h"
#include "hw/switch/base/switch_model.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace hw {

/// A switch as a SystemC module: the model of its buffers, routing units, allocator, crossbar and
/// links, and of the NICs of its hosts, which the region that it is in runs; its registers; and its
/// routing decision.
class Switch : public sc_core::sc_module {
 public:
  /// `selector`, `arbiters` and `faults` may be null. The plan's router, selector, arbiters,
  /// registers and fault unit are these; the fault unit has these registers. `writes`, which
  /// outlives the switch, counts what is written to them.
  Switch(sc_core::sc_module_name name, QuantumClock& clock, std::unique_ptr<SwitchRouter> router,
         std::unique_ptr<PortSelector> selector, std::unique_ptr<SwitchArbiters> arbiters,
         std::unique_ptr<RegisterFile> registers, std::unique_ptr<FaultUnit> faults,
         SwitchPlan plan, const SwitchModelMaker& make_model, std::atomic<std::uint64_t>& writes);

  SwitchModel& model() { return *model_; }
  const SwitchModel& model() const { return *model_; }
  const SwitchRouter& router() const { return *router_; }
  /// Null in a network whose links do not fail.
  const FaultUnit* faults() const { return faults_.get(); }
  RegisterFile& registers() { return *registers_; }
  /// Tells `observer` what happens here; see SwitchModel::observe.
  void observe(SwitchObserver& observer);

 private:
  QuantumClock& clock_;
  ObservedSwitch observed_;
  std::unique_ptr<SwitchRouter> router_;
  std::unique_ptr<PortSelector> selector_;
  std::unique_ptr<SwitchArbiters> arbiters_;
  std::unique_ptr<RegisterFile> registers_;
  std::unique_ptr<FaultUnit> faults_;
  SwitchModelPtr model_;
};

}  // namespace hw
}  // namespace netloom
