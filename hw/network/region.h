#pragma once

#include <systemc>
#include <vector>

#include "hw/kernel/quantum_clock.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace hw {

/// Switches that one SystemC process runs through each quantum, one after the other: what one of
/// them does in a quantum no other sees in it, so that their order means nothing.
class Region : public sc_core::sc_module {
 public:
  /// The switches outlive it. `prefetches`: each finds its memory cold, so that what those that run
  /// next need is brought into the cache while it runs.
  Region(sc_core::sc_module_name name, QuantumClock& clock, std::vector<SwitchModel*> switches,
         bool prefetches);

 private:
  void step();
  void prefetch_after(std::size_t place) const;

  QuantumClock& clock_;
  std::vector<SwitchModel*> switches_;
  bool prefetches_;
};

}  // namespace hw
}  // namespace netloom
