#pragma once

#include <systemc>
#include <vector>

#include "hw/structural/structural_switch.h"
#include "routing/netlist/netlist.h"
#include "rtl/export/network_recording.h"
#include "rtl/view/flit_on_link.h"
#include "rtl/view/phit_coding.h"

namespace netloom {
inline namespace rtl {

/// Writes down what crosses the pins of a switch to which hosts are connected.
class PinRecorder : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  /// The recording has cycles to be filled, and a place for the switch; all outlive the recorder.
  PinRecorder(sc_core::sc_module_name name, const structural::StructuralSwitch& model,
              const SwitchKind& kind, const SwitchStraps& straps, const Netlist& netlist,
              NetworkRecording& recording);

 private:
  /// The host at a port, in one direction.
  struct HostPort {
    int port;
    NodeId host;
    Cycle latency;  ///< of the link
    FlitOnLink link = {};
  };

  void before_end_of_elaboration() override;
  void step();
  void record_registers();
  void record_flits(HostPort& at, const structural::LinkPins& pins, Cycle cycle,
                    std::vector<HostEvent>& to) const;
  void record_credits(const HostPort& at, const structural::CreditPins& pins, Cycle cycle,
                      std::vector<HostEvent>& to) const;

  const structural::StructuralSwitch& model_;
  NetworkRecording& recording_;
  PhitCoding coding_;
  std::vector<HostPort> from_hosts_, to_hosts_;
};

}  // namespace rtl
}  // namespace netloom
