#pragma once

#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"
#include "rtl/export/network_recording.h"
#include "rtl/view/flit_on_link.h"
#include "rtl/view/phit_coding.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Writes down what crosses the pins of a switch to which hosts are connected, which of its output
/// links fail, how many packets it drops, and what the fabric manager writes into it.
class PinRecorder : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  /// The recording has cycles to be filled, and a place for the switch; all outlive the recorder.
  PinRecorder(sc_core::sc_module_name name, const structural::StructuralSwitch& model,
              const SwitchKind& kind, const SwitchStraps& straps, const Netlist& netlist,
              NetworkRecording& recording);

  /// See SwitchModel; before the start.
  void will_be_written(Cycle from, std::uint64_t address, std::uint32_t value);

 private:
  /// The host at a port, in one direction.
  struct HostPort {
    int port;
    NodeId host;
    Cycle latency;  ///< of the link
    FlitOnLink link = {};
  };

  /// An output link to a switch, in a network whose links fail.
  struct FailingLink {
    int port;
    std::uint64_t number;  ///< of the link
    bool dead = false, failed = false;
  };

  void before_end_of_elaboration() override;
  void step();
  void record_registers();
  void record_failures(Cycle cycle);
  void record_drops();
  void record_flits(HostPort& at, const structural::LinkPins& pins, Cycle cycle,
                    std::vector<HostEvent>& to) const;
  void record_credits(const HostPort& at, const structural::CreditPins& pins, Cycle cycle,
                      std::vector<HostEvent>& to) const;

  const structural::StructuralSwitch& model_;
  NetworkRecording& recording_;
  PhitCoding coding_;
  std::vector<HostPort> from_hosts_, to_hosts_;
  std::vector<FailingLink> failing_;
};

}  // namespace rtl
}  // namespace netloom
