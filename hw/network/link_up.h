#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/kernel/systemc.h"
#include "routing/davc/link_up.h"
#include "routing/netlist/netlist.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace hw {

/// The links of a network that come up, with the handshake of their ends (bring_links_up()): at
/// time zero, when the fabric manager has programmed the registers and before the first cycle.
class LinkUp : public sc_core::sc_module {
 public:
  /// The register files of all switches; null: another rank has it. Netlist, files and ranks
  /// outlive the module.
  LinkUp(sc_core::sc_module_name name, const Netlist& netlist, std::vector<RegisterFile*> files,
         Ranks& ranks)
      : sc_core::sc_module(name), netlist_(netlist), files_(std::move(files)), ranks_(ranks) {
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
    bring_links_up(netlist_, files_, [this](std::vector<std::uint32_t>& said) {
      if (ranks_.alone()) return;
      std::vector<std::uint64_t> all(said.begin(), said.end());
      ranks_.sum(all);  // who does not know says 0
      std::copy(all.begin(), all.end(), said.begin());
    });
  }

  const Netlist& netlist_;
  std::vector<RegisterFile*> files_;
  Ranks& ranks_;
  bool initialised_ = false;
};

}  // namespace hw
}  // namespace netloom
