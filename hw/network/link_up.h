#pragma once

#include <systemc>
#include <utility>
#include <vector>

#include "routing/davc/link_up.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace hw {

/// The links of a network that come up, with the handshake of their ends (bring_links_up()): at
/// time zero, when the fabric manager has programmed the registers and before the first cycle.
class LinkUp : public sc_core::sc_module {
 public:
  /// The register files of all switches. Netlist and files outlive the module.
  LinkUp(sc_core::sc_module_name name, const Netlist& netlist, std::vector<RegisterFile*> files)
      : sc_core::sc_module(name), netlist_(netlist), files_(std::move(files)) {
    SC_HAS_PROCESS(LinkUp);
    SC_METHOD(shake_hands);
  }

 private:
  void shake_hands() {
    if (!initialised_) {
      // The fabric manager writes in this delta cycle, the switches step in the next but one
      // (QuantumClock).
      initialised_ = true;
      next_trigger(sc_core::SC_ZERO_TIME);
      return;
    }
    bring_links_up(netlist_, files_);
  }

  const Netlist& netlist_;
  std::vector<RegisterFile*> files_;
  bool initialised_ = false;
};

}  // namespace hw
}  // namespace netloom
