#pragma once

#include <cstdint>
#include <systemc>

#include "addresses.h"
#include "dma.h"
#include "local_bus.h"
#include "memory.h"
#include "processor.h"
#include "traffic.h"

/// A processor, a DMA engine and a memory at a bus, which has a socket for what goes into the
/// network (bus.to_network) and one for what comes out of it (bus.from_network).
class Host : public sc_core::sc_module {
 public:
  Traffic traffic;
  Processor processor;
  Dma dma{"dma"};
  Memory memory;
  LocalBus bus;

  Host(sc_core::sc_module_name name, const Window& window, Processor::Program program);

 private:
  sc_core::sc_signal<bool> interrupt_{"interrupt"};
};
