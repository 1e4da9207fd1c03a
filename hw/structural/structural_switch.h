#pragma once

#include <memory>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/structural/base/switch_parameters.h"
#include "hw/structural/kind/allocator.h"
#include "hw/structural/kind/crossbar.h"
#include "hw/structural/kind/input_port.h"
#include "hw/structural/kind/output_port.h"
#include "hw/structural/kind/routing_unit.h"
#include "hw/structural/kind/source_decision.h"
#include "hw/structural/part/register_bank.h"
#include "hw/structural/pin_switch.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The switch as one would draw it: a module of modules with ports, connected by signals, one
/// clock, each part worked out anew in every cycle. docs/timing.md is what it has to do; how fast
/// is no concern of it. Its parts are made by name (`switch.parts`).
class StructuralSwitch : public PinSwitch {
 public:
  StructuralSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, Clock& clock);
  ~StructuralSwitch() override;

  /// The fabric manager has written registers.
  void registers_written() { register_bank_.written(); }

  // ---- Its parts.

  const InputPort& input(int port) const { return *at(inputs_, port); }
  const OutputPort& output(int port) const { return *at(outputs_, port); }
  const Allocator& allocator() const { return *allocator_; }
  const Crossbar& crossbar() const { return *crossbar_; }
  /// Null: the router decides nothing by the switch's queues.
  const SourceDecision* source_decision() const { return source_decision_.get(); }

 private:
  void make_ports(int port);
  void make_routing_unit(int first, int count);
  void connect_parts();

 public:
  // ---- The signals between the parts. Per input channel:
  Signals<Head> head;
  Signals<Request> request;
  Signals<Decision> decision;
  Signals<Grant> grant;
  Signals<Crossing> crossing;  ///< into the crossbar
  // Per output channel:
  Signals<Taking> taking;
  Signals<Crossing> crossed;  ///< out of the crossbar
  Signals<OutputState> state;
  // Per word of the registers:
  Signals<std::uint32_t> register_value;

 private:
  RegisterBank register_bank_;
  std::unique_ptr<SourceDecision> source_decision_;  ///< null: nothing is decided
  std::unique_ptr<Crossbar> crossbar_;
  std::unique_ptr<Allocator> allocator_;
  std::vector<std::unique_ptr<InputPort>> inputs_;    ///< per port
  std::vector<std::unique_ptr<OutputPort>> outputs_;  ///< per port
  std::vector<std::unique_ptr<RoutingUnit>> routing_units_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
