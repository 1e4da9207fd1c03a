#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/structural/base/switch_parameters.h"
#include "hw/structural/part/host_end.h"
#include "hw/structural/part/link_end.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A switch with pins: its ports carry one phit a cycle, and behind each pin is a signal. What is
/// at the other ends of the links, it knows; what is between its pins, who derives from it.
class PinSwitch : public sc_core::sc_module {
 public:
  /// Each has a part that writes it, by more than one process if that is clocked and has a reset.
  template <class T>
  using Signals = sc_core::sc_vector<sc_core::sc_signal<T, sc_core::SC_MANY_WRITERS>>;

  // ---- What is at its ports. To be said before the simulation starts.

  void connect_input(int port, const Neighbour& sender) { at(input_links_, port) = sender; }
  void connect_output(int port, const Neighbour& receiver) {
    at(output_links_, port) = receiver;
    at(parameters_.output_latency, port) = receiver.latency;
  }
  void attach(int port, InjectionSide& nic, int latency);
  void attach(int port, EjectionSide& nic, int latency);

  /// Takes the ends of all links away: before any switch of the network goes. What SystemC was told
  /// of last it forgets fast, and else in a time that grows with all ports of the network.
  void disconnect();

  void observe(const ObservedSwitch& as, SwitchObserver* observer) {
    parameters_.observed = as;
    parameters_.observer = observer;
  }

  /// The ends of the links. Null: no link enters or leaves there.
  InputEnd* input_end(int port) const { return at(input_ends_, port).get(); }
  OutputEnd* output_end(int port) const { return at(output_ends_, port).get(); }
  const SwitchParameters& parameters() const { return parameters_; }

 protected:
  PinSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, Clock& clock);

  template <class T>
  static T& at(std::vector<T>& items, int port) {
    return items[static_cast<std::size_t>(port)];
  }
  template <class T>
  static const T& at(const std::vector<T>& items, int port) {
    return items[static_cast<std::size_t>(port)];
  }

  void before_end_of_elaboration() override;

  SwitchParameters parameters_;

 private:
  struct HostInput {
    InjectionSide* nic;
    int latency;
  };
  struct HostOutput {
    EjectionSide* nic;
    int latency;
  };

  void make_ends(int port);

  std::vector<std::variant<std::monostate, Neighbour, HostInput>> input_links_;    ///< per port
  std::vector<std::variant<std::monostate, Neighbour, HostOutput>> output_links_;  ///< per port

 public:
  // ---- The signals at its pins, per port.
  Signals<LinkPins> flit_in;
  Signals<CreditPins> credit_out;
  Signals<LinkPins> flit_out;
  Signals<CreditPins> credit_in;

 private:
  std::vector<std::unique_ptr<InputEnd>> input_ends_;    ///< per port
  std::vector<std::unique_ptr<OutputEnd>> output_ends_;  ///< per port
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
