#pragma once

#include <memory>
#include <systemc>
#include <variant>
#include <vector>

#include "hw/structural/base/switch_parameters.h"
#include "hw/structural/kind/allocator.h"
#include "hw/structural/kind/crossbar.h"
#include "hw/structural/kind/input_port.h"
#include "hw/structural/kind/output_port.h"
#include "hw/structural/kind/routing_unit.h"
#include "hw/structural/kind/source_decision.h"
#include "hw/structural/part/host_end.h"
#include "hw/structural/part/link_end.h"
#include "hw/structural/part/register_bank.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// The switch as one would draw it: a module of modules with ports, connected by signals, one
/// clock, each part worked out anew in every cycle. docs/timing.md is what it has to do; how fast
/// is no concern of it. Its parts are made by name (`switch.parts`).
class StructuralSwitch : public sc_core::sc_module {
 public:
  /// Each has a part that writes it, by more than one process if that is clocked and has a reset.
  template <class T>
  using Signals = sc_core::sc_vector<sc_core::sc_signal<T, sc_core::SC_MANY_WRITERS>>;

  StructuralSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, Clock& clock);
  ~StructuralSwitch() override;

  // ---- What is at its ports. To be said before the simulation starts.

  void connect_input(int port, const Neighbour& sender) { at(input_links_, port) = sender; }
  void connect_output(int port, const Neighbour& receiver) { at(output_links_, port) = receiver; }
  void attach(int port, InjectionSide& nic, int latency);
  void attach(int port, EjectionSide& nic, int latency);

  /// Takes the ends of all links away: before any switch of the network goes. What SystemC was told
  /// of last it forgets fast, and else in a time that grows with all ports of the network.
  void disconnect();

  void observe(const ObservedSwitch& as, SwitchObserver* observer) {
    parameters_.observed = as;
    parameters_.observer = observer;
  }

  /// The fabric manager has written registers.
  void registers_written() { register_bank_.written(); }

  // ---- Its parts. Null: no link enters or leaves there.

  InputEnd* input_end(int port) const { return at(input_ends_, port).get(); }
  OutputEnd* output_end(int port) const { return at(output_ends_, port).get(); }
  const InputPort& input(int port) const { return *at(inputs_, port); }
  const OutputPort& output(int port) const { return *at(outputs_, port); }
  const Allocator& allocator() const { return *allocator_; }
  const Crossbar& crossbar() const { return *crossbar_; }
  /// Null: the router decides nothing by the switch's queues.
  const SourceDecision* source_decision() const { return source_decision_.get(); }
  const SwitchParameters& parameters() const { return parameters_; }

 private:
  struct HostInput {
    InjectionSide* nic;
    int latency;
  };
  struct HostOutput {
    EjectionSide* nic;
    int latency;
  };

  template <class T>
  static T& at(std::vector<T>& items, int port) {
    return items[static_cast<std::size_t>(port)];
  }
  template <class T>
  static const T& at(const std::vector<T>& items, int port) {
    return items[static_cast<std::size_t>(port)];
  }

  void before_end_of_elaboration() override;
  void make_ends(int port);
  void make_ports(int port);
  void make_routing_unit(int first, int count);
  void connect_parts();

  SwitchParameters parameters_;
  std::vector<std::variant<std::monostate, Neighbour, HostInput>> input_links_;    ///< per port
  std::vector<std::variant<std::monostate, Neighbour, HostOutput>> output_links_;  ///< per port

 public:
  // ---- The signals between the parts. Per port:
  Signals<LinkPins> flit_in;
  Signals<CreditPins> credit_out;
  Signals<LinkPins> flit_out;
  Signals<CreditPins> credit_in;
  // Per input channel:
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
  std::vector<std::unique_ptr<InputEnd>> input_ends_;    ///< per port
  std::vector<std::unique_ptr<OutputEnd>> output_ends_;  ///< per port
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
