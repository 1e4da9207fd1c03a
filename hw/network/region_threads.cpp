#include "hw/network/region_threads.h"

namespace netloom {
inline namespace hw {

RegionThreads::RegionThreads(sc_core::sc_module_name name, QuantumClock& clock, int threads)
    : sc_core::sc_module(name),
      regions_(static_cast<std::size_t>(threads)),
      team_(threads, [this](int thread) {
        for (Region* region : regions_[static_cast<std::size_t>(thread)]) region->step();
      }) {
  SC_HAS_PROCESS(RegionThreads);
  SC_METHOD(step);
  sensitive << clock.tick();
  dont_initialize();
}

}  // namespace hw
}  // namespace netloom
